"""Turns of the scripts of a class, with the part of Streamlit that they need."""

from __future__ import annotations

import inspect
from threading import Event, Lock, Thread

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from explorer.app.turns import ScriptTurns, in_turn

PATIENCE = 10.0  # seconds


def run_all(threads: list[Thread]) -> None:
    """Run threads to their ends."""
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("at_once", [1, 3])
def test_no_more_run_at_once_than_turns_and_all_do(at_once: int):
    lock, running, most, ends = Lock(), [0], [0], []

    def run(number: int) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        Event().wait(0.002)
        with lock:
            running[0] -= 1
        ends.append(number)

    in_turns = in_turn(run, ScriptTurns(at_once, PATIENCE))
    run_all([Thread(target=in_turns, args=(number,)) for number in range(40)])
    assert most == [at_once]
    assert sorted(ends) == [*range(40)]


def test_a_run_that_takes_long_lets_others_run_even_those_that_it_waits_for():
    turns, other_ran, waited = ScriptTurns(1, longest=0.05), Event(), []

    def long() -> None:
        Thread(target=in_turn(other_ran.set, turns)).start()
        waited.append(other_ran.wait(PATIENCE))

    run_all([Thread(target=in_turn(long, turns), daemon=True)])
    assert waited == [True]


def test_a_run_that_ends_with_an_exception_gives_its_turn_back():
    turns = ScriptTurns(1, longest=PATIENCE)

    def fail() -> None:
        raise KeyboardInterrupt

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            in_turn(fail, turns)()
    assert not turns._taken


def test_streamlit_still_runs_scripts_in_the_method_that_takes_turns():
    assert "self._run_script(request.rerun_data)" in inspect.getsource(ScriptRunner._run_script_thread)
