// The stage: canvas, transport, caption and panel, and the talk with Python.
//
// The stage owns the document. It sends the whole document with a rising `rev`; Python takes it only for the same
// `epoch` and a higher `rev` and answers `ack`. Python replaces the document only under a new epoch. Heavy parts
// (document, trace) come once; if one is missing the stage asks with `need`.
import { Canvas } from './canvas.js';
import { Courier } from './courier.js';
import { Document } from './document.js';
import { Documents } from './documents.js';
import { Editor } from './editor.js';
import { Endless } from './endless.js';
import { Expander } from './expander.js';
import { Finder } from './finder.js';
import { Following } from './following.js';
import { Frames } from './frames.js';
import { Gestures } from './gestures.js';
import { Help } from './help.js';
import { Inspector } from './inspector.js';
import { Keys } from './keys.js';
import { Legend } from './legend.js';
import { Looks } from './looks.js';
import { Menus, TOOLBARS } from './menus.js';
import { obey } from './orders.js';
import { Panel, h } from './panel.js';
import { Part } from './part.js';
import { Picker } from './picker.js';
import { Player } from './player.js';
import { Problems } from './problems.js';
import { Selection } from './selection.js';
import { Share } from './share.js';
import { TextView } from './text_view.js';

const LEGEND_WIDTH = 256, TOOLS_HEIGHT = 40, HINT_HEIGHT = 54; // px that they cover of the view; tools that have a style sheet are measured
const READABLE = 0.3; // scale at which scores can still be read
const READABLE_PART = 0.4; // at which names and badges can
const WORDY = 160; // characters of a caption that need more than two lines
const LEGEND_UP_TO = 12; // nodes up to which the legend is open at first

export class Stage {
  constructor(vis, others) {
    this.build();
    this.selection = new Selection(this, others);
    this.following = new Following(this);
    this.looks = new Looks();
    this.canvas = new Canvas(vis, this.find('.canvas'), this.looks, {
      covered: () => this.covered(),
      drawBadge: (...where) => this.part.drawBadge(...where),
    });
    this.player = new Player(this.find('.transport'), (step, resting) => this.showStep(step, resting));
    this.panel = new Panel(this.find('.panel'), this.looks, { goTo: step => this.goTo(step), select: id => this.choose(id), reorder: (id, successors) => { if (this.editable) this.document.setOrder(id, successors); }, hiddenOf: id => this.part.hiddenOf(id) });
    this.endless = new Endless(this.find('.endless'), { changed: () => { this.repaint(); this.following.panel(); }, closed: () => this.focus() });
    this.expander = new Expander(this);
    this.part = new Part(this.find('.away'), this);
    this.picker = new Picker(this);
    this.legend = new Legend(this.find('.legend'));
    const closed = () => this.focus();
    this.editor = new Editor(this);
    this.menus = new Menus(this);
    this.problems = new Problems(this.find('.problems'), { select: id => this.choose(id) });
    this.keys = new Keys(this);
    this.finder = new Finder(this.find('.finder'), { names: () => this.looks.nodes.map(({ id, label }) => [id, label ?? id]), found: id => { this.focus(); this.selection.choose(id, true); }, closed });
    this.share = new Share(this.find('.share'), this);
    this.help = new Help(this.find('.help'), { kinds: () => this.document.kinds, closed });
    this.textView = new TextView(this.find('.text'), { document: () => this.document, changed: () => this.showAll(), closed });
    this.inspector = new Inspector(this.find('.inspector'), { closed: () => this.focus(), say: text => this.say(text) });
    this.gestures = new Gestures(this);
    this.courier = new Courier({ send: message => this.send('doc', { ...message, document: this.document.data(), opened: this.opened }), isHere: () => Boolean(this.parent) });
    this.bands = [];
  }

  build() {
    this.root = h('div', { className: 'stage', tabIndex: 0 });
    // Layout set here too: the style sheet arrives after the first fit.
    this.root.style.cssText = 'height:100%;display:flex;min-width:0';
    this.root.innerHTML = `
      <section class="text" aria-label="Graph as text" hidden></section>
      <div class="main" style="flex:1 1 auto;min-width:0;display:flex;flex-direction:column">
        <div class="view" style="flex:1 1 auto;min-height:0;position:relative">
          <div class="canvas" style="position:absolute;inset:0"></div>
          ${TOOLBARS}
          <details class="legend" open></details>
          <div class="tip" hidden></div><form class="inspector" hidden></form><div class="toast" role="status" hidden></div>
          <div class="problems" hidden></div><div class="away" role="status" hidden></div>
          <div class="finder" role="search" hidden></div><div class="menu" hidden></div>
          <div class="hint"></div><div class="saved" aria-live="polite"></div>
        </div>
        <div class="caption" aria-live="polite"><b></b><span></span></div>
        <div class="transport" role="toolbar" aria-label="Steps"></div>
        <div class="endless" hidden></div>
      </div>
      <aside class="panel"></aside><dialog class="help" aria-label="Shortcuts"></dialog><dialog class="share"></dialog>`;
    this.find = selector => this.root.querySelector(selector);
    this.find('.inspector').addEventListener('submit', event => event.preventDefault());
    this.root.addEventListener('fullscreenchange', () => this.root.classList.toggle('lecture', Boolean(document.fullscreenElement)));
    this.root.stage = this; // a handle for tests and for curious users of the console
  }

