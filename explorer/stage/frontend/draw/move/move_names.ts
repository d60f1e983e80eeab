// Names of moves, on their moves: near the middle, where they lie on no node, name or arrow head and on no other move.
// Where there is no such room there is no name, but for moves of what is selected or in focus, whose names may cross
// other moves. Which names have room depends on the drawing and its scale alone, as for the names of nodes.
import { type Box, boxAround, grown, isWithin, overlap } from '../shapes/box.ts';
import { Cells, crosses } from '../shapes/cells.ts';
import { HALO, NAMES_FROM, RADIUS } from '../node/geometry.ts';
import { shortName } from '../shapes/lettering.ts';
import { BOLD, type Point, rounded, type Shape, transformed } from '../shapes/shapes.ts';
import { along, type Spot } from './transits.ts';
import { headOf } from './ways.ts';
import { moveId } from '../../model/records.ts';
import { type Label, type Labels, labelTexts } from '../node/labels.ts';
import type { Paint } from '../shapes/page_colours.ts';
import type { Move } from '../../model/types.ts';

const [SIZE, HEIGHT] = [12, 1.15]; // of letters, of a line in sizes
const [PAD, CLEAR] = [3, 1]; // at both ends of a name, and around it
const LONGEST = 18; // characters
const SHARES = [0.5, 0.42, 0.58, 0.38, 0.34, 0.66, 0.3, 0.26, 0.74]; // of the way that is seen, tried in turn
const MOST_COVERED = 0.6; // of the way that is seen
const MOST = 400; // nodes up to which moves have names that are not of the focus
const BELOW_CARD = 18; // for the name of a node with a board

/** Selected, hovered or focused nodes, with all their moves, and moves. */
export type Chosen = { nodes: string[]; moves: string[] };

export class MoveNames {
  placed: Label[] = []; // those that have room, with the ids of moves
  taken: Cells<Box> = new Cells(1); // what no name lies on, these names included
  key = '';
  added: { key: string; labels: Label[] } = { key: '', labels: [] }; // of what was chosen last

  constructor(readonly labels: Labels) {}

  get looks() {
    return this.labels.needs.looks;
  }

  /**
   * The names at a scale, those of what is chosen in bold.
   * @param besides what else stands there at this step
   */
  texts(scale: number, chosen: Chosen, besides: Label[]): Label[] {
    if (!this.looks.moves.named.size) return [];
    this.update(scale);
    const [nodes, moves] = [new Set(chosen.nodes), new Set(chosen.moves)];
    const ids = [...this.looks.moves.named].filter(([id, [from, to]]) =>
      moves.has(id) || nodes.has(from) || nodes.has(to)
    );
    const bold = new Set(ids.map(([id]) => id));
    const carrying = new Set(this.looks.moves.transits().map(({ from, to }) => moveId(from, to)));
    return [...this.placed, ...this.more(ids.map(([, move]) => move), scale)].filter(({ id, box }) =>
      !carrying.has(id) && !besides.some((other) => overlap(other.box, box))
    ).map((label) => (bold.has(label.id) ? { ...label, weight: BOLD } : label));
  }

  update(scale: number) {
    const { labels, looks } = this;
    labels.update(scale);
    const key = `${labels.key}|${looks.moves.namedKey}|${looks.frames?.stage ?? ''}`;
    if (key === this.key) return;
    this.key = key;
    this.added = { key: '', labels: [] };
    this.placed = [];
    this.taken = this.obstacles(scale);
    if (looks.nodes.length > MOST || scale < NAMES_FROM) return; // then only the names of what is chosen are there
    for (const move of looks.moves.named.values()) {
      const label = this.label(move, scale, { mayCross: false });
      if (label) this.take(label, this.placed);
    }
  }

  /** The names of chosen moves for which there is no room otherwise. */
  more(moves: Move[], scale: number): Label[] {
    const there = new Set(this.placed.map(({ id }) => id));
    const missing = moves.filter((move) => !there.has(moveId(...move)));
    const key = JSON.stringify(missing);
    if (key === this.added.key) return this.added.labels;
    const labels: Label[] = [];
    for (const move of missing) {
      const label = this.label(move, scale, { mayCross: true });
      if (label && !labels.some(({ box }) => overlap(box, label.box))) labels.push(label);
    }
    this.added = { key, labels };
    return labels;
  }

