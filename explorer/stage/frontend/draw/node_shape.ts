// One node on a 2D canvas: fill = score, ring = finality (left half lower bound, right half upper), shape = kind.
import { geometry } from './geometry.ts';
import type { Ring } from '../messages.ts';
import type { DrawLook, Look } from './types.ts';

export const PALE = 0.25; // opacity of what was cut off
const UNREAD = 400; // weight of letters of a score that no algorithm has read
const [LARGEST_LETTERS, LARGEST_OF_TWO] = [26, 17]; // of a score, and of two bounds, however far out

function outline(ctx: CanvasRenderingContext2D, shape: string, x: number, y: number, r: number, half: number) {
  ctx.beginPath();
  const corners = geometry.halves[shape];
  if (!corners) {
    if (half < 0) ctx.arc(x, y, r, Math.PI / 2, 1.5 * Math.PI);
    else if (half > 0) ctx.arc(x, y, r, -Math.PI / 2, Math.PI / 2);
    else ctx.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  const side = half > 0 ? -1 : 1;
  corners.forEach(([dx, dy], i) => ctx[i ? 'lineTo' : 'moveTo'](x + side * dx * r, y + dy * r));
  if (half) return;
  [...corners].reverse().forEach(([dx, dy]) => ctx.lineTo(x - dx * r, y + dy * r));
  ctx.closePath();
}

function ringHalf(
  ctx: CanvasRenderingContext2D,
  shape: string,
  x: number,
  y: number,
  half: number,
  ring: Ring,
  dark: boolean | undefined,
) {
  outline(ctx, shape, x, y, geometry.radius - ring.width / 2 + 1, half);
  ctx.strokeStyle = dark ? ring.dark : ring.light;
  ctx.lineWidth = ring.width;
  ctx.setLineDash(ring.dash);
  ctx.stroke();
}

// Look: { shape, fill, ink, text, bounds, left, right, style, bar, halo, rimmed, sign, mark, pale, dark, paper }.
export function drawGlyph(ctx: CanvasRenderingContext2D, x: number, y: number, look: Look) {
  ctx.save();
  ctx.lineJoin = 'miter';
  const opacity = ctx.globalAlpha = look.pale ? PALE : 1;
  if (look.halo) {
    outline(ctx, look.shape, x, y, geometry.halo, 0);
    ctx.fillStyle = look.halo;
    ctx.globalAlpha = 0.55;
    ctx.fill();
    ctx.globalAlpha = opacity;
    if (look.rimmed) rim(ctx, look.dark, 1.5);
  }
  outline(ctx, look.shape, x, y, geometry.radius + 1, 0);
  ctx.fillStyle = look.paper;
  ctx.fill();
  outline(ctx, look.shape, x, y, geometry.radius * geometry.filled, 0);
  ctx.fillStyle = look.fill;
  ctx.fill();
  if (look.style === 'dashed') {
    ctx.strokeStyle = look.ink;
    ctx.lineWidth = 1.2;
    ctx.setLineDash([3, 3]);
    ctx.stroke();
  }
  ringHalf(ctx, look.shape, x, y, -1, look.left, look.dark);
  ringHalf(ctx, look.shape, x, y, 1, look.right, look.dark);
  ctx.setLineDash([]);
  if (look.style === 'barred') bar(ctx, x, y, look);
  if (look.style === 'dotted') dots(ctx, x, y, look);
  if (look.bounds) boundsText(ctx, x, y, look.bounds, look);
  else if (look.unread !== undefined) scoreText(ctx, x, y, look.unread, { ...look, weight: UNREAD });
  else if (look.text !== undefined) scoreText(ctx, x, y, look.text, look);
  // no name stands there
  const [aside, below] = geometry.mark;
  if (look.mark) drawEndlessMark(ctx, x + aside, y + below, { mark: look.mark, paper: look.paper });
  if (look.sign) {
    const mark = look.halo ?? (look.dark ? look.left.dark : look.left.light);
    drawBadge(ctx, x - aside, y + below, { text: look.sign, mark, paper: look.paper });
  }
  if (look.own !== undefined) drawOwn(ctx, x, y + geometry.own, { ...look, own: look.own });
  ctx.restore();
}

/** The own score of a leaf, on a tag beneath it. */
function drawOwn(
  ctx: CanvasRenderingContext2D,
  x: number,
  top: number,
  { own, paper, dark, least = 0 }: { own: string; paper: string; dark?: boolean; least?: number },
) {
  const grown = Math.max(1, Math.min(LARGEST_OF_TWO, least) / 11); // downwards
  const height = geometry.ownHeight * grown;
  const y = top + (height - geometry.ownHeight) / 2;
  const colour = dark ? '#e5e7eb' : '#374151';
  centred(ctx, { colour, size: 11 * grown });
  const text = kept(own, geometry.scoreSizes[geometry.scoreSizes.length - 1][0]);
  const width = Math.max(height, ctx.measureText(text).width + 8);
  ctx.beginPath();
  ctx.rect(x - width / 2, y - height / 2, width, height);
  ctx.fillStyle = paper;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.2;
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y + 0.5);
}

