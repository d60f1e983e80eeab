"""Very many nodes and edges of GraphML that are written alike, taken apart into columns.

Most programs write no more of them than networkx does, which is found sooner.  Others add attributes, ports and
descriptions, which mean nothing here, or, as yEd does, elements that say how something is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.delimited import are_all
from explorer.formats.dot_meaning import ends_as_drawn
from explorer.formats.graphml_drawn import (
    ATTRIBUTE,
    NAME,
    PARTS,
    PREFIX,
    as_drawn,
    drawn_of,
    heads_of,
    under,
    with_guesses,
)
from explorer.formats.graphml_network import parsed
from explorer.formats.graphml_survey import HEADS, note_again, note_groups, note_ports, note_repeated
from explorer.formats.igraph import keys_of_facts
from explorer.formats.runs import Run, Writing, in_order, in_re2, unless_odd, values, with_line_feeds
from explorer.formats.xml_text import (
    BETWEEN,
    IN_ELEMENT,
    IN_QUOTES,
    MAX_DEPTH,
    NODE_OR_EDGE,
    TYPES,
    Key,
    between_nodes,
    fits_xml,
    in_element,
    named_columns,
    require_xml,
    with_defaults,
    without_references,
)
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    numbers_in_arrow,
    texts_in_arrow,
)
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves, without_defaults
from explorer.model.builder import GraphBuilder
from explorer.model.errors import quoted
from explorer.model.fields import MOST_ALIKE, FieldReader
from explorer.model.graph import Convention
from explorer.model.mending import at_rows
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras

_QUOTED, _BLANK = r'"[^\x00-\x1f"<&]*"', r"[ \t\n]*+"
_ID = f'"({IN_QUOTES})"'
_DATA = rf"<data key={_QUOTED}(?:/>| />|>{IN_ELEMENT}</data>){_BLANK}"
_ATTRIBUTES = r'(?>(?:\s+[\w.:]+="[^"<&]*")*)\s*'
_KEY = rf"<key{_ATTRIBUTES}(?:/>|>{_BLANK}(?>(?:<(desc|default)>[^<]*+</\1>{_BLANK})*)</key>)"

_SPACE = '(?: xml:space="preserve")?'
_VALUE = rf'<data key="([^"]*)"{_SPACE}(?:/>| />|>([^<]*)</data>)[ \t\n]*'

# Of a text that is known to be XML patterns need not say as much, and are found sooner.
_TEXT = "[^<>]*+"
_ANY = rf'(?>(?:[ \t\n]+{NAME}="[^"<>\t\n]*")*)'
_PART = rf"</?{PREFIX}[A-Z][^<>]*>"  # a tag of what is drawn; the names of all other elements are in small letters
_ANY_DATA = rf"<data key={_QUOTED}{_SPACE}(?:/>| />|>{_TEXT}(?>(?:{_PART}{_TEXT})*)</data>){_BLANK}"
_PORT = rf"<port{_ANY}{_BLANK}(?:/>|>{_BLANK}(?>(?:{_ANY_DATA})*)</port>){_BLANK}"
_DESC = rf"<desc(?:/>|>{_TEXT}</desc>){_BLANK}"
_GROUP = "<graph/>"  # stands for a graph in a node, the nodes and edges of which follow this one
_GRAPH = re.compile(r"<(/?)graph(?=[\s/>])[^<>]*?(/?)>(\s*</node\s*>)?")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_MOST_NESTED = 10  # graphs in nodes
_DEEPEST = MAX_DEPTH - 5 - 2 * _MOST_NESTED  # elements within a node


@cache
def _writing(between: str, *, has_more: bool) -> Writing:
    """How it is written with this between nodes and edges.

    Parameters
    ----------
    has_more : whether there may be any attributes, ports, descriptions and what is drawn; without, it is found sooner.
    """
    data = _ANY_DATA if has_more else _DATA
    node, edge = rf"node id={_ID}", rf"edge(?: id={_QUOTED})? source={_ID} target={_ID}"
    inside = f"((?>(?:{data})*))"
    if has_more:
        node, edge, inside = (
            f"node({_ANY})",
            f"edge({_ANY})",
            f"((?>(?:{_ANY_DATA}|{_PORT}|{_DESC}|{_GROUP}{_BLANK})*))",
        )
    return Writing(
        begin=rf"{BETWEEN}<graphml{_ATTRIBUTES}>{BETWEEN}(?>(?:{_KEY}{BETWEEN})*)"
        rf"<graph{_ATTRIBUTES}>{BETWEEN}(?>(?:{data}{BETWEEN})*)",
        node=rf"<{node}{_BLANK}(?:/>|>{_BLANK}{inside}</node>){between}",
        edge=rf"<{edge}{_BLANK}(?:/>|>{_BLANK}{inside}</edge>){between}",
        is_mixed=has_more,
    )


class _Elements(NamedTuple):
    """What nodes and edges say.

    Attributes
    ----------
    ids, sources, targets : with gaps where an element has none.
    of_nodes, of_edges : the values in them, with a mark for each that is made of elements.
    drawn : labels and positions under the keys of the model, shapes, and "is drawn", of nodes that are drawn.
    heads : which edges are drawn in each way; None if all are drawn in the usual one.
    """

    ids: Column
    of_nodes: Column
    sources: Column
    targets: Column
    of_edges: Column
    drawn: Mapping[str, Column] = {}
    heads: Mapping[str, NDArray[np.bool_]] | None = None


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text, all its nodes and edges written alike; None if it is small, or too odd for columns."""
    require(text.isascii() or fits_xml(text))
    text = with_line_feeds(text)
    flat, group_line = _ungrouped(_without_cdata(text))
    runs = ((_writing(between_nodes(flat), has_more=more).run_in(flat), more) for more in (False, True))
    run, has_more = next(
        ((run, more) for run, more in runs if run and not NODE_OR_EDGE.search(run.rest)), (None, False)
    )
    if run is None:
        return None
    if has_more or flat is not text:
        require_xml(text)
    builder = GraphBuilder()
    found, network = parsed(run.rest, builder)
    if builder.fields.problems or found.nodes or found.edges:
        return None
    if group_line:
        note_groups(builder.fields, group_line)
    some = _with_more(run, found.keys, builder.fields) if has_more else _written_plainly(run)
    noted = len(builder.fields.problems)
    once = partial(_once, keys=found.keys, fields=builder.fields)
    said = once(some.of_nodes, run.nodes[-1], run.inner_lines, ("node {}", some.ids))
    more = once(some.of_edges, run.edges[-1], run.inner_edge_lines, ("the move {} → {}", some.sources, some.targets))
    require(not noted or len(builder.fields.problems) == noted)  # else they would stand in another order
    ids, lines, said, drawn = _each_once(some.ids, run.lines, said, some.drawn, builder.fields)
    ends, edge_lines = (some.sources, some.targets), run.edge_lines
    if some.heads is not None:
        ends, edge_lines, rows = ends_as_drawn(ends, edge_lines, some.heads, HEADS, builder.fields)
        more = _named(some.of_edges.take(rows), found.keys, lambda *_: None)
    sources, targets, move_lines = in_order(ends, edge_lines, more.pop("order", None))
    top = without_defaults(network.graph)
    said = with_defaults(said, network.graph.get("node_default", {}), len(ids))
    table = {"id": ids, **plain.without_nothing(_without_empty(said), keys_of_facts(text))}
    if drawn:
        is_negamax = top.get("convention") == Convention.NEGAMAX
        table = with_guesses(as_drawn(table, drawn), drawn, sources, builder.fields, negamax=is_negamax)
    nodes, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=nodes,
        lines=lines,
        move_lines=move_lines,
        adds_ends=False,
        extras=extras,
        notes=notes_on_moves([key for key in more if key != "key"]),
    )
    return assemble_columns(top, tables, builder.fields)


