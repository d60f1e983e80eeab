"""Traces made by hand, for tests of what shows them: with bounds, and of a graph that grows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from explorer.algorithms import Algorithm
from explorer.games.samples import load_sample
from explorer.model.graph import Convention, GameGraph, Kind, Move, Node
from explorer.solver.operator import arrays_of, bounds_iteration
from explorer.solver.retrograde import retrograde
from explorer.trace import Activity, Bounds, Finality, Growth, Step, Steps, Trace
from explorer.trace.recording import record


def _nothing(graph: GameGraph) -> Steps:
    """No steps: the traces are recorded from generators of their own."""
    yield from ()
    return {}


ENTRY = Algorithm(
    name="by-hand",
    title="Made by hand",
    source="none",
    summary="Steps for tests.",
    pseudocode=("start", "look at a node", "end"),
    run=_nothing,
    notes_title="Candidates",
)
START, LOSING_BELOW = 13, 6
ORDER = (13, 15, 3, 5, 17, 19, 21, 7)  # in which the growing graph is expanded


def traced(graph: GameGraph, steps: Steps, options: Mapping[str, Any] | None = None) -> Trace:
    return record(steps, graph, algorithm=ENTRY.name, options=options)


def bounded(name: str = "negamax-loop", **options: Any) -> Trace:
    """Bounds of a sample, sweep by sweep."""
    graph = load_sample(name)
    return traced(graph, bounds_by_sweeps(graph), options)


def bounds_by_sweeps(graph: GameGraph) -> Steps:
    """The iteration from below and from above, a step a sweep."""
    iteration = bounds_iteration(arrays_of(graph))
    yield _sweep(graph, range(len(graph.nodes)), iteration.ranks, iteration.arrays.score, "Nothing is known.")
    while len(changed := iteration.advance()):
        caption = f"Sweep {iteration.n} changes {len(changed)} nodes."
        yield _sweep(graph, changed, iteration.ranks, iteration.arrays.score, caption)
    yield Step("Nothing changes any more.", 3, finality={node.id: Finality.FINAL for node in graph.nodes})
    return {}


def _sweep(graph: GameGraph, places: Iterable[int], ranks: Any, score: Any, caption: str) -> Step:
    pairs = {graph.nodes[place].id: (score(ranks[0, place]), score(ranks[1, place])) for place in places}
    return Step(
        caption,
        2,
        bounds=pairs,
        finality=dict.fromkeys(pairs, Finality.TENTATIVE),
        activity=dict.fromkeys(pairs, Activity.CHANGED),
        counters={"sweeps": 1},
    )


def place_of(number: int) -> tuple[float, float]:
    """Where a number stands, the same however much is known."""
    return 150.0 * (number % 7), 20.0 * number


def numbers(expanded: Sequence[int]) -> GameGraph:
    """What is known of the number game (Loops) from 13 when some numbers have been expanded."""
    known = dict.fromkeys([START, *(child for number in expanded for child in children(number))])
    moves = tuple((str(n), str(child)) for n in dict.fromkeys(expanded) for child in children(n))
    nodes = tuple(_number_node(n, n in expanded) for n in known)
    return GameGraph(nodes, moves, root=str(START), convention=Convention.NEGAMAX, name="Numbers")


def children(number: int) -> list[int]:
    """The numbers after each move; none below six, where the game is lost."""
    if number < LOSING_BELOW:
        return []
    return [*(number // by for by in range(2, number) if number % by == 0), number + 2, number + 4]


def _number_node(number: int, is_expanded: bool) -> Node:
    x, y = place_of(number)
    if not is_expanded:
        return Node(str(number), Kind.OPEN, x=x, y=y)
    is_lost = number < LOSING_BELOW
    return Node(str(number), Kind.LEAF if is_lost else Kind.MOVER, score=-number if is_lost else None, x=x, y=y)


def growing(order: Sequence[int] = ORDER) -> Trace:
    """The number game, a number expanded a step."""
    graph = numbers([])
    return traced(graph, _expansions(order))


def _expansions(order: Sequence[int]) -> Steps:
    yield Step("Only the start is known.", 1, bounds=_bounds(numbers([])), notes={str(START): "the start"})
    for count, number in enumerate(order, 1):
        before, after = numbers(order[: count - 1]), numbers(order[:count])
        was, now = _bounds(before), _bounds(after)
        opens = [node.id for node in after.nodes if node.kind is Kind.OPEN]
        roles = {id: Finality.FINAL if low == high else Finality.TENTATIVE for id, (low, high) in now.items()}
        yield Step(
            f"{number} is expanded.",
            2,
            bounds={id: pair for id, pair in now.items() if was.get(id) != pair},
            finality=roles,
            focus=str(number),
            counters={"expanded": count},
            notes={str(number): ""} | dict.fromkeys(opens, "can change the root"),
            growth=_growth(before, after, number),
        )
    return {}


def _growth(before: GameGraph, after: GameGraph, number: int) -> Growth:
    nodes = tuple(node for node in after.nodes if node.id == str(number) or node.id not in before.index)
    moves: tuple[Move, ...] = tuple(move for move in after.moves if move[0] == str(number))
    return Growth(nodes, moves)


def _bounds(graph: GameGraph) -> dict[str, Bounds]:
    arrays = arrays_of(graph)
    found = retrograde(arrays)
    lower, upper = found.lower.tolist(), found.upper.tolist()
    ids = [node.id for node in graph.nodes]
    return {id: (arrays.score(low), arrays.score(high)) for id, low, high in zip(ids, lower, upper, strict=True)}
