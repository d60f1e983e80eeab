"""Values as JSON writes them, in columns: those of one type as such, others as the words that they are written in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.delimited import are_all
from explorer.formats.json_text import is_too_deep, parse_json
from explorer.formats.runs import large, unless_odd, unquoted
from explorer.formats.substitution import Substitution
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_numpy,
    in_one_piece,
    joined_texts,
    numbers_in_arrow,
    replaced_at,
    texts_in_arrow,
)
from explorer.model.numbering import OddError, require
from explorer.model.plain import is_nested

CHARACTERS = r'[^"\\\x00-\x1f]*+'
TEXT = rf'{CHARACTERS}(?>(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{{4}}){CHARACTERS})*)'
"""Pattern of what stands between double quotes."""

_TEXT_IN_RE2 = r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"'
_WHOLE = "-?(?:0|[1-9][0-9]{0,17})"
_FLOAT = r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,30}(?:[eE][-+]?[0-9]{1,2})?|[eE][-+]?[0-9]{1,2})"
_TYPES = {"string": _TEXT_IN_RE2, "int64": _WHOLE, "double": _FLOAT, "bool": "true|false"}
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_CONSTANT = "NaN|-?Infinity"  # which are read as text, with a note
_STRING = r'"(?:[^"\\]|\\.)*"'
_ATOM = r'"[ !#-&(-+--\[\]-~]*"|0|-?[1-9][0-9]{0,99}'  # of a tuple, which Python writes but for the quotes
_GAPS = r"[ \t\n\r]*"
_NAMES = (
    _TEXT_IN_RE2,
    "0|-?[1-9][0-9]{0,99}",
    _FLOAT,
    rf"\[{_GAPS}(?:{_ATOM})(?:{_GAPS},{_GAPS}(?:{_ATOM}))*{_GAPS}\]",
)
_NESTED = r"(?s)[\[{].*"
NO_GAP, GAP, ANY_GAP = (rf'{key}"\s*:\s*null\b' for key in ("(?:^$)", '"(?:player|score|open|label|x|y)', ""))
_WORDS = ("null", "NaN", "Infinity")
_ODD = r":\s*null\b|[\[:,]\s*-?(?:NaN|Infinity)\b"
_MOST = 2**31 - 100  # bytes that Arrow reads at once
_PAIR_OF_ESCAPES = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}"
_HALF = r"\\u[dD][89a-fA-F]"  # of a character, perhaps

in_text = Substitution((rf"{_PAIR_OF_ESCAPES}|\\u[0-9a-fA-F]{{4}}|\\.", lambda odd: str(json.loads(f'"{odd}"'))))
"""What stands between double quotes, with characters for escapes."""


def value_of(word: str) -> Any:
    """The value of a word."""
    return parse_json(word)[0]


def typed(words: Column) -> Column | None:
    """The values of words; None if they are of several types, or too large.

    Raises
    ------
    OddError
        If one is no value, or is read with a note.
    """
    some = in_one_piece(words).drop_null()
    if (found := _nested(some) if are_all(some, _NESTED) else None) is not None:
        is_there = are_there(in_one_piece(words))
        return found.take(numbers_in_arrow(np.cumsum(is_there) - 1, is_there))
    kind = next((kind for kind, pattern in _TYPES.items() if are_all(some, pattern)), None)
    if kind is None:
        _require_values(some)
        return None
    return unquoted(words, in_text) if kind == "string" else words.cast(kind)


def constants_in(text: str) -> list[str]:
    """What stands in JSON where a number does, but is none, in the order in which it is met."""
    if not any(word in text for word in _WORDS[1:]):
        return []
    import pyarrow.compute as pc

    bare = str(pc.replace_substring_regex(large(text), _STRING, "")[0])
    found = (re.search(pattern, bare) for pattern in ("NaN", "(?<!-)Infinity", "-Infinity"))
    return [word[0] for word in sorted(filter(None, found), key=lambda word: word.start())]


def without_null(words: Column) -> Column:
    """The words with gaps for null."""
    import pyarrow.compute as pc

    null, gap = texts_in_arrow(["null", None])
    return pc.if_else(pc.equal(words, null), gap, words)


def named(words: Column, written: Callable[[NDArray[np.float64]], Column], *, takes_lists: bool = False) -> Column:
    """The texts and numbers that words are, as text, and lists as Python names tuples; null is a gap.

    Parameters
    ----------
    written : gives the texts of floats.

    Raises
    ------
    OddError
        If one is anything else.
    """
    import pyarrow.compute as pc

    words = without_null(in_one_piece(words))
    are = [are_true(pc.match_substring_regex(words, f"^(?:{pattern})$")) for pattern in _NAMES]
    require((np.logical_or.reduce(are) == are_there(words)).all() and (takes_lists or not are[-1].any()))
    floats, lists = (np.flatnonzero(rows) for rows in are[2:])
    numbers = in_numpy(words.take(in_arrow(floats).chunk(0)).cast("float64"), np.nan)
    found = replaced_at(unquoted(words, in_text), floats, written(numbers))
    return replaced_at(found, lists, _tuples(words.take(in_arrow(lists).chunk(0))))


def _tuples(words: Column) -> Column:
    """Lists as Python writes tuples."""
    import pyarrow.compute as pc

    for pattern, said in ((r"^\[\s*|\s*\]$", ""), (r"\s*,\s*", ", "), ('"', "'"), ("^([^,]*)$", r"\1,")):
        words = pc.replace_substring_regex(words, pattern, said)
    return joined_texts("(", words, ")")


@unless_odd
def _nested(words: Column) -> Column | None:
    """The lists or objects that words are; None if they are not all of one type."""
    found = entries_in(_listed(words))
    require(len(found) == len(words) and is_nested(found.type) and not has_gap(found))
    return found


def _require_values(words: Column) -> None:
    import pyarrow.compute as pc

    words = pc.unique(words)
    is_odd = pc.match_substring_regex(words, rf"^(?:{_NESTED})|{_HALF}")
    require(are_all(words.filter(pc.invert(is_odd)), f"{_TEXT_IN_RE2}|{_NUMBER}|{_CONSTANT}|true|false|null"))
    values = _plain_values(f"[{_listed(words.filter(is_odd))}]")
    require(len(values) == pc.sum(is_odd).as_py())


def _plain_values(text: str) -> list[Any]:
    """Values that are read without a note, but for the types of numbers; quickly, if no text is half of a character."""
    if re.search(_HALF, text):
        found, problems = parse_json(text)
        require(not problems)
        return list(found)
    require(not is_too_deep(text))
    return list(json.loads(text, object_pairs_hook=_object if "{" in text else None, parse_constant=_constant))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    require(len(found) == len(pairs))
    return found


def _constant(word: str) -> Any:
    raise OddError(word)


def _listed(words: Column) -> str:
    """Words with commas between them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    bounds = in_arrow(np.array([0, len(words)])).chunk(0).cast(pa.int32())
    comma = texts_in_arrow([","]).cast(pa.large_string())[0]
    return str(pc.binary_join(pa.ListArray.from_arrays(bounds, words.cast(pa.large_string())), comma)[0])


