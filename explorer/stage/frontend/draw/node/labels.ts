// Names beside their nodes: clear of moves, of other nodes and of each other, and never smaller than can be read. None
// is as near to another node as to its own: a name at the wrong node is worse than none, which the pointer shows.
//
// Far out they keep their size. Where there is no room for all, those that come first stay, and the names of the root,
// the node in focus and the path take the place of others. Where a name stands depends on the drawing alone and not on
// the step, so that names do not jump while a trace plays; only where nodes are mere spots are there no other names.
import { type Box, boxAround, grown, isWithin, overlap } from '../shapes/box.ts';
import { Cells, crosses } from '../shapes/cells.ts';
import { FAR, HALO, HALVES, RADIUS } from './geometry.ts';
import { tagSize } from './glyph.ts';
import { shortName } from '../shapes/lettering.ts';
import { type Anchor, baseOf, BOLD, type Measure, outlineOf, type Text } from '../shapes/shapes.ts';
import type { Sizes } from './sizes.ts';
import type { NodeLooks } from './node_looks.ts';
import type { Routes } from '../move/routes.ts';
import type { Paint } from '../shapes/page_colours.ts';
import type { GameNode, Place } from '../../model/types.ts';

/** Parts of the canvas that labels need. */
interface Needs {
  looks: NodeLooks;
  sizes: Sizes;
  routes: () => Routes;
  place: (id: string) => { x: number; y: number }; // where a node is drawn
  visibleBox: (box: Box, scale: number) => Box; // what the canvas shows with a box in the middle
  measure: Measure;
  leastLetters: (what?: 'name' | 'other') => number; // the least size of letters on the screen, in px
  // A name in lines, where no pointer tells it, so that all are shown.
  printed?: (name: string, size: number) => string;
}

export type Label = {
  id: string;
  text: string;
  size: number;
  box: Box;
  anchor: Anchor;
  weight: number;
  isClear: boolean;
};
type Piece = { move: string; start: number[]; stop: number[] };
type Where = { size: number; order: string[]; taken: Cells<Box>; scale: number };
type How = Where & { around?: number; outside?: number };

const CLEAR_OF_MOVES = 400; // nodes up to which names keep clear of moves, too
const [LONGEST, SHORTENED] = [18, 9]; // characters
const SHORT = 4; // and so at the corner of its node, where moves seldom are
// All places together cost less than a move.
const COSTS = { place: 0.06, sign: 0.95, move: 1, doubt: 2, tag: 4, mark: 4, outside: 5, taken: 8, unseen: 9 };
// How many times as far as its own node another one is from a name that stands at the wrong one, and from one of which
// nobody doubts where it belongs.
const [WRONG, DOUBTFUL] = [1.25, 2];
const HEIGHT = 1.15; // of a line, in sizes of letters
const CLOSE = 1.1; // radii: where there is no room beyond the halo, which few nodes have
const AROUND = HALO / RADIUS; // a node, in radii: the halo that it has at some steps
const LESS_ROOM = [[SHORTENED, AROUND], [LONGEST, CLOSE], [SHORTENED, CLOSE]]; // characters and radii, tried in turn
const [GAP, SLACK] = [0.05, 0.15]; // in radii: between a halo and a name, and between a name and the end of its line
const ROUNDING = 1; // px
const CELL = 130; // canvas units
const MOST_CELLS = 64; // across or down

// Places around a node, the best first, of a short name and of a long one.
const BETWEEN = ['nne', 'sse', 'nnw', 'ssw', 'ene', 'ese', 'wnw', 'wsw'];
const CORNERS = ['ne', 'e', 'se', 'nw', 's', 'w', 'n', 'sw', ...BETWEEN];
const SIDES = ['s', 'n', 'e', 'w', 'ne', 'se', 'nw', 'sw', ...BETWEEN];
const [ABOVE, UPPER_LEFT, LOWER_LEFT] = [['n', 'nne', 'nnw'], ['nw', 'nnw', 'wnw'], ['sw', 'ssw', 'wsw']];
const [LOWER_RIGHT, BELOW] = [['se', 'sse', 'ese'], ['s', 'sse', 'ssw']];

