"""Messages on a document: a game graph as the `.game.json` format has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

Exact = int | float | str
"""A score as JSON holds it exactly: a fraction and a large integer as text."""

PlayerName = Literal["max", "min"]
KindName = Literal["max", "min", "mover", "leaf", "open"]
CopyRoleName = Literal["fresh", "unread", "back-link", "hidden"]
RoleName = Literal["unknown", "tentative", "conditional", "lower", "upper", "final", "wrong"]
"""The two nodes of a move."""
MoveRecord = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, str]
"""The two nodes of a move, and its name if it has one."""


class NodeRecord(TypedDict):
    """A node of a document; `of`, `above` and `copy` are those of a copy in an unwound tree.

    `origin` is the position of a copy under a rule about repetition.
    """

    id: str
    label: NotRequired[str]
    player: NotRequired[PlayerName]
    score: NotRequired[Exact]
    open: NotRequired[bool]
    x: NotRequired[float]
    y: NotRequired[float]
    pinned: NotRequired[bool]
    picture: NotRequired[str]
    board: NotRequired[str]
    of: NotRequired[str]
    origin: NotRequired[str]
    above: NotRequired[str]
    copy: NotRequired[CopyRoleName]


class NodeComments(TypedDict):
    """Comments in the text of a document: on lines above that of a node, and beside it."""

    above: list[str]
    beside: str


class Meta(TypedDict):
    """Fields of a document besides its nodes and moves."""

    format: NotRequired[str]
    version: NotRequired[int]
    name: NotRequired[str]
    description: NotRequired[str]
    convention: NotRequired[str]
    root: NotRequired[str]
    range: NotRequired[Sequence[Exact] | str | None]
    board: NotRequired[Mapping[str, Any]]
    tree: NotRequired[bool]
    repetition: NotRequired[str]
    comments: NotRequired[Mapping[str, NodeComments]]


class GameDocument(Meta):
    """A game graph as the `.game.json` format has it."""

    nodes: list[NodeRecord]
    moves: list[MoveRecord]
