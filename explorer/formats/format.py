"""Entries of the registry of file formats."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from explorer.formats.text import decode, require_size
from explorer.intake import Assembled
from explorer.model.check import Problem, Severity
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph


class LineOfNodes(int):
    """A line of a table of nodes that has a file of its own beside the table of moves."""

    def __str__(self) -> str:
        return f"{int(self)} of the table of nodes"


@dataclass(frozen=True)
class FilePair:
    """Second file of a format that spreads a graph over two, such as x.csv and x.nodes.csv.

    Attributes
    ----------
    infix : stands before the suffix in the name of the second file.
    write : the contents of both files.
    write_guarded : the same for spreadsheets, with an apostrophe before cells that they would take for formulas.
    """

    infix: str
    write: Callable[[GameGraph], tuple[str, str] | tuple[bytes, bytes]]
    write_guarded: Callable[[GameGraph], tuple[str, str]] | None = None


@dataclass(frozen=True, kw_only=True)
class Format:
    """An entry of the registry.

    Attributes
    ----------
    name : as Python and the command line write it.
    title : as menus show it.
    suffixes : the ends of file names, the usual one first; of all formats the longest that fits decides.
    read : the graph of a text, and of the text of its second file where there is one; lenient.  Raises `FormatError`
        if nothing can be made of it.  A binary format leaves it out.
    read_bytes : the same of the bytes of one or two files, in index of `read`, for a binary format.
    write : the whole graph as one text, or as bytes if the format is binary.  Raises `FormatError` if the format
        cannot hold the graph at all.  A format that is only read leaves it out.
    cannot_carry : the parts of a graph that are lost, in a sentence; "" if none are.
    recognises : whether a pasted text looks like this format.
    magic : the bytes with which a file of a binary format begins.
    pair : for a format of two files.
    shares_suffix : whether files with its suffix may be of another format, which `recognises` them.
    may_be_empty : whether a graph without nodes is written as an empty text.
    rank : order in menus, and in the order in which pasted text is tried.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Callable[[str, str | None], Assembled] | None = None
    read_bytes: Callable[[bytes, bytes | None], Assembled] | None = None
    write: Callable[[GameGraph], str | bytes] | None = None
    cannot_carry: str = ""
    recognises: Callable[[str], bool] = lambda text: False
    magic: bytes = b""
    pair: FilePair | None = None
    shares_suffix: bool = False
    may_be_empty: bool = False
    rank: int = 100

    def load(self, data: bytes, companion: bytes | None = None) -> Assembled:
        """Load the good part of the content of a file and perhaps a second one, with all problems.

        Raises
        ------
        FormatError
            If nothing can be made of it: too large, no text where text is expected, or not this format.
        """
        if self.read_bytes is not None:
            for content in (data, companion or b""):
                require_size(len(content))
            return self.read_bytes(data, companion)
        if self.read is None:
            raise FormatError(f"{self.title} is only written; choose another format to read, such as .game.json")
        text, doubt = decode(data)
        beside, other = decode(companion) if companion is not None else (None, "")
        with without_garbage_collection():
            found = self.read(text, beside)
        return found.with_problems([Problem(Severity.WARNING, each) for each in (doubt, other) if each])

    def dump(self, graph: GameGraph) -> bytes:
        """Return the content of one file that holds the whole graph, text as UTF-8.

        Raises
        ------
        FormatError
            If the format cannot hold the graph, or is only read.
        """
        if self.write is None:
            raise FormatError(f"{self.title} is only read; choose another format to write, such as .game.json")
        return as_bytes(self.write(graph))


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Stop garbage collection in this block, as all that it makes is needed to its end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def as_bytes(content: str | bytes) -> bytes:
    """Return the content of a file, text as UTF-8.

    Raises
    ------
    FormatError
        If it holds half of a character, with the text around it.
    """
    try:
        return content.encode() if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        around = error.object[max(error.start - 10, 0) : error.end + 10]
        raise FormatError(
            f"half of a character (a lone surrogate) cannot be written: {quoted(around)}; delete it"
        ) from None
