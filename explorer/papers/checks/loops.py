"""Checks of Dealing with loops in game trees, parts 1 and 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product

from explorer import algorithms, games
from explorer.algorithms.fixpoints.bounds import ALGORITHM as BOUNDS
from explorer.algorithms.fixpoints.finality import ALGORITHM as FINALITY
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score, format_bounds
from explorer.papers.checks.trials import FEW, GRAPHS
from explorer.papers.finding import Finding, Heartbeat, every, same
from explorer.solver import solve
from explorer.trace import Finality

LOWER, UPPER = "lower", "upper"

NodeBounds = dict[str, tuple[Score, Score]]
FinalSides = dict[str, set[str]]  # by side, the nodes whose bound is final
_UNKNOWN = (NEGATIVE_INFINITY, POSITIVE_INFINITY)

ORDER = (13, 15, 3, 5, 17, 19, 21, 7, 9, 11, 23, 25, *range(27, 58, 2))
"""The order of expansions of the number game from 13."""


def bounds_of(graph: GameGraph) -> NodeBounds:
    """Return the bounds of a negamax graph by part 1, by plain repetition: shares nothing with the solver."""
    now: NodeBounds = {node.id: _UNKNOWN if node.score is None else (node.score, node.score) for node in graph.nodes}
    while True:
        after = {node.id: _bounds_after_step(graph, node, now) for node in graph.nodes}
        if after == now:
            return now
        now = after


def _bounds_after_step(graph: GameGraph, node: Node, now: NodeBounds) -> tuple[Score, Score]:
    """Return a node's bounds from the present bounds of its successors."""
    children = [now[next.id] for next in graph.successors_of(node.id)]
    if not children:
        return now[node.id]
    return max(0 - upper for _, upper in children), max(0 - lower for lower, _ in children)


