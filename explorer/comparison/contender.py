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
    """Return the algorithm that a text names, with or without options.

    Examples
    --------
    >>> name_in("score-iteration:endless=1/2"), name_in("my.py:solve")
    ('score-iteration', 'my.py:solve')
    """
    return _OPTION.split(text.strip())[0]


def parse_contender(text: str) -> Contender:
    """Return the contender in a text, "NAME" or "NAME:OPTION=VALUE:OPTION=VALUE".

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


def as_contenders(contenders: object) -> list[Contender]:
    """Return contenders from a list of texts, entries, functions or contenders, or from one of these.

    Raises
    ------
    UnknownNameError, OptionError
        As `parse_contender`; also if there is something else in it.
    """
    items = list(contenders) if isinstance(contenders, Sequence) and not isinstance(contenders, str) else [contenders]
    parsed = [_as_contender(each) for each in items]
    functions = {(each.algorithm, id(item)) for each, item in zip(parsed, items, strict=True) if callable(item)}
    names = sorted(name for name, _ in functions)
    if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
        raise OptionError(f"two functions are called {twice}; give one of them another name")
    return parsed


def _as_contender(choice: object) -> Contender:
    if isinstance(choice, Contender):
        return choice
    if isinstance(choice, str):
        return parse_contender(choice)
    if isinstance(choice, Algorithm) or callable(choice):
        return Contender(entry_of(choice).name)
    named = '["depth-first", "alpha-beta:order=best"]'
    raise OptionError(f"expected the names of algorithms, such as {named}, or functions, got {quoted(choice)}")


def parse_contenders(text: str) -> list[Contender]:
    """Return the contenders in a text with commas: "memoised, alpha-beta:order=best".

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