# ---- entries of lists


def entries_in(text: str, type: Any = None, *, gap: str = GAP) -> Column:
    """The entries of a list, each null or of one type.

    Raises
    ------
    OddError
        If there is none, or something under a key is null that is no such gap, or they are nested deeper than Arrow
        bears.
    pyarrow.ArrowException
        If it is not the content of a list, or they have several types.
    """
    import pyarrow as pa
    import pyarrow.json as pj

    require(not is_too_deep(text))
    require(not any(word in text for word in _WORDS) or _count(_ODD, text) == _count(gap, text))
    content = f'{{"entries":[{text}]}}'.encode()
    require(len(content) < _MOST)
    schema = None if type is None else pa.schema([("entries", pa.list_(type))])
    for _ in range(2 if "null" in text else 1):  # where no type is known yet, Arrow forgets nulls
        table = pj.read_json(
            pa.BufferReader(content),
            pj.ReadOptions(use_threads=False, block_size=len(content) + 1),
            pj.ParseOptions(explicit_schema=schema, newlines_in_values=True),
        )
        schema = table.schema
    require(table.num_rows == 1 and table.column_names == ["entries"])
    table.validate(full=True)
    return table["entries"].chunk(0).values


def _count(pattern: str, text: str) -> int:
    import pyarrow.compute as pc

    return int(pc.count_substring_regex(large(text), pattern)[0].as_py())


def has_gap(column: Column) -> bool:
    """Whether some objects within lists or objects lack what others have."""
    import pyarrow.types as pt

    if pt.is_list(column.type):
        return has_gap(column.flatten())
    inner = column.drop_null().flatten() if pt.is_struct(column.type) else []
    return any(part.null_count or has_gap(part) for part in inner)
