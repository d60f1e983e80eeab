// Names beside their nodes: clear of moves, of other nodes and of each other, and never smaller than can be read.
//
// Far out they keep their size. Where there is no room for all, those that come first stay, and the names of the root,
// the node in focus and the path take the place of others. Where a name stands depends on the drawing alone and not on
// the step, so that names do not jump while a trace plays.
import { boxAround } from './camera.js';
import { drawText } from './glyph.js';
import { geometry } from './geometry.js';
import { isLarge } from './lecture.js';

/**
 * @import { Cards } from './cards.js'
 * @import { Looks } from './looks.js'
 * @import { Routes } from './routes.js'
 * @import { Box, GameNode } from './types.d.ts'
 */

/**
 * What labels need.
 * @typedef {object} Needs
 * @property {Looks} looks
 * @property {Cards} cards
 * @property {() => Routes} routes
 * @property {(id: string) => { x: number, y: number }} place where a node is drawn
 */

/** @typedef {{ id: string, text: string, size: number, box: Box, isClear: boolean }} Label */

export const MOST_LABELLED = 150; // nodes; beyond, names are drawn with their nodes
const SMALLEST = [12, 14]; // px of letters, and in a lecture
const [LONGEST, SHORTENED] = [18, 9]; // characters
const SHORT = 4; // and so at the corner of its node, where moves seldom are
const COSTS = { place: 0.15, move: 1, outside: 3, mark: 4, taken: 8 };
const HEIGHT = 1.15; // of a line, in sizes of letters

// Places around a node, the best first, of a short name and of a long one.
const CORNERS = ['ne', 'e', 'se', 'nw', 's', 'w', 'n', 'sw'];
const SIDES = ['s', 'n', 'e', 'w', 'ne', 'se', 'nw', 'sw'];

/** The least size of letters on the screen, in px. */
export const leastLetters = () => SMALLEST[Number(isLarge())];

