// Undo and redo: what each edit changed, small enough to be kept in the browser.
import type { Difference, Merging, Snapshot, Steps, Stretch } from './types.ts';

const DEPTH = 500;

export class History {
  last: { merge?: string; at: number; before: Snapshot; step: Difference | undefined } | undefined;

  done: Difference[];
  undone: Difference[];

  constructor({ done, undone }: Steps = { done: [], undone: [] }) {
    this.done = done;
    this.undone = undone;
  }

  /** Notes what an edit changed; false if nothing. Edits with the same `merge`, `within` so many ms, are one. */
  note(before: Snapshot, after: Snapshot, { merge, within }: Merging = {}) {
    if (!difference(before, after)) return false;
    const { last } = this;
    const now = performance.now();
    const joins = merge !== undefined && last?.merge === merge && now - last.at < (within ?? 0) &&
      this.done.at(-1) === last.step;
    if (joins) this.done.pop();
    const start = joins ? last.before : before;
    const step = difference(start, after);
    this.last = { merge, at: now, before: start, step };
    this.undone = [];
    if (step) this.done.push(step);
    if (this.done.length > DEPTH) this.done.shift();
    return true;
  }

  /** The snapshot before the last edit, or after the one that was undone last; undefined if there is none. */
  undo(now: Snapshot) {
    return walk(this.done, this.undone, now, 'new', 'old');
  }
  redo(now: Snapshot) {
    return walk(this.undone, this.done, now, 'old', 'new');
  }

  /** The document is called otherwise from now on, in all that can be undone and redone, too. */
  rename(name: string) {
    const renamed: (step: Difference) => Difference = (step) =>
      step.meta ? { ...step, meta: { old: { ...step.meta.old, name }, new: { ...step.meta.new, name } } } : step;
    this.done = this.done.map(renamed);
    this.undone = this.undone.map(renamed);
    this.last = undefined;
  }

  data(): Steps {
    return { done: this.done, undone: this.undone };
  }
}

function walk(
  from: Difference[],
  to: Difference[],
  { meta, nodes, moves }: Snapshot,
  here: 'old' | 'new',
  there: 'old' | 'new',
): Snapshot | undefined {
  const step = from.pop();
  if (!step) return undefined;
  to.push(step);
  const changed = <Item>(list: Item[], change: Stretch<Item> | undefined) => {
    if (change) list.splice(change.at, change[here].length, ...change[there]);
    return list;
  };
  return {
    meta: step.meta ? step.meta[there] : meta,
    nodes: changed(nodes, step.nodes),
    moves: changed(moves, step.moves),
  };
}

/**
 * What an edit changed, undefined if nothing: of nodes and of moves the stretch between the first and the last
 * difference. Records are replaced, never changed in place, so it is enough to compare which ones they are.
 */
function difference(before: Snapshot, after: Snapshot): Difference | undefined {
  const nodes = stretch(before.nodes, after.nodes);
  const moves = stretch(before.moves, after.moves);
  const meta = before.meta === after.meta ? undefined : { old: before.meta, new: after.meta };
  return nodes || moves || meta ? { nodes, moves, meta } : undefined;
}

function stretch<Item>(before: Item[], after: Item[]): Stretch<Item> | undefined {
  let at = 0;
  let end = 0;
  const least = Math.min(before.length, after.length);
  while (at < least && before[at] === after[at]) at++;
  while (end < least - at && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  if (at === before.length && at === after.length) return undefined;
  return { at, old: before.slice(at, before.length - end), new: after.slice(at, after.length - end) };
}
