// What is painted of a drawing besides its moves: nodes with their names, what lies beneath and above them, and what is
// being dragged.
import { NAMES_FROM as CARD_NAMES_FROM } from '../node/cards.ts';
import { glyph, signs } from '../node/glyph.ts';
import { type Label, labelTexts } from '../node/labels.ts';
import { type Chosen, plateShapes } from '../move/move_names.ts';
import { paint as paintShapes } from '../shapes/paint.ts';
import { centred, pale, PALE_NAME, type Point, type Shape } from '../shapes/shapes.ts';
import { ShapeCache, Sprites } from '../node/sprites.ts';
import { REPEATED, transitShapes } from '../move/transits.ts';
import { bandShapes } from '../move/ways.ts';
import { nodeTexts, oneRow } from '../node/words.ts';
import type { Canvas } from './canvas.ts';
import type { Look } from '../node/look.ts';
import type { Move, Place } from '../../model/types.ts';

const NAMES_FROM = 0.38; // scale below which they are left out
const [READABLE, MOST_ENLARGED] = [0.9, 1.8]; // scale from which on messages need not be larger, and how much they are
const NUMBERS_AT = [22, 40, 58, 76]; // from the outline of a node, the first that is free
const NUMBERS_APART = 18; // canvas units
const DRAWN_ONE_BY_ONE = 60; // nodes; beyond, alike ones share a bitmap

export class Painter {
  sprites: Sprites = new Sprites();
  shapeCache: ShapeCache = new ShapeCache();

  constructor(readonly canvas: Canvas) {}

  get looks() {
    return this.canvas.looks;
  }

  get scale() {
    return this.canvas.network?.getScale() ?? 1;
  }

  // Names are placed where they are clear of all else; cards have theirs beneath them.
  get labelsApart() {
    return !this.looks.board;
  }

  get marks() {
    return this.looks.theme.marks;
  }

  drawNode(ctx: CanvasRenderingContext2D, x: number, y: number, id: string, selected: boolean) {
    const look = this.looks.of(id);
    const { cards, badges } = this.canvas;
    const { scale } = this;
    if (!look) return;
    if (selected) Object.assign(look, { halo: look.halo ?? this.marks.selected.colour, rimmed: true });
    const { below, size, isCard } = cards.place(id, scale);
    if (isCard) cards.draw(ctx, x, y, { id, look, scale });
    ctx.save();
    ctx.translate(x, y + below);
    ctx.scale(size, size);
    this.drawGlyph(ctx, isCard ? { ...look, halo: undefined } : look, scale, size);
    paintShapes(ctx, signs(look, cards.top(id, scale), this.looks.theme, this.looks.paint));
    if (!this.labelsApart && scale >= (isCard ? CARD_NAMES_FROM : NAMES_FROM)) {
      const rows = oneRow(isCard ? cards.nameRoom / size : Infinity, this.canvas.labels.needs.measure);
      paintShapes(ctx, nodeTexts(look, isCard, rows, this.looks.paint));
    }
    ctx.restore();
    badges.drawBadge(ctx, x, y, id, scale);
  }

  drawGlyph(ctx: CanvasRenderingContext2D, look: Look, scale: number, size: number) {
    const { paint } = this.looks;
    const sprites = size === 1 ? this.sprites : this.canvas.cards.far;
    const readable = { ...look, least: this.canvas.labels.needs.leastLetters() / (scale * size) };
    if (this.canvas.nodes.length <= DRAWN_ONE_BY_ONE) paintShapes(ctx, this.shapeCache.of(readable, paint, glyph));
    else sprites.paint(ctx, readable, paint, { scale: scale * size, of: glyph });
  }

  /** Highlights lie under the edges as broad bands, so that arrows stay sharp on top. */
  drawBeneath(ctx: CanvasRenderingContext2D) {
    this.looks.levels.draw(ctx, this.canvas.across, this.scale);
    for (const { from, to, kind } of this.canvas.bands) {
      const way = this.canvas.routes.way(from, to, this.scale);
      if (way) paintShapes(ctx, bandShapes(way, kind, this.looks.theme));
    }
  }

  drawAbove(ctx: CanvasRenderingContext2D) {
    const { numbers, over, rectangle, rubber } = this.canvas;
    this.drawTransits(ctx);
    this.drawLabels(ctx);
    if (numbers) this.drawNumbers(ctx);
    over?.draw(ctx);
    if (rectangle) this.drawRectangle(ctx, rectangle);
    if (rubber) this.drawRubber(ctx, rubber);
  }

