"""Game graphs for tests: a short notation, the graphs of the sources, and hypothesis strategies.

The notation names each node with what it is: `game("a", a="max b c", b=-1, c="min d a", d=2, q="open")`.  In a
negamax graph an inner node is written "mover x y".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import perm
from typing import TypeVar

from hypothesis import strategies as st
from support.examples import examples

from explorer.model.graph import Convention, GameGraph, Kind, Move, Node
from explorer.model.scores import Score

T = TypeVar("T")

BOTH = (Convention.MINIMAX, Convention.NEGAMAX)

thorough = examples(60)
"""For properties of whole algorithms."""

scores: st.SearchStrategy[Score] = st.sampled_from(
    [0, 1, -1, 2, -2, 3, -3, Fraction(1, 2), Fraction(-5, 3), Fraction(16, 3), 0.5, -1.5, 0.0]
)
"""Leaf scores: negative, zero, positive; whole, fractions, floats."""

worths: st.SearchStrategy[Score] = st.one_of(scores, st.sampled_from([float("-inf"), float("inf")]))
"""What endless play may be worth."""


def game(root: str, convention: str = "minimax", /, **nodes: str | Score) -> GameGraph:
    """The graph in the notation of this module; nodes and moves keep their order."""
    made: list[Node] = []
    moves: list[Move] = []
    for id, text in nodes.items():
        if not isinstance(text, str):
            made.append(Node(id, Kind.LEAF, text))
            continue
        kind, *successors = text.split()
        made.append(Node(id, Kind(kind)))
        moves += [(id, successor) for successor in successors]
    return GameGraph(tuple(made), tuple(moves), root=root, convention=Convention(convention))


# ---- the graphs of the sources


def figure_1(b: Score = -1, d: Score = 2) -> GameGraph:
    """Kars, Example 3.2."""
    return game("a", a="max b c", b=b, c="min d a", d=d)


def example_7_1(b: Score, d: Score) -> GameGraph:
    """Kars, Example 7.1: Figure 1 under a root that visits a first and c, through e, later."""
    return game("r", r="min a e", a="max b c", b=b, c="min d a", d=d, e="max c")


def complete_bipartite(m: int) -> GameGraph:
    """K(m, m): m Max and m Min nodes, all moves between the two sides, and a leaf at every node."""
    xs, ys = [f"x{i}" for i in range(m)], [f"y{i}" for i in range(m)]
    nodes: dict[str, str | Score] = {x: " ".join(["max", *ys, f"leaf_{x}"]) for x in xs}
    nodes |= {y: " ".join(["min", *xs, f"leaf_{y}"]) for y in ys}
    nodes |= {f"leaf_{id}": number for number, id in enumerate([*xs, *ys], -m)}
    return game("x0", **nodes)


def complete_digraph(n: int) -> GameGraph:
    """n inner nodes, alternately Max and Min, with a move from each to every other, and no leaves."""
    ids = [f"v{i}" for i in range(n)]
    return game(
        "v0",
        **{id: " ".join(["min" if i % 2 else "max", *(o for o in ids if o != id)]) for i, id in enumerate(ids)},
    )


def distant_win(k: int) -> GameGraph:
    """A graph in which every node is at most 3 moves from the root r, yet s_n(r) becomes 1 only at n = k + 2.

    A chain v1 (Min), v2 (Max), …, vk to a leaf +1; r (Max) → v1, h; h (Min) → leaf −1, m, every even v; m (Max) → every
    odd v.  It refutes the conjecture of Kars, section 8, that convergence depends on the distance alone.
    """
    chain = [f"v{i}" for i in range(1, k + 1)]
    nodes: dict[str, str | Score] = {"r": "max v1 h", "h": " ".join(["min", "lost", "m", *chain[1::2]])}
    nodes |= {"m": " ".join(["max", *chain[::2]]), "lost": -1, "won": 1}
    for place, id in enumerate(chain):
        following = chain[place + 1] if place + 1 < k else "won"
        nodes[id] = f"{'max' if place % 2 else 'min'} {following}"
    return game("r", **nodes)


def long_path(length: int, *, back: bool = False) -> GameGraph:
    """A path of alternating inner nodes that ends in a leaf 1; with `back`, its last node can also go to the root."""
    nodes = [Node(f"v{i}", Kind.MIN if i % 2 else Kind.MAX) for i in range(length)]
    ids = [*(node.id for node in nodes), "end"]
    moves = list(pairwise(ids))
    extra = [(ids[-2], ids[0])] if back else []
    return GameGraph((*nodes, Node("end", Kind.LEAF, 1)), (*moves, *extra), root="v0")


# ---- strategies


@st.composite
def game_graphs(
    draw: st.DrawFn,
    *,
    conventions: Sequence[Convention] = BOTH,
    max_inner: int = 5,
    max_leaves: int = 3,
    max_open: int = 0,
    max_degree: int = 4,
    acyclic: bool = False,
) -> GameGraph:
    """Playable graphs with self-loops, cycles of any length, shared nodes, unreachable parts, or a leaf as root.

    Inner nodes are p0, p1, …, leaves x0, …, open nodes q0, ….  With `acyclic`, moves lead only to later nodes.
    """
    convention = conventions[draw(_up_to(len(conventions) - 1))]
    inner = [f"p{i}" for i in range(draw(_up_to(max_inner)))]
    opens = [f"q{i}" for i in range(draw(_up_to(max_open)))]
    fewest = 1 if acyclic or not inner + opens else 0
    leaves = [f"x{i}" for i in range(fewest + draw(_up_to(max_leaves - fewest)))]
    ids = [*inner, *leaves, *opens]
    root = ids[max(0, draw(_up_to(2 * len(ids) - 1)) - len(ids))]  # as often as not, the first
    kinds = _kinds(draw, convention, len(inner))
    nodes: dict[str, str | Score] = {}
    for place, (id, kind) in enumerate(zip(inner, kinds, strict=True)):
        nodes[id] = " ".join([kind, *_some(draw, ids[place + 1 :] if acyclic else ids, max_degree)])
    nodes |= {id: draw(scores) for id in leaves} | dict.fromkeys(opens, "open")
    return game(root, convention.value, **nodes)


@st.composite
def game_trees(draw: st.DrawFn, *, conventions: Sequence[Convention] = BOTH, max_nodes: int = 12) -> GameGraph:
    """Trees: every node but the root, n0, has one predecessor."""
    convention = conventions[draw(_up_to(len(conventions) - 1))]
    count = 1 + draw(_up_to(max_nodes - 1))
    children: dict[int, list[str]] = {place: [] for place in range(count)}
    for place in range(1, count):
        children[draw(_up_to(place - 1))].append(f"n{place}")
    kinds = _kinds(draw, convention, count)
    nodes: dict[str, str | Score] = {
        f"n{place}": " ".join([kinds[place], *below]) if below else draw(scores) for place, below in children.items()
    }
    return game("n0", convention.value, **nodes)


# A number is drawn for many choices at once where that can be: hypothesis pays for each draw, and for each new strategy
# more than a small graph costs to solve.


@cache
def _up_to(bound: int) -> st.SearchStrategy[int]:
    return st.integers(0, bound)


def _kinds(draw: st.DrawFn, convention: Convention, count: int) -> list[str]:
    """The kinds of so many inner nodes."""
    if convention is Convention.NEGAMAX:
        return ["mover"] * count
    squares = draw(_up_to(2**count - 1))
    return ["min" if squares >> place & 1 else "max" for place in range(count)]


def _some(draw: st.DrawFn, ids: Sequence[str], most: int) -> list[str]:
    """At least one of these, in any order."""
    return in_any_order(draw, ids, 1 + draw(_up_to(min(most, len(ids)) - 1)))


def in_any_order(draw: st.DrawFn, items: Sequence[T], count: int) -> list[T]:
    """So many of these, in any order."""
    left = list(items)
    rank = draw(_up_to(perm(len(left), count) - 1))
    chosen = []
    for _ in range(count):
        rank, place = divmod(rank, len(left))
        chosen.append(left.pop(place))
    return chosen


def with_open_nodes_as(graph: GameGraph, choose: Callable[[Node], tuple[Node, Sequence[str]]]) -> GameGraph:
    """The graph with each open node replaced by a node of the same id and its moves."""
    nodes: list[Node] = []
    moves = list(graph.moves)
    for node in graph.nodes:
        if node.kind is Kind.OPEN:
            chosen, successors = choose(node)
            nodes.append(chosen)
            moves += [(node.id, successor) for successor in successors]
        else:
            nodes.append(node)
    return graph.replace(nodes=tuple(nodes), moves=tuple(moves))
