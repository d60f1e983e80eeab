"""Trees as nested JSON: objects with `name`, `children` and `value`, as D3 has them, or bare lists as [[3, 12], 8].

treelib's JSON, {"root": {"children": ["a", {"b": {"data": 3}}]}}, is read as the first of these.

A number, or an object without children, is a leaf.  Levels alternate from the nearest node above that names its player,
and from Max, with a warning, at a root that names none.  The id of a node is its name where no other has it, or else
its way from the root: 1.2 is the second child of the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from explorer.intake import Assembled, Intake
from explorer.intake.moves import CHANCES
from explorer.intake.nodes import is_score
from explorer.intake.players import (
    KINDS_OF_NODE,
    OWNER,
    Naming,
    advice_on_max,
    is_chance_word,
    is_player_key,
    null_error,
    players_named,
    require_no_probabilities,
    require_players,
)
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import Convention, Kind
from explorer.model.words import joined

_ROOT = "root"
_READ = ("id", "name", "children", "value", "score")
_NOT_TREES = ("nodes", "moves", "edges", "links", "vertices", "format", "adjacency")  # keys of graphs
_SIDES = ("max", "min")
_MOST_NAMED = 5  # players that an error names
_LEAST = 3  # numbers in a list that may be meant as a binary tree
_MOST_WRITTEN = 16  # of them, where the tree is written in a warning
_SHARES = (*CHANCES, "weight")  # keys of a child that may be of the move to it
_LOOKED_AT = 1_000  # parts of a list that are examined


class _JsonNode:
    """Node: its way from the root, its value, the node above, its children's ways, and its player."""

    def __init__(self, way: str, value: Any, above: _JsonNode | None) -> None:
        self.way, self.value, self.above = way, value, above
        self.record: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        parts = self.record.get("children", []) if isinstance(value, Mapping) else value
        self.parts: list[Any] = parts if isinstance(parts, list) else []
        stem = "" if above is None else f"{way}."
        self.children = [f"{stem}{number}" for number in range(1, len(self.parts) + 1)]
        self.player = Kind.MAX

    @property
    def possible_kinds(self) -> list[object]:
        """Values under all keys that may call it a chance node."""
        keys = ("player", *KINDS_OF_NODE)
        return [cell for key, cell in self.record.items() if str(key).lower() in keys and cell is not None]

    @property
    def shares(self) -> list[Mapping[str, Any]]:
        """Values of each child that may be the probability of the move to it."""
        parts = (part if isinstance(part, Mapping) else {} for part in self.parts)
        return [{key: cell for key, cell in part.items() if str(key).lower() in _SHARES} for part in parts]

    @property
    def name(self) -> str:
        said = self.record.get("name", self.record.get("id"))
        return str(said) if isinstance(said, str | int | float) else ""

    @property
    def score(self) -> object:
        is_record = isinstance(self.value, Mapping)
        return self.record.get("score", self.record.get("value")) if is_record else self.value


def _is_of_treelib(data: object) -> bool:
    """Return whether an object of JSON is a node of treelib: its tag, and under it children and data."""
    if not isinstance(data, Mapping) or len(data) != 1:
        return False
    (body,) = data.values()
    return isinstance(body, Mapping) and bool(body) and body.keys() <= {"children", "data"}


def _from_treelib(value: Any) -> Any:
    """Return the node with its tag under `name`, and its data among the further keys."""
    if isinstance(value, str):
        return {"name": value}
    if not _is_of_treelib(value):
        return value
    ((tag, body),) = value.items()
    data = body.get("data")
    if isinstance(data, str) and data.strip().lower() in _SIDES:
        data = {"player": data}
    more = data if isinstance(data, Mapping) else {} if data is None else {"value": data}
    return {"name": tag, **more, "children": body.get("children", [])}


def is_tree(data: object) -> bool:
    """Return whether a JSON value is a tree: nested lists of numbers, or an object with children that is no graph."""
    if _is_of_treelib(data):
        return True
    if isinstance(data, Mapping):
        return isinstance(data.get("children"), list) and not any(key in data for key in _NOT_TREES)
    return (
        isinstance(data, list) and bool(data) and all(map(_is_list_or_score, islice(_nested_parts(data), _LOOKED_AT)))
    )


def _nested_parts(data: list[Any]) -> Iterator[Any]:
    for part in data:
        yield part
        if isinstance(part, list):
            yield from _nested_parts(part)


def _is_list_or_score(value: object) -> bool:
    return isinstance(value, list | int | float) and not isinstance(value, bool) and value != []


