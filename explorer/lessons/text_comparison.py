"""Texts beside values of the program: whether a text of a lesson says what a fact does."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from explorer.lessons.facts import YES, FactValue
from explorer.model.errors import OptionError
from explorer.model.scores import parse_endless

_NUMBER = re.compile(r"\d+(?:[.,/]\d+)*")
_DASHES = str.maketrans("−–", "--")


def is_same_text(one: str, other: str) -> bool:
    """Return whether two texts say the same, whatever their signs for minus, spaces, capitals and number formats.

    Examples
    --------
    >>> is_same_text("–0.5", "−1/2"), is_same_text("72,739", "72739"), is_same_text("c, b", "b,c")
    (True, True, True)
    """
    return _sorted_parts(one) == _sorted_parts(other)


def plain(text: str) -> str:
    """Return a text without capitals and commas between digits, with a hyphen for each minus sign and dash.

    Examples
    --------
    >>> plain(" –72,739")
    '-72739'
    """
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.strip().lower().translate(_DASHES))


def is_confirmed(text: str, phrase: str, value: FactValue) -> bool:
    """Return whether the value of a fact confirms the text of a claim.

    A text in its own words is confirmed if the value is "yes" and the fact has every number in the text.
    """
    if is_same_text(text, value.text):
        return True
    return value.text == YES and set(_NUMBER.findall(text)) <= set(_NUMBER.findall(phrase))


def can_compare(text: str, value: FactValue) -> bool:
    """Return whether the value of a fact can refute the text of a claim: a number no sentence with a number in it.

    Examples
    --------
    >>> four = FactValue.of("4")
    >>> can_compare("5", four), can_compare("infinitely many", four), can_compare("It has 4 nodes", four)
    (True, True, False)
    """
    if not _NUMBER.search(text):
        return True
    return _is_number(text) if _is_number(value.text) else value.text != YES


def _sorted_parts(text: str) -> tuple[str, ...]:
    return tuple(sorted(_normalized_part(part.strip()) for part in plain(text).split(",")))


def _is_number(text: str) -> bool:
    try:
        parse_endless(plain(text))
    except OptionError:
        return False
    return True


def _normalized_part(part: str) -> str:
    try:
        value = parse_endless(part)
        return str(value) if math.isinf(value) else str(Fraction(str(value)))
    except OptionError:
        return " ".join(part.split())
