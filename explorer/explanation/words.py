"""An explanation in sentences, each with the nodes and moves that it is about, to be lit one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from explorer.explanation.explanation import (
    FIRST,
    SECOND,
    Completion,
    Explanation,
    Guarantee,
    Position,
    position_after,
    side_to_move,
)
from explorer.explanation.refutation import Refutation
from explorer.model.graph import Convention, GameGraph, Kind, Move
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.trace.caption import Caption, Named, Quantity, Value, Words, caption, listing, move_name, named, way

MOST_SENTENCES = 200  # of the positions of one guarantee

_LISTED = 8  # moves that a sentence names
PLAYED = 24  # positions of a play that a sentence names


@dataclass(frozen=True)
class Sentence:
    """One sentence of an explanation.

    Attributes
    ----------
    caption : the words.
    nodes, moves : what it is about, by id.
    side : whose guarantee it belongs to; 0 for neither.
    depth : 0 for what it is all about, 1 for a guarantee, 2 for a position in it.
    mark : of all moves, if that does not follow from what is explained, such as "best".
    """

    caption: Caption
    nodes: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    side: int = 0
    depth: int = 0
    mark: str = ""


def sentences(given: Explanation) -> list[Sentence]:
    """Return the explanation, sentence by sentence: what is claimed, the play, then either guarantee position by
    position.
    """
    words = _Explained(given)
    return [words.claim(), *words.play(), *words.both(), *words.completions()]


def refuting_sentences(given: Refutation) -> list[Sentence]:
    """Why the node does not have the expected value: the guarantee that excludes it, position by position."""
    words = _Explained(given.explanation)
    return [words.refuted(given), *([] if given.guarantee is None else words.guarantee(given.guarantee))]


def text(given: Iterable[Sentence]) -> str:
    """Sentences as lines of text, indented by their depth."""
    return "\n".join(f"{'  ' * each.depth}{each.caption}" for each in given)


def html(given: Iterable[Sentence]) -> str:
    """Sentences as HTML, a line each, indented by their depth."""
    return "".join(f'<div style="margin-left: {2 * each.depth}em">{escape(str(each.caption))}</div>' for each in given)


def side_names(graph: GameGraph) -> dict[int, str]:
    """What the sides are called."""
    if graph.convention is Convention.NEGAMAX:
        return {FIRST: "the first player", SECOND: "the second player"}
    return {FIRST: "Max", SECOND: "Min"}


class _Explained:
    """The words for one explanation."""

    def __init__(self, given: Explanation) -> None:
        self._given = given
        self._graph = given.graph
        self._negamax = given.graph.convention is Convention.NEGAMAX
        self._sides = side_names(given.graph)

    # ---- what is claimed

    def claim(self) -> Sentence:
        given, node = self._given, self._graph.node(self._given.node)
        here = (given.node,)
        if node.score is not None:
            return Sentence(caption(named(node), " is a leaf with the score ", self._number(node.score), "."), here)
        if node.kind is Kind.OPEN:
            return Sentence(caption(named(node), " is open: nothing is known of it until it is expanded."), here)
        view = caption(" The first player is the one to move at ", named(node), "; scores are from that view.")
        return Sentence(caption(self._claimed(node.id), view if self._negamax else ""), here)

    def _claimed(self, id: str) -> Caption:
        given, name = self._given, self._name(id)
        if not given.is_known:
            return caption("The score of ", name, self._interval(), ": it may depend on nodes that are open.")
        score = caption("The score of ", name, " is ", self._number(given.low))
        if given.is_endless:
            return caption(score, ", the value of endless play: neither player can do better than to let play go on.")
        return caption(score, ": ", self._aim(given.guarantees[0]), ", and ", self._aim(given.guarantees[1]), ".")

    def _interval(self) -> Words:
        low, high = self._given.low, self._given.high
        if low == NEGATIVE_INFINITY:
            return " is not known" if high == POSITIVE_INFINITY else caption(" is at most ", self._number(high))
        if high == POSITIVE_INFINITY:
            return caption(" is at least ", self._number(low))
        return caption(" lies between ", self._number(low), " and ", self._number(high))

    def _aim(self, given: Guarantee) -> Caption:
        """What a player makes sure of, in a clause."""
        who = self._sides[given.side]
        if given.by_range:
            return caption(
                f"no score is {'less' if given.side == FIRST else 'greater'} than ", self._number(given.limit)
            )
        if given.ranks is not None:
            return caption(f"{who} can force ", self._at_limit(given))
        return caption(f"{who} can keep it at ", self._or_better(given))

    # ---- the play

    def play(self) -> Iterator[Sentence]:
        """Yield the play in which both keep to their moves, if there is a move at all."""
        given = self._given
        if len(given.line) < 2 and given.back_to is None:
            return
        ids = [at.id for at in given.line] + ([] if given.back_to is None else [given.line[given.back_to].id])
        line = way(self._graph, ids, PLAYED)
        if given.back_to is None:
            end = caption(" and ends with ", self._number(given.low))
        else:
            end = caption(" and so on for ever, which is worth ", self._number(given.endless))
        moves = tuple(pairwise(ids))
        yield Sentence(caption("If both keep to this, play goes ", line, end, "."), tuple(dict.fromkeys(ids)), moves)

    # ---- the guarantees

    def both(self) -> Iterator[Sentence]:
        for given in self._given.guarantees:
            if not given.is_empty and self._graph.successors_of(self._given.node):
                yield from self.guarantee(given)

    def guarantee(self, given: Guarantee) -> Iterator[Sentence]:
        """What a player makes sure of: the claim, then a sentence for each position with moves."""
        yield Sentence(self._promise(given), *self._lit(given), side=given.side, depth=1)
        ranks = given.ranks
        order = given.positions if ranks is None else sorted(given.positions, key=lambda at: -ranks[at])
        inner = [at for at in order if self._graph.kind_of(at.id).is_inner]
        for at in inner[:MOST_SENTENCES]:
            yield self._at(given, at)
        if len(inner) > MOST_SENTENCES:
            rest = f"{len(inner) - MOST_SENTENCES:,} more positions are not listed here; the JSON has them all."
            yield Sentence(caption(rest), (), side=given.side, depth=2)

    def _promise(self, given: Guarantee) -> Caption:
        who = self._sides[given.side]
        if given.ranks is not None:
            most = given.ranks[Position(self._given.node)]
            moves = f"{most:,} move{'' if most == 1 else 's'}"
            return caption(f"{_capital(who)} forces a score of ", self._at_limit(given), f", in at most {moves}.")
        bad = caption(f"no leaf {'below' if given.side == FIRST else 'above'} ", self._number(given.limit))
        endless = caption("endless play is worth ", self._number(self._given.endless))
        return caption(
            f"{_capital(who)} keeps the score at ", self._or_better(given), ": play reaches ", bad,
            *([" and no open node"] if self._has_open else []), ", however long it lasts, and ", endless, ".",
        )  # fmt: skip

    @property
    def _has_open(self) -> bool:
        return self._graph.count(Kind.OPEN) > 0

    def _lit(self, given: Guarantee) -> tuple[tuple[str, ...], tuple[Move, ...]]:
        """Return all nodes and moves of a guarantee."""
        moves = [move for at in given.positions for move in self._moves(given, at)]
        return tuple(dict.fromkeys(at.id for at in given.positions)), tuple(dict.fromkeys(moves))

    def _moves(self, given: Guarantee, at: Position) -> list[Move]:
        row = self._graph.ids_after(at.id)
        if row and side_to_move(self._graph, at) == given.side:
            row = [given.moves[at.id]]
        return [(at.id, id) for id in row]

    def _at(self, given: Guarantee, at: Position) -> Sentence:
        """What happens at a position."""
        moves = self._moves(given, at)
        who = self._sides[side_to_move(self._graph, at)]
        where = caption("At ", self._name(at.id), self._rank(given, at, " (rank {:,})"))
        if side_to_move(self._graph, at) == given.side:
            name = move_name(self._graph, *moves[0])
            words = caption(
                where, f" {who} {f'plays {name}, ' if name else 'moves '}to ", self._target(given, at, moves[0][1])
            )
        else:
            verb = "can only move to" if len(moves) == 1 else "can move to"
            targets = listing((self._named_target(given, at, id) for _, id in moves), _LISTED, ", or to ")
            words = caption(where, f" {who} {verb} ", targets)
        ids = tuple(dict.fromkeys((at.id, *(id for _, id in moves))))
        return Sentence(caption(words, "."), ids, tuple(moves), given.side, 2)

    def _named_target(self, given: Guarantee, at: Position, id: str) -> Caption:
        """Return a node that is moved to, and the name of the move if it has one."""
        name = move_name(self._graph, at.id, id)
        return caption(self._target(given, at, id), f" by {name}" if name else "")

    def _target(self, given: Guarantee, at: Position, id: str) -> Caption:
        """Return a node that is moved to, with its score if it is a leaf and its rank if it has one."""
        there = position_after(self._graph, at, id)
        score = self._graph.node(id).score
        if score is None:
            return caption(self._name(id), self._rank(given, there, " (rank {:,})"))
        seen = Value(score if there.is_own else 0 - score, Quantity.LEAF, id, sign=1 if there.is_own else -1)
        return caption(self._name(id), " (leaf, ", seen, ")")

    def _rank(self, given: Guarantee, at: Position, form: str) -> str:
        return "" if given.ranks is None else form.format(given.ranks[at])

    # ---- open nodes, and another value

    def completions(self) -> Iterator[Sentence]:
        """What the score can turn out to be."""
        if self._given.is_known or self._graph.kind_of(self._given.node) is Kind.OPEN:
            return
        if not self._given.completions:
            words = "No scores for the open nodes were found that show a difference: an open node that is reached with "
            yield Sentence(caption(words, "both turns has one score for both."), ())
        for given in self._given.completions:
            yield self._completion(given)

    def _completion(self, given: Completion) -> Sentence:
        groups: dict[Score, list[str]] = {}
        for id, score in given.scores.items():
            groups.setdefault(score, []).append(id)
        worths = listing((self._worth(ids, score) for score, ids in groups.items()), len(groups), " and ")
        words = _Explained(given.explanation)
        known = (
            caption(" is ", self._number(given.explanation.low)) if given.explanation.is_known else words._interval()
        )
        about = caption("If ", worths, ", the score of ", self._name(self._given.node), known, ".")
        return Sentence(about, (self._given.node, *given.scores))

    def _worth(self, ids: list[str], score: Score) -> Caption:
        verb = "is" if len(ids) == 1 else "are each"
        view = " to the player to move there" if self._negamax else ""
        return caption(listing(map(self._name, ids), _LISTED), f" {verb} worth ", self._number(score), view)

    def refuted(self, given: Refutation) -> Sentence:
        """That a value is excluded, or that it is not."""
        name, number = self._name(self._given.node), self._number(given.expected)
        here = (self._given.node,)
        if given.guarantee is not None:
            why = caption(": ", self._aim(given.guarantee), ".")
            return Sentence(caption("The score of ", name, " is not ", number, why), here)
        if self._given.is_known:
            return Sentence(caption("The score of ", name, " is ", number, "."), here)
        return Sentence(
            caption("The score of ", name, " may turn out to be ", number, ": it", self._interval(), "."), here
        )

    # ---- parts of sentences

    def _at_limit(self, given: Guarantee) -> Caption:
        return caption(f"at {'least' if given.side == FIRST else 'most'} ", self._number(given.limit))

    def _or_better(self, given: Guarantee) -> Caption:
        return caption(self._number(given.limit), f" or {'more' if given.side == FIRST else 'less'}")

    def _number(self, score: Score) -> Value:
        return Value(score, Quantity.RESULT, self._given.node)

    def _name(self, id: str) -> Named:
        return named(self._graph.node(id))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
