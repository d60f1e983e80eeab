// The document that the user edits: a game graph as the .game.json format has it, with undo of whole edits.
const UNDO_DEPTH = 500;
const SCORE = /^[+-]?(\d+(\.\d*)?|\.\d+)$|^[+-]?\d+\s*\/\s*[1-9]\d*$/;

export const moveId = (from, to) => JSON.stringify([from, to]);

export function kindOf(node) {
  if (node.player !== undefined) return node.player;
  if (node.score !== undefined) return 'leaf';
  return node.open ? 'open' : 'mover';
}

// The score that was typed, as JSON holds it exactly; undefined if it is none.
export function parseScore(text) {
  const plain = text.trim().replaceAll('−', '-');
  if (!SCORE.test(plain)) return undefined;
  const number = Number(plain);
  return plain.includes('/') || (Number.isInteger(number) && !Number.isSafeInteger(number)) ? plain.replaceAll(' ', '') : number;
}

export class Document {
  constructor(data) {
    const { nodes, moves, ...meta } = data;
    this.meta = meta;
    this.nodes = new Map(nodes.map(node => [node.id, node]));
    this.moves = new Map(moves.map(([from, to]) => [moveId(from, to), [from, to]]));
    this.undone = [];
    this.done = [];
    this.listener = () => {};
  }

  get negamax() { return this.meta.convention === 'negamax'; }
  get root() { return this.meta.root; }
  get kinds() { return this.negamax ? ['mover', 'leaf', 'open'] : ['max', 'min', 'leaf', 'open']; }
  data() { return { ...this.meta, nodes: [...this.nodes.values()], moves: [...this.moves.values()] }; }
  successors(id) { return [...this.moves.values()].filter(([from]) => from === id).map(([, to]) => to); }

  // Every change goes through here: one edit is one undo step, and an edit that throws leaves no trace. The listener is
  // told of a renamed node, so that what follows the node can follow it on.
  edit(change, renamed) {
    const before = this.snapshot();
    const result = change();
    this.done.push(before);
    if (this.done.length > UNDO_DEPTH) this.done.shift();
    this.undone = [];
    this.listener(renamed);
    return result;
  }

  undo() { this.swap(this.done, this.undone); }
  redo() { this.swap(this.undone, this.done); }

  swap(from, to) {
    if (!from.length) return;
    to.push(this.snapshot());
    ({ meta: this.meta, nodes: this.nodes, moves: this.moves } = from.pop());
    this.listener();
  }

  // Records are replaced, never changed in place, so shallow copies are enough.
  snapshot() { return { meta: this.meta, nodes: new Map(this.nodes), moves: new Map(this.moves) }; }

  addNode(kind, x, y) {
    const id = this.freeId();
    return this.edit(() => {
      this.nodes.set(id, { ...record(kind), id, x: Math.round(x), y: Math.round(y) });
      if (this.root === undefined) this.meta = { ...this.meta, root: id };
      return id;
    });
  }

  // Adds a move, to a new node at a place if `to` is one. An open node that gets a move is expanded by it.
  addMove(from, to, kind) {
    if (this.moves.has(moveId(from, to))) return undefined;
    return this.edit(() => {
      let target = to;
      if (typeof to !== 'string') {
        target = this.freeId();
        this.nodes.set(target, { ...record(kind), id: target, x: Math.round(to.x), y: Math.round(to.y) });
      }
      if (kindOf(this.nodes.get(from)) === 'open') this.replace(from, this.negamax ? 'mover' : 'max');
      this.moves.set(moveId(from, target), [from, target]);
      return target;
    });
  }

  setKind(ids, kind) { this.edit(() => ids.forEach(id => this.replace(id, kind))); }
  setScore(id, score) { this.edit(() => this.nodes.set(id, { ...this.nodes.get(id), score })); }
  setRoot(id) { this.edit(() => { this.meta = { ...this.meta, root: id }; }); }

  move(places) {
    this.edit(() => { for (const [id, { x, y }] of places) this.nodes.set(id, { ...this.nodes.get(id), x: Math.round(x), y: Math.round(y) }); });
  }

  remove(ids, moveIds) {
    const gone = new Set(ids);
    this.edit(() => {
      for (const id of moveIds) this.moves.delete(id);
      for (const [id, [from, to]] of this.moves) if (gone.has(from) || gone.has(to)) this.moves.delete(id);
      for (const id of gone) this.nodes.delete(id);
      if (gone.has(this.root)) { this.meta = { ...this.meta }; delete this.meta.root; }
    });
  }

  // Gives a node another name: its label if it has one, else its id. Returns the id, or undefined if the name is taken.
  rename(id, name) {
    const node = this.nodes.get(id);
    if (node.label !== undefined) { this.edit(() => this.nodes.set(id, { ...node, label: name })); return id; }
    if (name === id) return id;
    if (this.nodes.has(name)) return undefined;
    const renamed = end => (end === id ? name : end);
    this.edit(() => {
      this.nodes = new Map([...this.nodes.values()].map(each => (each.id === id ? [name, { ...each, id: name }] : [each.id, each])));
      this.moves = new Map([...this.moves.values()].map(([from, to]) => [moveId(renamed(from), renamed(to)), [renamed(from), renamed(to)]]));
      this.meta = { ...this.meta, root: renamed(this.root) };
    }, renamed);
    return name;
  }

  // Another kind; name, place and unknown keys stay.
  replace(id, kind) {
    const { player, score, open, ...kept } = this.nodes.get(id);
    this.nodes.set(id, { ...kept, ...record(kind, score) });
  }

  freeId() {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') if (!this.nodes.has(letter)) return letter;
    let number = this.nodes.size;
    while (this.nodes.has(`n${number}`)) number++;
    return `n${number}`;
  }
}

function record(kind, score = 0) {
  if (kind === 'leaf') return { score };
  if (kind === 'open') return { open: true };
  return kind === 'mover' ? {} : { player: kind };
}
