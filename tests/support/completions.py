"""Partly open graphs by the thousand, ways to expand their open nodes, and the rule of the source told word by word."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

from support.graphs import game, with_open_nodes_as

from explorer.expansion.exact import extremes
from explorer.expansion.finalities import Finalities
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score

Finals = tuple[list[bool], list[bool]]  # of the lower and of the upper bounds, in node order


def random_partly_open(random: Random, convention: Convention, *, inner_nodes: int = 6) -> GameGraph:
    """A graph of up to so many inner nodes with one to three open nodes."""
    kinds = ["mover"] if convention is Convention.NEGAMAX else ["max", "min"]
    inner, leaves, opens = (
        [f"{letter}{i}" for i in range(random.randint(1, most))]
        for letter, most in (("p", inner_nodes), ("x", 3), ("q", 3))
    )
    ids = [*inner, *leaves, *opens]
    nodes: dict[str, str | Score] = {
        id: " ".join([random.choice(kinds), *random.sample(ids, random.randint(1, min(4, len(ids))))]) for id in inner
    }
    nodes |= {id: random.randint(-3, 3) for id in leaves} | dict.fromkeys(opens, "open")
    return game("p0", convention.value, **nodes)


def possible_scores(graph: GameGraph) -> list[Score]:
    """The scores of a graph and their negations, what lies between them, and what lies beyond."""
    own = {0, *(sign * node.score for node in graph.nodes if node.score is not None for sign in (1, -1))}
    between = [Fraction(low + high) / 2 for low, high in pairwise(sorted(own))]
    low, high = graph.score_range or (min(own) - 1, max(own) + 1)
    return sorted(score for score in {low, *own, *between, high} if low <= score <= high)


def random_completion(graph: GameGraph, random: Random) -> GameGraph:
    """The graph with every open node made a leaf, or an inner node with moves to anywhere and to new leaves."""
    inner = [Kind.MOVER] if graph.convention is Convention.NEGAMAX else [Kind.MAX, Kind.MIN]
    scores = possible_scores(graph)
    fresh = tuple(Node(f"new {i}", Kind.LEAF, random.choice(scores)) for i in range(3))
    larger = graph.replace(nodes=(*graph.nodes, *fresh))

    def anything(node: Node) -> tuple[Node, Sequence[str]]:
        if random.random() < 0.4:
            return Node(node.id, Kind.LEAF, random.choice(scores)), ()
        moves = random.sample(larger.nodes, random.randint(1, 3))
        return Node(node.id, random.choice(inner)), [each.id for each in moves]

    return with_open_nodes_as(larger, anything)


def rule_word_by_word(graph: GameGraph, lower: Sequence[Score], upper: Sequence[Score]) -> Finals:
    """Loops, Part 2, the five steps with the slip in the second mended; for minimax graphs, too."""
    equal = [low == high for low, high in zip(lower, upper, strict=True)]
    is_open = [node.kind is Kind.OPEN for node in graph.nodes]
    final: Finals = ([not each for each in is_open], [not each for each in is_open])
    changed = True
    while changed:
        changed = False
        for place in range(len(graph.nodes)):
            if equal[place] or is_open[place]:
                continue
            for bound, lost in enumerate(_lost(graph, place, lower, upper, final)):
                if lost and final[bound][place]:
                    final[bound][place] = False
                    changed = True
    return final


def by_the_rule(graph: GameGraph) -> Finalities:
    """The same for the bounds of a graph as it is."""
    lower, upper = rule_word_by_word(graph, *extremes(graph).bounds)
    return Finalities(tuple(lower), tuple(upper))


def _lost(
    graph: GameGraph, place: int, lower: Sequence[Score], upper: Sequence[Score], final: Finals
) -> tuple[bool, bool]:
    """Whether steps 3 and 4 say of the lower and of the upper bound of a node that it is not final."""
    children = graph.successors[place]
    if graph.convention is Convention.NEGAMAX:
        seen = [(-upper[c], -lower[c], final[1][c], final[0][c]) for c in children]
    else:
        seen = [(lower[c], upper[c], final[0][c], final[1][c]) for c in children]
    if graph.nodes[place].kind is not Kind.MIN:
        better = any(high > lower[place] and not low_final for _, high, low_final, _ in seen)
        return better, all(not high_final for _, high, _, high_final in seen if high == upper[place])
    better = any(low < upper[place] and not high_final for low, _, _, high_final in seen)
    return all(not low_final for low, _, low_final, _ in seen if low == lower[place]), better
