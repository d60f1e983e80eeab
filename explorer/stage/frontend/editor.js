// What the user can do to the document with what is selected on the canvas.
import { action, ACTIONS, chord, keysOf, titled } from './shortcuts.js';
import { Clipboard } from './clipboard.js';
import { kindOf } from './document.js';
import { moveId } from './records.js';
import { geometry } from './geometry.js';
import { Typing } from './typing.js';

/**
 * @import { AskMessage } from './messages.d.ts'
 * @import { Action, View } from './shortcuts.js'
 * @import { Canvas } from './canvas.js'
 * @import { Document } from './document.js'
 * @import { Inspector } from './inspector.js'
 * @import { Selection } from './selection.js'
 * @import { GameNode, Inset, Kind, MenuEntry, Move, Place, Tone } from './types.d.ts'
 */

/**
 * What editing needs.
 * @typedef {object} Needs
 * @property {() => Document} document
 * @property {() => boolean} isEditable
 * @property {Pick<Canvas, 'network' | 'element' | 'pointer' | 'toCanvas' | 'toDom' | 'glideFrom'>} canvas
 * @property {Pick<Selection, 'is' | 'choose'>} selection
 * @property {Pick<Inspector, 'open' | 'typed'>} inspector
 * @property {View} view
 * @property {() => GameNode[]} nodes that are shown
 * @property {() => Inset} covered what tools cover of the view
 * @property {() => void} hideTip
 * @property {() => void} showAll brings everything into view
 * @property {(question: Pick<AskMessage, 'what' | 'layout' | 'ids' | 'pinned'>) => void} ask
 * @property {(text: string, tone?: Tone) => void} say
 */

const APART = 80; // canvas units between a new node and any other
const MERGED_WITHIN = 1000; // ms in which nudges are one undo step

