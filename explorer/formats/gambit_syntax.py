"""The syntax of Gambit's extensive games, and what of them this program can take (see `explorer.formats.gambit`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.intake import MAX_NODES
from explorer.model.scores import Score, parse_score

_TOKEN = re.compile(
    r"""\s*+(?:"(?P<text>[^"]*+(?>(?:(?<=\\)"[^"]*+)*))"|(?P<mark>[{},])|(?P<word>[^\s{},"]++)|(?P<end>\Z)|(?P<unclosed>"))"""
)
_WHOLE = re.compile(r"\d{1,18}")
_ESCAPED = re.compile(r"""\\"|\\u\{([0-9a-f]{1,6})\}""")
AUTOMATIC = r"[ \t-\r]*|\([0-9]+,[ \t-\r]*[0-9]+\)|Outcome ?[0-9]+|_[0-9]+"  # names that Gambit gives by itself


def in_text(written: str) -> str:
    """What stands between double quotes, as it is meant."""
    return _ESCAPED.sub(_character, written)


def _character(match: re.Match[str]) -> str:
    """A double quote, or a character that a name of Gambit's cannot have, as we write it: by its number."""
    if match[1] is None:
        return '"'
    number = int(match[1], 16)
    return chr(number) if number <= sys.maxunicode else match[0]


@dataclass(frozen=True)
class EfgNode:
    """A node of the tree.

    Attributes
    ----------
    parent : its index among the nodes, -1 for the root.
    player : 1 or 2, None at an end.
    second_name : of its information set, or at an end of its outcome.
    automatic : the name that Gambit gives that by itself.
    score : what player 1 gets at an end.
    """

    line: int
    name: str
    parent: int
    player: int | None = None
    second_name: str = ""
    automatic: str = ""
    actions: tuple[str, ...] = ()
    score: Score = 0


@dataclass(frozen=True)
class EfgHead:
    """What stands before the nodes."""

    title: str
    players: tuple[str, ...]
    comment: str


@dataclass(frozen=True)
class EfgGame:
    """A whole file; the nodes are in prefix order, and `total` is what the payoffs of every end add to."""

    head: EfgHead
    nodes: tuple[EfgNode, ...]
    total: Fraction