  // The document that is shown: its epoch and revision, and the last revision that Python has.
  get epoch() { return this.courier.epoch; }
  get rev() { return this.courier.rev; }
  get ack() { return this.courier.ack; }

  // ---- life in the page

  attach(parent) {
    this.keys.listen(true);
    if (this.parent === parent) return;
    this.parent = parent;
    parent.appendChild(this.root);
    const host = parent.host ?? parent;
    host.closest('[class*="st-key-"]')?.style.setProperty('opacity', '1', 'important'); // no fading while Python runs
    this.repaint();
  }

  detach(parent) {
    if (this.parent !== parent) return;
    this.documents?.flush();
    this.player.pause();
    this.keys.listen(false);
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
    this.root.classList.toggle('led', Boolean(data.led));
    this.find('[data-tool=share]').hidden = !data.share;
    if (data.theme) this.looks.theme = data.theme;
    const { paint } = this.looks;
    this.looks.readPaint(this.root);
    if (this.looks.paint !== paint) this.following.panel();
    this.root.classList.toggle('dark', this.looks.paint.dark);
    if (typeof data.keep === 'boolean' && !this.documents) this.startKeeping();
    const kept = data.fresh && (this.courier.dirty || this.documents?.isKept) && data.epoch !== this.epoch && this.document;
    if (kept) this.adopt(data);
    else if (data.epoch !== this.epoch && data.document) this.loadDocument(data);
    const isLate = data.ack < this.openedAt; // it tells of the document before
    if (data.seq !== this.seq && data.trace !== undefined && this.epoch === data.epoch) { if (isLate) this.seq = data.seq; else this.loadTrace(data); }
    if (this.epoch !== data.epoch || (this.seq !== data.seq && !kept)) { this.request(); return; }
    this.acknowledge(data.ack);
    if (isLate) return;
    this.obey(data.orders);
    this.showProblems(data.problems);
  }

  // The server was restarted: it opens what the page has.
  adopt(data) {
    if (this.documents) this.opened = { id: newId(), title: this.documents.title, step: this.player.at, edited: this.documents.isEdited };
    this.courier.adopt(data.epoch, data.ack);
    this.openedAt = this.rev;
  }

  startKeeping() {
    const button = this.find('.kept');
    button.hidden = false;
    this.documents = new Documents(this, { button, view: this.find('.view') });
  }

  // A heavy part is missing.
  request() {
    const wanted = `${this.data.epoch}/${this.data.seq}`;
    if (this.asked === wanted) return;
    this.asked = wanted;
    this.send('need', `${wanted}/${Math.random()}`);
  }

  // What was to be told to Python in a moment is told now.
  flush() {
    this.courier.flush();
    this.following.flush();
  }

  // Python is asked to do something with the document that only it can do; the answer comes as orders.
  ask(question) {
    this.courier.flush();
    this.send('ask', { ...question, epoch: this.epoch, number: `${this.rev}/${Math.random()}` });
  }

  // What Python wants done to the document, each once: an edit like those of the user.
  obey(orders) {
    for (const { number, list, text } of orders ?? []) {
      if (number <= this.courier.obeyed) continue;
      this.courier.obeyed = number;
      if (text) this.say(text);
      if (list.some(order => order.do === 'place')) this.canvas.glideFrom();
      obey(this.document, list);
      if (list.length) this.showAll();
      this.courier.edited(); // even if nothing changed: so that Python hears that it was done
    }
  }

  loadDocument(data) {
    this.documents?.flush();
    this.courier.begin(data.epoch, data.ack);
    this.opened = undefined;
    this.openedAt = 0;
    this.seq = undefined; // the trace comes with the document
    this.find('.hint').textContent = data.hint ?? '';
    this.find('.hint').classList.toggle('gone', data.step > 0);
    this.layouts = data.layouts ?? {};
    const { document: before, selection: { id: chosen } } = this;
    const next = new Document(data.document), goesOn = Boolean(data.expandable) && next.goesOnFrom(before);
    this.part.load(data.part);
    this.take(next, data.network, goesOn);
    this.unfitted = !goesOn;
    const marked = data.part?.marked ?? (goesOn ? chosen : undefined);
    if (marked !== undefined && next.nodes.has(marked)) this.selection.choose(marked);
    this.documents?.loaded(data, before?.history());
  }

