"""Checks of W. T. M. Kars, From game trees to game graphs (1990)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, product

from explorer import algorithms, games
from explorer.algorithms.fixpoints.distributed import ALGORITHM as DISTRIBUTED
from explorer.algorithms.fixpoints.score_iteration import ALGORITHM as SCORE_ITERATION
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph, Kind
from explorer.model.late_networkx import nx
from explorer.model.scores import Score
from explorer.papers.checks.trials import (
    FEW,
    GRAPHS,
    approximations,
    figure_1,
    game,
    graphs,
    rule_solutions,
    trees,
    value_of_tree,
    with_leaf,
)
from explorer.papers.finding import Finding, Tell, every, same, written
from explorer.solver import solve
from explorer.solver.operator import approximation
from explorer.unwinding import View, build, count

PAIRS = tuple(product(FEW, FEW))
_GENERATED = f"on {GRAPHS} generated graphs"


def definition_2_1(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """Root, paths and players of the scene's graph."""
    graph = scene.graph
    drawn = graph.to_networkx()
    reached = {str(graph.root), *nx.descendants(drawn, str(graph.root))}
    yield same("nodes to which a path leads from the root", set(graph.ids), reached)
    yield same("Max begins", Kind.MAX, graph.node(str(graph.root)).kind)
    leaves = {node.id for node in graph.nodes if node.kind is Kind.LEAF}
    yield same("the leaves are the nodes without moves", {id for id in graph.ids if not drawn.out_degree(id)}, leaves)


