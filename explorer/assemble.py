"""Graphs from records of any source, keeping what is good and naming what is not, and back into records.

Every reader (JSON, CSV, GraphML, pandas, networkx, the canvas) hands its nodes and moves to one `Draft`, so the
rules of the model and the words of its complaints stand here once.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import networkx as nx

from explorer.check import Problem, Severity, check, errors_in, raise_first
from explorer.errors import FormatError, OptionError
from explorer.graph import Convention, GameGraph, Kind, Move, Node
from explorer.scores import parse_score, score_to_json

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "game-graph"
VERSION = 1
MAX_ID_LENGTH = 1_000

_TOP_KEYS = {"format", "version", "name", "description", "convention", "root", "nodes", "moves", "expected"}
_NODE_KEYS = {"id", "player", "score", "open", "label", "x", "y"}
_PLAYERS = {"max": Kind.MAX, "min": Kind.MIN}
_TRUE = {"true", "1", "yes", "x"}
_FALSE = {"false", "0", "no", ""}


@dataclass(frozen=True)
class Assembled:
    """What could be made of some input: the good part as a graph, and every problem found on the way."""

    graph: GameGraph
    problems: tuple[Problem, ...]

    def require_good(self) -> GameGraph:
        """The graph, if nothing was wrong with it.

        Raises
        ------
        GraphError
            With the first error and how many more there are.
        """
        raise_first(errors_in(list(self.problems)))
        return self.graph


@dataclass
class Draft:
    """Collects the nodes and moves of one input; `finish` makes the graph.

    Nothing here raises on bad content: it is noted as a `Problem`, and what can be kept is kept.
    """

    convention: Convention | None = None
    problems: list[Problem] = field(default_factory=list)
    _nodes: dict[str, Node] = field(default_factory=dict)
    _bare: dict[str, int | None] = field(default_factory=dict)  # ids of nodes that did not say what they are
    _moves: dict[Move, int | None] = field(default_factory=dict)

    def error(self, message: str, *, node: str | None = None, line: int | None = None) -> None:
        self.problems.append(Problem(Severity.ERROR, message, node, line))

    def warn(self, message: str, *, node: str | None = None, line: int | None = None) -> None:
        self.problems.append(Problem(Severity.WARNING, message, node, line))

    def add_node(self, record: Mapping[str, Any], *, line: int | None = None) -> None:
        """Add the node of a record with the keys of the `.game.json` format."""
        id = self._id(record.get("id"), "a node", line)
        if id is None:
            return
        if id in self._nodes:
            self.error(f"two nodes have the id {id!r}; the second was left out, rename it", node=id, line=line)
            return
        kind, score = self._kind_of(id, record, line)
        x, y = self._position(id, record, line)
        label = record.get("label")
        extra = {key: value for key, value in record.items() if key not in _NODE_KEYS}
        self._nodes[id] = Node(id, kind, score, None if label is None else str(label), x, y, extra)

    def add_move(self, source: object, target: object, *, line: int | None = None) -> None:
        """Add a move; a repeated one is kept once and reported."""
        ends = self._id(source, "a move", line), self._id(target, "a move", line)
        if ends[0] is None or ends[1] is None:
            return
        move = (ends[0], ends[1])
        if move in self._moves:
            self.warn(f"the move {move[0]!r} → {move[1]!r} is given twice; kept once", node=move[0], line=line)
            return
        self._moves[move] = line

    def add_missing_ends(self) -> None:
        """Make a node for every end of a move that has none: for formats where a list of moves is a whole graph."""
        for move in self._moves:
            for id in move:
                if id not in self._nodes:
                    self.add_node({"id": id})

    def finish(
        self,
        *,
        root: object = None,
        infer_root: bool = False,
        name: str = "",
        description: str = "",
        expected: Mapping[str, Any] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Assembled:
        """The graph of all that was added, with all problems, those of `check` included."""
        moves = tuple(move for move in self._moves if self._ends_exist(move))
        convention = self.convention or self._likely_convention()
        nodes = tuple(self._settle(node, convention, moves) for node in self._with_moves(moves))
        graph = GameGraph(
            nodes,
            moves,
            root=self._root(root, moves, infer_root),
            convention=convention,
            name=name,
            description=description,
            expected=dict(expected or {}),
            extra=dict(extra or {}),
        )
        known = {problem.node for problem in self.problems if problem.severity is Severity.ERROR and problem.node}
        rest = [problem for problem in check(graph) if problem.node is None or problem.node not in known]
        if any("root" in problem.message for problem in self.problems):
            rest = [problem for problem in rest if "no root" not in problem.message]
        problems = sorted([*self.problems, *rest], key=lambda problem: problem.severity is Severity.WARNING)
        return Assembled(graph, tuple(problems))

    def _id(self, value: object, owner: str, line: int | None) -> str | None:
        if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
            self.error(f"{owner} needs an id of text or a number, got {_shortened(value)}", line=line)
            return None
        if isinstance(value, float):
            if not math.isfinite(value):
                self.error(f"{owner} needs an id of text or a number, got {value}", line=line)
                return None
            value = int(value) if value.is_integer() else value
        text = str(value)
        if len(text) > MAX_ID_LENGTH:
            self.error(f"the id {text[:40]!r}… has {len(text)} characters; at most {MAX_ID_LENGTH} are read", line=line)
            return None
        return text

    def _kind_of(self, id: str, record: Mapping[str, Any], line: int | None) -> tuple[Kind, Any]:
        """The kind and score of a node; a record that does not say is noted in `_bare` and settled at the end."""
        player, score = record.get("player"), record.get("score")
        opened = self._flag(id, record.get("open"), line)
        said = [
            key for key, given in (("player", player), ("score", score), ("open", opened or None)) if given is not None
        ]
        if len(said) > 1:
            self.error(
                f"node {id!r} has {' and '.join(said)}, but is exactly one of these; kept {said[0]}", node=id, line=line
            )
        if player is not None:
            kind = _PLAYERS.get(str(player).strip().lower())
            if kind is None:
                self.error(
                    f"node {id!r} has the unknown player {_shortened(player)}; write max or min", node=id, line=line
                )
                self._bare[id] = line
            return kind or Kind.MOVER, None
        if score is not None:
            try:
                return Kind.LEAF, parse_score(score)
            except OptionError as error:
                self.error(f"the score of node {id!r}: {error}", node=id, line=line)
            return Kind.OPEN, None
        if opened:
            return Kind.OPEN, None
        self._bare[id] = line
        return Kind.MOVER, None

    def _flag(self, id: str, value: object, line: int | None) -> bool:
        text = "" if value is None else str(value).strip().lower()
        if text not in _TRUE | _FALSE:
            self.error(f"node {id!r}: open must be true or false, got {_shortened(value)}", node=id, line=line)
        return text in _TRUE

    def _position(self, id: str, record: Mapping[str, Any], line: int | None) -> tuple[float | None, float | None]:
        place = record.get("x"), record.get("y")
        if place == (None, None):
            return None, None
        try:
            x, y = (float(parse_score(value)) for value in place)
        except (OptionError, OverflowError):
            self.warn(f"node {id!r} needs both x and y as numbers; its place was left out", node=id, line=line)
            return None, None
        return x, y

    def _ends_exist(self, move: Move) -> bool:
        missing = [end for end in move if end not in self._nodes]
        if missing:
            self.error(
                f"the move {move[0]!r} → {move[1]!r} needs a node {missing[0]!r}, which does not exist; it was left out",
                node=move[0] if move[0] in self._nodes else None,
                line=self._moves[move],
            )
        return not missing

    def _likely_convention(self) -> Convention:
        """Minimax as soon as one node names a player, or when no node is left without one."""
        kinds = {node.kind for node in self._nodes.values()}
        return Convention.MINIMAX if kinds & {Kind.MAX, Kind.MIN} or Kind.MOVER not in kinds else Convention.NEGAMAX

    def _with_moves(self, moves: Iterable[Move]) -> Iterable[Node]:
        self._sources = {source for source, _ in moves}
        return self._nodes.values()

    def _settle(self, node: Node, convention: Convention, moves: Iterable[Move]) -> Node:
        """A node that did not say what it is: a mover in a negamax graph, else kept as drawn and complained of."""
        if node.id not in self._bare or convention is Convention.NEGAMAX:
            return node
        kind = Kind.MAX if node.id in self._sources else Kind.OPEN
        if not any(problem.node == node.id for problem in self.problems):
            kept = "Max node" if kind is Kind.MAX else "open node"
            self.error(
                f"node {node.id!r} has neither player, score nor open; kept as {kept}, say which it is",
                node=node.id,
                line=self._bare[node.id],
            )
        return Node(node.id, kind, None, node.label, node.x, node.y, node.extra)

    def _root(self, root: object, moves: Iterable[Move], infer: bool) -> str | None:
        if root is not None:
            id = self._id(root, "the root", None)
            if id is not None and id not in self._nodes:
                self.error(f"the root {id!r} is not a node of the graph; choose one that is")
            return id if id in self._nodes else None
        if infer and self._nodes:
            entered = {target for source, target in moves if source != target}
            starts = [id for id in self._nodes if id not in entered]
            if len(starts) == 1:
                return starts[0]
            first = next(iter(self._nodes))
            self.warn(f"no root is given and {len(starts)} nodes have no predecessor; took the first node, {first!r}")
            return first
        return None


# ---- the .game.json document


def assemble_document(data: object) -> Assembled:
    """The good part of a `.game.json` document, and its problems.

    Raises
    ------
    FormatError
        If it is not such a document at all.
    """
    if not isinstance(data, Mapping):
        raise FormatError(f"a game graph is a JSON object with nodes and moves, got {_shortened(data)}")
    if data.get("format", FORMAT) != FORMAT:
        raise FormatError(f'expected "format": "{FORMAT}", got {_shortened(data.get("format"))}')
    version = data.get("version", VERSION)
    if version != VERSION:
        raise FormatError(f"this program reads version {VERSION} of the format, got {_shortened(version)}; update it")
    nodes, moves = (_list(data, key) for key in ("nodes", "moves"))
    draft = Draft(_convention(data.get("convention", Convention.MINIMAX)))
    for place, record in enumerate(nodes, 1):
        if isinstance(record, Mapping):
            draft.add_node(record)
        else:
            draft.error(f"node {place} must be an object with an id, got {_shortened(record)}; it was left out")
    for place, pair in enumerate(moves, 1):
        if isinstance(pair, list | tuple) and len(pair) == 2:
            draft.add_move(*pair)
        else:
            draft.error(f"move {place} must be a pair of ids, got {_shortened(pair)}; it was left out")
    expected = data.get("expected") or {}
    if not isinstance(expected, Mapping):
        draft.warn(f"expected must be an object, got {_shortened(expected)}; it was left out")
        expected = {}
    return draft.finish(
        root=data.get("root"),
        name=str(data.get("name", "")),
        description=str(data.get("description", "")),
        expected=expected,
        extra={key: value for key, value in data.items() if key not in _TOP_KEYS},
    )


def graph_from_document(data: Mapping[str, Any]) -> GameGraph:
    """The graph of a document without errors; see `GameGraph.from_json`."""
    return assemble_document(data).require_good()


def document_from_graph(graph: GameGraph) -> dict[str, Any]:
    """The `.game.json` document of a graph; see `GameGraph.to_json`."""
    document: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    document |= {key: value for key, value in (("name", graph.name), ("description", graph.description)) if value}
    document["convention"] = str(graph.convention)
    if graph.root is not None:
        document["root"] = graph.root
    document["nodes"] = [node_record(node) for node in graph.nodes]
    document["moves"] = [list(move) for move in graph.moves]
    if graph.expected:
        document["expected"] = dict(graph.expected)
    return document | dict(graph.extra)


def node_record(node: Node) -> dict[str, Any]:
    """The node as the `.game.json` format writes it."""
    record: dict[str, Any] = {"id": node.id}
    if node.kind in (Kind.MAX, Kind.MIN):
        record["player"] = str(node.kind)
    elif node.kind is Kind.LEAF and node.score is not None:
        record["score"] = score_to_json(node.score)
    elif node.kind is Kind.OPEN:
        record["open"] = True
    if node.label is not None:
        record["label"] = node.label
    if node.has_position:
        record |= {"x": node.x, "y": node.y}
    return record | dict(node.extra)


# ---- networkx


def assemble_networkx(graph: nx.DiGraph[Any]) -> Assembled:
    """The good part of a networkx graph, and its problems.

    Raises
    ------
    FormatError
        If the graph is not directed.
    """
    if not graph.is_directed():
        raise FormatError("a game graph is directed, got an undirected networkx graph; moves need a direction")
    convention = graph.graph.get("convention")
    draft = Draft(None if convention is None else _convention(convention))
    for id, attributes in graph.nodes(data=True):
        draft.add_node({**_without_nulls(attributes), "id": _plain(id)})
    for source, target in graph.edges():
        draft.add_move(_plain(source), _plain(target))
    top = {key: value for key, value in graph.graph.items() if isinstance(key, str)}
    return draft.finish(
        root=top.get("root"),
        infer_root=True,
        name=str(top.get("name", "")),
        description=str(top.get("description", "")),
        extra={key: value for key, value in top.items() if key not in _TOP_KEYS},
    )


def graph_from_networkx(graph: nx.DiGraph[Any]) -> GameGraph:
    """The graph of a networkx graph without errors; see `GameGraph.from_networkx`."""
    return assemble_networkx(graph).require_good()


def networkx_from_graph(graph: GameGraph) -> nx.DiGraph[str]:
    """The graph as a networkx `DiGraph`; see `GameGraph.to_networkx`."""
    result: nx.DiGraph[str] = nx.DiGraph(convention=str(graph.convention), **graph.extra)
    for key, value in (("name", graph.name), ("description", graph.description), ("root", graph.root)):
        if value:
            result.graph[key] = value
    for node in graph.nodes:
        record = node_record(node)
        attributes = {key: value for key, value in record.items() if key != "id"}
        if node.score is not None:
            attributes["score"] = node.score
        result.add_node(node.id, **attributes)
    result.add_edges_from(graph.moves)
    return result


# ---- tables of nodes and moves (pandas frames, CSV)


def assemble_tables(
    moves: Iterable[tuple[int, Mapping[str, Any]]],
    nodes: Iterable[tuple[int, Mapping[str, Any]]] | None,
    *,
    root: object = None,
    convention: str | Convention | None = None,
) -> Assembled:
    """The good part of two tables, each an iterable of (line, row); empty cells are left out or None.

    A row of `moves` has `from` and `to`; a row of `nodes` the keys of a node, and `root` with any mark on one.
    """
    draft = Draft(None if convention is None else _convention(convention))
    for line, row in nodes or ():
        record = _without_nulls(row)
        if str(record.pop("root", "")).strip().lower() not in _FALSE and root is None:
            root = record.get("id")
        draft.add_node(record, line=line)
    for line, row in moves:
        draft.add_move(row.get("from"), row.get("to"), line=line)
    draft.add_missing_ends()
    return draft.finish(root=root, infer_root=True)


def graph_from_frames(
    moves: pd.DataFrame,
    nodes: pd.DataFrame | None,
    *,
    root: str | None,
    convention: str | Convention | None,
) -> GameGraph:
    """The graph of two frames without errors; see `GameGraph.from_frames`."""
    missing = [
        f"{frame} needs a column {column!r}"
        for frame, column, columns in (
            ("moves", "from", moves.columns),
            ("moves", "to", moves.columns),
            ("nodes", "id", ["id"] if nodes is None else nodes.columns),
        )
        if column not in columns
    ]
    if missing:
        raise FormatError("; ".join(missing))
    rows = None if nodes is None else _rows(nodes)
    return assemble_tables(_rows(moves), rows, root=root, convention=convention).require_good()


def frames_from_graph(graph: GameGraph) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Moves and nodes as frames; see `GameGraph.to_frames`."""
    import pandas as pd

    moves = pd.DataFrame(list(graph.moves), columns=["from", "to"])
    records = [node_record(node) | {"root": node.id == graph.root} for node in graph.nodes]
    nodes = pd.DataFrame(records, dtype=object)
    return moves, nodes


def _rows(frame: pd.DataFrame) -> list[tuple[int, Mapping[str, Any]]]:
    records = frame.astype(object).to_dict("records")
    return [(line, {str(key): _plain(value) for key, value in row.items()}) for line, row in enumerate(records, 1)]


def _without_nulls(row: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key): value for key, value in row.items() if value is not None and value == value and value != ""}


def _plain(value: Any) -> Any:
    """The value without numpy's types; a tuple, as networkx likes for ids, becomes text; a null becomes None."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, Hashable) and not isinstance(value, str | int | float | bool | type(None)):
        return value if hasattr(value, "numerator") else str(value)
    return None if value != value else value


def _convention(value: object) -> Convention:
    try:
        return Convention(str(value).strip().lower())
    except ValueError:
        raise FormatError(f"the convention must be minimax or negamax, got {_shortened(value)}") from None


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list | tuple):
        raise FormatError(f'"{key}" must be a list, got {_shortened(value)}')
    return list(value)


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