def assemble_tree(data: object) -> Assembled:
    """Read a tree: its good part as a graph, with all problems."""
    nodes = [*_nodes_in_order(data)]
    naming = players_named([node.record for node in nodes if node.parts])
    _require_no_chance([node for node in nodes if node.parts], naming)
    _require_known(nodes, naming)
    intake = Intake(Convention.MINIMAX, is_own=True)
    if _is_of_treelib(data):
        _guess_scores(nodes, intake)
    elif note := _note_on_leaves(data):
        intake.fields.warn(note)
    for node in nodes:
        other = Kind.MAX if node.above is None or node.above.player is Kind.MIN else Kind.MIN
        _, kind = naming.of(node.record) or ("", None)
        node.player = kind or other
    counts = Counter(node.name for node in nodes)
    ids = {node.way: node.name if node.name and counts[node.name] == 1 else node.way for node in nodes}
    if len(set(ids.values())) < len(ids):  # a name that looks like a way
        ids = {node.way: node.way for node in nodes}
    for node in nodes:
        intake.node(_record_of_node(node, ids[node.way], naming))
        for child, shares in zip(node.children, node.shares, strict=True):
            intake.move(ids[node.way], ids[child], shares or None)
    for guess in {players.guess for players in naming.players.values() if players.guess}:
        intake.fields.warn(guess, is_grave=True)
    for note in _players_warning([naming.of(node.record) is not None for node in nodes if node.parts]):
        intake.fields.warn(note, is_grave=True)
    return intake.finish({"root": ids[_ROOT]})


def _guess_scores(nodes: list[_JsonNode], intake: Intake) -> None:
    """Read the tags of leaves as scores if all of them are numbers, and no other tag or data is."""
    leaves = [node for node in nodes if not node.parts]
    others = [node for node in nodes if node.parts]
    if any(node.score is not None or not is_score(node.name) for node in leaves):
        return
    if any(is_score(node.name) for node in others):
        return
    for leaf in leaves:
        leaf.record = {**leaf.record, "score": leaf.name}
    intake.fields.warn("the tags of leaves are numbers, and were read as their scores")


def _note_on_leaves(data: object) -> str:
    """Return a warning about a list of numbers, which may be meant as the leaves of a binary tree; "" if it is none."""
    if not isinstance(data, list) or len(data) < _LEAST or any(isinstance(part, list) for part in data):
        return ""
    is_whole = len(data) & (len(data) - 1) == 0 and len(data) <= _MOST_WRITTEN
    tree: list[Any] = data if is_whole else [3, 5, 2, 9]
    while len(tree) > 2:
        tree = [[*pair] for pair in zip(tree[::2], tree[1::2], strict=True)]
    return (
        f"a list of numbers is one node with {len(data)} leaves; the leaves of a binary tree are written in pairs, as "
        f"in {tree}"
    )


def _require_known(nodes: Sequence[_JsonNode], naming: Naming) -> None:
    """Raise FormatError if nodes with children name players of whom Max is not known."""
    if unknown := naming.unknown(node.record for node in nodes if node.parts):
        named = joined([quoted(cell) for cell in unknown[:_MOST_NAMED]])
        players = f"player {named}, who may be Max or Min" if len(unknown) == 1 else f"players {named}"
        raise FormatError(f"the nodes name the {players}, and who is Max is not known; {advice_on_max(unknown[0])}")


def _require_no_chance(inner: Sequence[_JsonNode], naming: Naming) -> None:
    """Raise FormatError if any node with children is a chance node."""
    names = [(node.name or node.way, node) for node in inner]
    players = [(name, node.record.get("player", node.record.get(OWNER))) for name, node in names]
    require_players((name, cell) for name, cell in players if cell is not None)
    require_players((name, cell) for name, node in names for cell in filter(is_chance_word, node.possible_kinds))
    unknown = [(name, node) for name, node in names if naming.of(node.record) is None]
    names_players = len(unknown) < len(inner)
    for name, node in unknown if names_players else ():
        if any(is_player_key(key) and cell is None for key, cell in node.record.items()):
            raise null_error(name)
    require_no_probabilities({node.way: node.shares for _, node in unknown}, names_players=names_players)


def _players_warning(are_named: list[bool]) -> list[str]:
    """Return the warning if some nodes with children, of which the root is first, name no player."""
    if all(are_named):
        return []
    if not any(are_named):
        return ["the nodes name no player; read as levels that alternate, beginning with Max at the root"]
    root = "" if are_named[0] else ", and from Max at the root"
    return [
        f"some nodes name no player; read as levels that alternate from the nearest node above that names one{root}"
    ]


def _nodes_in_order(data: object) -> Iterator[_JsonNode]:
    """Yield the nodes of a tree, each before its children."""
    read = _from_treelib if _is_of_treelib(data) else lambda value: value
    waiting = [_JsonNode(_ROOT, read(data), None)]
    while waiting:
        node = waiting.pop()
        yield node
        below = zip(node.children, node.parts, strict=True)
        waiting += reversed([_JsonNode(way, read(part), node) for way, part in below])


def _record_of_node(node: _JsonNode, id: str, naming: Naming) -> dict[str, object]:
    record: dict[str, object] = {str(key): value for key, value in node.record.items() if key not in _READ}
    record["id"] = id
    if node.name and node.name != id:
        record.setdefault("label", node.name)
    if not node.parts:
        record.pop("player", None)
        is_open = isinstance(node.value, list) or node.score is None
        return record | ({"open": True} if is_open else {"score": node.score})
    if (named := naming.of(node.record)) is not None:
        record.pop(named[0], None)
    is_known = bool(node.record) and node.score is not None
    return record | {"player": str(node.player)} | ({"value": node.score} if is_known else {})
