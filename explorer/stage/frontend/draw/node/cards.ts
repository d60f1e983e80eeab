// The card of a node with a board: the board above, and below it room for the glyph.
import { type Board, boardShapes, type Colour, overhang } from './board.ts';
import { CARD, type Footprint } from './geometry.ts';
import { paint as paintShapes, pencil } from '../shapes/paint.ts';
import { PALE, pale, rounded, type Shape, transformed } from '../shapes/shapes.ts';
import type { NodeLooks } from './node_looks.ts';
import type { Look } from './look.ts';

const BESIDE = 26; // by which a name may be wider than its card, which stands at least 30 from the next
const MOST_PIXELS = 24_000_000; // of all boards that are kept as bitmaps

export class Cards {
  bitmaps = new Map<string, { canvas: HTMLCanvasElement; rim: number }>();
  pixels = 0;
  setting = ''; // of the bitmaps that are kept
  of: Board | undefined;

  constructor(readonly looks: NodeLooks) {
    this.forget('');
  }

  /** Of the document, which has one where this is asked. */
  get board() {
    return this.looks.board as Board;
  }
  get footprint() {
    return this.looks.footprint as Footprint;
  }

  /** The greatest width of the name under a card. */
  get nameRoom() {
    return this.footprint.width + BESIDE;
  }

  /** The card of a node, without board and glyph. */
  card(halo: string | undefined): Shape {
    const { width, height } = this.footprint;
    const stroke = halo ? { colour: halo, width: 5 } : { colour: this.looks.theme.edge, width: 1.2 };
    const points = rounded(width, height, CARD.corner);
    return { is: 'polygon', points, fill: this.looks.paint.paper, stroke };
  }

  /** The upper left corner of the board, from the middle of the card. */
  get corner(): [number, number] {
    const { height, unit } = this.footprint;
    return [-unit * this.board.width / 2, CARD.pad - height / 2];
  }

  /** The card of a node with its board as shapes, and no glyph. */
  shapes(id: string, { halo, pale: isPale }: Look): Shape[] {
    const board = boardShapes(this.board, this.looks.cellsOf(id) ?? [], this.footprint.unit, this.paint);
    const shapes = [this.card(halo), ...transformed(board, 1, ...this.corner)];
    return isPale ? pale(shapes, this.looks.paint.paper) : shapes;
  }

  /** Paints that with the board as a bitmap. */
  draw(
    ctx: CanvasRenderingContext2D,
    x: number,
    y: number,
    { id, look, scale }: { id: string; look: Look; scale: number },
  ) {
    const { unit } = this.footprint;
    ctx.save();
    ctx.translate(x, y);
    if (look.pale) ctx.globalAlpha = PALE;
    paintShapes(ctx, [this.card(look.halo)]);
    const [left, top] = this.corner;
    const [wide, tall] = [unit * this.board.width, unit * this.board.height];
    const bitmap = this.bitmap(this.looks.cellsOf(id) ?? [], scale);
    const rim = bitmap.rim * unit;
    ctx.drawImage(bitmap.canvas, left - rim, top - rim, wide + 2 * rim, tall + 2 * rim);
    ctx.restore();
  }

  /** Return a position as a bitmap from a cache, so that it is drawn once. */
  bitmap(cells: string[], scale: number) {
    const sharpness = 2 ** (Math.ceil(2 * Math.log2(scale * devicePixelRatio)) / 2); // the same for similar scales
    const setting = `${sharpness}|${this.looks.paint.dark}`;
    if (setting !== this.setting || this.board !== this.of || this.pixels > MOST_PIXELS) this.forget(setting);
    const key = cells.join('');
    let bitmap = this.bitmaps.get(key);
    if (!bitmap) {
      bitmap = boardBitmap(this.board, cells, { unit: this.footprint.unit * sharpness, paint: this.paint });
      this.pixels += bitmap.canvas.width * bitmap.canvas.height;
      this.bitmaps.set(key, bitmap);
    }
    return bitmap;
  }

  forget(setting: string) {
    this.bitmaps = new Map();
    this.pixels = 0;
    this.setting = setting;
    this.of = this.looks.board;
  }

  get paint(): Colour {
    return (role) => this.looks.boardColour(role);
  }
}

/**
 * A position as a bitmap, with a `rim` around it, in units of the board, for the pens of what lies at its border.
 * @param how the size of a unit in pixels, and the colours
 */
export function boardBitmap(board: Board, cells: string[], { unit, paint }: { unit: number; paint: Colour }) {
  const rim = Math.max(0.05 * Math.sqrt(board.width * board.height / board.cells.length), overhang(board));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil((board.width + 2 * rim) * unit));
  canvas.height = Math.max(1, Math.ceil((board.height + 2 * rim) * unit));
  const ctx = pencil(canvas);
  ctx.scale(canvas.width / (board.width + 2 * rim), canvas.height / (board.height + 2 * rim));
  ctx.translate(rim, rim);
  paintShapes(ctx, boardShapes(board, cells, 1, paint));
  return { canvas, rim };
}
