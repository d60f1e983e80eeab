// The stage: canvas, transport, caption and panel, and the talk with Python.
//
// The stage owns the document. It sends the whole document with a rising `rev`; Python takes it only for the same
// `epoch` and a higher `rev` and answers `ack`. Python replaces the document only under a new epoch. Heavy parts
// (document, trace) come once; if one is missing the stage asks with `need`.
import { Canvas } from './canvas.js';
import { Courier } from './courier.js';
import { Document, kindOf } from './document.js';
import { Frames } from './frames.js';
import { Gestures } from './gestures.js';
import { icon } from './icons.js';
import { Inspector } from './inspector.js';
import { Legend, entriesFor } from './legend.js';
import { Looks } from './looks.js';
import { Panel, h } from './panel.js';
import { Player } from './player.js';

const PANEL_AFTER = 24, LEGEND_AFTER = 60, WHILE_PLAYING = 5; // ms: the picture goes first; as many times later while it plays
const REPORT_STEP_AFTER = 250, REPORT_WHILE_PLAYING = 1000; // ms
const LEGEND_WIDTH = 256, TOOLS_HEIGHT = 36, HINT_HEIGHT = 54; // px that they cover of the view
const LEGEND_UP_TO = 12; // nodes up to which the legend is open at first
const TOOLS = [
  ['max', 'Add a Max node (M)'], ['min', 'Add a Min node (N)'], ['mover', 'Add a node (M)'],
  ['leaf', 'Add a leaf (L)'], ['open', 'Add an open node (O)'],
  ['undo', 'Undo (Ctrl+Z)'], ['redo', 'Redo (Ctrl+Shift+Z)'], ['delete', 'Delete what is selected (Del)'],
];
const VIEWS = [['fit', 'Fit the graph into view'], ['panel', 'Show or hide the panel'], ['lecture', 'Lecture mode: full screen, large text']];

export class Stage {
  constructor(vis, others) {
    this.others = others; // every stage of the page, by id: a selection lights up in all that show the same graph
    this.build();
    this.looks = new Looks();
    this.canvas = new Canvas(vis, this.find('.canvas'), this.looks);
    this.player = new Player(this.find('.transport'), (step, resting) => this.showStep(step, resting));
    this.panel = new Panel(this.find('.panel'), { goTo: step => { this.player.pause(); this.player.go(step); }, select: id => this.select(id, true) });
    this.legend = new Legend(this.find('.legend'));
    this.inspector = new Inspector(this.find('.inspector'), { changed: () => {}, closed: () => this.focus(), say: text => this.say(text) });
    this.gestures = new Gestures(this);
    this.courier = new Courier({ send: message => this.send('doc', { ...message, document: this.document.data() }), isHere: () => Boolean(this.parent) });
    this.bands = [];
    this.onKey = event => this.key(event);
  }

  build() {
    this.root = h('div', { className: 'stage', tabIndex: 0 });
    // Layout set here too: the style sheet arrives after the first fit.
    this.root.style.cssText = 'height:100%;display:flex;min-width:0';
    const buttons = tools => tools.map(([act, title]) => `<button type="button" data-tool="${act}" title="${title}" aria-label="${title}">${icon(act)}</button>`).join('');
    this.root.innerHTML = `
      <div class="main" style="flex:1 1 auto;min-width:0;display:flex;flex-direction:column">
        <div class="view" style="flex:1 1 auto;min-height:0;position:relative">
          <div class="canvas" style="position:absolute;inset:0"></div>
          <div class="toolbar edit" role="toolbar" aria-label="Draw">${buttons(TOOLS)}</div>
          <div class="toolbar views" role="toolbar" aria-label="View">${buttons(VIEWS)}</div>
          <details class="legend" open></details>
          <div class="tip" hidden></div><form class="inspector" hidden></form><div class="toast" role="status" hidden></div>
          <div class="problems" hidden></div>
          <div class="hint"></div><div class="saved" aria-live="polite"></div>
        </div>
        <div class="caption" aria-live="polite"><b></b><span></span></div>
        <div class="transport" role="toolbar" aria-label="Steps"></div>
      </div>
      <aside class="panel"></aside>`;
    this.find = selector => this.root.querySelector(selector);
    this.find('.inspector').addEventListener('submit', event => event.preventDefault());
    this.root.addEventListener('click', event => { const tool = event.target.closest('[data-tool]'); if (tool) this.tool(tool.dataset.tool); });
    this.root.addEventListener('keydown', event => event.stopPropagation()); // else Streamlit acts on r and c
    this.root.stage = this; // a handle for tests and for curious users of the console
  }

