"""What the page Sources keeps: what is listed, and checks that are asked for, computed and cancelled."""

from __future__ import annotations

import pytest
from support.script import page_of, run

from explorer.app.papers.state import Citing, name_of
from explorer.app.state import Session
from explorer.model.errors import UnknownNameError
from explorer.papers import items

THEOREM, FIGURE, CHESS = ("kars", "theorem-5.4"), ("kars", "figure-2"), ("pf-games", "chess")


def papers_script() -> None:
    """The page alone."""
    from explorer.app.papers import page as papers_page

    papers_page.show()


def test_what_is_asked_for_is_checked_once():
    citing = Citing()
    citing.want([THEOREM, FIGURE, CHESS, THEOREM])
    citing.wait()
    assert set(citing.reports) == {THEOREM, FIGURE}
    found = citing.reports[THEOREM]
    citing.want([THEOREM])
    citing.wait()
    assert citing.reports[THEOREM] is found


def test_a_cancelled_check_keeps_what_was_found():
    citing = Citing()
    citing.want([name_of(item) for item in items()])
    citing.cancel()
    citing.wait()
    assert len(citing.reports) < len([item for item in items() if item.is_checked])
    assert not citing.is_checking
    citing.want([THEOREM])
    citing.wait()
    assert THEOREM in citing.reports


def test_the_item_that_was_unfolded_last_is_known():
    citing = Citing()
    citing.unfold([THEOREM])
    citing.unfold([THEOREM, FIGURE])
    assert citing.last == FIGURE
    citing.unfold([THEOREM])
    assert citing.last is None


def test_a_link_to_what_is_not_there_is_refused():
    with pytest.raises(UnknownNameError):
        Citing().follow("kars", "theorem-9")
    with pytest.raises(UnknownNameError):
        Citing().follow("karz", "")


def test_every_item_is_listed_and_words_choose_among_them():
    app = page_of(papers_script, Session())
    assert len(app.expander) == len(items())
    app.text_input[0].set_value("naive memo")
    run(app)
    labels = [each.label for each in app.expander]
    chosen = [item for item in items() if item.matches("naive memo")]
    assert len(labels) == len(chosen) > 0
    for label, item in zip(labels, chosen, strict=True):
        assert item.name in label
        assert ("erratum" in label) == bool(item.erratum)
        assert ("reconstruction" in label) == item.is_reconstruction