  /** Messages on moves; from afar a dot stands for a number. */
  drawTransits(ctx: CanvasRenderingContext2D) {
    const { theme, paint } = this.looks;
    const { measure } = this.canvas.labels.needs;
    const size = Math.min(MOST_ENLARGED, Math.max(1, READABLE / this.scale)); // seen from farther, they are larger
    const isFar = this.scale < NAMES_FROM;
    const transits = this.looks.transits().map((each) => (isFar && each.values ? { ...each, values: REPEATED } : each));
    const wayOf = (from: string, to: string) => this.canvas.routes.way(from, to, this.scale);
    for (const shapes of transitShapes(transits, wayOf, { theme, paint, measure, size })) paintShapes(ctx, shapes);
  }

  drawLabels(ctx: CanvasRenderingContext2D) {
    const { looks } = this;
    const { names, windows } = this.labelsApart ? this.canvas.labels.texts(this.scale) : { names: [], windows: [] };
    this.drawMoveNames(ctx, windows);
    for (const label of names) {
      const texts = labelTexts(label, looks.paint);
      paintShapes(ctx, looks.frames?.isPruned(label.id) ? pale(texts, looks.paint.paper, PALE_NAME) : texts);
    }
    for (const label of windows) paintShapes(ctx, labelTexts(label, looks.paint));
  }

  drawMoveNames(ctx: CanvasRenderingContext2D, windows: Label[]) {
    const { looks } = this;
    for (const label of this.canvas.moveNames.texts(this.scale, this.chosen, windows)) {
      const [from, to] = looks.named.get(label.id) as Move;
      const shapes = plateShapes(label, looks.paint);
      const isPale = looks.opacityOf(label.id, from, to) < 1;
      paintShapes(ctx, isPale ? pale(shapes, looks.paint.paper, PALE_NAME) : shapes);
    }
  }

  /** The selected, hovered or focused nodes and moves. */
  get chosen(): Chosen {
    const { chosen, chosenMoves, hovered } = this.canvas;
    const { frames } = this.looks;
    return {
      nodes: [...chosen, ...(frames?.focus === undefined ? [] : [frames.focus])],
      moves: [...chosenMoves, ...(hovered === undefined ? [] : [hovered])],
    };
  }

  drawRectangle(ctx: CanvasRenderingContext2D, [one, other]: [Place, Place]) {
    const { colour } = this.marks.selected;
    const points: Point[] = [[one.x, one.y], [other.x, one.y], [other.x, other.y], [one.x, other.y]];
    paintShapes(ctx, [
      { is: 'polygon', points, fill: colour, opacity: 0.12 },
      { is: 'polygon', points, stroke: { colour, width: 1.5 / this.scale } },
    ]);
  }

  drawRubber(ctx: CanvasRenderingContext2D, { from, x, y }: { from: string; x: number; y: number }) {
    const start = this.canvas.network?.getPosition(from);
    if (!start) return;
    const stroke = { colour: this.marks.selected.colour, width: 2.5, dash: [6, 4] };
    paintShapes(ctx, [{ is: 'line', points: [[start.x, start.y], [x, y]], stroke }]);
  }

  /** In which order the search tries the moves of a node: on each, near where it begins. */
  drawNumbers(ctx: CanvasRenderingContext2D) {
    if (this.scale < NAMES_FROM) return;
    const taken: number[][] = [];
    for (const id of this.looks.successors.keys()) {
      const others = this.looks.isThere(id) ? this.looks.successorsOf(id) : [];
      if (others.length > 1) {
        others.forEach((other, i) => this.drawNumber(ctx, this.free(id, other, taken), i + 1));
      }
    }
  }

  /** The place of the number of a move: near its beginning, and where no other number is, as beside a self-loop. */
  free(from: string, to: string, taken: number[][]) {
    const places = NUMBERS_AT.map((distance) => this.canvas.routes.along(from, to, distance));
    const isFree = (at: Point | undefined) =>
      at && taken.every(([x, y]) => Math.hypot(x - at[0], y - at[1]) > NUMBERS_APART);
    const place = places.find(isFree) ?? places[0];
    if (place) taken.push(place);
    return place;
  }

  drawNumber(ctx: CanvasRenderingContext2D, at: Point | undefined, number: number) {
    if (!at) return;
    const { paint: { ink, paper }, theme: { edge } } = this.looks;
    const [x, y] = at;
    const disc: Shape = { is: 'circle', x, y, radius: 8.5, fill: paper, stroke: { colour: edge, width: 1 } };
    paintShapes(ctx, [disc, centred(`${number}`, at, 12, ink)]);
  }
}