  // The document that is shown: its epoch and revision, and the last revision that Python has.
  get epoch() { return this.courier.epoch; }
  get rev() { return this.courier.rev; }
  get ack() { return this.courier.ack; }

  // ---- life in the page

  attach(parent) {
    document.removeEventListener('keydown', this.onKey, true);
    document.addEventListener('keydown', this.onKey, true);
    if (this.parent === parent) return;
    this.parent = parent;
    parent.appendChild(this.root);
    const host = parent.host ?? parent;
    host.closest('[class*="st-key-"]')?.style.setProperty('opacity', '1', 'important'); // no fading while Python runs
    this.repaint();
  }

  detach(parent) {
    if (this.parent !== parent) return;
    this.player.pause();
    document.removeEventListener('keydown', this.onKey, true);
    this.root.remove();
    this.parent = null;
  }

  apply(data, send) {
    this.data = data;
    this.send = send;
    this.editable = data.editable;
    this.root.classList.toggle('read-only', !data.editable);
    this.root.classList.toggle('no-panel', data.panel === false || Boolean(this.panelHidden));
    this.root.classList.toggle('panel-less', data.panel === false);
    this.root.classList.toggle('no-transport', data.transport === false);
    if (data.theme) this.looks.theme = data.theme;
    this.looks.readPaint(this.root);
    this.root.classList.toggle('dark', this.looks.paint.dark);
    const kept = data.fresh && this.courier.dirty && data.epoch !== this.epoch;
    if (kept) this.courier.adopt(data.epoch, data.ack);
    else if (data.epoch !== this.epoch && data.document) this.loadDocument(data);
    if (data.seq !== this.seq && data.trace !== undefined && this.epoch === data.epoch) this.loadTrace(data);
    if (this.epoch !== data.epoch || (this.seq !== data.seq && !kept)) { this.ask(); return; }
    this.acknowledge(data.ack);
    this.showProblems(data.problems);
  }

  ask() {
    const wanted = `${this.data.epoch}/${this.data.seq}`;
    if (this.asked === wanted) return;
    this.asked = wanted;
    this.send('need', `${wanted}/${Math.random()}`);
  }

  loadDocument(data) {
    this.courier.begin(data.epoch, data.ack);
    this.seq = undefined; // the trace comes with the document
    this.inspector.element.hidden = true;
    this.document = new Document(data.document);
    this.document.listener = renamed => this.edited(renamed);
    this.lastKind = this.document.kinds[0];
    this.selected = undefined;
    this.find('.legend').open = this.root.clientWidth > 700 && this.document.nodes.size <= LEGEND_UP_TO;
    const first = !this.canvas.network;
    this.frames = this.looks.frames = null;
    this.looks.read(this.document);
    this.find('.hint').textContent = data.hint ?? '';
    this.find('.hint').classList.toggle('gone', data.step > 0);
    this.canvas.inset = this.covered();
    this.canvas.load(this.document, data.network);
    if (first) this.gestures.wire(this.canvas.network);
    for (const kind of ['max', 'min', 'mover']) this.find(`[data-tool=${kind}]`).hidden = !this.document.kinds.includes(kind);
  }

