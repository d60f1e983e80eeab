// The document that the user edits: a game graph as the .game.json format has it, and what can be done to it.
import { Places } from './places.js';
import { moveId, Records } from './records.js';

/**
 * @import { Meta, NodeRecord } from './messages.d.ts'
 * @import { Comments, Kind, Merging, Move, Place, Renamed, Score } from './types.d.ts'
 */

/**
 * @param {NodeRecord} node
 * @returns {Kind}
 */
export function kindOf(node) {
  if (node.player !== undefined) return node.player;
  if (node.score !== undefined) return 'leaf';
  return node.open ? 'open' : 'mover';
}

export class Document extends Records {
  /** @type {Map<string, Score>} the last score of nodes that were leaves */
  lost = new Map();

  get negamax() {
    return this.meta.convention === 'negamax';
  }
  /** @returns {Kind[]} */
  get kinds() {
    return this.negamax ? ['mover', 'leaf', 'open'] : ['max', 'min', 'leaf', 'open'];
  }

  /**
   * @param {Kind} kind
   * @param {number} x
   * @param {number} y
   */
  addNode(kind, x, y) {
    const id = this.freeId();
    return this.edit(() => {
      this.nodes.set(id, { ...record(kind), id, x: Math.round(x), y: Math.round(y) });
      if (this.root === undefined) this.meta = { ...this.meta, root: id };
      return id;
    });
  }

