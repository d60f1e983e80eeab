"""Labels of DOT: Graphviz's escapes and HTML as text, text as escapes, and the score on a leaf's second line.

Graphviz reads the entities of HTML 4, as `&lt;`, in every label, and in names that it shows; a name that begins with %
it takes for one of its own making, and shows another one.
"""

from __future__ import annotations

import html
import re
from html.entities import name2codepoint

from explorer.formats.dot_model import Text
from explorer.model.errors import OptionError
from explorer.model.scores import Score, format_score, parse_score

NO_LABEL = "\\N"  # Graphviz shows the name of the node

_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_ENTITY = re.compile(rf"&(?=(?:#\d+|#[xX][0-9a-fA-F]+|{'|'.join(name2codepoint)});)")
_WHOLE_ENTITY = re.compile(rf"{_ENTITY.pattern}[^;]+;")


def label_text(label: Text, id: str) -> str:
    """What Graphviz shows for a label: without escapes, or without the marks of HTML."""
    if label.is_html:
        return html.unescape(_TAG.sub("", _BREAK.sub("\n", label.raw))).strip()
    meaning = {"n": "\n", "l": "\n", "r": "\n", "N": id, "\n": ""}
    shown = _ESCAPED.sub(lambda escape: meaning.get(escape[1], escape[1]), label.raw).removesuffix("\n")
    return _WHOLE_ENTITY.sub(lambda entity: html.unescape(entity[0]), shown)


def no_label(id: str) -> str:
    """What stands for the name of a node, so that Graphviz shows it as it is; no label of a node is written so."""
    if not id.startswith("%") and not _ENTITY.search(id):
        return NO_LABEL
    return f"&#{ord(id[0])};{escaped_label(id[1:])}"


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


def leaf_label(escaped: str, score: Score) -> str:
    """The escaped label of a leaf with its score below."""
    return f"{escaped}\\n{format_score(score)}"


def escaped_label(text: str) -> str:
    """The text as Graphviz's labels write it."""
    return _ENTITY.sub("&amp;", text).replace("\\", "\\\\").replace("\n", "\\n")
