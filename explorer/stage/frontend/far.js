// Far out, where no arrow and no dash can be told apart, thousands of nodes and edges are drawn in a few strokes.
//
// vis-network has no option for this, so its renderer is told here. Its file lies beside this one and changes only with it.
import { RADIUS, drawSpot } from './glyph.js';

export const FAR = 0.22; // scale below which this takes over

export function drawFarOutInBulk(network, looks, sprites) {
  const { renderer, body } = network, isFar = () => network.getScale() < FAR;
  const near = { edges: renderer._drawEdges.bind(renderer), arrows: renderer._drawArrows.bind(renderer), nodes: renderer._drawNodes.bind(renderer) };
  renderer._drawEdges = ctx => (isFar() ? drawEdges(ctx, body, looks.theme.edge) : near.edges(ctx));
  renderer._drawArrows = ctx => { if (!isFar()) near.arrows(ctx); };
  renderer._drawNodes = (ctx, hidden) => (isFar() ? drawNodes(ctx, body, { looks, sprites, scale: network.getScale() }) : near.nodes(ctx, hidden));
}

function drawEdges(ctx, { edges, edgeIndices }, colour) {
  ctx.beginPath();
  for (const id of edgeIndices) {
    const { from, to, connected } = edges[id];
    if (connected && from !== to) { ctx.moveTo(from.x, from.y); ctx.lineTo(to.x, to.y); }
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.4;
  ctx.stroke();
}

function drawNodes(ctx, { nodes, nodeIndices }, { looks, sprites, scale }) {
  for (const id of nodeIndices) {
    const node = nodes[id];
    if (node.shape.width === undefined) node.draw(ctx); // gives it the size by which the pointer finds it
    const look = looks.of(node.id);
    if (!look) continue;
    if (node.selected) look.halo = looks.theme.marks.selected.colour;
    sprites.draw(ctx, node.x, node.y, look, scale, drawSpot);
    if (look.root) drawRoot(ctx, node, looks.paint.ink);
  }
  return { drawExternalLabels: () => {} };
}

function drawRoot(ctx, { x, y }, ink) {
  ctx.strokeStyle = ink;
  ctx.lineWidth = 8;
  ctx.strokeRect(x - RADIUS - 10, y - RADIUS - 10, 2 * RADIUS + 20, 2 * RADIUS + 20);
}
