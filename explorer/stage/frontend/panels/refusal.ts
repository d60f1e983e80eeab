// What the canvas says where the chosen algorithm cannot run: why, and buttons for what would help.
import { h } from '../page/dom.ts';
import type { RefusalData } from '../messages.ts';

export class Refusal {
  shown = '';

  help: (remedy: string) => void;

  /** @param tools called with the name of what the user chose */
  constructor(readonly element: HTMLElement, { help }: { help: (remedy: string) => void }) {
    this.help = help;
  }

  /** True if it says something else than before. */
  show(data: RefusalData | null | undefined) {
    const key = data ? JSON.stringify(data) : '';
    if (key === this.shown) return false; // a button that is being pressed stays
    this.shown = key;
    this.element.hidden = !data;
    this.element.replaceChildren(...(data ? this.parts(data) : []));
    return true;
  }

  /** How much of the view it covers from above, in px. */
  get bottom() {
    return this.element.offsetTop + this.element.offsetHeight;
  }

  parts({ title, message, remedies }: RefusalData) {
    const buttons = remedies.map(({ name, title: textContent }) => {
      const button = h('button', { type: 'button', textContent });
      button.addEventListener('click', () => this.help(name));
      return button;
    });
    return [h('b', { textContent: title }), h('span', { textContent: message }), h('div', {}, ...buttons)];
  }
}
