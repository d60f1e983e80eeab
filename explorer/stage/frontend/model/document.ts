// The document that the user edits: a game graph as the .game.json format has it, and what can be done to it.
import { Places } from './places.ts';
import { moveId, Records } from './records.ts';
import type { Meta, NodeRecord } from '../messages.ts';
import type { Comments, Kind, Merging, Move, Place, Renamed, Score } from './types.ts';

export function kindOf(node: NodeRecord): Kind {
  if (node.player !== undefined) return node.player;
  if (node.score !== undefined) return 'leaf';
  return node.open ? 'open' : 'mover';
}

export class Document extends Records {
  lost = new Map<string, Score>(); // the last score of nodes that were leaves

  get negamax() {
    return this.meta.convention === 'negamax';
  }
  get kinds(): Kind[] {
    return this.negamax ? ['mover', 'leaf', 'open'] : ['max', 'min', 'leaf', 'open'];
  }

  addNode(kind: Kind, x: number, y: number, id = this.freeId()) {
    return this.edit(() => {
      this.nodes.set(id, { ...record(kind), id, x: Math.round(x), y: Math.round(y) });
      if (this.root === undefined) this.meta = { ...this.meta, root: id };
      return id;
    });
  }

  /**
   * Adds a move, to a new node at a place if `to` is one. An open node that gets a move is expanded by it.
   * @param kind of the new node
   */
  addMove(from: string, to: string | Place, kind?: Kind) {
    if (typeof to === 'string' && this.moves.has(moveId(from, to))) return undefined;
    return this.edit(() => {
      const target = typeof to === 'string' ? to : this.freeId();
      if (typeof to !== 'string') {
        this.nodes.set(target, {
          ...record(kind ?? this.kinds[0]),
          id: target,
          x: Math.round(to.x),
          y: Math.round(to.y),
        });
      }
      this.expand(from);
      this.moves.set(moveId(from, target), [from, target]);
      return target;
    });
  }

  setKind(ids: string[], kind: Kind) {
    this.edit(() => ids.forEach((id) => this.replace(id, kind)));
  }
  setScore(id: string, score: Score) {
    this.edit(() => this.nodes.set(id, { ...this.node(id), score }));
  }
  /** A node is shown by a label, or by its id if that is empty. */
  setLabel(id: string, label: string) {
    const { label: _, ...node } = this.node(id);
    this.edit(() => this.nodes.set(id, label ? { ...node, label } : node));
  }
  setRoot(id: string) {
    this.setMeta({ root: id });
  }
  /** Names the document: this is no edit of the graph, and so not to be undone. */
  setName(name: string) {
    this.past.rename(name);
    this.meta = { ...this.meta, name };
    this.listener();
  }

  /** A move is called by a name, or by none if that is empty. */
  setMoveName(id: string, name: string) {
    const move = this.moves.get(id) as Move;
    if (name !== (move[2] ?? '')) this.edit(() => this.moves.set(id, withName(move, name)));
  }

  setMeta(fields: Meta) {
    this.edit(() => {
      this.meta = { ...this.meta, ...fields };
    });
  }

  setPinned(ids: string[], pinned: boolean) {
    this.edit(() => {
      for (const id of ids) {
        const { pinned: _, ...node } = this.node(id);
        this.nodes.set(id, pinned ? { ...node, pinned } : node);
      }
    });
  }

  move(places: Iterable<[string, Place]>, merging?: Merging) {
    this.edit(() => {
      for (const [id, { x, y }] of places) {
        this.nodes.set(id, { ...this.node(id), x: Math.round(x), y: Math.round(y) });
      }
    }, merging);
  }

  /** Lets the search try some moves one position earlier (-1) or later (1) among the moves of their nodes. */
  reorder(ids: string[], by: number) {
    this.edit(() => {
      const moves = [...this.moves.values()];
      const chosen = new Set(ids);
      const indices = moves.map((_, index) => index).filter((index) => chosen.has(moveId(...moves[index])));
      for (const index of by < 0 ? indices : indices.reverse()) {
        let other = index + by;
        while (moves[other] && moves[other][0] !== moves[index][0]) other += by;
        if (moves[other] && !chosen.has(moveId(...moves[other]))) {
          [moves[index], moves[other]] = [moves[other], moves[index]];
        }
      }
      this.setMoves(moves);
    });
  }

  /** The moves of one node in another order, its successors given. */
  setOrder(id: string, successors: string[]) {
    this.edit(() => {
      const waiting = successors.map((other) => this.moves.get(moveId(id, other)));
      this.setMoves([...this.moves.values()].map((move) => (move[0] === id ? waiting.shift() ?? move : move)));
    });
  }

