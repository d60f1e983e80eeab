// The tools of the stage: what is drawn, found, typed and shared by hand, and the gestures, keys and menus for it.
import { Editor } from './editor.ts';
import { Finder } from './finder.ts';
import { Gestures } from './gestures.ts';
import { Guides } from './guides.ts';
import { Help } from '../panels/help.ts';
import { Inspector } from './inspector.ts';
import { Keys } from './key_dispatch.ts';
import { toggleLecture } from '../page/lecture.ts';
import { Menus } from './menus.ts';
import { MoveEnds } from './move_ends.ts';
import { Palette } from './shape_palette.ts';
import { Pan } from './pan.ts';
import { Share } from '../panels/share.ts';
import { TextView } from '../panels/text_view.ts';
import type { Expander } from './expander.ts';
import type { AskMessage } from '../messages.ts';
import type { Part } from '../draw/shown_part.ts';
import type { Picker } from './picker.ts';
import type { Picture } from '../draw/picture.ts';
import type { Player } from '../player/player.ts';
import type { Replay } from '../player/replay.ts';
import type { Selection } from './selection.ts';
import type { Find } from '../page/types.ts';
import type { Place } from '../model/types.ts';
import type { VisNetwork } from '../draw/vis_network.ts';
import type { Why } from '../panels/why.ts';
import { listen, type Store } from '../store.ts';

/** What the tools need. */
interface Needs {
  find: Find;
  root: HTMLElement; // of the stage
  picture: Picture;
  selection: Selection;
  part: Part;
  expander: Expander;
  picker: Picker;
  why: Why;
  replay: Replay;
  store: Store;
  stepper: () => Player; // what steps
  layouts: () => Record<string, string>; // with their titles
  isAnswered: () => boolean; // whether Python has what is drawn
  flush: () => void; // tells Python now
  togglePanel: () => void;
  ask: (question: Pick<AskMessage, 'what' | 'layout' | 'ids' | 'pinned'>) => void;
  closed: () => void; // called when the keys belong to the canvas again
}

export class Tools {
  editor: Editor;
  menus: Menus;
  gestures: Gestures;
  tipped: { id: string; at: Place } | undefined; // the node that the pointer is on, and where it is there
  finder: Finder;

  inspector: Inspector;
  keys: Keys;
  guides: Guides;
  help: Help;
  textView: TextView;
  share: Share;

  constructor(readonly needs: Needs) {
    const { find, store, closed } = needs;
    const { canvas } = needs.picture;
    this.inspector = new Inspector(find('.inspector'), {
      store,
      closed,
      canAsk: () => needs.why.isThere,
      ask: (id) => needs.why.ask(id),
    });
    this.editor = this.makeEditor();
    this.menus = this.makeMenus();
    this.keys = new Keys({
      root: needs.root,
      isMounted: () => store.isHere,
      isPrimary: () => needs.store.data.value.primary,
      draw: (event, mayEdit) => this.editor.key(event, mayEdit),
      step: (key) => this.step(key),
    });
    new Pan({
      canvas,
      areKeysFor: (event) => this.keys.areFor(event),
      tapped: () => this.step(' '),
    });
    new Palette({ toolbar: find('.toolbar.edit'), canvas, editor: this.editor });
    const ends = new MoveEnds({ canvas, store, editor: this.editor });
    canvas.drawOver = (ctx) => ends.draw(ctx);
    this.guides = new Guides(needs.picture.looks, store);
    this.gestures = this.makeGestures(); // after the other drags: they take what is left
    this.finder = this.makeFinder();
    this.help = new Help(find('.help') as HTMLDialogElement, { kinds: () => store.document.value.kinds, closed });
    this.textView = new TextView(find('.text'), { store, changed: () => needs.picture.showAll(), closed });
    this.share = new Share(find('.share') as HTMLDialogElement, {
      store,
      flush: needs.flush,
      isAnswered: () => needs.isAnswered() && needs.store.data.value.endless.number === needs.replay.endless.number,
      closed,
    });
    listen(store.edit, () => this.showKinds());
  }

