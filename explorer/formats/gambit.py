"""Gambit's extensive games (.efg, version 2): trees of two players with perfect information and scores that add to 0.

Reading: player 1 is Max and player 2 is Min, a score is the payoff of player 1.  Payoffs may as well add to another
number than 0, if it is the same at every end: the payoffs of player 2 are then shifted by it.  The id of a node is its
name in the file where no other has it, else its number in the order of the file.  Its label is the name that it shares
with others, or the name of its information set or outcome where somebody gave one.  Moves have names if these are not
the names of the nodes that they lead to, and players other than Max and Min stand under the key `players`.

Writing: the graph must be a tree below its root.  A negamax graph is written from the view of the player to move at the
root, who becomes Max.  Information sets and outcomes are called by the labels of their nodes; since Gambit wants names
that are all different, one that was there before, or looks like a name of Gambit's own, is followed by the automatic
one, which is taken away on reading.  Since version 16.7 Gambit takes only names in printable ASCII, without a space at
an end or two in a row: other characters are written by their numbers, as in `caf\\u{e9}`, and so read.  The file is in
prefix order, and so it is read and written with a stack.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from explorer.formats.format import Format
from explorer.formats.scanner import Scanner
from explorer.intake import Assembled, Intake
from explorer.intake.cells import MAX_ID_LENGTH
from explorer.intake.intake import MAX_NODES
from explorer.model.check import check, errors_in, with_open_ends
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.late_networkx import nx
from explorer.model.scores import Score, parse_score, score_to_json

_PLAYERS = ["Max", "Min"]
_TOKEN = re.compile(
    r"""\s*+(?:"(?P<text>[^"]*+(?>(?:(?<=\\)"[^"]*+)*))"|(?P<mark>[{},])|(?P<word>[^\s{},"]++)|(?P<end>\Z)|(?P<bad>"))"""
)
_WHOLE = re.compile(r"\d{1,18}")
_ESCAPED = re.compile(r"""\\"|\\u\{([0-9a-f]{1,6})\}""")
_AUTOMATIC = re.compile(r"[ \t-\r]*|\([0-9]+,[ \t-\r]*[0-9]+\)|Outcome ?[0-9]+|_[0-9]+")  # names that Gambit gives
_NOT_IN_TEXT = re.compile(r"[\0\r]|\\(?=u\{|\Z)")
_NOT_IN_NAME = re.compile(rf"[^ -~]|^ | \Z|(?<= ) |{_NOT_IN_TEXT.pattern}")
_MOST_NAMED = 6  # nodes of a cycle


@dataclass
class _EfgNode:
    """A node of the tree.

    Attributes
    ----------
    facts : its player or its score, under the keys of the model.
    second_name : of its information set, or at an end of its outcome.
    automatic : the name that Gambit gives to that set or outcome by itself.
    actions : the names of its moves.
    children : the indices of the nodes after them.
    """

    line: int
    name: str
    facts: dict[str, object]
    second_name: str
    automatic: str
    actions: list[str] = field(default_factory=list)
    children: list[int] = field(default_factory=list)


class _EfgOutcome(NamedTuple):
    """Outcome: its name, its number (0 for none), the payoff of player 1, and the sum of both payoffs."""

    name: str = ""
    number: int = 0
    score: Score = 0
    total: Fraction = Fraction()


