"""The types of all messages for the scripts of the stage, which `python -m tests.frontend.build` writes."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from explorer.drawing.bundle import FRONTEND
from explorer.drawing.messages import document, from_browser, lesson, orders, sheet, theme, to_browser, trace

FILE = FRONTEND / "messages.ts"
HEAD = "// Written by `python -m tests.frontend.build` from explorer/drawing/messages.\n\n"
WIDTH = 121  # of a line, with its end
MODULES = (document, theme, trace, sheet, orders, to_browser, from_browser, lesson)
PLAIN: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}


def declarations() -> str:
    """The declarations of everything that `explorer.drawing.messages` describes, in its order."""
    described = {name: value for module in MODULES for name, value in vars(module).items()}
    told = HEAD + "".join(_declaration(name, value) for name, value in described.items())
    return told.replace("\n\n\n", "\n\n").rstrip() + "\n"


def _declaration(name: str, value: object) -> str:
    """One type, or nothing for what is none."""
    if is_typeddict(value):
        return _record(name, value)
    is_alias = isinstance(value, types.UnionType) or get_origin(value) in (Literal, tuple, Union)
    return f"export type {name} = {typescript(value)};\n" if is_alias else ""


def _record(name: str, described: type) -> str:
    """The fields of a message, in one line where there is room for them."""
    hints = get_type_hints(described, include_extras=True)
    fields = [_field(key, hint) for key, hint in hints.items()]
    line = f"export type {name} = {{ {'; '.join(fields)} }};\n"
    if len(line) <= WIDTH:
        return line
    lines = "".join(f"  {field};\n" for field in fields)
    return f"\nexport type {name} = {{\n{lines}}};\n\n"


def _field(key: str, hint: object) -> str:
    return f"{key}{'?' if get_origin(hint) is NotRequired else ''}: {typescript(hint)}"


def typescript(hint: object) -> str:
    """A type of Python as TypeScript has it.

    Examples
    --------
    >>> typescript(list[tuple[str, int]])
    '[string, number][]'
    >>> typescript(Literal["open", "fold"] | None)
    "'open' | 'fold' | null"
    """
    if hint in PLAIN:
        return PLAIN[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin not in COMPOSED:
        raise TypeError(f"{hint!r} has no counterpart in TypeScript; describe messages by PLAIN and COMPOSED types.")
    return COMPOSED[origin](arguments)


def _union(arguments: Arguments) -> str:
    return " | ".join(dict.fromkeys(map(typescript, arguments)))


def _list(arguments: Arguments) -> str:
    item = typescript(arguments[0])
    return f"({item})[]" if " | " in item else f"{item}[]"


def _map(arguments: Arguments) -> str:
    return f"Record<{typescript(arguments[0])}, {typescript(arguments[1])}>"


Arguments = tuple[Any, ...]
COMPOSED: dict[object, Callable[[Arguments], str]] = {
    NotRequired: lambda arguments: typescript(arguments[0]),
    Literal: lambda arguments: " | ".join("true" if each is True else f"'{each}'" for each in arguments),
    Union: _union,
    types.UnionType: _union,
    tuple: lambda arguments: f"[{', '.join(map(typescript, arguments))}]",
    list: _list,
    Sequence: _list,
    dict: _map,
    Mapping: _map,
}
