"""The sources that come with the program, and their items by name."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from explorer.formats.text import one_line
from explorer.papers.item import Item, ItemKind, Paper
from explorer.trace.registry import find_entry

SUFFIX = ".toml"
ORDER = ("kars", "loops", "pf-games", "lecture", "e-valuate")

_FOLDER = Path(__file__).parent


@cache
def papers() -> dict[str, Paper]:
    """Return the sources by name, in the order of the page."""
    return {name: _read_paper(name) for name in ORDER}


def items(paper: str = "") -> tuple[Item, ...]:
    """Return the items of a source, or of all, in order.

    Raises
    ------
    UnknownNameError
        If there is no such source.

    Examples
    --------
    >>> [item.name for item in items("kars")][:3]
    ['Definition 2.1', 'Theorem 3.1', 'Example 3.2']
    """
    chosen = papers().values() if not paper else [find_entry(paper, papers(), "source")]
    return tuple(item for each in chosen for item in each.items)


def item(paper: str, key: str) -> Item:
    """Return an item by the name of its source and its own, as in addresses.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    return find_entry(key, find_entry(paper, papers(), "source").by_key, "item")


def _read_paper(name: str) -> Paper:
    """Return a source with its items, read from its TOML file."""
    data = tomllib.loads((_FOLDER / f"{name}{SUFFIX}").read_text(encoding="utf-8"))
    listed = tuple(_parse_item(name, each) for each in data["item"])
    return Paper(name, data["short"], data["title"], one_line(data["about"]), listed)


def _parse_item(paper: str, data: dict[str, Any]) -> Item:
    """Return an item of a source from its entry in the TOML file."""
    texts = {key: one_line(value) for key, value in data.items() if key not in ("kind", "facts", "query")}
    facts = tuple(map(_parse_fact, data.get("facts", [])))
    return Item(paper=paper, kind=ItemKind(data["kind"]), query=data.get("query", ""), facts=facts, **texts)


def _parse_fact(data: list[str]) -> tuple[str, str, str]:
    """Return a fact's expected value, the fact, and its description, which is the fact itself unless given."""
    expected, phrase, *words = data
    about = words[0] if words else phrase.removesuffix(" at step last")
    return (
        expected,
        phrase,
        f"result of the run: {about.removeprefix('result ')}" if about.startswith("result ") else about,
    )
