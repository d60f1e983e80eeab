"""The number of expansions that a game needs: by each strategy, and at best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.expansion.candidates import candidates
from explorer.expansion.partial import PartialGraph, Test
from explorer.expansion.strategies import STRATEGIES, Chooser
from explorer.model.rules import Rules
from explorer.model.scores import Score
from explorer.solver.states import index_of, numbers_of, reachable_from
from explorer.trace.run import Progress

TESTS: tuple[Test, Test] = ("rule", "exact")


@dataclass(frozen=True)
class StrategyResult:
    """The expansions that a strategy needed.

    Attributes
    ----------
    strategy, finality : names of the strategy and of the test of finality.
    expansions : the number of nodes it expanded.
    lower, upper : the root's bounds at the end.
    is_final : whether they are final; if not, the limit came first, or the remaining nodes cannot be expanded.
    """

    strategy: str
    finality: Test
    expansions: int
    lower: Score
    upper: Score
    is_final: bool


@dataclass(frozen=True)
class Fewest:
    """The least number of expansions after which the root's bounds are final.

    Attributes
    ----------
    expansions : the least number; None if the search gave up.
    at_least : the number of expansions that are certainly needed.
    order : a shortest order of expansion, by id; empty if the search gave up.
    tried : the number of sets of expanded nodes that were looked at.
    can_be_settled : False if nothing that can be expanded makes the root's bounds final.
    """

    expansions: int | None
    at_least: int
    order: tuple[str, ...]
    tried: int
    can_be_settled: bool = True


def _ignore_progress(count: int) -> None:
    """Report no progress."""


def expand_on(known: PartialGraph, choose: Chooser, most: int, *, progress: Progress = _ignore_progress) -> None:
    """Expand the choices of a strategy until the root is final, nothing can change it, or `most` are expanded.

    `progress` is called with the number of nodes that were expanded, and may raise to cancel.
    """
    while not known.is_settled and len(known.expanded) < most and (choices := candidates(known)):
        known.expand(choose(known, choices).candidate.node.id)
        progress(len(known.expanded))


def compare(
    rules: Rules,
    *,
    most: int = 1_000,
    seed: int = 1,
    tests: Sequence[Test] = TESTS,
    progress: Progress = _ignore_progress,
) -> list[StrategyResult]:
    """Return the result of each strategy for each test of finality, strategies in the order of menus.

    Parameters
    ----------
    most : expansions after which a strategy gives up.
    seed : of the strategy that draws at random.
    progress : called with the number of expansions by all strategies together; it may raise to cancel.
    """
    rows: list[StrategyResult] = []

    def report(count: int) -> None:
        progress(sum(row.expansions for row in rows) + count)

    for test in tests:
        for name, strategy in STRATEGIES.items():
            known = PartialGraph(rules, finality=test)
            expand_on(known, strategy.make(seed), most, progress=report)
            bounds = known.bounds_of(known.root.id)
            rows.append(StrategyResult(name, test, len(known.expanded), *bounds, known.is_settled))
    return rows


def fewest(
    rules: Rules, most: int = 20, *, finality: Test = "rule", work: int = 20_000, progress: Progress = _ignore_progress
) -> Fewest:
    """Return the fewest expansions after which the root's bounds are final, by trying all sets of nodes.

    Sets of one node are looked at, then those of two, and so on, each once; the result does not depend on the order of
    expansion.  A set is enlarged by every open node that can have a part in settling the root
    (`relevant_open_nodes`: more than the candidates, for a node that cannot change a bound by itself may still help to
    settle it), or only by one that has to be expanded in any case, if there is one.

    Parameters
    ----------
    most : expansions past which the search gives up.
    work : sets past which it gives up.
    progress : called with the number of sets that were looked at; it may raise to cancel.
    """
    layer = {frozenset[str](): PartialGraph(rules, finality=finality)}
    tried = 1
    for size in range(most + 1):
        settled = next((known for known in layer.values() if known.is_settled), None)
        if settled is not None:
            return Fewest(size, size, tuple(settled.expanded), tried)
        if not layer or size == most:
            break
        following: dict[frozenset[str], PartialGraph] = {}
        for known in layer.values():
            for key, id in ((frozenset((*known.expanded, id)), id) for id in _nodes_to_try(known)):
                if key not in following:
                    following[key] = known.copy()
                    following[key].expand(id)
                    progress(tried + len(following))
            if tried + len(following) > work:
                return Fewest(None, size + 1, (), tried + len(following))
        tried += len(following)
        layer = following
    return Fewest(None, size + 1, (), tried, can_be_settled=bool(layer))


def relevant_open_nodes(known: PartialGraph) -> list[str]:
    """Return the ids of the open nodes that may help to settle the root, in order of discovery.

    A node cannot help if both its bounds are final, or if its predecessor's player certainly has more than can be hoped
    for there; that stays so whatever is expanded.  The others are found from the root down.
    """
    worth, final = known.bounds.worth, known.finality.is_final

    def after(index: int) -> list[int]:
        own = next(claim for claim in numbers_of(index) if known.claims.chooses[claim] or claim & 1)
        hopeful = (claim for claim in known.claims.successors[own] if -worth[claim ^ 1] > worth[own])
        return [index_of(claim) for claim in hopeful if not (final(claim) and final(claim ^ 1))]

    seen = reachable_from(0, after)
    return [known.nodes[index].id for index in sorted(seen) if known.can_expand(known.nodes[index])]


def _nodes_to_try(known: PartialGraph) -> list[str]:
    """Return the open nodes to add to a set in turn; a single one if it must be in the set.

    Such a node is an open successor of the root where the root's player can hope for anything.
    """
    needed = [other for root in (0, 1) if known.claims.chooses[root] for other in known.claims.successors[root]]
    opens = [known.nodes[index_of(claim)] for claim in needed if known.claims.is_open[claim]]
    if not all(map(known.can_expand, opens)):
        return []
    return [opens[0].id] if opens else relevant_open_nodes(known)
