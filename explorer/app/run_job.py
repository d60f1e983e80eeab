"""The run of an algorithm as a job, whose first steps can be shown before its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from explorer import algorithms
from explorer.app.job import Job
from explorer.model.graph import GameGraph
from explorer.trace import Trace
from explorer.trace.recording import Limits, Recording

LIMITS = Limits(steps=1_000_000, changes=20_000_000, run=1_000_000)
PATIENCE = 0.5  # seconds after which a run that has not ended shows its first steps
_BETWEEN_LOOKS = 0.05  # seconds


@dataclass
class RunJob(Job[Trace]):
    """A run that is recorded beside the page.

    Attributes
    ----------
    first_steps : the trace of its first steps, once it has gone on for `PATIENCE` seconds.
    is_stopped : whether the user asked it to end with the steps so far.
    """

    first_steps: Trace | None = None
    is_stopped: bool = False

    def record(self, graph: GameGraph, algorithm: str, options: Mapping[str, Any], *, step: int) -> None:
        """Begin to record a run of an algorithm; `first_steps` will include this step, if the run has it."""
        due = monotonic() + PATIENCE

        def work(tell: Callable[[int, int], None]) -> Trace:
            def progress(steps: int) -> bool:
                if self.first_steps is None and steps > step and monotonic() > due:
                    self.first_steps = recording.so_far()
                tell(steps, 0)
                return self.is_stopped

            recording = Recording(algorithms.run(graph, algorithm, limits=LIMITS, progress=progress, **options), LIMITS)
            return recording.whole()

        self.start(work)

    def stop(self) -> None:
        """Have the run end soon, with its steps so far."""
        self.is_stopped = True

    def wait_for_steps(self, step: int, progress: Callable[[int], None] | None, *, whole: bool) -> None:
        """Return when the run has ended or, unless all of it is wanted (`whole`), its first steps include this one."""
        while self.is_running and (whole or self.is_stopped or not self._has_step(step)):
            self.wait(_BETWEEN_LOOKS)
            if progress is not None:
                progress(self.progress)

    def _has_step(self, step: int) -> bool:
        """Return whether the first steps of the run include a step."""
        return self.first_steps is not None and step < len(self.first_steps)
