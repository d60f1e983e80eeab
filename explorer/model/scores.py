"""Scores as exact numbers, read from values and texts, and written for people and files.

A score is an `int`, a `float` or a `Fraction`; Python compares the three exactly.  The infinities, as floats,
stand for "below" and "above every score" in bounds and as the worth of endless play; no leaf has them.
"""

from __future__ import annotations

import math
import re
import sys
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real

from explorer.model.errors import OptionError, quoted

Score = int | float | Fraction
Range = tuple[Score, Score]  # the least and the largest

NEGATIVE_INFINITY = float("-inf")
POSITIVE_INFINITY = float("inf")

UNLIMITED: Range = (NEGATIVE_INFINITY, POSITIVE_INFINITY)

EXACT = 2**53  # up to here every whole number is a float
MAX_DIGITS = 300
_TOO_LONG = 10**MAX_DIGITS

_INTEGER = re.compile(r"[+-]?[0-9]{1,300}")
_FRACTION = re.compile(r"([+-]?[0-9]{1,300})\s*/\s*([0-9]{1,300})")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,300}\.[0-9]{0,300}|\.[0-9]{1,300}|[0-9]{1,300}(?=[eE]))([eE][+-]?[0-9]{1,3})?")
_RANGE = re.compile(r"\s*\.\.\s*|\s*,\s*|\s+")
_INFINITIES = {"inf": POSITIVE_INFINITY, "infinity": POSITIVE_INFINITY, "∞": POSITIVE_INFINITY}


