"""What algorithms share that sweep over all nodes until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from explorer.algorithms.captions import counter
from explorer.trace import Result, Step, Steps
from explorer.trace.caption import Caption, caption, listing
from explorer.trace.options import Option, choice

EXPLAINED = 3  # nodes that a caption explains; the rest are counted


def sweep_detail() -> Option:
    """The option for what a step is."""
    return choice(
        "detail",
        "A step is",
        {"sweep": "a sweep over all nodes", "node": "one node of a sweep"},
        "Whether a step shows a whole sweep or a single node of it.",
    )


class Sweeping(Protocol):
    """A run that sweeps: `advance` makes one sweep and says whether it changed something."""

    def first_step(self) -> Step:
        """Before any sweep."""

    def advance(self) -> bool:
        """Sweep once more."""

    def sweep_step(self) -> Step:
        """The last sweep as one step."""

    def node_steps(self) -> Iterator[Step]:
        """The last sweep node by node."""

    def last_step(self) -> Step:
        """After the last sweep, which changed nothing."""

    def result(self) -> Result:
        """What the run found."""


def sweep_steps(run: Sweeping, detail: str) -> Steps:
    """All steps of a run, in the detail that `sweep_detail` offers; its result is returned."""
    yield run.first_step()
    while run.advance():
        if detail == "node":
            yield from run.node_steps()
        else:
            yield run.sweep_step()
    yield run.last_step()
    return run.result()


def change_words(indices: Sequence[int], reason: Callable[[int], Caption]) -> Caption:
    """How many nodes change, with the reasons of the first: "2 nodes change: s₁(a) = 1, …; s₁(b) = 2, …"."""
    reasons = [reason(index) for index in indices[:EXPLAINED]]
    more = [f"and {len(indices) - EXPLAINED:,} more"] if len(indices) > EXPLAINED else []
    change = "changes" if len(indices) == 1 else "change"
    words = listing([*reasons, *more], EXPLAINED + 1, "; ")
    return caption(counter("changed", len(indices), "node"), f" {change}: ", words)
