// The stage: canvas, transport, caption and panel, and the document that they show.
import { ownLecture, ownMoment } from './session/address.ts';
import { Announcer } from './panels/announcer.ts';
import { Caption } from './panels/caption.ts';
import { Dialog } from './panels/dialog.tsx';
import { Document } from './model/document.ts';
import { Documents } from './session/documents.tsx';
import { takeFiles } from './session/files.ts';
import { Handle } from './panels/handle.ts';
import { Help } from './panels/help.tsx';
import { Hint } from './panels/hint.ts';
import { isLecture, toggleSideBar, watchLecture } from './page/lecture.ts';
import { makeRoot } from './markup.ts';
import { giveKeysBack, neverFade, partsOf } from './page/dom.ts';
import { showNotices } from './panels/notices.tsx';
import { Outline } from './panels/outline.tsx';
import { Panel } from './panels/panel.tsx';
import { Picture } from './draw/canvas/picture.ts';
import { Replay } from './player/replay.ts';
import { watchScrolling } from './page/scrolling.ts';
import { Selection } from './edit/selection.ts';
import { Share } from './panels/share.tsx';
import { type Actions, effect, hear, listen, signal, Store } from './store.ts';
import { PythonLink } from './session/python_link.ts';
import { Tables } from './panels/tables.tsx';
import { TextView } from './panels/text_view.ts';
import { Title } from './panels/title.ts';
import { Toast } from './panels/toast.ts';
import { Commands } from './edit/commands.ts';
import { Editor } from './edit/editor.ts';
import { Expander } from './edit/expander.ts';
import { Finder } from './edit/finder.tsx';
import { Gestures } from './edit/gestures.ts';
import { Guides } from './edit/guides.ts';
import { Inspector } from './edit/inspector.tsx';
import { Keys } from './edit/key_dispatch.ts';
import { Menus } from './edit/menus.ts';
import { MoveEnds } from './edit/move_ends.ts';
import { Palette } from './edit/shape_palette.ts';
import { Pan } from './edit/pan.ts';
import { Picker } from './edit/picker.ts';
import { Tip } from './edit/tip.ts';
import { Why } from './panels/why.tsx';
import type { Lockstep } from './panels/lockstep.ts';
import type { EditedData, NetworkParts, ProblemData, StageData } from './messages.ts';
import type { Find, Tone } from './page/types.ts';
import type { Opening, Send } from './session/types.ts';
import type { Vis, VisNetwork } from './draw/canvas/vis_network.ts';
import type { Canvas } from './draw/canvas/canvas.ts';
import type { NodeLooks } from './draw/node/node_looks.ts';
import type { Part } from './draw/canvas/shown_part.ts';
import type { Asking } from './player/asking.ts';
import type { Endless } from './player/endless_slider.ts';
import type { DeferredUpdates } from './player/deferred_updates.ts';
import type { Player } from './player/player.ts';

declare global {
  interface HTMLElement {
    stage?: Stage; // a handle for tests and for curious users of the console
  }
}

export class Stage implements Actions {
  root = makeRoot();
  find: Find = partsOf(this.root);
  store = new Store(this);
  documents: Documents | undefined; // where the browser keeps documents
  leader: Lockstep | undefined;
  send!: Send;
  unfitted = false;
  edited = signal<EditedData | undefined>(undefined); // what Python said of the last edit

  picture: Picture;
  looks: NodeLooks;
  canvas: Canvas;
  part: Part;
  python: PythonLink;
  announcer: Announcer;
  selection: Selection;
  replay: Replay;
  player: Player;
  deferred: DeferredUpdates;
  asking: Asking;
  endless: Endless;
  share: Share;
  why: Why;
  panel: Panel;
  handle: Handle;
  title: Title;
  help: Help;
  hint: Hint;
  toast: Toast;
  textView: TextView;
  tables: Tables;

  // The tools: what is drawn, found and typed by hand, and the gestures, keys and menus for it.
  expander: Expander;
  picker: Picker;
  inspector: Inspector;
  editor: Editor;
  commands: Commands;
  menus: Menus;
  keys: Keys;
  guides: Guides;
  gestures: Gestures;
  finder: Finder;

