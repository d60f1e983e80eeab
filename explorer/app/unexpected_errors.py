"""Messages on errors that no other code has caught, from a page, a dialog or a button."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from explorer import formats
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.session import current
from explorer.app.widgets import plain
from explorer.model.errors import FORESEEN, sentence

_LOG = logging.getLogger(__name__)
_SAFE = (
    "Your graph is as it was before. Go on with something else, or save it first; what the program has written on its "
    "console says where the error came from."
)


@contextmanager
def catch_errors() -> Iterator[None]:
    """Show any error of a part of the page as a sentence there, and go on with the page."""
    try:
        yield
    except FORESEEN as error:
        st.warning(plain(sentence(error)))
    except Exception as error:
        _LOG.exception("An error that nobody foresaw")
        tell(error)


def tell(error: Exception) -> bool:
    """Show a sentence on an error, and offer the open graph as a file; return True, so that Streamlit shows nothing."""
    st.error(plain(sentence(error)))
    session = current()
    graph = None if session is None else session.of(OpenGraph).graph
    if graph is not None and graph.nodes:
        st.markdown(_SAFE)
        st.download_button(
            "Save the graph",
            data=lambda: formats.dump(graph, "game-json"),
            file_name="saved.game.json",
            icon=":material/download:",
            on_click="ignore",
            key=f"saved_{secrets.token_hex(4)}",  # more than one thing may go wrong in a run
        )
    return True
