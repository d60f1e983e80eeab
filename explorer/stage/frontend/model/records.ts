// The records of a document, nodes and moves and what it says besides, with undo of whole edits.
import { History } from './history.ts';
import type { GameDocument, Meta, NodeRecord } from '../messages.ts';
import type { GameNode, Merging, Move, Renamed, Snapshot, Steps, Walk } from './types.ts';

export const moveId = (...[from, to]: Move) => JSON.stringify([from, to]);

class TooLarge extends Error {}

export class Records {
  static most = Infinity; // nodes; the theme says how many are drawn

  meta: Meta = {};
  nodes = new Map<string, GameNode>();
  moves = new Map<string, Move>(); // by their ids
  past: History = new History();
  remembered: () => void = () => {}; // called when what can be undone has come from the store
  listener: (renamed?: Renamed, walk?: Walk) => void = () => {};
  refused: (text: string) => void = () => {}; // told why an edit was not made
  editing = false;

  constructor(data: GameDocument) {
    const { nodes, moves, ...meta } = data;
    this.restore({ meta, nodes, moves });
  }

  get root() {
    return this.meta.root;
  }
  data(): GameDocument {
    return { ...this.meta, nodes: [...this.nodes.values()], moves: [...this.moves.values()] };
  }

  /** A node that is there. */
  node(id: string) {
    return this.nodes.get(id) as GameNode;
  }

  /**
   * Every change goes through here: one edit, whatever edits it is made of, is one undo step, and one that changes
   * nothing is none. The listener is told of a renamed node, so that what follows the node can follow it on. Edits
   * with the same `merge` that follow each other `within` so many ms are one. Returns what the change returns;
   * undefined if it was refused.
   */
  edit<Result>(change: () => Result, { renamed, ...merging }: Merging & { renamed?: Renamed } = {}) {
    if (this.editing) return change();
    const before = this.snapshot();
    this.editing = true;
    let result: Result | undefined;
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

  /** Beyond what a canvas moves smoothly a graph does not grow by drawing. */
  limit(before: Snapshot) {
    const { most } = this.constructor as typeof Records;
    if (this.nodes.size > most && this.nodes.size > before.nodes.length) {
      throw new TooLarge(
        `A drawing has at most ${most.toLocaleString('en')} nodes; put larger graphs together in a file.`,
      );
    }
  }

  /** Records that say what they said before are the old ones again. */
  settle({ meta, nodes }: Snapshot) {
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

  walk(snapshot: Snapshot | undefined, walk: Walk) {
    if (!snapshot) return;
    this.restore(snapshot);
    this.listener(undefined, walk);
  }

  // Data for undo and redo, for the store; and back.
  history() {
    return this.past.data();
  }
  remember(history: Steps) {
    this.past = new History(history);
    this.remembered();
  }

  /** Records are replaced, never changed in place, so it is enough to remember them. */
  snapshot(): Snapshot {
    return { meta: this.meta, nodes: [...this.nodes.values()], moves: [...this.moves.values()] };
  }

  /** @param snapshot nodes of a file may have no place yet */
  restore({ meta, nodes, moves }: { meta: Meta; nodes: NodeRecord[]; moves: Move[] }) {
    this.meta = meta;
    this.nodes = new Map(nodes.map((node) => [node.id, node as GameNode]));
    this.setMoves(moves);
  }

  setMoves(moves: Move[]) {
    this.moves = new Map(moves.map((move) => [moveId(...move), move]));
  }

  /** Whether it has every node of another document, where that had it, or the other every one of its own. */
  goesOnFrom(other: Records | undefined) {
    if (!other?.nodes.size) return false;
    const [fewer, more] = other.nodes.size <= this.nodes.size ? [other, this] : [this, other];
    const isKept = ({ id, x, y }: GameNode) => more.nodes.get(id)?.x === x && more.nodes.get(id)?.y === y;
    return fewer.nodes.size > 0 && [...fewer.nodes.values()].every(isKept);
  }
}

/** Return a value as text that does not depend on the order of keys. */
export const saying = (value: unknown) =>
  JSON.stringify(
    value,
    (_key, each) =>
      each && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
        : each,
  );

/** The old record where the new one says the same, so that nothing counts as changed. */
const same = <Kept extends object>(old: Kept, record: Kept) => (saying(old) === saying(record) ? old : record);