def theorem_3_1(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The rule has one solution where there is no cycle: by trying all values, and by the bounds meeting."""
    scores = tuple(sorted({node.score for node in scene.graph.nodes if node.score is not None}))
    yield same("values with which the rule holds everywhere", 1, len(rule_solutions(scene.graph, scores)))
    acyclic = [
        graph for graph in (*graphs(cycles=False), *trees()) if nx.is_directed_acyclic_graph(graph.to_networkx())
    ]
    about = "generated graphs without cycles in which least and greatest solution are one"
    yield every(about, acyclic, lambda graph: solve(graph).lower == solve(graph).upper)


def example_3_2(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """Both formulas and the equivalence of the example, for all b and d from −3 to 3."""
    yield every(
        "a = max(b, min(d, 0)), all b and d from −3 to 3", PAIRS, lambda bd: _a(*bd) == max(bd[0], min(bd[1], 0))
    )
    yield every(
        "c = min(d, max(b, 0)), all b and d from −3 to 3", PAIRS, lambda bd: _c(*bd) == min(bd[1], max(bd[0], 0))
    )
    about = "the rule holds just where a = b ≥ c = d or d ≥ a = c ≥ b"
    yield every(about, PAIRS, lambda bd: rule_solutions(figure_1(*bd), FEW) == _by_equivalence(*bd))
    unique = [bd for bd in PAIRS if len(rule_solutions(figure_1(*bd), FEW)) == 1]
    yield every("if b ≥ d the rule alone decides", [bd for bd in PAIRS if bd[0] >= bd[1]], lambda bd: bd in unique)


def _a(b: int, d: int) -> Score:
    return solve(figure_1(b, d)).scores["a"]


def _c(b: int, d: int) -> Score:
    return solve(figure_1(b, d)).scores["c"]


def _by_equivalence(b: int, d: int) -> set[tuple[tuple[str, Score], ...]]:
    fits = [(a, c) for a, c in PAIRS if (a == b >= c == d) or (d >= a == c >= b)]
    return {(("a", a), ("c", c)) for a, c in fits}


def definition_4_1(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The program's sₙ is the definition's, and the value of the tree of depth n."""
    for n, values in enumerate(approximations(scene.graph)):
        yield same(
            f"s{n} of all nodes, by the definition and by the program", _row(values), approximation(scene.graph, n)
        )
        yield same(f"value of the tree of depth {n}", values[str(scene.graph.root)], _tree_value(scene.graph, n))
    yield every(f"sₙ of all nodes {_GENERATED}", graphs(), _is_by_definition)


def _row(values: dict[str, Score]) -> list[Score]:
    return list(values.values())


def _tree_value(graph: GameGraph, depth: int) -> Score | None:
    return build(graph, View.DEPTH, depth=depth).root_value


def _is_by_definition(graph: GameGraph) -> bool:
    return all(_row(values) == approximation(graph, n) for n, values in enumerate(approximations(graph)))


def definition_5_1(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The relation is a partial order."""
    triples = list(product(FEW, repeat=3))
    yield every("reflexive, on −3 … 3", FEW, lambda a: _away(a, a))
    yield every("antisymmetric", PAIRS, lambda ab: not (_away(*ab) and _away(*reversed(ab))) or ab[0] == ab[1])
    yield every("transitive", triples, lambda t: not (_away(t[0], t[1]) and _away(t[1], t[2])) or _away(t[0], t[2]))


def _away(a: Score, b: Score) -> bool:
    """Whether a ≤₁ b."""
    return b <= a < 0 or a == 0 or 0 < a <= b


def lemma_5_2(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """0 is the least element, and every chain has a least upper bound."""
    yield every("0 is below every score, on −3 … 3", FEW, lambda a: _away(0, a))
    chains = [chain for size in range(1, 5) for chain in combinations(FEW, size) if _is_chain(chain)]
    yield every("chains that have a least upper bound", chains, _has_supremum)


def _is_chain(scores: tuple[int, ...]) -> bool:
    return all(_away(a, b) or _away(b, a) for a, b in combinations(scores, 2))


def _has_supremum(chain: tuple[int, ...]) -> bool:
    above = [bound for bound in FEW if all(_away(score, bound) for score in chain)]
    return any(all(_away(least, bound) for bound in above) for least in above)


def lemma_5_3(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """No sₙ comes back towards 0."""
    yield same("s₀ … of the scene only move away from 0", "never back", comes_back(list(approximations(scene.graph))))
    cases = [list(approximations(graph)) for graph in graphs()]
    yield every(f"the same {_GENERATED}", cases, lambda rows: comes_back(rows) == "never back")


def comes_back(rows: list[dict[str, Score]]) -> str:
    """Where a sequence of values first comes back towards 0; "never back" if nowhere."""
    for n, (one, next) in enumerate(pairwise(rows)):
        for id, value in one.items():
            if not _away(value, next[id]):
                return f"{id} at n = {n + 1}"
    return "never back"


def theorem_5_4(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The number of steps is at most |K|·|V|, where the scores of leaves and 0 are enough for K."""
    graph = scene.graph
    result = algorithms.trace(graph, SCORE_ITERATION.name).result
    yield same("steps until sₙ = sₙ₊₁, by the definition and by the program", _steps(graph), result["steps"])
    bound = _bound(graph)
    about = f"steps at most |K|·|V| = {bound:,}, K the scores of the leaves and 0"
    yield Finding(about, f"≤ {bound:,}", f"{_steps(graph):,}", _steps(graph) <= bound)
    yield every(f"the same {_GENERATED}", graphs(), lambda graph: _steps(graph) <= _bound(graph))


def _steps(graph: GameGraph) -> int:
    return len(list(approximations(graph))) - 2


def _bound(graph: GameGraph) -> int:
    return len({0} | {node.score for node in graph.nodes if node.score is not None}) * len(graph.ids)


def distributed(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """Processors that know only what they were sent come to the scores, in rounds and in any order of the messages."""
    cases = (scene.graph, *graphs())
    about = f"on the scene and {_GENERATED.removeprefix('on ')}"
    yield every(f"round n leaves sₙ, {about}", cases, _has_rounds)
    for order in ("oldest", "newest", "random"):
        about_order = f"values without rounds are the exact scores, {order} message first, {about}"
        yield every(about_order, cases, partial(_has_scores, order))


def _has_rounds(graph: GameGraph) -> bool:
    run = algorithms.trace(graph, DISTRIBUTED.name)
    return all(run.scores_at(n) == now for n, now in enumerate(approximations(graph)) if n < len(run))


def _has_scores(order: str, graph: GameGraph) -> bool:
    run = algorithms.trace(graph, DISTRIBUTED.name, mode="asynchronous", order=order)
    return bool(run.result["scores"] == dict(solve(graph).scores))


def definition_6_1(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The classes of trees are the same whether the solver or plain recursion finds the scores."""
    yield same(
        "classes of the generated trees", *(_classes(score) for score in (_plain, lambda tree: solve(tree).score))
    )


def _plain(tree: GameGraph) -> Score:
    return value_of_tree(tree, str(tree.root))


def _classes(score: Callable[[GameGraph], Score]) -> str:
    """The numbers of the generated trees, class by class."""
    scores = [score(tree) for tree in trees()]
    numbers = {value: [i for i, other in enumerate(scores, 1) if other == value] for value in sorted(set(scores))}
    return "; ".join(" ".join(map(str, each)) for each in numbers.values())


def lemma_6_3(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """A tree and a leaf with its score have the same score."""
    cases = (scene.graph, *trees())
    yield every(
        "trees with the score of the leaf that replaces them", cases, lambda tree: _replaced(tree, str(tree.root))
    )


def lemma_6_4(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """Another subtree of the same score leaves the score of the tree as it is."""
    cases = [(tree, id) for tree in (scene.graph, *trees(6)) for id in _inner(tree)]
    yield every("subtrees exchanged for another one of their score", cases, lambda case: _exchanged(*case))


def lemma_6_5(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """A leaf with its score in the place of a subtree leaves the score of the tree as it is."""
    cases = [(tree, id) for tree in (scene.graph, *trees(6)) for id in _inner(tree)]
    yield every("subtrees replaced by a leaf of their score", cases, lambda case: _replaced(*case))


def _inner(graph: GameGraph) -> list[str]:
    return [node.id for node in graph.nodes if node.kind is not Kind.LEAF]


def _replaced(tree: GameGraph, id: str) -> bool:
    smaller = with_leaf(tree, id, value_of_tree(tree, id))
    return solve(smaller).score == value_of_tree(tree, str(tree.root))


def _exchanged(tree: GameGraph, id: str) -> bool:
    """Whether the root keeps its score when a node has one move alone, to a leaf with the score of the node."""
    score = value_of_tree(tree, id)
    smaller = with_leaf(tree, id, score)
    kind = tree.node(id).kind
    nodes: dict[str, str | Score] = {
        node.id: node.score if node.score is not None else _written(smaller, node.id) for node in smaller.nodes
    }
    return solve(game(nodes | {id: f"{kind} other", "other": score})).score == value_of_tree(tree, str(tree.root))


def _written(graph: GameGraph, id: str) -> str:
    return " ".join([graph.node(id).kind, *(next.id for next in graph.successors_of(id))])


def theorem_6_6(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """Cutting the unwound tree at every position that comes back, with 0, keeps the score."""
    graph = scene.graph
    yield same("score, and value of the tree cut at back links", solve(graph).score, _back_link_value(graph))
    yield every(f"the same {_GENERATED}", graphs(), lambda graph: solve(graph).score == _back_link_value(graph))


def _back_link_value(graph: GameGraph) -> Score | None:
    return build(graph, View.BACK_LINKS).root_value


def algorithm_6_7(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The search returns the score of the root."""
    yield from _finds_scores("depth-first", scene.graph)


def theorem_6_8(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The search visits every node of the unravelled graph once."""
    yield from _finds_scores("depth-first", scene.graph)
    yield same(
        "visits, and nodes of the tree cut at back links",
        _back_link_tree(scene.graph),
        visits(scene.graph, "depth-first"),
    )
    yield every(
        f"the same {_GENERATED}", graphs(), lambda graph: visits(graph, "depth-first") == _back_link_tree(graph)
    )


def _finds_scores(algorithm: str, graph: GameGraph) -> Iterator[Finding]:
    yield same("score of the root", solve(graph).score, found(graph, algorithm))
    yield every(f"scores of roots {_GENERATED}", graphs(), lambda graph: found(graph, algorithm) == solve(graph).score)


def found(graph: GameGraph, algorithm: str) -> Score:
    """The score of the root that a search returns."""
    value: Score = algorithms.trace(graph, algorithm).result["value"]
    return value


def visits(graph: GameGraph, algorithm: str) -> int:
    """How many calls a search makes."""
    return int(algorithms.trace(graph, algorithm).result["visits"])


def _back_link_tree(graph: GameGraph) -> int:
    return count(graph, View.BACK_LINKS).total


def example_7_1(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The naive memo is wrong at c for b > 0 and d > 0, and for no other b and d."""
    naive = {bd: _seen_again(*bd, "memoised-naive") for bd in PAIRS}
    wrong = {bd for bd in PAIRS if naive[bd] != _c(*bd)}
    yield same(
        "b and d from −3 to 3 for which the naive memo returns a wrong c", {bd for bd in PAIRS if min(bd) > 0}, wrong
    )
    yield every("Algorithm 7.2 returns the right c", PAIRS, lambda bd: _seen_again(*bd, "memoised") == _c(*bd))


def _seen_again(b: int, d: int, algorithm: str) -> Score:
    """What c is worth to a search that has been at a, and comes to c again by another move."""
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
    return found(game(nodes), algorithm)


def theorem_7_3(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The memo with dependency sets returns the score of the root; without them it does not."""
    yield from _finds_scores("memoised", scene.graph)
    correct = found(scene.graph, "memoised-naive") == solve(scene.graph).score
    yield same("a memo without dependency sets is right in the scene", False, correct)


def example_7_4(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """The published counts of both searches, on the program's ladder."""
    for n in range(2, 9):
        ladder = games.generate("ladder", layers=n)
        tell()
        yield same(f"nodes of L{n}: 4n + 2", 4 * n + 2, len(ladder.ids))
        yield same(f"leaves of L{n}: half of them", 2 * n + 1, ladder.count(Kind.LEAF))
        yield same(f"visits without memo, n = {n}", (3 * n + 9) * 2 ** (n - 1) - 2, visits(ladder, "depth-first"))
        memo = Fraction(9 * n**2 - 5 * n + 16, 2)
        yield same(f"visits with memo, n = {n}", memo, Fraction(visits(ladder, "memoised")))


def conjecture_distance(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """Refuted: the largest distance is at most 4 while the number of steps grows with the graph."""
    for length in (8, 16, 32, 64):
        graph = games.generate("distance-counterexample", length=length)
        lengths = nx.single_source_shortest_path_length(graph.to_networkx(), str(graph.root))
        farthest = max(lengths.values())
        yield Finding(f"largest distance from the root, chain of {length}", "≤ 4", f"{farthest}", farthest <= 4)
        rows = [values[str(graph.root)] for values in approximations(graph)]
        first = next(n for n, value in enumerate(rows) if value == 1)
        yield same("the first n with sₙ(r) = 1, and |V| − 3", len(graph.ids) - 3, first)


def conjecture_visits(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """Refuted: on K(m, m) the visits more than quadruple with each m that is counted, while the nodes grow by four."""
    published = (5, 19, 81, 341, 1441, 6077)
    counted = []
    for m, expected in enumerate(published, 1):
        graph = games.generate("complete-bipartite", size=m)
        counted.append(visits(graph, "memoised"))
        tell()
        yield same(f"visits of Algorithm 7.2 on K({m}, {m}), {len(graph.ids)} nodes", expected, counted[-1])
    steps = list(pairwise(counted))[2:]
    yield every("more than four times as many, from m = 3 on", steps, lambda pair: pair[1] > 4 * pair[0])


def theorem_a_1(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """A recurring value with the same operator is absorbed."""
    scores, operators = (-1, 0, 1), (max, min)
    cases = [
        ([*first, first[0]], [*chosen, chosen[0]], x)
        for n in (1, 2, 3)
        for first in product(scores, repeat=n)
        for chosen in product(operators, repeat=n)
        for x in scores
    ]
    about = "M [a₀, …, aₙ] x = M [a₀, …, aₙ₋₁] x for all lists with n ≤ 3 over −1, 0, 1"
    yield every(about, cases, lambda case: expression(*case) == expression(case[0][:-1], case[1][:-1], case[2]))


def expression(values: Sequence[int], operators: Sequence[object], x: int) -> int:
    """The M-expression of the appendix: a₀ ∘₀ (a₁ ∘₁ (… (aₙ₋₁ ∘ₙ₋₁ x)))."""
    for value, operator in zip(reversed(values), reversed(operators), strict=True):
        x = (max if operator is max else min)(value, x)
    return x


def corollary_a_2(scene: SlideScene, tell: Tell) -> Iterator[Finding]:
    """On a cycle of length d the root's s_d is its s_{d+1} if leaves are read from the start, else one step later."""
    for length, scores in ((2, FEW), (4, FEW[1:-1]), (6, (-1, 1))):
        listed = [",".join(map(str, each)) for each in product(scores, repeat=length)]
        cycles = [games.generate("cycle", length=length, scores=each) for each in listed]
        tell()
        about = f"any leaves out of {written(scores)}"
        yield every(f"s{length} = s{length + 1} of the root as in section 4, {about}", cycles, _rests_as_told)
        yield every(f"s{length + 1} = s{length + 2} by Definition 4.1, {about}", cycles, _rests_by_definition)


def _rests_as_told(cycle: GameGraph) -> bool:
    """Whether s_d and s_{d+1} of the root are equal, with leaves read from the start."""
    rows, length = list(approximations(cycle, read=True)), len(cycle.ids) // 2
    before, after = (rows[min(n, len(rows) - 1)][str(cycle.root)] for n in (length, length + 1))
    return before == after


def _rests_by_definition(cycle: GameGraph) -> bool:
    """Whether s_{d+1} and s_{d+2} of the root are equal."""
    length = len(cycle.ids) // 2
    before, after = (approximation(cycle, n)[cycle.root_index] for n in (length + 1, length + 2))
    return before == after
