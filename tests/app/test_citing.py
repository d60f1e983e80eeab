"""What the page Sources keeps: what is listed, and checks that are computed once."""

from __future__ import annotations

from support.script import page_of, run

from explorer.app.papers.state import SourceReader
from explorer.app.session.session import Session
from explorer.papers import items

THEOREM, FIGURE, CHESS = ("kars", "theorem-5.4"), ("kars", "figure-2"), ("pf-games", "chess")


def papers_script() -> None:
    """The page alone."""
    from explorer.app.papers import page as papers_page
    from explorer.app.session.session import begin, current

    (current() or begin()).call(papers_page.show)


def test_what_is_asked_for_is_checked_once():
    citing = SourceReader()
    citing.request_checks([THEOREM, FIGURE, CHESS, THEOREM])
    citing.wait()
    assert set(citing.reports) == {THEOREM, FIGURE}
    found = citing.reports[THEOREM]
    citing.request_checks([THEOREM])
    citing.wait()
    assert citing.reports[THEOREM] is found


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
