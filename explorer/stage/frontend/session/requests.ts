// Requests to Python, repeated until they are answered: a message that comes with another one may be lost.
import type { Timer } from '../page/types.ts';

const AGAIN_AFTER = 2000; // ms

/** Names a message, so that Python takes it once; a value equal to the last would not even be sent. */
export const newId = () =>
  globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export class Request {
  timer: Timer | undefined;

  /** Sends it again and again, each time later: the answer may take long, and a new message ends the work on it. */
  repeat(send: () => void, patience: number = AGAIN_AFTER) {
    this.end();
    this.timer = setTimeout(() => this.repeat(send, 2 * patience), patience);
    send();
  }

  end() {
    clearTimeout(this.timer);
  }
}
