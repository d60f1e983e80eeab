"""Shared parts of pages: widgets of options, buttons that lose no press, safe Markdown, colours."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import formats
from explorer.app.session.requests import Requests
from explorer.app.session.session import begin, current
from explorer.lessons.lesson import without_claims
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.trace.options import Option

BUTTON_CSS = """
button {
  min-height: 2.2rem; padding: 0.15rem 0.6rem; border: 1px solid var(--st-border-color); border-radius: 0.5rem;
  background: var(--st-background-color); color: inherit; font: inherit; cursor: pointer;
}
"""
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000"]  # of lines in charts
_STEP = 0.5  # of a number that need not be whole

# Signs with a meaning in Streamlit's Markdown: anywhere, at the beginning of a line, and in addresses.
_MARKS = re.compile(r"[\\`*_\[\]<>$~#|]|:(?=[\w+-]*[:\[]|\N{WORD JOINER})")
_ADDRESSES = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=@)(?=\w)", re.IGNORECASE)
_BEGINNINGS = re.compile(r"^(\s*\d*)([-+=.)])(?=\s|$|-|=)", re.MULTILINE)


def graph_file_types() -> list[str]:
    """Return the suffixes of graph files, for a widget for uploads."""
    suffixes = (suffix for entry in formats.registered().values() for suffix in entry.suffixes)
    return sorted({suffix.rsplit(".", 1)[-1] for suffix in suffixes})


def plain(text: str) -> str:
    """Return a text of users or their files as Markdown that shows it literally: no marks, links or pictures.

    Addresses get an invisible joiner, for Streamlit makes links even of those whose marks are escaped.

    Examples
    --------
    >>> print(plain("a*b $x$ :red[y] ![](https://z) 1: c"))
    a\\*b \\$x\\$ \\:red\\[y\\] !\\[\\](https\\:⁠//z) 1: c
    """
    unlinked = _ADDRESSES.sub("\N{WORD JOINER}", text)
    return _BEGINNINGS.sub(r"\1\\\2", _MARKS.sub(r"\\\g<0>", unlinked))


_FORMULA = re.compile(r"(\$[^$\n]+\$)")
_SAFE_FORMULA = re.compile(r"\$[\w\s\\{}^+\-−*/=>≤≥.,;()\[\]|'!·…]+\$")
_ALLOWED = re.compile(r"\\(?=[*|])")
_ITEMS = re.compile(r"^(\s*\d*)\\(?=[-.] )", re.MULTILINE)


def markdown_of(text: str) -> str:
    """Return the text, its claims as readers see them, as Markdown without links, pictures, HTML, colours or code.

    Examples
    --------
    >>> print(markdown_of("**a** is {{1 : score of a}}, $a_1$, ![](https://z) <b>"))
    **a** is 1, $a_1$, !\\[\\](https\\:⁠//z) \\<b\\>
    """
    parts = _FORMULA.split(without_claims(text))
    return "".join(part if _is_formula(part) else _safe_markdown(part) for part in parts)


def _is_formula(part: str) -> bool:
    return bool(_SAFE_FORMULA.fullmatch(part)) and "www" not in part.lower()


def _safe_markdown(text: str) -> str:
    """Return the text as literal Markdown, except for emphasis, lists and tables."""
    return _ITEMS.sub(r"\1", _ALLOWED.sub("", plain(text)))


def note_part(visible_ids: Collection[str], graph: GameGraph, centre: str) -> None:
    """If a canvas shows only the nodes around a centre, note that."""
    if len(visible_ids) < len(graph.nodes):
        name = plain(graph.node(centre).name)
        st.caption(
            f"Drawn are {len(visible_ids):,} of {len(graph.nodes):,} nodes, those around {name}. Scores and steps are "
            "those of the whole graph."
        )


def pressed(label: str, *, container: DeltaGenerator | None = None, key: str | None = None, **looks: Any) -> bool:
    """Show a button in the container, and return whether the user has pressed it since the last call.

    Streamlit's own answer is lost when another message, of a step perhaps, cuts short the run that the press began
    before it comes to the button.  Callbacks come first in a run: this one notes the press until the button is reached.
    The callback gets the set of presses, since asking Streamlit for the session could cut it short as well.
    """
    presses, name = (current() or begin()).of(Requests).presses, key or label
    (st if container is None else container).button(label, key=key, on_click=presses.add, args=(name,), **looks)
    was_pressed = name in presses
    presses.discard(name)
    return was_pressed


def numbered_css(height: int) -> str:
    """Return the style of a `NumberedArea` (numbered_area.ts), so many pixels high."""
    return f"""
.numbered {{
  display: flex; height: {height}px; border: 1px solid var(--st-border-color); border-radius: 8px; overflow: hidden;
  font: 14px/1.5 var(--st-code-font); background: var(--st-secondary-background-color);
}}
.numbered > div {{
  overflow: hidden; min-width: 2.2em; padding: 8px 6px; text-align: right; opacity: 0.75; user-select: none;
}}
.numbered textarea {{
  flex: 1; min-width: 0; margin: 0; border: 0; padding: 8px; resize: none; font: inherit; color: inherit;
  background: var(--st-background-color);
}}
.numbered textarea:focus-visible {{ outline: 2px solid var(--st-primary-color); outline-offset: -2px; }}
"""


def ask(option: Option, now: Any, *, key: str) -> Any:
    """Show the widget of an option and return its value; if that is invalid, show an error and return None.

    Parameters
    ----------
    now : the initial value of the widget.
    key : of the widget.
    """
    try:
        return option.parse(_option_widget(option, now, key))
    except OptionError as error:
        st.error(plain(str(error)))
        return None


def _option_widget(option: Option, now: Any, key: str) -> object:
    """Show the widget that fits the kind of an option, and return its value."""
    if option.choices is not None:
        names = list(option.choices)
        titles = option.choices
        return st.selectbox(
            option.title,
            names,
            index=names.index(now),
            format_func=lambda name: titles[name],
            help=option.help,
            key=key,
        )
    if isinstance(option.default, bool):
        return st.toggle(option.title, value=now, help=option.help, key=key)
    if option.minimum is not None:
        step = _STEP if isinstance(option.default, float) else 1
        return st.number_input(
            option.title, option.minimum, option.maximum, value=now, step=step, help=option.help, key=key
        )
    return st.text_input(option.title, value=option.write(now), help=option.help, key=key)
