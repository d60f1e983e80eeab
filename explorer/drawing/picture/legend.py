"""The legend: explains exactly what is on the picture, each entry drawn by the code that draws the nodes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from explorer.drawing.node_colours import NEUTRAL, NO_SCORE_FILL, UNKNOWN
from explorer.drawing.picture.block import EMPTY, Block
from explorer.drawing.picture.glyph import glyph, root_arrow
from explorer.drawing.picture.lettering import text_width, wrapped
from explorer.drawing.picture.moment import BANDS, DASHED, BandKind, Look, Looks, Moment, leaf_score, style_of
from explorer.drawing.picture.primitives import Group, Line, Polygon, Shape, Stroke, Text, pale, transformed
from explorer.drawing.shown import Shown
from explorer.drawing.theme import ACTIVITY, COPIES, FINALITY, MARKS, MEANINGS, RELATIONS, SHAPES, SIGNS, Page
from explorer.model.check import unfinished_in
from explorer.model.graph import Kind, Node
from explorer.trace import Activity, Finality, Relation
from explorer.unwinding import Role

_SAMPLE = 0.42  # size of a node in the legend
_CELL, _GAP, _ROW, _LINE, _SIZE = 26.0, 8.0, 27.0, 16.0, 13.0
_TEXT_WIDTH, _LINES = 270.0, 3
_COLUMN_GAP = 28.0


@dataclass(frozen=True)
class Entry:
    """A sample, drawn around (0, 0), and what it means."""

    sample: tuple[Shape, ...]
    meaning: str


@dataclass
class Seen:
    """What has been seen in one or more moments, and needs an entry."""

    moments: int = 0
    root: bool = False
    kinds: dict[Kind, str | None] = field(default_factory=dict)  # with the style of one that is no copy
    scores: bool = False
    bounds: bool = False
    apart: bool = False
    roles: set[Finality] = field(default_factory=set)
    activities: set[Activity] = field(default_factory=set)
    bands: set[BandKind] = field(default_factory=set)
    focus: bool = False
    windows: bool = False
    pruned: bool = False
    relations: set[Relation] = field(default_factory=set)
    unread: bool = False
    own: bool = False
    lit: bool = False

    def add(self, moment: Moment, nodes: Iterable[Node], root: str | None) -> None:
        """Take in a moment."""
        there = [node for node in nodes if node.id in moment.kinds]
        self.root = self.root or any(node.id == root for node in there)
        self._add_kinds(there, moment)
        self.scores = self.scores or bool(moment.scores)
        self.bounds = self.bounds or bool(moment.bounds)
        self.apart = self.apart or any(lower != upper for lower, upper in moment.bounds.values())
        self.bands.update(band.kind for band in moment.bands)
        self.windows = self.windows or bool(moment.windows)
        self.lit = self.lit or bool(moment.lit)
        self.pruned = self.pruned or bool(moment.pruned)
        self.relations.update(moment.relations.values())
        leaves = [leaf_score(node, moment) for node in there]
        self.unread = self.unread or any(leaf.unread is not None for leaf in leaves)
        self.own = self.own or any(leaf.own is not None for leaf in leaves)
        if moment.number is None:
            return
        self.moments += 1
        ids = [node.id for node in there]
        graph_nodes = (node.id for node in there if "copy" not in node.extra)  # of copies nothing is said to be final
        self.roles.update(moment.finality.get(id, Finality.UNKNOWN) for id in graph_nodes)
        self.activities.update(moment.activity[id] for id in ids if id in moment.activity)
        self.focus = self.focus or (moment.focus is not None and moment.focus not in moment.activity)

    def _add_kinds(self, nodes: Iterable[Node], moment: Moment) -> None:
        for node in nodes:
            kind = moment.kinds[node.id]
            if "copy" not in node.extra:
                self.kinds[kind] = style_of(node, kind)
            else:
                self.kinds.setdefault(kind, None)


def entries(shown: Shown, seen: Seen, page: Page) -> list[Entry]:
    """The entries for the kinds of the graph and what has been seen of its nodes."""
    root = [Entry((root_arrow(page, 11),), MEANINGS["root"])] if seen.root else []
    return [*_kinds(shown, seen, page), *root, *_copies(shown, page), *_states(shown, seen, page), *_bands(seen)]


def _kinds(shown: Shown, seen: Seen, page: Page) -> Iterator[Entry]:
    for kind, (shape, meaning) in SHAPES.items():
        if kind in seen.kinds:
            yield Entry(_node(page, shape=shape, style=seen.kinds[kind]), meaning)
    if unfinished_in(shown.graph):
        yield Entry(_node(page, style="dashed"), MEANINGS["unfinished"])


def _copies(shown: Shown, page: Page) -> Iterator[Entry]:
    roles = {node.extra.get("copy") for node in shown.graph.nodes}
    for role, (style, meaning) in COPIES.items():
        if str(role) in roles:
            shape = "leaf" if role is Role.UNREAD else "circle"
            yield Entry(_node(page, shape=shape, fill_=NEUTRAL.fill, style=style), meaning)


def _states(shown: Shown, seen: Seen, page: Page) -> Iterator[Entry]:
    looks = Looks(shown)
    if seen.scores or seen.bounds:
        rule = f"; between two bounds, if the value of endless play is {looks.endless}" if looks.has_bounds else ""
        yield Entry(_scale(looks.scale.stops), f"fill: {looks.fill_meaning}{rule}")
    if seen.unread:
        yield Entry(_node(page, shape=SHAPES[Kind.LEAF][0], unread="1"), MEANINGS["unread"])
    if seen.own:
        yield Entry(_node(page, shape=SHAPES[Kind.LEAF][0], own="1"), MEANINGS["own"])
    if seen.apart:
        neutral = NEUTRAL.fill
        yield Entry(_node(page, fill_=neutral, bounds=("l", "u")), MEANINGS["bounds"])
        yield Entry(_node(page, fill_=neutral, mark=MARKS["endless"][0]), MARKS["endless"][1])
    yield from _relations(seen, page)
    if seen.windows:
        yield Entry((Text(0, 4, "α…β", 11, page.ink, anchor="middle"),), MEANINGS["window"])
    if seen.pruned:
        yield Entry(tuple(pale(shape, page.paper) for shape in _node(page)), MEANINGS["pruned"])
    for activity, (colour, meaning) in ACTIVITY.items():
        if activity in seen.activities:
            yield Entry(_node(page, halo=colour, sign=SIGNS.get(activity)), meaning)
    if seen.focus and "path" not in seen.bands:
        yield Entry(_node(page, halo=MARKS["focus"][0]), MARKS["focus"][1])
    if seen.lit:
        yield Entry(_node(page, halo=MARKS["chain"][0]), MARKS["chain"][1])
    for role in FINALITY:
        if role in seen.roles:
            yield Entry(_node(page, fill_=NEUTRAL.fill, role=role), f"ring: {looks.meaning(role)}")


def _relations(seen: Seen, page: Page) -> Iterator[Entry]:
    for relation, meaning in RELATIONS.items():
        if relation in seen.relations:
            yield Entry((Text(0, 4, f"{relation.sign} n", 11, page.ink, anchor="middle"),), meaning)


def _bands(seen: Seen) -> Iterator[Entry]:
    for kind in BANDS:
        if kind in seen.bands and kind != "chain":  # which stands there with its nodes
            colour, meaning = MARKS[kind]
            pen = Stroke(colour, 6, (5, 8) if kind in DASHED else (), round=True)
            yield Entry((Line(((-10, 0), (10, 0)), pen, 0.8),), meaning)


def _node(
    page: Page,
    *,
    shape: str = "circle",
    fill_: str = NO_SCORE_FILL,
    style: str | None = None,
    role: Finality = Finality.UNKNOWN,
    halo: str | None = None,
    bounds: tuple[str, str] | None = None,
    mark: str | None = None,
    sign: str | None = None,
    unread: str | None = None,
    own: str | None = None,
) -> tuple[Shape, ...]:
    ring = FINALITY[role]
    sign, ink = sign or ring.sign, UNKNOWN.ink
    look = Look(
        shape, fill_, ink, None, ring.left, ring.right, style, halo, bounds, mark, unread=unread, own=own, sign=sign
    )
    return tuple(transformed(each, _SAMPLE) for each in glyph(look, page))


def _scale(colours: Sequence[str]) -> tuple[Shape, ...]:
    """Fields from bad to good."""
    wide, half = _CELL / len(colours), _CELL / 4
    lefts = (index * wide - _CELL / 2 for index in range(len(colours)))
    return tuple(
        Polygon(((x, -half), (x + wide, -half), (x + wide, half), (x, half)), colour)
        for x, colour in zip(lefts, colours, strict=True)
    )


# ---- arrangement


def column(listed: list[Entry], page: Page, scale: float) -> Block:
    """The entries below each other."""
    return _table(listed, 1, page, scale)


def rows(listed: list[Entry], page: Page, scale: float, width: float) -> Block:
    """The entries in as few rows as the width allows."""
    widths = [_entry_width(entry) * scale for entry in listed]
    most = max(widths, default=0) + _COLUMN_GAP * scale
    return _table(listed, max(1, int((width + _COLUMN_GAP * scale) / most)), page, scale)


def _table(listed: list[Entry], columns: int, page: Page, scale: float) -> Block:
    """The entries in columns of equal height, each as wide as its widest."""
    if not listed:
        return EMPTY
    height = math.ceil(len(listed) / columns)
    groups: list[Group] = []
    left = bottom = 0.0
    for start in range(0, len(listed), height):
        part = listed[start : start + height]
        top = 0.0
        for entry in part:
            lines = wrapped(entry.meaning, _SIZE, _TEXT_WIDTH, lines=_LINES)
            tall = _ROW + _LINE * (len(lines) - 1)
            shapes = tuple(transformed(each, scale) for each in _entry(entry, lines, tall, page))
            groups.append(Group("legend", entry.meaning, left, top * scale, shapes))
            top += tall
        bottom = max(bottom, top)
        left += (max(map(_entry_width, part)) + _COLUMN_GAP) * scale
    return Block(left - _COLUMN_GAP * scale, bottom * scale, tuple(groups))


def _entry(entry: Entry, lines: list[str], height: float, page: Page) -> Iterator[Shape]:
    middle = height / 2
    yield from (transformed(each, 1, _CELL / 2, middle) for each in entry.sample)
    first = middle - _LINE * (len(lines) - 1) / 2 + 0.36 * _SIZE
    for index, line in enumerate(lines):
        yield Text(_CELL + _GAP, first + index * _LINE, line, _SIZE, page.ink)


def _entry_width(entry: Entry) -> float:
    lines = wrapped(entry.meaning, _SIZE, _TEXT_WIDTH, lines=_LINES)
    return _CELL + _GAP + max(text_width(line, _SIZE) for line in lines)
