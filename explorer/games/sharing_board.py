"""The board of a sharing game: the graph in the plane, with the proposed colour under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, dist, pi, sin

from explorer.games.sharing_setting import EDGES, FACES, VERTICES, Setting
from explorer.model.board import Board, Cell, Piece, Point, Role

LETTERS = "ABCDEFGH"
"""The letters of the colours, each of which has a hue of its own on the board."""

MAX_HAS, MIN_HAS, NOTHING = "+", "-", "."

_HUES: tuple[Role, ...] = ("hue-3", "hue-7", "hue-4", "hue-2", "hue-8", "hue-5", "hue-1", "hue-6")
_SIZE = 10.0  # of the drawing, without its margin
_MARGIN = 1.2
_BAR = 0.8  # how high the bar under the drawing is
_LARGEST_DISC, _SMALLEST_DISC = 0.75, 0.25
_THIN, _THICK = 0.06, 0.22  # half the width of an edge that plays no part, and of one that does
_BEND = 0.2  # how far an edge keeps from another between the same two vertices, as a share of its length


@dataclass(frozen=True)
class Drawing:
    """Points of the vertices, edges and faces in the box of the board."""

    width: float
    height: float
    vertices: tuple[Point, ...]
    edges: tuple[tuple[Point, ...], ...]
    faces: tuple[tuple[Point, ...], ...]  # the inner ones


def board(setting: Setting) -> Board:
    """Return the board of all positions; its cells are those of `cells`, in that order."""
    drawing = _fitted_drawing(setting)
    takes_part = {setting.color, setting.share}
    half, ground = _edge_look(setting)
    radius = _disc_radius(drawing.vertices) * (1.0 if VERTICES in takes_part else 0.5)
    hues = {letter: Piece("fill", hue) for letter, hue in zip(LETTERS, _HUES, strict=True)}
    return Board(
        drawing.width,
        drawing.height + 1.5 * _BAR,
        (
            *(_face_cells(drawing) if FACES in takes_part else ()),
            *(Cell("line", points, radius=half, fill=ground) for points in drawing.edges),
            *(Cell("disc", (point,), radius=radius, fill=_unmarked_fill(setting)) for point in drawing.vertices),
            _proposal_bar(drawing),
        ),
        {**hues, MAX_HAS: Piece("fill", "max"), MIN_HAS: Piece("fill", "min")},
    )


def cells(setting: Setting, letters: str, owners: Sequence[bool | None], proposal: str) -> str:
    """Return a character for each face (outer one first, if faces matter), edge, vertex, and for the proposed colour.

    Parameters
    ----------
    letters : a letter for each element of A, `NOTHING` for one without a colour.
    owners : for each element of B whether it belongs to MAX; None while that is open.
    proposal : a letter, or "".
    """
    whose = "".join(NOTHING if is_max is None else MAX_HAS if is_max else MIN_HAS for is_max in owners)
    sizes = {VERTICES: len(setting.graph.vertices), EDGES: len(setting.graph.edges), FACES: 0}
    shown = {kind: NOTHING * size for kind, size in sizes.items()} | {setting.color: letters, setting.share: whose}
    faces = shown[FACES]
    return faces[-1:] + faces[:-1] + shown[EDGES] + shown[VERTICES] + (proposal or NOTHING)


def _proposal_bar(drawing: Drawing) -> Cell:
    """Return the bar under the drawing for the proposed colour."""
    top, bottom = drawing.height + 0.3 * _BAR, drawing.height + 1.3 * _BAR
    left, right = drawing.width / 2 - 1.5 * _BAR, drawing.width / 2 + 1.5 * _BAR
    return Cell("polygon", ((left, top), (right, top), (right, bottom), (left, bottom)))


def _edge_look(setting: Setting) -> tuple[float, Role]:
    """Return half the width of an edge that has no mark, and its colour."""
    return (_THICK, "shade") if EDGES in (setting.color, setting.share) else (_THIN, "ink")


def _unmarked_fill(setting: Setting) -> Role:
    return "surface" if VERTICES in (setting.color, setting.share) else "ink"


def _face_cells(drawing: Drawing) -> Iterator[Cell]:
    """Yield the outer face, then the inner ones, which are drawn over it."""
    right, bottom = drawing.width, drawing.height
    yield Cell("polygon", ((0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)), fill="surface")
    for corners in drawing.faces:
        yield Cell("polygon", corners, fill="surface")


def _fitted_drawing(setting: Setting) -> Drawing:
    """Return the drawing scaled to the board; the vertices of a non-planar graph lie on a circle."""
    size = len(setting.graph.vertices)
    if setting.plane is None:
        around = [2 * pi * index / size for index in range(size)]
        placed = [(sin(angle), -cos(angle)) for angle in around]
        lines = _chords(setting.graph.edges, placed)
        faces: list[tuple[int, ...]] = []
    else:
        placed = list(setting.plane.points)
        lines = [setting.plane.line(edge) for edge in range(len(setting.graph.edges))]
        faces = [walk for face in setting.plane.faces[:-1] for walk in face.walks]
    left, top = (min(point[axis] for point in placed) for axis in (0, 1))
    wide, high = (max(point[axis] for point in placed) - low for axis, low in enumerate((left, top)))
    scale = _SIZE / (max(wide, high) or 1.0)

    def fit(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((round((x - left) * scale + _MARGIN, 3), round((y - top) * scale + _MARGIN, 3)) for x, y in points)

    return Drawing(
        wide * scale + 2 * _MARGIN,
        high * scale + 2 * _MARGIN,
        fit(placed[:size]),
        tuple(map(fit, lines)),
        tuple(fit([placed[node] for node in walk]) for walk in faces),
    )


def _chords(edges: Sequence[tuple[int, int]], placed: Sequence[Point]) -> list[tuple[Point, ...]]:
    """Return a line for each edge, bent where it runs beside others between the same vertices."""
    lines: list[tuple[Point, ...]] = []
    for at, (one, other) in enumerate(edges):
        beside = sum({one, other} == set(edge) for edge in edges[:at])
        (x1, y1), (x2, y2) = placed[one], placed[other]
        bend = ((x1 + x2) / 2 + beside * _BEND * (y2 - y1), (y1 + y2) / 2 - beside * _BEND * (x2 - x1))
        lines.append((placed[one], bend, placed[other]) if beside else (placed[one], placed[other]))
    return lines


def _disc_radius(points: Sequence[Point]) -> float:
    """Return the radius of the vertices' discs, of which no two touch."""
    nearest = min((dist(one, other) for one, other in combinations(points, 2)), default=_SIZE)
    return max(_SMALLEST_DISC, min(_LARGEST_DISC, 0.3 * nearest))
