"""Entries of the bar's menus are found by number, name and word, those first that are called so."""

from __future__ import annotations

from frontend.conftest import returned


def test_entries_are_found_by_number_name_and_word() -> None:
    assert returned("bar_search.js", "searches") == {
        "": ["naive", "memo", "status"],
        "7.2": ["memo"],
        "memo": ["naive", "memo", "status"],
        "ghi": ["naive", "memo"],
        "zermelo": ["status"],
        "memo 7.1": ["naive"],
        "losing": [],
        "nothing": [],
    }
