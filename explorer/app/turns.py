"""Turns of the sessions of a class: few scripts run at once, for the room waits for each of them with each message.

A run waits before it begins, when it holds nothing that another needs, and one that takes long gives its turn back and
goes on; so no run waits for ever.  Names of Streamlit 1.67 that are not documented; `tests/app/test_turns.py` looks
whether they still are so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Condition, Timer
from typing import ParamSpec

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

AT_ONCE = 1
LONGEST = 1.0  # seconds

P = ParamSpec("P")


class ScriptTurns:
    """Turns of which only so many are taken at once.

    Parameters
    ----------
    at_once : the number of turns.
    longest : the seconds after which a turn that is still taken is given to another.
    """

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST) -> None:
        self._at_once, self._longest = at_once, longest
        self._taken: set[object] = set()
        self._change = Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and take it while the context lasts."""
        turn = object()
        with self._change:
            self._change.wait_for(lambda: len(self._taken) < self._at_once)
            self._taken.add(turn)
        timer = Timer(self._longest, self._give_back, [turn])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            self._give_back(turn)

    def _give_back(self, turn: object) -> None:
        with self._change:
            self._taken.discard(turn)
            self._change.notify()


def in_turn(run: Callable[P, None], turns: ScriptTurns) -> Callable[P, None]:
    """Return a function that takes a turn for each run."""

    @wraps(run)
    def take_turn(*arguments: P.args, **named: P.kwargs) -> None:
        with turns.turn():
            run(*arguments, **named)

    return take_turn


def begin() -> None:
    """Let the scripts of all sessions run in turn from now on, in this process."""
    ScriptRunner._run_script = in_turn(ScriptRunner._run_script, ScriptTurns())  # type: ignore[method-assign]
