"""Strict JSON: text to values with every oddity named, and values to text, a node or move a line."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from explorer.model.check import Problem, Severity
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph, Node
from explorer.model.scores import MAX_DIGITS

MAX_DEPTH = 100
_MOST_NAMED = 100  # repeated keys that are named

_STRING = re.compile(rb'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_STRUCTURE = b'[]{}"\\'
_OTHERS = bytes(set(range(256)) - set(_STRUCTURE))
_DEPTH = np.zeros(256, np.int8)
_DEPTH[[*b"[{"]], _DEPTH[[*b"]}"]] = 1, -1


class _Oddities:
    """Collects what JSON allows or Python lets pass, but what nobody can have meant."""

    def __init__(self) -> None:
        self.repeated: dict[str, None] = {}
        self.constants: dict[str, None] = {}

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            counts = Counter(key for key, _ in pairs)
            self.repeated |= dict.fromkeys(key for key, count in counts.items() if count > 1)
        return result

    def constant(self, text: str) -> str:
        self.constants[text] = None
        return text

    def integer(self, text: str) -> int | str:
        return int(text) if len(text) <= MAX_DIGITS else text

    def float(self, text: str) -> float | str:
        number = float(text)
        return number if math.isfinite(number) else text

    def problems(self) -> list[Problem]:
        """The oddities, a sentence each."""
        repeated = islice(self.repeated, _MOST_NAMED)
        return [
            *(_error(f"the key {quoted(key)} stands twice in one object; kept the second") for key in repeated),
            *(_error(f"{text} is not a number in JSON; read as text") for text in self.constants),
        ]


def parse_json(text: str) -> tuple[Any, list[Problem]]:
    """The value of a JSON text, and what is odd about it.

    Numbers that are not finite or too long stay text, so that whoever reads them can name the node.

    Raises
    ------
    FormatError
        If it is not JSON (with line and column), or nested more than `MAX_DEPTH` deep.
    """
    odd = _Oddities()
    try:
        value = json.loads(
            text,
            object_pairs_hook=odd.object,
            parse_constant=odd.constant,
            parse_int=odd.integer,
            parse_float=odd.float,
        )
    except json.JSONDecodeError as error:
        raise FormatError(f"not valid JSON at line {error.lineno}, column {error.colno}: {_reason(error)}") from None
    except RecursionError:
        raise _too_deep() from None
    if is_too_deep(text):
        raise _too_deep()
    if _SURROGATE.search(text) and not _is_encodable(value):
        raise FormatError("the JSON holds half of a character (a lone surrogate such as \\ud800); delete it")
    return value, odd.problems()


def _reason(error: json.JSONDecodeError) -> str:
    """What is wrong at a place of a text."""
    if error.msg.startswith("Unterminated string"):
        return "the text in quotes that begins here does not end; the file may be cut off"
    if not error.doc[error.pos :].strip():
        return "the file ends here, before the brackets are closed; it may be cut off"
    return error.msg[:1].lower() + error.msg[1:]


def json_lines(document: Mapping[str, Any]) -> str:
    """The document as JSON text: a key a line, and of a list an entry a line."""
    return "{\n" + ",\n".join(f" {one_line(key)}: {_lines(value)}" for key, value in document.items()) + "\n}\n"


def _lines(value: object) -> str:
    if not isinstance(value, list) or not value:
        return one_line(value)
    return "[\n  " + ",\n  ".join(map(one_line, value)) + "\n ]"


def only_json(graph: GameGraph) -> GameGraph:
    """The graph without the extra values that JSON cannot hold."""
    extras = graph.columns.extras
    nodes = graph.nodes if all(map(_fits, extras.values())) else tuple(map(_only_json_node, graph.nodes))
    return graph.replace(nodes=nodes, extra=_fitting(graph.extra), expected=_fitting(graph.expected))


def _only_json_node(node: Node) -> Node:
    return node if _fits(node.extra) else replace(node, extra=_fitting(node.extra))


def _fitting(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if _fits({key: value})}


def _fits(values: Mapping[str, Any]) -> bool:
    if not values:
        return True
    try:
        return not is_too_deep(one_line(dict(values)))
    except (TypeError, ValueError, RecursionError):
        return False


def one_line(value: Any) -> str:
    """The value as JSON text."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text.encode()  # a lone surrogate is a ValueError here, not when the file is half written
    return text


def _is_encodable(value: Any) -> bool:
    try:
        one_line(value)
    except UnicodeEncodeError:
        return False
    return True


def is_too_deep(text: str) -> bool:
    """Whether brackets of valid JSON text are nested more than `MAX_DEPTH` deep."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    structure = text.encode(errors="surrogatepass").translate(None, _OTHERS)
    if b"\\" not in structure:
        structure = structure.replace(b'""', b"")  # what stands beside them stays in a text, or out of one
    brackets = np.frombuffer(_STRING.sub(b"", structure), np.uint8)
    return bool(np.cumsum(_DEPTH[brackets], dtype=np.int32).max(initial=0) > MAX_DEPTH)


def _too_deep() -> FormatError:
    return FormatError(f"the JSON is nested more than {MAX_DEPTH} deep, the most that is read")


def _error(message: str) -> Problem:
    return Problem(Severity.ERROR, message)
