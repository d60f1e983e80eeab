"""Gambit's extensive games (.efg, version 2): trees of two players with perfect information and scores that add to 0.

Reading: player 1 is Max and player 2 is Min, a score is what player 1 gets.  Payoffs may as well add to another number
than 0, if it is the same at every end: what player 2 gets is then shifted by it.  A node is called as in the file where
its name is there once, else it is numbered in the order of the file.  Its label is the name that it shares with others,
or the name of its information set or outcome where somebody gave one.  Moves that are called otherwise than
the nodes they lead to have names, and players other than Max and Min stand under the key `players`.

Writing: the graph must be a tree below its root.  A negamax graph is written from the view of the player to move at the
root, who becomes Max.  Information sets and outcomes are called by the labels of their nodes; since Gambit wants names
that are all different, one that was there before, or looks like a name of Gambit's own, is followed by the automatic
one, which is taken away on reading.  Since version 16.7 Gambit takes only names in printable ASCII, without a space at
an end or two in a row: other characters are written by their numbers, as in `caf\\u{e9}`, and so read.  The file is in
prefix order, and so it is read and written with a stack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from explorer.formats.format import Format
from explorer.formats.gambit_syntax import AUTOMATIC, EfgNode, parse_efg
from explorer.model.check import check, errors_in, with_open_ends
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import MAX_ID_LENGTH
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.intake import Assembled, Intake
from explorer.model.late_networkx import nx
from explorer.model.scores import Score, score_to_json

_PLAYERS = ("Max", "Min")
_AUTOMATIC = re.compile(AUTOMATIC)
_NOT_IN_TEXT = re.compile(r"[\0\r]|\\(?=u\{|\Z)")
_NOT_IN_NAME = re.compile(rf"[^ -~]|^ | \Z|(?<= ) |{_NOT_IN_TEXT.pattern}")
_MOST_NAMED = 6  # nodes of a cycle


def read(text: str, companion: str | None = None) -> Assembled:
    """The tree of an extensive game.

    Raises
    ------
    FormatError
        If it is not such a game, naming the line and what is in the way.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    game = parse_efg(text)
    ids = _ids(game.nodes)
    intake = Intake(Convention.MINIMAX)
    children: list[list[str]] = [[] for _ in game.nodes]
    for index, node in enumerate(game.nodes[1:], 1):
        children[node.parent].append(ids[index])
    for node, id, below in zip(game.nodes, ids, children, strict=True):
        intake.node(_record(node, id), node.line)
        for child, action in zip(below, node.actions, strict=True):
            intake.move(id, child, {"name": action} if action != child else None, node.line)
    if total := game.total:
        intake.fields.warn(
            f"the payoffs add to {total} at every end; read as a zero-sum game by taking {total} from those of player 2"
        )
    top: dict[str, Any] = {"root": ids[0], "name": game.title, "description": game.comment}
    return intake.finish(top if game.players == _PLAYERS else {**top, "players": list(game.players)})


def _ids(nodes: Sequence[EfgNode]) -> list[str]:
    """The name of each node where it is there once, or else a number that is not yet used."""
    counts = Counter(node.name for node in nodes)
    own = [counts[node.name] == 1 and 0 < len(node.name) <= MAX_ID_LENGTH for node in nodes]
    used = {node.name for node, is_own in zip(nodes, own, strict=True) if is_own}
    ids = []
    for number, (node, is_own) in enumerate(zip(nodes, own, strict=True), 1):
        id = node.name if is_own else str(number)
        while not is_own and id in used:
            id += "'"
        ids.append(id)
    return ids


def _record(node: EfgNode, id: str) -> dict[str, object]:
    record: dict[str, object] = {"id": id}
    label = node.name if node.name and node.name != id else node.second_name
    if label and not _AUTOMATIC.fullmatch(label):
        record["label"] = label.removesuffix(f" {node.automatic}")
    if node.player is None:
        return record | {"score": node.score}
    return record | {"player": "max" if node.player == 1 else "min"}


# ---- writing


def write(graph: GameGraph) -> str:
    """The tree as an extensive game.

    Raises
    ------
    FormatError
        If the graph is not a tree, or has open nodes or errors, naming the node.
    """
    _require_tree(graph)
    players = graph.extra.get("players")
    if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
        players = list(_PLAYERS)
    names = " ".join(map(_name, players))
    head = f"EFG 2 R {_quoted(graph.name)} {{ {names} }}\n{_quoted(graph.description)}\n\n"
    return head + "".join(f"{line}\n" for line in _lines(graph))


