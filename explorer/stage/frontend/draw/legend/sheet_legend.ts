// The legend on a sheet: its entries below each other, or in rows.
import { type LegendEntry, SAMPLE, sample } from './legend_entries.ts';
import { wrapped } from '../shapes/lettering.ts';
import { type Group, type Measure, type Shape, transformed } from '../shapes/shapes.ts';
import type { Paint } from '../shapes/page_colours.ts';

const [GAP, ROW, LINE, SIZE] = [8, 30, 16, 13]; // beside a sample, of an entry, of another line of it, of letters
const WIDEST = 270; // of a line of a meaning
const COLUMN_GAP = 28;

/** Groups that lie between (0, 0) and (width, height). */
export type Block = { width: number; height: number; groups: Group[] };
export const EMPTY: Block = { width: 0, height: 0, groups: [] };

/** An entry with the lines of its meaning, and its size. */
type Row = { entry: LegendEntry; lines: string[]; width: number; height: number };

/** The entries in as many columns of equal height as the width allows, each as wide as its widest; or in one. */
export function legendBlock(entries: LegendEntry[], paint: Paint, measure: Measure, scale: number, width = 0): Block {
  const rows = entries.map((entry): Row => {
    const lines = wrapped(entry.meaning, measure, { width: WIDEST / SIZE, lines: Infinity });
    const wide = Math.max(...lines.map((line) => SIZE * measure(line)));
    return { entry, lines, width: SAMPLE + GAP + wide, height: ROW + LINE * (lines.length - 1) };
  });
  if (!rows.length) return EMPTY;
  const most = Math.max(...rows.map((row) => row.width)) + COLUMN_GAP;
  const columns = Math.max(1, Math.floor((width / scale + COLUMN_GAP) / most));
  const height = Math.ceil(rows.length / columns);
  const groups: Group[] = [];
  let [left, bottom] = [0, 0];
  for (let start = 0; start < rows.length; start += height) {
    const column = rows.slice(start, start + height);
    let top = 0;
    for (const row of column) {
      const shapes = transformed(rowShapes(row, paint), scale);
      groups.push({ part: 'legend', name: row.entry.meaning, x: left * scale, y: top * scale, shapes });
      top += row.height;
    }
    bottom = Math.max(bottom, top);
    left += Math.max(...column.map((row) => row.width)) + COLUMN_GAP;
  }
  return { width: (left - COLUMN_GAP) * scale, height: bottom * scale, groups };
}

function rowShapes({ entry, lines, height }: Row, paint: Paint): Shape[] {
  const middle = height / 2;
  const first = middle - LINE * (lines.length - 1) / 2 + 0.36 * SIZE;
  return [
    ...transformed(sample(entry, paint), 1, SAMPLE / 2, middle),
    ...lines.map((text, i): Shape => (
      { is: 'text', x: SAMPLE + GAP, y: first + i * LINE, text, size: SIZE, colour: paint.ink }
    )),
  ];
}
