"""What the page says of an error that nothing else has caught, wherever it came from: a page, a dialog, a button."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from explorer import formats
from explorer.app.state import current
from explorer.app.widgets import plain
from explorer.model.errors import FORESEEN, sentence

_LOG = logging.getLogger(__name__)
_SAFE = (
    "Your graph is as it was before. Go on with something else, or save it first; what the program has written on its "
    "console says where the error came from."
)


@contextmanager
def catch_errors() -> Iterator[None]:
    """Have whatever goes wrong in a part of the page end in a sentence there, and the page go on."""
    try:
        yield
    except FORESEEN as error:
        st.warning(plain(sentence(error)))
    except Exception as error:
        _LOG.exception("An error that nobody foresaw")
        tell(error)


def tell(error: Exception) -> bool:
    """Say in our own words what went wrong, and offer the open graph as a file; True: nothing else is to be said."""
    st.error(plain(sentence(error)))
    session = current()
    if session is not None and session.graph.nodes:
        graph = session.graph
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