/** An arrow that goes round for ever: the score depends on the value of endless play. */
export function drawEndlessMark(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  { mark, paper }: { mark: string; paper: string },
) {
  disc(ctx, x, y, { mark, paper });
  ctx.beginPath();
  ctx.arc(x, y, geometry.loop, Math.PI / 4, 7 / 4 * Math.PI);
  ctx.strokeStyle = ctx.fillStyle = '#ffffff';
  ctx.lineWidth = 1.8;
  ctx.stroke();
  const side = geometry.loop * Math.SQRT1_2;
  ctx.beginPath();
  for (const [dx, dy] of geometry.loopHead) ctx.lineTo(x + side + dx, y - side + dy);
  ctx.fill();
}

/** A line around the halo that was drawn last, for those who do not see its colour. */
function rim(ctx: CanvasRenderingContext2D, dark: boolean | undefined, width: number) {
  ctx.strokeStyle = dark ? '#ffffff' : '#000000';
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A sign in a disc. */
function drawBadge(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  { text, mark, paper }: { text: string; mark: string; paper: string },
) {
  disc(ctx, x, y, { mark, paper });
  centred(ctx, { colour: '#ffffff', size: 14, weight: 700 });
  ctx.fillText(text, x - 0.4, y + 0.3);
}

function disc(ctx: CanvasRenderingContext2D, x: number, y: number, { mark, paper }: { mark: string; paper: string }) {
  ctx.beginPath();
  ctx.arc(x, y, geometry.markRadius, 0, 2 * Math.PI);
  ctx.fillStyle = mark;
  ctx.strokeStyle = paper;
  ctx.lineWidth = 1.5;
  ctx.fill();
  ctx.stroke();
}

/** A bar above: the way on is cut. */
function bar(ctx: CanvasRenderingContext2D, x: number, y: number, { bar: colour }: Look) {
  ctx.strokeStyle = colour ?? '';
  ctx.lineWidth = 5;
  ctx.beginPath();
  ctx.moveTo(x - geometry.radius, y - geometry.radius - 5);
  ctx.lineTo(x + geometry.radius, y - geometry.radius - 5);
  ctx.stroke();
}

/** Three dots below: the tree goes on. */
function dots(ctx: CanvasRenderingContext2D, x: number, y: number, { dark }: Look) {
  ctx.fillStyle = dark ? '#e5e7eb' : '#374151';
  for (const dx of [-9, 0, 9]) {
    ctx.beginPath();
    ctx.arc(x + dx, y + geometry.radius + 9, 2.6, 0, 2 * Math.PI);
    ctx.fill();
  }
}

function scoreText(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  text: string,
  { ink, least = 0, weight }: { ink: string; least?: number; weight?: number },
) {
  const { scoreSizes } = geometry;
  const tight = text.replaceAll(' ', ''); // between a sign and a number: there is little room
  const [most, size] = scoreSizes.find(([length]) => tight.length <= length) ?? scoreSizes[scoreSizes.length - 1];
  const shown = kept(tight, most);
  const widest = (2.6 * geometry.radius) / (0.6 * shown.length); // somewhat over the ring
  centred(ctx, { colour: ink, size: Math.max(size, Math.min(least, widest, LARGEST_LETTERS)), weight });
  ctx.fillText(shown, x, y + 0.5);
}

/** The text with so many characters at most. */
const kept = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * A name with so many characters at most, cut behind its middle: long names, such as FENs, begin or end alike. Python
 * cuts as `explorer.model.words.short_name` does, in the same place.
 */
export function shortName(name: string, most: number) {
  if (name.length <= most) return name;
  const end = Math.floor((most - 1) / 3);
  return `${name.slice(0, most - 1 - end)}…${name.slice(name.length - end)}`;
}

/**
 * The lower bound below, at the half of the ring that is its own, the upper bound above at the other; where they are
 * too long for that, in the middle. A line between them would make a fraction of them.
 */
function boundsText(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  bounds: string[],
  { ink, least = 0 }: { ink: string; least?: number },
) {
  const longest = Math.max(...bounds.map((text) => text.length));
  const { boundSizes, boundHeights } = geometry;
  const [most, size, aside] = boundSizes.find(([length]) => longest <= length) ?? boundSizes[boundSizes.length - 1];
  centred(ctx, { colour: ink, size: Math.max(size, Math.min(least, LARGEST_OF_TWO)) });
  bounds.forEach((text, i) => ctx.fillText(kept(text, most), x + (i ? aside : -aside), y + boundHeights[i]));
}

function centred(
  ctx: CanvasRenderingContext2D,
  { colour, size, weight = 600 }: { colour: string; size: number; weight?: number },
) {
  ctx.fillStyle = colour;
  ctx.font = `${weight} ${size}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
}

/**
 * The name, on a paper-coloured outline so that edges do not cross it out: a short one beside the node's upper right,
 * where edges seldom are, a long one below, and so much `lower` if there is something under the node.  One that is
 * wider than its `room`, so that it would run into the next, is left out.
 */
export function drawName(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  name: string,
  { ink, paper, bold, outlined, pale, lower = 0, room = Infinity }: {
    ink: string;
    paper: string;
    bold?: boolean;
    outlined?: boolean;
    pale?: boolean;
    lower?: number;
    room?: number;
  },
) {
  const beside = isShort(name);
  ctx.save();
  if (pale) ctx.globalAlpha = 2 * PALE;
  ctx.font = `${bold ? 700 : 500} ${beside ? 15 : 13}px system-ui, sans-serif`;
  ctx.textAlign = beside ? 'left' : 'center';
  ctx.textBaseline = 'top';
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = paper;
  const text = shortName(name, 18);
  const [left, top] = beside
    ? [x + geometry.radius * 0.95, y - geometry.radius - 5]
    : [x, y + geometry.radius + 5 + lower];
  if (beside || ctx.measureText(text).width <= room) {
    if (outlined) ctx.strokeText(text, left, top);
    ctx.fillStyle = ink;
    ctx.fillText(text, left, top);
  }
  ctx.restore();
}

/** A text of one line or several in a box, on a paper-coloured outline so that moves do not cross it out. */
export function drawText(
  ctx: CanvasRenderingContext2D,
  text: string,
  { left, top, bottom }: { left: number; top: number; bottom: number },
  { ink, paper, size, bold, pale }: { ink: string; paper: string; size: number; bold?: boolean; pale?: boolean },
) {
  ctx.save();
  if (pale) ctx.globalAlpha = 2 * PALE;
  ctx.font = `${bold ? 700 : 500} ${size}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = size * 0.28;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = paper;
  ctx.fillStyle = ink;
  const lines = text.split('\n');
  const middles = lines.map((_, i) => top + (i + 0.5) * (bottom - top) / lines.length);
  lines.forEach((line, i) => ctx.strokeText(line, left, middles[i]));
  lines.forEach((line, i) => ctx.fillText(line, left, middles[i]));
  ctx.restore();
}

const isShort = (name: string) => name.length <= 4; // and so beside its node

/** The window of alpha and beta, in a small line under the node and its name. */
export function drawWindow(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  [alpha, beta]: string[],
  { ink, paper, name = '' }: { ink: string; paper: string; name?: string },
) {
  ctx.save();
  centred(ctx, { colour: ink, size: 12 });
  ctx.strokeStyle = paper;
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  const text = `α ${alpha} … β ${beta}`;
  const top = y + geometry.radius + (isShort(name) ? 13 : 28);
  ctx.strokeText(text, x, top);
  ctx.fillText(text, x, top);
  ctx.restore();
}

/** What draws on a canvas. */
export function pencil(canvas: HTMLCanvasElement) {
  return canvas.getContext('2d') as CanvasRenderingContext2D;
}

// A glyph as a bitmap at the present scale, kept for nodes that look alike: many times faster than dashed strokes.
export class Sprites {
  kept = new Map<string, HTMLCanvasElement>();
  key = ''; // of the scale and the paper that they were drawn for

  constructor() {
  }

  draw(ctx: CanvasRenderingContext2D, x: number, y: number, look: Look, scale: number, draw: DrawLook) {
    const pixels = scale * devicePixelRatio;
    const setting = `${pixels}|${look.paper}`;
    if (setting !== this.key) {
      this.kept.clear();
      this.key = setting;
    }
    const key = [
      look.shape,
      look.fill,
      look.text,
      look.left.light,
      look.left.width,
      look.right.light,
      look.right.width,
      look.style,
      look.halo,
      look.rimmed,
      look.sign,
      look.mark,
      look.pale,
      look.unread,
      look.own,
    ].join('|');
    let sprite = this.kept.get(key);
    if (!sprite) this.kept.set(key, sprite = render(look, pixels, draw));
    const side = sprite.width / pixels;
    ctx.drawImage(sprite, x - side / 2, y - side / 2, side, side);
  }
}

function render(look: Look, pixels: number, draw: DrawLook) {
  const half = geometry.radius + 24; // with the halo, or the tag beneath a leaf
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = Math.max(2, Math.ceil(2 * half * pixels));
  const ctx = pencil(sprite);
  ctx.translate(sprite.width / 2, sprite.height / 2);
  ctx.scale(pixels, pixels);
  draw(ctx, 0, 0, look);
  return sprite;
}

/** Far out: shape and fill alone, the bounds around them, readable where a gap and dashes would be a smudge. */
export function drawSpot(ctx: CanvasRenderingContext2D, x: number, y: number, look: Look) {
  ctx.globalAlpha = look.pale ? PALE : 1;
  if (look.halo) {
    outline(ctx, look.shape, x, y, geometry.radius + 10, 0);
    ctx.fillStyle = look.halo;
    ctx.fill();
    if (look.rimmed) rim(ctx, look.dark, 4);
  }
  outline(ctx, look.shape, x, y, geometry.radius, 0);
  ctx.fillStyle = look.fill;
  ctx.fill();
  ctx.lineWidth = 6;
  for (const { half, ring } of [{ half: -1, ring: look.left }, { half: 1, ring: look.right }]) {
    outline(ctx, look.shape, x, y, geometry.radius + 1, half);
    ctx.strokeStyle = look.dark ? ring.dark : ring.light;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}
