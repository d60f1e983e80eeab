"""A graph in the making: what is good is kept, what is not is named.

Every reader (JSON, CSV, GraphML, pandas, networkx, the canvas) hands its nodes and moves to one `GraphBuilder`, so the
rules of the model and the words of its complaints stand here once.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from explorer.model.board_json import BOARD, board_problem
from explorer.model.check import NO_ROOT, Problem, check
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.fields import FieldReader, as_id, is_empty, is_plain_id
from explorer.model.graph import Convention, GameGraph, Kind, Move, Node
from explorer.model.intake import MAX_MOVES, MAX_NODES, NODE_KEYS, Assembled
from explorer.model.memory import require_memory
from explorer.model.node_facts import named_player
from explorer.model.readings import misspelt_keys, open_sinks, silent
from explorer.model.scores import Score, parse_score

_RECORD = 700  # bytes of a node or move that was read by itself
_BETWEEN_LOOKS = 1_000_000  # nodes or moves


_PLAYERS = {
    **dict.fromkeys(("max", "0", "0.0", "even"), Kind.MAX),  # tables with gaps turn 0 into 0.0
    **dict.fromkeys(("min", "1", "1.0", "odd"), Kind.MIN),
}
_KIND_NAMES = {Kind.MAX: "a Max node", Kind.MIN: "a Min node", Kind.LEAF: "a leaf", Kind.OPEN: "an open node"}
_UNSAID = "has neither player, score nor open"
_SAYING = ("player", "score", "open")  # keys under which a node says what it is
_MEANT = {*_SAYING, "turn", "to_move", "mover", "side", "owner", "value", "payoff", "utility"}  # or words for it
_NAMED = 5  # nodes or keys that a sentence names


class GraphBuilder:
    """Collects the nodes and moves of one input; `finish` makes the graph.

    Bad content does not raise: it is noted as a `Problem`, and what can be kept is kept.  Only a graph past
    `MAX_NODES` or `MAX_MOVES` raises a `FormatError`.

    Parameters
    ----------
    convention : as the input gives it; None to tell it from the nodes.
    fields : where problems are noted; they may hold some already.
    """

    def __init__(self, convention: object = None, fields: FieldReader | None = None) -> None:
        self.fields = fields or FieldReader()
        self._nodes: dict[str, Node] = {}
        self._moves: dict[Move, int | None] = {}
        self._lines: dict[str, int] = {}  # where a node stood
        self._unsettled: dict[str, str] = {}  # nodes that did not say what they are, and what is wrong with each
        self._mended: set[str] = set()  # nodes that `check` need not blame for what has been said already
        self._player_seen = False
        self._is_plain = True  # no node says what it is
        self._has_only_moves = False
        self._node_count = self._move_count = 0
        self._convention: Convention | None = None
        self.take_convention(convention)

    @property
    def convention(self) -> Convention | None:
        """The convention that the input gave."""
        return self._convention

    @property
    def nodes(self) -> Collection[Node]:
        """The good nodes so far, in order; some may not be settled."""
        return self._nodes.values()

    @property
    def mended(self) -> Collection[str]:
        """The nodes that `check` need not blame for what has been said already."""
        return self._mended

    def mend(self, ids: Iterable[str]) -> None:
        """Have `check` blame these nodes for nothing, as enough has been said of them."""
        self._mended.update(ids)

    @property
    def is_empty(self) -> bool:
        """Whether there is no good node and no good move yet."""
        return not self._nodes and not self._moves

    def take_convention(self, value: object) -> None:
        """Use the convention that the input gives; None leaves the choice to the nodes."""
        if value is None:
            return
        try:
            self._convention = Convention(str(value).strip().lower())
        except ValueError:
            self.fields.error(f"the convention must be minimax or negamax, got {quoted(value)}; guessed from nodes")

    def add_node(self, record: Mapping[str, Any], *, line: int | None = None) -> None:
        """Add the node of a record with the keys of the `.game.json` format; other keys go to its `extra`.

        An `owner` that is a player stands for `player` where the record has none.

        Raises
        ------
        FormatError
            Past `MAX_NODES` nodes, good or bad.
        """
        self._node_count = count_one(self._node_count, MAX_NODES, "nodes")
        id = self.fields.id(record.get("id"), "the id of a node", line)
        if id is None:
            return
        if id in self._nodes:
            self.note_repeated_node(id, line)
            return
        if line is not None:
            self._lines[id] = line
        record = self._with_player(record)
        kind, score = self._kind_of(id, record, line)
        x, y = self.fields.position(id, record, line)
        label = self.fields.text(record.get("label"), f"the label of node {quoted(id)}", line=line) or None
        extra = {str(key): value for key, value in record.items() if key not in NODE_KEYS}
        self._nodes[id] = Node(id, kind, score, label, x, y, extra)

    def add_move(self, source: object, target: object, *, line: int | None = None) -> None:
        """Add a move; a repeated one is kept once and reported.

        Raises
        ------
        FormatError
            Past `MAX_MOVES` moves, good or bad.
        """
        self._move_count = count_one(self._move_count, MAX_MOVES, "moves")
        start = self._end(source, "source of a move", "to", target, line)
        end = self._end(target, "target of a move", "from", source, line)
        if start is None or end is None:
            self._mended |= {id for id in (start,) if id is not None}
            return
        if (start, end) in self._moves:
            self.note_repeated_move(start, end, line)
            return
        self._moves[start, end] = line

    def note_repeated_node(self, id: str, line: int | None) -> None:
        """Report a node whose id another one has."""
        message = f"two nodes have the id {quoted(id)}; the second was left out, rename it"
        self.fields.error(message, node=id, line=line)

    def note_repeated_move(self, start: str, end: str, line: int | None) -> None:
        """Report a move that was there before."""
        self.fields.warn(f"the move {quoted(start)} → {quoted(end)} is given twice; kept once", node=start, line=line)

    def refuse_node(self, message: str) -> None:
        """Note what stands where a node should be; it counts as one."""
        self._node_count = count_one(self._node_count, MAX_NODES, "nodes")
        self.fields.error(message)

    def refuse_move(self, message: str) -> None:
        """Note what stands where a move should be; it counts as one."""
        self._move_count = count_one(self._move_count, MAX_MOVES, "moves")
        self.fields.error(message)

    def add_missing_ends(self) -> None:
        """Make a node for every end of a move that has none: for formats where a list of moves is a whole graph."""
        self._has_only_moves = not self._nodes
        for id in dict.fromkeys(end for move in self._moves for end in move if end not in self._nodes):
            self.add_node({"id": id})

    def finish(
        self,
        *,
        root: object = None,
        infer_root: bool = False,
        announce_negamax: bool = False,
        name: object = None,
        description: object = None,
        expected: object = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Assembled:
        """The graph of all that was added, with all problems, those of `check` included.

        Without a root, `infer_root` takes the only node that no other leads to, or else the first, and says so.
        `announce_negamax` is for formats in which a node says nothing by naming no player: it says so where the input
        gave no convention and no node names one.  If no node has a score or is open either, the input is a plain
        directed graph: its nodes without moves are open.
        """
        moves = tuple(move for move in self._moves if self._ends_exist(move))
        sources = {source for source, _ in moves}
        sinks = self._open_sinks(sources) if announce_negamax and self._takes_sinks_as_open() else 0
        convention = self._convention or self._likely_convention()
        if announce_negamax and self._convention is None and convention is Convention.NEGAMAX and not sinks:
            self.fields.warn(silent(self._further_keys()))
        elif not sinks and (misspelt := misspelt_keys(self._further_keys(), convention)):
            self.fields.warn(misspelt)
        graph = GameGraph(
            tuple(self.settled(node, convention, has_moves=node.id in sources) for node in self._nodes.values()),
            moves,
            root=self.root_among(self._nodes, root) if root is not None or not infer_root else self._likely_root(moves),
            convention=convention,
            name=self.fields.text(name, "the name of the graph"),
            description=self.fields.text(description, "the description of the graph"),
            expected=self.fields.mapping(expected, "expected"),
            extra=dict(extra or {}),
        )
        for problem in self._not_said_yet(graph, root_was_given=root is not None):
            self.fields.note(problem)
        if BOARD in graph.extra and (odd := board_problem(graph.extra[BOARD], graph.nodes)):
            self.fields.warn(odd)
        return Assembled(graph, tuple(self.fields.problems))

    def _takes_sinks_as_open(self) -> bool:
        """Whether no node says what it is, and no convention either, which a file of this program would name."""
        return self._is_plain and (self._convention is None or self._has_only_moves)

    def _open_sinks(self, sources: Collection[str]) -> int:
        """How many nodes without moves there are; they are made open, which is said."""
        sinks = [id for id in self._nodes if id not in sources]
        for id in sinks:
            del self._unsettled[id]
            self._nodes[id] = replace(self._nodes[id], kind=Kind.OPEN)
        if sinks:
            self.fields.warn(open_sinks(sinks, self._further_keys(), has_moves=bool(sources)))
        return len(sinks)

    def _further_keys(self) -> set[str]:
        return {key for node in self._nodes.values() for key in node.extra}

    def _not_said_yet(self, graph: GameGraph, *, root_was_given: bool) -> Iterator[Problem]:
        """What `check` finds and this builder has not said, with the lines that it does not know."""
        for problem in check(graph, said=self._mended.intersection(graph.index)):
            if root_was_given and problem.message == NO_ROOT:
                continue
            yield replace(problem, line=self._lines.get(problem.node)) if problem.node is not None else problem

    def _end(self, value: object, what: str, way: str, other: object, line: int | None) -> str | None:
        if is_plain_id(value):
            return str(value)
        named = "" if is_empty(other) else f" {way} {quoted(as_id(other))}"
        return self.fields.id(value, f"the {what}{named}", line)

    def _with_player(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """The record with its owner as its player, unless it says otherwise what it is."""
        if "owner" not in record or self._convention is Convention.NEGAMAX or named_player(record["owner"]) is None:
            return record
        if any(record.get(key) is not None for key in ("player", "score", "open")):
            return record
        return {"player" if key == "owner" else key: value for key, value in record.items() if key != "player"}

    def _kind_of(self, id: str, record: Mapping[str, Any], line: int | None) -> tuple[Kind, Score | None]:
        """The kind and score of a node; one that does not say is noted in `_unsettled` and settled at the end."""
        player, score = record.get("player"), record.get("score")
        opened = self.fields.flag(id, record.get("open"), line)
        claims = {"player": player is not None, "score": score is not None, "open": opened}
        said = [key for key, given in claims.items() if given]
        self._is_plain &= not said
        if len(said) > 1:
            self._mended.add(id)
            message = f"node {quoted(id)} has {' and '.join(said)}, but is exactly one of these; kept its {said[0]}"
            self.fields.error(message, node=id, line=line)
        if player is not None:
            return self._player(id, player), None
        if score is not None:
            return self._leaf(id, score, line)
        if not opened:
            self._unsettled[id] = _UNSAID
        return (Kind.OPEN if opened else Kind.MOVER), None

    def _player(self, id: str, player: object) -> Kind:
        self._player_seen = True
        kind = named_player(player)
        if kind is None:
            self._unsettled[id] = f"has the unknown player {quoted(player)}"
        return kind or Kind.MOVER

    def _leaf(self, id: str, score: object, line: int | None) -> tuple[Kind, Score | None]:
        try:
            return Kind.LEAF, parse_score(score)
        except OptionError as error:
            self._mended.add(id)
            self.fields.error(f"the score of node {quoted(id)}: {error}; kept as an open node", node=id, line=line)
            return Kind.OPEN, None

    def _ends_exist(self, move: Move) -> bool:
        missing = [end for end in move if end not in self._nodes]
        if missing:
            self.note_missing(move, missing, self._moves[move])
        return not missing

    def note_missing(self, move: Move, missing: Sequence[str], line: int | None) -> None:
        """Report a move of which some ends are no nodes."""
        self._mended.add(move[0])
        self.fields.error(
            f"the move {quoted(move[0])} → {quoted(move[1])} needs a node {quoted(missing[0])}, "
            "which does not exist; left out",
            node=next((end for end in move if end not in missing), None),
            line=line,
        )

    def _likely_convention(self) -> Convention:
        """Minimax as soon as one node names a player, or when no node is left without one."""
        movers = any(node.kind is Kind.MOVER for node in self._nodes.values())
        return Convention.NEGAMAX if movers and not self._player_seen else Convention.MINIMAX

    def settled(self, node: Node, convention: Convention, *, has_moves: bool) -> Node:
        """The node, made to fit the convention of the graph, and a complaint where something had to be changed."""
        unsaid = self._unsettled.get(node.id)
        if convention is Convention.NEGAMAX:
            if node.kind in (Kind.MAX, Kind.MIN):
                unsaid = f"has the player {node.kind}"
            if unsaid not in (None, _UNSAID):
                self._complain(node, f"{unsaid}, but the nodes of a negamax graph have none; it was left out")
            return replace(node, kind=Kind.MOVER) if unsaid else node
        if unsaid is None:
            return node
        kind = Kind.MAX if has_moves else Kind.OPEN
        self._mended.add(node.id)
        self._complain(node, f"{unsaid}; kept as {_KIND_NAMES[kind]}, say what it is")
        return replace(node, kind=kind)

    def _complain(self, node: Node, message: str) -> None:
        self.fields.error(f"node {quoted(node.id)} {message}", node=node.id, line=self._lines.get(node.id))

    def root_among(self, nodes: Container[str], root: object) -> str | None:
        """The root that is given, if there is one; None after saying so if it is no node."""
        id = None if root is None else self.fields.id(root, "the root", None)
        if id is None or id in nodes:
            return id
        self.fields.error(f"the root {quoted(id)} is not a node of the graph; choose one that is")
        return None

    def _likely_root(self, moves: Collection[Move]) -> str | None:
        entered = {target for source, target in moves if source != target}
        starts = [id for id in self._nodes if id not in entered]
        if len(starts) != 1 and self._nodes:
            starts, count = [next(iter(self._nodes))], len(starts)
            self.fields.warn(many_roots(count, starts[0]))
        return starts[0] if starts else None


def many_roots(count: int, first: str) -> str:
    """What is said where so many nodes could be the root, and the first node was taken."""
    starts = f"{count:,} nodes have no predecessor" if count else "every node has a predecessor"
    return f"no root is given and {starts}; took the first node, {quoted(first)}"


def count_one(before: int, most: int, what: str) -> int:
    """One more, after a look at the memory now and then; `FormatError` past the most that are read."""
    if before >= most:
        raise FormatError(f"the graph has more than {most:,} {what}, the most that are read")
    if before and before % _BETWEEN_LOOKS == 0:
        require_memory((before + _BETWEEN_LOOKS) * _RECORD, f"a graph with more than {before:,} {what}")
    return before + 1


__all__ = [
    "MAX_MOVES",
    "MAX_NODES",
    "NODE_KEYS",
    "Assembled",
    "GraphBuilder",
    "count_one",
    "many_roots",
    "misspelt_keys",
    "named_player",
    "open_sinks",
    "silent",
]