  take(label: Label, labels: Label[]) {
    labels.push(label);
    this.taken.add(label.box, label.box);
  }

  /** Nodes with what may be around them, their names, and arrow heads. */
  obstacles(scale: number): Cells<Box> {
    const { labels, looks, labels: { needs: { sizes, routes, place } } } = this;
    const taken = new Cells<Box>(labels.cell);
    const add = (box: Box) => taken.add(box, box);
    for (const { id } of looks.nodes) {
      const box = grown(boxAround([place(id)], sizes.reach(id, scale)), HALO - RADIUS);
      add(looks.board ? { ...box, bottom: box.bottom + BELOW_CARD } : box);
    }
    if (!looks.board) labels.placed.filter(({ isClear }) => isClear).forEach(({ box }) => add(box));
    if (looks.nodes.length > MOST) return taken;
    for (const [from, to] of looks.document.moves.values()) {
      const way = this.looks.moves.isThere(from, to) ? routes().way(from, to, scale) : undefined;
      if (way) add(boxAround(headOf(way).points.map(([x, y]) => ({ x, y })), [1, 1]));
    }
    return taken;
  }

  /** The name of a move at the best of its places; undefined if there is none. */
  label([from, to, name = '']: Move, scale: number, { mayCross }: { mayCross: boolean }): Label | undefined {
    const { needs } = this.labels;
    const way = this.looks.moves.isThere(from, to) ? needs.routes().way(from, to, scale) : undefined;
    if (!way) return undefined;
    const size = Math.max(SIZE, needs.leastLetters('name') / scale);
    const text = shortName(name, LONGEST);
    const half: Point = [size * this.labels.width(text) / 2 + PAD, size * HEIGHT / 2];
    const at = along(way);
    let [best, least]: [Box | undefined, number] = [undefined, mayCross ? Infinity : 1];
    for (const share of SHARES) {
      const box = boxOn(at(share), half, from === to);
      const crossed = box && this.isFree(box) ? this.crossed(box, `${from}→${to}`, least) : least;
      if (crossed < least) [best, least] = [box, crossed];
      if (!least) break;
    }
    return best && { id: moveId(from, to), text, size, box: best, anchor: 'middle', weight: 400, isClear: true };
  }

  isFree(box: Box) {
    return isWithin(box, this.labels.whole) && !this.taken.near(grown(box, CLEAR)).length;
  }

  /** Return the number of pieces of other moves that run through a box, up to a limit. */
  crossed(box: Box, own: string, most: number) {
    const around = grown(box, CLEAR);
    let count = 0;
    for (const { move, start, stop } of this.labels.pieces.near(around)) {
      if (count >= most) break;
      if (move !== own && crosses(start, stop, around)) count++;
    }
    return count;
  }
}

/** The name of a move on a plate that its line ends at. */
export function plateShapes(label: Label, paint: Paint): Shape[] {
  const { left, right, top, bottom } = label.box;
  const [width, height] = [right - left, bottom - top];
  const plate: Shape = { is: 'polygon', points: rounded(width, height, height / 4), fill: paint.paper };
  const texts = labelTexts(label, paint).map((text) => ({ ...text, outline: undefined }));
  return [...transformed([plate], 1, (left + right) / 2, (top + bottom) / 2), ...texts];
}

/** A box with its middle on a way, unless it would hide most of that. */
function boxOn({ at: [x, y], direction, length }: Spot, [across, down]: Point, isLoop: boolean): Box | undefined {
  const [cos, sin] = [Math.abs(Math.cos(direction)), Math.abs(Math.sin(direction))];
  const covered = 2 * Math.min(across / (cos || 1e-9), down / (sin || 1e-9));
  if (!isLoop && covered > MOST_COVERED * length) return undefined;
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}
