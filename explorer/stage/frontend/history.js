// Undo and redo: what each edit changed, small enough to be kept in the browser.

/**
 * @import { Difference, Merging, Snapshot, Steps, Stretch } from './types.d.ts'
 */

const DEPTH = 500;

export class History {
  /** @type {{ merge?: string, at: number, before: Snapshot, step: Difference | undefined } | undefined} */
  last;

  /** @param {Steps} [steps] */
  constructor({ done, undone } = { done: [], undone: [] }) {
    this.done = done;
    this.undone = undone;
  }

  /**
   * Notes what an edit changed; false if nothing. Edits with the same `merge`, `within` so many ms, are one.
   * @param {Snapshot} before
   * @param {Snapshot} after
   * @param {Merging} [merging]
   */
  note(before, after, { merge, within } = {}) {
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

  /**
   * The snapshot before the last edit, or after the one that was undone last; undefined if there is none.
   * @param {Snapshot} now
   */
  undo(now) {
    return walk(this.done, this.undone, now, 'new', 'old');
  }
  /** @param {Snapshot} now */
  redo(now) {
    return walk(this.undone, this.done, now, 'old', 'new');
  }

  /**
   * The document is called otherwise from now on, in all that can be undone and redone, too.
   * @param {string} name
   */
  rename(name) {
    /** @type {(step: Difference) => Difference} */
    const renamed = (step) =>
      step.meta ? { ...step, meta: { old: { ...step.meta.old, name }, new: { ...step.meta.new, name } } } : step;
    this.done = this.done.map(renamed);
    this.undone = this.undone.map(renamed);
    this.last = undefined;
  }

  /** @returns {Steps} */
  data() {
    return { done: this.done, undone: this.undone };
  }
}

/**
 * @param {Difference[]} from
 * @param {Difference[]} to
 * @param {Snapshot} now
 * @param {'old' | 'new'} here
 * @param {'old' | 'new'} there
 * @returns {Snapshot | undefined}
 */
function walk(from, to, { meta, nodes, moves }, here, there) {
  const step = from.pop();
  if (!step) return undefined;
  to.push(step);
  /**
   * @template Item
   * @param {Item[]} list
   * @param {Stretch<Item> | undefined} change
   */
  const changed = (list, change) => {
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
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Difference | undefined}
 */
function difference(before, after) {
  const nodes = stretch(before.nodes, after.nodes);
  const moves = stretch(before.moves, after.moves);
  const meta = before.meta === after.meta ? undefined : { old: before.meta, new: after.meta };
  return nodes || moves || meta ? { nodes, moves, meta } : undefined;
}

/**
 * @template Item
 * @param {Item[]} before
 * @param {Item[]} after
 * @returns {Stretch<Item> | undefined}
 */
function stretch(before, after) {
  let at = 0;
  let end = 0;
  const least = Math.min(before.length, after.length);
  while (at < least && before[at] === after[at]) at++;
  while (end < least - at && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  if (at === before.length && at === after.length) return undefined;
  return { at, old: before.slice(at, before.length - end), new: after.slice(at, after.length - end) };
}