  /**
   * Turns moves round, where there is no such move yet and no leaf would get one; returns the ids of the turned ones.
   * An open node that gets a move is expanded by it.
   */
  reverse(ids: string[]) {
    const chosen = ids.map((id) => this.moves.get(id) as Move);
    const turned = chosen.filter(([from, to]) => !this.moves.has(moveId(to, from)) && kindOf(this.node(to)) !== 'leaf');
    const gone = new Set(turned.map((move) => moveId(...move)));
    this.edit(() => {
      for (const [, to] of turned) this.expand(to);
      this.setMoves([...this.moves].map(([id, move]) => (gone.has(id) ? withEnds(move, move[1], move[0]) : move)));
    });
    return turned.map(([from, to]) => moveId(to, from));
  }

  /** Another move in the place of one, called as that was. An open node that gets a move is expanded by it. */
  redirect(id: string, to: Move) {
    this.edit(() => {
      const moves = [...this.moves.values()].filter((each) => moveId(...each) !== moveId(...to));
      this.expand(to[0]);
      this.setMoves(moves.map((each) => (moveId(...each) === id ? withEnds(each, to[0], to[1]) : each)));
    });
  }

  /** Some nodes and the moves between them, as a document. */
  part(ids: Set<string>) {
    const { meta, nodes, moves } = this.snapshot();
    return new Document({
      ...meta,
      root: meta.root !== undefined && ids.has(meta.root) ? meta.root : undefined,
      nodes: nodes.filter((node) => ids.has(node.id)),
      moves: moves.filter(([from, to]) => ids.has(from) && ids.has(to)),
    });
  }

  /**
   * Adds copies of nodes with the moves between them; where an id is taken the copy gets another. Their upper left
   * corner comes to a place, if one is given. Returns the ids.
   */
  insert(nodes: NodeRecord[], moves: Move[], at?: Place) {
    const left = Math.min(...nodes.map((node) => node.x ?? 0));
    const top = Math.min(...nodes.map((node) => node.y ?? 0));
    const [dx, dy] = at ? [at.x - left, at.y - top] : [0, 0];
    const names = new Map();
    return this.edit(() => {
      nodes.forEach((node, index) => {
        const id = this.freeName(node.id);
        const { x = 80 * index, y = 0 } = node;
        names.set(node.id, id);
        this.nodes.set(id, { ...this.fitting(node), id, x: Math.round(x + dx), y: Math.round(y + dy) });
        if (this.root === undefined) this.meta = { ...this.meta, root: id };
      });
      for (const move of moves) {
        const [from, to] = [names.get(move[0]), names.get(move[1])];
        this.moves.set(moveId(from, to), withEnds(move, from, to));
      }
      return [...names.values()];
    });
  }

  /** A node of either convention as one of ours. */
  fitting(node: NodeRecord) {
    const kind = kindOf(node);
    const { player: _player, ...rest } = node;
    if (this.kinds.includes(kind)) return node;
    return this.negamax ? rest : { ...rest, player: 'max' as const };
  }

  remove(ids: string[], moveIds: string[]) {
    const gone = new Set(ids);
    this.edit(() => {
      for (const id of moveIds) this.moves.delete(id);
      for (const [id, [from, to]] of this.moves) if (gone.has(from) || gone.has(to)) this.moves.delete(id);
      for (const id of gone) this.nodes.delete(id);
      if (this.root !== undefined && gone.has(this.root)) {
        this.meta = { ...this.meta };
        delete this.meta.root;
      }
    });
  }

  /**
   * Gives a node another name: its label if it has one, else its id. Returns the id, or undefined if the name is
   * taken.
   */
  rename(id: string, name: string) {
    const node = this.node(id);
    if (node.label === undefined) return this.renameId(id, name);
    this.edit(() => this.nodes.set(id, { ...node, label: name }));
    return id;
  }

  renameId(id: string, name: string) {
    if (name === id) return id;
    if (this.nodes.has(name)) return undefined;
    const renamed: (end: string) => string = (end) => (end === id ? name : end);
    this.edit(() => {
      const { meta, nodes, moves } = this.snapshot();
      this.restore({
        meta: {
          ...meta,
          root: meta.root && renamed(meta.root),
          ...(meta.comments ? { comments: renamedComments(meta.comments, renamed) } : {}),
        },
        nodes: nodes.map((each) => (each.id === id ? { ...each, id: name } : each)),
        moves: moves.map((move) => withEnds(move, renamed(move[0]), renamed(move[1]))),
      });
    }, { renamed: (end) => end && renamed(end) });
    return name;
  }

  /** Another kind; name, place and unknown keys stay, and a node that was a leaf before gets its score back. */
  replace(id: string, kind: Kind) {
    const { player: _player, score, open: _open, ...kept } = this.node(id);
    if (score !== undefined) this.lost.set(id, score);
    this.nodes.set(id, { ...kept, ...record(kind, score ?? this.lost.get(id)) });
  }

  /** An open node becomes an inner one. */
  expand(id: string) {
    if (kindOf(this.node(id)) === 'open') this.replace(id, this.negamax ? 'mover' : 'max');
  }

