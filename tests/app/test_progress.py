"""How far long work is, on the page."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.script import run

from explorer.app import progress


def in_the_midst_of_two() -> None:
    import streamlit as st

    from explorer.app.progress import progress

    for work in reversed(st.session_state.pop("works", [])):  # the second run ends them
        work.__exit__(None, None, None)
        st.session_state.ended = True
    if "ended" in st.session_state:
        return
    works = [progress(what, lambda: None) for what in ("the first", "the second")]
    for tell in [work.__enter__() for work in works]:
        for steps in (1_000, 2_000):
            tell(steps)
    st.session_state.works = works


def ended() -> None:
    from explorer.app.progress import progress

    with progress("the work", lambda: None) as tell:
        tell(1_000)


def failing() -> None:
    from explorer.app.progress import progress

    with progress("the work", lambda: None) as tell:
        tell(1_000)
        raise ValueError


def test_two_long_works_of_one_run_have_a_button_each(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "_SHOW_AFTER", -1.0)
    monkeypatch.setattr(progress, "_BETWEEN_WORDS", -1.0)
    app = run(AppTest.from_function(in_the_midst_of_two, default_timeout=60))
    assert [each.label for each in app.button] == ["Cancel", "Cancel"]
    assert [each.value for each in app.markdown] == [f"Running the {n}: 2,000 steps …" for n in ("first", "second")]
    assert not app.run().button


def test_of_short_work_nothing_is_shown():
    app = run(AppTest.from_function(in_the_midst_of_two, default_timeout=60))
    assert not app.button
    assert not app.run().button


@pytest.mark.parametrize("work", [ended, failing])
def test_of_work_that_has_ended_nothing_is_left(monkeypatch: pytest.MonkeyPatch, work):
    monkeypatch.setattr(progress, "_SHOW_AFTER", -1.0)
    monkeypatch.setattr(progress, "_BETWEEN_WORDS", -1.0)
    app = AppTest.from_function(work, default_timeout=60).run()
    assert not app.button
    assert not app.markdown
    assert len(app.exception) == (work is failing)
