"""Parity games of PGSolver and Oink (.pg, .gm), read and written as graphs whose nodes have owners.

    parity 4;
    start 0;
    0 6 1 4,2 "Africa";

says that the highest identifier is 4, that play starts in 0 (both lines may be missing), and that node 0 has priority
6, belongs to player 1, has moves to 4 and 2, and is called Africa (PGSolver's manual, "Specifying Parity Games").

Reading: player 0 is Max, player 1 is Min; the identifier is the id, and the label is the name and the priority as
PGSolver draws them, "Africa: 6".  The priority is kept under the key `priority` and comes back.  Who wins by the
parity of recurring priorities is not computed here: a play without end has the worth that the user chooses.

Writing: a parity game has no leaves and no scores.  A graph without priorities is written as the game "can Max get more
than 0, when endless play is worth 0": an inner node has priority 1, and a leaf is a node with a move to itself, with
priority 2 if its score is above 0 and 1 if not.  Player 0 wins exactly the nodes whose score is above 0.  Nodes that
have the key `priority` keep theirs.  Identifiers are the ids if these are numbers, or else the indices of the nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from explorer.formats.format import Format
from explorer.intake import Assembled, Intake
from explorer.intake.intake import MAX_NODES
from explorer.model.check import NO_ROOT, check, errors_in
from explorer.model.columns import OPEN
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import Convention, GameGraph, Kind, Node

_UNFINISHED, _WON = 1, 2  # priorities of nodes that have none of their own
_MOST = 10**20 - 1  # the highest priority that is read

_BODY = r'[^;"]*+(?>(?:"[^"]*+"[^;"]*+)*)'
_STATEMENT = re.compile(
    rf'\s*+(?:(?P<header>parity|start)\s+(?P<number>\d{{1,20}})(?:\s*;|(?=\s+\w))|(?P<body>{_BODY})(?P<end>;|"|$))'
)
_NODE = re.compile(r'(\d{1,20})\s+(\d{1,20})\s+([01])(?:\s+(\d{1,20}(?>(?:\s*,\s*\d{1,20})*)))?\s*+(?:"([^"]*)")?')
_BEGINS = re.compile(
    r'(?:(?:parity|start)\s+\d+\s*(?:;|\s(?=\d))|(?:(?:parity|start)\s+\d+|\d+\s+\d+\s+[01]\s+\d+(?>(?:\s*,\s*\d+)*)\s*+(?:"[^"]*")?)\s*;)'
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SOLUTION = re.compile(r"\s*paritysol\s+\d+\s*;")
_IDENTIFIER = re.compile("0|[1-9][0-9]{0,8}")


def read(text: str, companion: str | None = None) -> Assembled:
    """Read a parity game as a graph, with all problems.

    Raises
    ------
    FormatError
        If no statement of it describes a node.
    """
    intake, start = Intake(), None
    moves: dict[str, list[tuple[str, int]]] = {}  # targets with their lines, by source
    for line, found in _statements(text.replace("\r\n", "\n").replace("\r", "\n")):
        if found["header"]:
            start = str(int(found["number"])) if found["header"] == "start" else start
        elif (node := _NODE.fullmatch(found["body"].strip())) is not None and found["end"] == ";":
            id, targets = _take_node(intake, node, line)
            moves.setdefault(id, [(target, line) for target in targets])  # those of a second node go with it
        elif statement := found[0].strip(" \n\t;"):
            intake.fields.error(_refusal_reason(statement, found["end"]), line=line)
        if found["end"] == '"':
            break
    if not moves:
        raise FormatError('not a parity game: expected nodes such as 0 6 1 4,2 "Africa"; got none')
    for source, ends in moves.items():
        for target, line in ends:
            intake.move(source, target, line=line)
    return intake.finish({"root": start or next(iter(moves))})


def _take_node(intake: Intake, match: re.Match[str], line: int) -> tuple[str, list[str]]:
    """Take a node; return its id and those of its successors."""
    id, priority = str(int(match[1])), int(match[2])
    player, label = ("max" if match[3] == "0" else "min"), f"{match[5] or id}: {priority}"
    intake.node({"id": id, "player": player, "label": label, "priority": priority}, line)
    return id, [str(int(word)) for word in re.findall(r"\d+", match[4] or "")]


def _statements(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the statements, each with the line on which it begins; a header may lack its semicolon."""
    line, counted = 1, 0
    for found in _STATEMENT.finditer(text):
        begin = found.start("header" if found["header"] else "body")
        line += text.count("\n", counted, begin)
        counted = begin
        yield line, found


