"""Complete trees: every inner node has the same number of moves, every leaf the same depth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from random import Random

from explorer.games.game import Game
from explorer.model.errors import OptionError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.model.words import counted
from explorer.trace.options import choice, score_list, whole_number

MAX_NODES = 100_000
ROOT = "r"
TURNS = {"max": (Kind.MAX, Kind.MIN), "min": (Kind.MIN, Kind.MAX), "mover": (Kind.MOVER, Kind.MOVER)}


def complete_tree(
    *, branching: int, depth: int, first: str, scores: Sequence[Score], pattern: str, seed: int
) -> GameGraph:
    """Return the tree, level by level; the children of node 1.2 are 1.2.1, 1.2.2, ….

    Parameters
    ----------
    first : the player at the root: "max", "min", or "mover" for a negamax graph.
    scores : of the leaves, from left to right over and over ("in-turn"), or drawn from by the seed ("random").

    Raises
    ------
    OptionError
        If it has more than `MAX_NODES` nodes.
    """
    node_count(branching=branching, depth=depth)
    levels = [[ROOT]]
    for _ in range(depth):
        levels.append([child for id in levels[-1] for child in _child_ids(id, branching)])
    turns = TURNS[first]
    inner = [Node(id, turns[number % 2]) for number, level in enumerate(levels[:-1]) for id in level]
    scores_of_leaves = _leaf_scores(scores, len(levels[-1]), pattern, seed)
    leaves = [Node(id, Kind.LEAF, score) for id, score in zip(levels[-1], scores_of_leaves, strict=True)]
    return GameGraph(
        (*inner, *leaves),
        tuple((node.id, child) for node in inner for child in _child_ids(node.id, branching)),
        root=ROOT,
        convention=Convention.NEGAMAX if first == "mover" else Convention.MINIMAX,
        name=f"Complete tree, {counted(branching, 'move')}, depth {depth}",
        description=(
            "The start is the only leaf."
            if depth == 0
            else f"Every position has {counted(branching, 'move')}, and after {depth} the game is over. "
            "In a tree no position comes back: all searches agree, and differ only in how much of it they visit."
        ),
    )


def node_count(*, branching: int, depth: int, **_: object) -> int:
    """Return the number of nodes of the tree.

    Raises
    ------
    OptionError
        If they are more than `MAX_NODES`.
    """
    count = sum(int(branching**level) for level in range(depth + 1))
    if count > MAX_NODES:
        raise OptionError(f"such a tree has {count:,} nodes, at most {MAX_NODES:,} are made; lower branching or depth")
    return count


def _child_ids(id: str, branching: int) -> list[str]:
    stem = "" if id == ROOT else f"{id}."
    return [f"{stem}{number}" for number in range(1, branching + 1)]


def _leaf_scores(scores: Sequence[Score], count: int, pattern: str, seed: int) -> list[Score]:
    if pattern == "random":
        rng = Random(seed)
        return [scores[int(rng.random() * len(scores))] for _ in range(count)]
    return list(islice(cycle(scores), count))


GAME = Game(
    name="tree",
    title="Complete tree",
    source="our own",
    summary="A game that is over after a fixed number of moves, with as many moves at every position.",
    parameters=(
        whole_number(
            "branching", "Moves of a position", 2, "How many moves every position has.", minimum=1, maximum=50
        ),
        whole_number("depth", "Depth", 3, "After how many moves the game is over.", minimum=0, maximum=16),
        choice(
            "first",
            "First to move",
            {"max": "Max", "min": "Min", "mover": "no named players (negamax)"},
            "Who moves at the root; in a negamax graph scores are for the player to move.",
        ),
        score_list("scores", "Scores K", range(-3, 4), 'What leaves may score, such as "-1, 0, 1/2" or "-3..3".'),
        choice(
            "pattern",
            "Leaves score",
            {"random": "at random", "in-turn": "in turn, from left to right"},
            "Whether leaves draw from the scores by the seed, or take them in turn, over and over.",
        ),
        whole_number("seed", "Seed", 1, "Another seed draws other scores.", minimum=0, maximum=2**31 - 1),
    ),
    build=complete_tree,
    rank=40,
    scene="algorithm=alpha-beta&step=last",
    count=node_count,
)