  // A document that the browser has kept; Python hears of it as of an edit, and runs from `step`.
  open(kept, { title, step, edited }) {
    this.part.load(undefined);
    this.opened = { id: newId(), title, step, edited };
    this.take(kept, networkOf(kept));
    this.clearSteps();
    this.root.classList.remove('stale');
    this.find('.hint').textContent = '';
    this.courier.edited();
    this.openedAt = this.rev;
    this.showProblems([]);
    this.showSaved();
  }

  // A document that goes on where the one before ended changes nothing in the view.
  take(shown, network, goesOn = false) {
    this.inspector.element.hidden = true;
    this.document = shown;
    this.document.listener = renamed => this.edited(renamed);
    this.document.refused = text => this.say(text);
    this.selection.id = undefined;
    if (!goesOn) this.find('.legend').open = this.root.clientWidth > 700 && this.document.nodes.size <= LEGEND_UP_TO;
    const first = !this.canvas.network;
    this.frames = this.looks.frames = null;
    this.looks.read(this.document);
    if (!goesOn) this.canvas.inset = this.covered();
    this.canvas.load(this.document, network, { goesOn, readable: this.readable() });
    if (first) this.gestures.wire(this.canvas.network);
    this.canvas.network.setOptions({ interaction: { dragNodes: this.editable } });
    this.showKinds();
    this.textView.begin();
  }

  // Where a drawing begins that is too large to be read whole, and the scale at which it can be read.
  readable() {
    if (this.part.there) return { id: this.part.centre, scale: READABLE_PART };
    return this.document.meta.tree ? { id: this.document.root, scale: READABLE } : undefined;
  }

  // The kinds that can be drawn depend on the convention.
  showKinds() {
    this.editor.begin();
    for (const kind of ['max', 'min', 'mover']) this.find(`[data-tool=${kind}]`).hidden = !this.document.kinds.includes(kind);
  }

  // What legend, tools and hint cover of the view, in px.
  covered() {
    const hinted = this.find('.hint').matches(':not(:empty, .gone)');
    const isWide = this.find('.view').clientWidth > 2 * LEGEND_WIDTH;
    const tools = Math.max(...[...this.root.querySelectorAll('.toolbar')].map(bar => bar.offsetTop + bar.offsetHeight)); // two rows in a narrow window; anything before the style sheet is there
    return { left: this.find('.legend').open && isWide ? LEGEND_WIDTH : 0, top: Math.min(tools || TOOLS_HEIGHT, 2 * TOOLS_HEIGHT) + (hinted ? HINT_HEIGHT : 0) };
  }

  // A null trace: the graph cannot run as it is; the last picture stays, dimmed.
  loadTrace(data) {
    this.seq = data.seq;
    this.root.classList.toggle('bounded', Boolean(data.trace?.bounded));
    this.root.classList.toggle('stale', data.trace === null && Boolean(this.frames));
    if (data.trace === null) { if (!this.frames) this.clearSteps(); this.repaint(); return; }
    const at = data.restart || !this.frames ? data.step : this.player.at;
    this.following.reported = { seq: data.seq, step: data.step };
    this.frames = this.looks.frames = new Frames(data.trace, { editable: data.editable });
    this.endless.load(this.frames);
    this.expander.wait();
    this.root.classList.toggle('wordy', data.trace.steps.some(step => step.c.length > WORDY));
    this.panel.load(data.trace);
    this.player.load(this.frames.length, at, data.trace.bounded ? this.frames.changesOf(this.document.root) : [], data.trace.first);
    this.cut = data.trace.cut;
    this.showStep(this.player.at, !data.restart);
    if (this.unfitted && data.trace.found) this.fit(); // to what is there
    this.unfitted = false;
  }

  // Of a graph that never ran there is nothing to show, above all not the steps of the one before.
  clearSteps() {
    this.player.load(0, 0);
    this.panel.load(null);
    this.endless.load(null);
    this.bands = [];
    for (const part of ['b', 'span']) this.find(`.caption ${part}`).textContent = '';
  }

  // ---- steps

  showStep(step, resting) {
    if (!this.frames) return;
    this.frames.seek(step);
    this.find('.hint').classList.toggle('gone', step > 0);
    this.bands = this.looks.bands();
    this.canvas.showPart();
    if (this.selection.id !== undefined && !this.looks.isThere(this.selection.id)) this.selection.choose();
    this.repaint();
    this.find('.caption b').textContent = `${this.player.first + step}`;
    this.find('.caption span').textContent = this.frames.step.c + (this.cut && step === this.frames.length - 1 ? ` ${this.cut}` : '');
    this.following.panel();
    if (!this.data.led) this.following.report(resting);
  }

