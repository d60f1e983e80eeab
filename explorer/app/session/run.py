"""Current run of the session: the algorithm with its options, its trace and the step, and the job that records it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from explorer import algorithms
from explorer.app.job import Job
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.requests import OPENING, Requests
from explorer.app.session.visible_part import VisiblePart
from explorer.drawing.growing_tree import ITERATION
from explorer.drawing.trace_data import SentTrace
from explorer.model.check import Problem
from explorer.model.errors import FORESEEN, OptionError
from explorer.model.graph import GameGraph
from explorer.scenes.scene import FIRST_ALGORITHM
from explorer.stage import Stage
from explorer.trace import Trace
from explorer.trace.options import ENDLESS
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


@dataclass
class CurrentRun:
    """The run of the chosen algorithm on the open graph, and the step that is on the stage.

    Attributes
    ----------
    options : by algorithm, those that differ from their defaults; the value of endless play is the graph's.
    trace : of the whole run.
    failure : why a graph without errors has no trace, or only that of a part of its run.
    obstacle : the reason why the algorithm cannot run on this graph.
    """

    open_graph: OpenGraph
    part: VisiblePart
    requests: Requests
    stage: Stage
    algorithm: str = FIRST_ALGORITHM
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    step: int = 0
    trace: Trace | None = None
    failure: str = ""
    obstacle: Problem | None = None
    _job: RunJob | None = None  # the run that is being recorded
    _trace_key: tuple[Any, ...] | None = None  # the `_key` of the trace
    _cancelled_key: tuple[Any, ...] | None = None  # the `_key` of the run that the user cancelled
    _sent_key: tuple[Any, ...] | None = None  # the run and the nodes that the stage has

    # ---- what runs

    def choose(self, algorithm: str) -> None:
        """Choose an algorithm; the step goes back to the first."""
        if algorithms.find(algorithm).grows:
            raise OptionError(f"{algorithm} is shown on the page Expand; choose another algorithm here")
        if algorithm != self.algorithm:
            self.algorithm, self.step = algorithm, 0

    @property
    def chosen_options(self) -> dict[str, Any]:
        """Options of the chosen algorithm that differ from their defaults."""
        return self.options_of(self.algorithm)

    def options_of(self, algorithm: str) -> dict[str, Any]:
        """Return the options of an algorithm that differ from their defaults."""
        endless = self.open_graph.endless
        heeded = endless != 0 and algorithms.find(algorithm).has_option(ENDLESS)
        return self.options.get(algorithm, {}) | ({ENDLESS: endless} if heeded else {})

    @property
    def _key(self) -> tuple[Any, ...]:
        """The input of the run: version of the graph, algorithm, options, value of endless play."""
        options = algorithms.find(self.algorithm).for_run(self.chosen_options, self.open_graph.graph)
        worth = options.pop(ENDLESS, 0)
        return self.open_graph.version, self.algorithm, tuple(sorted(options.items())), worth

    @property
    def is_by_sweep(self) -> bool:
        """Return whether the step of the run is the n of sₙ."""
        return self.algorithm == ITERATION and self.chosen_options.get("detail", "sweep") == "sweep"

    def begin_at(self, step: int) -> None:
        """Have the stage begin at a step, regardless of its current one."""
        self.step, self._trace_key = step, None

    # ---- running it

    def update(self, progress: Callable[[int], None] | None = None, *, whole: bool = True) -> None:
        """Bring the trace of the chosen algorithm up to date.

        After an edit, or with another value of endless play, the player stays at its step; else it starts at `step`.
        Behind the dialog that opens a graph a run waits: the dialog's buttons would not react before its end.

        Parameters
        ----------
        progress : called with the number of steps while this method waits for the run.
        whole : whether to wait for the end of the run; else the stage gets the first steps of a long run, and `goes_on`
            is true until a later call finds the end.
        """
        key = self._key
        if key == self._cancelled_key:
            return
        if key != self._trace_key and self.requests.dialog == OPENING:
            self._forget()
            return
        if self._job is not None and self._job.key != key:
            self.end_without_trace()
        restart = False
        stays_last = self._is_last_of_folder and key != self._trace_key
        if key != self._trace_key or self.goes_on:
            self._record(key, progress, whole=whole)
        if key != self._trace_key:
            restart = self._trace_key is None or self._trace_key[1:3] != key[1:3] or stays_last
            self._trace_key, self._sent_key = key, None
        if self.trace is not None and stays_last:
            self.step = len(self.trace) - 1
        if self.trace is not None:
            self.trace = self.trace.with_endless(self.open_graph.endless)
        self._send_trace(restart=restart)

    @property
    def _is_last_of_folder(self) -> bool:
        """Return whether the last step of a run on a part of a solved folder is shown; it stays when the part grows."""
        if self.trace is None or self.open_graph.origin.folder is None:
            return False
        return self.step >= len(self.trace) - 1

    @property
    def goes_on(self) -> bool:
        """Return whether the stage has the first steps of a run that is still being recorded."""
        return self._job is not None and self._job.key == self._trace_key

    @property
    def steps_so_far(self) -> int:
        """The number of steps of the run that goes on."""
        return self._job.progress if self._job is not None else 0

    @property
    def is_recording(self) -> bool:
        """Return whether the run has not ended."""
        return self._job is not None and self._job.is_running

    @property
    def sent_trace(self) -> Trace | None:
        """The trace that the stage has; of a run that goes on, the trace of its first steps."""
        first_steps = self._job.first_steps if self._job is not None and self.goes_on else None
        return self.trace if first_steps is None else first_steps.with_endless(self.open_graph.endless)

    def cancel(self) -> None:
        """Cancel the current run, which does not begin again until its input changes.

        If the screen shows its first steps, the run ends with the steps so far.
        """
        if self._job is not None and self.goes_on:
            self._job.stop()
            return
        self._cancelled_key = self._key
        self._forget()
        self.failure = "The run was cancelled. Change the graph or an option, or run it again."

    @property
    def is_cancelled(self) -> bool:
        """Return whether the user cancelled or stopped the last run."""
        return self._cancelled_key is not None or (self.trace is not None and bool(self.failure))

    def run_again(self) -> None:
        """Let a run that the user cancelled or stopped begin again."""
        self._cancelled_key, self._trace_key = None, None

    def end_without_trace(self) -> None:
        """Let the current run end without a trace."""
        if self._job is not None:
            self._job.cancel()
        self._job = None

    def _forget(self) -> None:
        """Cancel the run and show none."""
        self.end_without_trace()
        self.trace, self.obstacle, self.failure, self._trace_key = None, None, "", None
        self.stage.set_trace(None, restart=False)

    def _record(self, key: tuple[Any, ...], progress: Callable[[int], None] | None, *, whole: bool) -> None:
        """Start the run of this input unless it runs already, and wait for its first steps or its end."""
        job = self._job_of_run(key)
        if job is not None:
            job.wait_for_steps(self.step, progress, whole=whole)
        self.trace, self.failure, self.obstacle, self._cancelled_key = None, "", None, None
        if job is None or job.is_running:
            return
        self._job, self.trace = None, job.content
        if job.error is not None and not isinstance(job.error, FORESEEN):
            raise job.error
        if job.failure:
            graph = self.open_graph.playable_by(self.algorithm)
            self.failure, self.obstacle = job.failure, algorithms.find(self.algorithm).obstacle(graph)
        elif job.is_stopped and self.trace is not None:
            self.failure = self.trace.left_out

    def _job_of_run(self, key: tuple[Any, ...]) -> RunJob | None:
        """Return the job of the run, which the first call starts; None if the graph has errors."""
        if self._job is None and not self.open_graph.errors:
            self._job = RunJob(key)
            graph, options = self.open_graph.playable_by(self.algorithm), self.chosen_options
            self._job.record(graph, self.algorithm, options, step=self.step)
        return self._job

    def _send_trace(self, *, restart: bool) -> None:
        """Give the stage the trace of the nodes that it shows."""
        trace, visible_ids = self.sent_trace, self.part.visible_ids
        key = (self._trace_key, visible_ids, self.goes_on)
        if key == self._sent_key and (trace is None or self.stage.offers(trace.endless)):
            return
        sent = None
        if trace is not None:
            self.step = min(self.step, len(trace) - 1)
            sent = SentTrace(trace, algorithms.find(self.algorithm), visible_ids, is_unfinished=self.goes_on)
        self.stage.set_trace(sent, restart=restart, at=self.step)
        self._sent_key = key
