// Brings every revision of the document to Python: coalesced, and again until it is answered.
import { signal } from '../store.ts';
import type { Delivery } from './types.ts';
import type { Timer } from '../page/types.ts';

const SEND_AFTER = 50;
const RESEND_AFTER = 3000;
const LONGEST_PATIENCE = 60000; // ms

export class DocumentSender {
  rev = 0;
  ack = 0; // the last revision that Python has
  ordersDone = 0;
  dirty = false;
  timer: Timer | undefined;
  waiting: Timer | undefined;
  patience = 0;

  send: (message: Delivery) => void;
  isHere: () => boolean;

  /** `send` takes { epoch, rev, document }; `isHere` tells whether the page is mounted. */
  constructor(
    { send, isHere }: { send: (message: Delivery) => void; isHere: () => boolean },
    readonly named = signal<string | null>(null),
  ) {
    this.send = send;
    this.isHere = isHere;
  }

  get epoch() {
    return this.named.value;
  }

  /** Python gave a document of its own. */
  begin(epoch: string, ack: number) {
    this.named.value = epoch;
    this.rev = ack;
    this.ack = ack;
    this.ordersDone = 0;
    this.dirty = false;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** The server was restarted: it has nothing, we have the user's work, and it goes there under the new epoch. */
  adopt(epoch: string, ack: number) {
    this.named.value = epoch;
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

  acknowledge(ack: number) {
    this.ack = ack;
    if (ack < this.rev && !this.timer && !this.waiting) this.later(); // sent while the page was away
  }
}
