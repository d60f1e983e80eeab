"""Registries that fill themselves: every module of a package that describes one entry is in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Protocol, TypeVar

from explorer.model.errors import UnknownNameError, quoted


class Entry(Protocol):
    """What a registry asks of an entry: a name, and its index in menus."""

    @property
    def name(self) -> str: ...

    @property
    def rank(self) -> int: ...


E = TypeVar("E", bound=Entry)
Named = TypeVar("Named")


def discovered(package: str, path: Iterable[str], kind: type[E]) -> dict[str, E]:
    """The entries of a package by name, by rank: in each of its modules the `kind` that stands there in capitals.

    A module describes itself in a constant named after the kind: an `Algorithm` in `ALGORITHM`.  Packages in the
    package are looked through as well.
    """
    modules = [import_module(module.name) for module in walk_packages(path, f"{package}.")]
    constants = [getattr(module, kind.__name__.upper(), None) for module in modules]
    entries = sorted((each for each in constants if isinstance(each, kind)), key=lambda entry: entry.rank)
    return {entry.name: entry for entry in entries}


def named(name: str, entries: Mapping[str, Named], kind: str) -> Named:
    """The entry with this name.

    Raises
    ------
    UnknownNameError
        If there is none, listing those that there are.
    """
    if not isinstance(name, str) or name not in entries:
        raise UnknownNameError(f"there is no {kind} {quoted(name)}; choose one of {', '.join(entries)}")
    return entries[name]
