"""Files of strategies, certificates and lines of play, whatever program wrote them.

A table has the move, or the value, of each node; a solution of PGSolver has the winner's moves; a certificate has both
players' moves and ranks, as `Explanation.to_json` writes them; a line is the ids of its nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from explorer.comparison.claims import ValuesInput
from explorer.comparison.supplied import parsed_values, read_values
from explorer.explanation.explanation import FIRST, SECOND, Explanation, Guarantee, PlayPosition
from explorer.formats.json_text import parse_json
from explorer.formats.pgsolver import ParitySolution, is_solution, node_numbers, read_solution
from explorer.model.errors import ExplorerError, FormatError, OptionError, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.verification.table_strategy import TableOptions, TableStrategy

PlayInput: TypeAlias = "ValuesInput | Explanation | Sequence[str]"

_ARROW = re.compile(r"\s*(?:→|->)\s*")
_DELIMITER = re.compile(r"[,;|\t]")
_EXPECTED = "a table as CSV, Parquet or JSON, a .sol of PGSolver, a certificate or a line of play"
_LINES = ("line", "play", "best")  # keys of an object under which a line stands


@dataclass(frozen=True)
class SuppliedStrategy:
    """Moves for one player or both.

    Attributes
    ----------
    limits : by side, the score that the source itself claims for that player; None if it claims none.
    guarantee : for a side and a score, the moves to make sure of it, with ranks where they are needed and known.
    start, endless : the node and the value of endless play that the source names, if it does.
    """

    limits: Mapping[int, Score | None]
    guarantee: Callable[[int, Score], Guarantee] = field(repr=False)
    start: str | None = None
    endless: Score | None = None


@dataclass(frozen=True)
class SuppliedLine:
    """A line of play, as the ids of its nodes."""

    ids: tuple[str, ...]


def supplied_play(
    graph: GameGraph, source: PlayInput, start: str, options: TableOptions
) -> SuppliedStrategy | SuppliedLine:
    """Return the moves or the line in a source for a graph.

    Parameters
    ----------
    start : the node from which a solution of PGSolver is meant.
    options : how a table is read.

    Raises
    ------
    FormatError, OptionError
        If it is none of these, or does not fit the graph.
    """
    if isinstance(source, str | PathLike):
        path = Path(source)
        try:
            return _from_content(graph, _file_content(path), start, options)
        except ExplorerError as error:
            raise type(error)(f"{path}: {error}".replace(f"{path}: {path}: ", f"{path}: ")) from None
    return _from_content(graph, source.to_json() if isinstance(source, Explanation) else source, start, options)


def _from_content(graph: GameGraph, content: Any, start: str, options: TableOptions) -> SuppliedStrategy | SuppliedLine:
    """Return the moves or the line in parsed content."""
    if isinstance(content, ParitySolution):
        return _solution_strategy(graph, content, start)
    if isinstance(content, Mapping) and {"at_least", "at_most"} <= content.keys():
        return _certificate(graph, content)
    ids = (
        next((content[key] for key in _LINES if _is_line(content.get(key))), None)
        if isinstance(content, Mapping)
        else content
    )
    if _is_line(ids):
        return SuppliedLine(tuple(ids))
    table = TableStrategy.of(graph, content, options)
    return SuppliedStrategy(dict.fromkeys(table.sides()), table.guarantee)


def _is_line(content: object) -> TypeGuard[Sequence[str]]:
    return isinstance(content, list | tuple) and bool(content) and all(isinstance(id, str) for id in content)


# ---- files


def _file_content(path: Path) -> Any:
    """Return the content of a file, parsed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(error.strerror or str(error)) from None
    return read_values(str(path), content) if path.suffix.lower() == ".parquet" else parse_play(content)


def parse_play(content: bytes) -> Any:
    """Return the content of a text for `supplied_play`: a solution, JSON, ids of a line, or a table.

    Raises
    ------
    FormatError
        If it is none of these.
    """
    try:
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise FormatError(f"not text in UTF-8; expected {_EXPECTED}") from None
    if is_solution(text):
        return read_solution(text)
    if text[:1] in ("{", "["):
        parsed, _ = parse_json(text)
        return parsed if _is_line(parsed) or isinstance(parsed, Mapping) else parsed_values(text)
    return parsed_values(text) if _DELIMITER.search(text.partition("\n")[0]) else _line_ids(text)


def _line_ids(text: str) -> list[str]:
    """Return the ids of a line of play, between arrows or one a line of text."""
    if not text:
        raise FormatError(f"there is no text; expected {_EXPECTED}")
    ids = [id for row in text.splitlines() for id in _ARROW.split(row.strip()) if id]
    return ids[1:] if ids[0].lower() == "node" and len(ids) > 1 else ids


# ---- certificates and solutions


def _certificate(graph: GameGraph, content: Mapping[str, Any]) -> SuppliedStrategy:
    """Return the moves in a certificate, an object as `Explanation.to_json` makes it."""
    try:
        halves = {
            side: _guarantee(graph, content[key], side) for side, key in ((FIRST, "at_least"), (SECOND, "at_most"))
        }
        start, endless = str(content["node"]), parse_endless(content["endless"])
    except (KeyError, TypeError, ValueError, AttributeError, OptionError) as error:
        raise FormatError(
            f"not a certificate as solve --certificate writes it: {quoted(str(error))} is amiss"
        ) from None
    limits = {side: half.limit for side, half in halves.items()}
    return SuppliedStrategy(limits, lambda side, _: halves[side], start, endless)


def _guarantee(graph: GameGraph, half: Mapping[str, Any], side: int) -> Guarantee:
    is_negamax = graph.convention is Convention.NEGAMAX
    rows = [
        (PlayPosition(str(row["node"]), not is_negamax or row["turn"] == "first"), row.get("rank"))
        for row in half["positions"]
    ]
    moves = {str(id): str(after) for id, after in half["moves"].items()}
    ranks = {at: int(rank) for at, rank in rows if rank is not None}
    return Guarantee(
        side, parse_endless(half["limit"]), moves, tuple(at for at, _ in rows), ranks if half["forced"] else None
    )


def _solution_strategy(graph: GameGraph, solution: ParitySolution, start: str) -> SuppliedStrategy:
    """Return the winner's moves, which get Max more than 0 or let Max get at most 0."""
    if not graph.columns.scale:
        raise OptionError(
            "the graph has no leaf, so that every play is endless, and who wins by priorities is not computed here; "
            "give the graph with scores that was written as a parity game"
        )
    number = node_numbers(graph)
    ids = {int(text): id for id, text in number.items()}
    if int(number[start]) not in solution.winners:
        raise FormatError(f"the solution has no winner of node {number[start]}, which is {quoted(start)}")
    moves = {ids[one]: ids.get(other, str(other)) for one, other in solution.moves.items() if one in ids}
    above = min((score for score in graph.columns.scale if score > 0), default=1)
    is_won = solution.winners[int(number[start])] == 0
    limits: Mapping[int, Score | None] = {FIRST: above} if is_won else {SECOND: 0}
    return SuppliedStrategy(limits, lambda side, limit: Guarantee(side, limit, moves, ()))
