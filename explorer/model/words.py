"""Numbers and nouns as sentences have them."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """The number and the noun: "1 step", "2 steps"."""
    return f"{number:,} {plural(number, noun)}"


def joined(words: Sequence[str]) -> str:
    """The words in a row.

    Examples
    --------
    >>> joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def plural(number: int, noun: str) -> str:
    """The noun for so many: "step", "steps"; "leaf", "leaves"; "entry", "entries"."""
    return noun if number == 1 else f"{noun}s".replace("leafs", "leaves").replace("entrys", "entries")
