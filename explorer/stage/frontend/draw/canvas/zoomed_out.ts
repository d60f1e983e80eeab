// Far out, where no arrow and no dash can be told apart, thousands of nodes and edges are drawn in a few strokes.
//
// vis-network has no option for this, so its renderer is told here. Its file lies beside this one and changes only
// with it.
import { RADIUS } from '../node/geometry.ts';
import { FAR } from '../node/labels.ts';
import { drawMoves } from '../move/moves.ts';
import { spot } from '../node/glyph.ts';
import { paint } from '../shapes/paint.ts';
import type { Routes } from '../move/routes.ts';
import type { Shape } from '../shapes/shapes.ts';
import type { Sprites } from '../node/sprites.ts';
import type { Cards } from '../node/cards.ts';
import type { NodeLooks } from '../node/node_looks.ts';
import type { VisBody, VisNetwork } from './vis_network.ts';

export function drawFarOutInBulk(
  network: VisNetwork,
  looks: NodeLooks,
  { sprites, cards, routes }: { sprites: Sprites; cards: Cards; routes: Routes },
) {
  const { renderer, body } = network;
  const isFar = () => network.getScale() * cards.enlarged < FAR;
  const drawNear = renderer._drawNodes.bind(renderer);
  renderer._drawEdges = (ctx) => {
    if (isFar()) drawEdges(ctx, body, looks.theme.edge);
    else drawMoves(ctx, body, routes, looks, network.getScale());
  };
  renderer._drawArrows = () => {}; // which the moves have
  renderer._drawNodes = (
    ctx,
    hidden,
  ) => (isFar() ? drawNodes(ctx, body, { looks, sprites, cards, scale: network.getScale() }) : drawNear(ctx, hidden));
}

function drawEdges(ctx: CanvasRenderingContext2D, { edges, edgeIndices }: VisBody, colour: string) {
  ctx.beginPath();
  for (const id of edgeIndices) {
    const { from, to, connected } = edges[id];
    if (connected && from !== to) {
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
    }
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.4;
  ctx.stroke();
}

function drawNodes(
  ctx: CanvasRenderingContext2D,
  { nodes, nodeIndices }: VisBody,
  { looks, sprites, cards, scale }: { looks: NodeLooks; sprites: Sprites; cards: Cards; scale: number },
) {
  for (const id of nodeIndices) {
    const node = nodes[id];
    if (node.shape.width === undefined) node.draw(ctx); // gives it the size by which the pointer finds it
    const look = looks.of(node.id);
    if (!look) continue;
    if (node.selected) Object.assign(look, { halo: looks.theme.marks.selected.colour, rimmed: true });
    const { size } = cards.place(node.id, scale);
    ctx.save();
    ctx.translate(node.x, node.y);
    ctx.scale(size, size);
    (size === 1 ? sprites : cards.far).paint(ctx, look, looks.paint, { scale: scale * size, of: spot });
    if (look.root) paint(ctx, [square(looks.paint.ink)]);
    ctx.restore();
  }
  return { drawExternalLabels: () => {} };
}

/** Around the root. */
function square(colour: string): Shape {
  const [start, end] = [-RADIUS - 10, RADIUS + 10];
  return {
    is: 'polygon',
    points: [[start, start], [end, start], [end, end], [start, end]],
    stroke: { colour, width: 8 },
  };
}
