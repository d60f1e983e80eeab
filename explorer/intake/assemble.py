"""Graphs from documents and networks, which are taken apart into records for an `Intake`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from explorer.intake.cells import identity
from explorer.intake.intake import Intake
from explorer.intake.readings import Assembled, Turns, graph_with_turns
from explorer.model.check import LOST, NOT_LOST, Problem, Severity, check, is_plain, unfinished_in
from explorer.model.check import with_lost_ends as lost_ends
from explorer.model.convert import FORMAT, VERSION
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import Convention, Kind
from explorer.model.late_networkx import nx
from explorer.model.node import PROGRESS
from explorer.model.words import counted

# ---- the .game.json document


def assemble_document(data: object) -> Assembled:
    """Return the good part of a `.game.json` document, and its problems.

    Raises
    ------
    FormatError
        If it is not such a document at all.
    """
    document = _checked_document(data)
    intake = Intake(is_own=True)
    for index, record in enumerate(list_under(document, "nodes"), 1):
        if isinstance(record, Mapping):
            intake.node(record)
        else:
            message = f"node {index} must be an object with an id, got {quoted(record)}; it was left out"
            intake.fields.error(message)
    for index, move in enumerate(list_under(document, "moves"), 1):
        if isinstance(move, list | tuple) and (len(move) in (2, 3) or [*move[3:]] == [PROGRESS]):
            intake.move(move[0], move[1], dict(zip(("label", PROGRESS), move[2:], strict=False)) or None)
        else:
            expected = "a pair of ids, perhaps with a name and then progress"
            intake.fields.error(f"move {index} must be {expected}, got {quoted(move)}; it was left out")
    top = {**document, "convention": document.get("convention", Convention.MINIMAX)}
    return intake.finish(top, infers_root=False)


def _checked_document(data: object) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise FormatError(f"a game graph is a JSON object with nodes and moves, got {quoted(data)}")
    if data.get("format", FORMAT) != FORMAT:
        raise FormatError(f'expected "format": "{FORMAT}", got {quoted(data.get("format"))}')
    if data.get("version", VERSION) != VERSION:
        raise FormatError(f"expected version {VERSION} of the format, got {quoted(data.get('version'))}")
    if "format" not in data and "nodes" not in data:
        keys = ", ".join(quoted(key) for key in list(data)[:5]) or "none"
        raise FormatError(f'a game graph is a JSON object with the keys "nodes" and "moves"; the keys are: {keys}')
    return data


def list_under(data: Mapping[str, Any], key: str, *, optional: bool = True) -> list[Any]:
    """Return the list under a key of a document; raise FormatError if it is anything else."""
    value = data.get(key, [] if optional else None)
    if not isinstance(value, list | tuple):
        raise FormatError(f'"{key}" must be a list, got {quoted(value)}')
    return list(value)


# ---- networkx, and formats that carry attributes as it does


def assemble_networkx(graph: nx.DiGraph[Any], root: object = None) -> Assembled:
    """Return the good part of a networkx graph, and its problems; a `root` counts more than the graph's attribute.

    Raises
    ------
    FormatError
        If the graph is not directed.
    """
    if not graph.is_directed():
        raise FormatError("a game graph is directed, got an undirected networkx graph; moves need a direction")
    intake = Intake(levels=False)
    for id, attributes in graph.nodes(data=True):
        intake.node({**attributes, "id": identity(id)})
    for source, target, attributes in graph.edges.data():
        intake.move(identity(source), identity(target), attributes)
    defaults = ("node_default", "edge_default")  # which networkx's reader of GraphML puts there
    top = {key: value for key, value in graph.graph.items() if key not in defaults}
    return intake.finish({**top, "root": identity(top.get("root") if root is None else root)})


def with_turns(reading: Assembled, turns: Turns) -> Assembled:
    """Return the same graph with the other reading of who moves, if its turns were guessed.

    Raises
    ------
    OptionError
        If the input says itself who moves, or cannot be read so.
    """
    guess = next((problem for problem in reading.problems if problem.other in [*Turns]), None)
    if guess is None and turns.convention is reading.graph.convention and turns is not Turns.MIN_FIRST:
        return reading
    if guess is None:
        raise OptionError(
            f"the graph is {reading.graph.convention}: it says so itself, or a node can be reached with either player "
            "to move; only where no node names a player and levels alternate can it be read otherwise"
        )
    other = Turns.MAX_FIRST if turns is Turns.NEGAMAX else Turns.NEGAMAX
    warning = replace(guess, message=f"no node names a player; read as {turns.words}, as was asked", other=other)
    problems = tuple(warning if problem is guess else problem for problem in reading.problems)
    return Assembled(graph_with_turns(reading.graph, turns), problems)


def with_lost_ends(reading: Assembled) -> Assembled:
    """Return the same plain graph where a position without moves is lost for the player to move (PF games).

    Raises
    ------
    OptionError
        If a node has a score or is open: open nodes of a game that was not expanded whole are not lost.
    """
    ends = unfinished_in(reading.graph)
    if not ends or not is_plain(reading.graph):
        raise OptionError(
            "a node without moves is lost only in a graph in which no node has a score or is open, and some have no "
            "moves; open nodes stay open, give them a score instead"
        )
    message = f"{counted(len(ends), 'node')} without moves: lost for the player to move"
    warning = Problem(Severity.WARNING, message, other=NOT_LOST)
    problems = (problem for problem in reading.problems if not problem.unfinished and problem.other != LOST)
    return Assembled(lost_ends(reading.graph), (*problems, warning))


def without_lost_ends(reading: Assembled) -> Assembled:
    """Return the graph as it was before `with_lost_ends`."""
    kinds = {1: Kind.MIN, -1: Kind.MAX if reading.graph.convention is Convention.MINIMAX else Kind.MOVER}
    nodes = (
        node if node.score is None else replace(node, kind=kinds[int(node.score)], score=None)
        for node in reading.graph.nodes
    )
    graph = reading.graph.replace(nodes=tuple(nodes))
    problems = (problem for problem in reading.problems if problem.other != NOT_LOST)
    ends = (problem for problem in check(graph) if problem.unfinished)
    return Assembled(graph, (*problems, *ends))
