"""A text taken word by word, with lines, a limit of depth, and errors in one sentence."""

from __future__ import annotations

import re

from explorer.model.errors import FormatError, quoted

MAX_DEPTH = 100


class Scanner:
    """The words of a text, of which it holds the present one; each is looked at once, so any text takes linear time.

    Parameters
    ----------
    name : of the format, for messages.
    pattern : matches what may stand before a word, and the word as a named group, for every text: a group `end` for
        none at the end, and `bad` for whatever is no word.

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
            If there is something that is no word.
        """
        self._match = match = next(self._matches)
        self.kind = kind = match.lastgroup or ""
        self.word = match[kind]
        if kind == "bad":
            raise self.unexpected("; check quotes and brackets")

    @property
    def _start(self) -> int:
        """Where the present word begins in the text."""
        return self._match.start(self.kind)

    @property
    def line(self) -> int:
        """The line of the present word."""
        start = self._start
        self._line += self._text.count("\n", self._counted, start)
        self._counted = start
        return self._line

    def require_depth(self, depth: int) -> None:
        """Nothing, if brackets may be nested so deeply; see `require_depth`."""
        if depth > MAX_DEPTH:
            require_depth(self._name, depth, self.line)

    def unexpected(self, advice: str = "") -> FormatError:
        """The error that the present word should not stand where it does."""
        return unexpected(self._name, self._text, self._match, advice)


def require_depth(name: str, depth: int, line: int) -> None:
    """Nothing, if brackets may be nested so deeply.

    Raises
    ------
    FormatError
        If they may not, naming the limit.
    """
    if depth > MAX_DEPTH:
        raise FormatError(f"line {line}: the {name} is nested more than {MAX_DEPTH} deep, the most that is read")


def unexpected(name: str, text: str, match: re.Match[str], advice: str = "") -> FormatError:
    """The error that a word of a text in some format should not stand where it does."""
    kind = match.lastgroup or ""
    if kind == "end":
        return FormatError(f"not valid {name}: the text ends too early; check quotes and brackets")
    advice = advice or ("; check quotes and brackets" if kind == "bad" else "")
    start = match.start(kind)
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return FormatError(
        f"not valid {name} at line {line}, column {column}: did not expect {quoted(match[kind])}{advice}"
    )
