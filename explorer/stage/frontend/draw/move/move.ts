// A move as it is drawn, from the lowest part up, and where the pointer finds it. Each part is a module of this folder:
//
// - what it shows now: `move_looks.ts`, from step and explanation
// - where it runs, straight or bent around nodes: `routes.ts`
// - the band beneath it that marks it, its line and its head: `ways.ts`
// - messages on it: `transits.ts`
// - its name: `move_names.ts`
// - its number in the order of the search: `numbers.ts`
//
// The handles at the ends of a selected move, by which it is led elsewhere, are a tool: `edit/move_ends.ts`.
import { type Box, overlap } from '../shapes/box.ts';
import { type Chosen, type MoveNames, plateShapes } from './move_names.ts';
import { NAMES_FROM } from '../node/geometry.ts';
import { numberShapes } from './numbers.ts';
import { paint as paintShapes, trace } from '../shapes/paint.ts';
import { pale, PALE_NAME } from '../shapes/shapes.ts';
import { REPEATED, transitShapes } from './transits.ts';
import { type Band, bandShapes, LOOP, WIDTH } from './ways.ts';
import type { Bent, Drawn, Routes } from './routes.ts';
import type { Label } from '../node/labels.ts';
import type { Move } from '../../model/types.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { VisBody, VisBodyEdge } from '../canvas/vis_network.ts';

/** Parts of the canvas that its moves need. */
interface Needs {
  looks: NodeLooks;
  routes: () => Routes;
  names: MoveNames;
}

const [HOVERED, SELECTED] = [0.6, 1.2]; // by which a move is broader
const THINNEST = 0.3; // px
const AT_ONCE = 60; // moves in one stroke: larger paths take longer than their parts
const [READABLE, MOST_ENLARGED] = [0.9, 1.8]; // scale from which on messages need not be larger, and how much they are

/** The moves of the canvas. */
export class CanvasMoves {
  constructor(readonly needs: Needs) {}

  /** Paints broad bands beneath marked moves, so that arrows stay sharp on top. */
  drawBands(ctx: CanvasRenderingContext2D, bands: Band[], scale: number) {
    const { looks, routes } = this.needs;
    for (const { from, to, kind } of bands) {
      const way = routes().way(from, to, scale);
      if (way) paintShapes(ctx, bandShapes(way, kind, looks.theme));
    }
  }

  /**
   * Paints the moves that can be seen: those that look alike in one stroke, each along its way, which is worked out
   * when an end of it has moved.
   */
  draw(ctx: CanvasRenderingContext2D, { edges, edgeIndices }: VisBody, scale: number) {
    const { looks, routes } = this.needs;
    const seen = viewOf(ctx);
    const alike = new Map<string, { look: MoveLook; ways: Drawn[] }>();
    for (const id of edgeIndices) {
      const edge = edges[id];
      const way = edge.connected ? routes().drawnWay(edge, scale) : undefined;
      if (!way || !overlap(way.box, seen)) continue;
      const look = lookOf(edge, looks);
      const key = `${look.colour}|${look.width}|${look.opacity}`;
      const others = alike.get(key);
      if (others) others.ways.push(way);
      else alike.set(key, { look, ways: [way] });
    }
    for (const { look, ways } of alike.values()) drawAlike(ctx, look, ways, scale);
  }

  /** Far out, where no arrow can be told apart, thousands of moves are one stroke. */
  drawFar(ctx: CanvasRenderingContext2D, { edges, edgeIndices }: VisBody) {
    ctx.beginPath();
    for (const id of edgeIndices) {
      const { from, to, connected } = edges[id];
      if (connected && from !== to) {
        ctx.moveTo(from.x, from.y);
        ctx.lineTo(to.x, to.y);
      }
    }
    ctx.strokeStyle = this.needs.looks.theme.edge;
    ctx.lineWidth = WIDTH;
    ctx.stroke();
  }

  /** Paints messages; from afar a dot stands for a number. */
  drawTransits(ctx: CanvasRenderingContext2D, scale: number) {
    const { looks, looks: { theme, paint }, routes, names } = this.needs;
    const { measure } = names.labels.needs;
    const size = Math.min(MOST_ENLARGED, Math.max(1, READABLE / scale)); // seen from farther, they are larger
    const isFar = scale < NAMES_FROM;
    const transits = looks.moves.transits().map((
      each,
    ) => (isFar && each.values ? { ...each, values: REPEATED } : each));
    const wayOf = (from: string, to: string) => routes().way(from, to, scale);
    for (const shapes of transitShapes(transits, wayOf, { theme, paint, measure, size })) paintShapes(ctx, shapes);
  }

  /** Paints the names of moves, clear of the windows of nodes. */
  drawNames(ctx: CanvasRenderingContext2D, chosen: Chosen, windows: Label[], scale: number) {
    const { looks, names } = this.needs;
    for (const label of names.texts(scale, chosen, windows)) {
      const [from, to] = looks.moves.named.get(label.id) as Move;
      const shapes = plateShapes(label, looks.paint);
      const isPale = looks.moves.opacityOf(label.id, from, to) < 1;
      paintShapes(ctx, isPale ? pale(shapes, looks.paint.paper, PALE_NAME) : shapes);
    }
  }

  drawNumbers(ctx: CanvasRenderingContext2D, scale: number) {
    const { looks, routes } = this.needs;
    if (scale >= NAMES_FROM) paintShapes(ctx, numberShapes(looks, routes()));
  }
}

/** Options of vis-network, which finds a move under the pointer where it would draw it: as it is bent. */
export function bentForVis({ roundness, side }: Bent) {
  const smooth = roundness
    ? { enabled: true, type: roundness > 0 ? 'curvedCW' : 'curvedCCW', roundness: Math.abs(roundness) }
    : false;
  const angle = side &&
    { selfReference: { size: LOOP, angle: Math.atan2(-side[1], side[0]), renderBehindTheNode: false } };
  return { roundness, side, smooth, ...angle };
}

/** The part of the drawing that the canvas shows. */
function viewOf(ctx: CanvasRenderingContext2D): Box {
  const back = ctx.getTransform().inverse();
  const start = back.transformPoint({ x: 0, y: 0 });
  const end = back.transformPoint({ x: ctx.canvas.width, y: ctx.canvas.height });
  return { left: start.x, top: start.y, right: end.x, bottom: end.y };
}

type MoveLook = { colour: string; width: number; opacity: number };

function lookOf({ id, fromId, toId, selected, hover, options: { color } }: VisBodyEdge, looks: NodeLooks): MoveLook {
  const own = looks.theme.edge;
  const [shown, broader] = selected ? [color.highlight, SELECTED] : hover ? [color.hover, HOVERED] : [own, 0];
  return { colour: String(shown), width: WIDTH + broader, opacity: looks.moves.opacityOf(id, fromId, toId) };
}

function drawAlike(ctx: CanvasRenderingContext2D, { colour, width, opacity }: MoveLook, ways: Drawn[], scale: number) {
  ctx.save();
  ctx.globalAlpha = opacity;
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = Math.max(width, THINNEST / scale);
  for (let first = 0; first < ways.length; first += AT_ONCE) {
    const some = ways.slice(first, first + AT_ONCE);
    ctx.beginPath();
    for (const { track } of some) trace(ctx, track);
    ctx.stroke();
    ctx.beginPath();
    for (const { head } of some) trace(ctx, head);
    ctx.fill();
  }
  ctx.restore();
}
