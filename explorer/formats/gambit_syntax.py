"""The syntax of Gambit's extensive games, and what of them this program can take (see `explorer.formats.gambit`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from explorer.formats.scanner import Scanner
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.intake import MAX_NODES
from explorer.model.scores import Score, parse_score

_TOKEN = re.compile(
    r"""\s*+(?:"(?P<text>[^"]*+(?>(?:(?<=\\)"[^"]*+)*))"|(?P<mark>[{},])|(?P<word>[^\s{},"]++)|(?P<end>\Z)|(?P<bad>"))"""
)
_WHOLE = re.compile(r"\d{1,18}")
_ESCAPED = re.compile(r"""\\"|\\u\{([0-9a-f]{1,6})\}""")
AUTOMATIC = r"[ \t-\r]*|\([0-9]+,[ \t-\r]*[0-9]+\)|Outcome ?[0-9]+|_[0-9]+"  # names that Gambit gives by itself


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
class EfgGame:
    """A whole file; the nodes are in prefix order, and `total` is what the payoffs of every end add to."""

    title: str
    players: tuple[str, ...]
    comment: str
    nodes: tuple[EfgNode, ...]
    total: Fraction


def parse_efg(text: str) -> EfgGame:
    """The game of a text with line feeds for all ends of lines.

    Raises
    ------
    FormatError
        If it is not of the syntax, or has chance nodes, information sets of more than one node, another number of
        players than two, payoffs that do not add to the same at every end or payoffs before the end; with the line.
    """
    return _Reader("Gambit game", _TOKEN, text).game()


class _Outcome(NamedTuple):
    """An outcome: its name, its number (0 for none), what player 1 gets, and what that and the other payoff add to."""

    name: str = ""
    number: int = 0
    score: Score = 0
    total: Fraction = Fraction()


