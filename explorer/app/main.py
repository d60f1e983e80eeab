"""The script of the app: `streamlit run explorer/app/served.py [-- GRAPH]` runs it for every user."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from explorer.app import bar, help_page, links, refusals, sources
from explorer.app.compare import page as compare_page
from explorer.app.expand import page as expand_page
from explorer.app.explore import page as explore_page
from explorer.app.help_texts import QUERY
from explorer.app.learn import page as learn_page
from explorer.app.learn.state import Learning
from explorer.app.papers import page as papers_page
from explorer.app.play import page as play_page
from explorer.app.progress import waiting
from explorer.app.state import Session, begin, current
from explorer.app.tree import page as unwind_page
from explorer.app.views import catch_up, turn_to
from explorer.app.widgets import plain
from explorer.app.write import page as write_page
from explorer.lessons.library import holds_lessons, read_lessons
from explorer.scenes.scene import Page
from explorer.stage import keep_address


@dataclass(frozen=True)
class _Address:
    """What the address of a page is, and what Back and Forward of the browser do there, if the page knows that."""

    show: Callable[[Session], None]
    go_back: Callable[[Session, Mapping[str, str], Page], None] | None = None


def main() -> None:
    """Run the page that the address names."""
    st.set_page_config("Game Graph Explorer", "♟", "wide", "collapsed")
    known = current()
    session = known or begin()
    session.view_only = session.view_only or st.query_params.get("view") == "only"
    scenes = {
        name: st.Page(
            show, title=name.title(), url_path=name, default=name is Page.EXPLORE, visibility=_visibility(name)
        )
        for name, show in SCENES.items()
    }
    parts = {"learn": learn_page.st_page(), "papers": papers_page.st_page(), "write": write_page.st_page()}
    pages = [scenes[Page.EXPLORE], *parts.values(), *list(scenes.values())[1:], help_page.st_page()]
    page = st.navigation(pages, position="hidden" if session.view_only else "top")
    turn_to(session, next((name for name, shown in scenes.items() if shown == page), session.page))
    left, session.path = session.path, page.url_path
    if left != session.path:
        session.told = {}
        session.of(Learning).shown = None  # a slide that is come back to shows its own scene again
    with waiting("Opening the graph"):
        if known is None:
            _start(session, page.url_path)
        _catch_up(session)
    if left == "learn" != session.path:
        learn_page.leave(session)
    if known is None and session.of(Learning).own is not None:
        st.switch_page(parts["learn"])  # the command line named lessons
    address = _ADDRESSES.get(page.url_path) or _Address(_show_address, links.go_back)
    if known is not None and address.go_back is not None and _went_back():
        address.go_back(session, st.query_params.to_dict(), session.page)
    going, session.going = session.going, None
    if going is not None and page.url_path not in ("learn", "help") and scenes[going] != page:
        # To where the scene of a link or a sample is.  Without the address, Streamlit would put an entry of the history
        # between, which is this page with an empty address.
        st.switch_page(scenes[going], query_params=st.query_params.to_dict())
    part, session.part_going = session.part_going, ""
    if part and part != page.url_path:
        st.switch_page(next(each for each in pages if each.url_path == part.removeprefix("explore")))
    _show(session, page)
    address.show(session)


def _visibility(page: Page) -> Literal["visible", "hidden"]:
    """Whether the navigation shows a page; the others are views of Explore, which the bar leads to."""
    return "visible" if page in (Page.EXPLORE, Page.PLAY) else "hidden"


def _catch_up(session: Session) -> None:
    """Do what the browser and the user have asked for since the last run."""
    catch_up(session)
    session.do_what_is_due()
    refusals.follow(session)
    sources.open_dropped(session)


def _show(session: Session, page: st.Page) -> None:
    """Show the page below the bar, and what is wrong with the link that led to it."""
    if not session.view_only:
        with waiting("Preparing the page"):
            bar.show(session, page.url_path)
        if page.url_path != "learn":
            learn_page.show_way_back(session)
    for sentence in session.said:
        st.toast(plain(sentence), icon=":material/warning:", duration="infinite")  # until it is closed
    session.said.clear()
    with st.container(key="view_only") if session.view_only else nullcontext():
        page.run()
    session.presses.clear()  # of buttons that are not on this page


def _start(session: Session, path: str) -> None:
    """Open what the link to a page with this path says, or what the command line named, or the first sample."""
    is_help = path == "help"
    query = {name: text for name, text in st.query_params.to_dict().items() if not (is_help and name == QUERY)}
    named = sys.argv[1:3]
    if named and holds_lessons(named[0]):
        session.of(Learning).put(read_lessons(Path(named[0])))
        named = []
    session.said += links.follow(session, query, session.page, *named) + learn_page.follow(session, query)
    session.said += papers_page.follow(session, query) if path == "papers" else []
    session.going = None if path in ("help", "papers", "write") else session.going
    session.base = "".join(sys.argv[3:4])
    session.stage.fresh = True


def _went_back() -> bool:
    """Whether the user pressed Back or Forward of the browser."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _show_help_address(session: Session) -> None:
    if st.query_params.keys() == {QUERY}:
        return  # it may also name a heading, which a new address would lose
    address = links.address(session) | {QUERY: help_page.chosen()}
    if st.query_params.to_dict() != address:
        st.query_params.from_dict(address)


def _show_address(session: Session) -> None:
    """Keep the address up to date: another scene is another entry of the history, unless it is the first of its page.

    Not in a frame, of whose page each entry would be one, too.
    """
    if session.view_only:
        return
    now, address, is_first = st.query_params.to_dict(), links.address(session), not session.told
    loose = {*now, *address} if is_first else links.loose(address)
    owned = (*links.OWNED, *_STEPPED.get(session.page, ()))
    keep_address(address, loose=sorted(loose), owned=owned)
    before, session.told = now or session.told, address  # the browser may not have come to show what it was told
    if before and not is_first and links.is_another(before, address):
        st.query_params.from_dict(address)


SCENES: dict[Page, Callable[[], None]] = {  # what shows a page
    Page.EXPLORE: explore_page.show,
    Page.EXPAND: expand_page.show,
    Page.COMPARE: compare_page.show,
    Page.PLAY: play_page.show,
    Page.UNWIND: unwind_page.show,
}
_STEPPED = {
    Page.EXPLORE: ["step"],
    Page.EXPAND: ["step"],
    Page.COMPARE: ["step", "mode"],
    Page.UNWIND: ["depth"],
}  # what the browser keeps
_ADDRESSES = {  # of the pages that show no scene, by their paths
    "learn": _Address(learn_page.show_address, learn_page.go_back),
    "write": _Address(lambda session: st.query_params.clear()),
    "papers": _Address(papers_page.show_address, papers_page.go_back),
    "help": _Address(_show_help_address),
}

if __name__ == "__main__":  # as Streamlit runs it; `served` imports it to have all pages in memory
    main()
