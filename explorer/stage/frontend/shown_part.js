// A stage that shows a part of a graph: which nodes have successors that are not shown, and whether the step is
// elsewhere.
import { geometry } from './geometry.js';
import { h } from './dom.js';

/**
 * @import { Cards } from './cards.js'
 * @import { Looks } from './looks.js'
 * @import { Document } from './document.js'
 * @import { Frames } from './frames.js'
 * @import { PartData, Wish } from './messages.d.ts'
 * @import { Place } from './types.d.ts'
 */

const REACH = 14; // canvas units around a badge that count as a click on it
const SHARP = 0.62;
const LARGEST = 1.7; // scale below which badges are drawn larger, and how much larger at most

/** @param {number} scale */
const sizeAt = (scale) => Math.min(LARGEST, Math.max(1, SHARP / scale));

/**
 * What a part of a graph needs.
 * @typedef {object} Needs
 * @property {Looks} looks
 * @property {Cards} cards
 * @property {() => string | undefined} selected the node that is
 * @property {(what: Wish, id: string) => void} send asks Python for other nodes
 */

export class Part {
  /** @type {boolean} only a part of the graph is shown */
  there = false;
  /** @type {Map<string, number>} */
  hidden;
  /** @type {Set<string>} */
  foldable;
  /** @type {string | undefined} */
  centre;
  /** @type {string | undefined} of the whole graph, shown or not */
  root;
  /** @type {number} nodes of a path that can be shown at once */
  most = 0;
  /** @type {string | undefined} */
  wanted;

  /**
   * @param {HTMLElement} element the line on a step elsewhere
   * @param {Needs} needs
   */
  constructor(element, needs) {
    this.element = element;
    this.needs = needs;
    this.hidden = new Map();
    this.foldable = new Set();
    this.words = h('span');
    this.button = h('button', { type: 'button' });
    this.button.addEventListener('click', () => {
      if (this.wanted !== undefined) this.ask('reveal', this.wanted);
    });
    element.append(this.words, this.button);
  }

  /**
   * `part` as `Stage.replace` in stage.py describes it; undefined: the graph is shown whole.
   * @param {PartData | undefined} part
   */
  load(part) {
    this.there = Boolean(part);
    this.hidden = new Map(part?.hidden);
    this.foldable = new Set(part?.foldable);
    this.centre = part?.centre;
    this.root = part?.root ?? undefined;
    this.most = part?.most ?? 0; // nodes of a path that can be shown at once
    this.element.hidden = true;
  }

  /** @param {string} id */
  hiddenOf(id) {
    return this.hidden.get(id) ?? 0;
  }
  /** @param {string} id */
  canFold(id) {
    return this.foldable.has(id);
  }

  /**
   * What the badge of a node says; nothing where it has none. That it can be folded is told of the selected node
   * alone.
   * @param {string} id
   * @returns {string}
   */
  badge(id) {
    const count = this.hiddenOf(id);
    if (count) return `+${count}`;
    return this.canFold(id) && this.needs.selected() === id ? '−' : '';
  }

  /**
   * Where the badge of a node is: at the lower right of its glyph, where no name stands.
   * @param {{ id: string, x: number, y: number }} node
   * @param {number} scale
   */
  badgeOf({ id, x, y }, scale) {
    const { below, size } = this.needs.cards.place(id, scale);
    return { x: x + size * geometry.radius * 0.95, y: y + below + size * geometry.radius * 0.72 };
  }

  /**
   * The node with a badge at a place of the canvas.
   * @param {Place} place
   * @param {number} scale
   */
  badgeAt(place, scale) {
    if (!this.there) return undefined;
    /** @param {Place} badge */
    const isNear = ({ x, y }) => Math.hypot(x - place.x, y - place.y) <= REACH * sizeAt(scale);
    return this.needs.looks.nodes.find((node) => this.badge(node.id) && isNear(this.badgeOf(node, scale)))?.id;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} x
   * @param {number} y
   * @param {string} id
   * @param {number} scale
   */
  drawBadge(ctx, x, y, id, scale) {
    const text = this.badge(id);
    if (!text) return;
    const { paper } = this.needs.looks.paint;
    const { colour } = this.needs.looks.theme.marks.selected;
    const at = this.badgeOf({ id, x, y }, scale);
    ctx.save();
    ctx.translate(at.x, at.y);
    ctx.scale(sizeAt(scale), sizeAt(scale));
    ctx.font = '700 12px system-ui, sans-serif';
    const width = Math.max(17, ctx.measureText(text).width + 9);
    ctx.beginPath();
    ctx.roundRect(-width / 2, -8.5, width, 17, 8.5);
    ctx.fillStyle = colour;
    ctx.strokeStyle = paper;
    ctx.lineWidth = 1.5;
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = '#ffffff';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, 0, 0.5);
    ctx.restore();
  }

  /**
   * What is asked of Python: that hidden successors of a node are shown ("open") or those that were opened hidden
   * ("fold"), that a hidden node is shown ("reveal"), what is around a node ("centre"), or around the one that a text
   * names ("find").
   * @param {Wish} what
   * @param {string} id
   */
  ask(what, id) {
    if (this.there) this.needs.send(what, id);
  }

  /**
   * One line if the node in the focus, or a node of the path, is not shown.
   * @param {Frames} frames
   * @param {Document} document
   */
  tell(frames, document) {
    /** @param {string | undefined} id */
    const isHidden = (id) => id !== undefined && !document.nodes.has(id);
    const { focus, path } = frames;
    const count = this.there ? new Set(path.filter(isHidden)).size : 0;
    const isAway = this.there && isHidden(focus);
    this.element.hidden = !isAway && !count;
    if (this.element.hidden) return;
    this.wanted = isAway ? focus : path.at(-1);
    this.button.hidden = !isAway && count > this.most;
    this.button.textContent = isAway || count === 1 ? 'Show it' : 'Show them';
    const ofPath = `${count} ${count === 1 ? 'node' : 'nodes'} of the current path ${
      count === 1 ? 'is' : 'are'
    } not shown.`;
    this.words.textContent = isAway ? `This step is at ${frames.nameOf(focus ?? '')}, which is not shown.` : ofPath;
  }
}
