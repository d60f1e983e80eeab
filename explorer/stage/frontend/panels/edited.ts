// What the last edit changed: a line under the canvas, marks on the nodes, and a way to see before and after.
import { h } from '../page/dom.ts';
import type { EditedData } from '../messages.ts';

/** What the line needs. */
interface Needs {
  mark: (nodes: Set<string>) => void;
  compare: () => void; // opens before and after side by side
}

export class Edited {
  shown: string | undefined; // what is shown

  constructor(readonly element: HTMLElement, readonly needs: Needs) {}

  take(data: EditedData | null | undefined) {
    const shown = JSON.stringify(data ?? null);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.hidden = !data;
    this.needs.mark(new Set(data?.nodes));
    if (!data) return;
    const button = h('button', { type: 'button', textContent: 'Compare before and after' });
    button.addEventListener('click', () => this.needs.compare());
    this.element.replaceChildren(h('span', { textContent: data.text }), ...(data.nodes.length ? [button] : []));
  }
}
