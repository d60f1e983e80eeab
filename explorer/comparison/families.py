"""Counts over families of graphs, beside formulas: growth of the work with the size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from explorer.comparison.compare import ComparisonRow, run
from explorer.comparison.contender import Contender
from explorer.games import generate
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.operator import arrays_of, bounds_iteration
from explorer.solver.visits import MOST_NODES, visits
from explorer.trace.recording import Limits

Formula = Callable[[int], float]

ROUNDS = "rounds"
"""The measure that needs no contender."""

RUN = 250_000  # steps of one run; a longer one ends the series
FASTER = 100  # times as many visits that are counted without steps
_HAS_MEMO = {"depth-first": False, "memoised": True}  # contenders whose visits are, with whether they have a memo
_SEEDS = range(1, 6)  # of the random graphs of one size
_BRANCHING = 3


@dataclass(frozen=True)
class ChartFamily:
    """Graphs of growing size.

    Attributes
    ----------
    parameter : the name of the size.
    smallest, largest : the sizes for which it is sensible to draw a chart.
    usual : the size up to which a chart is drawn unless another is asked for.
    graphs : the graphs of a size; of several the mean is drawn.
    formulas : by their text, with the measure that they belong to.
    note : a text on what the chart shows and proves.
    """

    name: str
    title: str
    source: str
    parameter: str
    smallest: int
    largest: int
    usual: int
    graphs: Callable[[int], Iterable[GameGraph]]
    formulas: Mapping[str, tuple[str, Formula]] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class ChartPoint:
    """A point of a chart: a count of a contender, or a value of a formula (`is_formula`)."""

    size: int
    series: str
    count: float
    is_formula: bool = False


def rounds(graph: GameGraph) -> int:
    """Return the least n from which on s_n of the root is its score (Kars, Definition 4.1)."""
    bounds = bounds_iteration(arrays_of(graph))
    ranks = [0]
    while len(bounds.advance()):
        lower, upper = bounds.ranks[:, graph.root_index].tolist()
        ranks.append(min(max(lower, 0), upper))
    return ranks.index(ranks[-1])  # which no s_n leaves again (Kars, Lemma 5.3)


def points_of_chart(
    family: ChartFamily,
    contenders: Sequence[Contender],
    *,
    measure: str = "visits",
    largest: int | None = None,
    limits: Limits = Limits(steps=1, run=RUN),
    progress: Callable[[int], None] | None = None,
) -> list[ChartPoint]:
    """Return the points of a chart: of every contender, and of the formulas for this measure, size by size.

    A series ends where a run passes the limits, and is empty for an algorithm without this measure or that cannot run
    on the graphs.

    Parameters
    ----------
    measure : one of `explorer.comparison.compare.COUNTS`, or `ROUNDS`.
    largest : the last size; `family.usual` unless another is given.
    limits : of steps; visits that are counted without steps may be `FASTER` times as many.
    progress : called with the number of steps of the run that is under way; it may raise to cancel.
    """
    sizes = range(family.smallest, (family.usual if largest is None else largest) + 1)
    chart = _round_points(family, sizes) if measure == ROUNDS else []
    for each in contenders if measure != ROUNDS else ():
        for size in sizes:
            count = _mean_count(family.graphs(size), each, measure, limits, progress)
            if count is None:
                break
            chart.append(ChartPoint(size, each.notation, count))
    for text, (of, formula) in family.formulas.items():
        chart += [ChartPoint(size, text, formula(size), is_formula=True) for size in sizes if of == measure]
    return chart


def _round_points(family: ChartFamily, sizes: Iterable[int]) -> list[ChartPoint]:
    return [
        ChartPoint(size, "sweeps until the root has its score", fmean(rounds(graph) for graph in family.graphs(size)))
        for size in sizes
    ]


def _mean_count(
    graphs: Iterable[GameGraph],
    contender: Contender,
    measure: str,
    limits: Limits,
    progress: Callable[[int], None] | None,
) -> float | None:
    """Return the mean of a count over some graphs; None if one of them has none."""
    counts: list[int] = []
    for graph in graphs:
        count = _count_on_graph(graph, contender, measure, limits, progress)
        if count is None:
            return None
        counts.append(count)
    return counts[0] if len(counts) == 1 else fmean(counts)


def _count_on_graph(
    graph: GameGraph, contender: Contender, measure: str, limits: Limits, progress: Callable[[int], None] | None
) -> int | None:
    """Return a count on a graph, None if there is none; visits of the plain searches are counted without steps."""
    if measure == "visits" and contender.notation in _HAS_MEMO and len(graph.nodes) <= MOST_NODES:
        arrays, memo, most = arrays_of(graph), _HAS_MEMO[contender.notation], FASTER * limits.run
        return visits(arrays.indptr, arrays.indices, graph.root_index, memo=memo, most=most, progress=progress)
    row: ComparisonRow = run(graph, contender, limits=limits, progress=progress).row
    return None if row.failure else row.count(measure)


def _random_graphs(size: int) -> list[GameGraph]:
    """Return the random graphs of a size, with as many moves and leaves as the generator makes by itself."""
    return [generate("random", nodes=size, seed=seed) for seed in _SEEDS]


def _trees_of_depth(depth: int) -> list[GameGraph]:
    scores: tuple[Score, ...] = tuple(range(-50, 51))
    return [
        generate("tree", branching=_BRANCHING, depth=depth, scores=scores, pattern="random", seed=seed)
        for seed in _SEEDS
    ]


FAMILIES = {
    family.name: family
    for family in (
        ChartFamily(
            "ladder",
            "Ladders with cycles",
            "Kars, From game trees to game graphs, Example 7.4",
            "layers n",
            1,
            12,
            8,
            lambda n: [generate("ladder", layers=n)],
            {
                "paper, without memo: (3n + 9)·2ⁿ⁻¹ − 2": ("visits", lambda n: (3 * n + 9) * 2 ** (n - 1) - 2),
                "paper, with memo: (9n² − 5n + 16)/2": ("visits", lambda n: (9 * n * n - 5 * n + 16) / 2),
            },
            "The paper's drawing of its ladder is lost. For ours only the growth can be compared: n·2ⁿ for depth-first "
            "search, n² with a memo that stores dependency sets.",
        ),
        ChartFamily(
            "complete-bipartite",
            "Complete bipartite graphs",
            "our own; refutes a conjecture of Kars, section 8",
            "nodes of each player m",
            1,
            8,
            6,
            lambda m: [generate("complete-bipartite", size=m)],
            {"conjectured growth: |V|² = 16m²": ("visits", lambda m: 16 * m * m)},
            "Kars conjectured that Algorithm 7.2 makes O(|V|²) visits. Here the number of visits more than quadruples "
            "with each step of m from 2 to 13, as far as it was counted, while |V|² grows ever more slowly.",
        ),
        ChartFamily(
            "distance-counterexample",
            "Late scores close to the root",
            "our own; refutes a conjecture of Kars, section 8",
            "length of the chain k",
            1,
            60,
            20,
            lambda k: [generate("distance-counterexample", length=k)],
            {
                "k + 2 = |V| − 3": (ROUNDS, lambda k: k + 2),
                "largest distance from the root": (ROUNDS, lambda k: 2 if k == 1 else 3 + k % 2),
            },
            "Kars conjectured that convergence might depend only on the largest distance from the root. It is at most "
            "4 here, and the number of sweeps grows with the chain.",
        ),
        ChartFamily(
            "random",
            "Random graphs",
            "our own",
            "nodes",
            6,
            40,
            20,
            _random_graphs,
            note=f"The mean over {len(_SEEDS)} graphs of each size, drawn by the seeds 1 to {len(_SEEDS)}.",
        ),
        ChartFamily(
            "tree",
            "Complete trees with random scores",
            "our own; the formula is that of Knuth and Moore for the minimal tree",
            "depth d",
            0,
            8,
            5,
            _trees_of_depth,
            {
                "all leaves: 3ᵈ": ("leaves", lambda d: _BRANCHING**d),
                "minimal tree: 3^⌈d/2⌉ + 3^⌊d/2⌋ − 1": (
                    "leaves",
                    lambda d: _BRANCHING ** ((d + 1) // 2) + _BRANCHING ** (d // 2) - 1,
                ),
            },
            f"{_BRANCHING} moves at every position; the mean over {len(_SEEDS)} trees of each depth.",
        ),
    )
}
"""The families by name, in the order in which menus show them."""
