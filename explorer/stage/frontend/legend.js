// The legend: explains exactly what is on screen now, each entry drawn by the code that draws the nodes.
import { geometry } from './geometry.js';
import { drawEndlessMark, drawGlyph, pencil } from './glyph.js';
import { h } from './dom.js';

/**
 * @import { Frames } from './frames.js'
 * @import { Looks } from './looks.js'
 * @import { Theme } from './messages.d.ts'
 * @import { Band, GameNode, Kind, LeafScore, LegendEntry, Look, Paint } from './types.d.ts'
 */

const SIZE = 30;
const BANDS = [
  ...['path', 'move', 'back', 'plus', 'minus', 'reply', 'stalling'],
  ...['cycle', 'played', 'lasso', 'leave', 'best', 'chain'],
];

export class Legend {
  /** @type {string} */
  shown = '';
  /** @type {HTMLElement} */
  entries = h('div', { className: 'entries' });

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    element.replaceChildren(h('summary', { textContent: 'Legend' }), this.entries);
  }

  /**
   * Redrawn only when the set of things on screen has changed.
   * @param {LegendEntry[]} entries
   * @param {Paint} paint
   */
  show(entries, paint) {
    const key = JSON.stringify([entries, paint]);
    if (key === this.shown) return;
    this.shown = key;
    this.entries.replaceChildren(...entries.map((entry) => this.entry(entry, paint)));
  }

  /**
   * @param {LegendEntry} entry
   * @param {Paint} paint
   */
  entry({ look, band, meaning, scale, mark, words }, paint) {
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

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{ colour: string, dashed: boolean }} band
 */
function drawBand(ctx, { colour, dashed }) {
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

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} words
 * @param {Paint} paint
 */
function drawWords(ctx, words, { ink }) {
  ctx.fillStyle = ink;
  ctx.font = '600 11px system-ui, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(words, SIZE / 2, SIZE / 2);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string[]} colours
 */
function drawScale(ctx, colours) {
  colours.forEach((colour, i) => {
    ctx.fillStyle = colour;
    ctx.fillRect((i * SIZE) / colours.length, 8, SIZE / colours.length + 1, SIZE - 16);
  });
}

/**
 * What the legend must say: the kinds, finalities, activities and bands that the present picture has.
 * @param {Looks} looks
 * @param {Band[]} bands
 * @param {boolean} isPart
 * @returns {LegendEntry[]}
 */
export function entriesFor(looks, bands, isPart) {
  const { theme, frames } = looks;
  const blank = {
    ...theme.noScore,
    text: undefined,
    left: theme.finality.unknown.left,
    right: theme.finality.unknown.right,
  };
  const nodes = looks.nodes;
  const kinds = new Set(nodes.map(({ id }) => looks.kindAt(id)));
  /** @type {LegendEntry[]} */
  const entries = Object.entries(theme.shapes).filter(([kind]) => kinds.has(/** @type {Kind} */ (kind)))
    .map(([kind, { shape, meaning }]) => ({
      look: { ...blank, shape, style: kind === 'open' ? 'dashed' : undefined },
      meaning,
    }));
  if (nodes.some(({ id }) => looks.isUnfinished(id))) {
    entries.push({ look: { ...blank, shape: 'circle', style: 'dashed' }, meaning: theme.meanings.unfinished });
  }
  if (nodes.some(({ id }) => looks.of(id)?.root)) entries.push({ words: '▼', meaning: theme.meanings.root });
  /** @type {Set<string | undefined>} */
  const copies = new Set(nodes.map((node) => node.copy));
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
  for (const [kind, holds] of /** @type {const} */ ([['holds', true], ['fails', false]])) {
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

/**
 * @param {Looks} looks
 * @param {Frames} frames
 * @param {GameNode[]} nodes
 * @param {Omit<Look, 'shape' | 'paper'>} blank
 * @returns {LegendEntry[]}
 */
function stateEntries(looks, frames, nodes, blank) {
  const { theme } = looks;
  const roles = new Set(nodes.map(({ id }) => looks.roleOf(id)));
  const activities = new Set(frames.activity.values());
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

/**
 * @param {LeafScore[]} scores of all nodes
 * @param {Theme} theme
 * @param {Omit<Look, 'shape' | 'paper'>} blank
 * @returns {LegendEntry[]}
 */
function leafEntries(scores, { shapes, meanings }, blank) {
  return /** @type {const} */ (['unread', 'own']).filter((which) => scores.some((score) => score[which] !== undefined))
    .map((which) => ({ look: { ...blank, shape: shapes.leaf.shape, [which]: '1' }, meaning: meanings[which] }));
}

/**
 * @param {Frames} frames
 * @param {Theme} theme
 * @param {GameNode[]} nodes
 * @param {Omit<Look, 'shape' | 'paper'>} blank
 * @returns {LegendEntry[]}
 */
function windowEntries(frames, theme, nodes, blank) {
  return [
    ...(nodes.some(({ id }) => frames.window(id)) ? [{ words: 'α…β', meaning: theme.meanings.window }] : []),
    ...(nodes.some(({ id }) => frames.isPruned(id))
      ? [{ look: { ...blank, shape: 'circle', pale: true }, meaning: theme.meanings.pruned }]
      : []),
  ];
}

/**
 * @param {Frames} frames
 * @param {Theme} theme
 * @param {GameNode[]} nodes
 * @param {Omit<Look, 'shape' | 'paper'>} blank
 * @returns {LegendEntry[]}
 */
function boundsEntries(frames, theme, nodes, blank) {
  if (!nodes.some(({ id }) => frames.hangs(id) && frames.isExpanded(id))) return [];
  return [
    { look: { ...blank, fill: theme.zero.fill, shape: 'circle', bounds: ['l', 'u'] }, meaning: theme.meanings.bounds },
    { mark: theme.marks.endless.colour, meaning: theme.marks.endless.meaning },
  ];
}
