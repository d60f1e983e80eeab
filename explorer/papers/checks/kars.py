"""Checks of W. T. M. Kars, From game trees to game graphs (1990), except those of the iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from explorer import algorithms, games
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph, Kind
from explorer.model.late_networkx import nx
from explorer.model.scores import Score
from explorer.papers.checks.trials import (
    FEW,
    GENERATED,
    PAIRS,
    figure_1,
    game,
    graphs,
    rule_solutions,
    trees,
    value_of_tree,
    with_leaf,
)
from explorer.papers.finding import Finding, Heartbeat, every, same
from explorer.solver import solve
from explorer.unwinding import TreeView, build, count


def definition_2_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the root, paths and players of the scene's graph against Definition 2.1."""
    graph = scene.graph
    drawn = graph.to_networkx()
    reached = {str(graph.root), *nx.descendants(drawn, str(graph.root))}
    yield same("nodes to which a path leads from the root", set(graph.ids), reached)
    yield same("Max begins", Kind.MAX, graph.node(str(graph.root)).kind)
    leaves = {node.id for node in graph.nodes if node.kind is Kind.LEAF}
    yield same("the leaves are the nodes without moves", {id for id in graph.ids if not drawn.out_degree(id)}, leaves)


def theorem_3_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the rule has one solution without cycles, by trying all values and by the bounds."""
    scores = tuple(sorted({node.score for node in scene.graph.nodes if node.score is not None}))
    yield same("values with which the rule holds everywhere", 1, len(rule_solutions(scene.graph, scores)))
    acyclic = [
        graph for graph in (*graphs(cycles=False), *trees()) if nx.is_directed_acyclic_graph(graph.to_networkx())
    ]
    about = "generated graphs without cycles in which least and greatest solution are one"
    yield every(about, acyclic, lambda graph: solve(graph).lower == solve(graph).upper)


def example_3_2(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check both formulas and the equivalence of the example, for all b and d from −3 to 3."""
    yield every(
        "a = max(b, min(d, 0)), all b and d from −3 to 3",
        PAIRS,
        lambda bd: _score_of_a(*bd) == max(bd[0], min(bd[1], 0)),
    )
    yield every(
        "c = min(d, max(b, 0)), all b and d from −3 to 3",
        PAIRS,
        lambda bd: _score_of_c(*bd) == min(bd[1], max(bd[0], 0)),
    )
    about = "the rule holds just where a = b ≥ c = d or d ≥ a = c ≥ b"
    yield every(about, PAIRS, lambda bd: rule_solutions(figure_1(*bd), FEW) == _solutions_by_equivalence(*bd))
    unique = [bd for bd in PAIRS if len(rule_solutions(figure_1(*bd), FEW)) == 1]
    yield every("if b ≥ d the rule alone decides", [bd for bd in PAIRS if bd[0] >= bd[1]], lambda bd: bd in unique)


def _score_of_a(b: int, d: int) -> Score:
    """Return the solver's score of a in Figure 1, given the scores of leaves b and d."""
    return solve(figure_1(b, d)).scores["a"]


def _score_of_c(b: int, d: int) -> Score:
    """Return the solver's score of c in Figure 1, given the scores of leaves b and d."""
    return solve(figure_1(b, d)).scores["c"]


def _solutions_by_equivalence(b: int, d: int) -> set[tuple[tuple[str, Score], ...]]:
    """Return the values of a and c that the equivalence of Example 3.2 allows."""
    fits = [(a, c) for a, c in PAIRS if (a == b >= c == d) or (d >= a == c >= b)]
    return {(("a", a), ("c", c)) for a, c in fits}


def definition_6_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the solver and plain recursion give the same classes of trees."""
    yield same(
        "classes of the generated trees",
        *(_score_classes_text(score) for score in (_plain_root_value, lambda tree: solve(tree).score)),
    )


def _plain_root_value(tree: GameGraph) -> Score:
    """Return the value of a tree's root by plain recursion."""
    return value_of_tree(tree, str(tree.root))


def _score_classes_text(score: Callable[[GameGraph], Score]) -> str:
    """Return the numbers of the random trees as text, those of equal score together."""
    scores = [score(tree) for tree in trees()]
    numbers = {value: [i for i, other in enumerate(scores, 1) if other == value] for value in sorted(set(scores))}
    return "; ".join(" ".join(map(str, each)) for each in numbers.values())