  makeEditor() {
    const { store, picture, part, expander, picker, why, replay } = this.needs;
    const { canvas, looks, insets } = picture;
    return new Editor({
      store,
      canvas,
      selection: this.needs.selection,
      inspector: this.inspector,
      view: {
        part,
        expander,
        picker,
        why,
        connectFrom: (id) => {
          this.gestures.source = id;
          store.say('Now the node to which the move goes.', 'note');
        },
        fit: () => canvas.fit(),
        find: (wanted) => this.finder.open(wanted),
        zoom: (by) => canvas.zoom(by),
        openMenu: () => this.menus.openForChosen(),
        toggleText: () => this.textView.toggle(),
        setEndless: () => replay.endless.focus(),
        hasEndless: () => !replay.endless.element.hidden,
        showNumbers: (on) => picture.showNumbers(on),
        help: () => this.help.open(),
        togglePanel: this.needs.togglePanel,
        lecture: () => toggleLecture(),
      },
      nodes: () => looks.nodes,
      covered: () => insets.inset,
      hideTip: () => this.tip(),
      showAll: () => picture.showAll(),
      ask: this.needs.ask,
    });
  }

  makeMenus() {
    const { find, root, picture, store, selection, layouts, closed } = this.needs;
    return new Menus({
      element: find('.menu'),
      root,
      view: find('.view'),
      canvas: picture.canvas,
      editor: this.editor,
      store,
      select: (id) => selection.choose(id),
      share: () => this.share.entries(),
      layouts,
      hideTip: () => this.tip(),
      closed,
    });
  }

  makeGestures() {
    const { picture, store, selection, part, expander, picker, replay, closed } = this.needs;
    return new Gestures({
      canvas: picture.canvas,
      store,
      nodes: () => picture.looks.nodes,
      editor: this.editor,
      selection,
      inspector: this.inspector,
      menus: this.menus,
      part,
      expander,
      picker: { pick: (id) => replay.asking.pick(id) || picker.pick(id) },
      tip: (id, at) => this.tip(id, at),
      focus: closed,
      keys: this.keys,
    });
  }

  makeFinder() {
    const { find, picture, selection, part, closed } = this.needs;
    return new Finder(find('.finder'), {
      names: () => picture.looks.nodes.map(({ id, label }) => [id, label ?? id]),
      found: (id) => {
        closed();
        selection.choose(id, true);
      },
      isPart: () => part.there,
      seek: (text) => {
        closed();
        part.ask('find', text);
      },
      closed,
    });
  }

  /** Wired once the network exists. */
  wire(network: VisNetwork) {
    this.guides.wire(network);
    this.gestures.wire(network);
  }

  /** True if the key was one of the player's, where there is one. */
  step(key: string) {
    return this.needs.store.data.value.transport !== false && this.needs.stepper().key(key);
  }

  // The kinds that can be drawn depend on the convention.
  showKinds() {
    this.editor.begin();
    for (const kind of (['max', 'min', 'mover'] as const)) {
      this.needs.find(`[data-tool=${kind}]`).hidden = !this.needs.store.document.value.kinds.includes(kind);
    }
  }

  /** What the pointer is on, in words. */
  tip(id?: string, at?: Place) {
    this.tipped = id === undefined || !at ? undefined : { id, at };
    this.showTip();
  }

  // As it is now: a step or an edit changes what there is to say, and the view moves.
  showTip() {
    const { find, picker, expander, picture } = this.needs;
    const { canvas, looks } = picture;
    const tip = find('.tip');
    tip.hidden = !this.tipped || !this.inspector.element.hidden || canvas.nodeAt(this.tipped.at) !== this.tipped.id;
    if (tip.hidden || !this.tipped) return;
    const { id, at } = this.tipped;
    const offer = picker.canPick(id) ? 'Click to play' : expander.hint(id);
    tip.textContent = [looks.describe(id), offer].filter(Boolean).join(' · ');
    tip.style.left = `${Math.min(at.x + 14, canvas.element.clientWidth - 260)}px`;
    tip.style.top = `${at.y + 18}px`;
  }
}
