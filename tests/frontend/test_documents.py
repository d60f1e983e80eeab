"""The documents that the browser keeps: how long ago one was changed is said in words."""

from __future__ import annotations

import pytest
from frontend.conftest import Run

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000  # ms
LONG_AGO = {
    0: "just now",
    MINUTE - 1: "just now",
    MINUTE: "1 minute ago",
    2 * MINUTE + 59 * SECOND: "2 minutes ago",
    HOUR: "1 hour ago",
    DAY - 1: "23 hours ago",
    DAY: "yesterday",
    9 * DAY: "9 days ago",
}


@pytest.mark.parametrize(("past", "words"), LONG_AGO.items())
def test_how_long_ago_a_document_was_changed_is_said_in_the_largest_unit(run: Run, past: int, words: str):
    now = 1_800_000_000_000
    assert run("([time, now]) => $edit_words.ago(time, now)", [now - past, now]) == words