  // What steps: the player, or the control that leads this stage and others in lock-step.
  get stepper() { return this.leader?.player ?? this.player; }

  goTo(step) {
    this.stepper.pause();
    if (this.leader) this.leader.goTo(this, step); else this.player.go(step);
  }

  // ---- looks

  // Everything that changes what the picture looks like ends here.
  repaint() {
    if (!this.document || !this.canvas.network) return;
    this.canvas.bands = this.bands;
    this.canvas.redraw();
    this.following.legend();
  }

  tip(id, at) {
    const tip = this.find('.tip');
    tip.hidden = id === undefined || !this.document.nodes.has(id) || !this.inspector.element.hidden;
    if (tip.hidden) return;
    const offer = this.picker.canPick(id) ? 'Click to play' : this.expander.hint(id);
    tip.textContent = [this.looks.describe(id), offer].filter(Boolean).join(' · ');
    tip.style.left = `${Math.min(at.x + 14, this.canvas.element.clientWidth - 260)}px`;
    tip.style.top = `${at.y + 18}px`;
  }

  // Selects a node and brings it into view; one that is not shown is shown first.
  choose(id) {
    if (this.document.nodes.has(id)) this.selection.choose(id, true);
    else this.part.ask('reveal', id);
  }

  // ---- edits

  edited(renamed = id => id) {
    this.courier.edited();
    this.documents?.edited();
    this.selection.follow(renamed);
    this.inspector.id = renamed(this.inspector.id);
    if (this.inspector.id !== null && !this.document.nodes.has(this.inspector.id)) this.inspector.element.hidden = true;
    this.bands = this.bands.filter(({ from, to }) => this.document.nodes.has(from) && this.document.nodes.has(to));
    this.looks.read(this.document);
    this.showKinds();
    this.canvas.sync(renamed);
    this.textView.show();
    this.hideHint();
    this.following.panel();
    this.repaint();
    this.showSaved();
  }

  acknowledge(ack) {
    this.courier.acknowledge(ack);
    this.showSaved();
  }

  showSaved() { this.find('.saved').textContent = this.expander.words || (this.courier.isAnswered ? '' : 'applying…'); }

  togglePanel() { this.panelHidden = !this.panelHidden; this.root.classList.toggle('no-panel', this.panelHidden); }
  fit() { this.canvas.inset = this.covered(); this.canvas.fit(); }
  // After a change that put nodes where the user did not point: brings them into view if they are out of it.
  showAll() {
    const { clientWidth: width, clientHeight: height } = this.canvas.element, { left, top } = this.covered();
    const isSeen = place => { const { x, y } = this.canvas.network.canvasToDOM(place); return x > left && x < width && y > top && y < height; };
    if (!this.looks.nodes.every(isSeen)) this.fit();
  }

  hideHint() { this.find('.hint').classList.add('gone'); }

  // The order in which a search tries the moves, as small numbers on them.
  showNumbers(on = !this.canvas.numbers) {
    this.canvas.numbers = on;
    this.repaint();
  }

  lecture() {
    if (document.fullscreenElement) { document.exitFullscreen(); return; }
    this.root.requestFullscreen?.().then(() => this.root.classList.add('lecture'));
  }

  // ---- words

  showProblems(problems) {
    const ofNodes = problems.filter(({ node }) => node !== null).sort((one, other) => (one.severity === 'error') - (other.severity === 'error'));
    this.looks.troubled = new Map(ofNodes.map(({ node, message, severity }) => [node, { message, severity }])); // the error of a node that has both
    this.lightCycles(problems.flatMap(({ cycle }) => cycle.map((id, i) => ({ from: id, to: cycle[(i + 1) % cycle.length], kind: 'cycle' }))));
    this.textView.showProblems(problems);
    this.problems.show(problems, this.data.moreProblems);
    this.repaint();
  }

  lightCycles(cycles) {
    if (!cycles.length && !this.looks.cycles.length) return;
    this.looks.cycles = cycles;
    this.bands = this.looks.bands();
  }

  say(text) {
    const toast = this.find('.toast');
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => { toast.hidden = true; }, 5000);
  }

  focus() { this.root.focus({ preventScroll: true }); }
}

// Names one opening of a document, so that Python takes it once.
const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const networkOf = ({ nodes, moves }) => ({ nodes: [...nodes.keys()].map(id => ({ id })), edges: [...moves].map(([id, [from, to]]) => ({ id, from, to })), options: {} });
