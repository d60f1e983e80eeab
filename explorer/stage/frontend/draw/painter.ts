// What is painted of a drawing besides its moves: nodes with their names, what lies beneath and above them, and what is
// being dragged.
import { NAMES_FROM as CARD_NAMES_FROM } from './cards.ts';
import { geometry } from './geometry.ts';
import { drawGlyph, drawName, drawWindow, Sprites } from './node_shape.ts';
import { leastLetters } from './labels.ts';
import type { Canvas } from './canvas.ts';
import type { Look, NodeLook } from './types.ts';
import type { Place } from '../model/types.ts';

const NAMES_FROM = 0.38;
const OUTLINES_FROM = 0.7; // scales below which detail is left out
const NUMBERS_AT = [22, 40, 58, 76]; // from the outline of a node, the first that is free
const NUMBERS_APART = 18; // canvas units
// Marks of a play are read as arrows: under a band the head of its move cannot be seen. Canvas units.
const HEADED = new Set(['played', 'lasso', 'leave', 'best']);
const [HEAD, HALF_HEAD] = [24, 13];
const DRAWN_ONE_BY_ONE = 60; // nodes; beyond, alike ones share a bitmap

export class Painter {
  sprites: Sprites = new Sprites();

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
    if (selected) Object.assign(look, { halo: this.marks.selected.colour, rimmed: true });
    look.bar = this.marks.back.colour;
    const { below, size, isCard } = cards.place(id, scale);
    if (isCard) cards.draw(ctx, x, y, { id, look, scale });
    ctx.save();
    ctx.translate(x, y + below);
    ctx.scale(size, size);
    this.drawGlyph(ctx, isCard ? { ...look, halo: undefined } : look, scale, size);
    if (look.root) {
      this.drawRootArrow(ctx, isCard ? -(below + cards.footprint.height / 2) / size : -geometry.radius);
    }
    if (look.problem) this.drawProblem(ctx, 0, 0, look.problem);
    if (scale >= (isCard ? CARD_NAMES_FROM : NAMES_FROM) && (isCard || !this.labelsApart)) {
      const lower = (isCard ? geometry.card.pad : 0) + (look.own === undefined ? 0 : geometry.ownHeight);
      this.drawWords(ctx, look, { scale, lower, room: isCard ? cards.nameRoom / size : Infinity });
    }
    ctx.restore();
    badges.drawBadge(ctx, x, y, id, scale);
  }

  drawGlyph(ctx: CanvasRenderingContext2D, look: Look, scale: number, size: number) {
    const sprites = size === 1 ? this.sprites : this.canvas.cards.far;
    const readable = { ...look, least: leastLetters() / (scale * size) };
    if (this.canvas.nodes.length > DRAWN_ONE_BY_ONE) sprites.draw(ctx, 0, 0, readable, scale * size, drawGlyph);
    else drawGlyph(ctx, 0, 0, readable);
  }

  drawWords(
    ctx: CanvasRenderingContext2D,
    look: NodeLook,
    { scale, lower, room }: { scale: number; lower: number; room: number },
  ) {
    drawName(ctx, 0, 0, look.name, {
      ...this.looks.paint,
      bold: look.root,
      outlined: scale >= OUTLINES_FROM,
      pale: look.pale,
      lower,
      room,
    });
    if (look.window) drawWindow(ctx, 0, lower, look.window, { ...this.looks.paint, name: look.name });
  }

  drawRootArrow(ctx: CanvasRenderingContext2D, top: number) {
    const tip = top - 6;
    ctx.fillStyle = this.looks.paint.ink;
    ctx.beginPath();
    ctx.moveTo(0, tip);
    ctx.lineTo(-6, tip - 10);
    ctx.lineTo(6, tip - 10);
    ctx.fill();
  }

  /** Full for an error, hollow for a warning. */
  drawProblem(ctx: CanvasRenderingContext2D, x: number, y: number, severity: string) {
    const [cx, cy] = [x - geometry.radius, y - geometry.radius];
    const isError = severity === 'error';
    const { colour } = this.marks[isError ? 'problem' : 'warning']; // a short name stands at the right
    ctx.fillStyle = isError ? colour : this.looks.paint.paper;
    ctx.beginPath();
    ctx.arc(cx, cy, isError ? 9 : 8, 0, 2 * Math.PI);
    ctx.fill();
    if (!isError) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = 2;
      ctx.stroke();
    }
    ctx.fillStyle = isError ? '#fff' : colour;
    ctx.font = '700 13px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText('!', cx, cy + 1);
  }

  /** Highlights lie under the edges as broad bands, so that arrows stay sharp on top. */
  drawBeneath(ctx: CanvasRenderingContext2D) {
    this.looks.levels.draw(ctx, this.canvas.across, this.scale);
    for (const { from, to, kind } of this.canvas.bands) {
      const route = this.canvas.routes.points(from, to);
      if (!route) continue;
      const head = HEADED.has(kind) && from !== to ? this.headOf(from, to) : undefined;
      const isBefore = ([x, y]: number[]) => !head || Math.hypot(x - head.x, y - head.y) > head.far;
      const points = [...route.filter(isBefore), ...(head ? [head.base] : [])];
      ctx.save();
      ctx.fillStyle = ctx.strokeStyle = this.marks[kind].colour;
      ctx.globalAlpha = kind === 'path' ? 0.6 : 0.85;
      ctx.lineWidth = kind === 'path' ? 9 : 11;
      ctx.lineCap = head ? 'butt' : 'round';
      if (kind === 'back' || kind === 'stalling') ctx.setLineDash([10, 14]);
      ctx.beginPath();
      points.forEach(([x, y], i) => ctx[i ? 'lineTo' : 'moveTo'](x, y));
      ctx.stroke();
      if (head) drawHead(ctx, head.base, head.tip);
      ctx.restore();
    }
  }

  /**
   * Where the head of a band begins and ends, at the outline of a node, and how far from the middle of the node it
   * begins.
   */
  headOf(from: string, to: string) {
    const { cards, network, routes } = this.canvas;
    const { x, y } = network?.getPosition(to) ?? { x: 0, y: 0 };
    const beyond = this.looks.cellsOf(to) ? 0 : cards.reach(to, this.scale)[0] - geometry.radius;
    const [tip, base] = [beyond, beyond + HEAD].map((distance) => routes.along(from, to, distance, 'to'));
    return tip && base && { x, y, tip, base, far: Math.hypot(base[0] - x, base[1] - y) };
  }

  drawAbove(ctx: CanvasRenderingContext2D) {
    const { numbers, over, rectangle, rubber } = this.canvas;
    if (this.labelsApart) this.canvas.labels.draw(ctx, this.scale);
    if (numbers) this.drawNumbers(ctx);
    over?.draw(ctx);
    if (rectangle) this.drawRectangle(ctx, rectangle);
    if (rubber) this.drawRubber(ctx, rubber);
  }

  drawRectangle(ctx: CanvasRenderingContext2D, [one, other]: [Place, Place]) {
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = this.marks.selected.colour;
    ctx.lineWidth = 1.5 / this.scale;
    ctx.globalAlpha = 0.12;
    ctx.fillRect(one.x, one.y, other.x - one.x, other.y - one.y);
    ctx.globalAlpha = 1;
    ctx.strokeRect(one.x, one.y, other.x - one.x, other.y - one.y);
    ctx.restore();
  }

  drawRubber(ctx: CanvasRenderingContext2D, { from, x, y }: { from: string; x: number; y: number }) {
    const start = this.canvas.network?.getPosition(from);
    if (!start) return;
    ctx.save();
    ctx.strokeStyle = this.marks.selected.colour;
    ctx.lineWidth = 2.5;
    ctx.setLineDash([6, 4]);
    ctx.beginPath();
    ctx.moveTo(start.x, start.y);
    ctx.lineTo(x, y);
    ctx.stroke();
    ctx.restore();
  }

  /** In which order the search tries the moves of a node: on each, near where it begins. */
  drawNumbers(ctx: CanvasRenderingContext2D) {
    if (this.scale < NAMES_FROM) return;
    const taken: number[][] = [];
    ctx.save();
    ctx.font = '600 12px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const id of this.looks.successors.keys()) {
      const others = this.looks.isThere(id) ? this.looks.successorsOf(id) : [];
      if (others.length > 1) {
        others.forEach((other, i) => this.drawNumber(ctx, this.free(id, other, taken), i + 1));
      }
    }
    ctx.restore();
  }

  /** Where the number of a move stands: near its beginning, and where no other number is, as beside a self-loop. */
  free(from: string, to: string, taken: number[][]) {
    const places = NUMBERS_AT.map((distance) => this.canvas.routes.along(from, to, distance));
    const isFree = (at: number[] | undefined) =>
      at && taken.every(([x, y]) => Math.hypot(x - at[0], y - at[1]) > NUMBERS_APART);
    const place = places.find(isFree) ?? places[0];
    if (place) taken.push(place);
    return place;
  }

  drawNumber(ctx: CanvasRenderingContext2D, at: number[] | null | undefined, number: number) {
    if (!at) return;
    const { ink, paper } = this.looks.paint;
    ctx.beginPath();
    ctx.arc(at[0], at[1], 8.5, 0, 2 * Math.PI);
    ctx.fillStyle = paper;
    ctx.fill();
    ctx.strokeStyle = this.looks.theme.edge;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.fillStyle = ink;
    ctx.fillText(`${number}`, at[0], at[1] + 0.5);
  }
}

function drawHead(ctx: CanvasRenderingContext2D, [x, y]: number[], [toX, toY]: number[]) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [across, down] = [(y - toY) * HALF_HEAD / length, (toX - x) * HALF_HEAD / length];
  ctx.beginPath();
  ctx.moveTo(toX, toY);
  ctx.lineTo(x + across, y + down);
  ctx.lineTo(x - across, y - down);
  ctx.fill();
}