  freeId() {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') if (!this.nodes.has(letter)) return letter;
    let number = this.nodes.size;
    while (this.nodes.has(`n${number}`)) number++;
    return `n${number}`;
  }

  /** The name itself, or with the next number that makes it a free one. */
  freeName(name: string) {
    if (!this.nodes.has(name)) return name;
    const stem = name.replace(/\d+$/, '');
    let number = 2;
    while (this.nodes.has(`${stem}${number}`)) number++;
    return `${stem}${number}`;
  }

  /**
   * What stands in a text becomes the document. A node keeps its place and whatever the text does not say; one whose
   * name alone was changed is the same node.
   */
  take({ nodes, moves, meta }: { nodes: NodeRecord[]; moves: Move[]; meta: Meta }, merging?: Merging) {
    const said = new Set(nodes.map((node) => node.id));
    const gone = [...this.nodes.values()].filter((node) => !said.has(node.id));
    const fresh = nodes.filter((node) => !this.nodes.has(node.id));
    const before = new Map([...this.nodes].map(([id, node]) => [id, node]));
    if (gone.length === 1 && fresh.length === 1) before.set(fresh[0].id, gone[0]);
    const renamed: Renamed = (id) => (gone.length === 1 && fresh.length === 1 && id === gone[0].id ? fresh[0].id : id);
    const start = this.snapshot();
    this.edit(() => {
      const kept = nodes.map((node) => {
        const there = before.get(node.id);
        return there?.x === undefined ? node : { ...unsaid(there), ...node };
      });
      const old = [...this.moves.values()];
      const known = bySource(old) === bySource(moves) ? old : moves.map((move) => {
        const there = this.moves.get(moveId(...move));
        return there ? withName(there, move[2] ?? '') : move;
      });
      const root = meta.root ?? [renamed(this.root), kept[0]?.id].find((id) => id !== undefined && said.has(id));
      this.restore({ meta: { ...this.meta, ...meta, root }, nodes: kept, moves: known });
      this.limit(start);
      this.placeAll();
    }, { ...merging, renamed });
  }

  // Every node without a place gets one beside its first neighbour that has one, where no node lies.
  placeAll() {
    const neighbours: Map<string, string[]> = new Map([...this.nodes.keys()].map((id) => [id, []]));
    for (const [from, to] of this.moves.values()) {
      neighbours.get(from)?.push(to);
      neighbours.get(to)?.push(from);
    }
    const taken = new Places([...this.nodes.values()].filter((node) => node.x !== undefined));
    const rings = new Map<string, number>(); // around each node, the first in which there may be room
    for (const node of this.nodes.values()) {
      if (node.x !== undefined) continue;
      const beside = neighbours.get(node.id)?.find((id) => this.node(id).x !== undefined);
      const found = beside === undefined
        ? { ring: 0, place: this.freePlace() }
        : taken.free(this.node(beside), rings.get(beside) ?? 1);
      if (beside !== undefined) rings.set(beside, found.ring);
      taken.add(found.place);
      this.nodes.set(node.id, { ...node, ...found.place });
    }
  }

  /** Below everything. */
  freePlace(): Place {
    const nodes = [...this.nodes.values()].filter((node) => node.x !== undefined);
    if (!nodes.length) return { x: 0, y: 0 };
    return { x: Math.min(...nodes.map((node) => node.x)), y: Math.max(...nodes.map((node) => node.y)) + 120 };
  }
}

/** A move between other nodes, called as before. */
function withEnds(move: Move, from: string, to: string): Move {
  if (move[0] === from && move[1] === to) return move;
  return [from, to, ...move.slice(2)] as Move;
}

/** A move with another name, or with none, which keeps its mark of progress. */
function withName(move: Move, name: string): Move {
  if (name === (move[2] ?? '')) return move;
  return (move.length > 3
    ? [move[0], move[1], name, move[3]]
    : name
    ? [move[0], move[1], name]
    : move.slice(0, 2)) as Move;
}

/** The comments when a node has another name. */
const renamedComments = (comments: Comments, renamed: (id: string) => string): Comments =>
  Object.fromEntries(Object.entries(comments).map(([id, each]) => [renamed(id), each]));

function record(kind: Kind, score: Score = 0): Partial<NodeRecord> {
  if (kind === 'leaf') return { score };
  if (kind === 'open') return { open: true };
  return kind === 'mover' ? {} : { player: kind };
}

/** The fields of a node that a text does not have. */
function unsaid({ player: _player, score: _score, open: _open, label: _label, ...rest }: Partial<NodeRecord>) {
  return rest;
}

/**
 * The moves of each node in their order; a text does not say how the moves of different nodes stand to each other.
 */
function bySource(moves: Move[]) {
  const rows = new Map();
  for (const [from, ...to] of moves) {
    if (!rows.has(from)) rows.set(from, []);
    rows.get(from).push(to);
  }
  return JSON.stringify([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
}
