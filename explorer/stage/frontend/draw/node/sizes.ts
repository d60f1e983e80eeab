// How large nodes are at a scale: a card where a board can be read; from afar the glyph alone, and larger.
import { CARD, type Footprint, RADIUS } from './geometry.ts';

/** Parts of the looks of nodes on which that depends. */
interface Looks {
  footprint: Footprint | undefined;
  cellsOf: (id: string) => string[] | undefined;
}

const MARGIN = 28; // around nodes, for names and arrows
export const SEEN_AT = 0.5; // scale of a drawing of 60 nodes in the window of a laptop
const MOST_GROWN = 400; // nodes that are drawn larger far out
const [READABLE_GLYPH, LARGEST_GLYPH, ASIDE] = [0.72, 2, 14]; // scale from which on a score can be read; times as large
const [MANY, READABLE_AMONG_MANY] = [100, 0.5]; // nodes, and the scale: room is left for moves and names

/** The sizes of all nodes of a drawing. */
export class Sizes {
  room = 1; // times as large as near by nodes can be without touching each other
  readable: number = READABLE_GLYPH; // the least scale at which nodes appear as near by

  constructor(readonly looks: Looks) {}

  /** Of nodes with a board, which there are where this is asked. */
  get footprint() {
    return this.looks.footprint as Footprint;
  }

  /** The room that names, arrows and the nodes themselves need around the middles of nodes, across and down. */
  get margin(): [number, number] {
    const { footprint } = this.looks;
    if (footprint) return [MARGIN + footprint.width / 2, MARGIN + footprint.height / 2];
    return [MARGIN + RADIUS, MARGIN + RADIUS * this.grown(SEEN_AT)]; // tags lie below leaves
  }

  // The factor by which a glyph in place of a card is larger.
  get enlarged() {
    return this.looks.footprint?.far ?? 1;
  }

  /** After nodes came, went or moved: how much room there is between them. */
  measure(places: { x: number; y: number }[]) {
    this.readable = places.length > MANY ? READABLE_AMONG_MANY : READABLE_GLYPH;
    let least = places.length > MOST_GROWN ? 0 : Infinity;
    places.slice(0, MOST_GROWN).forEach(({ x, y }, i) => {
      for (const other of places.slice(0, i)) least = Math.min(least, Math.hypot(x - other.x, y - other.y));
    });
    this.room = Math.max(1, Math.min(LARGEST_GLYPH, least / (2 * RADIUS + ASIDE)));
  }

  /** Return the factor by which nodes without a board grow at a scale, so that their scores can be read far out. */
  grown(scale: number) {
    return Math.max(1, Math.min(this.room, this.readable / scale));
  }

  /** Half the width and half the height of a node, at a scale. */
  reach(id: string, scale = 1): [number, number] {
    if (!this.looks.cellsOf(id)) {
      const reach = RADIUS * this.grown(scale);
      return [reach, reach];
    }
    return [this.footprint.width / 2, this.footprint.height / 2];
  }

  /** Return the distance of the middle of a glyph below that of its node, and its factor of size, at a scale. */
  place(id: string, scale: number) {
    if (!this.looks.cellsOf(id)) return { below: 0, size: this.grown(scale), isCard: false };
    if (scale < this.footprint.from) return { below: 0, size: this.enlarged, isCard: false };
    return { below: this.footprint.glyph, size: CARD.glyph, isCard: true };
  }

  /** Return the height of a node above the middle of its glyph, in the size of the glyph. */
  top(id: string, scale: number) {
    const { below, size, isCard } = this.place(id, scale);
    return isCard ? -(below + this.footprint.height / 2) / size : -RADIUS;
  }
}