class _Reader(Scanner):
    """Reads a game, and knows which information sets and outcomes there were and what payoffs add to."""

    def __init__(self, name: str, pattern: re.Pattern[str], text: str) -> None:
        super().__init__(name, pattern, text)
        self._sets: set[tuple[int, int]] = set()
        self._outcomes: dict[int, _Outcome] = {}
        self._total: Fraction | None = None

    def game(self) -> EfgGame:
        """The game of the whole text."""
        if [self._take("word", "EFG 2 R") for _ in range(3)] not in (["EFG", "2", "R"], ["EFG", "2", "D"]):
            raise FormatError("expected a Gambit game, which begins with EFG 2 R")
        title = self._take("text", "the title in double quotes")
        players = self._list("text", "the names of the players")
        if len(players) != 2:
            raise self._error(f"the game has {len(players)} players; only games of two can be read")
        comment = self._optional_text()
        nodes = tuple(self._nodes())
        return EfgGame(title, tuple(players), comment, nodes, self._total or Fraction())

    def _nodes(self) -> Iterator[EfgNode]:
        """The nodes in prefix order."""
        unfinished: list[list[int]] = []  # index of a node, and how many of its moves have no node yet
        count = 0
        while unfinished or count == 0:
            if count == MAX_NODES:
                raise self._error(f"the game has more than {MAX_NODES:,} nodes, the most that are read")
            node = self._node(unfinished[-1][0] if unfinished else -1)
            yield node
            if unfinished:
                unfinished[-1][1] -= 1
            if node.actions:
                unfinished.append([count, len(node.actions)])
            while unfinished and unfinished[-1][1] == 0:
                unfinished.pop()
            count += 1
        if self.kind != "end":
            raise self._error("the tree is complete, but more nodes follow; is a move missing further up?")

    def _node(self, parent: int) -> EfgNode:
        line = self.line
        if self.kind == "end":
            raise self._error("the file ends before every move has a node; was it cut off?")
        kind = self._take("word", "a node (p or t)")
        if kind == "c":
            raise _at(line, "a chance node; only games without chance can be read")
        if kind not in ("p", "t"):
            raise _at(line, f"expected a node (p or t), got {quoted(kind)}")
        name = self._take("text", "the name of the node in double quotes")
        if kind == "p":
            return self._decision(line, name, parent)
        end = self._outcome()
        if self._total not in (None, end.total):
            raise _at(
                line,
                f"the payoffs add to {end.total}, but further up to {self._total}; only games can be read in which one "
                "player wins what the other loses, so that they add to the same at every end",
            )
        self._total = end.total
        return EfgNode(line, name, parent, None, end.name, f"Outcome {end.number}", (), end.score)

    def _decision(self, line: int, name: str, parent: int) -> EfgNode:
        player = self._number("the number of a player")
        if player not in (1, 2):
            raise _at(line, f"there is no player {player}; the game has the players 1 and 2")
        number = self._number("the number of an information set")
        if (player, number) in self._sets:
            raise _at(
                line,
                f"the information set {number} of player {player} has more than one node; only games with perfect "
                "information can be read",
            )
        self._sets.add((player, number))
        second_name = self._optional_text()
        actions = self._list("text", "the names of the moves")
        if not actions:
            raise _at(line, "the node has no moves; write it as an end (t)")
        paid = self._outcome()
        if paid.score or paid.total:
            raise _at(line, "payoffs at a node where the game goes on; add them to those at the ends below it")
        return EfgNode(line, name, parent, player, second_name, f"({player},{number})", tuple(actions))

    def _outcome(self) -> _Outcome:
        """The outcome of a node."""
        line = self.line
        number = self._number("the number of an outcome")
        if number == 0:
            return _Outcome()
        name = self._optional_text()
        known = self._outcomes.get(number)
        if self.word != "{":
            if known is None:
                raise _at(line, f"the payoffs of outcome {number} are missing")
            return known
        found = _Outcome(name, number, *_paid(self._list("word", "the payoffs of both players"), line))
        if known is not None and known[2:] != found[2:]:
            raise _at(line, f"outcome {number} has other payoffs than further up")
        return self._outcomes.setdefault(number, found)

    # ---- tokens

    def _error(self, message: str) -> FormatError:
        return _at(self.line, message)

    def _take(self, kind: str, what: str) -> str:
        """The present token, which must be of this kind; the next is looked at."""
        if self.kind != kind:
            raise self._error(f"expected {what}, got {quoted(self.word) if self.kind != 'end' else 'the end'}")
        value = self.word
        self.advance()
        return _ESCAPED.sub(_character, value) if kind == "text" else value

    def _optional_text(self) -> str:
        return self._take("text", "text") if self.kind == "text" else ""

    def _number(self, what: str) -> int:
        if not _WHOLE.fullmatch(self.word):
            raise self._error(f"expected {what}, got {quoted(self.word)}")
        return int(self._take("word", what))

    def _list(self, kind: str, what: str) -> list[str]:
        """What stands in braces, with or without commas."""
        if self.word != "{":
            raise self._error(f"expected {{ and {what}, got {quoted(self.word)}")
        self.advance()
        values = []
        while self.word != "}" or self.kind != "mark":
            values.append(self._take(kind, f"{what} or a closing brace"))
            if (self.kind, self.word) == ("mark", ","):
                self.advance()
        self.advance()
        return values


def _at(line: int, message: str) -> FormatError:
    return FormatError(f"line {line}: {message}")


def _paid(payoffs: list[str], line: int) -> tuple[Score, Fraction]:
    """What player 1 gets, exactly, and what that and the other payoff add to."""
    if len(payoffs) != 2:
        raise _at(line, f"expected two payoffs, got {len(payoffs)}")
    try:
        scores = [parse_score(payoff) for payoff in payoffs]
    except OptionError as error:
        raise _at(line, f"a payoff: {error}") from None
    first, second = (Fraction(payoff.replace("−", "-")) for payoff in payoffs)
    is_float = isinstance(scores[0], float) and Fraction(repr(scores[0])) == first
    return scores[0] if is_float or not isinstance(scores[0], float) else first, first + second
