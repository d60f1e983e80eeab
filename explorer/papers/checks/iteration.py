"""Checks of Kars, sections 4 and 5 and appendix: the runs of the iteration s₀, s₁, … and of the processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product

from explorer import algorithms, games
from explorer.algorithms.fixpoints.distributed import ALGORITHM as DISTRIBUTED
from explorer.algorithms.fixpoints.distributed import ASYNCHRONOUS, SYNCHRONOUS
from explorer.algorithms.fixpoints.score_iteration import ALGORITHM as SCORE_ITERATION
from explorer.lessons.facts import leads_away
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph
from explorer.model.late_networkx import nx
from explorer.model.scores import Score, format_value
from explorer.papers.checks.trials import (
    FEW,
    GENERATED,
    PAIRS,
    approximations,
    figure_1,
    game,
    graphs,
    rule_solutions,
    together,
)
from explorer.papers.finding import Finding, Heartbeat, every, same
from explorer.solver import solve
from explorer.trace import Finality, Trace
from explorer.unwinding import TreeView, build

NodeScores = Mapping[str, Score]
STAYS = "never back"

_MAY_BECOME: dict[Finality, Callable[[Score, Score], bool]] = {
    Finality.UNKNOWN: lambda now, later: True,
    Finality.TENTATIVE: lambda now, later: True,
    Finality.LOWER: lambda now, later: later >= now,
    Finality.UPPER: lambda now, later: later <= now,
    Finality.FINAL: lambda now, later: later == now,
}
"""By the mark of a node: whether the current score may still become another one."""


def iteration_rows(graph: GameGraph, *, detail: str = "sweep") -> list[NodeScores]:
    """Return s₀, s₁, … from the run of the iteration, up to the first repetition."""
    run = algorithms.trace(graph, SCORE_ITERATION.name, detail=detail)
    last_of_sweep = {step.counters["n"]: number for number, step in enumerate(run)}
    return [dict(run.scores_at(number)) for number in last_of_sweep.values()]


def definition_4_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare sₙ of the definition with the run, and with the value of the tree of depth n."""
    rows = iteration_rows(scene.graph)
    for n, (defined, seen) in enumerate(zip(approximations(scene.graph), rows, strict=False)):
        yield same(
            f"s{n} of all nodes, by the definition and as the run shows it",
            _scores_in_order(defined),
            _scores_in_order(seen),
        )
        tree = build(scene.graph, TreeView.DEPTH, depth=n)
        yield same(f"value of the tree of depth {n}", defined[str(scene.graph.root)], tree.root_value)
    yield same(
        "the same with one step a node", _rows_text(rows), _rows_text(iteration_rows(scene.graph, detail="node"))
    )
    yield every(f"sₙ of all nodes, as the run shows it, {GENERATED}", graphs(), _run_shows_definition)


def _scores_in_order(row: NodeScores) -> list[Score]:
    return list(row.values())


def _rows_text(rows: Sequence[NodeScores]) -> str:
    """Return the scores of all nodes, step by step, as one text."""
    return "; ".join(format_value(_scores_in_order(row)) for row in rows)


def _run_shows_definition(graph: GameGraph) -> bool:
    return iteration_rows(graph) == list(approximations(graph))


# ---- the order away from 0


def possible_scores(a: Score) -> set[Score]:
    """Return the scores from −3 to 3 that the run of a process with value a marks as possible."""
    run = algorithms.trace(game({"x": "max leaf", "leaf": a}), DISTRIBUTED.name)
    before_the_end = len(run) - 2
    now, mark = run.scores_at(before_the_end)["x"], run.finality_at(before_the_end)["x"]
    return {score for score in FEW if _MAY_BECOME[mark](now, score)}