class _Reader(Scanner):
    """Reader of a game, which refuses games that this program cannot take, with the line.

    Attributes
    ----------
    title, players, comment : of the game.
    total : the sum of the payoffs of every end, None before the first.
    nodes : in prefix order.
    """

    def __init__(self, text: str) -> None:
        super().__init__("Gambit game", _TOKEN, text)
        self._sets: set[tuple[int, int]] = set()
        self._outcomes: dict[int, _EfgOutcome] = {}
        if [self._take_token("word", "EFG 2 R") for _ in range(3)] not in (["EFG", "2", "R"], ["EFG", "2", "D"]):
            raise FormatError("expected a Gambit game, which begins with EFG 2 R")
        self.title = self._take_token("text", "the title in double quotes")
        self.players = self._take_list("text", "the names of the players")
        if len(self.players) != 2:
            raise self._error_here(f"the game has {len(self.players)} players; only games of two can be read")
        self.comment = self._take_optional_text()
        self.total: Fraction | None = None
        self.nodes: list[_EfgNode] = []
        self._read_nodes()

    def _read_nodes(self) -> None:
        unfinished: list[_EfgNode] = []  # nodes with moves that have no node yet
        while unfinished or not self.nodes:
            if len(self.nodes) == MAX_NODES:
                raise self._error_here(f"the game has more than {MAX_NODES:,} nodes, the most that are read")
            node = self._read_node()
            if unfinished:
                unfinished[-1].children.append(len(self.nodes))
            self.nodes.append(node)
            unfinished.append(node)
            while unfinished and len(unfinished[-1].children) == len(unfinished[-1].actions):
                unfinished.pop()
        if self.kind != "end":
            raise self._error_here("the tree is complete, but more nodes follow; is a move missing further up?")

    def _read_node(self) -> _EfgNode:
        line = self.line
        if self.kind == "end":
            raise self._error_here("the file ends before every move has a node; was it cut off?")
        kind = self._take_token("word", "a node (p or t)")
        if kind == "c":
            raise _error_at_line(line, "a chance node; only games without chance can be read")
        if kind not in ("p", "t"):
            raise _error_at_line(line, f"expected a node (p or t), got {quoted(kind)}")
        name = self._take_token("text", "the name of the node in double quotes")
        if kind == "p":
            return self._read_decision(line, name)
        end = self._read_outcome()
        if self.total not in (None, end.total):
            raise _error_at_line(
                line,
                f"the payoffs add to {end.total}, but further up to {self.total}; only games can be read in which one "
                "player wins what the other loses, so that they add to the same at every end",
            )
        self.total = end.total
        return _EfgNode(line, name, {"score": end.score}, end.name, f"Outcome {end.number}")

    def _read_decision(self, line: int, name: str) -> _EfgNode:
        """Read the rest of a node at which a player moves."""
        player = self._take_number("the number of a player")
        if player not in (1, 2):
            raise _error_at_line(line, f"there is no player {player}; the game has the players 1 and 2")
        number = self._take_number("the number of an information set")
        if (player, number) in self._sets:
            raise _error_at_line(
                line,
                f"the information set {number} of player {player} has more than one node; only games with perfect "
                "information can be read",
            )
        self._sets.add((player, number))
        second_name = self._take_optional_text()
        actions = self._take_list("text", "the names of the moves")
        if not actions:
            raise _error_at_line(line, "the node has no moves; write it as an end (t)")
        outcome = self._read_outcome()
        if outcome.score or outcome.total:
            raise _error_at_line(
                line, "payoffs at a node where the game goes on; add them to those at the ends below it"
            )
        return _EfgNode(
            line, name, {"player": ("max", "min")[player - 1]}, second_name, f"({player},{number})", actions
        )

    def _read_outcome(self) -> _EfgOutcome:
        """Return the outcome of a node."""
        line = self.line
        number = self._take_number("the number of an outcome")
        if number == 0:
            return _EfgOutcome()
        name = self._take_optional_text()
        known = self._outcomes.get(number)
        if self.word != "{":
            if known is None:
                raise _error_at_line(line, f"the payoffs of outcome {number} are missing")
            return known
        found = _EfgOutcome(name, number, *_payoffs(self._take_list("word", "the payoffs of both players"), line))
        if known is not None and known[2:] != found[2:]:
            raise _error_at_line(line, f"outcome {number} has other payoffs than further up")
        return self._outcomes.setdefault(number, found)

    # ---- tokens

    def _error_here(self, message: str) -> FormatError:
        return _error_at_line(self.line, message)

    def _take_token(self, kind: str, what: str) -> str:
        """Return the present token, which must be of this kind, and go to the next."""
        if self.kind != kind:
            raise self._error_here(f"expected {what}, got {quoted(self.word) if self.kind != 'end' else 'the end'}")
        value = self.word
        self.advance()
        return _ESCAPED.sub(_character, value) if kind == "text" else value

    def _take_optional_text(self) -> str:
        return self._take_token("text", "text") if self.kind == "text" else ""

    def _take_number(self, what: str) -> int:
        if not _WHOLE.fullmatch(self.word):
            raise self._error_here(f"expected {what}, got {quoted(self.word)}")
        return int(self._take_token("word", what))

    def _take_list(self, kind: str, what: str) -> list[str]:
        """Return the list in braces, with or without commas."""
        if self.word != "{":
            raise self._error_here(f"expected {{ and {what}, got {quoted(self.word)}")
        self.advance()
        values = []
        while self.word != "}" or self.kind != "mark":
            values.append(self._take_token(kind, f"{what} or a closing brace"))
            if (self.kind, self.word) == ("mark", ","):
                self.advance()
        self.advance()
        return values


