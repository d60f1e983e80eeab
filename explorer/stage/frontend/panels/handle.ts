// The handle of the panel, which hides it and brings it back.
import { isLecture, watchLecture } from '../page/lecture.ts';
import { partsOf } from '../page/dom.ts';
import { listen, type Store } from '../store.ts';
import type { StageData } from '../messages.ts';
import type { Why } from './why.tsx';

const [PHONE, ROOMY] = [640, 1100]; // px: windows with room for one of canvas and panel, or not for both

export class Handle {
  element: HTMLElement;

  /** @param root of the stage */
  constructor(readonly root: HTMLElement, readonly store: Store, readonly why: Why) {
    this.element = partsOf(root)('.handle');
    for (const source of [store.data, store.isPanelHidden, store.parent]) listen<unknown>(source, () => this.show());
    addEventListener('resize', () => store.isHere && this.show());
    watchLecture(() => this.show());
    this.element.addEventListener('click', () => this.toggle());
  }

  /** As the user wants it; else the panel is hidden where the canvas needs the room. */
  get isHidden() {
    const { data, isPanelHidden } = this.store;
    const least = data.value.in_lockstep || isLecture() ? PHONE : ROOMY;
    return isPanelHidden.value ?? innerWidth <= least;
  }

  toggle() {
    const { root, store, why } = this;
    const isExplained = Boolean(why.answer.value); // for which the panel is there
    const isHidden = isExplained || !root.classList.contains('no-panel');
    if (isExplained) why.close();
    store.isPanelHidden.value = isHidden;
  }

  show() {
    const data = this.store.data.value as StageData | undefined;
    if (!data) return;
    this.root.classList.toggle('no-panel', data.panel === false || this.isHidden);
    this.element.ariaExpanded = `${!this.isHidden}`;
  }
}