export class Labels {
  placed: Label[] = [];
  key = ''; // of the drawing and the scale that they were placed for
  drawing = ''; // of the drawing
  claims?: NodeLooks['claims']; // for whose tags room was left
  widths = new Map<string, number>(); // of a text at a size of 1
  // The least box that a fit of the drawing shows.
  whole: Box = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  // The box that a fit shows at the scale; everything if the drawing is larger.
  visible: Box = this.whole;
  pieces: Cells<Piece> = new Cells(CELL); // of all moves
  nodes: Cells<string> = new Cells(CELL);

  constructor(readonly needs: Needs) {}

  /** The names and windows of a drawing at a scale. */
  texts(scale: number): { names: Label[]; windows: Label[] } {
    this.update(scale);
    const names = this.visibleNames();
    return { names, windows: this.windows(scale, names) };
  }

  /**
   * The windows of the step, each in one line, or alpha above beta where a line would lie on moves or other texts.
   * Those of the important nodes come first; what would lie on nodes or texts is left out but for the node in focus.
   */
  windows(scale: number, names: Label[]): Label[] {
    const { nodes, frames } = this.needs.looks;
    const taken = this.taken(names);
    const how = {
      size: Math.max(12, this.needs.leastLetters() / scale),
      order: SIDES,
      taken,
      scale,
      outside: this.needs.printed ? 0 : COSTS.unseen,
    };
    return [...new Set([...this.important, ...nodes.map(({ id }) => id)])].flatMap((id) => {
      const window = frames?.window(id);
      if (!window) return [];
      const [alpha, beta] = window;
      const line = this.best(id, `α ${alpha} … β ${beta}`, how);
      const lines = line.cost < COSTS.move ? line : this.best(id, `α ${alpha}\nβ ${beta}`, how);
      const { cost, ...found } = lines.cost < line.cost ? lines : line;
      const isClear = cost < COSTS.taken;
      if (!isClear && id !== frames?.focus && !this.needs.printed) return [];
      taken.add(found.box, found.box);
      return [{ ...found, id, size: how.size, weight: BOLD, isClear }];
    });
  }

  /** The nodes whose names are drawn wherever there is room: the root, the one in focus, the path from its end on. */
  get important() {
    const { frames, document } = this.needs.looks;
    const ids = [document.root, frames?.focus, ...[...frames?.path ?? []].reverse()];
    return new Set(ids.flatMap((id) => (id !== undefined && this.needs.looks.isThere(id) ? [id] : [])));
  }

  /** Those that are drawn at this step: of the ones that lie upon others the important ones alone. */
  visibleNames(): Label[] {
    if (this.needs.printed) return this.placed;
    const { important } = this;
    const ofNodes = new Map(this.placed.map((label) => [label.id, label]));
    const first: Label[] = [];
    for (const id of important) {
      const label = ofNodes.get(id);
      if (label && !label.isClear && !first.some(({ box }) => overlap(box, label.box))) first.push(label);
    }
    const taken = this.taken(first);
    return [...this.placed.filter(({ isClear, box }) => isClear && !taken.near(box).length), ...first];
  }

  update(scale: number) {
    const { looks, place } = this.needs;
    const isFar = scale < FAR;
    const where = looks.nodes.map(({ id }) => {
      const { x, y } = place(id);
      return `${looks.nameOf(id)}@${Math.round(x)},${Math.round(y)}`;
    });
    const drawing = [looks.document.moves.size, looks.document.root, this.needs.sizes.room, ...where].join('|');
    const named = isFar ? [...this.important].join('|') : '';
    if (drawing !== this.drawing) this.survey();
    this.drawing = drawing;
    this.visible = this.fitted(scale);
    const key = [scale, ...Object.values(this.visible), this.needs.leastLetters(), named, drawing].join('|');
    if (key === this.key && looks.claims === this.claims) return;
    [this.key, this.claims] = [key, looks.claims];
    this.nodes = new Cells(this.cell);
    for (const { id } of looks.nodes) this.nodes.add(this.boxOf(id, scale), id);
    this.place(isFar ? looks.nodes.filter(({ id }) => this.important.has(id)) : looks.nodes, scale);
  }

