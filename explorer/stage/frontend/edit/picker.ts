// Tells Python which node the user picked, where the stage offers nodes to pick.
import { newId } from '../session/requests.ts';
import type { Store } from '../store.ts';

const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click

export class Picker {
  pickedAt = 0;

  constructor(readonly store: Store) {}

  canPick(id: string | undefined) {
    return id !== undefined && Boolean(this.store.data.value?.picks?.includes(id));
  }

  /** True if the node is one of those that are offered. */
  pick(id: string | undefined) {
    const { store } = this;
    const now = performance.now();
    if (id === undefined || !this.canPick(id)) return false;
    const picked = `${store.versions.seq}/${id}`;
    const isSecond = picked === store.picked.value && now - this.pickedAt < ONCE_WITHIN;
    store.picked.value = picked;
    this.pickedAt = now;
    if (isSecond) return true;
    store.actions.send('pick', { id, ...store.versions, number: newId() });
    store.pointed.value = undefined;
    return true;
  }
}