  // What legend, tools and hint cover of the view, in px.
  covered() {
    const hinted = this.find('.hint').matches(':not(:empty, .gone)');
    return { left: this.find('.legend').open ? LEGEND_WIDTH : 0, top: TOOLS_HEIGHT + (hinted ? HINT_HEIGHT : 0) };
  }

  // A null trace: the graph cannot run as it is; the last picture stays, dimmed.
  loadTrace(data) {
    this.seq = data.seq;
    this.root.classList.toggle('stale', data.trace === null && Boolean(this.frames));
    if (data.trace === null) { if (!this.frames) this.clearSteps(); this.repaint(); return; }
    const at = data.restart || !this.frames ? data.step : this.player.at;
    this.reported = { seq: data.seq, step: data.step };
    this.frames = this.looks.frames = new Frames(data.trace);
    this.panel.load(data.trace);
    this.player.load(this.frames.length, at);
    this.cut = data.trace.cut;
    this.showStep(this.player.at, !data.restart);
  }

  // Of a graph that never ran there is nothing to show, above all not the steps of the one before.
  clearSteps() {
    this.player.load(0, 0);
    this.panel.load(null);
    this.bands = [];
    for (const part of ['b', 'span']) this.find(`.caption ${part}`).textContent = '';
  }

  // ---- steps

  showStep(step, resting) {
    if (!this.frames) return;
    this.frames.seek(step);
    this.find('.hint').classList.toggle('gone', step > 0);
    this.bands = this.looks.bands();
    this.repaint();
    this.find('.caption b').textContent = `${step}`;
    this.find('.caption span').textContent = this.frames.step.c + (this.cut && step === this.frames.length - 1 ? ` ${this.cut}` : '');
    this.tellPanel(PANEL_AFTER * (resting ? 1 : WHILE_PLAYING));
    this.reportStep(resting);
  }

  // After the picture; while it plays, no more often than one can read.
  tellPanel(delay) {
    this.telling ??= setTimeout(() => {
      this.telling = null;
      if (!this.frames) return;
      this.panel.show(this.frames, this.document);
      this.panel.showFocus(this.frames.focus ?? this.selected ?? this.document.root, this.frames, this.document);
    }, delay);
  }

  // Python hears of the step when the player rests, and once a second while it plays.
  reportStep(resting) {
    const report = () => {
      this.reporting = null;
      const { seq, player: { at: step } } = this;
      if (this.reported.seq === seq && this.reported.step === step) return; // it knows
      this.reported = { seq, step };
      this.send('step', this.reported);
    };
    if (resting) { clearTimeout(this.reporting); this.reporting = setTimeout(report, REPORT_STEP_AFTER); }
    else this.reporting ??= setTimeout(report, REPORT_WHILE_PLAYING);
  }

  // ---- looks

  // Everything that changes what the picture looks like ends here.
  repaint() {
    if (!this.document || !this.canvas.network) return;
    this.canvas.bands = this.bands;
    this.canvas.redraw();
    this.explain(LEGEND_AFTER * (this.player.playing ? WHILE_PLAYING : 1));
  }

  // The legend follows the picture, but not in the way of it.
  explain(delay) {
    this.explaining ??= setTimeout(() => {
      this.explaining = null;
      const { document, frames, theme, paint } = this.looks;
      this.legend.show(entriesFor({ document, frames, theme, bands: this.bands, negamax: document.negamax }), paint);
    }, delay);
  }

  tip(id, at) {
    const tip = this.find('.tip');
    tip.hidden = id === undefined || !this.document.nodes.has(id) || !this.inspector.element.hidden;
    if (tip.hidden) return;
    tip.textContent = this.looks.describe(id);
    tip.style.left = `${Math.min(at.x + 14, this.canvas.element.clientWidth - 260)}px`;
    tip.style.top = `${at.y + 18}px`;
  }

  // ---- selection, shared by all stages that show nodes of one graph

