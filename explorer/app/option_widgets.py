"""Options as widgets: one for each kind of option, for algorithms and for games."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer.errors import OptionError
from explorer.options import Option

_STEP = 0.5  # of a number that need not be whole


def ask(option: Option, now: Any, *, key: str) -> Any:
    """The value that the user chose, parsed; None, and a sentence on the page, if it is impossible.

    Parameters
    ----------
    now : the value that the widget shows at first.
    key : of the widget.
    """
    try:
        return option.parse(_widget(option, now, key))
    except OptionError as error:
        st.error(str(error))
        return None


def _widget(option: Option, now: Any, key: str) -> object:
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
