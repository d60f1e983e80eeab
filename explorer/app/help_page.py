"""The page *Help*: the Markdown files of the folder help, with a search over them."""

from __future__ import annotations

import streamlit as st

from explorer.app.help_texts import INDEX, QUERY, Picture, address, help_pages, search, with_addresses
from explorer.app.widgets import plain
from explorer.drawing import bundle

_FOLLOWED = "help_followed"
_WIDTH = 1100  # px: the tables of the algorithms need them
_FOUND_HEIGHT = 320  # px
_CSS = """
<style>
.st-key-help h1 { font-size: 2rem; }
.st-key-help h2 { font-size: 1.5rem; }
.st-key-help h3 { font-size: 1.15rem; }
.st-key-help [data-testid=stMarkdownContainer] { overflow-x: auto; }
.st-key-help_contents ul { list-style: none; margin: 0; }
.st-key-help_contents li { margin: 0 0 0.3rem; padding: 0; }
</style>
"""


def show() -> None:
    """Show the page that the address names."""
    st.html(_CSS)
    page = help_pages()[chosen()]
    with st.container(key="help", width=_WIDTH):
        words = st.text_input("Search the help", key="help_words", placeholder="such as: back link")
        if words.strip():
            _show_found(words)
        for block in page.blocks:
            if isinstance(block, Picture):
                st.image(str(block.file), caption=block.text, alt=block.text)
            else:
                st.markdown(with_addresses(block))
    _follow_links(page.name)


def show_contents() -> None:
    """Show links to all pages, in the sidebar."""
    here = chosen()
    pages = help_pages().values()
    titles = (f"**{page.title}**" if page.name == here else f"[{page.title}]({address(page.name)})" for page in pages)
    with st.container(key="help_contents"):
        st.markdown("\n".join(f"- {title}" for title in titles))


def st_page() -> st.Page:
    """The page as Streamlit knows it."""
    return st.Page(show, title="Help", icon=":material/help:", url_path="help")


def chosen() -> str:
    """The name of the page that the address names; the index if there is no such page."""
    name = st.query_params.get(QUERY, INDEX)
    return name if name in help_pages() else INDEX


def _show_found(words: str) -> None:
    found = search(words)
    if not found:
        st.text(f"No section has “{words}” in it.")
    with st.container(height=min(_FOUND_HEIGHT, 70 * len(found)) if found else "content", border=bool(found)):
        for each in found:
            st.markdown(f"[{each.page.title}: {each.section.title}]({each.link})  \n{plain(each.excerpt)}")


def _follow_links(page: str) -> None:
    """Have links between pages followed in place."""
    component = st.components.v2.component("explorer_help", js=bundle.built("help_page"))
    component(data=page, key=_FOLLOWED, height="content", on_page_change=_go)


def _go() -> None:
    """Go to the page whose link was followed."""
    page = st.session_state[_FOLLOWED].page
    if page in help_pages():
        st.query_params[QUERY] = page
