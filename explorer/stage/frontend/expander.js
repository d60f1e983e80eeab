// Asks Python to expand an open node or to show hidden successors of a node, where the stage is for that.
import { newNumber } from './courier.js';

/**
 * @import { Part } from './shown_part.js'
 * @import { Looks } from './looks.js'
 * @import { ExpandMessage, Wish } from './messages.d.ts'
 */

const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click
const PATIENCE = 5000; // ms

/**
 * What the expander needs.
 * @typedef {object} Needs
 * @property {() => boolean} isExpandable whether the stage is for that
 * @property {Looks} looks
 * @property {() => Part} part
 * @property {() => { epoch: string, seq: number, step: number }} position where the stage stands
 * @property {(message: ExpandMessage) => void} send to Python
 * @property {() => void} changed called when there is something else to say of what is waited for
 */

export class Expander {
  /** @type {string | undefined} */
  waiting;
  /** @type {string | undefined} */
  asked;
  /** @type {number} */
  askedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  patience;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
  }

  /** @param {string | undefined} id */
  canExpand(id) {
    const { isExpandable, looks, part } = this.needs;
    if (!isExpandable() || id === undefined) return false;
    return part().there ? part().hiddenOf(id) > 0 : looks.isOpen(id);
  }

  /**
   * What a click does, in words.
   * @param {string | undefined} id
   */
  hint(id) {
    if (id === undefined || !this.canExpand(id)) return '';
    const count = this.needs.part().hiddenOf(id);
    if (!count) return 'Click to expand';
    return `${count} ${count === 1 ? 'successor is' : 'successors are'} not shown: click to show more`;
  }

  /**
   * True if the node is expanded on demand.
   * @param {string | undefined} id
   */
  expand(id) {
    const now = performance.now();
    if (id === undefined || !this.canExpand(id)) return false;
    if (id === this.asked && now - this.askedAt < ONCE_WITHIN) return true;
    this.asked = id;
    this.askedAt = now;
    this.send('open', id);
    return true;
  }

  /**
   * @param {Wish} what
   * @param {string} id
   */
  send(what, id) {
    const { position, send } = this.needs;
    const number = newNumber();
    send({ id, what, ...position(), number });
    this.wait(id);
  }

  /**
   * Until the answer comes, the stage says what it waits for.
   * @param {string} [id]
   */
  wait(id) {
    clearTimeout(this.patience);
    this.waiting = id;
    if (id !== undefined) {
      this.patience = setTimeout(() => {
        this.wait();
        this.needs.changed();
      }, PATIENCE);
    }
    this.needs.changed();
  }

  /** @returns {string} */
  get words() {
    if (this.waiting === undefined) return '';
    return this.needs.part().there
      ? 'changing what is shown…'
      : `expanding ${this.needs.looks.document.nodes.get(this.waiting)?.label ?? this.waiting}…`;
  }
}