def definition_5_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the scores that processes mark as possible are the order ≤₁, a partial order."""
    above = {a: possible_scores(a) for a in FEW}
    yield every(
        "a ≤₁ b just where a process at a may come to b", PAIRS, lambda ab: leads_away(*ab) == (ab[1] in above[ab[0]])
    )
    yield every("reflexive, on −3 … 3", FEW, lambda a: a in above[a])
    both = [(a, b) for a, b in PAIRS if b in above[a] and a in above[b]]
    yield every("antisymmetric", both, lambda ab: ab[0] == ab[1])
    yield every("transitive", PAIRS, lambda ab: ab[1] not in above[ab[0]] or above[ab[1]] <= above[ab[0]])
    cases = (scene.graph, *graphs())
    yield every(
        f"later values are among those marked before, on the scene and {GENERATED}", cases, _values_stay_in_marks
    )


def _values_stay_in_marks(graph: GameGraph) -> bool:
    """Return whether later values in a run are among those that were marked possible before."""
    run = algorithms.trace(graph, DISTRIBUTED.name)
    return all(
        _MAY_BECOME[mark](run.scores_at(step)[id], run.scores_at(step + 1)[id])
        for step in range(len(run) - 1)
        for id, mark in run.finality_at(step).items()
    )


def lemma_5_2(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the iteration starts at the least element, that chains have suprema, and where it ends."""
    above = {a: possible_scores(a) for a in FEW}
    yield every("0 is below every score, on −3 … 3", FEW, lambda a: a in above[0])
    chains = [chain for size in range(1, 5) for chain in combinations(FEW, size) if _is_chain(chain, above)]
    yield every("chains that have a least upper bound", chains, lambda chain: _has_supremum(chain, above))
    cases = (scene.graph, *graphs())
    about = f"the run starts at 0 everywhere, on the scene and {GENERATED}"
    yield every(about, cases, lambda graph: set(iteration_rows(graph)[0].values()) == {0})
    about = (
        "where the run ends is the least of all values with which the rule holds: Figure 1, all b and d from −3 to 3"
    )
    yield every(about, PAIRS, lambda bd: _is_least_solution(figure_1(*bd)))


def _is_chain(scores: tuple[int, ...], above: Mapping[int, set[Score]]) -> bool:
    return all(b in above[a] or a in above[b] for a, b in combinations(scores, 2))


def _has_supremum(chain: tuple[int, ...], above: Mapping[int, set[Score]]) -> bool:
    """Return whether a chain of scores has a least upper bound among −3 … 3."""
    bounds = [bound for bound in FEW if all(bound in above[score] for score in chain)]
    return any(all(bound in above[least] for bound in bounds) for least in bounds)


def _is_least_solution(graph: GameGraph) -> bool:
    """Return whether the last row is below every solution of the rule, in the order away from 0."""
    last = iteration_rows(graph)[-1]
    return all(leads_away(last[id], value) for solution in rule_solutions(graph, FEW) for id, value in solution)