export class Editor {
  /** @type {Kind | undefined} that was used */
  lastKind;
  /** @type {boolean} */
  hasExplained = false;

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
    this.lastKind = undefined;
    this.clipboard = new Clipboard({
      document: () => this.document,
      chosen: () => this.chosen,
      choose: (ids) => this.choose(ids),
      pointer: () => this.canvas.pointer,
      showAll: () => this.needs.showAll(),
      say: (text, tone) => this.needs.say(text, tone),
    });
    this.typing = new Typing({
      document: () => this.document,
      chosen: () => (this.needs.isEditable() ? this.chosen : []),
      explain: (each) => this.explain(each),
      name: (id, text) => {
        this.inspect(id, 'name');
        this.needs.inspector.typed('name', text);
      },
    });
  }

  /** @returns {Document} */
  get document() {
    return this.needs.document();
  }
  get canvas() {
    return this.needs.canvas;
  }
  get kinds() {
    return this.document.kinds;
  }
  /** @returns {string[]} */
  get chosen() {
    return this.canvas.network?.getSelectedNodes().filter((id) => this.document.nodes.has(id)) ?? [];
  }
  /** @returns {string[]} */
  get chosenMoves() {
    return this.canvas.network?.getSelectedEdges().filter((id) => this.document.moves.has(id)) ?? [];
  }

  // Another document: the kind that a double-click adds is the first again, if the last one used is none of its
  // kinds.
  begin() {
    if (!this.lastKind || !this.kinds.includes(this.lastKind)) this.lastKind = this.kinds[0];
  }

  // ---- keys

  /**
   * True if the key was one of the editor's.
   * @param {KeyboardEvent} event
   * @param {boolean} mayEdit whether it may be one that edits
   */
  key(event, mayEdit) {
    const pressed = chord(event);
    const found = ACTIONS.find((each) => each.keys?.includes(pressed) && (mayEdit || !each.draws) && this.canRun(each));
    if (mayEdit && this.typing.takes(event, Boolean(found))) return true;
    if (found && !(event.repeat && !found.repeats)) this.typing.act(event, found, () => this.run(found));
    return Boolean(found);
  }

  /**
   * A letter has done something for the first time: one line says what, and how to name a node instead.
   * @param {Action} each
   */
  explain(each) {
    if (this.hasExplained || !each.draws) return;
    this.hasExplained = true;
    this.needs.say(`${titled(each)}. F2 names the selected node, Ctrl+Z undoes, ? shows all shortcuts.`, 'note');
  }

  /** @param {Action} each */
  canRun(each) {
    return Boolean(each.run) && (!each.draws || this.needs.isEditable()) &&
      (!each.when || each.when(this, this.needs.view));
  }
  /** @param {Action} each */
  run(each) {
    each.run?.(this, this.needs.view);
  }

  /**
   * Entries of a menu for some of the actions; those that make no sense now are left out.
   * @param {string[]} names
   * @returns {MenuEntry[]}
   */
  entries(names) {
    return names.flatMap((name) => {
      if (name === '-') return [/** @type {MenuEntry} */ ('-')];
      const found = action(name);
      return this.canRun(found) ? [{ title: found.title ?? '', hint: keysOf(found), run: () => this.run(found) }] : [];
    });
  }

  // ---- what is selected

  /**
   * @param {string[]} ids
   * @param {string[]} [moves]
   */
  choose(ids, moves = []) {
    this.canvas.network.setSelection({ nodes: ids, edges: moves }, { highlightEdges: false });
    this.needs.selection.is(ids[0]);
  }

  selectAll() {
    this.choose(this.needs.nodes().map(({ id }) => id));
  }

  // ---- adding

  /**
   * @param {Kind} kind
   * @param {Place} [at]
   */
  add(kind, at = this.canvas.pointer ?? this.freePlace()) {
    this.lastKind = kind;
    const { x, y } = this.clear(at);
    const id = this.document.addNode(kind, x, y);
    if (id === undefined) return;
    this.needs.selection.choose(id, true);
    if (kind === 'leaf') this.inspect(id);
  }

  /**
   * Another node of the kind that was used last.
   * @param {Place} at
   */
  addLast(at) {
    this.add(this.lastKind ?? this.kinds[0], at);
  }

  /**
   * The place itself, or one beside it where there is room for a node.
   * @param {Place} place
   * @returns {Place}
   */
  clear(place) {
    const nodes = [...this.document.nodes.values()];
    const isClear = nodes.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= 2 * geometry.radius);
    return isClear ? place : this.freePlace(place);
  }

  /**
   * Near a place, or the middle of what can be seen of the canvas: seen, if it can be, and where no node is.
   * @param {Place} [near]
   * @returns {Place}
   */
  freePlace(near) {
    const { clientWidth: width, clientHeight: height } = this.canvas.element;
    const { left, top } = this.needs.covered();
    const centre = near ?? this.canvas.toCanvas({ x: (left + width) / 2, y: (top + height) / 2 });
    const nodes = [...this.document.nodes.values()];
    /** @param {Place} place */
    const isFree = (place) => nodes.every((node) => Math.hypot(node.x - place.x, node.y - place.y) > APART);
    /** @param {Place} place */
    const isSeen = (place) => {
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

  /**
   * @param {string} from
   * @param {string | Place} to
   */
  connect(from, to) {
    const kind = kindOf(this.document.node(from));
    if (kind === 'leaf') {
      this.needs.say(`${from} is a leaf, and a leaf has no moves. Change it to Max or Min first: double-click it.`);
      return;
    }
    const target = this.document.addMove(from, to, this.lastKind);
    if (target === undefined && typeof to === 'string' && this.document.moves.has(moveId(from, to))) {
      this.needs.say(`There is already a move from ${from} to ${to}.`);
    } else if (target !== undefined && typeof to !== 'string') this.needs.selection.choose(target);
  }

  /**
   * Another node at one end of a move.
   * @param {string} id
   * @param {'from' | 'to'} end
   * @param {string} node
   */
  redirect(id, end, node) {
    const [from, to] = /** @type {Move} */ (this.document.moves.get(id));
    /** @type {Move} */
    const wanted = end === 'from' ? [node, to] : [from, node];
    if (moveId(...wanted) === id) return;
    if (kindOf(this.document.node(wanted[0])) === 'leaf') {
      this.needs.say(`${wanted[0]} is a leaf, and a leaf has no moves.`);
    } else if (this.document.moves.has(moveId(...wanted))) {
      this.needs.say(`There is already a move from ${wanted[0]} to ${wanted[1]}.`);
    } else {
      this.document.redirect(id, wanted);
      this.choose([], [moveId(...wanted)]);
    }
  }

  // ---- selecting by keys

  /**
   * The next or the previous move of the selected node, or of the node that the selected move leads from.
   * @param {1 | -1} by
   */
  chooseMove(by) {
    const [chosen] = this.chosenMoves;
    const node = chosen === undefined ? this.chosen[0] : this.document.moves.get(chosen)?.[0];
    const ids = [...this.document.moves].filter(([, [from]]) => from === node).map(([id]) => id);
    if (!ids.length) return;
    const at = chosen === undefined ? (by > 0 ? -1 : 0) : ids.indexOf(chosen);
    this.choose([], [ids[(at + by + ids.length) % ids.length]]);
  }

  /**
   * The nearest node in a direction from the selected one, rather straight ahead than aside; else the root.
   * @param {number} dx
   * @param {number} dy
   */
  chooseBeside(dx, dy) {
    const nodes = this.needs.nodes();
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
    this.needs.view.find({
      title: node === undefined ? 'Lead the move to the node …' : `Add a move from ${node} to the node …`,
      found: (id) => (node === undefined ? this.redirect(move, 'to', id) : this.connect(node, id)),
    });
  }

  // ---- changing

  /**
   * @param {string} id
   * @param {string} [field]
   */
  inspect(id, field) {
    this.needs.hideTip();
    this.needs.inspector.open(this.document, id, this.canvas.toDom(id), field);
  }

  remove() {
    const { chosen, chosenMoves } = this;
    if (!chosen.length && !chosenMoves.length) this.needs.say('Select a node or a move first, then delete it.');
    else this.document.remove(chosen, chosenMoves);
  }

  makeRoot() {
    const [id] = this.chosen;
    if (id === undefined) this.needs.say('Select a node first, then R makes it the root.');
    else this.document.setRoot(id);
  }

  /** @param {Kind} kind */
  setKind(kind) {
    this.document.setKind(this.chosen, kind);
    this.lastKind = kind;
  }

  flip() {
    const players = this.chosen.filter((id) => this.document.node(id).player);
    if (!players.length) {
      this.needs.say('Select a Max or a Min node first, then P switches its player.');
      return;
    }
    this.document.edit(() =>
      players.forEach((id) => this.document.setKind([id], kindOf(this.document.node(id)) === 'max' ? 'min' : 'max'))
    );
  }

  /**
   * The node among the chosen ones that a score is typed for: a leaf, or one alone that has no moves yet.
   * @returns {string | undefined}
   */
  get scorable() {
    const kind = (/** @type {string} */ id) => kindOf(this.document.node(id));
    const leaf = this.chosen.find((id) => kind(id) === 'leaf');
    const [id, ...others] = this.chosen;
    if (leaf !== undefined || id === undefined || others.length || kind(id) === 'open') return leaf;
    return [...this.document.moves.values()].some(([from]) => from === id) ? undefined : id;
  }

  /**
   * The first character of a score opens the field with it; the rest is typed there. A node without moves becomes a
   * leaf.
   * @param {string} character
   */
  typeScore(character) {
    const leaf = this.scorable;
    if (leaf === undefined) {
      this.needs.say('Only a leaf has a score. Select a leaf, or change this node to one with Shift+L.');
      return;
    }
    if (kindOf(this.document.node(leaf)) !== 'leaf') this.document.setKind([leaf], 'leaf');
    this.inspect(leaf, 'score');
    this.needs.inspector.typed('score', character);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  nudge(dx, dy) {
    const places = this.chosen.map((id) => {
      const { x, y } = this.document.node(id);
      return placed({ id, x: x + dx, y: y + dy });
    });
    this.document.move(places, { merge: `nudge ${this.chosen.join()}`, within: MERGED_WITHIN });
  }

  pin() {
    const pinned = this.chosen.every((id) => this.document.node(id).pinned);
    this.document.setPinned(this.chosen, !pinned);
    this.needs.say(
      pinned ? 'Layouts may move it again.' : 'Pinned: layouts leave it where it is. You can still drag it.',
      'done',
    );
  }

  /** @param {number} by */
  reorder(by) {
    this.document.reorder(this.chosenMoves, by);
    this.needs.view.showNumbers(true);
  }

  reverse() {
    const leaf = this.chosenMoves.map((id) => this.document.moves.get(id)?.[1] ?? '')
      .find((id) => kindOf(this.document.node(id)) === 'leaf');
    if (leaf !== undefined) this.needs.say(`${leaf} is a leaf, and a leaf has no moves: this move stays as it is.`);
    const turned = this.document.reverse(this.chosenMoves);
    if (turned.length) this.choose([], turned);
  }

  // ---- places

  /**
   * In a row (same height) or in a column.
   * @param {'x' | 'y'} axis
   */
  align(axis) {
    this.placeAll((places) => {
      const middle = mean(places.map(([, at]) => at[axis]));
      places.forEach(([, at]) => {
        at[axis] = middle;
      });
    });
  }

  /** @param {'x' | 'y'} axis */
  distribute(axis) {
    this.placeAll((places) => {
      places.sort(([, one], [, other]) => one[axis] - other[axis]);
      const first = places[0][1][axis];
      const last = places[places.length - 1][1][axis];
      places.forEach(([, at], i) => {
        at[axis] = first + ((last - first) * i) / Math.max(1, places.length - 1);
      });
    });
  }

  /** @param {(places: [string, Place][]) => void} arrange */
  placeAll(arrange) {
    const ids = this.chosen.length > 1 ? this.chosen : [...this.document.nodes.keys()];
    const places = ids.map((id) => this.document.node(id)).filter((node) => !node.pinned).map(placed);
    if (!places.length) return;
    arrange(places);
    this.glide(places);
  }

  /**
   * Moves nodes to new places before the eyes of the user; one undo step.
   * @param {[string, Place][]} places
   */
  glide(places) {
    this.canvas.glideFrom();
    this.document.move(places);
  }

  /**
   * A layout of the library; what is selected, or all.
   * @param {string} layout
   */
  arrange(layout) {
    const ids = this.chosen.length > 1 ? this.chosen : [...this.document.nodes.keys()];
    this.needs.ask({
      what: 'arrange',
      layout,
      ids,
      pinned: [...this.document.nodes.values()].filter((node) => node.pinned).map((node) => node.id),
    });
  }
}

/**
 * A node with its place, as edits of places take it.
 * @param {{ id: string, x: number, y: number }} node
 * @returns {[string, Place]}
 */
const placed = ({ id, x, y }) => [id, { x, y }];

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
