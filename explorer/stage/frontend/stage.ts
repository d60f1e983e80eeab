// The stage: canvas, transport, caption and panel, and the document that they show.
import { own, ownLecture } from './session/address.ts';
import { Announcer } from './panels/announcer.ts';
import { Document } from './model/document.ts';
import { Documents } from './session/documents.ts';
import { Edited } from './panels/edited.ts';
import { Expander } from './edit/expander.ts';
import { useGeometry } from './draw/geometry.ts';
import { takeFiles } from './session/files.ts';
import { isLecture, toggleSideBar, watchLecture } from './page/lecture.ts';
import { makeRoot } from './markup.ts';
import { setApart } from './page/unusable_entries.ts';
import { byHand, h, isByFinger, neverFade, partsOf } from './page/dom.ts';
import { icon } from './page/icons.ts';
import { Outline, spoken } from './panels/outline.ts';
import { Part } from './draw/shown_part.ts';
import { Picker } from './edit/picker.ts';
import { Picture } from './draw/picture.ts';
import { Problems } from './panels/problems.ts';
import { Refusal } from './panels/refusal.ts';
import { Replay } from './player/replay.ts';
import { letKeysScroll, watchScrolling } from './page/scrolling.ts';
import { Selection } from './edit/selection.ts';
import { listen, Store } from './store.ts';
import { newId, type Opening, Talk } from './session/talk.ts';
import { Title } from './panels/title.ts';
import { Toast } from './panels/toast.ts';
import { Tools } from './edit/tools.ts';
import { Why } from './panels/why.ts';
import type { Lockstep } from './player/lockstep.ts';
import type { NetworkParts, ProblemData, StageData } from './messages.ts';
import type { Asking } from './player/asking.ts';
import type { Caption } from './panels/caption.ts';
import type { Following } from './player/following.ts';
import type { Panel } from './panels/panel.ts';
import type { Player } from './player/player.ts';
import type { Canvas } from './draw/canvas.ts';
import type { Looks } from './draw/looks.ts';
import type { Editor } from './edit/editor.ts';
import type { Gestures } from './edit/gestures.ts';
import type { Guides } from './edit/guides.ts';
import type { Inspector } from './edit/inspector.ts';
import type { Menus } from './edit/menus.ts';
import type { Share } from './panels/share.ts';
import type { TextView } from './panels/text_view.ts';
import type { Find, Tone } from './page/types.ts';
import type { Send } from './session/types.ts';
import type { Vis } from './draw/vis_network.ts';

declare global {
  interface HTMLElement {
    stage?: Stage; // a handle for tests and for curious users of the console
  }
}

export class Stage {
  root: HTMLElement;
  find: Find;
  selection: Selection;
  following: Following;
  player: Player;
  panel: Panel;
  caption: Caption;
  asking: Asking;
  documents: Documents | undefined; // where the browser keeps documents
  leader: Lockstep | undefined;
  send!: Send;
  layouts: Record<string, string> = {};
  unfitted = false;
  panelHidden: boolean = matchMedia('(max-width: 640px)').matches; // a phone has room for one of canvas and panel

  picture: Picture;
  looks: Looks;
  canvas: Canvas;
  talk: Talk;
  announcer: Announcer;
  toast: Toast;
  why: Why;
  lastEdit: Edited;
  replay: Replay;
  expander: Expander;
  part: Part;
  picker: Picker;
  outline: Outline;
  title: Title;
  tools: Tools;
  editor: Editor;
  menus: Menus;
  inspector: Inspector;
  share: Share;
  textView: TextView;
  guides: Guides;
  gestures: Gestures;
  problems: Problems;
  refusal: Refusal;

  store = new Store();

