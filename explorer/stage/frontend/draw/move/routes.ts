// Routes of moves: bent around nodes that are in their way, loops at the free side of their nodes, and the points along
// them.
import { type Box, boxAround, holds } from '../shapes/box.ts';
import { SEEN_AT, type Sizes } from '../node/sizes.ts';
import { Cells } from '../shapes/cells.ts';
import { RADIUS } from '../node/geometry.ts';
import { reach } from '../node/glyph.ts';
import { headOf, LOOP, loopOf, pointsOf, type Rim, trackOf, viaOf, type Way, wayOf } from './ways.ts';
import { moveId } from '../../model/records.ts';
import type { Document } from '../../model/document.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { Point } from '../shapes/shapes.ts';
import type { VisBodyEdge } from '../canvas/vis_network.ts';
import type { GameNode, Move, Place } from '../../model/types.ts';

/** Parts of the canvas that routes need. */
interface Needs {
  looks: Pick<NodeLooks, 'cellsOf' | 'shapeOf'>;
  sizes: Pick<Sizes, 'margin' | 'reach'>;
  document: () => Document;
  place: (id: string) => Place | undefined; // where a node is drawn
}

/**
 * The bend of a move, as vis-network counts it, or the side of its node at which a loop lies: across and down, −1, 0 or
 * 1.
 */
export type Bent = { roundness: number; side?: Point };

/** The line and the head of a move, and all that they depend on. */
export type Drawn = {
  track: ReturnType<typeof trackOf>;
  head: ReturnType<typeof headOf>;
  box: Box;

  bent: Bent | undefined;
  across: number;
  from: Place;
  to: Place;
};

// How a move may be bent, as vis-network bends it, to the other side below 0; tried in turn, of alike ones the first:
// around nodes, and of the two moves of a 2-cycle, each on its own side.
const AROUND = [0.18, -0.18, 0.32, -0.32, 0, 0.1, -0.1, 0.25, -0.25, 0.4, -0.4, 0.5, -0.5];
const PAIRED = [0.22, 0.36, 0.12];
const [STRAY, RANK] = [4, 0.005]; // what it costs to leave the drawing, and to come after another; a node run over is 1
const NEAR = 1.6; // radii from the middle of a node from which on a move is clear of it
const POINTS = 31; // along a bent move that are looked at
const [MANY, FEWER] = [100, 4]; // nodes, and how many bends are tried then
const BESIDE = 80; // canvas units in which no node can be on a move any more
const BEND_AROUND = 4; // beyond the rim: an edge that would pass a node closer than this is bent
const MOST_FOR_CHOOSING = 250; // nodes; beyond, the first bend is taken
const MOST_FOR_BENDING = 400; // nodes; beyond, only the two moves of a 2-cycle are bent
const STRAIGHT: Bent = { roundness: 0 };
// Sides at which a loop can lie, the best first; below at the left and at the right are signs of what is done to a
// node.
const SIDES: Point[] = [[1, 1], [-1, 1], [1, -1], [-1, -1], [1, 0], [-1, 0], [0, 1]];
const CLEAR = Math.PI / 3; // between a loop and a move
const BESIDE_ARROW = 0.5; // what it costs to lie at the arrow over the root, in nodes that are run over
const CELL = 130; // canvas units
const BROAD = 20; // beyond the middle of a line: its arrow head

export class Routes {
  bent = new Map<string, Bent>(); // moves that are not straight
  lastWays = new Map<string, Drawn>(); // ways as they were drawn last
  besideLoops = new Map<string, Set<string>>(); // the other ends of the moves of nodes that have a loop

  constructor(readonly needs: Needs) {}

  /**
   * After nodes or moves came, went or moved: the two moves of a 2-cycle are two curves, and a straight edge that would
   * run over a third node is bent around it.
   */
  plan() {
    const { nodes, moves } = this.needs.document();
    const whole = boxAround([...nodes.values()], this.needs.sizes.margin);
    const near = new Cells<string>(CELL);
    for (const { id, x, y } of nodes.values()) near.add(boxAround([{ x, y }], this.needs.sizes.reach(id, SEEN_AT)), id);
    this.bent = new Map();
    this.lastWays = new Map();
    this.besideLoops = besideLoops([...moves.values()]);
    for (const [id, [from, to]] of moves) {
      const bent = this.bentOf(from, to, whole, near);
      if (bent !== STRAIGHT) this.bent.set(id, bent);
    }
  }

  bentOrStraight(id: string): Bent {
    return this.bent.get(id) ?? STRAIGHT;
  }

