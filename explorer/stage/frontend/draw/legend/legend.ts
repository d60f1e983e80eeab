// The legend of the stage: at the foot of a wide view in rows of one height through a run, else folded.
import { type LegendEntry, SAMPLE, sample } from './legend_entries.ts';
import { paint as paintShapes, pencil } from '../shapes/paint.ts';
import { h } from '../../page/dom.ts';
import type { Paint } from '../shapes/page_colours.ts';

const SHORT = 11; // letters that stay in one line
const [LEAST_ROWS, MOST_ROWS] = [2, 3];
const GAP = 4; // px between entries, as the style sheet has it
const MORE = 70; // px of the button that unfolds what has no room

/** An entry with its element, and whether its sign is on screen. */
type Slot = { key: string; element: HTMLElement; isShown: boolean };

export class Legend {
  places: LegendEntry[] = []; // of the signs of this run, in order; each keeps its place
  visibleKeys = new Set<string>();
  slots: Slot[] = [];
  lastText = '';
  entries: HTMLElement = h('div', { className: 'entries' });
  rest: HTMLElement = h('div', { className: 'rest' }); // entries that have no room
  more: HTMLDetailsElement = h('details', { className: 'more' }, h('summary'), this.rest);

  constructor(readonly element: HTMLDetailsElement) {
    element.replaceChildren(h('summary', { textContent: 'Legend' }), this.entries);
  }

  /** Show the entries; `ofRun` returns those of all steps, for which places are kept. */
  show(entries: LegendEntry[], paint: Paint, ofRun: () => LegendEntry[]) {
    if (!this.places.length) this.places = ofRun();
    for (const entry of entries) {
      const at = this.places.findIndex((each) => keyOf(each) === keyOf(entry));
      if (at < 0) this.places.push(entry);
      else this.places[at] = entry;
    }
    const [text, keys] = [JSON.stringify([this.places, paint]), entries.map(keyOf)];
    if (text === this.lastText && `${keys}` === `${[...this.visibleKeys]}`) return;
    this.visibleKeys = new Set(keys);
    if (text !== this.lastText) {
      this.slots = this.places.map((entry) => ({
        key: keyOf(entry),
        element: entryElement(entry, paint),
        isShown: false,
      }));
    }
    this.lastText = text;
    this.arrange();
  }

  /** Forget the places of another run or graph. */
  forget() {
    this.places = [];
  }

  /**
   * Give each entry its place. A sign that is not on screen leaves its place empty, so that the others do not move;
   * where the rows have no room for that, the entries close up, and the last ones are behind *more*.
   */
  arrange() {
    const { slots, entries, more } = this;
    for (const slot of slots) {
      slot.isShown = this.visibleKeys.has(slot.key);
      Object.assign(slot.element.style, { display: '', visibility: slot.isShown ? '' : 'hidden' });
    }
    entries.replaceChildren(...slots.map(({ element }) => element), more);
    if (!entries.clientWidth) return; // folded
    const isStrip = this.element.closest('.roomy') !== null;
    const widths = new Map(slots.map((slot) => [slot, slot.element.offsetWidth]));
    const room = (list: Slot[]) => rowsOf(list.map((slot) => widths.get(slot)!), entries.clientWidth);
    const rows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, room(slots)));
    const keepsPlaces = isStrip && room(slots) <= MOST_ROWS;
    const listed = slots.filter(({ isShown }) => isShown || keepsPlaces);
    const fitting = isStrip
      ? roomFor(listed.map((slot) => widths.get(slot)!), entries.clientWidth, MOST_ROWS)
      : listed.length;
    this.element.closest<HTMLElement>('.view')?.style.setProperty('--rows', `${rows}`);
    this.fill(listed.slice(0, fitting), listed.slice(fitting));
  }

  fill(here: Slot[], behind: Slot[]) {
    const { entries, more, rest } = this;
    more.hidden = !behind.length;
    more.querySelector('summary')!.textContent = `${behind.length} more`;
    rest.replaceChildren(...behind.map(({ element }) => element));
    entries.replaceChildren(...here.map(({ element }) => element), more);
  }
}

/** Return what tells an entry from others, whatever numbers it names. */
const keyOf = (entry: LegendEntry) => (entry.scale ? 'fill' : entry.meaning);

function entryElement(entry: LegendEntry, paint: Paint) {
  const canvas = h('canvas', { width: 2 * SAMPLE, height: 2 * SAMPLE, ariaHidden: 'true' });
  const ctx = pencil(canvas);
  ctx.scale(2, 2);
  ctx.translate(SAMPLE / 2, SAMPLE / 2);
  paintShapes(ctx, sample(entry, paint));
  return h('div', { className: 'entry' }, canvas, h('span', { textContent: inTwoLines(entry.meaning) }));
}

/** Return a text broken where the longer of its two lines is shortest; a short one in one line. */
function inTwoLines(text: string) {
  if (text.length <= SHORT) return text;
  const words = text.split(' ');
  const halves = words.map((_, i) => [words.slice(0, i).join(' '), words.slice(i).join(' ')]);
  const longer = (lines: string[]) => Math.max(...lines.map(({ length }) => length));
  return halves.reduce((best, each) => (longer(each) < longer(best) ? each : best)).filter(Boolean).join('\n');
}

/** Return how many rows of a width hold entries in order. */
export function rowsOf(widths: number[], width: number): number {
  let [rows, right] = [1, 0];
  for (const each of widths) {
    if (right && right + each > width) [rows, right] = [rows + 1, 0];
    right += each + GAP;
  }
  return rows;
}

/** Return how many entries, from the first, fit into rows of a width; unless all do, beside the button *more*. */
export function roomFor(widths: number[], width: number, rows: number): number {
  if (rowsOf(widths, width) <= rows) return widths.length;
  const fits = (count: number) => rowsOf([...widths.slice(0, count), MORE], width) <= rows;
  return widths.findLastIndex((_, i) => fits(i));
}
