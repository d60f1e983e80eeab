"""Very many statements of DOT, most of them written alike, taken apart into columns.

What stands on other lines, as subgraphs, ranks and chains of edges, is read word by word and put among the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.dot_meaning import DRAWN, is_negamax, label_text, moves, scale, top, warn_of_structure
from explorer.formats.dot_syntax import (
    NO_NODE,
    PAIR,
    STATEMENTS,
    UNESCAPED,
    UNREFERRED,
    Attributes,
    DotEdge,
    DotGraph,
    Text,
    parse_dot,
    with_name,
)
from explorer.formats.dot_write import NO_LABEL, POINTS_PER_INCH, no_label
from explorer.formats.guess import guess_in_columns
from explorer.formats.igraph import keys_of_facts
from explorer.formats.runs import (
    MARK,
    MOST_KEYS,
    Run,
    alternating,
    column,
    mapped,
    met,
    put_in,
    unless_odd,
    unquoted,
    values,
)
from explorer.model.arrow import Column, are_true, in_arrow, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves
from explorer.model.errors import OptionError
from explorer.model.fields import FieldReader
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras, without_nothing
from explorer.model.scores import Score, format_score, parse_score

_NEVER_PLAIN = ("id", "x", "y")  # attributes of nodes that stand for others
_DECIMAL = r"-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"
_MAY_BE_DRAWN = "dir|i *n *v *i *s"  # edges that may be drawn in an unusual way


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text, nearly all of it a statement a line; None if it is small, or too odd for columns."""
    run = STATEMENTS.run_in(text)
    if run is None:
        return None
    found, fields = parse_dot(run.rest, keeps_defaults=True), FieldReader()
    require(not (found.undirected or found.has_more))
    warn_of_structure(found, fields)
    some = _Statements(run, found, fields)
    keys, cells = some.keys_of_moves(), some.cells()
    said = top(found)
    shapes = (cells["shape"] if "shape" in cells else column([None] * len(some.ids))).fill_null("ellipse")
    table = without_nothing({"id": some.ids, **_table(some.ids, cells, scale(found))}, keys_of_facts(text))
    table = guess_in_columns(table, shapes, some.sources, fields, negamax=is_negamax(said))
    nodes, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=some.sources,
        targets=some.targets,
        nodes=nodes,
        lines=some.lines,
        move_lines=some.edge_lines,
        extras=extras,
        notes=notes_on_moves(keys),
    )
    return assemble_columns(said, tables, fields)


class _Row(NamedTuple):
    """A statement that names a node, and may say something of it, or the ends of an edge."""

    line: int
    first: str
    second: str = ""
    said: str = ""


