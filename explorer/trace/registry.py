"""Registries that fill themselves: an entry for every module of a package that describes one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Protocol, TypeVar

from explorer.model.errors import UnknownNameError, quoted


class Entry(Protocol):
    """An entry of a registry: it has a name, and a rank for the order in menus."""

    @property
    def name(self) -> str: ...

    @property
    def rank(self) -> int: ...


E = TypeVar("E", bound=Entry)
T = TypeVar("T")


def discover(package: str, path: Iterable[str], kind: type[E]) -> dict[str, E]:
    """Return the registry entries of a package by name: the constant in capitals of each of its modules.

    The constant is named after the kind: an `Algorithm` in `ALGORITHM`.  Packages in the package are searched as well.
    """
    modules = [import_module(module.name) for module in walk_packages(path, f"{package}.")]
    constants = [getattr(module, kind.__name__.upper(), None) for module in modules]
    entries = sorted((each for each in constants if isinstance(each, kind)), key=lambda entry: entry.rank)
    return {entry.name: entry for entry in entries}


def find_entry(name: str, entries: Mapping[str, T], kind: str) -> T:
    """Return the entry with this name.

    Raises
    ------
    UnknownNameError
        If there is none; the message lists the names that there are.
    """
    if not isinstance(name, str) or name not in entries:
        raise UnknownNameError(f"there is no {kind} {quoted(name)}; choose one of {', '.join(entries)}")
    return entries[name]
