// Tells Python which node the user picked, where the stage offers nodes to pick.
import { newNumber } from '../session/courier.ts';
import type { PickMessage } from '../messages.ts';
import type { Store } from '../store.ts';

/** What the picker needs. */
interface Needs {
  store: Store;
  send: (message: PickMessage) => void; // to Python
  picked: () => void; // called when a node was
}

const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click

export class Picker {
  picked: string | undefined;
  pickedAt = 0;

  constructor(readonly needs: Needs) {}

  canPick(id: string | undefined) {
    return id !== undefined && Boolean(this.needs.store.data.value?.picks?.includes(id));
  }

  /** True if the node is one of those that are offered. */
  pick(id: string | undefined) {
    const { send, store } = this.needs;
    const now = performance.now();
    if (id === undefined || !this.canPick(id)) return false;
    const picked = `${store.shown.seq}/${id}`;
    const isSecond = picked === this.picked && now - this.pickedAt < ONCE_WITHIN;
    this.picked = picked;
    this.pickedAt = now;
    if (isSecond) return true;
    send({ id, ...store.shown, number: newNumber() });
    this.needs.picked();
    return true;
  }
}