class _Statements:
    """What all statements say; `ids` are the nodes in the order in which they are named first.

    Those that are read word by word stand on lines of their own, and know their defaults; of others the line tells.
    """

    def __init__(self, run: Run, found: DotGraph, fields: FieldReader) -> None:
        import pyarrow.compute as pc

        firsts, seconds, said = run.nodes
        require(not any(pc.any(pc.match_substring_regex(words, NO_NODE)).as_py() for words in (firsts, seconds)))
        self._lines: Collection[int] = run.lines  # of the statements, which are taken out and put in by them
        self._words = [unquoted(firsts, UNESCAPED), unquoted(seconds, UNESCAPED), said]
        self._defaults, self._since = found.defaults, np.array([defaults.line for defaults in found.defaults])
        require(all(len(defaults.edge) <= MOST_KEYS for defaults in found.defaults))
        self._nodes = found.nodes  # that are read word by word
        drawn = self._taken_out()
        edges = sorted([*found.edges, *drawn], key=lambda edge: edge.line)
        self._odd_moves = moves(edges, fields)
        self._put_in(
            [
                *(_Row(node.line, id, said=_in_brackets(node.own)) for id, node in found.nodes.items()),
                *(_Row(edge.line, id) for edge in drawn for id in (edge.source, edge.target)),
                *(_Row(move.line or 0, str(move.source), str(move.target)) for move in self._odd_moves),
            ]
        )
        firsts, seconds, _ = self._words
        nothing = texts_in_arrow([""])[0]
        self._is_edge = pc.not_equal(seconds, nothing)
        self.ids, _, first = met(alternating(firsts, seconds))
        self._first = first // 2  # the statement that names each node first
        self.sources, self.targets = firsts.filter(self._is_edge), seconds.filter(self._is_edge)

    def _taken_out(self) -> list[DotEdge]:
        """The edges that may be drawn in an unusual way, which are taken out."""
        import pyarrow.compute as pc

        _, seconds, said = self._words
        may_be = pc.and_(pc.not_equal(seconds, texts_in_arrow([""])[0]), pc.match_substring_regex(said, _MAY_BE_DRAWN))
        is_out = are_true(may_be)
        if not is_out.any():
            return []
        lines = np.array([*self._lines])
        out, self._lines = lines[is_out].tolist(), lines[~is_out].tolist()
        of_edges = [self._defaults[index].edge for index in np.searchsorted(self._since, out, side="right") - 1]
        cells = zip(out, of_edges, *(words.filter(may_be).to_pylist() for words in self._words), strict=True)
        self._words = [words.filter(pc.invert(may_be)) for words in self._words]
        return [
            DotEdge(first, second, {**defaults, **_attributes(said)}, line)
            for line, defaults, first, second, said in cells
        ]

    def _put_in(self, rows: Sequence[_Row]) -> None:
        """Put some statements among the others, by their lines."""
        require(all(row.first for row in rows))
        cells = [(row.line, (row.first, row.second, row.said)) for row in rows]
        self._words, self._lines, self._is_put_in = put_in(self._words, self._lines, cells)

    @cached_property
    def _held(self) -> NDArray[np.intp]:
        """Which defaults hold at each statement that is not put in."""
        if self._since[-1] <= next(iter(self._lines), 0):
            return np.full(len(self._is_edge), len(self._since) - 1)
        return np.searchsorted(self._since, np.array([*self._lines]), side="right") - 1

    def cells(self) -> dict[str, Column]:
        """What is said of each node, as it stands in the text."""
        import pyarrow.compute as pc

        firsts, _, said = self._words
        is_said = pc.and_not(pc.not_equal(said, texts_in_arrow([""])[0]), self._is_edge)
        stated, said = firsts.filter(is_said), said.filter(is_said)
        require(len(pc.unique(stated)) == len(stated))
        found = values(pc.fill_null(said.take(pc.index_in(self.ids, value_set=stated)), texts_in_arrow([""])[0]), PAIR)
        at, own = self._first_held()
        held, some = in_arrow(at), [*(defaults.node for defaults in self._defaults), *own]
        by_default = dict.fromkeys(key for defaults in some for key in defaults)
        require(len(by_default) <= MOST_KEYS)
        for key in by_default:
            texts = [defaults.get(key) for defaults in some]
            require(not any(text.is_html or MARK in text.raw for text in texts if text is not None))
            others = column([None if text is None else text.raw for text in texts]).take(held)
            found[key] = pc.coalesce(found[key], others) if key in found else others
        require(found.keys().isdisjoint(_NEVER_PLAIN))
        return found

    def _first_held(self) -> tuple[NDArray[np.intp], list[Attributes]]:
        """Which defaults hold where each node is named first, past those that lines tell some of other ones."""
        import pyarrow.compute as pc

        held, own = self._held[self._first], list[Attributes]()
        if len(self._defaults) == 1 or not self._nodes:
            return held, own
        where = pc.index_in(texts_in_arrow([*self._nodes]), value_set=self.ids).to_pylist()
        first = np.array([*self.lines])[where].tolist()
        numbers: dict[int, int] = {}  # of defaults that nodes share
        for index, line, node in zip(where, first, self._nodes.values(), strict=True):
            if line < node.line:  # it was named before
                continue
            if id(node.defaults) not in numbers:
                numbers[id(node.defaults)] = len(self._defaults) + len(own)
                own.append(node.defaults)
            held[index] = numbers[id(node.defaults)]
        return held, own

    def keys_of_moves(self) -> list[str]:
        """The attributes that moves have, which are left out."""
        if not len(self.targets):
            return []
        held = np.unique(self._held[are_true(self._is_edge) & ~self._is_put_in])
        defaults, *others = {tuple(self._defaults[index].edge) for index in held} or {()}
        odd = [tuple(move.attributes) for move in self._odd_moves]
        require(not others and all(keys[: len(defaults)] == defaults for keys in odd))  # else the first is not known
        _, _, said = self._words
        some = values(said.filter(self._is_edge), PAIR)
        more = dict.fromkeys(key for keys in odd for key in keys)
        require(not some or more.keys() <= set(defaults))  # nor is it here
        keys = dict.fromkeys([*defaults, *some, *more])
        require(keys.keys().isdisjoint(("dir", "order")) and "style" not in defaults)
        return [*keys]

    @property
    def lines(self) -> Lines:
        """Where each node is named first."""
        return Lines(lambda: iter(np.array([*self._lines])[self._first].tolist()))

    @property
    def edge_lines(self) -> Lines:
        """Where each edge stands."""
        return Lines(lambda: compress(self._lines, self._is_edge.to_pylist()))