def _require_tree(graph: GameGraph) -> None:
    wrong = next(iter(errors_in(check(graph))), None)
    if wrong is not None:
        raise FormatError(f"a Gambit game must be finished, but {wrong.message}")
    for index, node in enumerate(with_open_ends(graph).nodes):
        before = graph.predecessors[index]
        if node.kind is Kind.OPEN:
            raise FormatError(
                f"nothing is known of the open node {quoted(node.id)}; give it moves or a score, then save again"
            )
        if index not in graph.reachable:
            raise FormatError(
                f"the node {quoted(node.id)} cannot be reached from the root; a Gambit game is a tree, delete it"
            )
        if len(before) > 1 or (before and node.id == graph.root):
            raise FormatError(
                f"a Gambit game is a tree, but {_reason(graph, index)}; unwind the graph into its tree first"
            )


def _reason(graph: GameGraph, index: int) -> str:
    """Why a graph is not a tree: a cycle, or else this node that is shared."""
    network = nx.DiGraph(list(graph.moves))
    try:
        cycle = [source for source, _ in nx.find_cycle(network, graph.root)]
    except nx.NetworkXNoCycle:
        sources = " and ".join(repr(graph.columns.ids[source]) for source in graph.predecessors[index][:2])
        return f"the node {quoted(graph.columns.ids[index])} is shared: moves from {sources} lead to it"
    shown = [*cycle[:_MOST_NAMED], *(["…"] if len(cycle) > _MOST_NAMED else []), cycle[0]]
    return f"it has the cycle {' → '.join(quoted(id) if id != '…' else id for id in shown)}"


def _lines(graph: GameGraph) -> Iterator[str]:
    """A line a node, in prefix order."""
    counts = [0, 0, 0]  # of the outcomes, and of the information sets of either player
    used: set[str] = set()  # names of these
    waiting = [(graph.root_index, 0)]
    while waiting:
        index, depth = waiting.pop()
        node, successors = graph.nodes[index], graph.successors[index]
        player = 0 if node.kind is Kind.LEAF else _player(node, depth)
        counts[player] += 1
        number = counts[player]
        if player == 0:
            score = _view(graph, depth) * (0 if node.score is None else node.score)
            name = _name(_second_name(node, f"Outcome {number}", used))
            yield f"t {_name(node.id)} {number} {name} {{ {_number(score)}, {_number(-score)} }}"
            continue
        label = _name(_second_name(node, f"({player},{number})", used))
        moves = ((node.id, graph.ids[other]) for other in successors)
        actions = " ".join(_name(graph.move_names.get(move, move[1])) for move in moves)
        yield f"p {_name(node.id)} {player} {number} {label} {{ {actions} }} 0"
        waiting += [(other, depth + 1) for other in reversed(successors)]


def _second_name(node: Node, automatic: str, used: set[str]) -> str:
    """The name of a node's information set or outcome: one that is not used yet."""
    name = node.label or automatic
    if node.label is not None and (_AUTOMATIC.fullmatch(name) or name.endswith(f" {automatic}")):
        name = f"{name} {automatic}"
    while name in used:
        name = f"{name} {automatic}"
    used.add(name)
    return name


def _player(node: Node, depth: int) -> int:
    if node.kind is Kind.MOVER:
        return 1 + depth % 2
    return 1 if node.kind is Kind.MAX else 2


def _view(graph: GameGraph, depth: int) -> int:
    """What turns a score at this depth into one from Max's view."""
    return graph.sign if depth % 2 else 1


def _number(score: Score) -> str:
    """The score as Gambit reads it: without a + in an exponent."""
    return str(score_to_json(score + 0)).replace("e+", "e")  # + 0 turns -0.0 into 0.0


def _name(text: str) -> str:
    """The name of anything but the game, as Gambit takes it."""
    return _quoted(text, but=_NOT_IN_NAME)


def _quoted(text: str, *, but: re.Pattern[str] = _NOT_IN_TEXT) -> str:
    """The text as Gambit writes it, some characters by number: a backslash stands only before a double quote."""
    plain = but.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", text)
    return '"' + plain.replace('"', '\\"') + '"'


FORMAT = Format(
    name="gambit",
    title="Gambit extensive game (.efg)",
    suffixes=(".efg",),
    read=read,
    write=write,
    cannot_carry=(
        "graphs that are no trees, and open nodes: these are refused.  Lost are positions, the order of nodes, known "
        "answers and unknown keys; a negamax graph becomes one of Max and Min."
    ),
    recognises=lambda text: re.match(r"EFG\s", text) is not None,
    rank=38,
)
