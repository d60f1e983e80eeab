"""GML as keys and values, with the line of each list."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.entities import html5
from typing import Any

from explorer.formats.delimited import are_all
from explorer.formats.runs import Writing
from explorer.formats.scanner import Scanner
from explorer.formats.substitution import Substitution
from explorer.model.arrow import Column
from explorer.model.numbering import require
from explorer.model.scores import MAX_DIGITS

_WORDS = re.compile(
    r"""(?>(?:\s+|\#[^\n]*)*)(?:
    (?P<key>[A-Za-z_]\w*)
    |(?P<real>[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE])|(?i:INF)\b)(?:[eE][+-]?[0-9]+)?)
    |(?P<integer>[+-]?[0-9]+)
    |"(?P<text>[^"]*)"
    |(?P<open>\[)
    |(?P<close>\])
    |(?P<end>\Z)
    |(?P<bad>.))""",
    re.VERBOSE,
)
_REFERENCE = r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z0-9]{1,32});"

_INTEGER = r"-?[0-9]{1,18}"
_REAL = r"-?[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)"
_ONE = rf'(?:"[^"\x1e\x1f]*"|{_REAL}|{_INTEGER})'
_BLANKS = r"\s+(?>(?:#[^\n]*\n\s*)*)"
PAIR = rf"([A-Za-z_][A-Za-z_0-9]*)\s+({_ONE}){_BLANKS}"
"""A key and its value, with the blanks and comments behind."""

_PAIRS = rf"(?>(?:[A-Za-z_][A-Za-z_0-9]*\s+{_ONE}{_BLANKS})*)"
_BETWEEN = r"\s*(?>(?:#[^\n]*\n\s*)*)"
LISTS = Writing(
    begin=rf"(?>(?:\s*(?:#[^\n]*\n|(?:Creator|Comment|Version)\s+{_ONE}\s))*)\s*graph\s*\[\s*{_PAIRS}",
    node=rf"node\s*\[\s*({_PAIRS})(?:graphics\s*\[\s*({_PAIRS})\]\s*)?({_PAIRS})\]{_BETWEEN}",
    edge=rf"edge\s*\[\s*source\s+({_ONE})\s+target\s+({_ONE})\s+({_PAIRS})\]{_BETWEEN}",
)
"""Lists of nodes, with what stands before their graphics, in these and behind, and lists of edges."""


@dataclass
class GmlList:
    """A list of GML: `first` has the first value of each key, `pairs` all in order, `line` is that of its key."""

    line: int
    pairs: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def first(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in self.pairs:
            found.setdefault(key, value)
        return found

    def lists(self, key: str) -> list[GmlList]:
        """The lists under a key, in order."""
        return [value for name, value in self.pairs if name == key and isinstance(value, GmlList)]


def parse_gml(text: str) -> GmlList:
    """The keys and values of a GML text.

    Raises
    ------
    FormatError
        If it is not GML, naming line and column, or nested too deeply.
    """
    words = Scanner("GML", _WORDS, text)
    top = GmlList(1)
    lists = [top]
    while words.kind != "end" or len(lists) > 1:
        if words.kind == "close" and len(lists) > 1:
            lists.pop()
            words.advance()
        elif words.kind == "key":
            _read_pair(words, lists)
        else:
            raise words.unexpected()
    return top


def _read_pair(words: Scanner, lists: list[GmlList]) -> None:
    """Read a key and its value into the innermost list; of a value that is a list, only its beginning."""
    key, line = words.word, words.line
    words.advance()
    if words.kind == "open":
        inner = GmlList(line)
        lists[-1].pairs.append((key, inner))
        lists.append(inner)
        words.require_depth(len(lists) - 1)
    elif words.kind in ("text", "integer", "real", "key"):
        lists[-1].pairs.append((key, _value(words.kind, words.word)))
    else:
        raise words.unexpected()
    words.advance()


def _value(kind: str, word: str) -> str | int | float:
    """The value of a word; a number that is far too long stays text, for whoever reads it to name the node."""
    if kind == "text":
        return text_of(word)
    if kind == "real":
        return float(word)
    return int(word) if kind == "integer" and len(word) <= MAX_DIGITS else word


def _characters(references: str) -> str:
    """What some references stand for; two to halves of a character, as some programs write them, are one."""
    text = re.sub(_REFERENCE, lambda found: _character(found[0]), references)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(reference: str) -> str:
    if not reference.startswith("&#"):
        return html5.get(reference[1:], reference)
    is_decimal = reference[2] not in "xX"
    code = int(reference[2:-1]) if is_decimal else int(reference[3:-1], 16)
    return chr(code) if code < 0x110000 else reference


text_of = Substitution((f"(?:{_REFERENCE})+", _characters))
"""What stands between double quotes: with the characters that are referred to."""


# ---- columns


def typed(words: Column) -> Column:
    """The values of words, of which all are of the same type.

    Raises
    ------
    OddError
        If they are of several types, or numbers that are very long.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    some = words.drop_null()
    if are_all(some, '"[^"]*"'):
        return text_of.column(pc.utf8_slice_codeunits(words, 1, -1))
    if are_all(some, _INTEGER):
        return words.cast(pa.int64())
    require(are_all(some, _REAL))
    return words.cast(pa.float64())