def _attributes(said: str) -> dict[str, Text]:
    """What stands in brackets."""
    return {pair[1]: Text(pair[3] if pair[2] is None else pair[2]) for pair in re.finditer(PAIR, said)}


def _in_brackets(attributes: Attributes) -> str:
    """Attributes as they would stand in brackets."""
    said = "".join(f'{key}="{text.raw}",' for key, text in attributes.items())
    require(_attributes(said) == attributes)
    return said


def _table(ids: Column, cells: Mapping[str, Column], scale: float | None) -> dict[str, Column]:
    """What is said of each node under the keys of the model, and of other keys as text, as for small graphs."""
    import pyarrow.compute as pc

    true, dashed = texts_in_arrow(["true", "dashed"])
    others = {key: texts for key, texts in cells.items() if key not in DRAWN}
    table = {key: UNESCAPED.column(texts) for key, texts in others.items()}
    if table.keys() >= {"open", "style"}:
        is_drawn_so = pc.and_(pc.equal(table["open"], true), pc.equal(table["style"], dashed))
        table["style"] = pc.if_else(pc.fill_null(is_drawn_so, False), None, table["style"])
    if "label" in cells:
        labels = _without_scores(cells["label"], table["score"]) if "score" in table else cells["label"]
        table["label"] = _shown(labels, ids)
    return table | (_positions(cells["pos"], scale) if "pos" in cells else {})


def _without_scores(labels: Column, scores: Column) -> Column:
    """Labels without the scores of their nodes, as `without_score` has them."""
    import pyarrow.compute as pc

    parts = pc.extract_regex(labels, r"(?s)^(?P<before>.*)\\n(?P<last>[^\\]*)$")
    before, last = pc.struct_field(parts, 0), pc.struct_field(parts, 1)
    words = (mapped(scores, partial(_score_text, write=write)) for write in (format_score, str))
    one, other = (pc.fill_null(pc.equal(last, word), False) for word in words)
    return pc.if_else(pc.or_(one, other), before, labels)


def _score_text(score: str, write: Callable[[Score], str]) -> str | None:
    """How a function writes a score that is told by text; None if it is none."""
    try:
        return write(parse_score(score))
    except OptionError:
        return None


def _shown(labels: Column, ids: Column) -> Column:
    """The texts of labels, as for small graphs."""
    import pyarrow.compute as pc

    gap, mark = texts_in_arrow([None, MARK])
    may_be_name = pc.match_substring_regex(labels, "^&#")  # as few are
    names = mapped(pc.if_else(may_be_name, pc.binary_join_element_wise(labels, ids, mark), gap), _shown_or_name)
    shown = with_name(MARK).column(pc.if_else(pc.equal(labels, NO_LABEL), gap, labels))
    if pc.any(pc.match_substring(shown, MARK)).as_py():
        shown = pc.binary_join(pc.split_pattern(shown, MARK), ids)
    shown = UNREFERRED.column(pc.replace_substring_regex(shown, r"\n\z", ""))
    return pc.if_else(may_be_name, names, shown)


def _shown_or_name(label: str) -> str | None:
    """The text of a label that is followed by the id of its node."""
    raw, _, id = label.partition(MARK)
    return None if raw == no_label(id) else label_text(Text(raw), id)


def _positions(texts: Column, scale: float | None) -> dict[str, Column]:
    """Where nodes are drawn, as for small graphs."""
    import pyarrow as pa
    import pyarrow.compute as pc

    parts = pc.extract_regex(texts, f"^(?P<x>{_DECIMAL}),(?P<y>{_DECIMAL})(?P<fixed>!?)$")
    require(parts.null_count == texts.null_count)
    x, y, fixed = (pc.struct_field(parts, index) for index in range(3))
    factor = scale or pc.if_else(pc.equal(fixed, "!"), float(POINTS_PER_INCH), 1.0)
    x, y = (pc.multiply(number.cast(pa.float64()), factor) for number in (x, y))
    return {"x": x, "y": pc.subtract(0.0, y)}