def _character(match: re.Match[str]) -> str:
    """Return the character that an escape in a Gambit name stands for: a double quote, or one by number."""
    if match[1] is None:
        return '"'
    number = int(match[1], 16)
    return chr(number) if number <= sys.maxunicode else match[0]


def _error_at_line(line: int, message: str) -> FormatError:
    return FormatError(f"line {line}: {message}")


def _payoffs(payoffs: list[str], line: int) -> tuple[Score, Fraction]:
    """Return the exact payoff of player 1, and the sum of both payoffs."""
    if len(payoffs) != 2:
        raise _error_at_line(line, f"expected two payoffs, got {len(payoffs)}")
    try:
        scores = [parse_score(payoff) for payoff in payoffs]
    except OptionError as error:
        raise _error_at_line(line, f"a payoff: {error}") from None
    first, second = (Fraction(payoff.replace("−", "-")) for payoff in payoffs)
    is_float = isinstance(scores[0], float) and Fraction(repr(scores[0])) == first
    return scores[0] if is_float or not isinstance(scores[0], float) else first, first + second


# ---- meaning


def read(text: str, companion: str | None = None) -> Assembled:
    """Return the tree of an extensive game.

    Raises
    ------
    FormatError
        If it is not of the syntax, or has chance nodes, information sets of more than one node, another number of
        players than two, payoffs that do not add to the same at every end or payoffs before the end; with the line.
    """
    game = _Reader(text.replace("\r\n", "\n").replace("\r", "\n"))
    ids = _unique_ids(game.nodes)
    intake = Intake(Convention.MINIMAX)
    for node, id in zip(game.nodes, ids, strict=True):
        intake.node({"id": id, **_label_record(node, id), **node.facts}, node.line)
        for child, action in zip(node.children, node.actions, strict=True):
            intake.move(id, ids[child], {"name": action} if action != ids[child] else None, node.line)
    if total := game.total:
        intake.fields.warn(
            f"the payoffs add to {total} at every end; read as a zero-sum game by taking {total} from those of player 2"
        )
    players = {} if game.players == _PLAYERS else {"players": game.players}
    return intake.finish({"root": ids[0], "name": game.title, "description": game.comment, **players})


def _unique_ids(nodes: Sequence[_EfgNode]) -> list[str]:
    """Return an id for each node: its name if no other node has it, else an unused number."""
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


def _label_record(node: _EfgNode, id: str) -> dict[str, str]:
    """Return the label of a node in the tree, if the file has one of its own for it."""
    label = node.name if node.name and node.name != id else node.second_name
    is_own = label and not _AUTOMATIC.fullmatch(label)
    return {"label": label.removesuffix(f" {node.automatic}")} if is_own else {}


# ---- writing


def write(graph: GameGraph) -> str:
    """Return the tree as an extensive game.

    Raises
    ------
    FormatError
        If the graph is not a tree, or has open nodes or errors, naming the node.
    """
    _require_tree(graph)
    players = graph.extra.get("players")
    if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
        players = _PLAYERS
    names = " ".join(map(_gambit_name, players))
    head = f"EFG 2 R {_gambit_text(graph.name)} {{ {names} }}\n{_gambit_text(graph.description)}\n\n"
    return head + "".join(f"{line}\n" for line in _efg_lines(graph))


def _require_tree(graph: GameGraph) -> None:
    """Raise FormatError if a graph is not a finished tree."""
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
                f"a Gambit game is a tree, but {_reason_not_a_tree(graph, index)}; unwind the graph into its tree first"
            )


