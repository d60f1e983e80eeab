// Tells Python which node the user picked, where the stage offers nodes to pick.
import { newNumber } from './courier.js';

/**
 * @import { PickMessage } from './messages.d.ts'
 */

/**
 * What the picker needs.
 * @typedef {object} Needs
 * @property {() => string[]} offered the nodes that can be picked
 * @property {() => { epoch: string, seq: number }} shown names the present document and trace
 * @property {(message: PickMessage) => void} send to Python
 * @property {() => void} picked called when a node was
 */

const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click

export class Picker {
  /** @type {string | undefined} */
  picked;
  /** @type {number} */
  pickedAt = 0;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
  }

  /** @param {string | undefined} id */
  canPick(id) {
    return id !== undefined && this.needs.offered().includes(id);
  }

  /**
   * True if the node is one of those that are offered.
   * @param {string | undefined} id
   */
  pick(id) {
    const { send, shown } = this.needs;
    const now = performance.now();
    if (id === undefined || !this.canPick(id)) return false;
    const picked = `${shown().seq}/${id}`;
    const isSecond = picked === this.picked && now - this.pickedAt < ONCE_WITHIN;
    this.picked = picked;
    this.pickedAt = now;
    if (isSecond) return true;
    send({ id, ...shown(), number: newNumber() });
    this.needs.picked();
    return true;
  }
}