  /** @param peers the stages of the page, this one among them */
  constructor(vis: Vis, peers: Map<string, Stage>) {
    const { root, store, find } = this;
    root.stage = this;
    const picture = this.picture = new Picture(vis, root, store);
    const looks = this.looks = picture.looks;
    const canvas = this.canvas = picture.canvas;
    const part = this.part = picture.part;
    const python = this.python = new PythonLink(store, picture, this);
    this.selection = new Selection(store, canvas, peers);
    this.announcer = new Announcer(find('.announcer'), store, looks);
    const replay = this.replay = new Replay(this);
    this.player = replay.player;
    this.deferred = replay.deferred;
    this.asking = replay.asking;
    const endless = this.endless = replay.endless;

    const dialog = new Dialog(find('dialog') as HTMLDialogElement);
    const share = this.share = new Share(dialog, store, python.sender, endless);
    const why = this.why = new Why(store, share, () => this.focus());
    this.handle = new Handle(root, store, why);
    this.help = new Help(dialog, store);
    this.textView = new TextView(find('.text'), store, picture);
    this.tables = new Tables(store, picture, () => this.focus());
    this.title = new Title(find('.graph-title'), store, {
      title: () => this.shownTitle,
      rename: (title) => this.documents?.rename(title),
    });
    this.hint = new Hint(find('.hint'), store);
    this.toast = new Toast(find('.toast'), store, picture.insets);
    showNotices(root, store, why);
    new Caption(find('.caption'), store);
    new Outline(find('.outline'), store, picture, this.player);

    this.expander = new Expander(store, looks, part);
    this.picker = new Picker(store);
    this.inspector = new Inspector(find('.inspector'), store);
    this.finder = new Finder(root, store, this.expander);
    this.editor = new Editor(this);
    this.commands = new Commands(this.editor, this);
    this.menus = new Menus(this);
    this.keys = new Keys(root, store, this.commands);
    new Pan(store, canvas, this.keys);
    new Palette(find('.toolbar.edit'), this.editor);
    canvas.over = new MoveEnds(this.editor);
    this.guides = new Guides(looks, store);
    this.gestures = new Gestures(this); // after the other drags: it takes what is left
    new Tip(find('.tip'), this);
    this.panel = new Panel(find('.panel'), { store, picture, replay, tools: this });
    takeFiles(root, store);
    watchScrolling(root);
    ownMoment(store);
    this.listen();
  }

  listen() {
    const { store } = this;
    const { edit, awaited, step, selected } = store;
    for (const source of [edit, awaited]) listen<unknown>(source, () => this.showSaved());
    effect(() => {
      this.root.classList.toggle('untouched', !step.value && selected.value === undefined);
    });
    this.find('.side').addEventListener('click', toggleSideBar);
    watchLecture(() => {
      this.lectured();
      ownLecture();
    });
  }

  get document() {
    return this.store.document.value;
  }

  /** The last message of Python. */
  get data() {
    return this.store.data.value;
  }
  get editable() {
    return this.store.isEditable.value;
  }
  get parent() {
    return this.store.parent.value;
  }

  // The title of the open document: the user's own once it was edited, else that of Python.
  get shownTitle() {
    const { documents } = this;
    return (documents && (documents.isKept || documents.isEdited) ? documents.title : this.data.title) ?? '';
  }

  /** The steps that are shown. */
  get frames() {
    return this.store.frames.value;
  }

  // ---- life in the page

  attach(parent: Node) {
    this.keys.listen(true);
    if (this.parent === parent) return;
    this.store.parent.value = parent;
    parent.appendChild(this.root);
    neverFade(parent);
    this.lectured();
    this.picture.repaint();
    this.keys.arrive();
  }

  detach(parent: Node) {
    if (this.parent !== parent) return;
    this.documents?.flush();
    this.player.pause();
    this.tellStep();
    this.keys.listen(false);
    this.root.remove();
    this.store.parent.value = null;
  }

  apply(data: StageData, send: Send) {
    const { store } = this;
    store.data.value = data;
    this.send = (name, value) => {
      if (name !== 'step') this.tellStep();
      send(name, value);
    };
    store.isEditable.value = data.editable;
    this.showState(data);
    if (data.theme) {
      this.looks.theme = data.theme;
      Document.most = data.theme.largestDrawn;
    }
    this.picture.readColours();
    this.title.show();
    if (typeof data.keep === 'boolean') this.documents ??= new Documents(this.find('.view'), store, this.python, this);
    this.replay.endless.take(data.endless, data.epoch !== store.versions.epoch);
    if (!this.python.take(data)) return;
    if (hear(store.refusal, data.refusal) && !this.canvas.view) this.fit();
    this.showProblems(data.problems);
    this.why.take(data.why);
    if (hear(this.edited, data.last_edit)) {
      store.outcome.value = this.edited.value;
      store.changed.value = new Set(data.last_edit?.nodes);
    }
    this.picture.showTried(data.trials ?? {});
    hear(store.ends, data.ends);
    hear(store.functions, data.functions);
    const before = store.comparison.value;
    if (hear(store.comparison, data.comparison)) this.why.walk(before);
    this.replay.report(!this.player.playing);
  }

