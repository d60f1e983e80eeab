"""Every check would notice a fault: it differs as soon as something that it leans on gives another result."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from inspect import isfunction
from itertools import count
from types import ModuleType
from typing import Any

import pytest

from explorer.papers import Item, items
from explorer.papers.checks import CHECKS
from explorer.papers.finding import every, same

LONG = ("table-1", "monotone", "example-7.4", "conjecture-visits")  # which takes long; they compare printed numbers
OF_THE_SCENE = ("kars.definition_2_1", "lecture.definition_80")  # alone: `test_checks` gives them those of other games
WITH_CHECK = [each for each in items() if each.check and each.key not in LONG and each.check not in OF_THE_SCENE]


class Wrong:
    """An object whose attributes, items and methods give other results."""

    def __init__(self, right: Any) -> None:
        self._right = right

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._right, name)
        return wrongly(found) if callable(found) else off(found)

    def __getitem__(self, key: Any) -> Any:
        return off(self._right[key])

    def __len__(self) -> int:
        return len(self._right)

    def __iter__(self) -> Iterator[Any]:
        return iter(off(list(self._right)))


def off(right: Any) -> Any:
    """Another value of the same kind."""
    wrong: Any = Wrong(right)
    if isinstance(right, bool):
        wrong = not right
    elif isinstance(right, int | float | Fraction):
        wrong = -1 - right
    elif isinstance(right, str):
        wrong = f"{right}?"
    elif isinstance(right, dict):
        wrong = {key: off(value) for key, value in right.items()}
    elif isinstance(right, list | tuple):
        wrong = type(right)([off(right[0]), *right] if right else [0])
    elif isinstance(right, set | frozenset):
        wrong = type(right)(list(right)[1:] if right else [0])
    elif isinstance(right, Iterator):
        wrong = iter(off(list(right)))
    return wrong


def wrongly(function: Callable[..., Any], *, every: int = 1) -> Callable[..., Any]:
    """The function with a fault in its first call and in so many of the others."""
    calls = count()

    def faulty(*arguments: Any, **options: Any) -> Any:
        right = function(*arguments, **options)
        return right if next(calls) % every else off(right)

    return faulty


def faults(module: ModuleType) -> Iterator[tuple[Any, str, Any]]:
    """What a check may use of the program, of its own definitions and of printed numbers: where, the name, the fault.

    A comparison of two calls of one function may not notice that both are wrong: there every other call is.
    """
    for name, each in vars(module).items():
        if isinstance(each, ModuleType):
            if each.__name__.startswith("explorer."):
                yield module, name, Wrong(each)
        elif callable(each) and not isinstance(each, type):
            if each not in (*CHECKS.values(), same, every):
                yield module, name, wrongly(each)
                yield module, name, wrongly(each, every=2)
        elif not name.startswith("__") and isinstance(each, int | tuple | dict):
            yield module, name, off(each)
    for kind in [each for each in vars(module).values() if isinstance(each, type)]:
        for name, each in vars(kind).items():
            if isfunction(each) and not name.startswith("__"):
                yield kind, name, wrongly(each)


def differs(each: Item) -> bool:
    """Whether the check finds a difference before it stumbles."""
    with suppress(Exception):
        return any(not finding.holds for finding in CHECKS[each.check](each.scene, lambda: None))
    return False


@pytest.mark.large
@pytest.mark.parametrize("each", WITH_CHECK, ids=lambda each: f"{each.paper}/{each.key}")
def test_a_check_differs_if_something_that_it_leans_on_is_wrong(each: Item, monkeypatch: pytest.MonkeyPatch):
    module = sys.modules[CHECKS[each.check].__module__]
    for place, name, fault in faults(module):
        with monkeypatch.context() as patched:
            patched.setattr(place, name, fault)
            if differs(each):
                return
    pytest.fail(f"{each.check} finds no difference, whatever is wrong in its module: does it compare two results?")