def _reason_not_a_tree(graph: GameGraph, index: int) -> str:
    """Return the reason why a graph is not a tree: a cycle, or else a node with several predecessors."""
    network = nx.DiGraph(list(graph.moves))
    try:
        cycle = [source for source, _ in nx.find_cycle(network, graph.root)]
    except nx.NetworkXNoCycle:
        sources = " and ".join(repr(graph.columns.ids[source]) for source in graph.predecessors[index][:2])
        return f"the node {quoted(graph.columns.ids[index])} is shared: moves from {sources} lead to it"
    shown = [*cycle[:_MOST_NAMED], *(["…"] if len(cycle) > _MOST_NAMED else []), cycle[0]]
    return f"it has the cycle {' → '.join(quoted(id) if id != '…' else id for id in shown)}"


def _efg_lines(graph: GameGraph) -> Iterator[str]:
    """Yield the lines of the Gambit file: one for each node of the tree, in prefix order."""
    counts = [0, 0, 0]  # of the outcomes, and of the information sets of either player
    used: set[str] = set()  # names of these
    waiting = [(graph.root_index, 0)]
    while waiting:
        index, depth = waiting.pop()
        node, successors = graph.nodes[index], graph.successors[index]
        player = 0 if node.kind is Kind.LEAF else _player_number(node, depth)
        counts[player] += 1
        number = counts[player]
        if player == 0:
            score = _score_sign(graph, depth) * (0 if node.score is None else node.score)
            name = _gambit_name(_second_name(node, f"Outcome {number}", used))
            yield f"t {_gambit_name(node.id)} {number} {name} {{ {_gambit_number(score)}, {_gambit_number(-score)} }}"
            continue
        label = _gambit_name(_second_name(node, f"({player},{number})", used))
        moves = ((node.id, graph.ids[other]) for other in successors)
        actions = " ".join(_gambit_name(graph.move_names.get(move, move[1])) for move in moves)
        yield f"p {_gambit_name(node.id)} {player} {number} {label} {{ {actions} }} 0"
        waiting += [(other, depth + 1) for other in reversed(successors)]


def _second_name(node: Node, automatic: str, used: set[str]) -> str:
    """Return the name of a node's information set or outcome: one that is not used yet."""
    name = node.label or automatic
    if node.label is not None and (_AUTOMATIC.fullmatch(name) or name.endswith(f" {automatic}")):
        name = f"{name} {automatic}"
    while name in used:
        name = f"{name} {automatic}"
    used.add(name)
    return name


def _player_number(node: Node, depth: int) -> int:
    """Return the number of the player who moves at a node, 1 or 2."""
    if node.kind is Kind.MOVER:
        return 1 + depth % 2
    return 1 if node.kind is Kind.MAX else 2


def _score_sign(graph: GameGraph, depth: int) -> int:
    """Return the factor that turns a score at this depth into one from Max's view."""
    return graph.sign if depth % 2 else 1


def _gambit_number(score: Score) -> str:
    """Return the score as Gambit reads it: without a + in an exponent."""
    return str(score_to_json(score + 0)).replace("e+", "e")  # + 0 turns -0.0 into 0.0


def _gambit_name(text: str) -> str:
    """Return a name of a node, move or outcome in Gambit's syntax."""
    return _gambit_text(text, but=_NOT_IN_NAME)


def _gambit_text(text: str, *, but: re.Pattern[str] = _NOT_IN_TEXT) -> str:
    """Return the text in Gambit's syntax: odd characters by number, a backslash only before a double quote."""
    plain = but.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", text)
    return '"' + plain.replace('"', '\\"') + '"'


FORMAT = Format(
    name="gambit",
    title="Gambit extensive game (.efg)",
    suffixes=(".efg",),
    read=read,
    write=write,
    cannot_carry=(
        "graphs that are no trees, and open nodes: these are refused.  Lost are positions, marks of progress, the "
        "order of nodes, known answers and unknown keys; a negamax graph becomes one of Max and Min."
    ),
    recognises=lambda text: re.match(r"EFG\s", text) is not None,
    rank=38,
)
