// Edits of the document with the selection on the canvas.
import { Clipboard } from './clipboard.ts';
import { type Document, kindOf } from '../model/document.ts';
import { moveId } from '../model/records.ts';
import { RADIUS } from '../draw/node/geometry.ts';
import type { Kind, Move, Place } from '../model/types.ts';
import type { Finder } from './finder.tsx';
import type { Inspector } from './inspector.tsx';
import type { Picture } from '../draw/canvas/picture.ts';
import type { PythonLink } from '../session/python_link.ts';
import type { Selection } from './selection.ts';
import type { Store } from '../store.ts';

/** Parts of the stage that editing needs. */
interface Needs {
  store: Store;
  picture: Picture;
  selection: Selection;
  inspector: Inspector;
  finder: Finder;
  python: PythonLink;
}

const APART = 80; // canvas units between a new node and any other
const MERGED_WITHIN = 1000; // ms in which nudges are one undo step

export class Editor {
  lastKind: Kind | undefined; // that was used

  clipboard: Clipboard;

  constructor(readonly needs: Needs) {
    this.clipboard = new Clipboard(needs.store, needs.picture, needs.selection);
  }

  get store() {
    return this.needs.store;
  }
  get picture() {
    return this.needs.picture;
  }

  get document(): Document {
    return this.needs.store.document.value;
  }
  get canvas() {
    return this.picture.canvas;
  }
  get kinds() {
    return this.document.kinds;
  }
  get chosen(): string[] {
    return this.canvas.chosen;
  }
  get chosenMoves(): string[] {
    return this.canvas.chosenMoves;
  }

  /** Nodes that are selected and can be named. */
  get nameable() {
    return this.store.isEditable.value ? this.chosen : [];
  }

  // Another document: the kind that a double-click adds is the first again, if the last one used is none of its
  // kinds.
  begin() {
    if (!this.lastKind || !this.kinds.includes(this.lastKind)) this.lastKind = this.kinds[0];
  }

  // ---- what is selected

  choose(ids: string[], moves: string[] = []) {
    this.needs.selection.several(ids, moves);
  }

  selectAll() {
    this.choose(this.picture.looks.nodes.map(({ id }) => id));
  }

  // ---- adding

  add(kind: Kind, at: Place = this.canvas.pointer ?? this.freePlace()) {
    this.lastKind = kind;
    const { x, y } = this.clear(at);
    const id = this.document.addNode(kind, x, y);
    if (id === undefined) return;
    this.needs.selection.choose(id, true);
    if (kind === 'leaf') this.inspect(id);
  }

  /** Another node of the kind that was used last. */
  addLast(at: Place) {
    this.add(this.lastKind ?? this.kinds[0], at);
  }