def _without_cdata(text: str) -> str:
    """The text with references where characters stand in CDATA."""
    if (start := text.find("<![CDATA[")) < 0:
        return text
    require(text.rfind("<!--") <= text.rfind("-->", 0, start))  # no comment may hold a part of it
    return _CDATA.sub(lambda found: in_element(found[1]), text)


def _ungrouped(text: str) -> tuple[str, int]:
    """The text with the nodes of graphs in nodes behind these, on the same lines; where the first is, or 0."""
    begin = _GRAPH.search(text)
    if begin is None or (first := text.find("<graph", begin.end())) < 0:
        return text, 0
    require(text.rfind("<!--") < begin.start())
    deep = 0

    def flat(tag: re.Match[str]) -> str:
        nonlocal deep
        is_end, is_empty, end_of_node = tag.groups(default="")
        require(bool(is_end) or 'edgedefault="directed"' in tag[0])
        deep += -1 if is_end else not is_empty
        require(deep <= _MOST_NESTED)
        if is_end:
            return "\n" * tag[0].count("\n") if end_of_node else tag[0]
        new = _GROUP + end_of_node if is_empty else f"{_GROUP}</node>{end_of_node}"
        return new + "\n" * (tag[0].count("\n") - end_of_node.count("\n"))

    rest = _GRAPH.sub(flat, text[begin.end() :])
    return text[: begin.end()] + rest, text.count("\n", 0, first) + 1


