"""Pictures by the script that draws the stage: it is given what is shown, and gives back shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from explorer import algorithms
from explorer.drawing.layout import with_positions
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.sheet import LitData, PageColours, SheetData, SheetWords
from explorer.drawing.messages.theme import Theme
from explorer.drawing.node_colours import Scale
from explorer.drawing.picture.lettering import advances, printable
from explorer.drawing.picture.primitives import Group, Picture, picture_from
from explorer.drawing.script import Script
from explorer.drawing.shown import Shown, Style
from explorer.drawing.theme import DARK, LIGHT, as_data
from explorer.drawing.trace_data import CHUNK, SentTrace, still_data
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Move
from explorer.model.scores import score_to_json

MOST_MOVES = 15_000


def picture_of(shown: Shown, style: Style) -> Picture:
    """The picture of what is shown.

    Raises
    ------
    FormatError
        If the graph is too large to be drawn, there is no such step, or nothing that draws is installed.
    """
    return next(pictures_of(shown, style, [shown.moment]))


def pictures_of(shown: Shown, style: Style, steps: Sequence[int]) -> Iterator[Picture]:
    """The pictures of some steps, or of some moments of two runs, all of one size, made one by one.

    Raises
    ------
    FormatError
        If the graph is too large to be drawn, there is no such step, or nothing that draws is installed.
    """
    _require_small(shown)
    _require_steps(shown, steps)
    if shown.beside is None:
        return _drawn(shown, style, steps)
    left, right = zip(*(shown.moments[moment] for moment in steps), strict=True)
    return map(_beside, pictures_of(shown.left, style, left), pictures_of(shown.beside, style, right))


def _beside(left: Picture, right: Picture) -> Picture:
    """Two pictures as one, the second at the right of the first."""
    moved = (Group(each.part, each.name, each.x + left.width, each.y, each.shapes) for each in right.groups)
    height = max(left.height, right.height)
    return Picture(left.width + right.width, height, left.paper, f"{left.name} | {right.name}", (*left.groups, *moved))


def _require_small(shown: Shown) -> None:
    nodes, moves = len(shown.graph.nodes), len(shown.graph.moves)
    for things, number, most in (("nodes", nodes, LARGEST_DRAWN), ("moves", moves, MOST_MOVES)):
        if number > most:
            raise FormatError(
                f"a picture has room for {most:,} {things} and the graph has {number:,}; "
                "draw a part of it, in the app or with --around NODE, or export the steps as CSV or JSON"
            )


def _require_steps(shown: Shown, steps: Iterable[int]) -> None:
    if shown.trace is None:
        return
    for step in steps:
        if not 0 <= step < len(shown):
            raise FormatError(f"there is no {shown.unit} {step}; choose one from 0 to {len(shown) - 1}")


def _drawn(shown: Shown, style: Style, steps: Sequence[int]) -> Iterator[Picture]:
    script = Script()
    script.call("open", sheet_data(shown, style, steps))
    return (picture_from(script.call("picture", step)) for step in steps)


def looks_at(shown: Shown, step: int) -> Any:
    """What the nodes that are there look like at a step of a trace, which moves are there and which are marked.

    Raises
    ------
    FormatError
        If nothing that draws is installed.
    """
    script = Script()
    script.call("open", sheet_data(shown, Style(), [step]))
    return script.call("looksAt", step)


def named_moves(shown: Shown) -> set[Move]:
    """The moves whose names have room in the picture of what is shown; none if nothing that draws is installed."""
    if not shown.graph.move_names:
        return set()
    try:
        script = Script()
    except FormatError:
        return set()
    script.call("open", sheet_data(shown, Style(), [shown.moment]))
    return {(source, target) for source, target in script.call("namedMoves", shown.moment)}


# ---- what the script is given


def sheet_data(shown: Shown, style: Style, steps: Sequence[int], *, measured: bool = True) -> SheetData:
    """What is shown at some steps, as the script takes it; with what letters are wide, unless no text is placed."""
    page = DARK if style.dark else LIGHT
    colours: PageColours = {"dark": page.is_dark, "paper": page.paper, "ink": page.ink}
    document, words = _document(shown.graph), _words(shown, style, page.accent)
    trace = _trace(shown, steps)
    return {
        "document": document,
        "theme": cast(Theme, as_data()),
        "trace": trace,
        "endless": score_to_json(shown.trace.endless if shown.trace else 0),
        "lit": _lit(shown),
        "page": colours,
        "words": words,
        "steps": list(steps) if shown.trace else [0] * len(steps),
        "widths": advances(_letters(document, words, trace)) if measured else ({}, {}),
    }


def _document(graph: GameGraph) -> Any:
    """The graph, every node at its position, nodes and moves under their names as they can be printed."""
    data = with_positions(graph).to_json()
    for record, node in zip(data["nodes"], graph.nodes, strict=True):
        if (name := printable(node.name)) != node.id:
            record["label"] = name
    data["moves"] = [[*move[:2], *map(printable, move[2:])] for move in data["moves"]]
    return data


def _words(shown: Shown, style: Style, accent: str) -> SheetWords:
    return {
        "name": printable(shown.graph.name),
        "subtitle": shown.algorithm.title if shown.algorithm else "",
        "caption": None if shown.lit is None else printable(shown.lit.words),
        "left_out": (shown.trace.left_out or "") if shown.trace else "",
        "accent": accent,
        "title": style.title,
        "legend": style.legend,
        "captions": style.caption,
        "bare": shown.trace is None,
    }


def _lit(shown: Shown) -> LitData | None:
    if shown.lit is None:
        return None
    there = set(shown.graph.moves)
    moves = [(*move, mark) for move, mark in shown.lit.moves if move in there]
    return {"nodes": sorted(id for id in shown.lit.nodes if id in shown.graph), "moves": moves}


def _trace(shown: Shown, steps: Sequence[int]) -> Any:
    if shown.trace is None:
        return still_data({node.id: node.score for node in shown.graph.nodes}, Scale.of(shown.graph))
    algorithm = shown.algorithm or algorithms.find(shown.trace.algorithm)
    data = SentTrace(shown.trace, algorithm, shown.part).with_chunks(sorted({step // CHUNK for step in steps}))
    for chunk in data["chunks"]:
        chunk["captions"] = list(map(printable, chunk["captions"]))
    return data


def _letters(document: Any, words: SheetWords, trace: Any) -> str:
    """All characters that can be written."""
    names = [record.get("label", record["id"]) for record in document["nodes"]]
    names += [name for _, _, *rest in document["moves"] for name in rest]
    captions = [caption for chunk in trace["chunks"] for caption in chunk["captions"]]
    values = [value["text"] for value in trace["values"]]
    said = [words["name"], words["subtitle"], words["caption"] or "", words["left_out"], trace["fills"]]
    texts = [text for chunk in trace["chunks"] for text in chunk["texts"]]  # of notes, and of values on moves
    return "".join([*names, *captions, *values, *texts, *said])
