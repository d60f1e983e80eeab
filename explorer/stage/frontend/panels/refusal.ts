// What the canvas says where the chosen algorithm cannot run: why, and buttons for what would help.
import { button, h } from '../page/dom.ts';
import { newId } from '../session/requests.ts';
import type { Store } from '../store.ts';
import type { RefusalData } from '../messages.ts';

export class Refusal {
  shown = '';

  constructor(readonly element: HTMLElement, readonly store: Store) {}

  /** True if it says something else than before. */
  show(data: RefusalData | null | undefined) {
    const key = data ? JSON.stringify(data) : '';
    if (key === this.shown) return false; // a button that is being pressed stays
    this.shown = key;
    this.element.hidden = !data;
    this.element.replaceChildren(...(data ? this.parts(data) : []));
    return true;
  }

  parts({ title, message, remedies }: RefusalData) {
    const buttons = remedies.map(({ name, title: words }) => button(words, () => this.help(name)));
    return [h('b', { textContent: title }), h('span', { textContent: message }), h('div', {}, ...buttons)];
  }

  /** What the user chose is done by Python. */
  help(name: string) {
    const { actions, shown } = this.store;
    actions.send('remedy', { name, ...shown, number: newId() });
  }
}
