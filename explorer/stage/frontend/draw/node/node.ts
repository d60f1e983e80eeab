// A node as it is drawn, from the lowest part up, and where the pointer finds it. Each part is a module of this folder:
//
// - what it shows now: `node_looks.ts`, from document, step and theme, as a look (`look.ts`)
// - how large it is: `geometry.ts`; at a scale, and how far it reaches: `sizes.ts`
// - the card with its board, where positions have one: `cards.ts`, `board.ts`
// - halo, outline, fill, ring, score, tags and signs: `glyph.ts`, kept as bitmaps by `sprites.ts`
// - name and window: `labels.ts`, where there is room for them; on cards, `card_texts.ts`
// - the badge of a node with successors that are not shown: `badge.ts`
//
// What a click or a drag there does is decided in `edit/gestures.ts`.
import { badgePlace, badgeShapes, isOnBadge } from './badge.ts';
import { nodeTexts, oneRow, type Rows } from './card_texts.ts';
import { Cards } from './cards.ts';
import { CARD_NAMES_FROM, NAMES_FROM, RADIUS } from './geometry.ts';
import { farRoot, glyph, signs, spot } from './glyph.ts';
import { paint as paintShapes } from '../shapes/paint.ts';
import { type Measure, type Shape, transformed } from '../shapes/shapes.ts';
import { ShapeCache, Sprites } from './sprites.ts';
import type { Look, NodeLook } from './look.ts';
import type { NodeLooks } from './node_looks.ts';
import type { Sizes } from './sizes.ts';
import type { VisBody } from '../canvas/vis_network.ts';
import type { Place } from '../../model/types.ts';

/** Parts of a drawing that its nodes need. */
type Drawing = { looks: NodeLooks; sizes: Sizes };

/** Parts of the canvas that its nodes need besides. */
interface Needs extends Drawing {
  badge: (id: string) => string; // its text; none where there is no badge
  count: () => number; // of all nodes
  measure: Measure;
  leastLetters: () => number; // px
}

const DRAWN_ONE_BY_ONE = 60; // nodes; beyond, alike ones share a bitmap
const RIM = 0.72; // share of the radius: a drag from outside it makes a move, from inside it moves the node

/** Return the shapes of a node in a picture around (0, 0), without a name that stands beside it. */
export function nodeShapes(
  id: string,
  look: NodeLook,
  sheet: Drawing & { cards: Cards; shapeCache: ShapeCache; rows: Rows },
): Shape[] {
  const { looks, sizes, cards, shapeCache, rows } = sheet;
  const { below, size, isCard } = sizes.place(id, 1);
  const shapes = shapeCache.of(inGlyph(look, isCard), looks.paint, glyph);
  const above = aboveGlyph(id, look, sheet, 1, looks.board && rows);
  return [...(isCard ? cards.shapes(id, look) : []), ...transformed([...shapes, ...above], size, 0, below)];
}

/** On a card the halo is around the card. */
const inGlyph = (look: Look, isCard: boolean) => (isCard ? { ...look, halo: undefined } : look);

/** The arrow over the root, a problem, and at a card the name and the window, if there are rows for them. */
function aboveGlyph(id: string, look: NodeLook, { looks, sizes }: Drawing, scale: number, rows?: Rows): Shape[] {
  const { isCard } = sizes.place(id, scale);
  return [
    ...signs(look, sizes.top(id, scale), looks.theme, looks.paint),
    ...(rows ? nodeTexts(look, isCard, rows, looks.paint) : []),
  ];
}

/** The nodes of the canvas. */
export class CanvasNodes {
  cards: Cards;
  sprites: Sprites = new Sprites();
  enlarged: Sprites = new Sprites(); // of nodes that are larger far out
  shapeCache: ShapeCache = new ShapeCache();

  constructor(readonly needs: Needs) {
    this.cards = new Cards(needs.looks);
  }

