"""Trees as nested JSON: objects with `name`, `children` and `value`, as D3 has them, or bare lists as [[3, 12], 8].

A number, or an object without children, is a leaf.  Levels alternate from the nearest node above that names its player,
and from Max at a root that names none, which is said.  A node is called by its name where no other has it, or else by
its way from the root: 1.2 is the second child of the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

from explorer.model.graph import Convention, Kind
from explorer.model.intake import Assembled, Intake
from explorer.model.node_facts import Players, players_in

_ROOT = "root"
_READ = ("id", "name", "children", "value", "score")
_PLAYERS = ("player", "owner", "type")  # keys that may name who moves
_NOT_TREES = ("nodes", "moves", "edges", "links", "vertices", "format", "adjacency")  # keys of graphs
_LOOKED_AT = 1_000  # parts of a list by which a tree is told


@dataclass
class _TreeNode:
    """A node: its way from the root, what stands there, who moves if it does not say, and its children's ways.

    `players` are what the players are that the tree names.
    """

    way: str
    value: Any
    unless_said: Kind
    players: Players
    children: list[str] = field(default_factory=list)

    @cached_property
    def record(self) -> Mapping[str, Any]:
        return self.value if isinstance(self.value, dict) else {}

    @cached_property
    def named(self) -> Kind | None:
        """The player that the node names, under any key in use for it."""
        return self.players.kind(_player_cell(self.value))

    @property
    def player(self) -> Kind:
        return self.named or self.unless_said

    @cached_property
    def name(self) -> str:
        said = self.record.get("name", self.record.get("id"))
        return str(said) if isinstance(said, str | int | float) else ""


def is_tree(data: object) -> bool:
    """Whether a JSON value is a tree: a list of lists and numbers, or an object with children that is no graph."""
    if isinstance(data, Mapping):
        return isinstance(data.get("children"), list) and not any(key in data for key in _NOT_TREES)
    return isinstance(data, list) and bool(data) and all(map(_is_part, islice(_all_parts(data), _LOOKED_AT)))


def _all_parts(data: list[Any]) -> Iterator[Any]:
    for part in data:
        yield part
        if isinstance(part, list):
            yield from _all_parts(part)


def _is_part(value: object) -> bool:
    return isinstance(value, list | int | float) and not isinstance(value, bool) and value != []


def assemble_tree(data: object) -> Assembled:
    """The good part of a tree, and its problems."""
    players = players_in(_players_in(data))
    nodes = [*_nodes(data, players)]
    counts = Counter(node.name for node in nodes)
    ids = {node.way: node.name if node.name and counts[node.name] == 1 else node.way for node in nodes}
    if len(set(ids.values())) < len(ids):  # a name that looks like a way
        ids = {node.way: node.way for node in nodes}
    intake = Intake(Convention.MINIMAX, keeps_empty=True)
    for node in nodes:
        intake.node(_record(node, ids[node.way]))
        for child in node.children:
            intake.move(ids[node.way], ids[child])
    if players.guess:
        intake.fields.warn(players.guess)
    for note in _notes([node.named is not None for node in nodes if node.children]):
        intake.fields.warn(note)
    return intake.finish({"root": ids[_ROOT]}, infers_root=False, says_negamax=False)


def _notes(are_named: list[bool]) -> list[str]:
    """What is said where some of the nodes with children, the first of which is the root, name no player."""
    if all(are_named):
        return []
    if not any(are_named):
        return ["the nodes name no player; read as levels that alternate, beginning with Max at the root"]
    root = "" if are_named[0] else ", and from Max at the root"
    return [
        f"some nodes name no player; read as levels that alternate from the nearest node above that names one{root}"
    ]


def _player_cell(part: object) -> object:
    """What a node says under the first key in use for its player; None if it says nothing."""
    return next((part[key] for key in _PLAYERS if key in part), None) if isinstance(part, dict) else None


def _players_in(data: object) -> Iterator[object]:
    """What nodes with children say of their players."""
    waiting = [data]
    while waiting:
        part = waiting.pop()
        below = _below(part)
        if below and (cell := _player_cell(part)) is not None:
            yield cell
        waiting += below


def _below(part: object) -> list[Any]:
    """The children of a node."""
    parts = part.get("children") if isinstance(part, dict) else part
    return parts if isinstance(parts, list) else []


def _nodes(data: object, players: Players) -> Iterator[_TreeNode]:
    """The nodes of a tree, each before its children."""
    waiting = [_TreeNode(_ROOT, data, Kind.MAX, players)]
    while waiting:
        node = waiting.pop()
        below = _below(node.value)
        stem = "" if node.way == _ROOT else f"{node.way}."
        other = Kind.MIN if node.player is Kind.MAX else Kind.MAX
        children = [_TreeNode(f"{stem}{number}", part, other, players) for number, part in enumerate(below, 1)]
        node.children = [child.way for child in children]
        yield node
        waiting += reversed(children)


def _record(node: _TreeNode, id: str) -> dict[str, object]:
    said = {str(key): value for key, value in node.record.items() if key not in _READ}
    record: dict[str, object] = {**said, "id": id}
    if node.name and node.name != id:
        record.setdefault("label", node.name)
    if node.children:
        for key in ("owner", "type"):
            if key in record and node.players.kind(record[key]) is not None:
                del record[key]
        value = node.record.get("score", node.record.get("value"))
        return record | {"player": str(node.player)} | ({} if value is None else {"value": value})
    if isinstance(node.value, list) or (node.value is None):
        return record | {"open": True}
    score = node.record.get("score", node.record.get("value")) if isinstance(node.value, Mapping) else node.value
    record.pop("player", None)
    return record | ({"open": True} if score is None else {"score": score})