  /** Show the state of the stage as a whole. */
  showState({ editable, panel, transport, in_lockstep, slide, share, bar }: StageData) {
    const { classList } = this.root;
    classList.toggle('read-only', !editable);
    classList.toggle('panel-less', panel === false);
    classList.toggle('no-transport', transport === false);
    classList.toggle('led', Boolean(in_lockstep));
    classList.toggle('slide', Boolean(slide));
    classList.toggle('under-bar', Boolean(bar));
    this.find('[data-tool=share]').hidden = !share;
  }

  // Send at once the messages that wait for a moment.
  flush() {
    this.python.sender.flush();
    if (this.parent) this.tellStep();
  }

  /** Whatever Python does next, it does it at the step that is shown; a step that a control leads to is its own. */
  tellStep() {
    if (!this.data.in_lockstep) this.deferred.flush();
  }

  // ---- what Python gives

  loadDocument(data: StageData) {
    const { document, network } = data;
    if (!document || !network) return;
    this.documents?.flush();
    this.hint.show(data.hint ?? '');
    this.hint.hide(data.step > 0);
    const { document: before, selection: { id: chosen } } = this;
    const next = new Document(document);
    const goesOn = Boolean(data.expandable) && next.goesOnFrom(before);
    this.part.load(data.part);
    this.take(next, network, goesOn);
    this.unfitted = !goesOn;
    const marked = data.part?.selection ?? (goesOn ? chosen : undefined);
    if (marked !== undefined && next.nodes.has(marked)) this.selection.choose(marked);
    this.documents?.loaded(data, before?.history());
  }

  /** A document that goes on where the one before ended changes nothing in the view. */
  take(document: Document, network: NetworkParts, goesOn = false) {
    this.store.open(document);
    const first = !this.canvas.network;
    this.replay.drop();
    this.picture.load(network, goesOn);
    if (first) this.wire(this.canvas.network);
    this.canvas.network.setOptions({ interaction: { dragNodes: this.editable } });
  }

  wire(network: VisNetwork) {
    this.guides.wire(network);
    this.gestures.wire(network);
  }

  loadTrace(data: StageData) {
    this.replay.load(data);
    if (!data.trace) return;
    this.expander.wait();
    if (this.unfitted && data.trace.discovery) this.fit(); // to what is there
    this.unfitted = false;
  }

  /** More of the trace that is shown. */
  receive(data: StageData) {
    this.replay.receive(data);
  }

  acknowledged() {
    this.showSaved();
  }

  // ---- what the browser keeps

  isKept() {
    return Boolean(this.documents?.isKept);
  }

  changes() {
    return this.documents?.changes;
  }

  opening() {
    const { documents, store } = this;
    return documents &&
      { title: documents.title, step: store.step.value, edited: documents.isEdited, own: documents.own };
  }

  /** A document that the browser has kept; Python hears of it, and runs from the step where it was left. */
  open(stored: Document, how: Opening) {
    this.part.load(undefined);
    this.take(stored, networkOf(stored));
    this.replay.clear();
    this.root.classList.remove('stale');
    this.hint.show('');
    this.python.open(how);
    this.showProblems([]);
    this.showSaved();
  }

  finish() {
    this.inspector.takeAll();
    this.tables.take();
    this.title.take();
    this.textView.apply();
    this.textView.remember();
  }

  renamed() {
    this.title.show();
  }

  // ---- what any part may have done

  // The player, or the control that steps this stage and others in lock-step.
  get stepper() {
    return this.leader?.player ?? this.player;
  }

  step(key: string) {
    return (this.data.transport !== false || Boolean(this.data.in_lockstep)) && this.stepper.key(key);
  }

  goTo(step: number) {
    this.stepper.pause();
    if (this.leader) this.leader.goTo(this, step);
    else this.player.go(step);
  }

  choose(id: string) {
    if (this.document.nodes.has(id)) this.selection.choose(id, true);
    else this.expander.ask('reveal', id);
  }

  // ---- what is said beside the canvas

  showSaved() {
    this.find('.saved').textContent = this.expander.words || (this.python.sender.isAnswered ? '' : 'applying…');
  }

  // Lecture mode began or ended, or the page of the stage came.
  lectured() {
    this.root.classList.toggle('lecture', isLecture());
    this.find('[data-tool=lecture]').setAttribute('aria-pressed', `${isLecture()}`);
    if (this.frames) this.deferred.panel();
  }

  fit() {
    this.canvas.fit();
  }

  showProblems(list: ProblemData[]) {
    this.store.problems.value = { list, more: this.data.moreProblems };
  }

  say(text: string, tone?: Tone) {
    this.store.say(text, tone);
  }

  focus() {
    giveKeysBack(this.root);
  }
}

const networkOf = ({ nodes, moves }: Document): NetworkParts => ({
  nodes: [...nodes.keys()].map((id) => ({ id })),
  edges: [...moves].map(([id, [from, to]]) => ({ id, from, to })),
  options: {},
});