def _written_plainly(run: Run) -> _Elements:
    (ids, of_nodes), (sources, targets, of_edges) = run.nodes, run.edges
    ids, sources, targets = map(without_references.column, (ids, sources, targets))
    return _Elements(ids, of_nodes, sources, targets, of_edges)


def _with_more(run: Run, keys: Mapping[str, Key], fields: FieldReader) -> _Elements:
    """The same of elements with any attributes, in which other elements stand."""
    import pyarrow.compute as pc

    (of_nodes, in_nodes), (of_edges, in_edges) = run.nodes, run.edges
    node, edge = values(of_nodes, ATTRIBUTE), values(of_edges, ATTRIBUTE)
    sources, targets, directed = (under(key, edge, of_edges) for key in ("source", "target", "directed"))
    require(are_all(directed.drop_null(), "true|1"))
    _require_groups(under("yfiles.foldertype", node, of_nodes), in_nodes)
    ids, sources, targets = map(without_references.column, (node["id"], sources, targets))
    is_whole = not any(each.null_count for each in (ids, sources, targets))
    require(is_whole or not pc.any(pc.equal(ids, "None")).as_py())  # as networkx calls a node that has no id
    said_of_nodes, said_of_edges = map(_marked, (in_nodes, in_edges))
    note_ports(fields, sum(pc.sum(pc.count_substring(inside, "<port")).as_py() or 0 for inside in (in_nodes, in_edges)))
    for inside in (in_nodes, in_edges):
        _named(_in_ports(inside), keys)  # which may say what means nothing, but nothing wrong
    in_nodes, in_edges = (_without(inside, {"<port": _PORT}) for inside in (in_nodes, in_edges))
    drawn = drawn_of(in_nodes, said_of_nodes)
    return _Elements(ids, said_of_nodes, sources, targets, said_of_edges, drawn, heads_of(in_edges))


def _require_groups(said: Column, inside: Column) -> None:
    """Nothing, if there is a graph in each node that is said to be a group, and never more than one."""
    import pyarrow.compute as pc

    graphs = pc.count_substring(inside, _GROUP)
    require(are_all(said.drop_null(), "[^&]*") and not pc.any(pc.greater(graphs, 1)).as_py())
    require(not pc.any(pc.and_(pc.equal(said, "group"), pc.equal(graphs, 0))).as_py())


def _marked(inside: Column) -> Column:
    """The values in elements, with a mark for each that is made of others; without ports and descriptions."""
    import pyarrow.compute as pc

    if not len(inside):
        return inside
    require(pc.max(pc.count_substring(inside, "</")).as_py() < _DEEPEST)
    return _with_marks(_without(inside, {"<port": _PORT, "<desc": _DESC, _GROUP: _GROUP}))


def _with_marks(inside: Column) -> Column:
    """Values with a mark in place of the elements of each that is made of some."""
    import pyarrow.compute as pc

    return pc.replace_substring_regex(inside, f">[^<]*(?:{_PART}[^<]*)+</data>", f">{PARTS}</data>")


def _without(inside: Column, elements: Mapping[str, str]) -> Column:
    """What stands in elements without some others, of which the beginnings and patterns are given."""
    import pyarrow.compute as pc

    for start, element in elements.items():
        if pc.any(pc.match_substring(inside, start)).as_py():
            inside = pc.replace_substring_regex(inside, in_re2(element), "")
    return inside


def _in_ports(inside: Column) -> Column:
    """The values in each of the ports in elements."""
    import pyarrow.compute as pc

    parts = pc.list_flatten(pc.split_pattern(inside, "<port"))
    said = pc.struct_field(pc.extract_regex(parts, r"(?s)^[^<>]*>[ \t\n]*(?P<said><data.*)</port>"), 0).drop_null()
    return _with_marks(said)