  place(nodes: GameNode[], scale: number) {
    const { root } = this.needs.looks.document;
    const taken = this.taken(nodes.flatMap(({ id }) => this.tag(id, scale)));
    this.placed = [...nodes].sort((one, other) => Number(other.id === root) - Number(one.id === root)).map((node) => {
      const label = this.label(node, scale, taken);
      if (label.isClear || this.needs.printed) taken.add(label.box, label.box);
      return label;
    });
  }

  /** Return the box that a fit of the drawing shows at a scale; everything if that does not hold all of it. */
  fitted(scale: number): Box {
    const seen = this.needs.visibleBox(this.whole, scale);
    const isAll = isWithin(this.whole, grown(seen, ROUNDING / scale));
    return isAll ? seen : { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  }

  // The size of cells that suits the drawing.
  get cell() {
    const { left, right, top, bottom } = this.whole;
    const wide = Math.max(right - left, bottom - top);
    return Number.isFinite(wide) ? Math.max(CELL, wide / MOST_CELLS) : CELL;
  }

  /** @returns what they take */
  taken(labels: Pick<Label, 'box'>[]): Cells<Box> {
    const taken = new Cells<Box>(this.cell);
    for (const { box } of labels) taken.add(box, box);
    return taken;
  }

  // Of a drawing that has changed: how large it is, and the pieces of its moves.
  survey() {
    const { looks, routes, place, sizes } = this.needs;
    const { nodes } = looks;
    this.whole = boxAround(nodes.map(({ id }) => place(id)), sizes.margin);
    this.pieces = new Cells(this.cell);
    if (nodes.length > CLEAR_OF_MOVES) return;
    for (const { id } of nodes) {
      for (const other of looks.successorsOf(id)) {
        const points = looks.isThere(other) ? routes().points(id, other) ?? [] : [];
        const way = id === other ? [...points, points[Math.floor(points.length / 2)]] : points; // and across a loop
        way.slice(1).forEach((stop, i) => {
          this.pieces.add(boxOf(way[i], stop), { move: `${id}→${other}`, start: way[i], stop });
        });
      }
    }
  }

  label({ id }: GameNode, scale: number, taken: Cells<Box>): Label {
    const { looks, sizes, printed, leastLetters } = this.needs;
    const name = looks.nameOf(id) ?? id;
    const isShort = name.length <= SHORT;
    const size = Math.max((isShort ? 15 : 13) * sizes.place(id, scale).size, leastLetters('name') / scale);
    const how = { size, order: isShort ? CORNERS : SIDES, taken, scale, ...(printed && { outside: 0 }) };
    let found = this.best(id, printed?.(name, size) ?? shortName(name, LONGEST), how);
    for (const [most, around] of printed ? [] : LESS_ROOM) {
      if (found.cost < COSTS.taken) break;
      found = this.best(id, shortName(name, most), { ...how, around });
    }
    const { cost, ...rest } = found;
    return { ...rest, id, size, weight: id === looks.document.root ? BOLD : 500, isClear: cost < COSTS.taken };
  }

  /** The best place of a text, of one line or several, around a node. */
  best(
    id: string,
    text: string,
    { size, order, taken, scale, around = AROUND, outside = COSTS.outside }: How,
  ) {
    const radius = RADIUS * this.needs.sizes.place(id, scale).size;
    const shape = this.needs.looks.fixed.get(id)?.shape ?? '';
    const { x, y } = this.needs.place(id);
    const lines = text.split('\n');
    const width = size * Math.max(...lines.map((line) => this.width(line)));
    const what = { x, y, radius, around, shape, width, height: size * HEIGHT * lines.length };
    let best = { text, box: boxAt('s', what), anchor: 'middle' as Anchor, cost: Infinity };
    order.forEach((side, rank) => {
      const box = isPlumb(side) ? shifted(boxAt(side, what), this.visible) : boxAt(side, what);
      const besides = COSTS.place * rank + this.marked(id, side);
      if (besides >= best.cost) return;
      const cost = besides + this.cost(id, box, taken, best.cost - besides, outside);
      if (cost < best.cost) best = { text, box, anchor: anchorAt(side), cost };
    });
    return best;
  }

  /**
   * Return the cost of a text in a place: on other texts and nodes, outside of the drawing or out of sight, on moves.
   * @param most a cost from which on no more has to be found out
   * @param outside what it costs to stand there
   */
  cost(id: string, box: Box, taken: Cells<Box>, most: number, outside: number) {
    let cost = isWithin(box, this.whole) ? 0 : isWithin(box, this.visible) ? outside : COSTS.unseen;
    if (cost > most) return cost;
    cost += COSTS.taken * taken.near(box).length;
    if (cost > most) return cost;
    cost += this.doubt(id, box);
    if (cost > most) return cost;
    const crossed = new Set();
    for (const { move, start, stop } of this.pieces.near(box)) {
      if (crossed.has(move) || !crosses(start, stop, box)) continue;
      crossed.add(move);
      cost += COSTS.move;
      if (cost > most) return cost;
    }
    return cost;
  }

  /** Return the cost of a text that lies on other nodes, or may be taken for the name of one. */
  doubt(id: string, box: Box) {
    const own = distance(this.needs.place(id), box);
    let nearest = DOUBTFUL * own;
    for (const other of this.nodes.near(grown(box, nearest))) {
      if (other !== id) nearest = Math.min(nearest, distance(this.needs.place(other), box));
    }
    const times = nearest / own;
    return times < WRONG ? COSTS.taken : COSTS.doubt * (DOUBTFUL - times) / (DOUBTFUL - WRONG);
  }

  /** Return the cost of a side of a node at which something else stands, or may stand. */
  marked(id: string, side: string) {
    const { looks } = this.needs;
    const isTaken = (ABOVE.includes(side) && id === looks.document.root) ||
      (UPPER_LEFT.includes(side) && looks.troubled.has(id)) ||
      (LOWER_LEFT.includes(side) && looks.frames?.trace.bounded);
    // At some steps a sign of what is done stands at the lower right, its own score under a leaf, and dots under a node
    // of which not all successors are shown.
    if (isTaken) return COSTS.mark;
    const isLeaf = looks.fixed.get(id)?.score !== undefined;
    if (BELOW.includes(side) && (isLeaf || looks.document.node(id).copy === 'hidden')) return COSTS.tag;
    return LOWER_RIGHT.includes(side) ? COSTS.sign : 0;
  }

  /** The tag with a wrong value of somebody else's under a node, if there is one. */
  tag(id: string, scale: number): Pick<Label, 'box'>[] {
    const { place, sizes, looks, leastLetters } = this.needs;
    const { own } = looks.claimTag(id);
    if (own === undefined) return [];
    const { below, size } = sizes.place(id, scale);
    const { across, down, middle } = tagSize(own, { least: leastLetters() / (scale * size) });
    const [x, y, wide, high] = [place(id).x, place(id).y + below + middle * size, across * size, down * size];
    return [{ box: { left: x - wide, right: x + wide, top: y - high, bottom: y + high } }];
  }

  boxOf(id: string, scale: number): Box {
    const { x, y } = this.needs.place(id);
    const radius = RADIUS * this.needs.sizes.place(id, scale).size;
    return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
  }

  width(text: string) {
    let width = this.widths.get(text);
    if (width === undefined) this.widths.set(text, width = this.needs.measure(text, 700));
    return width;
  }
}

/** A text of one line or several in its box, on a paper-coloured outline so that moves do not cross it out. */
export function labelTexts({ text, size, box, anchor, weight }: Label, { ink, paper }: Paint): Text[] {
  const { left, right, top, bottom } = box;
  const x = { start: left, middle: (left + right) / 2, end: right }[anchor];
  const lines = text.split('\n');
  return lines.map((line, i) => ({
    is: 'text',
    x,
    y: top + (i + 0.5) * (bottom - top) / lines.length + baseOf(size),
    text: line,
    size,
    colour: ink,
    weight,
    anchor,
    outline: outlineOf(size, paper),
  }));
}

/** From where on the lines of a text at a side of a node begin. */
function anchorAt(side: string): Anchor {
  if (isPlumb(side)) return 'middle';
  return side.includes('w') ? 'end' : 'start';
}

/**
 * The box of a text at a side of a node, clear of what is `around` it, in radii: the halo that it has at some steps.
 */
function boxAt(
  side: string,
  { x, y, radius, around, shape, width, height }: {
    x: number;
    y: number;
    radius: number;
    around: number;
    shape: string;
    width: number;
    height: number;
  },
): Box {
  const [beside, corner, shift] = [radius * (around + GAP), radius * (reach(shape, around) + GAP), radius * 0.35];
  const isCorner = side.length === 2;
  const isBetween = side.length === 3;
  const [isEast, isNorth] = [side.includes('e'), side.includes('n')];
  const isBeside = isBetween && side[0] !== side[1]; // beside the node, a line higher or lower than its middle
  const aside = isCorner ? corner : isBetween && !isBeside ? -shift : beside;
  const left = isEast ? x + aside : side.includes('w') ? x - aside - width : x - width / 2;
  const off = isBeside ? 0 : (isCorner ? radius * heightOf(shape) : beside) - radius * SLACK;
  const top = isNorth ? y - off - height : side.includes('s') ? y + off : y - height / 2;
  return { left, right: left + width, top, bottom: top + height };
}

/** Whether a side is above or below the node, where a text may be moved to the left or right. */
const isPlumb = (side: string) => side === 'n' || side === 's';

/** A box moved to the left or right as far as it must be to lie within another one. */
function shifted(box: Box, within: Box): Box {
  const by = Math.max(within.left - box.left, 0) + Math.min(within.right - box.right, 0);
  return { ...box, left: box.left + by, right: box.right + by };
}

/**
 * Return the height above the middle of a node at which letters at its corner begin, in radii: low where the corner
 * leaves room.
 */
const heightOf = (shape: string) => (shape === 'leaf' ? 0.6 : 0.8);

/**
 * Return the reach of a node, with the look `around` it, to the side at the height of the letters at its corner, in
 * radii.
 */
function reach(shape: string, around: number) {
  const corners = HALVES[shape];
  if (!corners) return Math.sqrt(around ** 2 - heightOf(shape) ** 2);
  const height = -heightOf(shape) / around;
  const reached = corners.slice(1).flatMap(([x1, y1], i) => {
    const [x0, y0] = corners[i]; // which lies higher
    const share = y1 > y0 ? Math.min(1, (height - y0) / (y1 - y0)) : 1;
    return share < 0 ? [] : [x0, x0 + share * (x1 - x0)];
  });
  return -around * Math.min(...reached);
}

const boxOf = (one: number[], other: number[]): Box => ({
  left: Math.min(one[0], other[0]),
  right: Math.max(one[0], other[0]),
  top: Math.min(one[1], other[1]),
  bottom: Math.max(one[1], other[1]),
});

/** Return the distance of a box from a place. */
const distance = ({ x, y }: Place, { left, right, top, bottom }: Box) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
