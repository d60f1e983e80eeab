// Shapes onto a 2D canvas.
import type { Circle, Curve, Line, Outline, Polygon, Shape, Text } from './shapes.ts';

export const LETTERS = 'system-ui, sans-serif';
const PIECES = `'DejaVu Sans', ${LETTERS}`;
const PIECE = 100; // size in which a piece is painted
const SOLID: number[] = [];

export function paint(ctx: CanvasRenderingContext2D, shapes: Shape[]) {
  const { globalAlpha } = ctx;
  for (const shape of shapes) {
    if (shape.is === 'text') {
      paintText(ctx, shape);
      continue;
    }
    ctx.beginPath();
    trace(ctx, shape);
    ctx.globalAlpha = globalAlpha * (shape.opacity ?? 1);
    if ('fill' in shape && shape.fill) {
      ctx.fillStyle = shape.fill;
      ctx.fill();
    }
    if (shape.stroke) {
      ctx.strokeStyle = shape.stroke.colour;
      ctx.lineWidth = shape.stroke.width;
      ctx.lineCap = shape.stroke.round ? 'round' : 'butt';
      ctx.lineJoin = shape.stroke.round ? 'round' : 'miter';
      ctx.setLineDash(shape.stroke.dash ?? SOLID);
      ctx.stroke();
    }
    ctx.globalAlpha = globalAlpha;
  }
  ctx.setLineDash(SOLID);
}

/** Adds an outline to the path of a canvas. */
export function trace(
  ctx: CanvasRenderingContext2D,
  shape: Outline<Circle> | Outline<Polygon> | Outline<Line> | Outline<Curve>,
) {
  if (shape.is === 'circle') ctx.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
  else if (shape.is === 'curve') {
    ctx.moveTo(...shape.start);
    for (const [one, two, end] of shape.bends) ctx.bezierCurveTo(...one, ...two, ...end);
  } else {
    ctx.moveTo(...shape.points[0]);
    for (let i = 1; i < shape.points.length; i++) ctx.lineTo(...shape.points[i]);
    if (shape.is === 'polygon') ctx.closePath();
  }
}

function paintText(ctx: CanvasRenderingContext2D, shape: Text) {
  if (!shape.isPiece) {
    paintLetters(ctx, shape, LETTERS);
    return;
  }
  const grown = shape.size / PIECE; // browsers round the size of letters, and boards have small units
  ctx.save();
  ctx.scale(grown, grown);
  paintLetters(ctx, { ...shape, x: shape.x / grown, y: shape.y / grown, size: PIECE }, PIECES);
  ctx.restore();
}

function paintLetters(
  ctx: CanvasRenderingContext2D,
  { x, y, text, size, colour, weight = 400, anchor = 'start', outline }: Text,
  font: string,
) {
  ctx.font = `${weight} ${size}px ${font}`;
  ctx.textAlign = anchor === 'middle' ? 'center' : anchor;
  ctx.textBaseline = 'alphabetic';
  if (outline) {
    ctx.strokeStyle = outline.colour;
    ctx.lineWidth = outline.width;
    ctx.lineJoin = 'round';
    ctx.setLineDash(SOLID);
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

/** Return the context that draws on a canvas. */
export function pencil(canvas: HTMLCanvasElement) {
  return canvas.getContext('2d') as CanvasRenderingContext2D;
}
