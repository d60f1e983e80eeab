// Moves on the canvas: those that look alike in one stroke, each along its way, which is worked out when an end of it
// has moved.
import { type Box, overlap } from '../shapes/box.ts';
import { trace } from '../shapes/paint.ts';
import { WIDTH } from './ways.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { Drawn, Routes } from './routes.ts';
import type { VisBody, VisBodyEdge } from '../canvas/vis_network.ts';

const [HOVERED, SELECTED] = [0.6, 1.2]; // by which a move is broader
const THINNEST = 0.3; // px
const AT_ONCE = 60; // moves in one stroke: larger paths take longer than their parts

/** Draws the moves that can be seen. */
export function drawMoves(
  ctx: CanvasRenderingContext2D,
  { edges, edgeIndices }: VisBody,
  routes: Routes,
  looks: NodeLooks,
  scale: number,
) {
  const seen = viewOf(ctx);
  const alike = new Map<string, { look: MoveLook; ways: Drawn[] }>();
  for (const id of edgeIndices) {
    const edge = edges[id];
    const way = edge.connected ? routes.drawnWay(edge, scale) : undefined;
    if (!way || !overlap(way.box, seen)) continue;
    const look = lookOf(edge, looks);
    const key = `${look.colour}|${look.width}|${look.opacity}`;
    const others = alike.get(key);
    if (others) others.ways.push(way);
    else alike.set(key, { look, ways: [way] });
  }
  for (const { look, ways } of alike.values()) drawAlike(ctx, look, ways, scale);
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
  return { colour: String(shown), width: WIDTH + broader, opacity: looks.opacityOf(id, fromId, toId) };
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
