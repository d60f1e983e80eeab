"""What is written in place of some characters of a text, such as escapes: in one text, or in columns of very many."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.model import plain
from explorer.model.arrow import Column, in_numpy, in_one_piece, texts_in_arrow, truths_in_arrow
from explorer.model.columns import AT_ONCE
from explorer.model.views import Cells, Picked, fit_arrow, in_column

_MARK = "\U0010ffff"  # parts texts; it is no character, and stands in few


Step = tuple[str, str | Callable[[str], str]]
"""A text, and what is written in its place; or a pattern, and a function that says it of what the pattern finds.

A pattern is in a syntax that Python and RE2 share; it finds no empty text, and does not look at what is around.
"""


class Substitution:
    """What is written in place of parts of a text, in steps one after another."""

    def __init__(self, *steps: Step) -> None:
        self._steps = steps

    def __call__(self, text: str) -> str:
        """A text as it is written."""
        for wanted, new in self._steps:
            text = text.replace(wanted, new) if isinstance(new, str) else _replaced(text, wanted, new)
        return text

    def then(self, other: Substitution) -> Substitution:
        """What one writes, as another writes it."""
        return Substitution(*self._steps, *other._steps)

    def of(self, texts: Sequence[str]) -> Sequence[str]:
        """The same of some texts."""
        if isinstance(texts, Picked):
            return Picked(self.of(texts.items), texts.codes)
        if len(texts) < plain.LARGE or not fit_arrow(texts):
            return [*map(self, texts)]
        return Cells(in_one_piece(self.column(in_column(texts))))

    def column(self, texts: Column) -> Column:
        """The same of a column; a function is asked once for all that is found alike."""
        import pyarrow.compute as pc

        for wanted, new in self._steps:
            if isinstance(new, str):
                if pc.any(pc.match_substring(texts, wanted)).as_py():
                    texts = pc.replace_substring(texts, wanted, new)
            else:
                texts = _replaced_in_column(texts, wanted, new)
        return texts


def _replaced(text: str, pattern: str, new: Callable[[str], str]) -> str:
    return re.sub(pattern, lambda found: new(found[0]), text)


def _replaced_in_column(texts: Column, pattern: str, new: Callable[[str], str]) -> Column:
    import pyarrow as pa
    import pyarrow.compute as pc

    is_odd = pc.match_substring_regex(texts, pattern)
    odd = in_one_piece(texts.filter(is_odd))
    if not len(odd):
        return texts
    blocks = (odd.slice(start, AT_ONCE) for start in range(0, len(odd), AT_ONCE))
    parts = [_replaced_in_all(block, pattern, new).cast(texts.type) for block in blocks]
    return pc.replace_with_mask(texts, in_one_piece(is_odd), pa.concat_arrays(parts))


def _replaced_in_all(texts: Column, pattern: str, new: Callable[[str], str]) -> Column:
    """The same of texts in each of which something is found."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pc.any(pc.match_substring(texts, _MARK)).as_py():
        return texts_in_arrow([_replaced(text, pattern, new) for text in texts.to_pylist()])
    marked = pc.replace_substring_regex(texts.cast(pa.large_string()), pattern, rf"{_MARK}\0{_MARK}")
    parts = pc.split_pattern(marked, _MARK)
    bounds, words = in_numpy(parts.offsets, 0).astype(np.int64), parts.flatten()
    is_found = (np.arange(bounds[-1]) - np.repeat(bounds[:-1], np.diff(bounds))) % 2  # each behind one that is not
    mask = truths_in_arrow(is_found.astype(np.bool_))
    found = words.filter(mask).dictionary_encode()
    written = texts_in_arrow([*map(new, found.dictionary.to_pylist())]).cast(words.type)
    words = pc.replace_with_mask(words, mask, written.take(found.indices))
    return pc.binary_join(pa.ListArray.from_arrays(parts.offsets, words), texts_in_arrow([""]).cast(words.type)[0])


@dataclass(frozen=True)
class Quoting:
    """Words that stand as they are, and others that stand in double quotes.

    Attributes
    ----------
    bare : pattern of all words that stand as they are, in a syntax that Python and RE2 share.
    inside : what is replaced in those that do not.
    but : words that look like these and do not either, in small letters.
    """

    bare: str
    inside: Substitution
    but: Collection[str] = ()

    def is_bare(self, word: str) -> bool:
        """Whether it stands as it is."""
        return word.lower() not in self.but and re.fullmatch(self.bare, word) is not None

    def __call__(self, word: str) -> str:
        """A word as it is written."""
        return word if self.is_bare(word) else f'"{self.inside(word)}"'

    def of(self, words: Sequence[str]) -> Sequence[str]:
        """The same of some words."""
        if isinstance(words, Picked):
            return Picked(self.of(words.items), words.codes)
        if len(words) < plain.LARGE or not fit_arrow(words):
            return [*map(self, words)]
        import pyarrow.compute as pc

        column = in_column(words)
        is_bare = pc.match_substring_regex(column, f"^(?:{self.bare})$")
        if self.but:
            kept = pc.match_substring_regex(column, f"(?i)^(?:{'|'.join(self.but)})$")
            is_bare = pc.and_not(is_bare, kept)
        if pc.all(is_bare).as_py():
            return words
        quote, nothing = texts_in_arrow(['"', ""])
        inside = self.inside.column(pc.if_else(is_bare, nothing, column).cast("string"))
        return Cells(pc.if_else(is_bare, column, pc.binary_join_element_wise(quote, inside, quote, nothing)))
