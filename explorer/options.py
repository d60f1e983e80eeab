"""Typed options of algorithms and parameters of games: one description serves widgets, `--set` and Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.errors import OptionError
from explorer.scores import Score, format_score, parse_endless


@dataclass(frozen=True)
class Option:
    """One named setting.

    Attributes
    ----------
    name : as `--set NAME=value` and as the keyword in Python.
    title : as a page shows it.
    default : its value when nothing is said.
    help : one sentence.
    parse : the value that a text or number stands for; raises `OptionError`.
    choices : for a choice, its values with their titles.
    minimum, maximum : for a whole number, its limits.
    """

    name: str
    title: str
    default: Any
    help: str
    parse: Callable[[object], Any]
    choices: Mapping[str, str] | None = None
    minimum: int | None = None
    maximum: int | None = None


def choice(name: str, title: str, choices: Mapping[str, str], help: str) -> Option:
    """An option with a few named values; the first is the default."""

    def parse(value: object) -> str:
        if value not in choices:
            raise OptionError(f"{name} must be one of {', '.join(choices)}; got {value!r}")
        return str(value)

    return Option(name, title, next(iter(choices)), help, parse, choices=choices)


def whole_number(name: str, title: str, default: int, help: str, *, minimum: int, maximum: int) -> Option:
    """An option that is a whole number between two limits, both included."""

    def parse(value: object) -> int:
        try:
            number = int(str(value).strip())
        except ValueError:
            raise OptionError(f"{name} must be a whole number, got {value!r}") from None
        if not minimum <= number <= maximum:
            raise OptionError(f"{name} must lie between {minimum} and {maximum}, got {number}")
        return number

    return Option(name, title, default, help, parse, minimum=minimum, maximum=maximum)


def endless_worth() -> Option:
    """The option for what endless play is worth: a number, inf or -inf; 0 unless the user says otherwise."""

    def parse(value: object) -> Score:
        try:
            return parse_endless(value)
        except OptionError as error:
            raise OptionError(f"endless: {error}") from None

    return Option(
        "endless",
        "Endless play is worth",
        0,
        f"What play without end is worth: a number, inf or -inf. Kars' rule is {format_score(0)}: divergence = draw.",
        parse,
    )


def parse_options(owner: str, options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Any]:
    """The value of every option, given or default.

    Raises
    ------
    OptionError
        If a name is unknown or a value is impossible.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise OptionError(f"{owner} has no option {name!r}; {has}")
    return {name: option.parse(given.get(name, option.default)) for name, option in known.items()}
