"""Session of one user: one object of each class that the app keeps, made when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import Parameter, signature
from sys import modules
from typing import Any, TypeVar

import streamlit as st

from explorer.stage import Stage

UserState = TypeVar("UserState")
CallResult = TypeVar("CallResult")


class Session:
    """The states of one user by class: graph, run, part, history, requests, and those of pages and dialogs.

    A class or a function names in its signature the states that it uses.  `Stage` is the stage of Explore.
    """

    def __init__(self) -> None:
        self._states: dict[type, Any] = {Session: self, Stage: Stage("explore", editable=True, asks=True)}

    def of(self, kind: type[UserState]) -> UserState:
        """Return the state of a class; the first call makes it, with the states that its constructor names."""
        if kind not in self._states:
            self._states[kind] = kind(*self.arguments(kind))
        state: UserState = self._states[kind]
        return state

    def arguments(self, function: Callable[..., object], *rest: object) -> list[Any]:
        """Return the arguments of a function: first the states that its signature names, then the rest."""
        names, module = _class_names(function), vars(modules[function.__module__])
        return [*(self.of(module[name]) for name in names[: len(names) - len(rest)]), *rest]

    def call(self, function: Callable[..., CallResult], *rest: object, **options: object) -> CallResult:
        """Call a function with the states that its signature names, then the rest."""
        return function(*self.arguments(function, *rest), **options)


@cache
def _class_names(function: Callable[..., object]) -> list[str]:
    """Return the annotations of the parameters without a default."""
    parameters = signature(function).parameters.values()
    return [each.annotation for each in parameters if each.default is Parameter.empty]


def current() -> Session | None:
    """Return the session of this user, or None before it has begun."""
    return st.session_state.get("session")


def begin() -> Session:
    """Start a new session, and store it as the current one."""
    session = st.session_state["session"] = Session()
    return session
