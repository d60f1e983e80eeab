// Boxes in the cells of a grid, so that those near another one are found without looking at all.
import { type Box, overlap } from './box.ts';

const [MIDDLE, ROWS] = [1_000_000, 4_000_000]; // numbers of cells are not below nothing, and no two are one

export class Cells<Thing> {
  entries: { box: Box; thing: Thing; search: number }[] = [];
  cells = new Map<number, number[]>();
  searches = 0;

  /** @param size of a cell */
  constructor(readonly size: number) {}

  add(box: Box, thing: Thing) {
    const number = this.entries.push({ box, thing, search: 0 }) - 1;
    for (const cell of this.under(box)) {
      const inside = this.cells.get(cell);
      if (inside) inside.push(number);
      else this.cells.set(cell, [number]);
    }
  }

  /** The things whose boxes share more than an edge with a box, each once. */
  near(box: Box): Thing[] {
    this.searches++;
    const found = [];
    for (const cell of this.under(box)) {
      for (const number of this.cells.get(cell) ?? []) {
        const entry = this.entries[number];
        if (entry.search === this.searches) continue;
        entry.search = this.searches;
        if (overlap(entry.box, box)) found.push(entry.thing);
      }
    }
    return found;
  }

  *under({ left, right, top, bottom }: Box): Generator<number> {
    const [first, last] = [Math.floor(left / this.size), Math.floor(right / this.size)];
    const [upper, lower] = [Math.floor(top / this.size), Math.floor(bottom / this.size)];
    for (let column = first; column <= last; column++) {
      for (let row = upper; row <= lower; row++) yield (column + MIDDLE) * ROWS + row + MIDDLE;
    }
  }
}

/** Whether a straight line runs through a box, by the method of Liang and Barsky (1984). */
export function crosses([x, y]: number[], [toX, toY]: number[], { left, right, top, bottom }: Box) {
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