def _once(
    said: Column,
    inside: Column,
    lines: Lines,
    called: tuple[str, *tuple[Column, ...]],
    *,
    keys: Mapping[str, Key],
    fields: FieldReader,
) -> dict[str, Column]:
    """What is said in elements under each key, the last where it stands twice, which is noted.

    Parameters
    ----------
    inside, lines : all that stands in the elements, and where it begins.
    called : words for an element, and columns of what is quoted in them.
    """
    import pyarrow.compute as pc

    again: list[tuple[int, str]] = []
    found = _named(said, keys, lambda row, key: again.append((row, key)))
    if not again:
        return found
    count = pc.sum(pc.count_substring(said, "<data ")).as_py() - sum(
        len(cells) - cells.null_count for cells in values(said, _VALUE, lambda *_: None).values()
    )
    require(not any(cells.null_count for cells in called[1:]))
    is_marked = pc.any(pc.match_substring(said, PARTS)).as_py()
    require(count == len(again) and not is_marked)  # nothing stands three times
    words, columns = called[0], called[1:]
    told = [row for row, _ in again[:MOST_ALIKE]]
    begins = at_rows(lines, np.array(told))
    for row in dict.fromkeys(told):
        element, known = inside[row].as_py(), set[str]()
        name = words.format(*(quoted(cells[row].as_py()) for cells in columns))
        for value in re.finditer(_VALUE, element):
            if value[1] in known:
                note_again(fields, name, value[1], begins[row] + element.count("\n", 0, value.start()))
            known.add(value[1])
    fields.more(count - sum(row in begins for row, _ in again))
    return _named(said, keys, lambda *_: None, last=True)


def _named(
    said: Column, keys: Mapping[str, Key], note: Callable[[int, str], None] | None = None, *, last: bool = False
) -> dict[str, Column]:
    """What is said under each key, as the model calls it, without what is made of elements; see `values`."""
    import pyarrow.compute as pc

    found = values(said, _VALUE, note, last=last)
    mark, gap = texts_in_arrow([PARTS, None])
    for key, texts in [*found.items()]:
        is_drawn = pc.equal(texts, mark)
        if pc.any(is_drawn).as_py():
            require(TYPES.get(keys[key].type, str) is str)
            found[key] = pc.if_else(is_drawn, gap, texts)
            if found[key].null_count == len(texts):
                del found[key]
    return named_columns(found, keys)


def _without_empty(said: Mapping[str, Column]) -> dict[str, Column]:
    """What is said of nodes without empty texts under keys that a graph has; yEd writes such descriptions."""
    import pyarrow.compute as pc

    nothing, gap = texts_in_arrow(["", None])
    return {
        key: pc.if_else(pc.equal(cells, nothing), gap, cells)
        if key in plain.TOP_KEYS and is_text(cells.type)
        else cells
        for key, cells in said.items()
    }


def _each_once(
    ids: Column, lines: Lines, said: Mapping[str, Column], drawn: Mapping[str, Column], fields: FieldReader
) -> tuple[Column, Lines, dict[str, Column], dict[str, Column]]:
    """The nodes, those with the same id made one; what is said of it last counts, and how it is drawn first."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if ids.null_count:
        is_named = ids.is_valid()
        said = {key: pc.if_else(is_named, cells, pa.scalar(None, cells.type)) for key, cells in said.items()}
        ids = pc.fill_null(ids, "")
    encoded = pa.chunked_array(ids.dictionary_encode()).combine_chunks()
    codes, count = in_numpy(encoded.indices, 0), len(encoded.dictionary)
    if count == len(codes):
        return ids, lines, dict(said), dict(drawn)
    is_first = np.diff(np.maximum.accumulate(codes), prepend=-1) > 0
    again = np.flatnonzero(~is_first)
    names = ids.take(in_arrow(again)).to_pylist()
    note_repeated(fields, zip(names, at_rows(lines, again).values(), strict=True))
    said = {key: _made_one(cells, codes, np.arange(len(codes))) for key, cells in said.items()}
    drawn = {key: _made_one(cells, codes, np.arange(len(codes))[::-1]) for key, cells in drawn.items()}
    return pa.chunked_array([encoded.dictionary]), Lines(lambda: compress(lines, is_first.tolist())), said, drawn


def _made_one(cells: Column, codes: NDArray[np.integer], rows: NDArray[np.integer]) -> Column:
    """What a column holds under each code in the last of some rows that hold anything."""
    rows, found = rows[are_there(in_one_piece(cells))[rows]], np.full(codes.max() + 1, -1)
    found[codes[rows]] = rows
    return cells.take(numbers_in_arrow(found, found >= 0))
