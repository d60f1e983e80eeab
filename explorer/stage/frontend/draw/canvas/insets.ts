// The part of the view that legend, tools and lines of text cover, and whether all nodes can be seen beside them.
import { partsOf } from '../../page/dom.ts';

import type { Find } from '../../page/types.ts';
import type { Place } from '../../model/types.ts';

/** The covered px of the view. */
export type Inset = { left: number; top: number; bottom?: number };

const [ROOMY_WINDOW, ROOMY] = [1200, 800]; // px: widths of a window and of a view in which the legend lies at the foot
const [TOOLS_HEIGHT, MOST_TOOLS_HEIGHT] = [40, 190]; // with four rows of tools and the title below them
const [FOOT_HEIGHT, MOST_FOOT_HEIGHT] = [36, 150]; // px that they cover; what has a style sheet is measured

export class Insets {
  find: Find;

  constructor(readonly root: HTMLElement) {
    this.find = partsOf(root);
  }

  get legend() {
    return this.find('.legend') as HTMLDetailsElement;
  }

  // Whether the legend has room below the nodes.
  get isRoomy() {
    return innerWidth >= ROOMY_WINDOW && this.find('.view').clientWidth >= ROOMY;
  }

  /** The covered px at each side. */
  get inset(): Inset {
    const refusal = this.find('.refusal');
    // Anything before the style sheet is there.
    const rows = [...(this.root.querySelectorAll('.tool-row, .strip') as Iterable<HTMLElement>)];
    const tools = Math.max(...rows.map((row) => row.offsetHeight && row.offsetTop + row.offsetHeight));
    const least = this.legend.offsetHeight ? FOOT_HEIGHT : 0; // a slide may be without it
    return {
      left: 0,
      top: Math.max(Math.min(tools || TOOLS_HEIGHT, MOST_TOOLS_HEIGHT), refusal.offsetTop + refusal.offsetHeight),
      bottom: Math.min(Math.max(least, this.find('.foot').offsetHeight + 6), MOST_FOOT_HEIGHT),
    };
  }

  /** Whether places, in px of the drawing, are all in the view and not covered. */
  leaves({ clientWidth: width, clientHeight: height }: HTMLElement, places: Place[]) {
    const { left, top, bottom = 0 } = this.inset;
    return places.every(({ x, y }) => x > left && x < width && y > top && y < height - bottom);
  }
}
