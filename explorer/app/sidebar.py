"""The sidebar: which graph, which algorithm, which options."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import algorithms
from explorer.app import sources
from explorer.app.state import Session
from explorer.errors import OptionError
from explorer.options import Option
from explorer.scores import score_to_json


def show(session: Session) -> None:
    """Show the sidebar."""
    with st.sidebar:
        sources.show(session)
        _choose_algorithm(session)
        sources.show_downloads(session)
        sources.show_known_answers(session)


def _choose_algorithm(session: Session) -> None:
    entries = algorithms.registered()
    names = list(entries)
    chosen = st.selectbox(
        "Algorithm",
        names,
        index=names.index(session.algorithm),
        format_func=lambda name: entries[name].title,
        key="algorithm",  # without a key, another index makes it another widget, which loses the next choice
    )
    session.choose(chosen)
    entry = entries[chosen]
    for option in entry.options:
        _show_option(session, option)
    st.caption(f"{entry.summary}  \n*{entry.source}*")


def _show_option(session: Session, option: Option) -> None:
    now = session.chosen_options.get(option.name, option.default)
    value = _widget(session.algorithm, option, now)
    try:
        parsed = option.parse(value)
    except OptionError as error:
        st.error(str(error))
        return
    if parsed == option.default:
        session.chosen_options.pop(option.name, None)
    else:
        session.chosen_options[option.name] = parsed


def _widget(algorithm: str, option: Option, now: Any) -> object:
    key = f"option_{algorithm}_{option.name}"
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
    if option.minimum is not None:
        return st.number_input(
            option.title, option.minimum, option.maximum, value=now, step=1, help=option.help, key=key
        )
    return st.text_input(option.title, value=str(score_to_json(now)), help=option.help, key=key)
