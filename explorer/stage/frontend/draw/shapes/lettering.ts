// Texts as pictures need them: shortened, and broken into lines.
import type { Measure } from './shapes.ts';

const ELLIPSIS = '…';
const [LONGEST, LINES, WIDEST] = [120, 3, 122]; // of a name in print: characters, lines, and canvas units of a line

/**
 * A name with so many characters at most, cut behind its middle: long names, such as FENs, begin or end alike. Python
 * cuts as `explorer.model.words.short_name` does, in the same place.
 */
export function shortName(name: string, most: number) {
  if (name.length <= most) return name;
  const end = Math.floor((most - 1) / 3);
  return `${name.slice(0, most - 1 - end)}${ELLIPSIS}${name.slice(name.length - end)}`;
}

/** Widths of lines, in the size of their letters. */
type Lines = { width: number; lines: number; weight?: number };

/** The text in at most so many lines, broken at blanks, none wider than the width; the rest is cut. */
export function wrapped(text: string, measure: Measure, { width, lines, weight }: Lines): string[] {
  const rows: string[] = [];
  let words = text.split(/\s+/u).filter(Boolean);
  while (words.length && rows.length < lines - 1) {
    let taken = 1;
    while (taken < words.length && measure(words.slice(0, taken + 1).join(' '), weight) <= width) taken++;
    let row = words.slice(0, taken).join(' ');
    if (measure(row, weight) <= width) words = words.slice(taken);
    else {
      const kept = Math.max(1, shortened(row, measure, width, weight).length - ELLIPSIS.length);
      words = [row.slice(kept), ...words.slice(1)];
      row = row.slice(0, kept);
    }
    rows.push(row);
  }
  return words.length ? [...rows, shortened(words.join(' '), measure, width, weight)] : rows;
}

/** A name in print, in a few lines, cut behind its middle until they hold what is left. */
export function printedRows(name: string, size: number, measure: Measure): string[] {
  const rows = (most: number) =>
    wrapped(shortName(name, most), measure, { width: WIDEST / size, lines: LINES, weight: 700 });
  let most = Math.min(name.length, LONGEST);
  while (most > LINES && !name.endsWith(ELLIPSIS) && rows(most).at(-1)?.endsWith(ELLIPSIS)) most--;
  return rows(most);
}

/** The text, cut with an ellipsis to be no wider than a width. */
function shortened(text: string, measure: Measure, width: number, weight?: number) {
  if (measure(text, weight) <= width) return text;
  let room = width - measure(ELLIPSIS, weight);
  let kept = '';
  for (const letter of text) {
    room -= measure(letter, weight);
    if (room < 0) break;
    kept += letter;
  }
  return kept.trimEnd() + ELLIPSIS;
}