export class Labels {
  /** @type {Needs} */
  needs;
  /** @type {Label[]} */
  placed = [];
  /** @type {string} of the drawing that they were placed for */
  key = '';
  /** @type {Map<string, number>} of a text at a size of 1 */
  widths = new Map();
  /** @type {Box} what a fit of the drawing shows at least */
  whole = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  /** @type {Box[][]} pieces of each move */
  pieces = [];

  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
  }

  /**
   * Draws names and windows above a drawing at a scale.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} scale
   */
  draw(ctx, scale) {
    this.update(ctx, scale);
    const shown = this.shown();
    const { looks } = this.needs;
    for (const { id, text, size, box } of shown) {
      const bold = id === looks.document.root;
      drawText(ctx, text, box, { ...looks.paint, size, bold, pale: looks.frames?.isPruned(id) });
    }
    const taken = shown.map(({ box }) => box);
    for (const { id } of looks.nodes) {
      const window = looks.frames?.window(id);
      if (window) this.drawWindow(ctx, id, `α ${window[0]} … β ${window[1]}`, { scale, taken });
    }
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} id
   * @param {string} text
   * @param {{ scale: number, taken: Box[] }} how
   */
  drawWindow(ctx, id, text, { scale, taken }) {
    const size = Math.max(12, leastLetters() / scale);
    const { box } = this.best(ctx, id, text, { size, order: SIDES.slice(0, 4), taken, scale });
    taken.push(box);
    drawText(ctx, text, box, { ...this.needs.looks.paint, size, bold: true });
  }

  /**
   * Those that are drawn at this step: of the ones that lie upon others the important ones alone.
   * @returns {Label[]}
   */
  shown() {
    const { frames, document } = this.needs.looks;
    const important = new Set([document.root, frames?.focus, ...frames?.path ?? []]);
    const first = this.placed.filter(({ id, isClear }) => !isClear && important.has(id));
    const rest = this.placed.filter(({ isClear, box, id }) =>
      isClear && (important.has(id) || !first.some((other) => overlap(other.box, box)))
    );
    return [...rest, ...first];
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} scale
   */
  update(ctx, scale) {
    const { looks, place } = this.needs;
    const nodes = looks.nodes;
    const where = nodes.map(({ id }) => {
      const { x, y } = place(id);
      return `${looks.fixed.get(id)?.name}@${Math.round(x)},${Math.round(y)}`;
    });
    const key = [scale.toFixed(3), leastLetters(), looks.document.moves.size, looks.document.root, ...where].join('|');
    if (key === this.key) return;
    this.key = key;
    this.pieces = this.moves();
    this.whole = boxAround(nodes.map(({ id }) => place(id)), this.needs.cards.margin);
    this.placed = [];
    const order = [...nodes].sort((one, other) =>
      Number(other.id === looks.document.root) - Number(one.id === looks.document.root)
    );
    const taken = [];
    for (const node of order) {
      const label = this.label(ctx, node, scale, taken);
      if (label.isClear) taken.push(label.box);
      this.placed.push(label);
    }
  }

  /** The pieces of all moves that are drawn. */
  moves() {
    const { looks, routes } = this.needs;
    const pieces = [];
    for (const { id } of looks.nodes) {
      for (const other of looks.successorsOf(id)) {
        const points = looks.isThere(other) ? routes().points(id, other) : null;
        if (points) pieces.push(points.slice(1).map((point, i) => boxOf(points[i], point)));
      }
    }
    return pieces;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {GameNode} node
   * @param {number} scale
   * @param {Box[]} taken
   * @returns {Label}
   */
  label(ctx, { id }, scale, taken) {
    const name = this.needs.looks.fixed.get(id)?.name ?? id;
    const isShort = name.length <= SHORT;
    const { size: grown } = this.needs.cards.place(id, scale);
    const size = Math.max((isShort ? 15 : 13) * grown, leastLetters() / scale);
    const how = { size, order: isShort ? CORNERS : SIDES, taken, scale };
    const whole = this.best(ctx, id, cut(name, LONGEST), how);
    const found = whole.cost < COSTS.taken ? whole : this.best(ctx, id, cut(name, SHORTENED), how);
    return { id, text: found.text, size, box: found.box, isClear: found.cost < COSTS.taken };
  }

  /**
   * The best place of a text around a node.
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} id
   * @param {string} text
   * @param {{ size: number, order: string[], taken: Box[], scale: number }} how
   */
  best(ctx, id, text, { size, order, taken, scale }) {
    const { cards, place } = this.needs;
    const { x, y } = place(id);
    const width = this.width(ctx, text) * size;
    const radius = geometry.radius * cards.place(id, scale).size;
    const nodes = this.nodesNear(id, x, y, radius + width, scale);
    let best = { text, box: boxAt('s', { x, y, radius, width, height: size * HEIGHT }), cost: Infinity };
    order.forEach((side, rank) => {
      const box = boxAt(side, { x, y, radius, width, height: size * HEIGHT });
      const cost = COSTS.place * rank + this.marked(id, side) +
        COSTS.taken * [...taken, ...nodes].filter((other) => overlap(other, box)).length +
        (isWithin(box, this.whole) ? 0 : COSTS.outside) +
        COSTS.move * this.pieces.filter((pieces) => pieces.some((piece) => overlap(piece, box))).length;
      if (cost < best.cost) best = { text, box, cost };
    });
    return best;
  }

  /**
   * What it costs that something else stands at a side of a node.
   * @param {string} id
   * @param {string} side
   */
  marked(id, side) {
    const { looks } = this.needs;
    const isTaken = (side === 'n' && id === looks.document.root) || (side === 'nw' && looks.troubled.has(id)) ||
      (side === 'sw' && looks.frames?.trace.bounded);
    return isTaken ? COSTS.mark : 0;
  }

  /**
   * The other nodes so near that a name can reach them.
   * @param {string} id
   * @param {number} x
   * @param {number} y
   * @param {number} reach
   * @param {number} scale
   */
  nodesNear(id, x, y, reach, scale) {
    const { looks, cards, place } = this.needs;
    return looks.nodes.flatMap(({ id: other }) => {
      const at = place(other);
      const radius = geometry.radius * cards.place(other, scale).size;
      if (other === id || Math.abs(at.x - x) > reach + radius || Math.abs(at.y - y) > reach + radius) return [];
      return [{ left: at.x - radius, right: at.x + radius, top: at.y - radius, bottom: at.y + radius }];
    });
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} text
   */
  width(ctx, text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      ctx.save();
      ctx.font = '700 100px system-ui, sans-serif';
      width = ctx.measureText(text).width / 100;
      ctx.restore();
      this.widths.set(text, width);
    }
    return width;
  }
}

/**
 * The text with so many characters at most.
 * @param {string} text
 * @param {number} most
 */
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * The box of a text at a side of a node.
 * @param {string} side
 * @param {{ x: number, y: number, radius: number, width: number, height: number }} what
 * @returns {Box}
 */
function boxAt(side, { x, y, radius, width, height }) {
  const [gap, corner] = [radius * 0.17, radius * 0.85];
  const isCorner = side.length === 2;
  const aside = isCorner ? corner : radius + gap;
  const left = side.includes('e') ? x + aside : side.includes('w') ? x - aside - width : x - width / 2;
  const above = isCorner ? y - radius - gap : y - radius - gap - height;
  const below = isCorner ? y + radius * 0.55 : y + radius + gap;
  const top = side.includes('n') ? above : side.includes('s') ? below : y - height / 2;
  return { left, right: left + width, top, bottom: top + height };
}

/**
 * @param {number[]} one
 * @param {number[]} other
 * @returns {Box}
 */
const boxOf = (one, other) => ({
  left: Math.min(one[0], other[0]),
  right: Math.max(one[0], other[0]),
  top: Math.min(one[1], other[1]),
  bottom: Math.max(one[1], other[1]),
});

/**
 * @param {Box} inner
 * @param {Box} outer
 */
const isWithin = (inner, outer) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

/**
 * @param {Box} one
 * @param {Box} other
 */
const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
