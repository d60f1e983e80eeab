"""Typed options of algorithms and parameters of games: one description serves widgets, `--set` and Python."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.model.errors import OptionError, quoted
from explorer.model.scores import Score, format_score, parse_endless, parse_score

ENDLESS = "endless"  # the option for the value of endless play, wherever there is one
MAX_SCORES = 1_000  # in a list of scores

_RANGE = re.compile(r"\s*([+-]?\d{1,9})\s*(?:\.\.+|…)\s*([+-]?\d{1,9})\s*")
_YES_NO = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


@dataclass(frozen=True)
class Option:
    """One setting of an algorithm or game, with its parser, default and help.

    Attributes
    ----------
    name : as `--set NAME=value` and as the keyword in Python.
    title : as a page shows it.
    default : its value when the user gives none.
    help : one sentence.
    parse : the value that a text or number stands for; raises `OptionError`.
    choices : for a choice, its values with their titles.
    minimum, maximum : for a number, its limits.
    write : a value as text that `parse` reads.
    is_for_drawing : whether it changes how steps are drawn and not what they are, so that no generator is given it,
        unless the graph has a range of scores.
    """

    name: str
    title: str
    default: Any
    help: str
    parse: Callable[[object], Any]
    choices: Mapping[str, str] | None = None
    minimum: float | None = None
    maximum: float | None = None
    write: Callable[[Any], str] = str
    is_for_drawing: bool = False


def choice(name: str, title: str, choices: Mapping[str, str], help: str) -> Option:
    """Return an option with a few named values; the first is the default."""

    def parse(value: object) -> str:
        if value not in choices:
            raise OptionError(f"{name} must be one of {', '.join(choices)}; got {quoted(value)}")
        return str(value)

    return Option(name, title, next(iter(choices)), help, parse, choices=choices)


def whole_number(name: str, title: str, default: int, help: str, *, minimum: int, maximum: int) -> Option:
    """Return an option that is a whole number between two limits, both included."""

    def parse(value: object) -> int:
        try:
            number = int(str(value).strip())
        except ValueError:
            raise OptionError(f"{name} must be a whole number, got {quoted(value)}") from None
        if not minimum <= number <= maximum:
            raise OptionError(f"{name} must lie between {minimum} and {maximum}, got {number}")
        return number

    return Option(name, title, default, help, parse, minimum=minimum, maximum=maximum)


def decimal_number(name: str, title: str, default: float, help: str, *, minimum: float, maximum: float) -> Option:
    """Return an option that is any number between two limits, both included."""

    def parse(value: object) -> float:
        try:
            number = float(str(value).strip())
        except ValueError:
            raise OptionError(f"{name} must be a number such as 2 or 2.5, got {quoted(value)}") from None
        if not minimum <= number <= maximum:
            raise OptionError(f"{name} must lie between {minimum:g} and {maximum:g}, got {value}")
        return number

    return Option(
        name, title, float(default), help, parse, minimum=float(minimum), maximum=float(maximum), write="{:g}".format
    )


def yes_no(name: str, title: str, default: bool, help: str) -> Option:
    """Return an option that is on or off."""

    def parse(value: object) -> bool:
        known = _YES_NO.get(str(value).strip().lower())
        if known is None:
            raise OptionError(f"{name} must be yes or no, got {quoted(value)}")
        return known

    return Option(name, title, default, help, parse, write=lambda value: "yes" if value else "no")


def score_list(name: str, title: str, default: Sequence[Score], help: str) -> Option:
    """Return an option that is a list of scores such as "-1, 0, 5/2" or "-3..3", in order; repeats count."""

    def parse(value: object) -> tuple[Score, ...]:
        parts = re.split(r"[,;]", value.replace("−", "-")) if isinstance(value, str) else value
        try:
            listed = [score for part in parts for score in _parse_scores(part)] if isinstance(parts, Sequence) else []
        except OptionError as error:
            raise OptionError(f"{name}: {error}") from None
        if not 1 <= len(listed) <= MAX_SCORES:
            raise OptionError(
                f'{name} must be 1 to {MAX_SCORES} scores such as "-1, 0, 1" or "-3..3", got {quoted(value)}'
            )
        return tuple(listed)

    return Option(name, title, tuple(default), help, parse, write=lambda scores: ", ".join(map(str, scores)))


def name_list(name: str, title: str, help: str) -> Option:
    """Return an option that is a list of names, "a, b" or ["a", "b, or c"]; none by default."""

    def parse(value: object) -> tuple[str, ...]:
        listed: object = value
        if isinstance(value, str):
            try:
                listed = json.loads(value) if value.lstrip().startswith("[") else value.split(",")
            except (ValueError, RecursionError):
                raise OptionError(f'{name} must be a list such as "a, b" or ["a", "b"], got {quoted(value)}') from None
        if not isinstance(listed, list | tuple):
            raise OptionError(f"{name} must be a list of names, got {quoted(value)}")
        return tuple(text for part in listed if (text := str(part).strip()))

    return Option(name, title, (), help, parse, write=lambda names: json.dumps(list(names), ensure_ascii=False))


def _parse_scores(part: object) -> Sequence[Score]:
    """Return the scores of one part of a list: one, or a range of whole numbers."""
    span = _RANGE.fullmatch(part) if isinstance(part, str) else None
    if span is None:
        return [parse_score(part)]
    first, last = int(span[1]), int(span[2])
    if abs(last - first) >= MAX_SCORES:
        raise OptionError(f"the range {first}..{last} has more than {MAX_SCORES} scores")
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


def share_or_number(name: str, title: str, default: float, help: str) -> Option:
    """Return an option that is a share from 0 to 1 written as "40%" or 0.4, or a whole number."""

    def parse(value: object) -> float:
        text = str(value).strip()
        try:
            amount = float(text.removesuffix("%")) / 100 if text.endswith("%") else _parse_amount(text)
        except ValueError:
            amount = math.nan
        if not (amount >= 0 and (isinstance(amount, int) or amount <= 1)):
            raise OptionError(f"{name} must be a whole number such as 12 or a share such as 40%, got {quoted(value)}")
        return amount

    return Option(name, title, default, help, parse, write=_amount_text)


def _parse_amount(text: str) -> float:
    return int(text) if text.isdecimal() and len(text) < 10 else float(text)


def _amount_text(amount: float) -> str:
    return str(amount) if isinstance(amount, int) else f"{100 * amount:.10g}%"


def endless_worth(*, is_for_drawing: bool = False) -> Option:
    """Return the option for the value of endless play: a number, inf or -inf; 0 by default."""
    return Option(
        ENDLESS,
        "Value of endless play",
        0,
        f"The value of play without end: a number, inf or -inf. Kars' rule is {format_score(0)}, a draw.",
        parse_endless,
        is_for_drawing=is_for_drawing,
    )


def parse_options(owner: str, options: Sequence[Option], values: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of all options of an owner, given or default.

    Raises
    ------
    OptionError
        If a name is unknown or a value is impossible.
    """
    known = {option.name: option for option in options}
    for name in values:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise OptionError(f"{owner} has no option {quoted(name)}; {has}")
    return {name: option.parse(values.get(name, option.default)) for name, option in known.items()}
