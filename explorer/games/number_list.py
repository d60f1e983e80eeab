"""A parameter that is a list of whole numbers, such as divisors, coins or sizes of heaps."""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.model.errors import OptionError, quoted
from explorer.trace.options import Option

LARGEST = 10**6
MOST_NUMBERS = 20


def number_list(
    name: str, title: str, default: tuple[int, ...], help: str, *, least: int, most: int = LARGEST, none: str = ""
) -> Option:
    """Return an option for a list of whole numbers such as "2, 4"; `none` is the word for an empty list.

    Parameters
    ----------
    least, most : limits of every number, both included.
    """

    def parse(value: object) -> tuple[int, ...]:
        if none and value in (none, ()):
            return ()
        value = str(value) if isinstance(value, int) else value
        parts = re.split(r"[,;\s]+", value.strip()) if isinstance(value, str) else value
        numbers = tuple(map(_parse_whole, parts)) if isinstance(parts, Sequence) else ()
        if not 1 <= len(numbers) <= MOST_NUMBERS or not all(least <= number <= most for number in numbers):
            said = f'"{none}" or ' if none else ""
            limits = f"from {least}" if most == LARGEST else f"from {least} to {most}"
            raise OptionError(
                f"{name} must be {said}1 to {MOST_NUMBERS} whole numbers {limits}, such as 2,3; got {quoted(value)}"
            )
        return numbers

    return Option(name, title, default, help, parse, write=lambda numbers: ",".join(map(str, numbers)) or none)


def _parse_whole(value: object) -> int:
    """Return the whole number in a part of a list; -1 if it is none."""
    text = str(value).strip()
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def numbers_with_or(numbers: Sequence[int]) -> str:
    """Return the numbers as part of a sentence: "1, 2 or 5"."""
    return " or ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))
