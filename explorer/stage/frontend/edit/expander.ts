// Asks Python to expand an open node or to show hidden successors of a node, where the stage is for that.
import { newNumber } from '../session/courier.ts';
import type { Part } from '../draw/shown_part.ts';
import type { Looks } from '../draw/looks.ts';
import type { ExpandMessage, Wish } from '../messages.ts';
import type { Store } from '../store.ts';

const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click
const PATIENCE = 5000; // ms

/** What the expander needs. */
interface Needs {
  store: Store;
  looks: Looks;
  part: () => Part;
  send: (message: ExpandMessage) => void; // to Python
  changed: () => void; // called when there is something else to say of what is waited for
}

export class Expander {
  waiting: string | undefined;
  asked: string | undefined;
  askedAt = 0;
  patience: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly needs: Needs) {}

  canExpand(id: string | undefined) {
    const { looks, part, store } = this.needs;
    if (!store.data.value?.expandable || id === undefined) return false;
    return part().there ? part().hiddenOf(id) > 0 : looks.isOpen(id);
  }

  /** What a click does, in words. */
  hint(id: string | undefined) {
    if (id === undefined || !this.canExpand(id)) return '';
    const count = this.needs.part().hiddenOf(id);
    if (!count) return 'Click to expand';
    return `${count} ${count === 1 ? 'successor is' : 'successors are'} not shown: click to show more`;
  }

  /** True if the node is expanded on demand. */
  expand(id: string | undefined) {
    const now = performance.now();
    if (id === undefined || !this.canExpand(id)) return false;
    if (id === this.asked && now - this.askedAt < ONCE_WITHIN) return true;
    this.asked = id;
    this.askedAt = now;
    this.send('open', id);
    return true;
  }

  send(what: Wish, id: string) {
    const { send, store } = this.needs;
    const number = newNumber();
    send({ id, what, ...store.shown, step: store.step.value, number });
    this.wait(id);
  }

  /** Until the answer comes, the stage says what it waits for. */
  wait(id?: string) {
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

  get words(): string {
    if (this.waiting === undefined) return '';
    return this.needs.part().there
      ? 'changing what is shown…'
      : `expanding ${this.needs.looks.document.nodes.get(this.waiting)?.label ?? this.waiting}…`;
  }
}
