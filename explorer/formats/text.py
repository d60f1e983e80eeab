"""Text from bytes: encodings and the limit of size."""

from __future__ import annotations

import codecs

from explorer.errors import FormatError

MAX_MEGABYTES = 50
MAX_BYTES = MAX_MEGABYTES * 2**20

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one.

    Raises
    ------
    FormatError
        If it is larger than 50 MB, or not such a text.
    """
    require_size(data)
    encoding = "utf-16" if data.startswith(_UTF_16) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FormatError(
            f"expected text in UTF-8 (or UTF-16 with a byte order mark), got the byte 0x{data[error.start]:02x} "
            f"at position {error.start:,}; save it as UTF-8"
        ) from None
    if "\0" in text:
        raise FormatError("expected text, got null bytes: a binary file, or UTF-16 without a mark; save it as UTF-8")
    return text


def require_size(data: bytes) -> None:
    """Nothing, if the file is not too large.

    Raises
    ------
    FormatError
        If it is larger than 50 MB.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(f"the file is larger than {MAX_MEGABYTES} MB, the most that is read")


def counted(number: int, noun: str) -> str:
    """The number and the noun: "1 node", "2 nodes"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
