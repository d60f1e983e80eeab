"""What the registry knows of a file format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.assemble import Assembled
from explorer.graph import GameGraph


def never(text: str) -> bool:
    """False: for formats that are told by their suffix alone."""
    return False


@dataclass(frozen=True)
class Pair:
    """How a format spreads a graph over two files, x.csv and x.nodes.csv.

    Attributes
    ----------
    infix : stands before the suffix in the name of the second file.
    write : the texts of both files.
    """

    infix: str
    write: Callable[[GameGraph], tuple[str, str]]


@dataclass(frozen=True)
class Format:
    """An entry of the registry.

    Attributes
    ----------
    name : as Python and the command line write it.
    title : as menus show it.
    suffixes : the ends of file names, the usual one first; of all formats the longest that fits decides.
    read : the graph of a text, and of the text of its second file where there is one; lenient.  Raises `FormatError`
        if nothing can be made of it.
    write : the whole graph as one text.  Raises `FormatError` if the format cannot hold the graph at all.
    cannot_carry : what is lost on the way, in a sentence; "" if nothing is.
    recognises : whether a pasted text looks like this format.
    also_reads : suffixes that are read but not written.
    pair : for a format of two files.
    rank : place in menus, and in the order in which pasted text is tried.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Callable[[str, str | None], Assembled]
    write: Callable[[GameGraph], str]
    cannot_carry: str
    recognises: Callable[[str], bool] = never
    also_reads: tuple[str, ...] = ()
    pair: Pair | None = None
    rank: int = 100
