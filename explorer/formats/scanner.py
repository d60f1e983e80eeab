"""Text taken word by word, with lines, a limit of depth, and errors in one sentence."""

from __future__ import annotations

import re

from explorer.formats.text import MAX_DEPTH, too_deep
from explorer.model.errors import FormatError, quoted


class Scanner:
    """Scanner of a text, word by word, that holds the present word.

    Parameters
    ----------
    name : of the format, for messages.
    pattern : matches the blanks before a word, and the word as a named group, for every text: a group `end` for none at
        the end, and `bad` for anything else.

    Attributes
    ----------
    kind : name of the group of the present word.
    word : its text.
    """

    def __init__(self, name: str, pattern: re.Pattern[str], text: str) -> None:
        self._name = name
        self._text = text
        self._matches = pattern.finditer(text)
        self._line = 1
        self._counted = 0  # position up to which lines have been counted
        self.kind = self.word = ""
        self.advance()

    def advance(self) -> None:
        """Go to the next word.

        Raises
        ------
        FormatError
            If the text does not go on with a word.
        """
        self._match = match = next(self._matches)
        self.kind = kind = match.lastgroup or ""
        self.word = match[kind]
        if kind == "bad":
            raise self.unexpected_word("; check quotes and brackets")

    @property
    def _start(self) -> int:
        """Start of the present word in the text."""
        return self._match.start(self.kind)

    @property
    def line(self) -> int:
        """The line of the present word."""
        start = self._start
        self._line += self._text.count("\n", self._counted, start)
        self._counted = start
        return self._line

    def require_depth(self, depth: int) -> None:
        """Raise FormatError if brackets may not be nested so deeply.

        Raises
        ------
        FormatError
            If so, naming the limit.
        """
        if depth > MAX_DEPTH:
            raise FormatError(f"line {self.line}: {too_deep(self._name)}")

    def unexpected_word(self, advice: str = "") -> FormatError:
        """Return the error that the present word cannot stand at its place."""
        if self.kind == "end":
            return FormatError(f"not valid {self._name}: the text ends too early; check quotes and brackets")
        column = self._start - self._text.rfind("\n", 0, self._start)
        where = f"line {self.line}, column {column}"
        return FormatError(f"not valid {self._name} at {where}: did not expect {quoted(self.word)}{advice}")
