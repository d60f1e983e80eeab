"""Numbers and nouns as sentences have them."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """The number and the noun: "1 step", "2 steps"."""
    return f"{number:,} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """The noun for so many: "step", "steps"; "leaf", "leaves"."""
    return noun if number == 1 else f"{noun}s".replace("leafs", "leaves")