def lemma_6_3(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that a tree has the score of a leaf with its score."""
    cases = (scene.graph, *trees())
    yield every(
        "trees with the score of the leaf that replaces them",
        cases,
        lambda tree: _keeps_score_with_leaf(tree, str(tree.root)),
    )


def lemma_6_4(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that another subtree of the same score leaves the score of the tree as it is."""
    cases = [(tree, id) for tree in (scene.graph, *trees(6)) for id in _inner_ids(tree)]
    yield every(
        "subtrees exchanged for another one of their score", cases, lambda case: _keeps_score_with_subtree(*case)
    )


def lemma_6_5(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that replacing a subtree by a leaf of its score leaves the score of the tree as it is."""
    cases = [(tree, id) for tree in (scene.graph, *trees(6)) for id in _inner_ids(tree)]
    yield every("subtrees replaced by a leaf of their score", cases, lambda case: _keeps_score_with_leaf(*case))


def _inner_ids(graph: GameGraph) -> list[str]:
    """Return the ids of the nodes that are no leaves."""
    return [node.id for node in graph.nodes if node.kind is not Kind.LEAF]


def _keeps_score_with_leaf(tree: GameGraph, id: str) -> bool:
    """Return whether the root keeps its score when a leaf of its score replaces a subtree."""
    smaller = with_leaf(tree, id, value_of_tree(tree, id))
    return solve(smaller).score == value_of_tree(tree, str(tree.root))


def _keeps_score_with_subtree(tree: GameGraph, id: str) -> bool:
    """Return whether the root keeps its score when a leaf's predecessor replaces a subtree of its score."""
    score = value_of_tree(tree, id)
    smaller = with_leaf(tree, id, score)
    kind = tree.node(id).kind
    nodes: dict[str, str | Score] = {
        node.id: node.score if node.score is not None else _node_text(smaller, node.id) for node in smaller.nodes
    }
    return solve(game(nodes | {id: f"{kind} other", "other": score})).score == value_of_tree(tree, str(tree.root))


def _node_text(graph: GameGraph, id: str) -> str:
    return " ".join([graph.node(id).kind, *(next.id for next in graph.successors_of(id))])


def theorem_6_6(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that cutting the unwound tree at every repeated position, with 0, keeps the score."""
    graph = scene.graph
    yield same("score, and value of the tree cut at back links", solve(graph).score, _back_link_value(graph))
    yield every(f"the same {GENERATED}", graphs(), lambda graph: solve(graph).score == _back_link_value(graph))


def _back_link_value(graph: GameGraph) -> Score | None:
    """Return the root's value in the tree that is cut at repeated positions."""
    return build(graph, TreeView.BACK_LINKS).root_value


def algorithm_6_7(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the search returns the score of the root."""
    yield from _compare_search_scores("depth-first", scene.graph)


def theorem_6_8(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the search visits every node of the unravelled graph once."""
    yield from _compare_search_scores("depth-first", scene.graph)
    yield same(
        "visits, and nodes of the tree cut at back links",
        _back_link_tree_size(scene.graph),
        visits(scene.graph, "depth-first"),
    )
    yield every(
        f"the same {GENERATED}", graphs(), lambda graph: visits(graph, "depth-first") == _back_link_tree_size(graph)
    )


def _compare_search_scores(algorithm: str, graph: GameGraph) -> Iterator[Finding]:
    """Compare the root's score by a search with the solver's, on a graph and on random ones."""
    yield same("score of the root", solve(graph).score, search_value(graph, algorithm))
    yield every(
        f"scores of roots {GENERATED}", graphs(), lambda graph: search_value(graph, algorithm) == solve(graph).score
    )


def search_value(graph: GameGraph, algorithm: str) -> Score:
    """Return the score of the root that a search returns."""
    value: Score = algorithms.trace(graph, algorithm).result["value"]
    return value


def visits(graph: GameGraph, algorithm: str) -> int:
    """Return the number of calls of a search."""
    return int(algorithms.trace(graph, algorithm).result["visits"])


def _back_link_tree_size(graph: GameGraph) -> int:
    """Return the number of nodes of the tree that is cut at repeated positions."""
    return count(graph, TreeView.BACK_LINKS).total


def example_7_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the naive memo is wrong at c just for b > 0 and d > 0."""
    naive = {bd: _second_visit_value(*bd, "memoised-naive") for bd in PAIRS}
    wrong = {bd for bd in PAIRS if naive[bd] != _score_of_c(*bd)}
    yield same(
        "b and d from −3 to 3 for which the naive memo returns a wrong c", {bd for bd in PAIRS if min(bd) > 0}, wrong
    )
    yield every(
        "Algorithm 7.2 returns the right c", PAIRS, lambda bd: _second_visit_value(*bd, "memoised") == _score_of_c(*bd)
    )


def _second_visit_value(b: int, d: int, algorithm: str) -> Score:
    """Return the value of c in a search that has visited a, and reaches c again by another move."""
    worse = min(FEW) - 1  # than c: r visits a below p first, and then takes c
    nodes: dict[str, str | Score] = {
        "r": "max p c",
        "p": "min a e",
        "e": worse,
        "a": "max b c",
        "b": b,
        "c": "min d a",
        "d": d,
    }
    return search_value(game(nodes), algorithm)


def theorem_7_3(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the memo needs dependency sets to return the score of the root."""
    yield from _compare_search_scores("memoised", scene.graph)
    correct = search_value(scene.graph, "memoised-naive") == solve(scene.graph).score
    yield same("a memo without dependency sets is right in the scene", False, correct)


def example_7_4(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare the published counts of both searches with the program's ladder."""
    for n in range(2, 9):
        ladder = games.generate("ladder", layers=n)
        heartbeat()
        yield same(f"nodes of L{n}: 4n + 2", 4 * n + 2, len(ladder.ids))
        yield same(f"leaves of L{n}: half of them", 2 * n + 1, ladder.count(Kind.LEAF))
        yield same(f"visits without memo, n = {n}", (3 * n + 9) * 2 ** (n - 1) - 2, visits(ladder, "depth-first"))
        memo = Fraction(9 * n**2 - 5 * n + 16, 2)
        yield same(f"visits with memo, n = {n}", memo, Fraction(visits(ladder, "memoised")))


def conjecture_visits(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Refute the conjecture: on K(m, m) visits more than quadruple with m, while nodes grow by four."""
    published = (5, 19, 81, 341, 1441, 6077)
    counted = []
    for m, expected in enumerate(published, 1):
        graph = games.generate("complete-bipartite", size=m)
        counted.append(visits(graph, "memoised"))
        heartbeat()
        yield same(f"visits of Algorithm 7.2 on K({m}, {m}), {len(graph.ids)} nodes", expected, counted[-1])
    steps = list(pairwise(counted))[2:]
    yield every("more than four times as many, from m = 3 on", steps, lambda pair: pair[1] > 4 * pair[0])
