"""Long work beside the page, with progress and a way to cancel it; it ends when the page is closed.

In a dialog no button can interrupt a run of the script that is under way, so that long work must not be part of one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic
from typing import Generic, TypeVar

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from explorer.model.errors import reason
from explorer.model.work_limits import work_limits

Content = TypeVar("Content")

SECONDS_BETWEEN_LOOKS = 0.4
"""Interval at which a page checks the progress of the work."""

_GRACE = 1.0  # seconds in which a run ends by itself, with its steps so far
_AWAY = 5.0  # seconds after which a page that has lost the server does not come back


class _CancelledError(Exception):
    """Ends the work at its next report of progress."""


@dataclass
class Job(Generic[Content]):
    """Long work beside the page that makes something: the content of a file, a graph.

    Attributes
    ----------
    key : the input of the content.
    progress, total : the finished steps of the work, and all steps.
    content : the result; None while the work runs, and if it failed.
    failure : the reason of a failure, or "".
    error : the exception of a failure.
    """

    key: Hashable
    progress: int = 0
    total: int = 0
    content: Content | None = None
    failure: str = ""
    error: Exception | None = None
    _cancel_event: Event = field(default_factory=Event)
    _thread: Thread | None = None
    _begin: float = 0.0  # time on the monotonic clock
    _session: str = ""  # Streamlit's id of the page's session
    _last_presence: float = 0.0  # time on the monotonic clock at which the page was last connected

    @property
    def is_running(self) -> bool:
        """Return whether the work has begun and not ended."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, work: Callable[[Callable[[int, int], None]], Content]) -> None:
        """Begin the work: a function that takes a function to report its progress."""
        context = get_script_run_ctx(suppress_warning=True)
        self._session = context.session_id if context is not None else ""
        self._begin = self._last_presence = monotonic()
        self._thread = Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Have the work end soon."""
        self._cancel_event.set()

    def wait(self, seconds: float | None = None) -> None:
        """Return when the work has ended, or after this number of seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, work: Callable[[Callable[[int, int], None]], Content]) -> None:
        try:
            self.content = work(self._report)
        except _CancelledError:
            self.failure = "it was cancelled"
        except Exception as error:  # of which nobody else would hear
            self.failure, self.error = reason(error), error

    def _report(self, progress: int, total: int) -> None:
        self.progress, self.total = progress, total
        work_limits().require_time(monotonic() - self._begin - _GRACE)
        if self._cancel_event.is_set() or self._is_page_closed():
            raise _CancelledError

    def _is_page_closed(self) -> bool:
        """Return whether the page has been closed; a short loss of the connection does not count."""
        if not Runtime.exists() or not self._session or Runtime.instance().is_active_session(self._session):
            self._last_presence = monotonic()
        return monotonic() - self._last_presence > _AWAY
