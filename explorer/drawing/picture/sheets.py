"""Pictures by the script that draws the stage, which turns a view into shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from explorer import algorithms
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.layout import with_positions
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.sheet import HighlightData, PageColours, SheetData, SheetWords
from explorer.drawing.messages.theme import Theme
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.picture.lettering import advances, printable
from explorer.drawing.picture.primitives import Picture, ShapeGroup, picture_from
from explorer.drawing.script import Script
from explorer.drawing.theme import DARK, LIGHT, as_data
from explorer.drawing.trace_data import CHUNK, SentTrace, still_data
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Move
from explorer.model.scores import score_to_json

MOST_MOVES = 15_000


def picture_of(view: GraphView, style: Style) -> Picture:
    """Return the picture of a view.

    Raises
    ------
    FormatError
        If the graph is too large to be drawn, there is no such step, or nothing that draws is installed.
    """
    return next(pictures_of(view, style, [view.moment]))


def pictures_of(view: GraphView, style: Style, steps: Sequence[int]) -> Iterator[Picture]:
    """Return the pictures of several steps, or moments of two runs, all of one size, made one by one.

    Raises
    ------
    FormatError
        If the graph is too large to be drawn, there is no such step, or nothing that draws is installed.
    """
    _require_few_nodes(view)
    _require_existing_steps(view, steps)
    if view.beside is None:
        return _pictures_of_run(view, style, steps)
    left, right = zip(*(view.moments[moment] for moment in steps), strict=True)
    return map(_side_by_side, pictures_of(view.left, style, left), pictures_of(view.beside, style, right))


def _side_by_side(left: Picture, right: Picture) -> Picture:
    """Return two pictures as one, the second at the right of the first."""
    moved = (ShapeGroup(each.part, each.name, each.x + left.width, each.y, each.shapes) for each in right.groups)
    height = max(left.height, right.height)
    return Picture(left.width + right.width, height, left.paper, f"{left.name} | {right.name}", (*left.groups, *moved))


def _require_few_nodes(view: GraphView) -> None:
    """Raise FormatError if the graph of a view has too many nodes or moves for a picture."""
    nodes, moves = len(view.graph.nodes), len(view.graph.moves)
    for things, number, most in (("nodes", nodes, LARGEST_DRAWN), ("moves", moves, MOST_MOVES)):
        if number > most:
            raise FormatError(
                f"a picture has room for {most:,} {things} and the graph has {number:,}; "
                "draw a part of it, in the app or with --around NODE, or export the steps as CSV or JSON"
            )


def _require_existing_steps(view: GraphView, steps: Iterable[int]) -> None:
    """Raise FormatError if a view lacks one of these steps."""
    if view.trace is None:
        return
    for step in steps:
        if not 0 <= step < len(view):
            raise FormatError(f"there is no {view.unit} {step}; choose one from 0 to {len(view) - 1}")


def _pictures_of_run(view: GraphView, style: Style, steps: Sequence[int]) -> Iterator[Picture]:
    """Yield the picture of each of the steps."""
    script = Script()
    script.call("open", sheet_data(view, style, steps))
    return (picture_from(script.call("picture", step)) for step in steps)


def looks_at(view: GraphView, step: int) -> Any:
    """Return the looks of the nodes at a step of a trace, the moves, and the marked moves.

    Raises
    ------
    FormatError
        If nothing that draws is installed.
    """
    script = Script()
    script.call("open", sheet_data(view, Style(), [step]))
    return script.call("looksAt", step)


def named_moves(view: GraphView) -> set[Move]:
    """Return the moves whose names have room in the picture; none if nothing that draws is installed."""
    if not view.graph.move_names:
        return set()
    try:
        script = Script()
    except FormatError:
        return set()
    script.call("open", sheet_data(view, Style(), [view.moment]))
    return {(source, target) for source, target in script.call("namedMoves", view.moment)}


# ---- data for the script


def sheet_data(view: GraphView, style: Style, steps: Sequence[int], *, measured: bool = True) -> SheetData:
    """Return the view at several steps for the script, with the widths of letters unless no text is placed."""
    page = DARK if style.dark else LIGHT
    colours: PageColours = {"dark": page.is_dark, "paper": page.paper, "ink": page.ink}
    document, words = _document_data(view.graph), _sheet_words(view, style, page.accent)
    trace = _trace_data(view, steps)
    return {
        "document": document,
        "theme": cast(Theme, as_data()),
        "trace": trace,
        "endless": score_to_json(view.trace.endless if view.trace else 0),
        "highlight": _highlight_data(view),
        "page": colours,
        "words": words,
        "steps": list(steps) if view.trace else [0] * len(steps),
        "widths": advances(_letters_to_measure(document, words, trace)) if measured else ({}, {}),
    }


def _document_data(graph: GameGraph) -> Any:
    """Return the document of a graph with a position for every node, and with printable names of nodes and moves."""
    data = with_positions(graph).to_json()
    for record, node in zip(data["nodes"], graph.nodes, strict=True):
        if (name := printable(node.name)) != node.id:
            record["label"] = name
    data["moves"] = [[*move[:2], *map(printable, move[2:])] for move in data["moves"]]
    return data


def _sheet_words(view: GraphView, style: Style, accent: str) -> SheetWords:
    """Return the texts of a picture besides the graph."""
    return {
        "name": printable(view.graph.name),
        "subtitle": view.algorithm.title if view.algorithm else "",
        "caption": None if view.highlight is None else printable(view.highlight.words),
        "left_out": (view.trace.left_out or "") if view.trace else "",
        "accent": accent,
        "title": style.title,
        "legend": style.legend,
        "captions": style.caption,
        "bare": view.trace is None,
    }


def _highlight_data(view: GraphView) -> HighlightData | None:
    """Return the nodes and moves that a view lights, None if it lights nothing."""
    if view.highlight is None:
        return None
    there = set(view.graph.moves)
    moves = [(*move, mark) for move, mark in view.highlight.moves if move in there]
    return {"nodes": sorted(id for id in view.highlight.nodes if id in view.graph), "moves": moves}


def _trace_data(view: GraphView, steps: Sequence[int]) -> Any:
    if view.trace is None:
        return still_data({node.id: node.score for node in view.graph.nodes}, ColourScale.of(view.graph))
    algorithm = view.algorithm or algorithms.find(view.trace.algorithm)
    data = SentTrace(view.trace, algorithm, view.part).with_chunks(sorted({step // CHUNK for step in steps}))
    for chunk in data["chunks"]:
        chunk["captions"] = list(map(printable, chunk["captions"]))
    return data


def _letters_to_measure(document: Any, words: SheetWords, trace: Any) -> str:
    """Return all characters that may be written in a picture."""
    names = [record.get("label", record["id"]) for record in document["nodes"]]
    names += [name for _, _, *rest in document["moves"] for name in rest]
    captions = [caption for chunk in trace["chunks"] for caption in chunk["captions"]]
    values = [value["text"] for value in trace["values"]]
    said = [words["name"], words["subtitle"], words["caption"] or "", words["left_out"], trace["fills"]]
    texts = [text for chunk in trace["chunks"] for text in chunk["texts"]]  # of notes, and of values on moves
    return "".join([*names, *captions, *values, *texts, *said])
