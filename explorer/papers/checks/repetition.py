"""Checks of the statements on rules about repetition, which are our own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product, repeat
from random import Random

from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.papers.checks.trials import GENERATED, approximations, graphs, together
from explorer.papers.finding import Finding, Heartbeat, every
from explorer.solver import solve
from explorer.unwinding import unfold

SMALL = 3_000
_TIMES, _WORTHS, _CLOCKS = (2, 3), (-1, 0, 1), range(1, 7)
_AT_A_TIME = 500  # graphs that are solved as one
_UNFOLDED = 60  # of the small graphs, as unfolding takes longer than playing them out


@cache
def small_graphs() -> tuple[GameGraph, ...]:
    """Return random graphs of two to four inner nodes with at most two moves each, the same every time."""
    return tuple(_small_graph(Random(seed)) for seed in range(SMALL))


def _small_graph(random: Random) -> GameGraph:
    inner, leaves = random.randint(2, 4), random.randint(1, 3)
    ids = [f"n{number}" for number in range(inner + leaves)]
    players = [Node(id, random.choice((Kind.MAX, Kind.MIN))) for id in ids[:inner]]
    ends = [Node(id, Kind.LEAF, random.randint(-2, 2)) for id in ids[inner:]]
    moves = [(id, to) for id in ids[:inner] for to in random.sample(ids, random.randint(1, 2))]
    return GameGraph((*players, *ends), tuple(moves), root=ids[0])


def value_of_plays(graph: GameGraph, n: int, endless: Score, play: tuple[str, ...] = ()) -> Score:
    """Return the value of a position after a play where its n-th time ends the play, by playing everything out."""
    play = play or (str(graph.root),)
    node = graph.node(play[-1])
    if node.score is not None:
        return node.score
    if play.count(node.id) == n:
        return endless
    values = [value_of_plays(graph, n, endless, (*play, id)) for id in graph.ids_after(node.id)]
    return min(values) if node.kind is Kind.MIN else max(values)


def nth_time(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that a rule times=n leaves the score at the start as it is."""
    for n, endless in product(_TIMES, _WORTHS):
        about = f"the same played out, n = {n} and d = {endless}, on small generated graphs"
        cases = zip(small_graphs(), _scores(endless), repeat(n), repeat(endless))
        yield every(about, cases, lambda case: value_of_plays(case[0], *case[2:]) == case[1])
        heartbeat()
    yield every(
        "the same in the unfolded graph, n = 3",
        small_graphs()[:_UNFOLDED],
        lambda graph: solve(unfold(graph, "times=3").graph).score == solve(graph).score,
    )


def _scores(endless: Score) -> Iterator[Score]:
    """Yield the score at the start of every small graph, by the solver."""
    for first in range(0, SMALL, _AT_A_TIME):
        graph, roots = together(small_graphs()[first : first + _AT_A_TIME])
        scores = solve(graph, endless=endless).scores
        yield from (scores[root] for root in roots)


def move_clock(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that under a clock of m moves the start has its value in sₘ₊₁."""
    yield every(
        f"clocks of 1 to {_CLOCKS[-1]} moves, {GENERATED}",
        product(graphs(), _CLOCKS),
        lambda case: solve(unfold(case[0], f"clock={case[1]}").graph).score == _approximation(case[0], case[1] + 1),
    )


def _approximation(graph: GameGraph, n: int) -> Score:
    """Return the value of the root in sₙ; from the first sₙ that repeats on, nothing changes."""
    return list(islice(approximations(graph), n + 1))[-1][str(graph.root)]
