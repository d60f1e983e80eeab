"""Files to graphs and back; the registry of formats is every module of this package with a `FORMAT`.

To add one, write one file here: a reader, a writer and a `Format` that describes them.  It then appears in the app,
on the command line, in Python and in the tests that run over all formats.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from explorer.formats import move_table
from explorer.formats.files import FilePath, write_files
from explorer.formats.format import Format, as_bytes
from explorer.formats.losses import losses_in
from explorer.formats.refused import require_readable
from explorer.formats.text import decode, is_empty, require_no_web_page, require_size
from explorer.intake import Assembled
from explorer.intake.memory import require_memory
from explorer.model.check import Problem, Severity
from explorer.model.errors import ExplorerError, FormatError
from explorer.model.graph import GameGraph
from explorer.trace.registry import discover, find_entry

__all__ = [
    "Format",
    "dump",
    "find",
    "format_of",
    "has_formulas",
    "load",
    "load_bytes",
    "load_stream",
    "load_text",
    "losses",
    "read",
    "registered",
    "writable",
    "write",
]

MEMORY_FOR_A_BYTE = 20
"""Most bytes of memory that a byte of a file takes as a graph: a Parquet file is packed, a text is not."""

_PACKED: dict[bytes, Callable[[BinaryIO], Any]] = {  # first bytes, and the function that unpacks it
    b"\x1f\x8b": gzip.open,
    b"BZh91AY&SY": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}
_PACKED_SUFFIXES = (".gz", ".bz2", ".xz")

_SMALL = 2**20  # bytes of a file whose graph fits into any machine
_PIECE = 2**20  # bytes of a file of unknown size, such as a pipe
_MOST_OF_A_DEVICE = 2**25  # bytes, more than anybody types
_EMPTY = "the file is empty"


@cache
def registered() -> dict[str, Format]:
    """Return all formats by name, in the order in which menus show them."""
    return discover(__name__, __path__, Format)


def writable() -> dict[str, Format]:
    """Return the formats that can be written as well as read."""
    return {name: format for name, format in registered().items() if format.write is not None}


def find(name: str) -> Format:
    """Return the format with this name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    return find_entry(name, registered(), "format")


def format_of(path: FilePath) -> Format:
    """Return the format of a file by the longest suffix that fits, without one such as .gz.

    Raises
    ------
    FormatError
        If there is none; the message lists the suffixes.
    """
    name = Path(path).name.lower()
    if name.endswith(_PACKED_SUFFIXES):
        name = name.rpartition(".")[0]
    suffixes = {suffix: format for format in registered().values() for suffix in format.suffixes}
    fitting = [suffix for suffix in suffixes if name.endswith(suffix)]
    if not fitting:
        with _name_errors(path):
            require_readable(name=name)
            raise FormatError(f"the name must end in one of {', '.join(suffixes)}")
    return suffixes[max(fitting, key=len)]


def read(path: FilePath) -> GameGraph:
    """Return the graph in a file.

    Raises
    ------
    FormatError
        If the file cannot be read or is not of the format that its suffix promises, naming the file and the line.
    GraphError
        If the graph has errors that `explorer.model.check` finds, naming the file and the node.
    """
    found = load(path)
    with _name_errors(path):
        return found.require_good()


def load(path: FilePath, format_name: str | None = None) -> Assembled:
    """Load the good part of the graph in a file, with all problems; beside x.csv or x.parquet also x.nodes.csv or so.

    Parameters
    ----------
    format_name : of the format, whatever the suffix promises.

    Raises
    ------
    UnknownNameError
        If there is no such format.
    FormatError
        If nothing can be made of it, naming the file.
    """
    beside = _second_file(path, format_of(path) if format_name is None else find(format_name))
    companion = _read_content(beside) if beside is not None and beside.is_file() else None
    return load_bytes(str(path), _read_content(path), companion, format_name)


