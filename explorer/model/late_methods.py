"""What methods of `GameGraph` and `Trace` call of modules that build on theirs, so that no import goes round."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_provided: dict[str, Callable[..., Any]] = {}


def provided(function: Function) -> Function:
    """Make a function known under its name to methods of a module below; a decorator."""
    _provided[function.__name__] = function
    return function


def call(name: str, /, *arguments: Any, **options: Any) -> Any:
    """What the function of this name returns; those of the whole package are known once that is loaded."""
    if name not in _provided:
        import_module("explorer.library")
    return _provided[name](*arguments, **options)
