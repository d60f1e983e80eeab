// Brings every revision of the document to Python: coalesced, and again until it is answered.
const SEND_AFTER = 50, RESEND_AFTER = 3000, LONGEST_PATIENCE = 60000; // ms

export class Courier {
  // `send` takes { epoch, rev, document }; `isHere` tells whether the page is mounted.
  constructor({ send, isHere }) {
    Object.assign(this, { send, isHere, epoch: null, rev: 0, ack: 0, obeyed: 0, dirty: false, timer: null, waiting: null, sendings: 0 });
  }

  // Python gave a document of its own.
  begin(epoch, ack) {
    Object.assign(this, { epoch, rev: ack, ack, obeyed: 0, dirty: false });
    clearTimeout(this.timer);
    this.timer = null;
  }

  // The server was restarted: it has nothing, we have the user's work, and it goes there under the new epoch.
  adopt(epoch, ack) {
    Object.assign(this, { epoch, rev: ack + 1, ack, obeyed: 0 });
    this.later();
  }

  edited() {
    this.rev++;
    this.dirty = true;
    this.later();
  }

  get isAnswered() { return !this.dirty || this.ack === this.rev; }

  later() { this.timer ??= setTimeout(() => this.flush(), SEND_AFTER); }

  flush() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.patience = RESEND_AFTER;
    this.deliver();
  }

  // A message sent while the server was away is gone; but one that comes while a long run is under way starts it anew,
  // so patience grows.
  deliver() {
    this.sendings++; // a value equal to the last would not be sent
    this.send({ epoch: this.epoch, rev: this.rev, obeyed: this.obeyed, sendings: this.sendings });
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.waiting = null;
      if (this.ack >= this.rev || !this.isHere()) return;
      this.patience = Math.min(2 * this.patience, LONGEST_PATIENCE);
      this.deliver();
    }, this.patience);
  }

  acknowledge(ack) {
    this.ack = ack;
    if (ack < this.rev && !this.timer && !this.waiting) this.later(); // sent while the page was away
  }
}
