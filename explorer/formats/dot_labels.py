"""Labels of DOT: Graphviz's escapes and HTML as text, text as escapes, and the score on a leaf's second line."""

from __future__ import annotations

import html
import re

from explorer.errors import OptionError
from explorer.formats.dot_model import Text
from explorer.scores import Score, format_score, parse_score

NO_LABEL = "\\N"  # Graphviz shows the name of the node

_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


def label_text(label: Text, id: str) -> str:
    """What Graphviz shows for a label: without escapes, or without the marks of HTML."""
    if label.is_html:
        return html.unescape(_TAG.sub("", _BREAK.sub("\n", label.raw))).strip()
    meaning = {"n": "\n", "l": "\n", "r": "\n", "N": id, "\n": ""}
    return _ESCAPED.sub(lambda escape: meaning.get(escape[1], escape[1]), label.raw).removesuffix("\n")


def without_score(label: Text, score: object) -> Text:
    """The label of a leaf without its score, where that stands on the last line."""
    try:
        shown = parse_score(score)
    except OptionError:
        return label
    for text in (format_score(shown), str(shown)):
        if not label.is_html and label.raw.endswith("\\n" + text):
            return Text(label.raw.removesuffix("\\n" + text))
    return label


def guessed_score(label: str) -> tuple[str, str] | None:
    """The label and the score of a leaf whose label is a number, or ends in one on a line of its own."""
    before, _, last = label.strip().rpartition("\n")
    try:
        parse_score(last)
    except OptionError:
        return None
    return before.strip(), last.strip()


def leaf_label(label: str | None, score: Score) -> str:
    """The escaped label of a leaf: its name, and its score below."""
    return f"{NO_LABEL if label is None else escaped_label(label)}\\n{format_score(score)}"


def escaped_label(text: str) -> str:
    """The text as Graphviz's labels write it."""
    return text.replace("\\", "\\\\").replace("\n", "\\n")
