// What the last edit changed: a line under the canvas, marks on the nodes, and a way to see before and after.
import { button, h } from '../page/dom.ts';
import type { EditedData } from '../messages.ts';
import type { Store } from '../store.ts';
import type { Why } from './why.tsx';

export class Edited {
  shown: string | undefined; // what is shown

  constructor(readonly element: HTMLElement, readonly store: Store, readonly why: Why) {}

  take(data: EditedData | null | undefined) {
    const shown = JSON.stringify(data ?? null);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.hidden = !data;
    this.store.changed.value = new Set(data?.nodes);
    if (!data) return;
    const compare = button('Compare before and after', () => this.why.compare());
    this.element.replaceChildren(h('span', { textContent: data.text }), ...(data.nodes.length ? [compare] : []));
  }
}