  select(id, centre = false) {
    this.canvas.select(id);
    this.selectionIs(id, centre);
  }

  // What is selected on the canvas, moves and further nodes included, stays as it is; this node is the one to show.
  selectionIs(id, centre = false) {
    this.selected = id;
    this.panel.showFocus(id ?? this.frames?.focus, this.frames, this.document);
    if (centre && id !== undefined && this.document.nodes.has(id)) this.reveal(id);
    const original = this.document.nodes.get(id)?.of ?? id;
    for (const stage of this.others.values()) stage.light(original, stage === this ? id : undefined);
  }

  // Marks the node, or in a tree all copies of it and, if one copy was chosen, the path to that copy.
  light(original, chosen) {
    if (!this.document) return;
    this.looks.lit = new Set();
    if (original !== undefined) for (const node of this.document.nodes.values()) if ((node.of ?? node.id) === original && (node.of !== undefined || chosen === undefined)) this.looks.lit.add(node.id);
    if (this.document.meta.tree) {
      this.bands = [];
      for (let id = chosen; this.document.nodes.get(id)?.above !== undefined; id = this.document.nodes.get(id).above) this.bands.push({ from: this.document.nodes.get(id).above, to: id, kind: 'path' });
    }
    if (this.parent) this.repaint();
  }

  reveal(id) {
    const { x, y } = this.canvas.toDom(id), { clientWidth, clientHeight } = this.canvas.element;
    if (x < 40 || y < 40 || x > clientWidth - 40 || y > clientHeight - 40) { this.canvas.network.focus(id, { animation: false, scale: this.canvas.network.getScale() }); this.canvas.keepView(); }
  }

  // ---- edits

  edited(renamed = id => id) {
    this.courier.edited();
    this.selected = renamed(this.selected);
    this.inspector.id = renamed(this.inspector.id);
    if (!this.document.nodes.has(this.selected)) this.selected = undefined;
    if (this.inspector.id !== null && !this.document.nodes.has(this.inspector.id)) this.inspector.element.hidden = true;
    this.bands = this.bands.filter(({ from, to }) => this.document.nodes.has(from) && this.document.nodes.has(to));
    this.looks.read(this.document);
    this.canvas.sync(renamed);
    this.repaint();
    this.showSaved();
  }

  acknowledge(ack) {
    this.courier.acknowledge(ack);
    this.showSaved();
  }

  showSaved() { this.find('.saved').textContent = this.courier.isAnswered ? '' : 'applying…'; }

  tool(name) {
    const act = {
      undo: () => this.document.undo(), redo: () => this.document.redo(), delete: () => this.removeSelected(), fit: () => { this.canvas.inset = this.covered(); this.canvas.fit(); },
      panel: () => { this.panelHidden = !this.panelHidden; this.root.classList.toggle('no-panel', this.panelHidden); },
      lecture: () => this.lecture(),
    }[name];
    if (act) act(); else this.addNode(name);
  }

  lecture() {
    if (document.fullscreenElement) { document.exitFullscreen(); return; }
    this.root.requestFullscreen?.().then(() => this.root.classList.add('lecture'));
    this.root.addEventListener('fullscreenchange', () => this.root.classList.toggle('lecture', Boolean(document.fullscreenElement)));
  }

  addNode(kind, at = this.freePlace()) {
    this.lastKind = kind;
    const id = this.document.addNode(kind, at.x, at.y);
    this.select(id, true);
    if (kind === 'leaf') this.inspect(id);
    this.find('.hint').classList.add('gone');
  }

