// The sizes of nodes and of what stands at them, in canvas units, and the scales from which on there is less of them.
export const RADIUS = 24; // of a glyph
export const HALO = RADIUS + 7; // of what is done to a node
export const OWN = { top: RADIUS + 5, height: 14 }; // the tag with a leaf's own score, from the middle of its node

export const CARD_NAMES_FROM = 0.55; // scale below which cards have no names: there the boards tell nodes apart
export const NAMES_FROM = 0.38; // scale below which names and numbers are left out
export const FAR = 0.22; // scale below which thousands of nodes and moves are drawn in a few strokes

/** Corners of the left half of an outline, from top middle to bottom middle, in radii; a circle has none. */
export const HALVES: Record<string, [number, number][]> = {
  square: [[0, -0.9], [-0.9, -0.9], [-0.9, 0.9], [0, 0.9]],
  leaf: [[0, -1.08], [-1.08, 0], [0, 1.08]],
  cloud: [[0, -1], [-0.58, -1], [-1.08, 0], [-0.58, 1], [0, 1]],
};

/** The sizes of a node with a board: `glyph` times as large is its glyph, since cards are seen from farther away. */
export const CARD = {
  pad: 5, // around board and glyph
  gap: 6, // between them
  glyph: 1.25,
  smallest: 72, // side of a board
  largest: 100,
  cell: 16, // room for a cell
  corner: 8, // radius of its corners
};
const READABLE = 5; // px of a cell from which on a board is drawn
const SMALLEST_SCALE = 0.25; // at which any is
const ALONE = 0.95; // share of a card that a glyph without a board takes

export type Footprint = ReturnType<typeof footprintOf>;

/**
 * The room that a node with a board takes, in canvas units: `width` and `height` of the whole around its middle, `unit`
 * the size of one of the board, `glyph` how far below the middle the glyph lies, and `far` how much larger it is where
 * it stands alone, below the scale `from`.
 */
export function footprintOf(board: { width: number; height: number; cells: { length: number } }) {
  const { pad, gap, glyph, smallest, largest, cell: room } = CARD;
  const side = Math.min(largest, Math.max(smallest, room * Math.sqrt(board.cells.length)));
  const unit = Math.min(side / Math.sqrt(board.width * board.height), largest / board.width, largest / board.height);
  const radius = glyph * RADIUS;
  const width = Math.max(unit * board.width, 2 * radius) + 2 * pad;
  const height = unit * board.height + gap + 2 * radius + 2 * pad;
  const far = Math.max(1, ALONE * Math.min(width, height) / 2 / RADIUS);
  const cell = unit * Math.sqrt(board.width * board.height / board.cells.length);
  const from = Math.max(SMALLEST_SCALE, READABLE / cell);
  return { unit, width, height, glyph: height / 2 - pad - radius, far, from };
}
