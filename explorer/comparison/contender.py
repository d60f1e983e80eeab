"""An algorithm with options, as a comparison names it: "alpha-beta:order=best"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.algorithms import AlgorithmChoice, entry_of, known
from explorer.algorithms.algorithm import Algorithm
from explorer.model.errors import OptionError, quoted

_OPTION = re.compile(r":(?=[\w-]+=)")  # a colon in a value, as in the id of a node, is none


class Contender(AlgorithmChoice):
    """An algorithm with options that is compared with others."""

    @property
    def notation(self) -> str:
        """The contender as `parse_contender` reads it."""
        return ":".join([self.algorithm, *(f"{name}={text}" for name, text in self.settings.items())])

    @property
    def title(self) -> str:
        """The contender as people read it: the algorithm's title, and the options in brackets."""
        settings = ", ".join(f"{name} {text}" for name, text in self.settings.items())
        return self.entry.title + (f" ({settings})" if settings else "")


def name_in(text: str) -> str:
    """The algorithm that a text names, with or without options.

    Examples
    --------
    >>> name_in("score-iteration:endless=1/2"), name_in("my.py:solve")
    ('score-iteration', 'my.py:solve')
    """
    return _OPTION.split(text.strip())[0]


def parse_contender(text: str) -> Contender:
    """The contender of a text, "NAME" or "NAME:OPTION=VALUE:OPTION=VALUE".

    Raises
    ------
    UnknownNameError, OptionError
        As `Contender`; also if an option has no value or is given twice.

    Examples
    --------
    >>> parse_contender("score-iteration:endless=1/2:detail=node").settings
    {'endless': '1/2', 'detail': 'node'}
    """
    name, *parts = _OPTION.split(text.strip())
    if ":" in name and name not in known():
        raise OptionError(f"expected NAME:OPTION=VALUE, got {quoted(text.strip())}")
    options: dict[str, str] = {}
    for part in parts:
        option, _, value = part.partition("=")
        if option in options:
            raise OptionError(f"{name} is given the option {quoted(option)} twice; give it once")
        options[option] = value.strip()
    return Contender(name, options)


def as_contenders(given: object) -> list[Contender]:
    """The contenders of a list that has them as texts, as entries, as functions, or parsed; or of one of these.

    Raises
    ------
    UnknownNameError, OptionError
        As `parse_contender`; also if there is something else in it.
    """
    items = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    contenders = [_as_contender(each) for each in items]
    functions = {(each.algorithm, id(item)) for each, item in zip(contenders, items, strict=True) if callable(item)}
    names = sorted(name for name, _ in functions)
    if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
        raise OptionError(f"two functions are called {twice}; give one of them another name")
    return contenders


def _as_contender(given: object) -> Contender:
    if isinstance(given, Contender):
        return given
    if isinstance(given, str):
        return parse_contender(given)
    if isinstance(given, Algorithm) or callable(given):
        return Contender(entry_of(given).name)
    named = '["depth-first", "alpha-beta:order=best"]'
    raise OptionError(f"expected the names of algorithms, such as {named}, or functions, got {quoted(given)}")


def parse_contenders(text: str) -> list[Contender]:
    """The contenders of a list with commas: "memoised, alpha-beta:order=best".

    Raises
    ------
    UnknownNameError, OptionError
        As `parse_contender`; also if there are none, or one is named twice.
    """
    contenders = [parse_contender(part) for part in text.split(",") if part.strip()]
    if not contenders:
        raise OptionError('name the algorithms to compare, with commas: "depth-first,memoised"')
    named = [contender.notation for contender in contenders]
    if (twice := next((name for name in named if named.count(name) > 1), None)) is not None:
        raise OptionError(f"{twice} is named twice; name it once, or give it another option")
    return contenders
