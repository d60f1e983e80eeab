// Asks Python to expand an open node or to show hidden successors of a node, where the stage is for that.
import { newId } from '../session/requests.ts';
import type { Part } from '../draw/canvas/shown_part.ts';
import type { NodeLooks } from '../draw/node/node_looks.ts';
import type { Wish } from '../messages.ts';
import type { Store } from '../store.ts';

const ONCE_WITHIN = 1000; // ms in which a second click on a node is the end of a double click
const PATIENCE = 5000; // ms

export class Expander {
  lastNode: string | undefined;
  expandedAt = 0;
  patience: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly store: Store, readonly looks: NodeLooks, readonly part: Part) {}

  /** The node for which the stage waits. */
  get waiting() {
    return this.store.awaited.value;
  }

  canExpand(id: string | undefined) {
    const { looks, part, store } = this;
    if (!store.data.value?.expandable || id === undefined) return false;
    return part.there ? part.hiddenOf(id) > 0 : looks.isOpen(id);
  }

  /** Return the effect of a click, in words. */
  hint(id: string | undefined) {
    if (id === undefined || !this.canExpand(id)) return '';
    const count = this.part.hiddenOf(id);
    if (!count) return 'Click to expand';
    return `${count} ${count === 1 ? 'successor is' : 'successors are'} not shown: click to show more`;
  }

  /** True if the node is expanded on demand. */
  expand(id: string | undefined) {
    const now = performance.now();
    if (id === undefined || !this.canExpand(id)) return false;
    if (id === this.lastNode && now - this.expandedAt < ONCE_WITHIN) return true;
    this.lastNode = id;
    this.expandedAt = now;
    this.send('open', id);
    return true;
  }

  /**
   * Ask Python to change the part of a graph on screen: that hidden successors of a node are shown ("open") or
   * those that were opened hidden ("fold"), that a hidden node is shown ("reveal"), what is around a node ("centre"),
   * or around the one that a text names ("find").
   */
  ask(what: Wish, id: string) {
    if (this.part.there) this.send(what, id);
  }

  send(what: Wish, id: string) {
    const { store } = this;
    const number = newId();
    store.actions.send('expand', { id, what, ...store.versions, step: store.step.value, number });
    store.pointed.value = undefined;
    this.wait(id);
  }

  /** Until the answer comes, the stage says what it waits for. */
  wait(id?: string) {
    clearTimeout(this.patience);
    this.store.awaited.value = id;
    if (id !== undefined) this.patience = setTimeout(() => this.wait(), PATIENCE);
  }

  get words(): string {
    if (this.waiting === undefined) return '';
    return this.part.there
      ? 'changing what is shown…'
      : `expanding ${this.looks.document.nodes.get(this.waiting)?.label ?? this.waiting}…`;
  }
}
