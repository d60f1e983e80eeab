// What legend, tools and lines of text cover of the view, and whether all nodes can be seen beside them.
import { isLecture } from './lecture.js';

/**
 * @import { Inset, Find, Place } from './types.d.ts'
 */

const LEGEND_WIDTHS = [262, 312]; // beside the nodes, and in a lecture
const [TOOLS_HEIGHT, MOST_TOOLS_HEIGHT] = [40, 190]; // with four rows of tools and the title below them
const FOOT_HEIGHT = 36; // px that they cover of the view; what has a style sheet is measured

export class Insets {
  /**
   * `refused`: how far down a refusal reaches.
   * @param {HTMLElement} root
   * @param {Find} find
   * @param {() => number} refused
   */
  constructor(root, find, refused) {
    this.root = root;
    this.find = find;
    this.refused = refused;
  }

  get legend() {
    return /** @type {HTMLDetailsElement} */ (this.find('.legend'));
  }

  // Whether the legend has room beside the nodes.
  get isRoomy() {
    return this.find('.view').clientWidth > 2 * LEGEND_WIDTHS[Number(isLecture())];
  }

  /**
   * What is covered at each side, in px.
   * @returns {Inset}
   */
  get inset() {
    const folded = [this.find('.hint'), this.find('.problems')].map((line) => line.offsetHeight + 10);
    const tools = Math.max(
      ...[.../** @type {Iterable<HTMLElement>} */ (this.root.querySelectorAll('.toolbar:not(.zoom)'))].map((bar) =>
        bar.offsetTop + bar.offsetHeight
      ),
    ); // two rows in a narrow window; anything before the style sheet is there
    return {
      left: this.legend.open && this.isRoomy ? LEGEND_WIDTHS[Number(isLecture())] : 0,
      top: Math.max(Math.min(tools || TOOLS_HEIGHT, MOST_TOOLS_HEIGHT), this.refused()),
      bottom: Math.min(Math.max(FOOT_HEIGHT, ...folded), 3 * FOOT_HEIGHT),
    };
  }

  /**
   * Whether places, in px of the drawing, are all in the view and not covered.
   * @param {HTMLElement} drawing
   * @param {Place[]} places
   */
  leaves({ clientWidth: width, clientHeight: height }, places) {
    const { left, top, bottom = 0 } = this.inset;
    return places.every(({ x, y }) => x > left && x < width && y > top && y < height - bottom);
  }
}