def parse_score(value: object) -> Score:
    """Return the finite score in a value of a file or a user: a number, or text such as "-3", "2.5" or "16/3".

    Decimals are the floats nearest to them, whole numbers and fractions exact.

    Raises
    ------
    OptionError
        If it is not a number, not finite, or a fraction over zero.  The text does not name a place; the
        caller, who knows the node or the line, does.
    """
    if isinstance(value, bool):
        raise OptionError(f"expected a number such as 2, -0.5 or 16/3, got {quoted(value)}")
    if isinstance(value, str):
        return _parse_text(value)
    if isinstance(value, int | Fraction):
        if abs(value.numerator) >= _TOO_LONG or value.denominator >= _TOO_LONG:
            raise OptionError(f"expected a number of at most {MAX_DIGITS} digits, got a longer one")
        return int(value) if isinstance(value, int) else _whole_or_fraction(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise OptionError(f"expected a finite number, got {value}")
        return float(value) + 0.0  # turns -0.0 into 0.0
    if isinstance(value, Integral | Real):  # of numpy
        return parse_score(int(value) if isinstance(value, Integral) else float(value))
    if isinstance(value, Decimal):
        return _parse_text(format(value, "f") if abs(value.adjusted()) <= MAX_DIGITS else str(value))
    raise OptionError(f"expected a number such as 2, -0.5 or 16/3, got {quoted(value)}")


def parse_range(value: object) -> Range:
    """Return the least and the largest score in a list of two numbers or a text: "-1..1", "-1 1".

    Raises
    ------
    OptionError
        If it is no such range.

    Examples
    --------
    >>> parse_range([-1, "5/2"]), parse_range("-1..1")
    ((-1, Fraction(5, 2)), (-1, 1))
    """
    ends = _RANGE.split(value.strip()) if isinstance(value, str) else value
    if not isinstance(ends, list | tuple) or len(ends) != 2:
        raise OptionError(f"expected two numbers, the least and the largest score, got {quoted(value)}")
    least, most = map(parse_score, ends)
    if least > most:
        raise OptionError(f"expected the least score first, got {quoted(value)}")
    return least, most


def hull(score_range: Range | None, sign: int, *worths: Score) -> Range:
    """Return the least and largest worth of a node, whatever open nodes turn out to be; infinite without a range.

    Where a move negates scores (`sign` -1), leaves are met from both sides, and so are the worths.

    Parameters
    ----------
    score_range : the least and the largest score that a leaf can have, as leaf scores are written.
    worths : further worths, such as those of endless play, which is no leaf.

    Examples
    --------
    >>> hull((-1, 2), 1), hull((-1, 2), -1), hull((1, 2), 1, 0), hull(None, 1, 0)
    ((-1, 2), (-2, 2), (0, 2), (-inf, inf))
    """
    if score_range is None:
        return UNLIMITED
    values = (*score_range, *worths)
    both = values if sign > 0 else (*values, *(0 - value for value in values))
    return min(both), max(both)


def write_range(score_range: Range | None) -> str:
    """Return a range as text that `parse_range` reads; "" for none."""
    return "" if score_range is None else "..".join(map(str, score_range))


def format_range(score_range: Range) -> str:
    """Return a range in a sentence or a field: "−1..1"."""
    return "..".join(map(format_score, score_range))


def parse_endless(value: object) -> Score:
    """Return the worth of endless play: any finite score, or "inf" / "-inf" (also "∞", "−∞") as a float infinity.

    Raises
    ------
    OptionError
        If it is neither a number nor an infinity.
    """
    if isinstance(value, Real) and value in (POSITIVE_INFINITY, NEGATIVE_INFINITY):
        return float(value)
    if isinstance(value, str | Decimal):
        text = str(value).strip().replace("−", "-").lower()
        sign, name = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
        if name in _INFINITIES:
            return sign * _INFINITIES[name]
    try:
        return parse_score(value)
    except OptionError:
        raise OptionError(f"the value of endless play must be a number, inf or -inf, got {quoted(value)}") from None


def format_score(score: Score | None) -> str:
    """Return the score as text for people: "3", "-1", "0.5", "16/3", "∞", "−∞" (with a true minus), "?" for none.

    Examples
    --------
    >>> format_score(Fraction(16, 3)), format_score(-2), format_score(float("-inf")), format_score(None)
    ('16/3', '−2', '−∞', '?')
    """
    if score is None:
        return "?"
    if isinstance(score, float):
        if math.isinf(score):
            return "∞" if score > 0 else "−∞"
        text = f"{score:g}" if float(f"{score:g}") == score else repr(score)
    else:
        text = str(score)
    return "0" if text == "-0" else text.replace("-", "−")


def format_value(value: object) -> str:
    """Return a value of a result as text: numbers grouped, lists with commas, yes and no.

    Examples
    --------
    >>> format_value(12941), format_value((1, -2)), format_value(True), format_value("a")
    ('12,941', '1, −2', 'yes', 'a')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Fraction) and value == int(value):
        return f"{int(value):,}".replace("-", "−")
    if isinstance(value, Score):
        return format_score(value)
    if isinstance(value, list | tuple | set | frozenset):
        listed = sorted(value) if isinstance(value, set | frozenset) else value
        texts = (f"({format_value(each)})" if isinstance(each, tuple) else format_value(each) for each in listed)
        return ", ".join(texts) or "none"
    return str(value)


def format_bounds(lower: Score, upper: Score) -> str:
    """Return lower and upper bound as text for people, one number where they are equal: "−1, 2", "3", "−∞, ∞".

    Examples
    --------
    >>> format_bounds(-1, 2), format_bounds(Fraction(1, 2), 0.5), format_bounds(0, float("inf"))
    ('−1, 2', '1/2', '0, ∞')
    """
    return format_score(lower) if lower == upper else f"{format_score(lower)}, {format_score(upper)}"


def format_interval(least: Score, most: Score) -> str:
    """Return an interval as text for people, one number where both ends are equal: "−1..2", "3".

    Examples
    --------
    >>> format_interval(-1, 2), format_interval(Fraction(1, 2), 0.5), format_interval(0, float("inf"))
    ('−1..2', '1/2', '0..∞')
    """
    return format_score(least) if least == most else f"{format_score(least)}..{format_score(most)}"


def score_to_json(score: Score) -> int | float | str:
    """Return the score as exact JSON: a number, or text for a fraction ("p/q") or a whole number past 2⁵³.

    Many readers of JSON, browsers among them, have no larger whole numbers.  Infinities are "inf" and "-inf".
    """
    if isinstance(score, Fraction):
        score = _whole_or_fraction(score)
    if isinstance(score, float):
        return score if math.isfinite(score) else "inf" if score > 0 else "-inf"
    return score if isinstance(score, int) and abs(score) <= EXACT else str(score)


def shortest(number: float) -> float:
    """Return the number without ".0" where it is whole and exact."""
    return int(number) if abs(number) < EXACT and float(number).is_integer() else number


def _parse_text(text: str) -> Score:
    stripped = text.strip().replace("−", "-")
    if _INTEGER.fullmatch(stripped):
        return int(stripped)
    if match := _FRACTION.fullmatch(stripped):
        numerator, denominator = int(match[1]), int(match[2])
        if denominator == 0:
            raise OptionError(f"expected a fraction over a number other than 0, got {quoted(text.strip())}")
        return _whole_or_fraction(Fraction(numerator, denominator))
    if _DECIMAL.fullmatch(stripped) and math.isfinite(float(stripped)):
        return float(stripped) + 0.0
    if _DECIMAL.fullmatch(stripped):
        raise OptionError(f"the number {text.strip()[:60]} is too large; the largest is {sys.float_info.max}")
    if stripped.lstrip("+-").lower() in {*_INFINITIES, "nan"}:
        raise OptionError(f"expected a finite number, got {text.strip()[:60]}")
    raise OptionError(f"expected a number such as 2, -0.5 or 16/3, got {quoted(text)}")


def _whole_or_fraction(fraction: Fraction) -> Score:
    return fraction.numerator if fraction.denominator == 1 else fraction
