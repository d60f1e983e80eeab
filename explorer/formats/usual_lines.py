"""Very many lines that say one thing each: the usual ones are taken apart at once, others are read one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.runs import large, pieces_of, put_in
from explorer.model import plain
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, made_of

LETTER = r"\pL\pN_"
"""What Python calls a letter, between brackets in the syntax of RE2; but for what is past U+FFFF."""

_LETTER_OF_ASCII, _BEYOND = "0-9A-Za-z_", r"[\x{10000}-\x{10ffff}]"


class Pattern(NamedTuple):
    """How usual lines are written, in the syntax of RE2.

    Attributes
    ----------
    whole : pattern of a line.
    parts : pattern of its beginning, with a named group for all that is wanted, and nothing in which to go back.
    nothing : pattern of a line that says nothing.
    longest : how many characters a usual line has at most.
    """

    whole: str
    parts: str
    nothing: str = "[ \t]*"
    longest: int = 200


@dataclass(frozen=True)
class UsualLines:
    """What lines say: a column for each group of a pattern, and their numbers; and others, which are odd."""

    said: list[Column]
    numbers: NDArray[np.int64]
    odd: list[tuple[int, str]]

    def with_odd(self, read: Callable[[int, str], Sequence[str] | None]) -> tuple[list[Column], plain.Lines]:
        """What all lines say, and their numbers, where a function reads an odd one; None of one that says nothing."""
        rows = [(number, said) for number, line in self.odd if (said := read(number, line)) is not None]
        said, numbers = put_in(self.said, self.numbers, rows)
        return said, plain.Lines(lambda: iter(np.asarray(numbers).tolist()))


def without_zeros(numbers: Column) -> Column:
    """Whole numbers in words without needless zeros in front."""
    import pyarrow.compute as pc

    return pc.replace_substring_regex(numbers, "^0+([0-9])", r"\1")


def usual_lines(text: str, pattern: Pattern, skipped: int = 0) -> UsualLines | None:
    """The lines of a text behind the first few; None if there are few.  They end as those of plain text."""
    import pyarrow as pa

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") < plain.LARGE:
        return None
    start = 0
    for _ in range(skipped):
        start = text.find("\n", start) + 1 or len(text)
    parts = made_of([*pieces_of(text[start:])], partial(_taken_apart, pattern=pattern))
    before, numbers, odd = skipped, [np.empty(0, np.int64)], list[tuple[int, str]]()
    for count, some, _, others in parts:
        numbers.append(some + before)
        odd += [(number + before, line) for number, line in others]
        before += count
    said = [[column for *_, columns, _ in parts for column in columns[group : group + 1]] for group in range(9)]
    return UsualLines([pa.chunked_array(each) for each in said if each], np.concatenate(numbers), odd)


def _taken_apart(text: str, *, pattern: Pattern) -> tuple[int, NDArray[np.int64], list[Column], list[tuple[int, str]]]:
    """How many lines there are; the numbers of usual ones, and what these say; and others that say something."""
    import pyarrow as pa
    import pyarrow.compute as pc

    whole, parts = (
        each.replace(LETTER, _LETTER_OF_ASCII) if text.isascii() else each for each in (pattern.whole, pattern.parts)
    )
    lines = pc.list_flatten(pc.split_pattern(large(text.removesuffix("\n")), "\n")).cast(pa.string())

    def match(of_line: str) -> NDArray[np.bool_]:
        return are_true(pc.match_substring_regex(lines, f"^(?:{of_line})$"))

    are_usual = match(whole) & (in_numpy(pc.utf8_length(lines), 0) <= pattern.longest)
    if not text.isascii():
        are_usual &= ~match(f".*{_BEYOND}.*")
    usual = np.flatnonzero(are_usual)
    odd = np.flatnonzero(~(are_usual | match(pattern.nothing)))
    found = pc.extract_regex(lines.take(in_arrow(usual).chunk(0)), f"^{parts}")
    others = lines.take(in_arrow(odd).chunk(0)).to_pylist()
    return len(lines), usual + 1, found.flatten(), [*zip((odd + 1).tolist(), others, strict=True)]