  constructor(vis: Vis, others: Map<string, Stage>) {
    this.root = makeRoot();
    this.find = partsOf(this.root);
    this.find('.inspector').addEventListener('submit', (event) => event.preventDefault());
    watchLecture(() => {
      this.lectured();
      ownLecture();
    });
    this.find('.side').addEventListener('click', toggleSideBar);
    this.root.stage = this; // a handle for tests and for curious users of the console
    const closed = () => this.focus();
    const { store } = this;
    this.picture = new Picture(vis, {
      root: this.root,
      find: this.find,
      store,
      part: () => this.part,
      refused: () => this.refusal.bottom,
      repainted: () => this.following.legend(),
      recoloured: () => this.following.panel(),
    });
    this.looks = this.picture.looks;
    this.canvas = this.picture.canvas;
    this.talk = new Talk({
      send: (name, value) => this.send(name, value),
      canvas: this.canvas,
      store,
      isKept: () => Boolean(this.documents?.isKept),
      opening: () =>
        this.documents && {
          title: this.documents.title,
          step: this.player.at,
          edited: this.documents.isEdited,
        },
      loadDocument: (data) => this.loadDocument(data),
      loadTrace: (data) => this.loadTrace(data),
      receive: (data) => this.replay.receive(data),
      acknowledged: () => this.showSaved(),
      showAll: () => this.picture.showAll(),
    });
    this.announcer = new Announcer(this.find('.announcer'), {
      store,
      describe: (id) => spoken(this.looks.describe(id)),
    });
    this.toast = new Toast(this.find('.toast'), store, this.announcer, () => this.picture.insets.inset.top);
    this.selection = new Selection({
      store,
      canvas: this.canvas,
      all: () => [...others.values()].filter(({ parent }) => parent).map(({ selection }) => selection),
      show: (id) => {
        if (this.data.primary) own('select', id ?? '');
        this.panel.showFocus(id ?? this.frames?.focus ?? this.document.root, this.frames, this.document);
        this.announcer.selected(this.editor.chosen, this.editor.chosenMoves);
        this.outline.follow();
      },
      light: (lit, path) => {
        this.looks.lit = lit;
        this.canvas.bands = path ?? this.bands;
        if (this.parent) this.picture.repaint();
      },
    });
    this.why = new Why(this.find('.why'), {
      root: this.root,
      store,
      send: (message) => {
        this.talk.courier.flush();
        this.send('why', message);
      },
      light: (chain) => this.picture.lightChain(chain),
      goTo: (step) => this.goTo(step),
      select: (id) => this.choose(id),
      copy: (text) => this.share.copy(text, 'Explanation', 'The explanation was copied.'),
      closed,
    });
    this.lastEdit = new Edited(this.find('.edited'), {
      mark: (nodes) => {
        this.looks.edited = nodes;
        this.picture.repaint();
      },
      compare: () => this.why.compare(),
    });
    this.replay = new Replay({
      find: this.find,
      root: this.root,
      looks: this.looks,
      canvas: this.canvas,
      announcer: this.announcer,
      selection: this.selection,
      why: this.why,
      store,
      part: () => this.part,
      send: (name, value) => this.send(name, value),
      showLegend: () => {
        this.picture.showLegend();
        this.tools.showTip();
      },
      told: () => this.outline.follow(),
      repaint: () => this.picture.repaint(),
      goTo: (step) => this.goTo(step),
      choose: (id) => this.choose(id),
      mark: (ids) => this.editor.choose(ids),
      closed,
    });
    this.following = this.replay.following;
    this.player = this.replay.player;
    this.asking = this.replay.asking;
    this.panel = this.replay.panel;
    this.caption = this.replay.caption;
    this.expander = new Expander({
      store,
      looks: this.looks,
      part: () => this.part,
      send: (message) => {
        this.send('expand', message);
        this.tools.tip();
      },
      changed: () => this.showSaved(),
    });
    this.part = new Part(this.find('.away'), {
      looks: this.looks,
      cards: this.canvas.cards,
      store,
      send: (what, id) => this.expander.send(what, id),
    });
    this.picker = new Picker({
      store,
      send: (message) => this.send('pick', message),
      picked: () => {
        this.tools.tip();
        this.hideHint();
      },
    });
    this.outline = new Outline(this.find('.outline'), {
      store,
      drawing: this.canvas.element,
      looks: this.looks,
      hiddenOf: (id) => this.part.hiddenOf(id),
      isPlaying: () => this.player.playing,
      select: (id) => this.selection.choose(id, true),
      step: (key) => this.tools.step(key),
      shown: () => letKeysScroll(this.root),
      closed,
    });
    watchScrolling(this.root);
    this.title = new Title(this.find('.graph-title'), {
      store,
      title: () => this.shownTitle,
      isEditable: () => this.editable && Boolean(this.documents),
      rename: (name) => this.documents?.rename(name),
      placed: () => this.picture.makeRoom(),
      closed,
    });
    this.tools = new Tools({
      find: this.find,
      root: this.root,
      picture: this.picture,
      selection: this.selection,
      part: this.part,
      expander: this.expander,
      picker: this.picker,
      why: this.why,
      replay: this.replay,
      store,
      stepper: () => this.stepper,
      layouts: () => this.layouts,
      isAnswered: () => this.talk.courier.isAnswered,
      flush: () => this.flush(),
      togglePanel: () => this.togglePanel(),
      ask: (question) => this.talk.ask(question),
      closed,
    });
    this.editor = this.tools.editor;
    this.menus = this.tools.menus;
    this.inspector = this.tools.inspector;
    this.share = this.tools.share;
    this.textView = this.tools.textView;
    this.guides = this.tools.guides;
    this.gestures = this.tools.gestures;
    takeFiles({
      root: this.root,
      areTaken: () => Boolean(this.parent && this.documents),
      open: (name, content) => this.send('file', { name, content, number: newId() }),
      say: (text) => this.say(text),
    });
    listen(store.edit, () => {
      this.hideHint();
      this.showSaved();
    });
    listen(store.step, (step) => {
      if (this.data.primary && !this.data.led) own('step', `${step}`);
    });
    this.problems = new Problems(this.find('.problems'), { select: (id) => this.choose(id) });
    this.refusal = new Refusal(this.find('.refusal'), {
      help: (name) => this.send('remedy', { name, ...store.shown, number: newId() }),
    });
  }

