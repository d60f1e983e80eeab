// The legend of the stage.
import { SAMPLE, sample } from './legend_entries.ts';
import { paint as paintShapes, pencil } from './paint.ts';
import { h } from '../page/dom.ts';
import type { LegendEntry, Paint } from './types.ts';

const SHORT = 11; // letters that stay in one line
const LETTER = 0.84; // the width of one, in widths of a digit

export class Legend {
  seen = new Map<string, LegendEntry>(); // in this run; each keeps its place
  drawn = '';
  entries: HTMLElement = h('div', { className: 'entries', tabIndex: 0 }); // it can be scrolled

  constructor(readonly element: HTMLElement) {
    element.replaceChildren(h('summary', { textContent: 'Legend' }), this.entries);
  }

  /** What was seen before and is not on screen leaves its place empty, so that the others do not move. */
  show(entries: LegendEntry[], paint: Paint) {
    const now = new Map(entries.map((entry) => [entry.scale ? 'fill' : entry.meaning, entry]));
    for (const [key, entry] of now) this.seen.set(key, entry);
    const text = JSON.stringify([[...this.seen], paint]);
    if (text !== this.drawn) {
      this.entries.replaceChildren(...[...this.seen.values()].map((entry) => this.entry(entry, paint)));
    }
    this.drawn = text;
    [...this.seen.keys()].forEach((key, i) => {
      (this.entries.children[i] as HTMLElement).style.visibility = now.has(key) ? '' : 'hidden';
    });
  }

  /** Of another run or graph. */
  forget() {
    this.seen.clear();
  }

  entry(entry: LegendEntry, paint: Paint) {
    const canvas = h('canvas', { width: 2 * SAMPLE, height: 2 * SAMPLE, ariaHidden: 'true' });
    const ctx = pencil(canvas);
    ctx.scale(2, 2);
    ctx.translate(SAMPLE / 2, SAMPLE / 2);
    paintShapes(ctx, sample(entry, paint));
    const text = h('span', { textContent: entry.meaning });
    text.style.setProperty('--half', `${Math.max(SHORT, LETTER * halfOf(entry.meaning) + 1.8)}ch`);
    return h('div', { className: 'entry' }, canvas, text);
  }
}

/** How many letters the longer of two lines has that hold a text. */
function halfOf(text: string) {
  const words = text.split(' ');
  const length = (line: string[]) => line.join(' ').length;
  return Math.min(...words.map((_, i) => Math.max(length(words.slice(0, i)), length(words.slice(i)))));
}
