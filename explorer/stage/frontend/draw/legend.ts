// The legend: explains exactly what is on screen now, each entry drawn by the code that draws the nodes.
import { geometry } from './geometry.ts';
import { drawEndlessMark, drawGlyph, pencil } from './node_shape.ts';
import { h } from '../page/dom.ts';
import type { Frames } from '../player/frames.ts';
import type { Looks } from './looks.ts';
import type { MarkLook, Theme } from '../messages.ts';
import type { Band, LegendEntry, Look, Paint } from './types.ts';
import type { Kind } from '../model/types.ts';

const SIZE = 30;
const SHORT = 11; // letters that stay in one line
const LETTER = 0.84; // the width of one, in widths of a digit
const BANDS = [
  ...['path', 'move', 'back', 'plus', 'minus', 'reply', 'stalling'],
  ...['cycle', 'played', 'lasso', 'leave', 'best', 'chain'],
];

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

  entry({ look, band, meaning, scale, mark, words }: LegendEntry, paint: Paint) {
    const canvas = h('canvas', { width: 2 * SIZE, height: 2 * SIZE, ariaHidden: 'true' });
    const ctx = pencil(canvas);
    ctx.scale(2, 2);
    if (band) drawBand(ctx, band);
    else if (scale) drawScale(ctx, scale);
    else if (words) drawWords(ctx, words, paint);
    else if (mark) {
      ctx.scale(1.2, 1.2);
      drawEndlessMark(ctx, SIZE / 2.4, SIZE / 2.4, { mark, paper: paint.paper });
    } else if (look) {
      ctx.translate(SIZE / 2, SIZE / 2);
      const room = look.bounds ? SIZE : SIZE - 6; // words need more of it
      ctx.scale(room / 2 / (geometry.radius + 3), room / 2 / (geometry.radius + 3));
      drawGlyph(ctx, 0, 0, { ...look, ...paint, ink: look.ink });
    }
    const text = h('span', { textContent: meaning });
    text.style.setProperty('--half', `${Math.max(SHORT, LETTER * halfOf(meaning) + 1.8)}ch`);
    return h('div', { className: 'entry' }, canvas, text);
  }
}

/** How many letters the longer of two lines has that hold a text. */
function halfOf(text: string) {
  const words = text.split(' ');
  const length = (line: string[]) => line.join(' ').length;
  return Math.min(...words.map((_, i) => Math.max(length(words.slice(0, i)), length(words.slice(i)))));
}

function drawBand(ctx: CanvasRenderingContext2D, { colour, dashed }: { colour: string; dashed: boolean }) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 7;
  ctx.lineCap = 'round';
  ctx.globalAlpha = 0.8;
  if (dashed) ctx.setLineDash([5, 10]);
  ctx.beginPath();
  ctx.moveTo(5, SIZE / 2);
  ctx.lineTo(SIZE - 5, SIZE / 2);
  ctx.stroke();
}

function drawWords(ctx: CanvasRenderingContext2D, words: string, { ink }: Paint) {
  ctx.fillStyle = ink;
  ctx.font = '600 11px system-ui, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(words, SIZE / 2, SIZE / 2);
}

function drawScale(ctx: CanvasRenderingContext2D, colours: string[]) {
  colours.forEach((colour, i) => {
    ctx.fillStyle = colour;
    ctx.fillRect((i * SIZE) / colours.length, 8, SIZE / colours.length + 1, SIZE - 16);
  });
}