  get document() {
    return this.store.document.value;
  }

  /** What Python said last. */
  get data() {
    return this.store.data.value;
  }
  get editable() {
    return this.store.isEditable.value;
  }
  get parent() {
    return this.store.parent.value;
  }

  // What the open document is called: as the user's own once it was edited, else as Python says.
  get shownTitle() {
    const { documents } = this;
    return (documents && (documents.isKept || documents.isEdited) ? documents.title : this.data.title) ?? '';
  }

  /** The steps that are shown. */
  get frames() {
    return this.replay.frames;
  }

  /** What is marked beneath the moves. */
  get bands() {
    return this.canvas.bands;
  }

  // ---- life in the page

  attach(parent: Node) {
    this.tools.keys.listen(true);
    if (this.parent === parent) return;
    this.store.parent.value = parent;
    parent.appendChild(this.root);
    neverFade(parent);
    this.lectured();
    this.picture.repaint();
  }

  detach(parent: Node) {
    if (this.parent !== parent) return;
    this.documents?.flush();
    this.player.pause();
    this.tellStep();
    this.tools.keys.listen(false);
    this.root.remove();
    this.store.parent.value = null;
  }

  apply(data: StageData, send: Send) {
    this.store.data.value = data;
    this.send = (name, value) => {
      if (name !== 'step') this.tellStep();
      send(name, value);
    };
    this.store.isEditable.value = this.looks.isDrawing = data.editable;
    this.root.classList.toggle('read-only', !data.editable);
    this.root.classList.toggle('no-panel', data.panel === false || Boolean(this.panelHidden));
    this.root.classList.toggle('panel-less', data.panel === false);
    this.root.classList.toggle('no-transport', data.transport === false);
    this.root.classList.toggle('led', Boolean(data.led));
    this.root.classList.toggle('slide', Boolean(data.slide));
    this.find('[data-tool=share]').hidden = !data.share;
    if (data.theme) {
      this.looks.theme = data.theme;
      Document.most = data.theme.largestDrawn;
      useGeometry(data.theme.geometry);
    }
    this.picture.readColours();
    this.title.show();
    if (typeof data.keep === 'boolean' && !this.documents) this.startKeeping();
    this.replay.endless.take(data.endless, data.epoch !== this.store.shown.epoch);
    if (!this.talk.take(data)) return;
    if (this.refusal.show(data.refusal) && !this.canvas.view) this.fit();
    this.showProblems(data.problems);
    if (data.apart) setApart(data.apart);
    this.why.take(data.why);
    this.lastEdit.take(data.edited);
    this.picture.showTried(data.tried ?? {});
    this.replay.report(!this.player.playing);
  }

  startKeeping() {
    const button = this.find('.kept');
    button.hidden = false;
    this.documents = new Documents({
      store: this.store,
      open: (kept, how) => this.open(kept, how),
      called: (title) => this.talk.call(title),
      finish: () => {
        this.inspector.takeAll();
        this.title.take();
        this.textView.apply();
        this.textView.remember();
      },
    }, { button, view: this.find('.view'), changed: () => this.title.show() });
  }

  // What was to be told to Python in a moment is told now.
  flush() {
    this.talk.courier.flush();
    if (this.parent) this.tellStep();
  }

  /** Whatever Python does next, it does it at the step that is shown; a step that a control leads to is its own. */
  tellStep() {
    if (!this.data.led) this.following.flush();
  }

