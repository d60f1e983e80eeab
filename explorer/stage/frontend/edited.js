// What the last edit changed: a line under the canvas, marks on the nodes, and a way to see before and after.
import { h } from './dom.js';

/**
 * @import { EditedData } from './messages.d.ts'
 */

/**
 * What the line needs.
 * @typedef {object} Needs
 * @property {(nodes: Set<string>) => void} mark
 * @property {() => void} compare opens before and after side by side
 */

export class Edited {
  /** @type {string | undefined} what is shown */
  shown;

  /**
   * @param {HTMLElement} element
   * @param {Needs} needs
   */
  constructor(element, needs) {
    this.element = element;
    this.needs = needs;
  }

  /** @param {EditedData | null | undefined} data */
  take(data) {
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
