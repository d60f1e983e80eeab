// The tools of the stage: what is drawn, found and typed by hand, and the gestures, keys and menus for it.
import { Editor } from './editor.ts';
import { Expander } from './expander.ts';
import { Finder } from './finder.ts';
import { Gestures } from './gestures.ts';
import { Guides } from './guides.ts';
import { Inspector } from './inspector.ts';
import { Keys } from './key_dispatch.ts';
import { focusedBeside, giveKeysBack, partsOf } from '../page/dom.ts';
import { toggleLecture } from '../page/lecture.ts';
import { Menus } from './menus.ts';
import { MoveEnds } from './move_ends.ts';
import { Palette } from './shape_palette.ts';
import { Pan } from './pan.ts';
import { Picker } from './picker.ts';
import { Tip } from './tip.ts';
import type { Help } from '../panels/help.ts';
import type { Picture } from '../draw/picture.ts';
import type { Replay } from '../player/replay.ts';
import type { Selection } from './selection.ts';
import type { Share } from '../panels/share.ts';
import type { PythonLink } from '../session/python_link.ts';
import type { TextView } from '../panels/text_view.ts';
import type { Find } from '../page/types.ts';
import type { View } from './shortcuts.ts';
import type { VisNetwork } from '../draw/vis_network.ts';
import type { Why } from '../panels/why.ts';
import { effect, listen, type Store } from '../store.ts';

/** What the tools need. */
interface Needs {
  root: HTMLElement; // of the stage
  store: Store;
  picture: Picture;
  selection: Selection;
  python: PythonLink;
  replay: Replay;
  why: Why;
  help: Help;
  share: Share;
  textView: TextView;
}

export class Tools implements View {
  find: Find;
  expander: Expander;
  picker: Picker;
  inspector: Inspector;
  editor: Editor;
  menus: Menus;
  keys: Keys;
  guides: Guides;
  gestures: Gestures;
  finder: Finder;

  constructor(readonly needs: Needs) {
    const { root, store, picture, selection, python, replay, why, share } = needs;
    const { canvas, part } = picture;
    const find = this.find = partsOf(root);
    const expander = this.expander = new Expander(store, picture.looks, part);
    const picker = this.picker = new Picker(store);
    const inspector = this.inspector = new Inspector(find('.inspector'), { store, why });
    const editor = this.editor = new Editor({ store, picture, selection, inspector, python, view: this });
    const menus = this.menus = new Menus({ root, store, canvas, editor, selection, share });
    const keys = this.keys = new Keys(root, store, editor);
    new Pan({ canvas, keys, store });
    new Palette({ toolbar: find('.toolbar.edit'), canvas, editor });
    canvas.over = new MoveEnds({ canvas, store, editor });
    this.guides = new Guides(picture.looks, store);
    const { asking } = replay;
    // after the other drags: it takes what is left
    this.gestures = new Gestures({
      canvas,
      store,
      editor,
      selection,
      inspector,
      menus,
      part,
      expander,
      picker,
      asking,
      keys,
    });
    this.finder = new Finder(find('.finder'), store, expander);
    new Tip(find('.tip'), { store, canvas, expander, picker, inspector });
    effect(() => this.showHistory(store.undoable.value));
    for (const source of [store.document, store.edit]) listen<unknown>(source, () => this.showKinds());
  }

  // ---- what shortcuts and menus reach besides

  get part() {
    return this.needs.picture.part;
  }
  get picture() {
    return this.needs.picture;
  }
  get canvas() {
    return this.needs.picture.canvas;
  }
  get endless() {
    return this.needs.replay.endless;
  }
  get why() {
    return this.needs.why;
  }
  get help() {
    return this.needs.help;
  }
  get textView() {
    return this.needs.textView;
  }

  togglePanel() {
    this.needs.store.isPanelHidden.value = !this.needs.root.classList.contains('no-panel');
  }

  toggleLecture() {
    toggleLecture();
  }

  /** Wired once the network exists. */
  wire(network: VisNetwork) {
    this.guides.wire(network);
    this.gestures.wire(network);
  }

  // Undo and redo are there when there is something to undo or to redo.
  showHistory(undoable: { undo: boolean; redo: boolean }) {
    for (const name of (['undo', 'redo'] as const)) {
      const tool = this.find(`[data-tool=${name}]`);
      if (!undoable[name] && tool === focusedBeside(tool)) giveKeysBack(tool);
      tool.hidden = !undoable[name];
    }
  }

  // The kinds that can be drawn depend on the convention.
  showKinds() {
    this.editor.begin();
    for (const kind of (['max', 'min', 'mover'] as const)) {
      this.find(`[data-tool=${kind}]`).hidden = !this.needs.store.document.value.kinds.includes(kind);
    }
  }
}