  /** The place itself, or one beside it where there is room for a node. */
  clear(place: Place): Place {
    const nodes = [...this.document.nodes.values()];
    const isClear = nodes.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= 2 * RADIUS);
    return isClear ? place : this.freePlace(place);
  }

  /** Near a place, or the middle of what can be seen of the canvas: seen, if it can be, and where no node is. */
  freePlace(near?: Place): Place {
    const { clientWidth: width, clientHeight: height } = this.canvas.element;
    const { left, top } = this.canvas.covered();
    const centre = near ?? this.canvas.toCanvas({ x: (left + width) / 2, y: (top + height) / 2 });
    const nodes = [...this.document.nodes.values()];
    const isFree = (place: Place) => nodes.every((node) => Math.hypot(node.x - place.x, node.y - place.y) > APART);
    const isSeen = (place: Place) => {
      const { x, y } = this.canvas.network.canvasToDOM(place);
      return x > left + 40 && x < width - 40 && y > top + 40 && y < height - 60;
    };
    const places = Array.from(
      { length: 320 },
      (_, i) => ({ ring: 45 * Math.floor(i / 8), angle: (i % 8) * (Math.PI / 4) }),
    )
      .map(({ ring, angle }) => ({ x: centre.x + ring * Math.cos(angle), y: centre.y + ring * Math.sin(angle) }))
      .filter(isFree);
    return places.find(isSeen) ?? places[0] ?? centre;
  }

  connect(from: string, to: string | Place) {
    const kind = kindOf(this.document.node(from));
    if (kind === 'leaf') {
      this.needs.store.say(
        `${from} is a leaf, and a leaf has no moves. Change it to Max or Min first: double-click it.`,
      );
      return;
    }
    const target = this.document.addMove(from, to, this.lastKind);
    if (target === undefined && typeof to === 'string' && this.document.moves.has(moveId(from, to))) {
      this.needs.store.say(`There is already a move from ${from} to ${to}.`);
    } else if (target !== undefined && typeof to !== 'string') this.needs.selection.choose(target);
  }

  /** Another node at one end of a move. */
  redirect(id: string, end: 'from' | 'to', node: string) {
    const [from, to] = this.document.moves.get(id) as Move;
    const wanted: Move = end === 'from' ? [node, to] : [from, node];
    if (moveId(...wanted) === id) return;
    if (kindOf(this.document.node(wanted[0])) === 'leaf') {
      this.needs.store.say(`${wanted[0]} is a leaf, and a leaf has no moves.`);
    } else if (this.document.moves.has(moveId(...wanted))) {
      this.needs.store.say(`There is already a move from ${wanted[0]} to ${wanted[1]}.`);
    } else {
      this.document.redirect(id, wanted);
      this.choose([], [moveId(...wanted)]);
    }
  }

  // ---- selecting by keys

  /** The next or the previous move of the selected node, or of the node that the selected move leads from. */
  chooseMove(by: 1 | -1) {
    const [chosen] = this.chosenMoves;
    const node = chosen === undefined ? this.chosen[0] : this.document.moves.get(chosen)?.[0];
    const ids = [...this.document.moves].filter(([, [from]]) => from === node).map(([id]) => id);
    if (!ids.length) return;
    const at = chosen === undefined ? (by > 0 ? -1 : 0) : ids.indexOf(chosen);
    this.choose([], [ids[(at + by + ids.length) % ids.length]]);
  }

  /** The nearest node in a direction from the selected one, rather straight ahead than aside; else the root. */
  chooseBeside(dx: number, dy: number) {
    const { nodes } = this.picture.looks;
    const here = nodes.find(({ id }) => id === this.chosen[0]);
    const far = nodes.map(({ id, x, y }) => {
      const ahead = here ? dx * (x - here.x) + dy * (y - here.y) : 0;
      const aside = here ? Math.abs(dy * (x - here.x)) + Math.abs(dx * (y - here.y)) : 0;
      return { id, far: ahead > 0 ? ahead + 2 * aside : Infinity };
    });
    const [next] = here ? far.filter((each) => each.far < Infinity).sort((one, other) => one.far - other.far) : [];
    const id = here ? next?.id : this.document.root ?? nodes[0]?.id;
    if (id !== undefined) this.needs.selection.choose(id, true);
  }

  // Where a move from the selected node leads, or the selected move from now on, is chosen by name.
  connectByName() {
    const [node] = this.chosen;
    const [move] = this.chosenMoves;
    this.needs.finder.open({
      title: node === undefined ? 'Lead the move to the node …' : `Add a move from ${node} to the node …`,
      choose: (id) => (node === undefined ? this.redirect(move, 'to', id) : this.connect(node, id)),
    });
  }

  // ---- changing

  /** The name of a move. */
  inspectMove(id: string) {
    const [from, to] = this.document.moves.get(id) as Move;
    const points = this.canvas.routes.points(from, to) ?? [];
    const middle = points[Math.floor(points.length / 2)];
    if (!middle) return;
    this.choose([], [id]);
    this.needs.store.drawing.value = true;
    this.needs.inspector.open(id, this.canvas.network.canvasToDOM({ x: middle[0], y: middle[1] }), 'name');
  }

  inspect(id: string, field?: 'name' | 'score') {
    this.needs.store.drawing.value = true;
    this.needs.inspector.open(id, this.canvas.toDom(id), field);
  }

  /** Begins to name a node with some text. */
  name(id: string, text: string) {
    this.inspect(id, 'name');
    this.needs.inspector.typed('name', text);
  }

  remove() {
    const { chosen, chosenMoves } = this;
    if (!chosen.length && !chosenMoves.length) this.needs.store.say('Select a node or a move first, then delete it.');
    else this.document.remove(chosen, chosenMoves);
  }

  makeRoot() {
    const [id] = this.chosen;
    if (id === undefined) this.needs.store.say('Select a node first, then R makes it the root.');
    else this.document.setRoot(id);
  }

  setKind(kind: Kind) {
    this.document.setKind(this.chosen, kind);
    this.lastKind = kind;
  }

  flip() {
    const players = this.chosen.filter((id) => this.document.node(id).player);
    if (!players.length) {
      this.needs.store.say('Select a Max or a Min node first, then P switches its player.');
      return;
    }
    this.document.edit(() =>
      players.forEach((id) => this.document.setKind([id], kindOf(this.document.node(id)) === 'max' ? 'min' : 'max'))
    );
  }

  /** The node among the chosen ones that a score is typed for: a leaf, or one alone that has no moves yet. */
  get scorable(): string | undefined {
    const kind = (id: string) => kindOf(this.document.node(id));
    const leaf = this.chosen.find((id) => kind(id) === 'leaf');
    const [id, ...others] = this.chosen;
    if (leaf !== undefined || id === undefined || others.length || kind(id) === 'open') return leaf;
    return [...this.document.moves.values()].some(([from]) => from === id) ? undefined : id;
  }

  /**
   * The first character of a score opens the field with it; the rest is typed there. A node without moves becomes a
   * leaf.
   */
  typeScore(character: string) {
    const leaf = this.scorable;
    if (leaf === undefined) {
      this.needs.store.say('Only a leaf has a score. Select a leaf, or change this node to one with Shift+L.');
      return;
    }
    if (kindOf(this.document.node(leaf)) !== 'leaf') this.document.setKind([leaf], 'leaf');
    this.inspect(leaf, 'score');
    this.needs.inspector.typed('score', character);
  }

  nudge(dx: number, dy: number) {
    const places = this.chosen.map((id) => {
      const { x, y } = this.document.node(id);
      return placed({ id, x: x + dx, y: y + dy });
    });
    this.document.move(places, { merge: `nudge ${this.chosen.join()}`, within: MERGED_WITHIN });
  }

  pin() {
    const pinned = this.chosen.every((id) => this.document.node(id).pinned);
    this.document.setPinned(this.chosen, !pinned);
    this.needs.store.say(
      pinned ? 'Layouts may move it again.' : 'Pinned: layouts leave it where it is. You can still drag it.',
      'done',
    );
  }

  reorder(by: number) {
    this.document.reorder(this.chosenMoves, by);
    this.picture.showNumbers(true);
  }

  reverse() {
    const leaf = this.chosenMoves.map((id) => this.document.moves.get(id)?.[1] ?? '')
      .find((id) => kindOf(this.document.node(id)) === 'leaf');
    if (leaf !== undefined) {
      this.needs.store.say(`${leaf} is a leaf, and a leaf has no moves: this move stays as it is.`);
    }
    const turned = this.document.reverse(this.chosenMoves);
    if (turned.length) this.choose([], turned);
  }

  // ---- places

  /** In a row (same height) or in a column. */
  align(axis: 'x' | 'y') {
    this.placeAll((places) => {
      const middle = mean(places.map(([, at]) => at[axis]));
      places.forEach(([, at]) => {
        at[axis] = middle;
      });
    });
  }

  distribute(axis: 'x' | 'y') {
    this.placeAll((places) => {
      places.sort(([, one], [, other]) => one[axis] - other[axis]);
      const first = places[0][1][axis];
      const last = places[places.length - 1][1][axis];
      places.forEach(([, at], i) => {
        at[axis] = first + ((last - first) * i) / Math.max(1, places.length - 1);
      });
    });
  }

  placeAll(arrange: (places: [string, Place][]) => void) {
    const ids = this.chosen.length > 1 ? this.chosen : [...this.document.nodes.keys()];
    const places = ids.map((id) => this.document.node(id)).filter((node) => !node.pinned).map(placed);
    if (!places.length) return;
    arrange(places);
    this.glide(places);
  }

  /** Moves nodes to new places before the eyes of the user; one undo step. */
  glide(places: [string, Place][]) {
    this.canvas.glideFrom();
    this.document.move(places);
  }

  /** A layout of the library; what is selected, or all. */
  arrange(layout: string) {
    const ids = this.chosen.length > 1 ? this.chosen : [...this.document.nodes.keys()];
    this.needs.python.ask({
      what: 'arrange',
      layout,
      ids,
      pinned: [...this.document.nodes.values()].filter((node) => node.pinned).map((node) => node.id),
    });
  }
}

/** A node with its place, as edits of places take it. */
const placed = ({ id, x, y }: { id: string; x: number; y: number }): [string, Place] => [id, { x, y }];

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
