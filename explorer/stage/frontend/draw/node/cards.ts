// Nodes with a board: a card with the board above and the glyph below. Where a board would be too small to be read,
// the glyph alone, larger.
import { type Board, boardShapes, type Colour, overhang } from './board.ts';
import { CARD, type Footprint, RADIUS } from './geometry.ts';
import { paint as paintShapes, pencil } from '../shapes/paint.ts';
import { PALE, pale, rounded, type Shape, transformed } from '../shapes/shapes.ts';
import { Sprites } from './sprites.ts';
import type { NodeLooks } from './node_looks.ts';
import type { Look } from './look.ts';

export const NAMES_FROM = 0.55; // scale below which names are left out: there the boards tell nodes apart

const MARGIN = 28; // around nodes, for names and arrows
const BESIDE = 26; // by which a name may be wider than its card, which stands at least 30 from the next
export const SEEN_AT = 0.5; // scale of a drawing of 60 nodes in the window of a laptop
const MOST_PIXELS = 24_000_000; // of all boards that are kept as bitmaps

const MOST_GROWN = 400; // nodes that are drawn larger far out
const [READABLE_GLYPH, LARGEST_GLYPH, ASIDE] = [0.72, 2, 14]; // scale from which on a score can be read; times as large
const [MANY, READABLE_AMONG_MANY] = [100, 0.5]; // nodes, and the scale: room is left for moves and names

export class Cards {
  room = 1; // times as large as near by nodes can be without touching each other
  readable: number = READABLE_GLYPH; // the least scale at which nodes appear as near by
  bitmaps = new Map<string, { canvas: HTMLCanvasElement; rim: number }>();
  pixels = 0;
  setting = ''; // of the bitmaps that are kept
  of: Board | undefined;

  far: Sprites;

  constructor(readonly looks: NodeLooks) {
    this.far = new Sprites();
    this.forget('');
  }

  /** Of the document, which has one where this is asked. */
  get board() {
    return this.looks.board as Board;
  }
  get footprint() {
    return this.looks.footprint as Footprint;
  }

  /** The room that names, arrows and the nodes themselves need around the middles of nodes, across and down. */
  get margin(): [number, number] {
    const { footprint } = this.looks;
    if (footprint) return [MARGIN + footprint.width / 2, MARGIN + footprint.height / 2];
    return [MARGIN + RADIUS, MARGIN + RADIUS * this.grown(SEEN_AT)]; // tags lie below leaves
  }

  /** The greatest width of the name under a card. */
  get nameRoom() {
    return this.footprint.width + BESIDE;
  }

  // The factor by which a glyph in place of a card is larger.
  get enlarged() {
    return this.looks.footprint?.far ?? 1;
  }

  /** After nodes came, went or moved: how much room there is between them. */
  measure(places: { x: number; y: number }[]) {
    this.readable = places.length > MANY ? READABLE_AMONG_MANY : READABLE_GLYPH;
    let least = places.length > MOST_GROWN ? 0 : Infinity;
    places.slice(0, MOST_GROWN).forEach(({ x, y }, i) => {
      for (const other of places.slice(0, i)) least = Math.min(least, Math.hypot(x - other.x, y - other.y));
    });
    this.room = Math.max(1, Math.min(LARGEST_GLYPH, least / (2 * RADIUS + ASIDE)));
  }

  /** Return the factor by which nodes without a board grow at a scale, so that their scores can be read far out. */
  grown(scale: number) {
    return Math.max(1, Math.min(this.room, this.readable / scale));
  }

  /** Half the width and half the height of a node, at a scale. */
  reach(id: string, scale = 1): [number, number] {
    if (!this.looks.cellsOf(id)) {
      const reach = RADIUS * this.grown(scale);
      return [reach, reach];
    }
    return [this.footprint.width / 2, this.footprint.height / 2];
  }

  /** Return the distance of the middle of a glyph below that of its node, and its factor of size, at a scale. */
  place(id: string, scale: number) {
    if (!this.looks.cellsOf(id)) return { below: 0, size: this.grown(scale), isCard: false };
    if (scale < this.footprint.from) return { below: 0, size: this.enlarged, isCard: false };
    return { below: this.footprint.glyph, size: CARD.glyph, isCard: true };
  }

  /** Return the height of a node above the middle of its glyph, in the size of the glyph. */
  top(id: string, scale: number) {
    const { below, size, isCard } = this.place(id, scale);
    return isCard ? -(below + this.footprint.height / 2) / size : -RADIUS;
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
