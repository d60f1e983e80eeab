"""The sizes of nodes and cards in pixels of the canvas, for pictures and, with the theme, for the page."""

from __future__ import annotations

from explorer.drawing.messages.theme import Bends, Geometry, Vertex

RADIUS = 24.0  # of a glyph
FILLED = 0.74  # of the radius: the fill ends here, so that ring and fill of one colour do not merge
HALO = RADIUS + 7
HALVES: dict[str, tuple[Vertex, ...]] = {
    "square": ((0, -0.9), (-0.9, -0.9), (-0.9, 0.9), (0, 0.9)),
    "leaf": ((0, -1.08), (-1.08, 0), (0, 1.08)),
    "cloud": ((0, -1), (-0.58, -1), (-1.08, 0), (-0.58, 1), (0, 1)),
}
"""Corners of the left half of an outline, from top middle to bottom middle, in radii; a circle has none."""

SCORE_SIZES = ((2, 17.0), (4, 13.0), (6, 10.0), (8, 8.0))
"""Of the text of a score: up to how many characters, and the size; a longer one is shortened."""

BOUND_SIZES = ((2, 15.0, 4.5), (3, 12.5, 2.5), (5, 9.5, 1.0), (7, 7.5, 0.0))
"""Of the texts of two bounds, by the longer one, and how far from the middle they stand."""

BOUND_HEIGHTS = (8.0, -7.0)  # of the middles of the lower and of the upper bound
MARK, MARK_RADIUS = (-0.86 * RADIUS, 0.86 * RADIUS), 9.0  # that a score depends on the value of endless play
LOOP = 4.2  # radius of the arrow on that mark, which is open at the right
LOOP_HEAD: tuple[Vertex, ...] = ((2.2, 2.4), (-2.9, 1.3), (1.3, -2.9))  # from where it ends
OWN, OWN_HEIGHT = RADIUS + 5, 14.0  # how far below the middle the tag with a leaf's own score lies

PAD, GAP = 5.0, 6.0  # around board and glyph on a card, and between them
GLYPH = 1.25  # times as large as alone is a glyph on a card, since cards are seen from farther away
SMALLEST, LARGEST = 72.0, 100.0  # side of a board
CELL = 16.0  # room for a cell
CORNER = 8.0  # radius of the corners of a card

BENDS: Bends = {
    "around": (0.18, -0.18, 0.32, -0.32, 0, 0.1, -0.1, 0.25, -0.25, 0.4, -0.4, 0.5, -0.5),  # to the other side below 0
    "paired": (0.22, 0.36, 0.12),  # of the two moves of a 2-cycle, each on its own side
    "stray": 4,  # what it costs to leave the drawing, in nodes that are run over
    "rank": 0.005,  # what a bend costs more than the one before it
    "near": 1.6,  # radii from the middle of a node from which on a move is clear of it
    "points": 31,  # along a bent move
}
"""How a move may be bent that would run over nodes, as vis-network bends it; tried in turn, of alike ones the first."""

GEOMETRY: Geometry = {
    "radius": RADIUS,
    "filled": FILLED,
    "halo": HALO,
    "halves": HALVES,
    "scoreSizes": SCORE_SIZES,
    "boundSizes": BOUND_SIZES,
    "boundHeights": BOUND_HEIGHTS,
    "mark": MARK,
    "markRadius": MARK_RADIUS,
    "loop": LOOP,
    "loopHead": LOOP_HEAD,
    "own": OWN,
    "ownHeight": OWN_HEIGHT,
    "bends": BENDS,
    "card": {
        "pad": PAD,
        "gap": GAP,
        "glyph": GLYPH,
        "smallest": SMALLEST,
        "largest": LARGEST,
        "cell": CELL,
        "corner": CORNER,
    },
}
