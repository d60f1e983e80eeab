// The topic of the panel, for all its tabs: the step that is shown, the node to tell of, and the parts that they use.
import type { Finder } from '../edit/finder.tsx';
import type { Inspector } from '../edit/inspector.tsx';
import type { Picture } from '../draw/canvas/picture.ts';
import type { Replay } from '../player/replay.ts';
import type { Selection } from '../edit/selection.ts';
import type { Why } from './why.tsx';
import { listen, type Store } from '../store.ts';

/** Parts of the stage that the panel needs. */
export interface Needs {
  store: Store;
  picture: Picture;
  replay: Replay;
  tools: { finder: Finder; inspector: Inspector; selection: Selection; why: Why };
}

export class Topic {
  chosenAt: number | undefined; // the step at which a node was selected last
  rule = ''; // what there is to say of endless play, if anything

  /** @param element of the panel */
  constructor(readonly element: HTMLElement, readonly needs: Needs) {
    listen(needs.store.choice, () => this.chosenAt = this.frames?.at);
  }

  get frames() {
    return this.needs.store.frames.value;
  }
  get document() {
    return this.needs.store.document.value;
  }
  get looks() {
    return this.needs.picture.looks;
  }
  get part() {
    return this.needs.picture.part;
  }

  /** The node to tell of: one selected at this step, else the explained one, the step's, the selected one. */
  get node() {
    const { frames, document, needs: { store, tools } } = this;
    const { value: selected } = store.selected;
    const focus = tools.why.answer.value?.node ?? frames?.focus;
    if (selected !== undefined && this.chosenAt === frames?.at) return selected;
    return focus !== undefined && document.nodes.has(focus) ? focus : selected ?? document.root;
  }

  /** Return the name of a node, visible or not. */
  name(id: string) {
    return this.document.nodes.get(id)?.label || (this.frames?.nameOf(id) ?? id);
  }

  select(id: string) {
    this.needs.store.actions.choose(id);
  }

  goTo(step: number) {
    this.needs.store.actions.goTo(step);
  }

  /** Whether later steps are kept back, since they answer what is asked, or what a class is to find out. */
  get hidesLater() {
    const { frames, needs: { replay } } = this;
    const isOver = frames?.at === (frames?.length ?? 0) - 1;
    return !isOver && replay.player.hides();
  }
}
