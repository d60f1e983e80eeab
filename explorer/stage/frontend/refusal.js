// What the canvas says where the chosen algorithm cannot run: why, and buttons for what would help.
import { h } from './dom.js';

/**
 * @import { RefusalData } from './messages.d.ts'
 */

export class Refusal {
  /** @type {string} */
  shown = '';

  /**
   * @param {HTMLElement} element
   * @param {{ help: (remedy: string) => void }} tools called with the name of what the user chose
   */
  constructor(element, { help }) {
    this.element = element;
    this.help = help;
  }

  /**
   * True if it says something else than before.
   * @param {RefusalData | null | undefined} data
   */
  show(data) {
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

  /** @param {RefusalData} data */
  parts({ title, message, remedies }) {
    const buttons = remedies.map(({ name, title: textContent }) => {
      const button = h('button', { type: 'button', textContent });
      button.addEventListener('click', () => this.help(name));
      return button;
    });
    return [h('b', { textContent: title }), h('span', { textContent: message }), h('div', {}, ...buttons)];
  }
}
