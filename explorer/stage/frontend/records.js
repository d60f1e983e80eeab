// The records of a document, nodes and moves and what it says besides, with undo of whole edits.
import { History } from './history.js';

/**
 * @import { GameDocument, Meta, NodeRecord } from './messages.d.ts'
 * @import { GameNode, Merging, Move, Renamed, Snapshot, Steps, Walk } from './types.d.ts'
 */

/**
 * @param {string} from
 * @param {string} to
 */
export const moveId = (from, to) => JSON.stringify([from, to]);

class TooLarge extends Error {}

export class Records {
  static most = Infinity; // nodes; the theme says how many are drawn

  /** @type {Meta} */
  meta = {};
  /** @type {Map<string, GameNode>} */
  nodes = new Map();
  /** @type {Map<string, Move>} by their ids */
  moves = new Map();
  /** @type {History} */
  past = new History();
  /** @type {(renamed?: Renamed, walk?: Walk) => void} */
  listener = () => {};
  /** @type {(text: string) => void} told why an edit was not made */
  refused = () => {};
  /** @type {boolean} */
  editing = false;

  /** @param {GameDocument} data */
  constructor(data) {
    const { nodes, moves, ...meta } = data;
    this.restore({ meta, nodes, moves });
  }

  get root() {
    return this.meta.root;
  }
  /** @returns {GameDocument} */
  data() {
    return { ...this.meta, nodes: [...this.nodes.values()], moves: [...this.moves.values()] };
  }

  /**
   * A node that is there.
   * @param {string} id
   */
  node(id) {
    return /** @type {GameNode} */ (this.nodes.get(id));
  }

  /**
   * Every change goes through here: one edit, whatever edits it is made of, is one undo step, and one that changes
   * nothing is none. The listener is told of a renamed node, so that what follows the node can follow it on. Edits
   * with the same `merge` that follow each other `within` so many ms are one. Returns what the change returns;
   * undefined if it was refused.
   * @template Result
   * @param {() => Result} change
   * @param {Merging & { renamed?: Renamed }} [how]
   */
  edit(change, { renamed, ...merging } = {}) {
    if (this.editing) return change();
    const before = this.snapshot();
    this.editing = true;
    /** @type {Result | undefined} */
    let result;
    try {
      result = change();
      this.limit(before);
      this.settle(before);
    } catch (error) {
      this.restore(before);
      if (!(error instanceof TooLarge)) throw error;
      this.refused(error.message);
    } finally {
      this.editing = false;
    }
    if (this.past.note(before, this.snapshot(), merging)) this.listener(renamed);
    return result;
  }

  /**
   * Beyond what a canvas moves smoothly a graph does not grow by drawing.
   * @param {Snapshot} before
   */
  limit(before) {
    const { most } = /** @type {typeof Records} */ (this.constructor);
    if (this.nodes.size > most && this.nodes.size > before.nodes.length) {
      throw new TooLarge(
        `A drawing has at most ${most.toLocaleString('en')} nodes; put larger graphs together in a file.`,
      );
    }
  }

  /**
   * Records that say what they said before are the old ones again.
   * @param {Snapshot} before
   */
  settle({ meta, nodes }) {
    if (this.meta !== meta) this.meta = same(meta, this.meta);
    for (const node of nodes) {
      const now = this.nodes.get(node.id);
      if (now && now !== node) this.nodes.set(node.id, same(node, now));
    }
  }

  undo() {
    this.walk(this.past.undo(this.snapshot()), 'undone');
  }
  redo() {
    this.walk(this.past.redo(this.snapshot()), 'redone');
  }

  /** The last edit is as if it had not been. */
  retract() {
    this.undo();
    this.past.undone.pop();
  }

  /**
   * @param {Snapshot | undefined} snapshot
   * @param {Walk} walk
   */
  walk(snapshot, walk) {
    if (!snapshot) return;
    this.restore(snapshot);
    this.listener(undefined, walk);
  }

  // What undo and redo need, for the store; and back.
  history() {
    return this.past.data();
  }
  /** @param {Steps} history */
  remember(history) {
    this.past = new History(history);
  }

  /**
   * Records are replaced, never changed in place, so it is enough to remember them.
   * @returns {Snapshot}
   */
  snapshot() {
    return { meta: this.meta, nodes: [...this.nodes.values()], moves: [...this.moves.values()] };
  }

  /** @param {{ meta: Meta, nodes: NodeRecord[], moves: Move[] }} snapshot nodes of a file may have no place yet */
  restore({ meta, nodes, moves }) {
    this.meta = meta;
    this.nodes = new Map(nodes.map((node) => [node.id, /** @type {GameNode} */ (node)]));
    this.moves = new Map(moves.map((move) => [moveId(...move), move]));
  }

  /**
   * Whether it has every node of another document, where that had it, or the other every one of its own.
   * @param {Records | undefined} other
   */
  goesOnFrom(other) {
    if (!other?.nodes.size) return false;
    const [fewer, more] = other.nodes.size <= this.nodes.size ? [other, this] : [this, other];
    /** @param {GameNode} node */
    const isKept = ({ id, x, y }) => more.nodes.get(id)?.x === x && more.nodes.get(id)?.y === y;
    return fewer.nodes.size > 0 && [...fewer.nodes.values()].every(isKept);
  }
}

/**
 * What a value says, as text: in whatever order objects have their keys, the same.
 * @param {unknown} value
 */
export const saying = (value) =>
  JSON.stringify(
    value,
    (_key, each) =>
      each && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
        : each,
  );

/**
 * The old record where the new one says the same, so that nothing counts as changed.
 * @template {object} Kept
 * @param {Kept} old
 * @param {Kept} record
 */
const same = (old, record) => (saying(old) === saying(record) ? old : record);