def lemma_5_3(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the scores sₙ in a run never come back towards 0."""
    yield same("s₀ … of the scene only move away from 0", STAYS, first_return(iteration_rows(scene.graph)))
    yield every(f"the same {GENERATED}", graphs(), lambda graph: first_return(iteration_rows(graph)) == STAYS)


def first_return(rows: Sequence[NodeScores]) -> str:
    """Return where a sequence of values first comes back towards 0; "never back" if nowhere."""
    for n, (one, next) in enumerate(pairwise(rows)):
        for id, value in one.items():
            if not leads_away(value, next[id]):
                return f"{id} at n = {n + 1}"
    return STAYS


# ---- the end of the iteration


def theorem_5_4(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the number of steps against |K|·|V|, where the scores of leaves and 0 are enough for K."""
    graph, rows = scene.graph, iteration_rows(scene.graph)
    run = algorithms.trace(graph, SCORE_ITERATION.name)
    steps, bound = _steps_to_repetition(list(approximations(graph))), _step_bound(graph)
    yield same("steps until sₙ = sₙ₊₁, by the definition and as the run shows them", steps, _steps_to_repetition(rows))
    yield same("the same in the result of the run", steps, run.result["steps"])
    yield same("|K|·|V|, K the scores of the leaves and 0, and the bound in the result", bound, run.result["bound"])
    yield Finding(f"steps at most {bound:,}", f"≤ {bound:,}", f"{steps:,}", steps <= bound)
    yield same("the run ends with the scores", dict(solve(graph).scores), dict(rows[-1]))
    yield every(f"the same {GENERATED}", graphs(), _stops_in_time)
    about = f"no score changes once it is marked final, on the scene and {GENERATED}"
    yield every(about, (graph, *graphs()), _keeps_final_scores)


def _steps_to_repetition(rows: Sequence[NodeScores]) -> int:
    """Return the first n with sₙ = sₙ₊₁; −1 if there is none."""
    return next((n for n, (one, next) in enumerate(pairwise(rows)) if one == next), -1)


def _step_bound(graph: GameGraph) -> int:
    """Return the bound |K|·|V| on the number of steps of a graph."""
    return len({0} | {node.score for node in graph.nodes if node.score is not None}) * len(graph.ids)


def _stops_in_time(graph: GameGraph) -> bool:
    """Return whether the iteration ends at the solver's scores within the bound on its steps."""
    run, rows = algorithms.trace(graph, SCORE_ITERATION.name), iteration_rows(graph)
    steps, bound = _steps_to_repetition(list(approximations(graph))), _step_bound(graph)
    told = _steps_to_repetition(rows), run.result["steps"], run.result["bound"]
    return told == (steps, steps, bound) and steps <= bound and rows[-1] == dict(solve(graph).scores)


def _keeps_final_scores(graph: GameGraph) -> bool:
    """Return whether scores that the run marks as final do not change later."""
    run = algorithms.trace(graph, SCORE_ITERATION.name)
    last = len(run) - 1
    marks = [run.finality_at(step) for step in range(len(run))]
    kept = all(
        run.scores_at(step)[id] == run.scores_at(last)[id]
        for step, row in enumerate(marks)
        for id, mark in row.items()
        if mark is Finality.FINAL
    )
    return kept and set(marks[last].values()) == {Finality.FINAL}


# ---- processes


def distributed(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check values, messages and the end of the processes, in rounds and in any order of messages."""
    graphs_tried = (scene.graph, *graphs())
    about = f"on the scene and {GENERATED}"
    runs = [algorithms.trace(graph, DISTRIBUTED.name, mode=SYNCHRONOUS) for graph in graphs_tried]
    yield every(f"round n leaves sₙ, {about}", runs, _rounds_follow_definition)
    yield every(f"one value a move and round, one answer a start and new value, {about}", runs, _has_counts_of_rounds)
    yield every(f"at the end nothing is under way, and all is final, {about}", runs, _ends_at_rest)
    for order in ("oldest", "newest", "random"):
        heartbeat()
        runs = [_asynchronous_run(graph, order) for graph in graphs_tried]
        how = f"without rounds, {order} message first, {about}"
        yield every(f"values are the exact scores, {how}", runs, _ends_with_solver_scores)
        yield every(f"a value is sent when it changes, and answered once, {how}", runs, _has_counts_of_changes)
        yield every(f"at the end nothing is under way, and all is final, {how}", runs, _ends_at_rest)


def _asynchronous_run(graph: GameGraph, order: str) -> Trace:
    """Return the run of the processes with messages delivered in an order."""
    return algorithms.trace(graph, DISTRIBUTED.name, mode=ASYNCHRONOUS, order=order, detail="message")


def _rounds_follow_definition(run: Trace) -> bool:
    """Return whether the run shows sₙ of the definition after every round n."""
    rows = list(approximations(run.graph))
    settled = run.result["settled"] == _steps_to_repetition(rows) <= run.result["rounds"]
    return settled and all(run.scores_at(n) == rows[min(n, len(rows) - 1)] for n in range(len(run)))


def _has_counts_of_rounds(run: Trace) -> bool:
    """Return whether the numbers of messages follow from the definition of sₙ."""
    values = run.result["rounds"] * len(run.graph.moves)
    return _message_counts(run) == {(values, _control_message_count(run.graph, list(approximations(run.graph))))}


def _has_counts_of_changes(run: Trace) -> bool:
    """Return whether the numbers of messages follow from the changes in the run."""
    rows = [run.scores_at(step) for step in range(len(run))]
    return _message_counts(run) == {(_change_message_count(run.graph, rows), _control_message_count(run.graph, rows))}


def _message_counts(run: Trace) -> set[tuple[int, int]]:
    """Return the pairs of value messages and control messages, by the result and by the last step."""
    return {(found["messages"], found["control"]) for found in (run.result, run[len(run) - 1].counters)}


def _change_message_count(graph: GameGraph, rows: Sequence[NodeScores]) -> int:
    """Return the number of messages to predecessors about changes in a sequence of values."""
    return sum(one[to] != next[to] for one, next in pairwise(rows) for _, to in graph.moves)


def _control_message_count(graph: GameGraph, rows: Sequence[NodeScores]) -> int:
    """Return the number of starts and answers, one answer for each start of a leaf and new value."""
    starts = sum(node.score is not None for node in graph.nodes)
    return 2 * starts + _change_message_count(graph, rows)


def _ends_with_solver_scores(run: Trace) -> bool:
    """Return whether the run ends with the scores of the solver."""
    return bool(run.result["scores"] == run.scores_at(len(run) - 1) == dict(solve(run.graph).scores))


def _ends_at_rest(run: Trace) -> bool:
    """Return whether the run ends with no message under way and all scores final."""
    last = len(run) - 1
    return run[last].counters["under way"] == 0 and set(run.finality_at(last).values()) == {Finality.FINAL}


# ---- a conjecture, and the appendix


def conjecture_distance(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Refute the conjecture: distances stay at most 4 while the number of steps grows with the graph."""
    for length in (8, 16, 32, 64):
        graph = games.generate("distance-counterexample", length=length)
        lengths = nx.single_source_shortest_path_length(graph.to_networkx(), str(graph.root))
        farthest = max(lengths.values())
        yield Finding(f"largest distance from the root, chain of {length}", "≤ 4", f"{farthest}", farthest <= 4)
        rows = [row[str(graph.root)] for row in iteration_rows(graph)]
        first = next((n for n, value in enumerate(rows) if value == 1), -1)
        yield same("the first n with sₙ(r) = 1, and |V| − 3", len(graph.ids) - 3, first)


MExpression = tuple[list[int], list[str], int]  # values, operators, and x: a₀ ∘₀ (a₁ ∘₁ (… (aₙ ∘ₙ x)))


def theorem_a_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that a recurring value with the same operator is absorbed, in chains of nodes."""
    scores, operators = (-1, 0, 1), ("max", "min")
    cases: list[MExpression] = [
        ([*first, first[0]], [*chosen, chosen[0]], x)
        for n in (1, 2, 3)
        for first in product(scores, repeat=n)
        for chosen in product(operators, repeat=n)
        for x in scores
    ]
    shorter: list[MExpression] = [(values[:-1], chosen[:-1], x) for values, chosen, x in cases]
    about = "for all lists with n ≤ 3 over −1, 0, 1"
    whole, absorbed = _root_scores(cases), _root_scores(shorter)
    yield every(
        f"M [a₀, …, aₙ] x = M [a₀, …, aₙ₋₁] x as the run shows both, {about}",
        zip(whole, absorbed, strict=True),
        _are_equal,
    )
    plain = [expression(*case) for case in cases]
    yield every(
        f"M [a₀, …, aₙ] x by its formula and as the run shows it, {about}", zip(plain, whole, strict=True), _are_equal
    )


def _are_equal(pair: tuple[Score, Score]) -> bool:
    return pair[0] == pair[1]


def _root_scores(cases: Sequence[MExpression]) -> list[Score]:
    """Return the scores of M-expressions in a run, each a chain of nodes with a leaf at every one."""
    graph, roots = together([_expression_graph(*case) for case in cases])
    last = iteration_rows(graph)[-1]
    return [last[root] for root in roots]


def _expression_graph(values: list[int], operators: list[str], x: int) -> GameGraph:
    """Return an M-expression as a chain of nodes with a leaf at every one."""
    nodes: dict[str, str | Score] = {}
    for i, operator in enumerate(operators):
        nodes[f"e{i}"] = f"{operator} a{i} " + (f"e{i + 1}" if i + 1 < len(operators) else "x")
    return game(nodes | {f"a{i}": value for i, value in enumerate(values)} | {"x": x})


def expression(values: Sequence[int], operators: Sequence[str], x: int) -> int:
    """Return the value of an M-expression of the appendix: a₀ ∘₀ (a₁ ∘₁ (… (aₙ ∘ₙ x)))."""
    for value, operator in zip(reversed(values), reversed(operators), strict=True):
        x = {"max": max, "min": min}[operator](value, x)
    return x


def corollary_a_2(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that on a cycle of length d the root's s_d is s_{d+1}, or one step later by Definition 4.1."""
    for length, scores in ((2, FEW), (4, FEW[1:-1]), (6, (-1, 1))):
        listed = [",".join(map(str, each)) for each in product(scores, repeat=length)]
        cycles = [games.generate("cycle", length=length, scores=each) for each in listed]
        heartbeat()
        about = f"any leaves out of {format_value(scores)}"
        yield every(
            f"s{length} = s{length + 1} of the root as in section 4, {about}", cycles, _root_is_steady_after_cycle
        )
        graph, roots = together(cycles)
        rows = iteration_rows(graph)
        before, after = (rows[min(n, len(rows) - 1)] for n in (length + 1, length + 2))
        about_rows = f"s{length + 1} = s{length + 2} by Definition 4.1, as the run shows them, {about}"
        yield every(about_rows, [(before[root], after[root]) for root in roots], _are_equal)


def _root_is_steady_after_cycle(cycle: GameGraph) -> bool:
    """Return whether s_d and s_{d+1} of the root are equal, with leaves read from the start."""
    rows, length = list(approximations(cycle, read=True)), len(cycle.ids) // 2
    before, after = (rows[min(n, len(rows) - 1)][str(cycle.root)] for n in (length, length + 1))
    return before == after
