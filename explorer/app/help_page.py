"""The page *Help*: the Markdown files of the folder help, with a search over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from explorer.app.help_texts import INDEX, QUERY, HelpPicture, address, help_pages, search, with_addresses
from explorer.app.widgets import plain
from explorer.drawing import bundle

_LINKS = "help_followed"
_WIDTH = 1100  # px: the tables of the algorithms need them
_FOUND_HEIGHT = 320  # px
_CSS = """
<style>
.st-key-help :is(h1, h2, h3) { scroll-margin-top: 12px !important; }
.st-key-help h1 { font-size: 2rem; }
.st-key-help h2 { font-size: 1.5rem; }
.st-key-help h3 { font-size: 1.15rem; }
.st-key-help [data-testid=stMarkdownContainer] { overflow-x: auto; }
.st-key-help_contents ul { list-style: none; margin: 0; }
.st-key-help_contents li { margin: 0 0 0.3rem; padding: 0; }
</style>
"""


@dataclass
class HelpPanel:
    """The page in the panel, with a heading after a #; "" if the panel is closed."""

    page: str = ""


def show() -> None:
    """Show the page of the help that the address names."""
    with st.container(key="help", width=_WIDTH):
        _show_page(page_name())
    _follow_links(page_name(), _go_to_link)


def open_panel(help_panel: HelpPanel, page: str) -> None:
    """Open a page of the help in the panel, at a heading after a #; "" closes the panel."""
    help_panel.page = page if page.partition("#")[0] in help_pages() or not page else INDEX


def show_panel(help_panel: HelpPanel) -> None:
    """Show the panel with its page, if it is open."""
    page = help_panel.page
    if not page:
        return
    with st.container(key="help_panel"):
        st.button(
            "Close the help", icon=":material/close:", key="help_close", on_click=open_panel, args=(help_panel, "")
        )
        with st.container(key="help"):
            _show_page(page.partition("#")[0])
        _follow_links(page, lambda: open_panel(help_panel, st.session_state[_LINKS].page))


def _show_page(name: str) -> None:
    """Show a page of the help, with the search and the contents above it."""
    st.html(_CSS)
    page = help_pages()[name]
    with st.container(key="help_top", horizontal=True, vertical_alignment="bottom"):
        words = st.text_input("Search the help", key="help_words", placeholder="such as: back link")
        with st.popover("Contents"):
            _show_contents(name)
    if words.strip():
        _show_search_hits(words)
    for block in page.blocks:
        if isinstance(block, HelpPicture):
            st.image(str(block.file), caption=block.text, alt=block.text)
        else:
            st.markdown(with_addresses(block))


def _show_contents(here: str) -> None:
    """Show links to all pages of the help."""
    pages = help_pages().values()
    titles = (f"**{page.title}**" if page.name == here else f"[{page.title}]({address(page.name)})" for page in pages)
    with st.container(key="help_contents"):
        st.markdown("\n".join(f"- {title}" for title in titles))


def page_name() -> str:
    """Return the name of the help page in the address; the index if there is no such page."""
    name = st.query_params.get(QUERY, INDEX)
    return name if name in help_pages() else INDEX


def _show_search_hits(words: str) -> None:
    hits = search(words)
    if not hits:
        st.text(f"No section has “{words}” in it.")
    with st.container(height=min(_FOUND_HEIGHT, 70 * len(hits)) if hits else "content", border=bool(hits)):
        for each in hits:
            st.markdown(f"[{each.page.title}: {each.section.title}]({each.link})  \n{plain(each.excerpt)}")


def _follow_links(page: str, on_link: Callable[[], None]) -> None:
    """Mount the component that follows links between pages in place; it calls `on_link` after a press.

    It brings a heading after a # into view once.
    """
    component = st.components.v2.component("explorer_help", js=bundle.built("help_page"))
    component(data=page, key=_LINKS, height="content", on_page_change=on_link)


def _go_to_link() -> None:
    """Go to the page of the link that the user pressed."""
    page = st.session_state[_LINKS].page
    if page in help_pages():
        st.query_params[QUERY] = page
