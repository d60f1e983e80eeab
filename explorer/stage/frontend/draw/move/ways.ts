// The ways of moves from node to node with their arrow heads, as vis-network has them, which finds moves under the
// pointer: a straight line, a curve, or from a node to itself a part of a circle.
import type { Theme } from '../../messages.ts';
import {
  arc,
  type Bend,
  type Curve,
  type Line,
  type Outline,
  type Point,
  type Polygon,
  type Shape,
} from '../shapes/shapes.ts';

export type Band = { from: string; to: string; kind: string };

export const WIDTH = 1.4;
const HEAD = 15 * 0.7 + 3 * WIDTH; // length of an arrow head
const AIR = 2.5; // between an outline and the arrows that end there
const HIDDEN = 15; // degrees of a loop that begin under its node
export const LOOP = 22; // radius of a loop
const OUTSIDE = 0.7; // by which its middle lies outside of the box of its node
const [BAND_HEAD, HALF_BAND_HEAD] = [24, 13]; // of a band that is read as an arrow
/** Marks that are read as arrows: under a band the head of its move cannot be seen. */
const HEADED = ['played', 'lasso', 'leave', 'best'];

/** The distance from the middle of a node to its outline, in a direction. */
export type Rim = (direction: number) => number;

/** The way of a move: curves, or a straight line if there are none; where its arrow ends, and in which direction. */
export type Way = { start: Point; bends: Bend[]; end: Point; tip: Point; direction: number };

/** @param bend as vis-network counts them: to the one side above 0, to the other below */
export function wayOf(start: Point, end: Point, rim: Rim, bend: number): Way {
  const outside: Rim = (direction) => rim(direction) + AIR;
  return bend ? curved(start, viaOf(start, end, bend), end, outside) : straight(start, end, outside);
}

function straight(start: Point, end: Point, rim: Rim): Way {
  const direction = Math.atan2(end[1] - start[1], end[0] - start[0]);
  const tip = back(end, rim(direction + Math.PI), direction);
  return { start, bends: [], end: back(tip, 0.9 * HEAD, direction), tip, direction };
}

function curved(start: Point, via: Point, end: Point, rim: Rim): Way {
  const at = (t: number) => between(between(start, via, t), between(via, end, t), t);
  const arrival = first((t) => isOver(at(t), end, rim));
  const tip = at(arrival);
  const last = first((t) => t >= arrival || distance(at(t), tip) <= 0.9 * HEAD);
  const core = at(last);
  const bend: Bend = [
    between(start, between(start, via, last), 2 / 3),
    between(core, between(start, via, last), 2 / 3),
    core,
  ];
  return { start, bends: [bend], end: core, tip, direction: Math.atan2(tip[1] - core[1], tip[0] - core[0]) };
}

/**
 * The part outside of its node of a circle around a point of the box of the node, run through clockwise.
 * @param side where it lies: across and down, each −1, 0 or 1
 * @param half of the width and of the height of the node
 */
export function loopOf([x, y]: Point, rim: Rim, side: Point, half: Point): Way {
  const far = Math.min(...half) + OUTSIDE; // as vis-network has it
  const middle: Point = [x + side[0] * far, y + side[1] * far];
  const angle = Math.atan2(side[1], side[0]);
  const at = (turn: number): Point => [middle[0] + LOOP * Math.cos(turn), middle[1] + LOOP * Math.sin(turn)];
  const degree = Math.PI / 180;
  const outside = Array.from({ length: 361 }, (_, i) => angle + (i - 180) * degree)
    .filter((turn) => !isOver(at(turn), [x, y], (direction) => rim(direction) + AIR));
  const [begin, stop] = [outside[0] - HIDDEN * degree, outside[outside.length - 1]];
  const { start, bends } = arc(...middle, LOOP, begin, stop - 0.9 * HEAD / LOOP);
  const [tip, core] = [at(stop), bends[bends.length - 1][2]];
  return { start, bends, end: core, tip, direction: Math.atan2(tip[1] - core[1], tip[0] - core[0]) };
}