def _refusal_reason(statement: str, end: str) -> str:
    """Return the reason why a statement of a parity game cannot be read and is left out."""
    if end == '"':
        return 'a name in double quotes is not closed; the rest was left out, add a "'
    if end == "":
        return f"a semicolon is missing after {quoted(statement)}; it was left out"
    got = quoted(statement)
    return (
        f'expected identifier, priority, owner 0 or 1, successors and perhaps a name (0 6 1 4,2 "Africa";), got {got}; '
        "it was left out"
    )


# ---- solutions


class ParitySolution(NamedTuple):
    """Winner, 0 or 1, of each node of a parity game, and the winners' moves, all by identifier."""

    winners: Mapping[int, int]
    moves: Mapping[int, int]


def is_solution(text: str) -> bool:
    """Return whether a text is a solution as PGSolver and Oink write it (.sol)."""
    return _SOLUTION.match(text) is not None


def read_solution(text: str) -> ParitySolution:
    """Return the solution in such a text: `paritysol 4;`, then `0 1;` or `2 0 3;`, a node with winner and move.

    Raises
    ------
    FormatError
        If a statement is none of these.
    """
    winners, moves = {}, {}
    for statement in filter(str.strip, _SOLUTION.sub("", text, count=1).split(";")):
        words = statement.split()
        if len(words) not in (2, 3) or not all(map(str.isdecimal, words)) or words[1] not in ("0", "1"):
            raise FormatError(
                f"expected a node, its winner 0 or 1 and perhaps a move (2 0 3;), got {quoted(statement)}"
            )
        winners[int(words[0])] = int(words[1])
        if len(words) == 3:
            moves[int(words[0])] = int(words[2])
    return ParitySolution(winners, moves)


def node_numbers(graph: GameGraph) -> dict[str, str]:
    """Return the identifier with which `write` names each node, by id."""
    return dict(zip(graph.ids, _identifiers(graph.ids), strict=True))


# ---- writing


def write(graph: GameGraph) -> str:
    """Return the graph as a parity game.

    Raises
    ------
    FormatError
        If the graph is negamax, has open nodes, no nodes, or errors.
    """
    _require_parity_game(graph)
    number = node_numbers(graph)
    lines = [f"parity {max(map(int, number.values()))};"]
    if graph.root is not None and graph.root != graph.ids[0]:
        lines.append(f"start {number[graph.root]};")
    for node in graph.nodes:
        priority = _priority(node)
        successors = ",".join(number[id] for id in graph.ids_after(node.id)) or number[node.id]
        name = _written_name(node.name, number[node.id], priority)
        lines.append(f"{number[node.id]} {priority} {int(node.kind is Kind.MIN)} {successors}{name};")
    return "\n".join([*lines, ""])


def _require_parity_game(graph: GameGraph) -> None:
    if not graph.nodes:
        raise FormatError("a parity game has at least one node; add one")
    if graph.convention is Convention.NEGAMAX:
        raise FormatError("the nodes of a parity game have owners, those of a negamax graph have none; make it minimax")
    wrong = next((problem for problem in errors_in(check(graph)) if problem.message != NO_ROOT), None)
    if wrong is not None:
        raise FormatError(f"a parity game must be finished, but {wrong.message}")
    unknown = np.flatnonzero(graph.columns.kinds == OPEN)
    if len(unknown):
        raise FormatError(
            f"nothing is known of the open node {quoted(graph.columns.ids[unknown[0]])}; give it moves or a score, "
            "then save again"
        )


def _identifiers(ids: Sequence[str]) -> list[str]:
    """Return the identifier of each node: the ids, if they are numbers of moderate size, else the indices."""
    if all(map(_IDENTIFIER.fullmatch, ids)) and max(map(int, ids)) < MAX_NODES:
        return [*ids]
    return [*map(str, range(len(ids)))]


def _priority(node: Node) -> int:
    """Return the priority of the node's score, or else its own, if it can be read again."""
    if node.score is not None:
        return _WON if node.score > 0 else _UNFINISHED
    own: Any = node.extra.get("priority")
    return own if type(own) is int and 0 <= own <= _MOST else _UNFINISHED


def _written_name(name: str, number: str, priority: int) -> str:
    """Return the name of a node as it is written; "" if it is its number."""
    shown = _CONTROL.sub(" ", (name.removesuffix(f": {priority}") or name).replace('"', "'"))
    return "" if shown == number else f' "{shown}"'


FORMAT = Format(
    name="pgsolver",
    title="Parity game of PGSolver or Oink (.pg, .gm)",
    suffixes=(".pg", ".gm"),
    read=read,
    write=write,
    cannot_carry=(
        "scores: it is written as the game whether Max gets more than 0, with leaves that loop on themselves; ids that "
        "are not numbers, positions, marks of progress, the name and description, known answers, other keys than "
        "priority.  Negamax graphs and open nodes are refused."
    ),
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=37,
)
