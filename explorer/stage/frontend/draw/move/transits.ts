// Messages on a move: values, which go against it, and signals, which go along it.
import { RADIUS } from '../node/geometry.ts';
import { BOLD, centred, type Measure, type Point, rounded, type Shape, transformed } from '../shapes/shapes.ts';
import { pointsOf, type Way } from './ways.ts';
import type { Theme } from '../../messages.ts';
import type { Paint } from '../shapes/page_colours.ts';

/** Messages on a move: values on their way from `to` to `from`, and how many signals go back. */
export type Transit = { from: string; to: string; values: string; signals: number };

export const REPEATED = '·'; // a value that the sender has sent before
// Shares of the way that is seen, the best first: where moves cross is mostly halfway.
const [VALUES_AT, SIGNALS_AT] = [[0.66, 0.74, 0.58, 0.82], [0.36, 0.28, 0.44, 0.2]];
const [APART, MANY] = [20, 200]; // canvas units between two messages; how many are no longer kept apart
const [SIZE, HEIGHT, DOT] = [12, 18, 3.5];
const POINTER = 7; // how far it points
const WHITE = '#ffffff';

/** A position, the direction of the move there, and how long the way is that is seen. */
export type Spot = { at: Point; direction: number; length: number };
type Drawing = { theme: Theme; paint: Paint; measure: Measure; size?: number };

/**
 * The messages on moves, each near its sender, and beside those before it where there is room.
 * @param wayOf a move
 * @param size by which they are larger than where a drawing is read
 */
export function transitShapes(
  transits: Transit[],
  wayOf: (from: string, to: string) => Way | undefined,
  { theme: { marks: { value, signal } }, paint, measure, size = 1 }: Drawing,
): Shape[][] {
  const taken: Point[] = [];
  const isFree = ({ at: [x, y] }: Spot) => taken.every(([a, b]) => Math.hypot(a - x, b - y) > APART * size);
  const placed = (way: Way, shares: number[], shapesOf: (direction: number) => Shape[]) => {
    const spots = shares.slice(0, transits.length > MANY ? 1 : undefined).map(along(way));
    const { at, direction } = spots.find(isFree) ?? spots[0];
    taken.push(at);
    return transformed(shapesOf(direction), size, ...at);
  };
  return transits.map(({ from, to, values, signals }) => {
    const way = wayOf(from, to);
    if (!way) return [];
    const back = (direction: number) => valueShapes(direction + Math.PI, values, value.colour, measure);
    const forth = (direction: number) => signalShapes(direction, signals, signal.colour, paint, measure);
    return [...(signals ? placed(way, SIGNALS_AT, forth) : []), ...(values ? placed(way, VALUES_AT, back) : [])];
  });
}

/** A full plate around (0, 0) with what is sent, which points to where it goes; a dot for what was sent before. */
export function valueShapes(direction: number, values: string, colour: string, measure: Measure): Shape[] {
  const isDot = values === REPEATED;
  const width = isDot ? 2 * DOT : Math.max(HEIGHT, SIZE * measure(values, BOLD) + 10);
  const height = isDot ? 2 * DOT : HEIGHT;
  const plate: Shape = { is: 'polygon', points: rounded(width, height, height / 2), fill: colour };
  return [
    { ...pointer(width, height, direction), fill: colour },
    plate,
    ...(isDot ? [] : [centred(values, [0, 0], SIZE, WHITE)]),
  ];
}

/** A hollow ring around (0, 0) that points to where it goes, with their number if there are several. */
export function signalShapes(
  direction: number,
  signals: number,
  colour: string,
  { paper, ink }: Paint,
  measure: Measure,
): Shape[] {
  const text = signals > 1 ? `${signals}` : '';
  const radius = text ? Math.max(8, SIZE * measure(text, BOLD) / 2 + 3) : 5;
  return [
    { ...pointer(2 * radius, 2 * radius, direction), fill: colour },
    { is: 'circle', x: 0, y: 0, radius, fill: paper, stroke: { colour, width: 2.5 } },
    ...(text ? [centred(text, [0, 0], SIZE, ink)] : []),
  ];
}

/** A triangle outside of a plate around (0, 0). */
function pointer(width: number, height: number, direction: number) {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const [across, down] = [Math.abs(width / 2 / (cos || 1e-9)), Math.abs(height / 2 / (sin || 1e-9))];
  const far = Math.min(across, down);
  const half = Math.min(5, 0.35 * height); // of how broad it is
  const point = (ahead: number, aside: number): Point => [ahead * cos - aside * sin, ahead * sin + aside * cos];
  const points = [point(far + POINTER, 0), point(far - half, half), point(far - half, -half)];
  return { is: 'polygon' as const, points };
}

/** The points at shares of the way that is seen, from outline to outline, and the directions there. */
export function along(way: Way): (share: number) => Spot {
  const points = pointsOf(way);
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const seen = whole - Math.min(RADIUS, whole / 2);
  return (share) => {
    let left = whole - seen + share * seen;
    let i = 0;
    while (left > lengths[i] && i < lengths.length - 1) left -= lengths[i++];
    const [[x1, y1], [x2, y2]] = [points[i], points[i + 1]];
    const part = lengths[i] ? Math.min(1, left / lengths[i]) : 0;
    const at: Point = [x1 + part * (x2 - x1), y1 + part * (y2 - y1)];
    return { at, direction: Math.atan2(y2 - y1, x2 - x1), length: seen };
  };
}
