// Boxes in the cells of a grid, so that those near another one are found without looking at all.

/** @import { Box } from './types.d.ts' */

const [MIDDLE, ROWS] = [1_000_000, 4_000_000]; // numbers of cells are not below nothing, and no two are one

/** @template Thing */
export class Cells {
  /** @type {{ box: Box, thing: Thing, seen: number }[]} */
  entries = [];
  /** @type {Map<number, number[]>} */
  cells = new Map();
  /** @type {number} */
  asked = 0;

  /** @param {number} size of a cell */
  constructor(size) {
    this.size = size;
  }

  /**
   * @param {Box} box
   * @param {Thing} thing
   */
  add(box, thing) {
    const number = this.entries.push({ box, thing, seen: 0 }) - 1;
    for (const cell of this.under(box)) {
      const inside = this.cells.get(cell);
      if (inside) inside.push(number);
      else this.cells.set(cell, [number]);
    }
  }

  /**
   * The things whose boxes share more than an edge with a box, each once.
   * @param {Box} box
   * @returns {Thing[]}
   */
  near(box) {
    this.asked++;
    const found = [];
    for (const cell of this.under(box)) {
      for (const number of this.cells.get(cell) ?? []) {
        const entry = this.entries[number];
        if (entry.seen === this.asked) continue;
        entry.seen = this.asked;
        if (overlap(entry.box, box)) found.push(entry.thing);
      }
    }
    return found;
  }

  /**
   * @param {Box} box
   * @returns {Generator<number>}
   */
  *under({ left, right, top, bottom }) {
    const [first, last] = [Math.floor(left / this.size), Math.floor(right / this.size)];
    const [upper, lower] = [Math.floor(top / this.size), Math.floor(bottom / this.size)];
    for (let column = first; column <= last; column++) {
      for (let row = upper; row <= lower; row++) yield (column + MIDDLE) * ROWS + row + MIDDLE;
    }
  }
}

/**
 * @param {Box} one
 * @param {Box} other
 */
export const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Whether a straight line runs through a box, by the method of Liang and Barsky (1984).
 * @param {number[]} start
 * @param {number[]} stop
 * @param {Box} box
 */
export function crosses([x, y], [toX, toY], { left, right, top, bottom }) {
  const [dx, dy] = [toX - x, toY - y];
  let [enters, leaves] = [0, 1];
  for (const [along, room] of [[-dx, x - left], [dx, right - x], [-dy, y - top], [dy, bottom - y]]) {
    if (along === 0) {
      if (room < 0) return false;
    } else if (along < 0) enters = Math.max(enters, room / along);
    else leaves = Math.min(leaves, room / along);
  }
  return enters <= leaves;
}
