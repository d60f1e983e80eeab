"""Steps of algorithms that sweep over all nodes until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from explorer.algorithms.captions import counter
from explorer.trace import Result, Step, Steps
from explorer.trace.caption import Caption, caption, listing
from explorer.trace.options import Option, choice

EXPLAINED = 3  # nodes that a caption explains; the rest are counted


def sweep_detail() -> Option:
    """Return the option for the length of a step."""
    return choice(
        "detail",
        "A step is",
        {"sweep": "a sweep over all nodes", "node": "one node of a sweep"},
        "Whether a step shows a whole sweep or a single node of it.",
    )


class Sweeping(Protocol):
    """A run that sweeps: `advance` makes one sweep and returns whether it changed anything."""

    def first_step(self) -> Step:
        """Return the step before any sweep."""

    def advance(self) -> bool:
        """Sweep once more, and return whether anything changed."""

    def sweep_step(self) -> Step:
        """Return the last sweep as one step."""

    def node_steps(self) -> Iterator[Step]:
        """Yield the last sweep node by node."""

    def last_step(self) -> Step:
        """Return the step after the last sweep, which changed nothing."""

    def result(self) -> Result:
        """Return the result of the run."""


def sweep_steps(run: Sweeping, detail: str) -> Steps:
    """Yield all steps of a run, in the detail that `sweep_detail` offers, and return its result."""
    yield run.first_step()
    while run.advance():
        if detail == "node":
            yield from run.node_steps()
        else:
            yield run.sweep_step()
    yield run.last_step()
    return run.result()


def change_words(indices: Sequence[int], reason: Callable[[int], Caption]) -> Caption:
    """Return the number of nodes that change, with the first reasons: "2 nodes change: s₁(a) = 1, …"."""
    reasons = [reason(index) for index in indices[:EXPLAINED]]
    more = [f"and {len(indices) - EXPLAINED:,} more"] if len(indices) > EXPLAINED else []
    change = "changes" if len(indices) == 1 else "change"
    words = listing([*reasons, *more], EXPLAINED + 1, "; ")
    return caption(counter("changed", len(indices), "node"), f" {change}: ", words)
