// The legend: explains exactly what is on screen now, each entry drawn by the code that draws the nodes.
import { geometry } from './geometry.ts';
import { drawEndlessMark, drawGlyph, pencil } from './node_shape.ts';
import { h } from '../page/dom.ts';
import type { Frames } from '../player/frames.ts';
import type { Looks } from './looks.ts';
import type { Theme } from '../messages.ts';
import type { Band, LeafScore, LegendEntry, Look, Paint } from './types.ts';
import type { GameNode, Kind } from '../model/types.ts';

const SIZE = 30;
const BANDS = [
  ...['path', 'move', 'back', 'plus', 'minus', 'reply', 'stalling'],
  ...['cycle', 'played', 'lasso', 'leave', 'best', 'chain'],
];

export class Legend {
  seen = new Map<string, LegendEntry>(); // in this run; each keeps its place
  drawn = '';
  entries: HTMLElement = h('div', { className: 'entries' });

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
    return h('div', { className: 'entry' }, canvas, h('span', { textContent: meaning }));
  }
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
  const { theme, frames } = looks;
  const blank = {
    ...theme.noScore,
    text: undefined,
    left: theme.finality.unknown.left,
    right: theme.finality.unknown.right,
  };
  const nodes = looks.nodes;
  const kinds = new Set(nodes.map(({ id }) => looks.kindAt(id)));
  const entries: LegendEntry[] = Object.entries(theme.shapes).filter(([kind]) => kinds.has(kind as Kind))
    .map(([kind, { shape, meaning }]) => ({
      look: { ...blank, shape, style: kind === 'open' ? 'dashed' : undefined },
      meaning,
    }));
  if (nodes.some(({ id }) => looks.isUnfinished(id))) {
    entries.push({ look: { ...blank, shape: 'circle', style: 'dashed' }, meaning: theme.meanings.unfinished });
  }
  if (nodes.some(({ id }) => looks.of(id)?.root)) entries.push({ words: '▼', meaning: theme.meanings.root });
  const copies: Set<string | undefined> = new Set(nodes.map((node) => looks.levels.copyOf(node)));
  for (const [role, { style, meaning }] of Object.entries(theme.copies)) {
    if (copies.has(role)) {
      entries.push({
        look: {
          ...blank,
          fill: theme.zero.fill,
          shape: role === 'unread' ? 'leaf' : 'circle',
          style,
          bar: theme.marks.back.colour,
        },
        meaning,
      });
    }
  }
  if (frames) entries.push(...stateEntries(looks, frames, nodes, blank));
  if (nodes.some(({ id }) => looks.edited.has(id))) {
    const { colour, meaning } = theme.marks.edited;
    entries.push({ look: { ...blank, shape: 'circle', halo: colour }, meaning });
  }
  for (const [kind, holds] of ([['holds', true], ['fails', false]] as const)) {
    const { colour, meaning } = theme.marks[kind];
    if (Object.values(looks.tried).some((each) => each.holds === holds)) {
      entries.push({ look: { ...blank, shape: 'circle', halo: colour }, meaning });
    }
  }
  if (isPart) entries.push({ words: '+n', meaning: theme.meanings.hidden });
  const marks = new Set(bands.map((band) => band.kind));
  const { focus, focusMark = 'focus' } = frames ?? {};
  const { colour, meaning } = theme.marks[focusMark];
  if (focus !== undefined && looks.halo(focus) === colour && !marks.has('path')) { // the end of a path needs no words
    entries.push({ look: { ...blank, shape: 'circle', halo: colour }, meaning });
  }
  for (const kind of BANDS) {
    if (marks.has(kind)) {
      entries.push({
        band: { colour: theme.marks[kind].colour, dashed: kind === 'back' || kind === 'stalling' },
        meaning: theme.marks[kind].meaning,
      });
    }
  }
  if (frames?.trace.opacities) entries.push({ words: '→', meaning: theme.meanings.opacity });
  return entries;
}

function stateEntries(
  looks: Looks,
  frames: Frames,
  nodes: GameNode[],
  blank: Omit<Look, 'shape' | 'paper'>,
): LegendEntry[] {
  const { theme } = looks;
  const roles = new Set(nodes.map(({ id }) => looks.roleOf(id)));
  const activities = frames.activities;
  const { endless } = frames;
  return [
    {
      scale: frames.trace.scale,
      meaning: `fill: ${frames.trace.fills}${
        endless ? `; between two bounds, if the value of endless play is ${endless.text}` : ''
      }`,
    },
    ...leafEntries(nodes.map(({ id }) => looks.leafScore(id)), theme, blank),
    ...(endless ? boundsEntries(frames, theme, nodes, blank) : []),
    ...frames.signsShown.map((sign) => ({ words: `${sign} n`, meaning: theme.relations[sign] })),
    ...windowEntries(frames, theme, nodes, blank),
    ...[...activities].map((role) => ({
      look: { ...blank, shape: 'circle', halo: theme.activity[role].colour, sign: theme.signs[role] },
      meaning: theme.activity[role].meaning,
    })),
    ...theme.roles.filter((role) => roles.has(role)).map((role) => {
      const { left, right, meaning, of_bounds, sign } = theme.finality[role];
      return {
        look: { ...blank, fill: theme.zero.fill, shape: 'circle', left, right, sign: sign ?? undefined },
        meaning: `ring: ${endless ? of_bounds : meaning}`,
      };
    }),
  ];
}

/** @param scores of all nodes */
function leafEntries(
  scores: LeafScore[],
  { shapes, meanings }: Theme,
  blank: Omit<Look, 'shape' | 'paper'>,
): LegendEntry[] {
  return (['unread', 'own'] as const).filter((which) => scores.some((score) => score[which] !== undefined))
    .map((which) => ({ look: { ...blank, shape: shapes.leaf.shape, [which]: '1' }, meaning: meanings[which] }));
}

function windowEntries(
  frames: Frames,
  theme: Theme,
  nodes: GameNode[],
  blank: Omit<Look, 'shape' | 'paper'>,
): LegendEntry[] {
  return [
    ...(nodes.some(({ id }) => frames.window(id)) ? [{ words: 'α…β', meaning: theme.meanings.window }] : []),
    ...(nodes.some(({ id }) => frames.isPruned(id))
      ? [{ look: { ...blank, shape: 'circle', pale: true }, meaning: theme.meanings.pruned }]
      : []),
  ];
}

function boundsEntries(
  frames: Frames,
  theme: Theme,
  nodes: GameNode[],
  blank: Omit<Look, 'shape' | 'paper'>,
): LegendEntry[] {
  if (!nodes.some(({ id }) => frames.hangs(id) && frames.isExpanded(id))) return [];
  return [
    { look: { ...blank, fill: theme.zero.fill, shape: 'circle', bounds: ['l', 'u'] }, meaning: theme.meanings.bounds },
    { mark: theme.marks.endless.colour, meaning: theme.marks.endless.meaning },
  ];
}