def load_bytes(name: str, data: bytes, companion: bytes | None = None, format_name: str | None = None) -> Assembled:
    """Load the good part of the graph in a file's content, with all problems.

    Parameters
    ----------
    name : of the file, whose suffix or else content decides the format.
    companion : the content of a second file, a table of nodes, for formats that have one.
    format_name : as for `load`.

    Raises
    ------
    UnknownNameError
        If there is no such format.
    FormatError
        If nothing can be made of it, naming the file.
    """
    format = format_of(name) if format_name is None else find(format_name)
    with _name_errors(name):
        _require_room(len(data) + len(companion or b""))
        data = _unpack(data)
        format = _format_by_content(format, data) if format_name is None and format.shares_suffix else format
        if companion is None or format.pair is not None:
            return _load(format, data, companion)
        message = "the table of nodes was left out: only a table of moves takes one"
        return _load(format, data).with_problems([Problem(Severity.WARNING, message)])


def load_stream(stream: BinaryIO, name: str, format_name: str | None = None) -> Assembled:
    """Load the good part of the graph in a stream, with all problems.

    Parameters
    ----------
    name : of the stream, for errors.
    format_name : of the format; without one the beginning of the content decides.

    Raises
    ------
    UnknownNameError
        If there is no such format.
    FormatError
        If nothing can be made of it, naming the stream.
    """
    format = None if format_name is None else find(format_name)
    with _name_errors(name):
        data = _unpack(_read_in_pieces(stream))
        if format is None and is_empty(data):
            raise FormatError(_EMPTY)
        require_no_web_page(data)
        magic = (each for each in registered().values() if each.magic and data.startswith(each.magic))
        return _load(format or next(magic, None) or _recognise(decode(data)[0].strip()), data)


def load_text(text: str) -> Assembled:
    """Load the good part of the graph in a pasted text, whose beginning decides the format, with all problems.

    Raises
    ------
    FormatError
        If nothing can be made of it.
    """
    stripped = text.lstrip("\ufeff").strip()
    with _name_errors(""):
        require_no_web_page(stripped)
        return _recognise(stripped).load(BOM_UTF8 + stripped.encode(errors="replace"))


def _load(format: Format, data: bytes, companion: bytes | None = None) -> Assembled:
    """Load the content of a file in a format, unless it is empty or a web page."""
    require_no_web_page(data)
    if not is_empty(data):
        return format.load(data, companion)
    if not format.may_be_empty:
        raise FormatError(_EMPTY)
    return format.load(data).with_problems([Problem(Severity.WARNING, _EMPTY)])


def _recognise(text: str) -> Format:
    """Return the first format that recognises a text as its own."""
    require_readable(text=text)
    format = next((format for format in registered().values() if format.recognises(text)), None)
    if format is None:
        raise FormatError("expected a graph as JSON, XML, a CSV of moves or lines such as a max: b c, got no text")
    return format


def _format_by_content(format: Format, data: bytes) -> Format:
    """Return the format of a suffix that several share: that suffix's own, unless another recognises the content."""
    text = decode(data)[0].strip()
    require_readable(text=text)
    if format.recognises(text):
        return format
    others = (other for other in registered().values() if other.recognises is not bool and other.recognises(text))
    return next(others, find("csv") if move_table.has_header(text) else format)


def _unpack(data: bytes) -> bytes:
    """Return the content of a compressed file, or the data themselves.

    Raises
    ------
    FormatError
        If it is damaged; or as soon as the content is too large, so that a small file cannot fill the memory.
    """
    unpack = next((unpack for begin, unpack in _PACKED.items() if data.startswith(begin)), None)
    if unpack is None:
        return data
    try:
        with unpack(io.BytesIO(data)) as stream:
            return _read_in_pieces(stream)
    except (EOFError, OSError, lzma.LZMAError, zlib.error) as error:
        raise FormatError(f"the compressed file is damaged or cut off: {error}") from None


def write(graph: GameGraph, path: FilePath, *, guards_formulas: bool = False) -> None:
    """Write a graph to a file in the format of its suffix; to x.csv and x.nodes.csv for a CSV or Parquet.

    Parameters
    ----------
    guards_formulas : whether cells that a spreadsheet would take for formulas begin with an apostrophe, in CSV and TSV.

    Raises
    ------
    FormatError
        If the format cannot hold the graph (`losses` names parts that are left out), or the file cannot be written.
    """
    suffixes = tuple(suffix for format in writable().values() for suffix in format.suffixes)
    if not str(path).lower().endswith(suffixes):
        raise FormatError(f"{path}: the name of a file that is written must end in one of {', '.join(suffixes)}")
    format = format_of(path)
    beside = _second_file(path, format)
    with _name_errors(path):
        if guards_formulas:
            contents: dict[FilePath, bytes] = dict(
                zip((path, beside or path), _guarded_tables(graph, format), strict=True)
            )
        elif format.pair is None or beside is None:
            contents = {path: format.dump(graph)}
        else:
            contents = dict(zip((path, beside), map(as_bytes, format.pair.write(graph)), strict=True))
    try:
        write_files(contents)
    except (OSError, ValueError) as error:
        where = error.filename if isinstance(error, OSError) else path
        raise FormatError(f"{where}: {_error_reason(error)}") from None