/** Whether a point is so near to a node that an arrow ends there. */
const isOver = (point: Point, node: Point, rim: Rim) =>
  distance(point, node) <= rim(Math.atan2(point[1] - node[1], point[0] - node[0]));

/** The position on a curve from which on something holds, by bisection. */
function first(holds: (t: number) => boolean) {
  let [low, high] = [0, 1];
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The point towards which vis-network bends a move, as its types curvedCW and curvedCCW have it. */
export function viaOf(start: Point, end: Point, bend: number): Point {
  const turn = Math.atan2(start[1] - end[1], end[0] - start[0]) + (0.5 * bend + 0.5) * Math.PI;
  const far = (0.5 * Math.abs(bend) + 0.5) * distance(start, end);
  return [start[0] + far * Math.sin(turn), start[1] + far * Math.cos(turn)];
}

/** Points of a way, so many of each of its curves, from end to end. */
export function pointsOf({ start, bends, end, tip }: Way, number = 12): Point[] {
  if (!bends.length) {
    return [...Array.from({ length: number + 1 }, (_, i) => between(start, end, i / number)), tip];
  }
  let here = start;
  const points = bends.flatMap(([one, two, stop]) => {
    const begin = here;
    here = stop;
    return Array.from({ length: number }, (_, i) => onCubic([begin, one, two, stop], (i + 1) / number));
  });
  return [start, ...points, tip];
}

function onCubic([a, b, c, d]: Point[], t: number): Point {
  const [first, middle, last] = [between(a, b, t), between(b, c, t), between(c, d, t)];
  return between(between(first, middle, t), between(middle, last, t), t);
}

/** The line of a move and its arrow head. */
export const edgeShapes = (way: Way, colour: string, opacity = 1): Shape[] => [
  { ...trackOf(way), stroke: { colour, width: WIDTH }, opacity },
  { ...headOf(way), fill: colour, opacity },
];

/** The place of an arrow head. */
export function headOf({ tip, direction }: Way): Outline<Polygon> {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const at = (along: number, aside: number): Point => [
    tip[0] + HEAD * (along * cos - aside * sin),
    tip[1] + HEAD * (along * sin + aside * cos),
  ];
  return { is: 'polygon', points: [at(0, 0), at(-1, 0.3), at(-0.9, 0), at(-1, -0.3)] };
}

/** The place of a line. */
export const trackOf = ({ start, bends, end }: Way): Outline<Line> | Outline<Curve> =>
  bends.length ? { is: 'curve', start, bends } : { is: 'line', points: [start, end] };

/** A broad line under a move, so that the arrow stays sharp on top; with a head where it is read as an arrow. */
export function bandShapes(way: Way, kind: string, { marks, dashed }: Theme): Shape[] {
  const { colour } = marks[kind];
  const [width, opacity] = kind === 'path' ? [9, 0.6] : [11, 0.85];
  if (!HEADED.includes(kind)) {
    return [{
      ...trackOf(way),
      stroke: { colour, width, dash: dashed.includes(kind) ? [10, 14] : undefined, round: true },
      opacity,
    }];
  }
  const points = pointsOf(way).filter((point) => distance(point, way.tip) > BAND_HEAD);
  const from = points[points.length - 1] ?? way.start;
  const direction = Math.atan2(way.tip[1] - from[1], way.tip[0] - from[0]);
  const base = back(way.tip, BAND_HEAD, direction);
  const [across, down] = [-HALF_BAND_HEAD * Math.sin(direction), HALF_BAND_HEAD * Math.cos(direction)];
  const head: Point[] = [way.tip, [base[0] + across, base[1] + down], [base[0] - across, base[1] - down]];
  return [
    { is: 'line', points: [...points, base], stroke: { colour, width }, opacity },
    { is: 'polygon', points: head, fill: colour, opacity },
  ];
}

const back = ([x, y]: Point, by: number, direction: number): Point => [
  x - by * Math.cos(direction),
  y - by * Math.sin(direction),
];
const between = (a: Point, b: Point, t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
