"""How far long work is, on the page."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.script import run

from explorer.app import progress


def two_works() -> None:
    from explorer.app.progress import progress

    for what in ("the first", "the second"):
        tell = progress(what, lambda: None)
        for steps in (1_000, 2_000):
            tell(steps)


def test_two_long_works_of_one_run_have_a_button_each(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "_SHOW_AFTER", -1.0)
    app = run(AppTest.from_function(two_works, default_timeout=60))
    assert [each.label for each in app.button] == ["Cancel", "Cancel"]
    assert [each.value for each in app.markdown] == [f"Running the {n}: 2,000 steps …" for n in ("first", "second")]


def test_of_short_work_nothing_is_shown():
    app = run(AppTest.from_function(two_works, default_timeout=60))
    assert not app.button