def dump(graph: GameGraph, format_name: str, *, guards_formulas: bool = False) -> bytes:
    """Return the content of one file that holds the whole graph, text as UTF-8; `guards_formulas` as for `write`.

    Raises
    ------
    UnknownNameError
        If there is no such format.
    FormatError
        If the format cannot hold the graph.
    """
    format = find(format_name)
    return b"\n".join(_guarded_tables(graph, format)) if guards_formulas else format.dump(graph)


def _guarded_tables(graph: GameGraph, format: Format) -> list[bytes]:
    """Return the contents of both tables, in which no cell is a formula."""
    if format.pair is None or format.pair.write_guarded is None:
        raise FormatError(f"{format.title} has no formulas that could be guarded, only CSV and TSV have")
    return [as_bytes(table) for table in format.pair.write_guarded(graph)]


def has_formulas(graph: GameGraph, format_name: str) -> bool:
    """Return whether a spreadsheet that opens the graph in this format would take a cell for a formula.

    Raises
    ------
    UnknownNameError
        If there is no such format.
    """
    pair = find(format_name).pair
    return pair is not None and pair.write_guarded is not None and move_table.has_formulas(graph)


def losses(graph: GameGraph, format_name: str) -> list[str]:
    """Return a sentence for each part of a graph that a format cannot carry, by writing and reading it.

    Raises
    ------
    UnknownNameError
        If there is no such format.
    """
    return losses_in(graph, find(format_name))


def _second_file(path: FilePath, format: Format) -> Path | None:
    """Return the second file of a pair: x.nodes.csv for x.csv."""
    return None if format.pair is None else Path(path).with_suffix(format.pair.infix + Path(path).suffix)


def _read_content(path: FilePath) -> bytes:
    """Return the content of a file; refuse it unread if it is too large or its graph cannot fit into memory."""
    try:
        with _name_errors(path):
            size = Path(path).stat().st_size
            _require_room(size)
            with Path(path).open("rb") as file:
                return file.read() if size else _read_in_pieces(file)
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: {_error_reason(error)}") from None


def _read_in_pieces(stream: BinaryIO) -> bytes:
    """Return the content of a stream of unknown size; refuse it as soon as it is too large."""
    data, is_device = bytearray(), _is_device(stream)
    while piece := stream.read(_PIECE):
        data += piece
        if is_device and len(data) >= _MOST_OF_A_DEVICE:
            raise FormatError("this is a device that gives bytes without end, not a graph; name a file")
        _require_room(len(data))
    return bytes(data)


def _is_device(stream: BinaryIO) -> bool:
    """Return whether a stream comes from a device, such as a terminal or /dev/zero."""
    try:
        return stat.S_ISCHR(os.fstat(stream.fileno()).st_mode)
    except (OSError, AttributeError):
        return False


def _require_room(size: int) -> None:
    """Raise FormatError if a file of so many bytes is too large, or its graph cannot fit into memory."""
    require_size(size)
    if size > _SMALL:
        require_memory(size * MEMORY_FOR_A_BYTE, "its graph")


def _error_reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


@contextmanager
def _name_errors(name: FilePath) -> Iterator[None]:
    """Put the name of the file before all errors in this block."""
    prefix = f"{name}: " if str(name) else ""
    try:
        yield
    except ExplorerError as error:
        raise type(error)(f"{prefix}{error}") from None
    except RecursionError:
        raise FormatError(f"{prefix}the text is nested too deeply to be read") from None
    except MemoryError:
        raise FormatError(f"{prefix}the graph does not fit into memory") from None