  bentOf(from: string, to: string, whole: Box, near: Cells<string>): Bent {
    const { moves, nodes } = this.needs.document();
    if (from === to) return { roundness: 0, side: this.freeSide(from, near) };
    if (moves.has(moveId(to, from))) return { roundness: this.bend(from, to, PAIRED, whole) };
    if (nodes.size > MOST_FOR_BENDING || !this.isBlocked(from, to, near)) return STRAIGHT;
    const roundness = this.bend(from, to, AROUND, whole);
    return roundness ? { roundness } : STRAIGHT;
  }

  /** The side of a node at which a loop keeps best clear of its moves and of other nodes; of alike ones the first. */
  freeSide(id: string, near: Cells<string>): Point {
    const document = this.needs.document();
    const { x, y } = document.node(id);
    const turns = [...this.besideLoops.get(id) ?? []].map((other) => {
      const place = document.node(other);
      return Math.atan2(place.y - y, place.x - x);
    });
    const [across, down] = this.needs.sizes.reach(id);
    const costs = SIDES.map((side, rank) => {
      const turn = Math.atan2(side[1], side[0]);
      const apart = Math.min(
        Math.PI,
        ...turns.map((other) => Math.abs(Math.atan2(Math.sin(turn - other), Math.cos(turn - other)))),
      );
      const middle = { x: x + side[0] * across, y: y + side[1] * down };
      const covered = near.near(boxAround([middle], [LOOP, LOOP])).filter((other) => other !== id).length;
      const beside = side[1] < 0 && id === document.root ? BESIDE_ARROW : 0;
      return Math.max(0, CLEAR - apart) + covered + beside + 0.001 * rank;
    });
    return SIDES[costs.indexOf(Math.min(...costs))];
  }

  /** The way of a move between the places where its nodes are drawn. */
  way(from: string, to: string, scale = 1): Way | undefined {
    const [start, end] = [this.needs.place(from), this.needs.place(to)];
    if (!start || !end) return undefined; // vis-network also draws in the midst of a change
    const { roundness, side } = this.bentOrStraight(moveId(from, to));
    const rim = this.rim(to, scale);
    if (from === to) return loopOf([start.x, start.y], rim, side ?? SIDES[0], this.needs.sizes.reach(from, scale));
    return wayOf([start.x, start.y], [end.x, end.y], rim, roundness);
  }