  /**
   * Adds a move, to a new node at a place if `to` is one. An open node that gets a move is expanded by it.
   * @param {string} from
   * @param {string | Place} to
   * @param {Kind} [kind] of the new node
   */
  addMove(from, to, kind) {
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

  /**
   * @param {string[]} ids
   * @param {Kind} kind
   */
  setKind(ids, kind) {
    this.edit(() => ids.forEach((id) => this.replace(id, kind)));
  }
  /**
   * @param {string} id
   * @param {Score} score
   */
  setScore(id, score) {
    this.edit(() => this.nodes.set(id, { ...this.node(id), score }));
  }
  /** @param {string} id */
  setRoot(id) {
    this.setMeta({ root: id });
  }
  /**
   * How the document is called: no edit of the graph, and so not to be undone.
   * @param {string} name
   */
  setName(name) {
    this.past.rename(name);
    this.meta = { ...this.meta, name };
    this.listener();
  }

  /** @param {Meta} fields */
  setMeta(fields) {
    this.edit(() => {
      this.meta = { ...this.meta, ...fields };
    });
  }

  /**
   * @param {string[]} ids
   * @param {boolean} pinned
   */
  setPinned(ids, pinned) {
    this.edit(() => {
      for (const id of ids) {
        const { pinned: _, ...node } = this.node(id);
        this.nodes.set(id, pinned ? { ...node, pinned } : node);
      }
    });
  }

  /**
   * @param {Iterable<[string, Place]>} places
   * @param {Merging} [merging]
   */
  move(places, merging) {
    this.edit(() => {
      for (const [id, { x, y }] of places) {
        this.nodes.set(id, { ...this.node(id), x: Math.round(x), y: Math.round(y) });
      }
    }, merging);
  }

  /**
   * Lets the search try some moves one position earlier (-1) or later (1) among the moves of their nodes.
   * @param {string[]} ids
   * @param {number} by
   */
  reorder(ids, by) {
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
      this.restore({ ...this.snapshot(), moves });
    });
  }

  /**
   * The moves of one node in another order, its successors given.
   * @param {string} id
   * @param {string[]} successors
   */
  setOrder(id, successors) {
    this.edit(() => {
      const waiting = successors.map((other) => this.moves.get(moveId(id, other)));
      this.restore({
        ...this.snapshot(),
        moves: [...this.moves.values()].map((move) => (move[0] === id ? waiting.shift() ?? move : move)),
      });
    });
  }

  /**
   * Turns moves round, where there is no such move yet and no leaf would get one; returns the ids of the turned ones.
   * An open node that gets a move is expanded by it.
   * @param {string[]} ids
   */
  reverse(ids) {
    const chosen = ids.map((id) => /** @type {Move} */ (this.moves.get(id)));
    const turned = chosen.filter(([from, to]) => !this.moves.has(moveId(to, from)) && kindOf(this.node(to)) !== 'leaf');
    const gone = new Set(turned.map((move) => moveId(...move)));
    this.edit(() => {
      for (const [, to] of turned) this.expand(to);
      this.restore({
        ...this.snapshot(),
        moves: [...this.moves.values()].map((move) => (gone.has(moveId(...move)) ? [move[1], move[0]] : move)),
      });
    });
    return turned.map(([from, to]) => moveId(to, from));
  }

  /**
   * Another move in the place of one. An open node that gets a move is expanded by it.
   * @param {string} id
   * @param {Move} to
   */
  redirect(id, to) {
    this.edit(() => {
      const moves = [...this.moves.values()].filter((each) => moveId(...each) !== moveId(...to));
      this.expand(to[0]);
      this.restore({ ...this.snapshot(), moves: moves.map((each) => (moveId(...each) === id ? to : each)) });
    });
  }

  /**
   * Some nodes and the moves between them, as a document.
   * @param {Set<string>} ids
   */
  part(ids) {
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
   * @param {NodeRecord[]} nodes
   * @param {Move[]} moves
   * @param {Place} [at]
   */
  insert(nodes, moves, at) {
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
      for (const [from, to] of moves) {
        this.moves.set(moveId(names.get(from), names.get(to)), [names.get(from), names.get(to)]);
      }
      return [...names.values()];
    });
  }

  /**
   * A node of either convention as one of ours.
   * @param {NodeRecord} node
   */
  fitting(node) {
    const kind = kindOf(node);
    const { player: _player, ...rest } = node;
    if (this.kinds.includes(kind)) return node;
    return this.negamax ? rest : { ...rest, player: /** @type {const} */ ('max') };
  }

  /**
   * @param {string[]} ids
   * @param {string[]} moveIds
   */
  remove(ids, moveIds) {
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
   * @param {string} id
   * @param {string} name
   */
  rename(id, name) {
    const node = this.node(id);
    if (node.label === undefined) return this.renameId(id, name);
    this.edit(() => this.nodes.set(id, { ...node, label: name }));
    return id;
  }

  /**
   * @param {string} id
   * @param {string} name
   */
  renameId(id, name) {
    if (name === id) return id;
    if (this.nodes.has(name)) return undefined;
    /** @type {(end: string) => string} */
    const renamed = (end) => (end === id ? name : end);
    this.edit(() => {
      const { meta, nodes, moves } = this.snapshot();
      this.restore({
        meta: {
          ...meta,
          root: meta.root && renamed(meta.root),
          ...(meta.comments ? { comments: renamedComments(meta.comments, renamed) } : {}),
        },
        nodes: nodes.map((each) => (each.id === id ? { ...each, id: name } : each)),
        moves: moves.map((move) => (move.includes(id) ? [renamed(move[0]), renamed(move[1])] : move)),
      });
    }, { renamed: (end) => end && renamed(end) });
    return name;
  }

  /**
   * Another kind; name, place and unknown keys stay, and a node that was a leaf before gets its score back.
   * @param {string} id
   * @param {Kind} kind
   */
  replace(id, kind) {
    const { player: _player, score, open: _open, ...kept } = this.node(id);
    if (score !== undefined) this.lost.set(id, score);
    this.nodes.set(id, { ...kept, ...record(kind, score ?? this.lost.get(id)) });
  }

  /**
   * An open node becomes an inner one.
   * @param {string} id
   */
  expand(id) {
    if (kindOf(this.node(id)) === 'open') this.replace(id, this.negamax ? 'mover' : 'max');
  }

  freeId() {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') if (!this.nodes.has(letter)) return letter;
    let number = this.nodes.size;
    while (this.nodes.has(`n${number}`)) number++;
    return `n${number}`;
  }

  /**
   * The name itself, or with the next number that makes it a free one.
   * @param {string} name
   */
  freeName(name) {
    if (!this.nodes.has(name)) return name;
    const stem = name.replace(/\d+$/, '');
    let number = 2;
    while (this.nodes.has(`${stem}${number}`)) number++;
    return `${stem}${number}`;
  }

  /**
   * What stands in a text becomes the document. A node keeps its place and whatever the text does not say; one whose
   * name alone was changed is the same node.
   * @param {{ nodes: NodeRecord[], moves: Move[], meta: Meta }} text
   * @param {Merging} [merging]
   */
  take({ nodes, moves, meta }, merging) {
    const said = new Set(nodes.map((node) => node.id));
    const gone = [...this.nodes.values()].filter((node) => !said.has(node.id));
    const fresh = nodes.filter((node) => !this.nodes.has(node.id));
    const before = new Map([...this.nodes].map(([id, node]) => [id, node]));
    if (gone.length === 1 && fresh.length === 1) before.set(fresh[0].id, gone[0]);
    /** @type {Renamed} */
    const renamed = (id) => (gone.length === 1 && fresh.length === 1 && id === gone[0].id ? fresh[0].id : id);
    const start = this.snapshot();
    this.edit(() => {
      const kept = nodes.map((node) => {
        const there = before.get(node.id);
        return there?.x === undefined ? node : { ...unsaid(there), ...node };
      });
      const old = [...this.moves.values()];
      const known = bySource(old) === bySource(moves)
        ? old
        : moves.map((move) => this.moves.get(moveId(...move)) ?? move);
      const root = meta.root ?? [renamed(this.root), kept[0]?.id].find((id) => id !== undefined && said.has(id));
      this.restore({ meta: { ...this.meta, ...meta, root }, nodes: kept, moves: known });
      this.limit(start);
      this.placeAll();
    }, { ...merging, renamed });
  }

  // Every node without a place gets one beside its first neighbour that has one, where no node lies.
  placeAll() {
    /** @type {Map<string, string[]>} */
    const neighbours = new Map([...this.nodes.keys()].map((id) => [id, []]));
    for (const [from, to] of this.moves.values()) {
      neighbours.get(from)?.push(to);
      neighbours.get(to)?.push(from);
    }
    const taken = new Places([...this.nodes.values()].filter((node) => node.x !== undefined));
    /** @type {Map<string, number>} */
    const rings = new Map(); // around each node, the first in which there may be room
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

  /**
   * Below everything.
   * @returns {Place}
   */
  freePlace() {
    const nodes = [...this.nodes.values()].filter((node) => node.x !== undefined);
    if (!nodes.length) return { x: 0, y: 0 };
    return { x: Math.min(...nodes.map((node) => node.x)), y: Math.max(...nodes.map((node) => node.y)) + 120 };
  }
}

/**
 * The comments when a node has another name.
 * @param {Comments} comments
 * @param {(id: string) => string} renamed
 * @returns {Comments}
 */
const renamedComments = (comments, renamed) =>
  Object.fromEntries(Object.entries(comments).map(([id, each]) => [renamed(id), each]));

/**
 * @param {Kind} kind
 * @param {Score} [score]
 * @returns {Partial<NodeRecord>}
 */
function record(kind, score = 0) {
  if (kind === 'leaf') return { score };
  if (kind === 'open') return { open: true };
  return kind === 'mover' ? {} : { player: kind };
}

/**
 * What a text does not say of a node.
 * @param {Partial<NodeRecord>} node
 */
function unsaid({ player: _player, score: _score, open: _open, label: _label, ...rest }) {
  return rest;
}

/**
 * The moves of each node in their order; a text does not say how the moves of different nodes stand to each other.
 * @param {Move[]} moves
 */
function bySource(moves) {
  const rows = new Map();
  for (const [from, to] of moves) {
    if (!rows.has(from)) rows.set(from, []);
    rows.get(from).push(to);
  }
  return JSON.stringify([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
}