/** What the legend must say: the kinds, finalities, activities and bands that the present picture has. */
export function entriesFor(looks: Looks, bands: Band[], isPart: boolean): LegendEntry[] {
  const { theme, frames, nodes } = looks;
  const { meanings, marks } = theme;
  const haloed = ({ colour, meaning }: MarkLook) => ({ look: circle(theme, { halo: colour }), meaning });
  const kinds = new Set(nodes.map(({ id }) => looks.kindAt(id)));
  const copies = new Set<string | undefined>(nodes.map((node) => looks.levels.copyOf(node)));
  const tried = Object.values(looks.tried).map(({ holds }) => holds);
  const marked = new Set(bands.map(({ kind }) => kind));
  const { focus, focusMark = 'focus' } = frames ?? {};
  // The end of a path needs no words.
  const isFocus = focus !== undefined && looks.halo(focus) === marks[focusMark].colour && !marked.has('path');
  return [
    ...Object.entries(theme.shapes).filter(([kind]) => kinds.has(kind as Kind)).map(([kind, { shape, meaning }]) => ({
      look: circle(theme, { shape, style: kind === 'open' ? 'dashed' : undefined }),
      meaning,
    })),
    ...when(nodes.some(({ id }) => looks.isUnfinished(id)), {
      look: circle(theme, { style: 'dashed' }),
      meaning: meanings.unfinished,
    }),
    ...when(nodes.some(({ id }) => looks.of(id)?.root), { words: '▼', meaning: meanings.root }),
    ...Object.entries(theme.copies).filter(([role]) => copies.has(role)).map(([role, { style, meaning }]) => {
      const shape = role === 'unread' ? 'leaf' : 'circle';
      return { look: circle(theme, { fill: theme.zero.fill, shape, style, bar: marks.back.colour }), meaning };
    }),
    ...(frames ? stateEntries(looks, frames) : []),
    ...when(nodes.some(({ id }) => looks.edited.has(id)), haloed(marks.edited)),
    ...when(tried.includes(true), haloed(marks.holds)),
    ...when(tried.includes(false), haloed(marks.fails)),
    ...when(isPart, { words: '+n', meaning: meanings.hidden }),
    ...when(isFocus, haloed(marks[focusMark])),
    ...BANDS.filter((kind) => marked.has(kind)).map((kind) => {
      const { colour, meaning } = marks[kind];
      return { band: { colour, dashed: kind === 'back' || kind === 'stalling' }, meaning };
    }),
    ...when(Boolean(frames?.trace.opacities), { words: '→', meaning: meanings.opacity }),
  ];
}

const when = (holds: boolean, entry: LegendEntry) => (holds ? [entry] : []);

/** A node of which nothing is known, but for what is said of it. */
const circle = ({ noScore, finality: { unknown: { left, right } } }: Theme, more: Partial<Look>) => ({
  ...noScore,
  text: undefined,
  left,
  right,
  shape: 'circle',
  ...more,
});

/** What an algorithm knows, and does at this step. */
function stateEntries(looks: Looks, frames: Frames): LegendEntry[] {
  const { theme, nodes } = looks;
  const { meanings, marks, zero: { fill } } = theme;
  const { endless, trace } = frames;
  const roles = new Set(nodes.map(({ id }) => looks.roleOf(id)));
  const leaves = nodes.map(({ id }) => looks.leafScore(id));
  const isHanging = endless && nodes.some(({ id }) => frames.hangs(id) && frames.isExpanded(id));
  const rest = endless ? `; between two bounds, if the value of endless play is ${endless.text}` : '';
  return [
    { scale: trace.scale, meaning: `fill: ${trace.fills}${rest}` },
    ...(['unread', 'own'] as const).filter((which) => leaves.some((score) => score[which] !== undefined))
      .map((which) => ({
        look: circle(theme, { shape: theme.shapes.leaf.shape, [which]: '1' }),
        meaning: meanings[which],
      })),
    ...(isHanging
      ? [
        { look: circle(theme, { fill, bounds: ['l', 'u'] }), meaning: meanings.bounds },
        { mark: marks.endless.colour, meaning: marks.endless.meaning },
      ]
      : []),
    ...frames.signsShown.map((sign) => ({ words: `${sign} n`, meaning: theme.relations[sign] })),
    ...when(nodes.some(({ id }) => frames.window(id)), { words: 'α…β', meaning: meanings.window }),
    ...when(nodes.some(({ id }) => frames.isPruned(id)), {
      look: circle(theme, { pale: true }),
      meaning: meanings.pruned,
    }),
    ...[...frames.activities].map((role) => ({
      look: circle(theme, { halo: theme.activity[role].colour, sign: theme.signs[role] }),
      meaning: theme.activity[role].meaning,
    })),
    ...theme.roles.filter((role) => roles.has(role)).map((role) => {
      const { left, right, meaning, of_bounds, sign } = theme.finality[role];
      return {
        look: circle(theme, { fill, left, right, sign: sign ?? undefined }),
        meaning: `ring: ${endless ? of_bounds : meaning}`,
      };
    }),
  ];
}