  /** The way of a move of vis-network, worked out anew where an end has moved or has another size. */
  drawnWay({ id, fromId, toId, from, to }: VisBodyEdge, scale: number): Drawn | undefined {
    const bent = this.bent.get(id);
    const [across] = this.needs.sizes.reach(toId, scale);
    const before = this.lastWays.get(id);
    if (
      before && before.bent === bent && before.across === across && before.from.x === from.x &&
      before.from.y === from.y && before.to.x === to.x && before.to.y === to.y
    ) return before;
    const way = this.way(fromId, toId, scale);
    if (!way) return undefined;
    const ends = { from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y } };
    const track = trackOf(way);
    const points = track.is === 'line' ? track.points : [track.start, ...track.bends.flat()];
    const box = boxAround(points.map(([x, y]) => ({ x, y })), [BROAD, BROAD]);
    const drawn = { track, head: headOf(way), box, bent, across, ...ends };
    this.lastWays.set(id, drawn);
    return drawn;
  }

  rim(id: string, scale: number): Rim {
    const [across, down] = this.needs.sizes.reach(id, scale);
    if (this.needs.looks.cellsOf(id)) {
      return (turn) => Math.min(across / Math.abs(Math.cos(turn)), down / Math.abs(Math.sin(turn)));
    }
    const shape = this.needs.looks.shapeOf(id);
    return (turn) => reach(shape, across, turn);
  }

  points(from: string, to: string): Point[] | null {
    const way = this.way(from, to);
    return way ? pointsOf(way) : null;
  }

  /** The point of a move that is so far from the outline of the node at one of its ends. */
  along(from: string, to: string, distance: number, end: 'from' | 'to' = 'from'): Point | undefined {
    const points = this.points(from, to);
    if (!points) return undefined;
    if (end === 'to') points.reverse();
    if (from === to) return points[Math.min(points.length - 1, Math.round(points.length * (0.15 + distance / 150)))];
    const node = end === 'from' ? from : to;
    const { x, y } = this.needs.place(node) as Place;
    const beyond = this.needs.looks.cellsOf(node)
      ? beyondCard(x, y, ...this.needs.sizes.reach(node))
      : (point: Point) => Math.hypot(point[0] - x, point[1] - y) - RADIUS;
    for (let i = 1; i < points.length; i++) {
      const [near, far] = [beyond(points[i - 1]), beyond(points[i])];
      if (far < distance) continue;
      const share = (distance - near) / (far - near || 1);
      const [[x1, y1], [x2, y2]] = [points[i - 1], points[i]];
      return [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
    }
    return points[6];
  }

  /**
   * The bend with which a move keeps best clear of all third nodes; of alike ones the first.
   * @param whole around the drawing
   */
  bend(from: string, to: string, bends: number[], whole: Box) {
    const { nodes } = this.needs.document();
    if (nodes.size > MOST_FOR_CHOOSING) return bends[0];
    const [a, b] = [this.needs.document().node(from), this.needs.document().node(to)];
    const [across, down] = this.needs.looks.cellsOf(from) ? this.needs.sizes.reach(from) : [0, 0];
    const far = BESIDE + across + Math.hypot(a.x - b.x, a.y - b.y) / 2; // at most so far from the straight way
    const about = boxAround([a, b], [far, far]);
    const others = [...nodes.values()].filter((node) => node !== a && node !== b && holds(about, node));
    const costs = bends.slice(0, nodes.size > MANY ? FEWER : undefined).map((bend, rank) => {
      const points = curve(a, b, bend);
      const strays = points.some((point) => !holds(whole, point));
      const around = boxAround(points, [BESIDE + across, BESIDE + down]);
      return others.filter((node) => holds(around, node)).reduce(
        (cost, node) => cost + this.nearness(node, points),
        RANK * rank + (strays ? STRAY : 0),
      );
    });
    return bends[costs.indexOf(Math.min(...costs))];
  }

  /** Return how near points come to a node: 0 well beside it, more than 1 upon it. */
  nearness({ id, x, y }: GameNode, points: Place[]) {
    const isCard = this.needs.looks.cellsOf(id) !== undefined;
    const [across, down] = isCard ? this.needs.sizes.reach(id) : [0, 0];
    const radius = isCard ? RADIUS : this.reach(id);
    const beside = NEAR * radius;
    const outside = (at: Place) =>
      Math.hypot(Math.max(Math.abs(x - at.x) - across, 0), Math.max(Math.abs(y - at.y) - down, 0));
    const least = points.reduce((least, at) => Math.min(least, outside(at)), beside);
    return (1 - least / beside) ** 2 + (least < radius ? 1 : 0);
  }

  /** The radius of a node without a board where the drawing is seen from so far that nodes are drawn larger. */
  reach(id: string) {
    return this.needs.sizes.reach(id, SEEN_AT)[0];
  }

  isBlocked(from: string, to: string, near: Cells<string>) {
    const document = this.needs.document();
    const [a, b] = [document.node(from), document.node(to)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy) || 1;
    return near.near(boxAround([a, b], [BEND_AROUND, BEND_AROUND])).some((id) => {
      if (id === from || id === to) return false;
      const { x, y } = document.node(id);
      const along = ((x - a.x) * dx + (y - a.y) * dy) / length;
      const [across, down] = this.needs.sizes.reach(id);
      const aside = this.needs.looks.cellsOf(id)
        ? (Math.abs(dy) * across + Math.abs(dx) * down) / length + 4
        : this.reach(id) + BEND_AROUND;
      return along > 0 && along < length && Math.abs((x - a.x) * dy - (y - a.y) * dx) / length < aside;
    });
  }
}

function besideLoops(moves: Move[]) {
  const beside = new Map(moves.filter(([from, to]) => from === to).map(([id]) => [id, new Set<string>()]));
  for (const [from, to] of moves) {
    if (from === to) continue;
    beside.get(from)?.add(to);
    beside.get(to)?.add(from);
  }
  return beside;
}

/** Points along a bent move. */
function curve(a: Place, b: Place, bend: number): Place[] {
  const [x, y] = viaOf([a.x, a.y], [b.x, b.y], bend);
  return Array.from({ length: POINTS }, (_, i) => {
    const t = (i + 1) / (POINTS + 1);
    const [start, middle, end] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: start * a.x + middle * x + end * b.x, y: start * a.y + middle * y + end * b.y };
  });
}

/** Return the distances of points from a card; negative ones inside. */
const beyondCard = (x: number, y: number, across: number, down: number) => (point: Point) =>
  Math.max(Math.abs(point[0] - x) - across, Math.abs(point[1] - y) - down);
