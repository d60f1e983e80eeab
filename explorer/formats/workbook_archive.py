"""Archive of an Excel workbook: its sheets by title, and errors that name a damaged part."""

from __future__ import annotations

import io
import posixpath
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cached_property
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from explorer.formats.text import require_size
from explorer.formats.workbook_sheets import (
    TRUE,
    Dates,
    ElementAttributes,
    ElementReader,
    HeaderEnd,
    PartReader,
    SheetCells,
    SheetReader,
    TextReader,
)
from explorer.intake.memory import require_memory
from explorer.model.errors import FormatError, quoted

_MEMORY_FOR_A_BYTE = 8  # of the parts as they are unpacked
_ADVICE = "open it in the program that wrote it and save it again, or save the sheet as CSV"
_NONE = "not an Excel workbook that can be read"
_NOT_UNPACKED = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)
_WITH_PASSWORD = b"\xd0\xcf\x11\xe0"  # how an old .xls begins, too
_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}  # formats that every workbook has
_NOT_OF_DATES = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^]]*\]|General')  # parts of a format that show no date
_SECTIONS_OF_STYLES = ("cellStyleXfs", "cellXfs", "cellStyles", "dxfs")


class Workbook:
    """Excel workbook whose parts are read when they are needed.

    Attributes
    ----------
    sheets : the paths of the sheets with cells, by their titles.

    Raises
    ------
    FormatError
        If it is no workbook, is protected or damaged, or its parts are too large or do not fit into memory.
    """

    def __init__(self, data: bytes) -> None:
        if data.startswith(_WITH_PASSWORD):
            raise FormatError(f"{_NONE}: it has a password or is an old .xls; save it as .xlsx without a password")
        try:
            self._archive = ZipFile(io.BytesIO(data))
        except (*_NOT_UNPACKED, ValueError):
            raise FormatError(f"{_NONE}: it is no whole ZIP archive, as .xlsx files are; was it cut off?") from None
        size = sum(part.file_size for part in self._archive.infolist())
        require_size(size)
        require_memory(size * _MEMORY_FOR_A_BYTE, "the workbook")
        self._paths = {path.lower(): path for path in self._archive.namelist()}
        contents = next((path for kind, path in self._related_parts("").values() if kind == "officeDocument"), "")
        if contents.lower() not in self._paths:
            raise FormatError(f"{_NONE}: the ZIP archive holds no list of sheets; {_ADVICE}")
        related = self._related_parts(contents)
        self._by_kind = dict(related.values())
        elements = self._elements(contents, "the list of sheets")
        named = [
            (each.get("name", ""), related.get(_reference_id(each), ("", "")))
            for kind, each in elements
            if kind == "sheet"
        ]
        self.sheets = {name: path for name, (kind, path) in named if kind == "worksheet"}
        properties = next((each for kind, each in elements if kind == "workbookPr"), {})
        self._first_day = datetime(1904, 1, 1) if properties.get("date1904") in TRUE else datetime(1899, 12, 30)

    def header(self, sheet: str) -> dict[str, str]:
        """Return the titles in the first row of a sheet that has cells, by the letters of their columns.

        Raises
        ------
        FormatError
            If it is damaged.
        """
        reader = SheetReader(self._shared_texts, self._date_styles, header_only=True)
        with suppress(HeaderEnd):
            self._feed_reader(reader, self.sheets[sheet], f"the sheet {quoted(sheet)}")
        return reader.titles

    def read(self, sheet: str) -> SheetCells:
        """Return the cells of a sheet.

        Raises
        ------
        FormatError
            If it has more than `MAX_COLUMNS` titles, or is damaged.
        """
        reader = SheetReader(self._shared_texts, self._date_styles)
        self._feed_reader(reader, self.sheets[sheet], f"the sheet {quoted(sheet)}")
        return reader.cells()

    @cached_property
    def _shared_texts(self) -> list[str]:
        """The workbook's list of shared texts, to which cells refer by number."""
        reader = TextReader()
        if (path := self._by_kind.get("sharedStrings")) is not None:
            self._feed_reader(reader, path, "the list of texts")
        return reader.texts

    @cached_property
    def _date_styles(self) -> Dates:
        path = self._by_kind.get("styles")
        elements = [] if path is None else self._elements(path, "the list of formats")
        return Dates(frozenset(_styles_of_dates(elements)), self._first_day)

    def _related_parts(self, path: str) -> dict[str, tuple[str, str]]:
        """Return, by id, the kind and path of each part of the workbook that this part refers to."""
        folder, name = posixpath.split(path)
        place = posixpath.join(folder, "_rels", f"{name}.rels")
        return {
            each.get("Id", ""): (
                each.get("Type", "").rpartition("/")[2],
                posixpath.normpath(posixpath.join("/", folder, each.get("Target", ""))).lstrip("/"),
            )
            for kind, each in (self._elements(place, "the list of parts") if place.lower() in self._paths else ())
            if kind == "Relationship"
        }

    def _elements(self, path: str, words: str) -> list[tuple[str, ElementAttributes]]:
        """Return the local name and the attributes of all elements of a part."""
        reader = ElementReader()
        self._feed_reader(reader, path, words)
        return reader.elements

    def _feed_reader(self, reader: PartReader, path: str, words: str) -> None:
        """Pass all XML elements of a part of the workbook to a reader."""
        if path.lower() not in self._paths:
            raise FormatError(f"the workbook lacks {words} ({path}); {_ADVICE}")
        with _name_damage(f"{words} ({path})"), self._archive.open(self._paths[path.lower()]) as stream:
            reader.hear(stream.read)


@contextmanager
def _name_damage(words: str) -> Iterator[None]:
    """Turn errors in this block into one FormatError that names the damaged part of the workbook."""
    begin = f"{words} in the workbook is damaged"
    try:
        yield
    except expat.ExpatError as error:
        where = f"line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}"
        raise FormatError(f"{begin} at {where}; {_ADVICE}") from None
    except _NOT_UNPACKED:
        raise FormatError(f"{begin} and cannot be unpacked; {_ADVICE}") from None
    except RuntimeError:  # of zipfile
        raise FormatError(f"{words} in the workbook is encrypted; save it without a password") from None
    except (ValueError, LookupError, OverflowError):
        raise FormatError(f"{begin}; {_ADVICE}") from None


def _reference_id(attributes: ElementAttributes) -> str:
    """Return the reference of an element, which stands under the name id of another namespace."""
    return next((value for name, value in attributes.items() if name.rpartition(":")[2] == "id"), "")


def _styles_of_dates(elements: Sequence[tuple[str, ElementAttributes]]) -> Iterator[str]:
    """Yield the numbers of the cell styles that show a number as a date."""
    codes = {each.get("numFmtId", ""): each.get("formatCode", "") for kind, each in elements if kind == "numFmt"}
    dates = {id for id, code in codes.items() if re.search("[dmyhs]", _NOT_OF_DATES.sub("", code), re.IGNORECASE)}
    dates |= {*map(str, _DATES)} - codes.keys()
    section, number = "", 0
    for kind, each in elements:
        section = kind if kind in _SECTIONS_OF_STYLES else section
        if kind == "xf" and section == "cellXfs":
            if each.get("numFmtId") in dates:
                yield str(number)
            number += 1
