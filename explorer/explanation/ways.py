"""Sentences on how play gets from the root to a node, and how best play goes on from there; they light the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise

from explorer.explanation.words import PLAYED, Sentence
from explorer.model.errors import ExplorerError, sentence
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.model.words import counted
from explorer.solved_folder import ways
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.part import part_of
from explorer.solver import solve
from explorer.solver.paths import best_play, shortest_path
from explorer.trace.caption import Quantity, Value, Words, caption, named, way

_LONGEST_LINE = 200  # moves of best play in a solved folder that are named


def path_sentences(graph: GameGraph, node: str, *, endless: Score = 0) -> list[Sentence]:
    """Return sentences that spell out a shortest path and a path of best play from the root to a node.

    Raises
    ------
    GraphError
        If there is no such node, or the graph has errors.
    """
    best = partial(shortest_path, graph, node, best=True, endless=endless)
    return _sentences_of_paths(graph, node, shortest_path(graph, node), best)


def path_sentences_in_folder(folder: SolvedFolder, node: str) -> list[Sentence]:
    """Return the sentences of `path_sentences` for a node of a solved folder.

    Raises
    ------
    GraphError
        If there is no such node.
    LimitError
        If the search for a path reads too many nodes.
    """
    shortest = ways.shortest_path(folder, node)
    with suppress(ExplorerError):
        best = ways.shortest_path(folder, node, best=True)
        return _sentences_of_paths(part_of(folder, [*shortest, *best] or [node]), node, shortest, lambda: best)
    graph = part_of(folder, shortest or [node])
    return _sentences_of_paths(graph, node, shortest, partial(ways.shortest_path, folder, node, best=True))


def _sentences_of_paths(
    graph: GameGraph, node: str, shortest: list[str], best_path: Callable[[], list[str]]
) -> list[Sentence]:
    """Return sentences on a shortest path to a node, and on one of best play, if there are such."""
    name, here = named(graph.node(node)), (node,)
    if not shortest:
        return [Sentence(caption("No path leads from the root to ", name, "."), here)]
    if len(shortest) == 1:
        return [Sentence(caption(name, " is the root: play starts here."), here)]
    first = _path_sentence(graph, shortest, "A shortest path from the root has", "chain")
    try:
        best = best_path()
    except ExplorerError as error:
        return [first, Sentence(caption(sentence(error)), here)]
    if not best:
        return [
            first,
            Sentence(caption("Best play cannot lead to ", name, ": a move on the way gives score away."), here),
        ]
    if best == shortest:
        words = caption("Best play can take it: every move on it keeps the score.")
        return [first, Sentence(words, tuple(best), _moves_along(best), mark="best")]
    return [first, _path_sentence(graph, best, "A shortest one on which every move keeps the score has", "best")]


def best_line_sentences(graph: GameGraph, node: str, *, endless: Score = 0) -> list[Sentence]:
    """Return a sentence with the line of best play from a node on, its end and its value.

    Raises
    ------
    GraphError, OptionError
        As `best_play`.
    """
    line, back = best_play(graph, node, endless=endless)
    return _sentences_of_line(graph, line, back, solve(graph, endless=endless).scores[node])


def best_line_sentences_in_folder(folder: SolvedFolder, node: str) -> list[Sentence]:
    """Return the sentence of `best_line_sentences` for a node of a solved folder.

    Raises
    ------
    GraphError, OptionError
        As `explorer.solved_folder.ways.best_line`.
    """
    line, back = ways.best_line(folder, node, most=_LONGEST_LINE)
    return _sentences_of_line(part_of(folder, line), line, back, folder.node(node).score)


def _sentences_of_line(graph: GameGraph, line: list[str], back: int | None, score: Score) -> list[Sentence]:
    """Return a sentence with a line of best play, its end and its value."""
    node = line[0]
    name, last = named(graph.node(node)), graph.node(line[-1])
    worth = Value(score, Quantity.RESULT, node)
    if len(line) == 1 and back is None:
        is_leaf = last.score is not None
        words = " is a leaf: play ends here." if is_leaf else ": best play may depend on nodes that are open."
        return [Sentence(caption(name, words), (node,))]
    ids = line if back is None else [*line, line[back]]
    if back is not None:
        end: Words = caption(" and so on for ever, which is worth ", worth)
    elif len(line) > _LONGEST_LINE:
        end = caption(", and goes on to the score ", worth)
    elif last.score is None:
        end = ", from where on it may depend on open nodes"
    else:
        end = caption(f" and ends after {counted(len(line) - 1, 'move')} with ", worth)
    return [
        Sentence(
            caption("Best play goes ", _node_names(graph, ids), end, "."), tuple(line), _moves_along(ids), mark="best"
        )
    ]


def _path_sentence(graph: GameGraph, path: Sequence[str], what: str, mark: str) -> Sentence:
    words = caption(f"{what} {counted(len(path) - 1, 'move')}: ", _node_names(graph, path), ".")
    return Sentence(words, tuple(path), _moves_along(path), mark=mark)


def _node_names(graph: GameGraph, ids: Sequence[str]) -> Words:
    return way(graph, ids, PLAYED)


def _moves_along(ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple(pairwise(ids))