  // Near the middle of what can be seen of the canvas, where no node is.
  freePlace() {
    const { clientWidth: width, clientHeight: height } = this.canvas.element, { left, top } = this.covered();
    const centre = this.canvas.toCanvas({ x: (left + width) / 2, y: (top + height) / 2 }), nodes = [...this.document.nodes.values()];
    const isFree = place => nodes.every(node => Math.hypot(node.x - place.x, node.y - place.y) > 80);
    const isSeen = place => { const { x, y } = this.canvas.network.canvasToDOM(place); return x > left + 40 && x < width - 40 && y > top + 40 && y < height - 60; };
    const places = Array.from({ length: 320 }, (_, i) => ({ ring: 45 * Math.floor(i / 8), angle: (i % 8) * (Math.PI / 4) }))
      .map(({ ring, angle }) => ({ x: centre.x + ring * Math.cos(angle), y: centre.y + ring * Math.sin(angle) })).filter(isFree);
    return places.find(isSeen) ?? places[0] ?? centre;
  }

  connect(from, to) {
    const kind = kindOf(this.document.nodes.get(from));
    if (kind === 'leaf') { this.say(`${from} is a leaf, and a leaf has no moves. Change it to Max or Min first: double-click it.`); return; }
    const target = this.document.addMove(from, to, this.lastKind === 'open' ? 'open' : this.lastKind);
    if (target === undefined) this.say(`There is already a move from ${from} to ${to}.`);
    else if (typeof to !== 'string') this.select(target);
  }

  removeSelected() {
    const { nodes, edges } = this.canvas.network.getSelection();
    if (!nodes.length && !edges.length) { this.say('Select a node or a move first, then delete it.'); return; }
    this.document.remove(nodes, edges);
  }

  inspect(id, field) {
    const { x, y } = this.canvas.toDom(id), { clientWidth, clientHeight } = this.canvas.element;
    this.tip();
    this.inspector.open(this.document, id, { x: Math.max(4, Math.min(x + 34, clientWidth - 236)), y: Math.max(4, Math.min(y - 20, clientHeight - 190)) }, field);
  }

  // ---- words

  showProblems(problems) {
    this.looks.troubled = new Map(problems.filter(({ node, severity }) => node !== null && severity === 'error').map(({ node, message }) => [node, message]));
    const errors = problems.filter(({ severity }) => severity === 'error'), notes = problems.filter(each => !errors.includes(each));
    const list = this.find('.problems');
    list.hidden = !problems.length;
    list.classList.toggle('errors', errors.length > 0);
    const summary = h('summary', { textContent: notes.length === 1 ? '1 note' : `${notes.length} notes` });
    list.replaceChildren(...(errors.length ? [this.problemList(errors)] : []), ...(notes.length ? [h('details', {}, summary, this.problemList(notes))] : []),
      ...(this.data.moreProblems ? [`… and ${this.data.moreProblems.toLocaleString('en')} more`] : []));
    this.repaint();
  }

  problemList(problems) {
    return h('ul', {}, ...problems.map(({ message, severity, node }) => {
      const item = h('li', { className: severity, textContent: message });
      if (node !== null) item.addEventListener('click', () => this.select(node, true));
      return item;
    }));
  }

  say(text) {
    const toast = this.find('.toast');
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => { toast.hidden = true; }, 5000);
  }

  focus() { this.root.focus({ preventScroll: true }); }

  // Keys count while the stage, or nothing at all, has the focus; never while someone types or moves another control.
  // The player's count after a click on a button or link of the page, too.
  key(event) {
    const inside = event.composedPath().includes(this.root), focused = document.activeElement;
    const nowhere = focused === document.body || focused === null;
    const idle = nowhere || (focused.matches('a, button:not([role=tab])') && !focused.closest('[role=dialog]'));
    if (!this.parent || !this.root.isConnected || !(inside || (idle && this.data.primary))) return;
    const target = event.composedPath()[0];
    if (target.matches?.('input:not([type=range]), textarea, select') || target.closest?.('.inspector')) return;
    if (event.key === ' ' && target.matches?.('button, summary')) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const used = (plain && this.data.transport !== false && this.player.key(event.key)) || ((inside || nowhere) && this.gestures.key(event));
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