  /** Paints a node, from the card up to the badge. */
  draw(
    ctx: CanvasRenderingContext2D,
    { id, x, y, selected }: Place & { id: string; selected: boolean },
    scale: number,
  ) {
    const { looks, sizes } = this.needs;
    const look = looks.of(id);
    if (!look) return;
    if (selected) Object.assign(look, { halo: look.halo ?? looks.theme.marks.selected.colour, rimmed: true });
    const { below, size, isCard } = sizes.place(id, scale);
    if (isCard) this.cards.draw(ctx, x, y, { id, look, scale });
    ctx.save();
    ctx.translate(x, y + below);
    ctx.scale(size, size);
    this.drawGlyph(ctx, inGlyph(look, isCard), scale, size);
    paintShapes(ctx, aboveGlyph(id, look, this.needs, scale, this.rows(scale, size, isCard)));
    ctx.restore();
    this.drawBadge(ctx, { id, x, y }, scale);
  }

  drawGlyph(ctx: CanvasRenderingContext2D, look: Look, scale: number, size: number) {
    const { looks: { paint }, count, leastLetters } = this.needs;
    const sprites = size === 1 ? this.sprites : this.enlarged;
    const readable = { ...look, least: leastLetters() / (scale * size) };
    if (count() <= DRAWN_ONE_BY_ONE) paintShapes(ctx, this.shapeCache.of(readable, paint, glyph));
    else sprites.paint(ctx, readable, paint, { scale: scale * size, of: glyph });
  }

  /** The rows of the name in a drawing with boards, where names have no places of their own; none from afar. */
  rows(scale: number, size: number, isCard: boolean): Rows | undefined {
    const { looks, measure } = this.needs;
    if (!looks.board || scale < (isCard ? CARD_NAMES_FROM : NAMES_FROM)) return undefined;
    return oneRow(isCard ? this.cards.nameRoom / size : Infinity, measure);
  }

  drawBadge(ctx: CanvasRenderingContext2D, node: Place & { id: string }, scale: number) {
    const { looks, sizes, badge } = this.needs;
    const text = badge(node.id);
    if (text) paintShapes(ctx, badgeShapes(text, badgePlace(node, sizes, scale), scale, looks));
  }

  /** Far out, where no dash can be told apart, thousands of nodes are alike bitmaps. */
  drawFar(ctx: CanvasRenderingContext2D, { nodes, nodeIndices }: VisBody, scale: number) {
    const { looks, sizes } = this.needs;
    for (const id of nodeIndices) {
      const node = nodes[id];
      if (node.shape.width === undefined) node.draw(ctx); // gives it the size by which the pointer finds it
      const look = looks.of(node.id);
      if (!look) continue;
      if (node.selected) Object.assign(look, { halo: looks.theme.marks.selected.colour, rimmed: true });
      const { size } = sizes.place(node.id, scale);
      ctx.save();
      ctx.translate(node.x, node.y);
      ctx.scale(size, size);
      (size === 1 ? this.sprites : this.enlarged).paint(ctx, look, looks.paint, { scale: scale * size, of: spot });
      if (look.root) paintShapes(ctx, [farRoot(looks.paint.ink)]);
      ctx.restore();
    }
  }

  /** The box in which the pointer finds a node. */
  box(id: string, scale: number) {
    const [across, down] = this.needs.sizes.reach(id, scale);
    return { width: 2 * across, height: 2 * down };
  }

  /** The node whose rim is at a place: from within its outline outwards to some radii from the middle of its glyph. */
  rimAt({ x, y }: Place, radii: number, scale: number): string | undefined {
    const { looks, sizes } = this.needs;
    let nearest;
    let least = RADIUS * radii;
    for (const { id, x: cx, y: cy } of looks.nodes) {
      const { below, size } = sizes.place(id, scale);
      const far = Math.hypot(x - cx, y - cy - below) / size;
      if (far <= least) {
        least = far;
        nearest = id;
      }
    }
    return least >= RADIUS * RIM ? nearest : undefined;
  }

  /** The node whose badge is at a place. */
  badgeAt(place: Place, scale: number): string | undefined {
    const { looks, sizes, badge } = this.needs;
    return looks.nodes.find((node) => badge(node.id) && isOnBadge(place, badgePlace(node, sizes, scale), scale))?.id;
  }
}
