"""Numbers and nouns for sentences."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """Return the number and the noun: "1 step", "2 steps"."""
    return f"{number:,} {plural(number, noun)}"


def joined(words: Sequence[str]) -> str:
    """Return the words in a row, with "and" before the last.

    Examples
    --------
    >>> joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def short_name(name: str, most: int) -> str:
    """Return a name of so many characters at most, cut behind its middle: FENs and the like begin or end alike.

    Examples
    --------
    >>> short_name("8/4K2k/8/6Q1/8/8/8/8 b - - 3 2", 18), short_name("a", 18)
    ('8/4K2k/8/6Q1…- 3 2', 'a')
    """
    if len(name) <= most:
        return name
    end = (most - 1) // 3
    return f"{name[: most - 1 - end]}…{name[len(name) - end :]}"


def plural(number: int, noun: str) -> str:
    """Return the noun for so many: "step", "steps"; "leaf", "leaves"; "entry", "entries"."""
    return noun if number == 1 else f"{noun}s".replace("leafs", "leaves").replace("entrys", "entries")
