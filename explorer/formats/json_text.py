"""Strict JSON: text to values with every oddity reported, and values to text, a node or move a line."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from explorer.formats.text import MAX_DEPTH, too_deep
from explorer.intake.cells import FieldReader, is_encodable
from explorer.model.check import Problem
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph, Node
from explorer.model.scores import MAX_DIGITS

_STRING = re.compile(rb'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_DEPTH = np.zeros(256, np.int8)
_DEPTH[[*b"[{"]], _DEPTH[[*b"]}"]] = 1, -1
_NO_BRACKETS = bytes(set(range(256)) - {*b"[]{}"})


def parse_json(text: str) -> tuple[Any, list[Problem]]:
    """Return the value of a JSON text, with problems of a kind that JSON or Python allows but nobody means.

    Numbers that are not finite or too long stay text, so that a later error can name the node.

    Raises
    ------
    FormatError
        If it is not JSON (with line and column), or nested more than `MAX_DEPTH` deep.
    """
    fields = FieldReader()

    def without_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            for key in [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]:
                fields.error(f"the key {quoted(key)} stands twice in one object; kept the second")
        return result

    def constant(word: str) -> str:
        fields.error(f"{word} is not a number in JSON; read as text")
        return word

    hooks: dict[str, Any] = {"object_pairs_hook": without_repeated, "parse_constant": constant}
    try:
        value = json.loads(text, parse_int=_parse_integer, parse_float=_parse_float, **hooks)
    except json.JSONDecodeError as error:
        raise FormatError(f"not valid JSON at line {error.lineno}, column {error.colno}: {_reason_at(error)}") from None
    except RecursionError:
        raise FormatError(too_deep("JSON")) from None
    if is_too_deep(text):
        raise FormatError(too_deep("JSON"))
    if _SURROGATE.search(text) and not is_encodable(one_line(value)):
        raise FormatError("the JSON holds half of a character (a lone surrogate such as \\ud800); delete it")
    return value, fields.problems


def _parse_integer(word: str) -> int | str:
    return int(word) if len(word) <= MAX_DIGITS else word


def _parse_float(word: str) -> float | str:
    number = float(word)
    return number if math.isfinite(number) else word


def _reason_at(error: json.JSONDecodeError) -> str:
    """Return the reason why a text is no JSON at a place."""
    if error.msg.startswith("Unterminated string"):
        return "the text in quotes that begins here does not end; the file may be cut off"
    if not error.doc[error.pos :].strip():
        return "the file ends here, before the brackets are closed; it may be cut off"
    return error.msg[:1].lower() + error.msg[1:]


def json_lines(document: Mapping[str, Any]) -> str:
    """Return the document as JSON text: a key a line, and of a list an entry a line."""
    return (
        "{\n" + ",\n".join(f" {one_line(key)}: {_lines_of_value(value)}" for key, value in document.items()) + "\n}\n"
    )


def _lines_of_value(value: object) -> str:
    if not isinstance(value, list) or not value:
        return one_line(value)
    return "[\n  " + ",\n  ".join(map(one_line, value)) + "\n ]"


def only_json(graph: GameGraph) -> GameGraph:
    """Return the graph without the extra values that JSON cannot hold."""
    extras = graph.columns.extras
    nodes = graph.nodes if all(map(_can_be_json, extras.values())) else tuple(map(_only_json_node, graph.nodes))
    return graph.replace(nodes=nodes, extra=_json_values(graph.extra), expected=_json_values(graph.expected))


def _only_json_node(node: Node) -> Node:
    return node if _can_be_json(node.extra) else replace(node, extra=_json_values(node.extra))


def _json_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if _can_be_json({key: value})}


def _can_be_json(values: Mapping[str, Any]) -> bool:
    """Return whether values can be written as JSON text that is read again."""
    if not values:
        return True
    try:
        text = one_line(dict(values))
        return is_encodable(text) and not is_too_deep(text)
    except (TypeError, ValueError, RecursionError):
        return False


def one_line(value: Any) -> str:
    """Return the value as JSON text."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def is_too_deep(text: str) -> bool:
    """Return whether brackets of valid JSON text are nested more than `MAX_DEPTH` deep."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    brackets = _STRING.sub(b"", text.encode(errors="surrogatepass")).translate(None, _NO_BRACKETS)
    return bool(np.cumsum(_DEPTH[np.frombuffer(brackets, np.uint8)], dtype=np.int32).max(initial=0) > MAX_DEPTH)
