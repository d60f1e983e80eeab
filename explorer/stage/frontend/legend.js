// The legend: explains exactly what is on screen now, each entry drawn by the code that draws the nodes.
import { kindOf } from './document.js';
import { RADIUS, drawGlyph } from './glyph.js';
import { h } from './panel.js';

const SIZE = 30;

export class Legend {
  constructor(element) {
    this.element = element;
    element.innerHTML = '<summary>Legend</summary><div class="entries"></div>';
    this.shown = '';
  }

  // Redrawn only when the set of things on screen has changed.
  show(entries, paint) {
    const key = JSON.stringify([entries, paint]);
    if (key === this.shown) return;
    this.shown = key;
    this.element.querySelector('.entries').replaceChildren(...entries.map(entry => this.entry(entry, paint)));
  }

  entry({ look, band, meaning, scale }, paint) {
    const canvas = h('canvas', { width: 2 * SIZE, height: 2 * SIZE });
    const ctx = canvas.getContext('2d');
    ctx.scale(2, 2);
    if (band) drawBand(ctx, band);
    else if (scale) drawScale(ctx, scale);
    else {
      ctx.translate(SIZE / 2, SIZE / 2);
      ctx.scale((SIZE - 6) / 2 / (RADIUS + 3), (SIZE - 6) / 2 / (RADIUS + 3));
      drawGlyph(ctx, 0, 0, { ...look, ...paint, ink: look.ink });
    }
    return h('div', { className: 'entry' }, canvas, h('span', { textContent: meaning }));
  }
}

function drawBand(ctx, { colour, dashed }) {
  ctx.strokeStyle = colour; ctx.lineWidth = 7; ctx.lineCap = 'round'; ctx.globalAlpha = 0.8;
  if (dashed) ctx.setLineDash([5, 10]);
  ctx.beginPath(); ctx.moveTo(5, SIZE / 2); ctx.lineTo(SIZE - 5, SIZE / 2); ctx.stroke();
}

function drawScale(ctx, colours) {
  colours.forEach((colour, i) => { ctx.fillStyle = colour; ctx.fillRect((i * SIZE) / colours.length, 8, SIZE / colours.length + 1, SIZE - 16); });
}

// What the legend must say: the kinds, finalities, activities and bands that the present picture has.
export function entriesFor({ document, frames, theme, bands, negamax }) {
  const blank = { ...theme.noScore, text: undefined, left: theme.finality.unknown.left, right: theme.finality.unknown.right };
  const kinds = new Set([...document.nodes.values()].map(kindOf));
  const entries = Object.entries(theme.shapes).filter(([kind]) => kinds.has(kind))
    .map(([kind, { shape, meaning }]) => ({ look: { ...blank, shape, style: kind === 'open' ? 'dashed' : undefined }, meaning }));
  const copies = new Set([...document.nodes.values()].map(node => node.copy));
  for (const [role, { style, meaning }] of Object.entries(theme.copies)) {
    if (copies.has(role)) entries.push({ look: { ...blank, fill: theme.zero.fill, shape: 'circle', style, bar: theme.marks.back.colour }, meaning });
  }
  if (frames) entries.push(...stateEntries(document, frames, theme, blank, negamax));
  const marks = new Set(bands.map(band => band.kind));
  for (const kind of ['path', 'move', 'back']) {
    if (marks.has(kind)) entries.push({ band: { colour: theme.marks[kind].colour, dashed: kind === 'back' }, meaning: theme.marks[kind].meaning });
  }
  return entries;
}

function stateEntries(document, frames, theme, blank, negamax) {
  const roles = new Set(), activities = new Set(frames.activity.values());
  for (const id of document.nodes.keys()) roles.add(frames.role(id));
  const good = negamax ? 'the player to move' : 'Max';
  return [
    { scale: [theme.negative.fill, theme.zero.fill, theme.positive.fill], meaning: `fill: score, bad to good for ${good}` },
    ...[...activities].map(role => ({ look: { ...blank, shape: 'circle', halo: theme.activity[role].colour }, meaning: theme.activity[role].meaning })),
    ...theme.roles.filter(role => roles.has(role)).map(role => {
      const { left, right, meaning } = theme.finality[role];
      return { look: { ...blank, fill: theme.zero.fill, shape: 'circle', left, right }, meaning: `ring: ${meaning}` };
    }),
  ];
}
