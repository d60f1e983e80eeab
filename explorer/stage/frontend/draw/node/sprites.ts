// A glyph as a bitmap at the present scale, kept for nodes that look alike: many times faster than dashed strokes.
import { RADIUS } from './geometry.ts';
import { paint as paintShapes, pencil } from '../shapes/paint.ts';
import type { Shape } from '../shapes/shapes.ts';
import type { Look, ShapesOf } from './look.ts';
import type { Paint } from '../shapes/page_colours.ts';

const MOST_KEPT = 500; // looks of which the shapes are kept

export class Sprites {
  bitmaps = new Map<string, HTMLCanvasElement>();
  key = ''; // of the scale and the colours that they were drawn for

  /** Paints a look around (0, 0). */
  paint(ctx: CanvasRenderingContext2D, look: Look, paint: Paint, { scale, of }: { scale: number; of: ShapesOf }) {
    const pixels = scale * devicePixelRatio;
    const setting = `${pixels}|${paint.paper}|${paint.ink}`;
    if (setting !== this.key) {
      this.bitmaps.clear();
      this.key = setting;
    }
    const key = keyOf(look);
    let sprite = this.bitmaps.get(key);
    if (!sprite) this.bitmaps.set(key, sprite = render(look, paint, pixels, of));
    const side = sprite.width / pixels;
    ctx.drawImage(sprite, -side / 2, -side / 2, side, side);
  }
}

/** Return a key that equal looks share. */
export const keyOf = (look: Look) =>
  [
    look.shape,
    look.fill,
    look.text,
    look.bounds,
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

/** A cache of the shapes of looks: those of a node are made anew only when its look has changed. */
export class ShapeCache {
  shapes = new Map<string, Shape[]>();
  setting = '';

  of(look: Look, paint: Paint, make: ShapesOf): Shape[] {
    const setting = `${paint.paper}|${paint.ink}|${look.least}`;
    if (setting !== this.setting || this.shapes.size > MOST_KEPT) this.shapes.clear();
    this.setting = setting;
    const key = keyOf(look);
    let shapes = this.shapes.get(key);
    if (!shapes) this.shapes.set(key, shapes = make(look, paint));
    return shapes;
  }
}

function render(look: Look, paint: Paint, pixels: number, of: ShapesOf) {
  const half = RADIUS + 24; // with the halo, or the tag beneath a leaf
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = Math.max(2, Math.ceil(2 * half * pixels));
  const ctx = pencil(sprite);
  ctx.translate(sprite.width / 2, sprite.height / 2);
  ctx.scale(pixels, pixels);
  paintShapes(ctx, of(look, paint));
  return sprite;
}
