"""`python -m tests.benchmarks.searches [NODES]`: searches whose steps nobody reads, beside plain recursive ones.

A plain search is what an engine's author writes at first: a recursive function with lists and dictionaries, which
counts its visits and shows nothing.  Both get the same numbers; the time is that of the processor.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from explorer.comparison.compare import UNRECORDED, run
from explorer.comparison.contender import Contender
from explorer.model.graph import GameGraph
from explorer.scenes.reference import load_reference
from tests.benchmarks.timing import seconds_of

NODES = 600_000


@dataclass
class PlainSearch:
    """A recursive search over lists, for a graph with the players Max and Min."""

    graph: GameGraph
    visits: int = 0
    path: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.successors = [*map(tuple, self.graph.successors)]
        self.is_max = [orientation > 0 for orientation in self.graph.orientation]
        self.scores = [node.score or 0 for node in self.graph.nodes]

    def naive_memo(self) -> object:
        """Return the root's value by a memo that forgets the path."""
        memo: dict[int, object] = {}

        def search(node: int) -> object:
            self.visits += 1
            if node in self.path:
                return 0
            if node in memo:
                return memo[node]
            if not self.successors[node]:
                memo[node] = self.scores[node]
                return self.scores[node]
            self.path.add(node)
            best = (max if self.is_max[node] else min)([search(other) for other in self.successors[node]])
            self.path.discard(node)
            memo[node] = best
            return best

        return search(self.graph.root_index)

    def memo(self) -> object:
        """Return the root's value by a memo whose entries hold while the nodes that they need are on the path."""
        memo: dict[int, tuple[object, frozenset[int]]] = {}
        nothing: frozenset[int] = frozenset()

        def search(node: int) -> tuple[object, frozenset[int]]:
            self.visits += 1
            if node in self.path:
                return 0, frozenset([node])
            if node in memo and memo[node][1] <= self.path:
                return memo[node]
            if not self.successors[node]:
                memo[node] = self.scores[node], nothing
                return memo[node]
            self.path.add(node)
            answers = [search(other) for other in self.successors[node]]
            best = (max if self.is_max[node] else min)([score for score, _ in answers])
            self.path.discard(node)
            memo[node] = best, nothing.union(*[needs for _, needs in answers]) - {node}
            return memo[node]

        return search(self.graph.root_index)[0]

    def minimax(self) -> object:
        """Return the root's value by a search of all plays."""

        def search(node: int) -> object:
            self.visits += 1
            if node in self.path:
                return 0
            if not self.successors[node]:
                return self.scores[node]
            self.path.add(node)
            best = (max if self.is_max[node] else min)([search(other) for other in self.successors[node]])
            self.path.discard(node)
            return best

        return search(self.graph.root_index)

    def alpha_beta(self) -> object:
        """Return the root's value by a search of all plays with a window."""

        def search(node: int, alpha: float, beta: float) -> float:
            self.visits += 1
            if node in self.path:
                return 0
            if not self.successors[node]:
                return self.scores[node]
            self.path.add(node)
            for other in self.successors[node]:
                value = search(other, alpha, beta)
                if self.is_max[node]:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    break
            self.path.discard(node)
            return alpha if self.is_max[node] else beta

        return search(self.graph.root_index, float("-inf"), float("inf"))


def layered(nodes: int, *, back: int = 0, seed: int = 1) -> GameGraph:
    """Return a graph of layers of 100 nodes with two moves a node to the next one, and now and then one back."""
    rng, width = random.Random(seed), 100
    moves = []
    for index in range(nodes - width):
        layer = index // width
        first = (layer + 1) * width
        moves += [
            [f"n{index}", f"n{target}"] for target in sorted({first + index % width, first + rng.randrange(width)})
        ]
        if back and layer and rng.randrange(back) == 0:
            moves.append([f"n{index}", f"n{index - width}"])
    inner = [{"id": f"n{i}", "player": "max" if i // width % 2 else "min"} for i in range(nodes - width)]
    ends = [{"id": f"n{i}", "score": rng.randrange(-9, 10)} for i in range(nodes - width, nodes)]
    return GameGraph.from_json({"root": "n0", "nodes": [*inner, *ends], "moves": moves})


def tree(nodes: int, seed: int = 1) -> GameGraph:
    """Return a tree in which every inner node has three moves."""
    rng = random.Random(seed)
    inner = (nodes - 2) // 3 + 1
    moves = [[f"n{(i - 1) // 3}", f"n{i}"] for i in range(1, 3 * inner + 1)]
    depths = [0]
    for i in range(1, inner):
        depths.append(depths[(i - 1) // 3] + 1)
    records = [{"id": f"n{i}", "player": "min" if depths[i] % 2 else "max"} for i in range(inner)]
    ends = [{"id": f"n{i}", "score": rng.randrange(-99, 100)} for i in range(inner, 3 * inner + 1)]
    return GameGraph.from_json({"root": "n0", "nodes": [*records, *ends], "moves": moves})


PAIRS: tuple[tuple[str, str, Callable[[PlainSearch], object]], ...] = (
    ("memoised-naive", "random", PlainSearch.naive_memo),
    ("memoised", "layered", PlainSearch.memo),
    ("minimax", "tree", PlainSearch.minimax),
    ("alpha-beta", "tree", PlainSearch.alpha_beta),
)


def main() -> None:
    """Print how long each search takes, and the plain one."""
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else NODES
    sys.setrecursionlimit(10 * nodes)
    graphs = {
        "random": load_reference(f"game:random?nodes={nodes}").graph,
        "layered": layered(nodes, back=500),
        "tree": tree(nodes),
    }
    for name, place, plain in PAIRS:
        sys.stdout.write(_line_about(name, place, graphs[place], plain) + "\n")
        sys.stdout.flush()


def _line_about(name: str, place: str, graph: GameGraph, plain: Callable[[PlainSearch], object]) -> str:
    """Return the line with both times for a search; it is an error if their values or visits differ."""
    rival = PlainSearch(graph)
    contender = Contender(name)
    value, row = plain(rival), run(graph, contender, limits=UNRECORDED).row
    if (row.value, row.visits) != (value, rival.visits):
        raise AssertionError(f"{name}: {row} differs from {value} in {rival.visits:,} visits")
    ours = seconds_of(lambda: run(graph, contender, limits=UNRECORDED), 2)
    plainly = seconds_of(lambda: plain(PlainSearch(graph)), 2)
    return (
        f"{name} on a {place} graph of {len(graph.nodes):,} nodes, {row.visits:,} visits: {ours:.1f} s, "
        f"plain Python {plainly:.1f} s, ratio {ours / plainly:.1f}"
    )


if __name__ == "__main__":
    main()