def negamax(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that each node's value is the largest of the negated values of its successors."""
    scores = solve(scene.graph).scores
    inner = [node.id for node in scene.graph.nodes if node.kind is Kind.MOVER]
    about = "inner nodes whose value is the largest of the negated values of their successors"
    yield every(about, inner, lambda id: scores[id] == max(-scores[next.id] for next in scene.graph.successors_of(id)))


def bounds_algorithm(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the program's bounds of nodes are those found by plain repetition."""
    yield from _compare_bounds(scene.graph)
    generated = [games.generate("random", nodes=12, convention="negamax", seed=seed) for seed in range(1, GRAPHS + 1)]
    yield every(
        f"bounds on {GRAPHS} generated negamax graphs",
        generated,
        lambda graph: bounds_of(graph) == bounds_of_run(graph),
    )


def _compare_bounds(graph: GameGraph) -> Iterator[Finding]:
    """Compare each inner node's bounds by repetition with those that the run shows."""
    told, shown = bounds_of(graph), bounds_of_run(graph)
    for node in graph.nodes:
        if node.kind is Kind.MOVER:
            pair = format_bounds(*told[node.id])
            yield same(
                f"bounds of {node.name}, by repetition and as the run shows them", pair, format_bounds(*shown[node.id])
            )


def bounds_of_run(graph: GameGraph) -> NodeBounds:
    """Return the bounds of all nodes at the end of the run of the bounds."""
    run = algorithms.trace(graph, BOUNDS.name)
    return dict.fromkeys(graph.ids, _UNKNOWN) | dict(run.bounds_at(len(run) - 1))


# ---- minimal trees


def lower_tree(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that no fewer leaves establish the lower bound of the root."""
    yield _compare_fewest_leaves(scene, LOWER, 2, lambda pair, value: pair[0] == value)


def upper_tree(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that no fewer leaves establish the upper bound of the root."""
    yield _compare_fewest_leaves(scene, UPPER, 2, lambda pair, value: pair[1] == value)


def whole_tree(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that no fewer leaves establish the value, and that the rest does not matter."""
    yield _compare_fewest_leaves(scene, "value", 3, lambda pair, value: pair == (value, value))
    expansion = scene.trace.result
    yield same("the bounds of the root are final", True, expansion["final"])
    rest = [dict(zip(expansion["open"], chosen, strict=True)) for chosen in product(FEW, repeat=len(expansion["open"]))]
    value = solve(scene.graph).score
    about = "the value stays, whatever from −3 to 3 stands at the question marks"
    yield every(about, rest, lambda scores: solve(with_leaves(scene.graph, scores)).score == value)


def _compare_fewest_leaves(
    scene: SlideScene, what: str, expected: int, is_there: Callable[[tuple[Score, Score], Score], bool]
) -> Finding:
    """Compare the smallest number of leaves that establish a bound of the root with the expected number."""
    graph, root = scene.graph, str(scene.graph.root)
    value, leaves = solve(graph).score, [node.id for node in graph.nodes if node.kind is Kind.LEAF]
    sizes = [
        len(known)
        for size in range(len(leaves) + 1)
        for known in combinations(leaves, size)
        if is_there(bounds_of_run(_with_open_nodes(graph, set(leaves) - set(known)))[root], value)
    ]
    return same(
        f"the smallest number of leaves that establish the {what} of the root", expected, min(sizes, default=-1)
    )


def _with_open_nodes(graph: GameGraph, ids: set[str]) -> GameGraph:
    """Return the graph with some nodes turned into open nodes."""
    nodes = tuple(Node(node.id, Kind.OPEN) if node.id in ids else node for node in graph.nodes)
    return GameGraph(nodes, graph.moves, root=graph.root, convention=graph.convention)


def with_leaves(graph: GameGraph, scores: Mapping[str, Score]) -> GameGraph:
    """Return the graph with some nodes turned into leaves with these scores."""
    nodes = tuple(Node(node.id, Kind.LEAF, scores[node.id]) if node.id in scores else node for node in graph.nodes)
    return GameGraph(nodes, graph.moves, root=graph.root, convention=graph.convention)


# ---- finality


def final_rules(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that values of the open nodes change exactly the bounds that the rules do not call final."""
    yield from _compare_with_steady_bounds(scene.graph, final_sides_of_run(scene.graph))


def finality_algorithm(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that step 2 must say "not final": as printed it calls bounds final that change."""
    graph = scene.graph
    corrected, shown = final_sides_by_steps(graph), final_sides_of_run(graph)
    for side in (LOWER, UPPER):
        about = f"final {side} bounds, by the corrected steps and as the run shows them"
        yield same(about, corrected[side], shown[side])
    yield from _compare_with_steady_bounds(graph, corrected)
    printed = final_sides_by_steps(graph, as_printed=True)
    wrong = [
        f"{side} bound of {id}" for side in (LOWER, UPPER) for id in sorted(printed[side] - steady_bounds(graph)[side])
    ]
    yield same("bounds that step 2 as printed calls final, and that change", True, bool(wrong))


def _compare_with_steady_bounds(graph: GameGraph, sides: FinalSides) -> Iterator[Finding]:
    """Compare the bounds called final with those that no scores of the open nodes change."""
    inner = {node.id for node in graph.nodes if node.kind is Kind.MOVER}
    steady = steady_bounds(graph)
    for side in (LOWER, UPPER):
        yield same(
            f"final {side} bounds, and those that no values of the open nodes change",
            sides[side] & inner,
            steady[side] & inner,
        )


def final_sides_of_run(graph: GameGraph) -> FinalSides:
    """Return by side the nodes whose bound is final at the end of the run of the finality."""
    run = algorithms.trace(graph, FINALITY.name)
    marks = run.finality_at(len(run) - 1)
    sides = {LOWER: Finality.LOWER, UPPER: Finality.UPPER}
    return {side: {id for id, mark in marks.items() if mark in (own, Finality.FINAL)} for side, own in sides.items()}


def steady_bounds(graph: GameGraph) -> FinalSides:
    """Return by side the nodes whose bound no values from −3 to 3 at the open nodes change."""
    opens = [node.id for node in graph.nodes if node.kind is Kind.OPEN]
    before = bounds_of(graph)
    after = [
        bounds_of(with_leaves(graph, dict(zip(opens, told, strict=True)))) for told in product(FEW, repeat=len(opens))
    ]
    return {
        side: {id for id in graph.ids if all(bounds[id][place] == before[id][place] for bounds in after)}
        for place, side in enumerate((LOWER, UPPER))
    }


def final_sides_by_steps(graph: GameGraph, *, as_printed: bool = False) -> FinalSides:
    """Return by side the nodes whose bound steps 1 to 5 call final; step 2 as printed adds open nodes."""
    bounds = bounds_of(graph)
    lost: FinalSides = {LOWER: set(), UPPER: set()}
    apart = [node for node in graph.nodes if bounds[node.id][0] != bounds[node.id][1]]
    for node in apart:
        if node.kind is Kind.OPEN and not as_printed:
            lost[LOWER].add(node.id)
            lost[UPPER].add(node.id)
    while True:
        before = sum(map(len, lost.values()))
        for node in apart:
            if node.kind is Kind.MOVER:
                _lose_finality(graph, node.id, bounds, lost)
        if sum(map(len, lost.values())) == before:
            return {side: set(graph.ids) - ids for side, ids in lost.items()}


def _lose_finality(graph: GameGraph, id: str, bounds: NodeBounds, lost: FinalSides) -> None:
    """Add a node to the sides whose bound is not final, by steps 3 and 4."""
    lower, upper = bounds[id]
    children = graph.ids_after(id)
    if any(child in lost[UPPER] and 0 - bounds[child][0] > lower for child in children):
        lost[LOWER].add(id)
    if all(child in lost[LOWER] for child in children if 0 - bounds[child][0] == upper):
        lost[UPPER].add(id)


def half_final(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the lower bound of A rises only with scores of 2 or more at the open nodes."""
    yield from _compare_with_steady_bounds(scene.graph, final_sides_of_run(scene.graph))
    opens = [node.id for node in scene.graph.nodes if node.kind is Kind.OPEN]
    for score in FEW:
        lower = bounds_of_run(with_leaves(scene.graph, dict.fromkeys(opens, score)))["A"][0]
        yield same(f"lower bound of A with {score} at both question marks", 2 if score >= 2 else 1, lower)


def number_game(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the order in which numbers are expanded, and when the bounds of 13 come and become final."""
    trace, root = scene.trace, str(scene.graph.root)
    result = trace.result
    yield same(
        "expansions, always the smallest that can still change the bounds of 13",
        ORDER,
        tuple(map(int, result["expanded"])),
    )
    yield same("number of expansions", 28, len(result["expanded"]))
    yield same("numbers that are still open at the end", {59, 61}, set(map(int, result["open"])))
    yield same("bounds of 13 at the end", "[3, 5]", f"[{result[LOWER]}, {result[UPPER]}]")
    at = {
        place: trace.bounds_at(step, [root]).get(root, _UNKNOWN) for step, place in enumerate(("", *result["expanded"]))
    }
    yield same("the lower bound becomes 3 with", "27", next(place for place, pair in at.items() if pair[0] == 3))
    yield same("the upper bound becomes 5 with", "35", next(place for place, pair in at.items() if pair[1] == 5))
    roles = {place: trace.finality_at(step, [root])[root].name for step, place in enumerate(("", *result["expanded"]))}
    yield same(
        "the upper bound is final with",
        "51",
        next(place for place, role in roles.items() if role in ("UPPER", "FINAL")),
    )
    yield same(
        "the lower bound is final with",
        "57",
        next(place for place, role in roles.items() if role in ("LOWER", "FINAL")),
    )


def infinite(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that some numbers of the number game stay open after any number of expansions."""
    for positions in (10, 100, 1000):
        graph = games.generate("number-game", positions=positions)
        yield Finding(
            f"open numbers after {positions:,} expansions",
            "≥ 1",
            f"{graph.count(Kind.OPEN)}",
            graph.count(Kind.OPEN) > 0,
        )


def finality_of_loop(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that all bounds of the expanded loop are final, though lower and upper ones differ."""
    shown, told = final_sides_of_run(scene.graph), final_sides_by_steps(scene.graph)
    for side in (LOWER, UPPER):
        yield same(f"final {side} bounds, as the run shows them", set(scene.graph.ids), shown[side])
        yield same(f"the same by steps 1 to 5, {side}", set(scene.graph.ids), told[side])
