// What is wrong with the graph: a list that jumps to the nodes.
import { h } from './dom.js';

/**
 * @import { ProblemData } from './messages.d.ts'
 */

export class Problems {
  /** @type {HTMLElement} */
  element;
  /** @type {(id: string) => void} */
  select;

  /**
   * @param {HTMLElement} element
   * @param {{ select: (id: string) => void }} tools
   */
  constructor(element, { select }) {
    this.element = element;
    this.select = select;
  }

  /**
   * Errors in the open, notes folded away; `more` problems are counted only.
   * @param {ProblemData[]} problems
   * @param {number | undefined} more
   */
  show(problems, more) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const notes = problems.filter((each) => !errors.includes(each));
    const summary = h('summary', { textContent: notes.length === 1 ? '1 note' : `${notes.length} notes` });
    this.element.hidden = !problems.length;
    this.element.classList.toggle('errors', errors.length > 0);
    this.element.replaceChildren(
      ...(errors.length ? [this.list(errors)] : []),
      ...(notes.length ? [h('details', {}, summary, this.list(notes))] : []),
      ...(more ? [`… and ${more.toLocaleString('en')} more`] : []),
    );
  }

  /** @param {ProblemData[]} problems */
  list(problems) {
    return h(
      'ul',
      {},
      ...problems.map(({ message, severity, node }) => {
        const item = h('li', { className: severity, textContent: message });
        if (node !== null) item.addEventListener('click', () => this.select(node));
        return item;
      }),
    );
  }
}
