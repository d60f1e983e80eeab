// Brings every revision of the document to Python: coalesced, and again until it is answered.

/**
 * @import { Delivery, Timer } from './types.d.ts'
 */

const SEND_AFTER = 50;
const RESEND_AFTER = 3000;
const LONGEST_PATIENCE = 60000; // ms

export class Courier {
  /** @type {string | null} */
  epoch;
  /** @type {number} */
  rev = 0;
  /** @type {number} the last revision that Python has */
  ack = 0;
  /** @type {number} */
  ordersDone = 0;
  /** @type {boolean} */
  dirty = false;
  /** @type {Timer | undefined} */
  timer;
  /** @type {Timer | undefined} */
  waiting;
  /** @type {number} */
  patience = 0;

  /**
   * `send` takes { epoch, rev, document }; `isHere` tells whether the page is mounted.
   * @param {{ send: (message: Delivery) => void, isHere: () => boolean }} tools
   */
  constructor({ send, isHere }) {
    this.send = send;
    this.isHere = isHere;
    this.epoch = null;
  }

  /**
   * Python gave a document of its own.
   * @param {string} epoch
   * @param {number} ack
   */
  begin(epoch, ack) {
    this.epoch = epoch;
    this.rev = ack;
    this.ack = ack;
    this.ordersDone = 0;
    this.dirty = false;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /**
   * The server was restarted: it has nothing, we have the user's work, and it goes there under the new epoch.
   * @param {string} epoch
   * @param {number} ack
   */
  adopt(epoch, ack) {
    this.epoch = epoch;
    this.rev = ack + 1;
    this.ack = ack;
    this.ordersDone = 0;
    this.later();
  }

  edited() {
    this.rev++;
    this.dirty = true;
    this.later();
  }

  get isAnswered() {
    return !this.dirty || this.ack === this.rev;
  }

  later() {
    this.timer ??= setTimeout(() => this.flush(), SEND_AFTER);
  }

  flush() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.patience = RESEND_AFTER;
    this.deliver();
  }

  // A message sent while the server was away is gone; but one that comes while a long run is under way starts it
  // anew, so patience grows.
  deliver() {
    this.send({ epoch: this.epoch ?? '', rev: this.rev, ordersDone: this.ordersDone });
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      if (this.ack >= this.rev || !this.isHere()) return;
      this.patience = Math.min(2 * this.patience, LONGEST_PATIENCE);
      this.deliver();
    }, this.patience);
  }

  /** @param {number} ack */
  acknowledge(ack) {
    this.ack = ack;
    if (ack < this.rev && !this.timer && !this.waiting) this.later(); // sent while the page was away
  }
}

// Of a message: a value equal to the last would not be sent.
export const newNumber = () => `${performance.now()}/${Math.random()}`;
