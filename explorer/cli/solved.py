"""Nodes, paths and reasons of solved folders, as commands write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from explorer.cli.console import Arguments, progress, say
from explorer.cli.tables import lines_of
from explorer.model.errors import LimitError, OptionError, reason
from explorer.model.scores import format_interval, format_score, parse_endless, score_to_json
from explorer.model.words import counted
from explorer.solved_folder.folder import SolvedFolder, SolvedNode
from explorer.solved_folder.reasons import reasons
from explorer.solved_folder.ways import best_line, shortest_path
from explorer.solver import Solution
from explorer.trace import dump_json

_VERSION = 1
_MOVES = 2  # how deep a reason goes


class NodeWithNeighbours(NamedTuple):
    """A solved node, its successors in move order and its predecessors."""

    node: SolvedNode
    successors: Sequence[SolvedNode]
    predecessors: Sequence[SolvedNode]


def node_in_memory(solution: Solution, id: str) -> NodeWithNeighbours:
    """Return a node of a solution with its neighbours."""
    graph = solution.scores.graph
    sides = (graph.successors_of(id), graph.predecessors_of(id))
    after, before = ([SolvedNode.of(solution, each.id) for each in side] for side in sides)
    return NodeWithNeighbours(SolvedNode.of(solution, id), after, before)


def say_node(folder: SolvedFolder, arguments: Arguments) -> int:
    """Write a node of a solved folder, or its root, with its neighbours."""
    _require_endless(folder, arguments)
    if arguments.out is not None:
        raise OptionError(f"{arguments.graph} is solved; -o is for a graph that is not")
    id = folder.root if arguments.node is None else arguments.node
    after, before = folder.successors(id), folder.predecessors(id)
    rows = folder.nodes_of([*dict.fromkeys((id, *after, *before))])
    if not arguments.json:
        size = f"{counted(len(folder), 'node')}, {counted(folder.move_count, 'move')}"
        say(f"{folder.title}: {size}, root {folder.root}, endless play is worth {format_score(folder.endless)}")
    write_node(NodeWithNeighbours(rows[id], [rows[each] for each in after], [rows[each] for each in before]), arguments)
    return 0


def write_node(node_with_neighbours: NodeWithNeighbours, arguments: Arguments) -> None:
    """Write a node with its neighbours, as a table or as JSON."""
    if arguments.json:
        sides = {"successors": node_with_neighbours.successors, "predecessors": node_with_neighbours.predecessors}
        lists = {name: [*map(_node_json, side)] for name, side in sides.items()}
        say(dump_json({"version": _VERSION} | _node_json(node_with_neighbours.node) | lists))
        return
    _say_table("node", [node_with_neighbours.node])
    for title, side in (
        ("successor", node_with_neighbours.successors),
        ("predecessor", node_with_neighbours.predecessors),
    ):
        if side:
            say("")
            _say_table(title, side)


def _say_table(title: str, nodes: Sequence[SolvedNode]) -> None:
    """Write nodes as a table with the columns of `solve`."""
    header = [title, "kind", "score", "lower", "upper", "best move", "distance"]
    columns = [*zip(*map(_node_cells, nodes), strict=True)]
    if all(node.lower is None for node in nodes):
        del header[3:5], columns[3:5]
    for piece in lines_of(header, columns):
        say(piece.rstrip("\n"))


def _node_cells(node: SolvedNode) -> list[str]:
    bounds = [format_score(bound) if bound is not None else "" for bound in (node.lower, node.upper)]
    best = (node.best or "") if node.is_settled else ""
    return [node.id, str(node.kind), format_interval(node.least, node.most), *bounds, best, _distance_words(node)]


def _distance_words(node: SolvedNode) -> str:
    if node.distance is not None:
        return f"{node.distance:,}"
    return "endless" if node.is_settled and node.kind.is_inner and node.lower is not None else ""


def _node_json(node: SolvedNode) -> dict[str, Any]:
    """Return a node as JSON, with the keys of `solve --json`."""
    words = _distance_words(node)
    fields: dict[str, Any] = {"node": node.id, "kind": str(node.kind)}
    fields["score"] = score_to_json(node.score) if node.is_settled else None
    for name, bound in (("lower", node.lower), ("upper", node.upper)):
        fields |= {} if bound is None else {name: score_to_json(bound)}
    if not node.is_settled:
        fields["between"] = [score_to_json(node.least), score_to_json(node.most)]
    fields |= {"best": node.best} if node.best is not None and node.is_settled else {}
    return fields | ({"distance": words if words == "endless" else node.distance} if words else {})


# ---- paths


def say_path(folder: SolvedFolder, arguments: Arguments) -> int:
    """Write best play from the root of a solved folder, or both paths to a node."""
    _require_endless(folder, arguments)
    if arguments.node is None:
        line, back = best_line(folder, folder.root)
        if arguments.json:
            say(dump_json({"version": _VERSION, "node": folder.root, "line": line, "back_to": back}))
        else:
            say(path_line("best play from the root", line) + ("" if back is None else f", and back to {line[back]}"))
        return 0
    with progress("{done:,} nodes read") as tell:
        shortest = shortest_path(folder, arguments.node, progress=tell)
        try:
            best, failure = shortest_path(folder, arguments.node, best=True, progress=tell), ""
        except LimitError as error:
            best, failure = [], f"best play: {reason(error)}"
    if arguments.json:
        say(dump_json({"version": _VERSION, "node": arguments.node, "shortest": shortest, "best": best}))
        return 0
    say_both_paths(arguments.node, shortest, best, failure)
    return 0


def say_both_paths(node: str, shortest: list[str], best: list[str], failure: str = "") -> None:
    """Write a shortest path to a node and one of best play, or why there is none."""
    say(path_line("shortest path", shortest) or f"no path leads from the root to {node}")
    if shortest:
        lost = failure or f"best play cannot lead to {node}: a move on the way gives score away"
        say(path_line("best play", best) or lost)


def path_line(name: str, path: list[str]) -> str:
    """Return a line with a path and its number of moves; "" if there is no path."""
    return f"{name}, {counted(len(path) - 1, 'move')}: {' → '.join(path)}" if path else ""


# ---- reasons


def say_reasons(folder: SolvedFolder, arguments: Arguments) -> int:
    """Write why a node of a solved folder has its score, some moves deep."""
    _require_endless(folder, arguments)
    if arguments.algorithm or arguments.expected or arguments.step is not None or arguments.settings or arguments.upper:
        raise OptionError("of a solved folder, why says how a score follows from others; it takes --node and --moves")
    id = folder.root if arguments.node is None else arguments.node
    moves = _MOVES if arguments.moves is None else arguments.moves
    lines = [*reasons(folder, id, moves=moves)]
    if arguments.json:
        say(dump_json({"version": _VERSION, "node": id, "moves": moves, "sentences": [line.strip() for line in lines]}))
        return 0
    for line in lines:
        say(line)
    return 0


def _require_endless(folder: SolvedFolder, arguments: Arguments) -> None:
    """Raise OptionError if the value of endless play is another one than that of the folder."""
    asked = parse_endless(arguments.endless)
    if asked not in (0, folder.endless):
        message = f"the scores of {arguments.graph} are those with endless play worth {format_score(folder.endless)}"
        raise OptionError(f"{message}; leave out --endless")