  loadDocument(data: StageData) {
    const { document, network } = data;
    if (!document || !network) return;
    this.documents?.flush();
    this.showHint(data.hint ?? '');
    this.find('.hint').classList.toggle('gone', data.step > 0);
    this.layouts = data.layouts ?? {};
    const { document: before, selection: { id: chosen } } = this;
    const next = new Document(document);
    const goesOn = Boolean(data.expandable) && next.goesOnFrom(before);
    this.part.load(data.part);
    this.take(next, network, goesOn);
    this.unfitted = !goesOn;
    const marked = data.part?.marked ?? (goesOn ? chosen : undefined);
    if (marked !== undefined && next.nodes.has(marked)) this.selection.choose(marked);
    this.documents?.loaded(data, before?.history());
  }

  /**
   * Shows what can be done; what is said of steps is seen only while there are some. Where there may be no keys, it
   * names the button for the next step, and taps instead of clicks.
   */
  showHint(hint: string) {
    const [, press = '', ofSteps = '', rest = ''] = /^(?:(Press )→( [^.]*\.\s*))?(.*)$/s.exec(byHand(hint)) ?? [];
    const next = isByFinger()
      ? h('span', { role: 'img', ariaLabel: 'Next step', className: 'button', innerHTML: icon('next') })
      : '→';
    const parts = [press && h('span', { className: 'of-steps' }, press, next, ofSteps), rest];
    this.find('.hint').replaceChildren(...parts.filter(Boolean));
    this.find('.hint').classList.toggle('of-steps', !rest);
  }

  /** A document that the browser has kept; Python hears of it, and runs from the step where it was left. */
  open(kept: Document, how: Opening) {
    this.part.load(undefined);
    this.take(kept, networkOf(kept));
    this.replay.clear();
    this.root.classList.remove('stale');
    this.find('.hint').textContent = '';
    this.talk.open(how);
    this.showProblems([]);
    this.showSaved();
  }

  /** A document that goes on where the one before ended changes nothing in the view. */
  take(shown: Document, network: NetworkParts, goesOn = false) {
    this.store.open(shown);
    shown.refused = (text) => this.say(text);
    if (!goesOn) this.looks.lit = new Set();
    if (!goesOn) this.picture.placeLegend();
    const first = !this.canvas.network;
    this.replay.drop();
    this.picture.load(network, goesOn);
    if (first) this.tools.wire(this.canvas.network);
    this.canvas.network.setOptions({ interaction: { dragNodes: this.editable } });
    this.tools.showKinds();
    this.textView.begin();
  }

  loadTrace(data: StageData) {
    this.replay.load(data);
    if (!data.trace) return;
    this.expander.wait();
    if (this.unfitted && data.trace.found) this.fit(); // to what is there
    this.unfitted = false;
  }

  // ---- steps

  // What steps: the player, or the control that leads this stage and others in lock-step.
  get stepper() {
    return this.leader?.player ?? this.player;
  }

  goTo(step: number) {
    this.stepper.pause();
    if (this.leader) this.leader.goTo(this, step);
    else this.player.go(step);
  }

  /** Selects a node and brings it into view; one that is not shown is shown first. */
  choose(id: string) {
    if (this.document.nodes.has(id)) this.selection.choose(id, true);
    else this.part.ask('reveal', id);
  }

  // ---- what is said beside the canvas

  showSaved() {
    this.find('.saved').textContent = this.expander.words || (this.talk.courier.isAnswered ? '' : 'applying…');
  }

  togglePanel() {
    this.panelHidden = !this.panelHidden;
    this.root.classList.toggle('no-panel', this.panelHidden);
  }
  fit() {
    this.canvas.fit();
  }
  hideHint() {
    this.find('.hint').classList.add('gone');
  }

  // Lecture mode began or ended, or the page of the stage came.
  lectured() {
    this.root.classList.toggle('lecture', isLecture());
    this.find('[data-tool=lecture]').setAttribute('aria-pressed', `${isLecture()}`);
    if (this.frames) this.following.panel();
  }

  // ---- words

  showProblems(problems: ProblemData[]) {
    const { refusal } = this.data;
    const found = refusal ? [{ ...refusal, severity: 'error' as const }, ...problems] : problems;
    if (this.looks.mark(found)) this.canvas.bands = this.looks.bands();
    this.textView.showProblems(problems);
    this.problems.show(problems, this.data.moreProblems);
    this.announcer.problems(problems, this.data.moreProblems ?? 0);
    this.picture.repaint();
  }

  say(text: string, tone?: Tone) {
    this.store.say(text, tone);
  }

  focus() {
    this.root.focus({ preventScroll: true });
  }
}

const networkOf = ({ nodes, moves }: Document): NetworkParts => ({
  nodes: [...nodes.keys()].map((id) => ({ id })),
  edges: [...moves].map(([id, [from, to]]) => ({ id, from, to })),
  options: {},
});
