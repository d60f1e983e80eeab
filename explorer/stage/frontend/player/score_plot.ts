// The plot of a score as a function of the value of endless play: flat, rising, flat; and the place of a value on it.
import { approximate } from '../model/scores.ts';
import type { Exact, FunctionData } from '../messages.ts';

export const [WIDTH, HEIGHT] = [240, 118];
const [LEFT, RIGHT, TOP, BOTTOM] = [42, 10, 10, 34]; // around the plot, for its numbers
const MARGIN = 0.4; // of what is between the least and the largest number, at both sides
const NEAR = 2; // times the distance of the bounds: up to there 0 is in the plot

export interface Spot {
  x: number;
  y: number;
}

export class Plot {
  lower: number;
  upper: number;
  from: number; // the least and the largest value that has a place of its own
  to: number;

  /** `worths`: what endless play can be set to, which fill the plot where a bound is infinite. */
  constructor(data: FunctionData, worths: readonly Exact[] = []) {
    [this.lower, this.upper] = [data.lower, data.upper].map(approximate);
    const ends = [this.lower, this.upper].filter(Number.isFinite);
    const span = ends.length === 2 ? ends[1] - ends[0] : Infinity;
    const isNear = ends.some((end) => Math.abs(end) <= NEAR * span) || !ends.length;
    const others = span < Infinity ? [] : worths.map(approximate).filter(Number.isFinite);
    const known = [...ends, ...others, ...(isNear ? [0] : [])];
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const margin = MARGIN * (most - least || 1);
    [this.from, this.to] = [least - margin, most + margin];
  }

  /** Return the place of a value of endless play on the line; of one that is too small or large, an end. */
  spot(worth: number): Spot {
    const value = Math.max(this.from, Math.min(worth, this.to));
    return { x: this.x(value), y: this.y(Math.max(this.lower, Math.min(value, this.upper))) };
  }

  x(value: number) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (value - this.from) / (this.to - this.from);
  }

  y(score: number) {
    const [least, most] = [Math.max(this.lower, this.from), Math.min(this.upper, this.to)];
    const share = most > least ? (score - least) / (most - least) : 0;
    return HEIGHT - BOTTOM - 6 - (HEIGHT - TOP - BOTTOM - 6) * share;
  }

  /** The line, as the points of an SVG. */
  get line() {
    const bends = [this.lower, this.upper].filter(Number.isFinite);
    return [this.from, ...bends, this.to].map((worth) => this.spot(worth)).map(({ x, y }) => `${x},${y}`).join(' ');
  }

  /** The bounds that are finite, with their place on the line and their text. */
  bends(data: FunctionData): { spot: Spot; score: Exact }[] {
    return [data.lower, data.upper].filter((score) => Number.isFinite(approximate(score))).map((score) => ({
      spot: this.spot(approximate(score)),
      score,
    }));
  }

  get axes() {
    return { left: LEFT, right: WIDTH - RIGHT, top: TOP, bottom: HEIGHT - BOTTOM };
  }

  /** The index of the value whose place is nearest to x; beyond an end, that of the first or the last. */
  nearest(worths: readonly Exact[], x: number) {
    if (x <= LEFT) return 0;
    if (x >= WIDTH - RIGHT) return worths.length - 1;
    const distances = worths.map(approximate).map((worth) =>
      worth < this.from || worth > this.to ? Infinity : Math.abs(this.x(worth) - x)
    );
    return distances.indexOf(Math.min(...distances));
  }
}

/** The median of lower bound, value and upper bound. */
export function scoreAt({ lower, upper }: FunctionData, worth: Exact): Exact {
  const number = approximate(worth);
  return number < approximate(lower) ? lower : number > approximate(upper) ? upper : worth;
}
