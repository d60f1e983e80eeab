"""Functions that methods of `GameGraph` and `Trace` call by name, so that no module imports one above it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_functions: dict[str, Callable[..., Any]] = {}


def late_method(function: Function) -> Function:
    """Register a function under its name for methods of a lower module; a decorator."""
    _functions[function.__name__] = function
    return function


def call(name: str, /, *arguments: Any, **options: Any) -> Any:
    """Call the function registered under this name; load the whole package first if there is none."""
    if name not in _functions:
        for module in ("explorer.intake.arrays", "explorer.model.convert", "explorer.library"):
            import_module(module)
    return _functions[name](*arguments, **options)
