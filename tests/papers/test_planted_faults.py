"""The checks of the sources notice faults that are planted in what the program computes and shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from explorer import algorithms
from explorer.algorithms.fixpoints import distributed, network, score_iteration
from explorer.algorithms.kernels import kernel
from explorer.algorithms.searches.alpha_beta import AlphaBeta
from explorer.algorithms.searches.memoised import MemoSearch
from explorer.algorithms.searches.search_frame import PathSearch
from explorer.algorithms.searches.windows import Window
from explorer.papers import item, items
from explorer.papers.checks import (
    CHECKS,
    e_valuate,
    iteration,
    kars,
    lecture,
    loops,
    pf_games,
    repetition,
    sharing,
    tiling,
)
from explorer.solver import solve
from explorer.trace import Bounds, Finality, Result, Step, Steps
from explorer.unwinding import unfold

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]

_EXCHANGED = {Finality.LOWER: Finality.UPPER, Finality.UPPER: Finality.LOWER}


def differs(paper: str, key: str) -> bool:
    """Whether the check of an item finds something that differs, in a scene that is loaded anew."""
    each = item(paper, key)
    return any(not finding.holds for finding in CHECKS[each.check](replace(each).scene, lambda: None))


def same(shown: Any) -> Any:
    return shown


def runs_otherwise(name: str, *, step: Callable[[Step], Step] = same, result: Callable[[Any], Result] = same) -> Plant:
    """An algorithm whose steps or result are changed on their way."""

    def plant(patch: Patch) -> None:
        entry = algorithms.find(name)
        true_run = entry.run

        def run(*given: Any, **options: Any) -> Steps:
            steps = true_run(*given, **options)
            while True:
                try:
                    each = next(steps)
                except StopIteration as end:
                    return result(end.value)
                yield step(each)

        patch.setitem(vars(entry), "run", run)

    return plant


def sets(owner: object, name: str, value: object) -> Plant:
    """A function or a class of the program that does something else."""
    return lambda patch: patch.setattr(owner, name, value, raising=False)


def negated(step: Step) -> Step:
    return replace(step, scores={id: None if score is None else -score for id, score in step.scores.items()})


def raised(step: Step) -> Step:
    return replace(step, scores={id: None if score is None else score + 1 for id, score in step.scores.items()})


def begun_elsewhere(step: Step) -> Step:
    """s₀ with a node that is not 0."""
    return replace(step, scores=dict(step.scores) | {next(iter(step.scores)): 2}) if step.counters["n"] == 0 else step


def mirrored(bounds: Mapping[str, Bounds]) -> dict[str, Bounds]:
    return {id: (0 - high, 0 - low) for id, (low, high) in bounds.items()}


def exchanged(marks: Mapping[str, Finality]) -> dict[str, Finality]:
    return {id: _EXCHANGED.get(mark, mark) for id, mark in marks.items()}


def counts_control_twice(patch: Patch) -> None:
    send = network.Network._send

    def twice(self: network.Network, kind: network.MessageKind, *given: Any, **named: Any) -> None:
        self.control += kind is not network.MessageKind.VALUE
        send(self, kind, *given, **named)

    patch.setattr(network.Network, "_send", twice)


def stops_early(patch: Patch) -> None:
    advance = score_iteration._Run.advance
    patch.setattr(score_iteration._Run, "advance", lambda self: advance(self) and self.n < 2)


def exchanges_marks_of_processes(patch: Patch) -> None:
    role = distributed._Run._finality_of
    patch.setattr(
        distributed._Run, "_finality_of", lambda self, process: _EXCHANGED.get(mark := role(self, process), mark)
    )


def does_not_count_back_links(patch: Patch) -> None:
    back_link = PathSearch._back_link

    def uncounted(self: PathSearch, index: int) -> Step:
        self.counts["visits"] -= 1
        return back_link(self, index)

    patch.setattr(PathSearch, "_back_link", uncounted)


def _largest(self: network.Network, process: int) -> Any:
    score = self._graph.nodes[network.index_of(process)].score
    return score if score is not None else max(self.move_values(process).values())


FAULTS: dict[str, tuple[Plant, tuple[str, ...]]] = {
    "sₙ is shown with the wrong sign": (
        runs_otherwise("score-iteration", step=negated),
        ("kars/definition-4.1", "kars/theorem-5.4"),
    ),
    "starts and acknowledgements are counted twice": (counts_control_twice, ("kars/distributed",)),
    "the iteration stops too early": (stops_early, ("kars/definition-4.1", "kars/theorem-5.4")),
    "the number of steps is one too large": (
        runs_otherwise("score-iteration", result=lambda found: found | {"steps": found["steps"] + 1}),
        ("kars/theorem-5.4",),
    ),
    "the bound is smaller": (
        runs_otherwise("score-iteration", result=lambda found: found | {"bound": found["bound"] - 1}),
        ("kars/theorem-5.4",),
    ),
    "a node does not start at 0": (
        runs_otherwise("score-iteration", step=begun_elsewhere),
        ("kars/definition-4.1", "kars/lemma-5.2"),
    ),
    "every score is called final": (
        sets(score_iteration, "_finality_codes", lambda low, now, high: np.full(len(now), Finality.FINAL, np.int8)),
        ("kars/theorem-5.4",),
    ),
    "processes of Min take the largest value": (
        sets(network.Network, "_recomputed_score", _largest),
        ("kars/distributed",),
    ),
    "processes rest while a message is under way": (
        sets(network.Network, "is_stable", property(lambda self: self.deficits[network.ENVIRONMENT] <= 1)),
        ("kars/distributed",),
    ),
    "processes mark lower and upper values the wrong way round": (
        exchanges_marks_of_processes,
        ("kars/definition-5.1",),
    ),
    "the memo is used where its dependency set does not hold": (
        sets(MemoSearch, "holds", lambda self, entry: True),
        ("kars/theorem-7.3", "kars/example-7.1"),
    ),
    "back links are no visits": (does_not_count_back_links, ("kars/theorem-6.8",)),
    "the kernel shows a move that stays outside": (
        sets(kernel._Run, "_successor_in_kernel", lambda self, index: self.graph.successors[index][-1]),
        ("pf-games/winning-strategy",),
    ),
    "Grundy values are shown one too large": (
        runs_otherwise("kernel", step=raised),
        ("pf-games/grundy",),
    ),
    "values are not kept inside the window": (
        sets(AlphaBeta, "is_hard", property(lambda self: False, lambda self, value: None)),
        ("lecture/alpha-beta",),
    ),
    "nothing is cut off": (
        sets(Window, "is_left_by", lambda self, sense, value: False),
        ("lecture/alpha-beta", "lecture/definition-85", "e-valuate/order"),
    ),
    "labels are shown from the wrong side": (
        runs_otherwise("status", step=negated),
        ("lecture/definition-81", "lecture/definition-82", "lecture/definition-83"),
    ),
    "the strategy of Max takes any move": (
        runs_otherwise("strategies", result=lambda found: found | {"max": {}}),
        ("lecture/max-min", "lecture/intersection"),
    ),
    "final lower and upper bounds are shown the wrong way round": (
        runs_otherwise("finality", step=lambda step: replace(step, finality=exchanged(step.finality))),
        ("loops/finality", "loops/final-bounds", "loops/half-final"),
    ),
    "the third time is forbidden and ends nothing": (
        sets(repetition, "unfold", lambda graph, rule: unfold(graph, "no-repeats")),
        ("kars/nth-time", "kars/move-clock"),
    ),
    "endless play is worth its negative": (
        sets(repetition, "solve", lambda graph, endless=0: solve(graph, endless=-endless)),
        ("kars/nth-time",),
    ),
    "a clock gives one move more": (
        sets(repetition, "unfold", lambda graph, rule: unfold(graph, f"clock={int(rule.partition('=')[2]) + 1}")),
        ("kars/move-clock",),
    ),
    "bounds are shown with the wrong sign": (
        runs_otherwise(
            "bounds", step=lambda step: replace(step, bounds={i: (-b, -a) for i, (a, b) in step.bounds.items()})
        ),
        ("loops/bounds", "loops/lower-bound-tree", "loops/half-final"),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_noticed(name: str, monkeypatch: Patch):
    plant, noticing = FAULTS[name]
    plant(monkeypatch)
    assert [each for each in noticing if not differs(*each.split("/"))] == []


class Asked(BaseException):
    """Something of the program was asked."""


MODULES = (e_valuate, iteration, kars, lecture, loops, pf_games, repetition, sharing, tiling)
ANSWERS = (
    "solve",
    "build",
    "count",
    "evaluate",
    "setting",
    "undirected_graph",
    "fewest",
    "unfold",
)  # of the program, beside traces
ABOUT_GRAPHS = {"kars.definition_2_1", "lecture.definition_80", "loops.infinite", "e-valuate.equation_1"}


@pytest.mark.parametrize("name", sorted({each.check for each in items() if each.check} - ABOUT_GRAPHS))
def test_a_check_asks_the_program(name: str, monkeypatch: Patch):
    def asked(*given: object, **named: object) -> None:
        raise Asked

    monkeypatch.setattr(algorithms, "trace", asked)
    for module, function in product(MODULES, ANSWERS):
        if hasattr(module, function):
            monkeypatch.setattr(module, function, asked)
    each = next(each for each in items() if each.check == name)
    with pytest.raises(Asked):
        list(CHECKS[name](replace(each).scene, lambda: None))
