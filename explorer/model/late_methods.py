"""What methods of `GameGraph` and `Trace` call of modules that build on theirs, so that no import goes round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_provided: dict[str, Callable[..., Any]] = {}


def provided(function: Function) -> Function:
    """Make a function known under its name to methods of a module below; a decorator."""
    _provided[function.__name__] = function
    return function


def call(name: str, /, *arguments: Any, **options: Any) -> Any:
    """What the function of this name returns."""
    return _provided[name](*arguments, **options)