class _Tokens:
    """The tokens of a text, one looked at.

    Attributes
    ----------
    kind : of the token: text, mark, word or end.
    line : on which it begins.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = self._counted = 0
        self.kind = self.value = ""
        self.line = 1
        self.advance()

    def advance(self) -> None:
        """Look at the next token."""
        match = _TOKEN.match(self._text, self._next)
        kind = match.lastgroup if match is not None else None
        if match is None or kind is None or kind == "unclosed":
            raise self.error("a text in double quotes is not closed; was the file cut off?")
        begin = match.start(kind)
        self.line += self._text.count("\n", self._counted, begin)
        self._counted, self._next = begin, match.end()
        self.kind, self.value = kind, match[kind]

    def error(self, message: str) -> FormatError:
        """The error with the line."""
        return FormatError(f"line {self.line}: {message}")

    def take(self, kind: str, what: str) -> str:
        """The value of the token, which must be of this kind; the next is looked at."""
        if self.kind != kind:
            raise self.error(f"expected {what}, got {quoted(self.value) if self.kind != 'end' else 'the end'}")
        value = self.value
        self.advance()
        return in_text(value) if kind == "text" else value

    def optional_text(self) -> str | None:
        """The value of the token if it is a text."""
        return self.take("text", "text") if self.kind == "text" else None

    def take_number(self, what: str) -> int:
        """The value of the token, which must be a whole number."""
        if not _WHOLE.fullmatch(self.value) or self.kind != "word":
            raise self.error(f"expected {what}, got {quoted(self.value)}")
        return int(self.take("word", what))

    def take_list(self, kind: str, what: str) -> list[str]:
        """What stands in braces, with or without commas."""
        self._take_brace("{", what)
        values = []
        while self.value != "}" or self.kind != "mark":
            values.append(self.take(kind, f"{what} or a closing brace"))
            if (self.kind, self.value) == ("mark", ","):
                self.advance()
        self._take_brace("}", what)
        return values

    def _take_brace(self, brace: str, what: str) -> None:
        if (self.kind, self.value) != ("mark", brace):
            raise self.error(f"expected {brace} and {what}, got {quoted(self.value)}")
        self.advance()

    @property
    def at_brace(self) -> bool:
        """Whether a list begins here."""
        return (self.kind, self.value) == ("mark", "{")


def parse_efg(text: str) -> EfgGame:
    """The game of a text with line feeds for all ends of lines.

    Raises
    ------
    FormatError
        If it is not of the syntax, or has chance nodes, information sets of more than one node, another number of
        players than two, payoffs that do not add to the same at every end or payoffs before the end; with the line.
    """
    tokens = _Tokens(text)
    head = _head(tokens)
    tree = _Tree(tokens)
    nodes = tuple(tree.nodes())
    return EfgGame(head, nodes, tree.total or Fraction())


def _head(tokens: _Tokens) -> EfgHead:
    head = [tokens.take("word", "EFG 2 R") for _ in range(3)]
    if head[:2] != ["EFG", "2"] or head[2] not in ("R", "D"):
        raise tokens.error(f"expected EFG 2 R, got {quoted(' '.join(head))}")
    title = tokens.take("text", "the title in double quotes")
    players = tokens.take_list("text", "the names of the players")
    if len(players) != 2:
        raise tokens.error(f"the game has {len(players)} players; only games of two can be read")
    return EfgHead(title, tuple(players), tokens.optional_text() or "")


@dataclass(frozen=True)
class EfgOutcome:
    """An outcome: its name, its number (0 for none), what player 1 gets, and what that and the other payoff add to."""

    name: str = ""
    number: int = 0
    score: Score = 0
    total: Fraction = Fraction()

    @property
    def is_nothing(self) -> bool:
        """Whether neither player gets anything."""
        return self.score == self.total == 0


class _Tree:
    """Reads the nodes, and knows which information sets and outcomes there were.

    Attributes
    ----------
    total : what the payoffs of the ends so far add to, None before the first.
    """

    def __init__(self, tokens: _Tokens) -> None:
        self._tokens = tokens
        self._sets: set[tuple[int, int]] = set()
        self._outcomes: dict[int, EfgOutcome] = {}
        self.total: Fraction | None = None

    def nodes(self) -> Iterator[EfgNode]:
        """The nodes in prefix order."""
        unfinished: list[list[int]] = []  # index of a node, and how many of its moves have no node yet
        count = 0
        while unfinished or count == 0:
            if count == MAX_NODES:
                raise self._tokens.error(f"the game has more than {MAX_NODES:,} nodes, the most that are read")
            node = self._node(unfinished[-1][0] if unfinished else -1)
            yield node
            if unfinished:
                unfinished[-1][1] -= 1
            if node.actions:
                unfinished.append([count, len(node.actions)])
            while unfinished and unfinished[-1][1] == 0:
                unfinished.pop()
            count += 1
        if self._tokens.kind != "end":
            raise self._tokens.error("the tree is complete, but more nodes follow; is a move missing further up?")

    def _node(self, parent: int) -> EfgNode:
        tokens = self._tokens
        line = tokens.line
        if tokens.kind == "end":
            raise tokens.error("the file ends before every move has a node; was it cut off?")
        kind = tokens.take("word", "a node (p or t)")
        if kind == "c":
            raise FormatError(f"line {line}: a chance node; only games without chance can be read")
        if kind not in ("p", "t"):
            raise FormatError(f"line {line}: expected a node (p or t), got {quoted(kind)}")
        name = tokens.take("text", "the name of the node in double quotes")
        if kind == "t":
            end = self._outcome()
            self._require_total(end.total, line)
            return EfgNode(line, name, parent, None, end.name, f"Outcome {end.number}", (), end.score)
        return self._decision(line, name, parent)

    def _require_total(self, total: Fraction, line: int) -> None:
        if self.total not in (None, total):
            raise FormatError(
                f"line {line}: the payoffs add to {total}, but further up to {self.total}; only games can be "
                "read in which one player wins what the other loses, so that they add to the same at every end"
            )
        self.total = total

    def _decision(self, line: int, name: str, parent: int) -> EfgNode:
        tokens = self._tokens
        player = tokens.take_number("the number of a player")
        if player not in (1, 2):
            raise FormatError(f"line {line}: there is no player {player}; the game has the players 1 and 2")
        number = tokens.take_number("the number of an information set")
        if (player, number) in self._sets:
            raise FormatError(
                f"line {line}: the information set {number} of player {player} has more than one node; only games with "
                "perfect information can be read"
            )
        self._sets.add((player, number))
        second_name = tokens.optional_text() or ""
        actions = tokens.take_list("text", "the names of the moves")
        if not actions:
            raise FormatError(f"line {line}: the node has no moves; write it as an end (t)")
        before = self._outcome()
        if not before.is_nothing:
            raise FormatError(
                f"line {line}: payoffs at a node where the game goes on; add them to those at the ends below it"
            )
        return EfgNode(line, name, parent, player, second_name, f"({player},{number})", tuple(actions))

    def _outcome(self) -> EfgOutcome:
        """The outcome of a node."""
        tokens = self._tokens
        line = tokens.line
        number = tokens.take_number("the number of an outcome")
        if number == 0:
            return EfgOutcome()
        name = tokens.optional_text()
        known = self._outcomes.get(number)
        if not tokens.at_brace:
            if known is None:
                raise FormatError(f"line {line}: the payoffs of outcome {number} are missing")
            return known
        found = _paid(name or "", number, tokens.take_list("word", "the payoffs of both players"), line)
        if known is not None and (known.score, known.total) != (found.score, found.total):
            raise FormatError(f"line {line}: outcome {number} has other payoffs than further up")
        return self._outcomes.setdefault(number, found)


def _paid(name: str, number: int, payoffs: list[str], line: int) -> EfgOutcome:
    """The outcome with these payoffs, exactly."""
    if len(payoffs) != 2:
        raise FormatError(f"line {line}: expected two payoffs, got {len(payoffs)}")
    try:
        scores = [parse_score(payoff) for payoff in payoffs]
    except OptionError as error:
        raise FormatError(f"line {line}: a payoff: {error}") from None
    first, second = (Fraction(payoff.replace("−", "-")) for payoff in payoffs)
    is_float = isinstance(scores[0], float) and Fraction(repr(scores[0])) == first
    score = scores[0] if is_float or not isinstance(scores[0], float) else first
    return EfgOutcome(name, number, score, first + second)
