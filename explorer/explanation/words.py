"""An explanation in sentences, each with the nodes and moves to light with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from explorer.explanation.explanation import (
    FIRST,
    SECOND,
    ExplainedCompletion,
    Explanation,
    Guarantee,
    PlayPosition,
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
    nodes, moves : the nodes and moves to light, by id.
    side : the player whose guarantee it belongs to; 0 for neither.
    depth : 0 for the whole explanation, 1 for a guarantee, 2 for a position in it.
    mark : the mark of all moves, such as "best"; "" if it follows from the explanation.
    """

    caption: Caption
    nodes: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    side: int = 0
    depth: int = 0
    mark: str = ""


def sentences(explanation: Explanation, *, lights: bool = True) -> list[Sentence]:
    """Return the explanation, sentence by sentence: the claim, the play, then either guarantee position by position.

    Parameters
    ----------
    lights : whether the sentence on a guarantee has all its nodes and moves, which a text does not need.
    """
    words = _ExplanationWords(explanation, lights=lights)
    return [words.claim(), *words.play(), *words.guarantees(), *words.completions()]


def refuting_sentences(refutation: Refutation, *, lights: bool = True) -> list[Sentence]:
    """Return why the node does not have the expected value: the guarantee that excludes it, by position."""
    words = _ExplanationWords(refutation.explanation, lights=lights)
    return [
        words.refutation(refutation),
        *([] if refutation.guarantee is None else words.guarantee(refutation.guarantee)),
    ]


def text(sentences: Iterable[Sentence]) -> str:
    """Return sentences as lines of text, indented by their depth."""
    return "\n".join(f"{'  ' * each.depth}{each.caption}" for each in sentences)


def html(sentences: Iterable[Sentence]) -> str:
    """Return sentences as HTML, a line each, indented by their depth."""
    return "".join(
        f'<div style="margin-left: {2 * each.depth}em">{escape(str(each.caption))}</div>' for each in sentences
    )


def side_names(graph: GameGraph) -> dict[int, str]:
    """Return the names of both players of a graph, by side."""
    if graph.convention is Convention.NEGAMAX:
        return {FIRST: "the first player", SECOND: "the second player"}
    return {FIRST: "Max", SECOND: "Min"}


class _ExplanationWords:
    """The words for one explanation."""

    def __init__(self, explanation: Explanation, *, lights: bool = True) -> None:
        self._explanation = explanation
        self._lights = lights
        self._graph = explanation.graph
        self._negamax = explanation.graph.convention is Convention.NEGAMAX
        self._sides = side_names(explanation.graph)

    # ---- the claim

    def claim(self) -> Sentence:
        explanation, node = self._explanation, self._graph.node(self._explanation.node)
        here = (explanation.node,)
        if node.score is not None:
            return Sentence(
                caption(named(node), " is a leaf with the score ", self._score_as_value(node.score), "."), here
            )
        if node.kind is Kind.OPEN:
            return Sentence(caption(named(node), " is open: nothing is known of it until it is expanded."), here)
        view = caption(" The first player is the one to move at ", named(node), "; scores are from that view.")
        return Sentence(caption(self._score_claim(node.id), view if self._negamax else ""), here)

    def _score_claim(self, id: str) -> Caption:
        explanation, name = self._explanation, self._name_of_node(id)
        if not explanation.is_known:
            return caption("The score of ", name, self._interval_words(), ": it may depend on nodes that are open.")
        score = caption("The score of ", name, " is ", self._score_as_value(explanation.low))
        if explanation.is_endless:
            return caption(score, ", the value of endless play: neither player can do better than to let play go on.")
        return caption(
            score,
            ": ",
            self._aim_clause(explanation.guarantees[0]),
            ", and ",
            self._aim_clause(explanation.guarantees[1]),
            ".",
        )

    def _interval_words(self) -> Words:
        low, high = self._explanation.low, self._explanation.high
        if low == NEGATIVE_INFINITY:
            return " is not known" if high == POSITIVE_INFINITY else caption(" is at most ", self._score_as_value(high))
        if high == POSITIVE_INFINITY:
            return caption(" is at least ", self._score_as_value(low))
        return caption(" lies between ", self._score_as_value(low), " and ", self._score_as_value(high))

    def _aim_clause(self, guarantee: Guarantee) -> Caption:
        """Return a clause on the score that a player makes sure of."""
        who = self._sides[guarantee.side]
        if guarantee.by_range:
            return caption(
                f"no score is {'less' if guarantee.side == FIRST else 'greater'} than ",
                self._score_as_value(guarantee.limit),
            )
        if guarantee.ranks is not None:
            return caption(f"{who} can force ", self._limit_words(guarantee))
        return caption(f"{who} can keep it at ", self._limit_or_better_words(guarantee))

    # ---- the play

    def play(self) -> Iterator[Sentence]:
        """Yield the play in which both keep to their moves, if there is a move at all."""
        explanation = self._explanation
        if len(explanation.line) < 2 and explanation.back_to is None:
            return
        ids = [at.id for at in explanation.line] + (
            [] if explanation.back_to is None else [explanation.line[explanation.back_to].id]
        )
        line = way(self._graph, ids, PLAYED)
        if explanation.back_to is None:
            end = caption(" and ends with ", self._score_as_value(explanation.low))
        else:
            end = caption(" and so on for ever, which is worth ", self._score_as_value(explanation.endless))
        moves = tuple(pairwise(ids))
        yield Sentence(caption("If both keep to this, play goes ", line, end, "."), tuple(dict.fromkeys(ids)), moves)

    # ---- the guarantees

    def guarantees(self) -> Iterator[Sentence]:
        for guarantee in self._explanation.guarantees:
            if not guarantee.is_empty and self._graph.successors_of(self._explanation.node):
                yield from self.guarantee(guarantee)

    def guarantee(self, guarantee: Guarantee) -> Iterator[Sentence]:
        """Yield the claim of a guarantee, then a sentence for each position with moves."""
        yield Sentence(self._guarantee_claim(guarantee), *self._highlights(guarantee), side=guarantee.side, depth=1)
        ranks = guarantee.ranks
        order = guarantee.positions if ranks is None else sorted(guarantee.positions, key=lambda at: -ranks[at])
        successors, index = self._graph.successors, self._graph.index
        inner = [at for at in order if successors[index[at.id]]]
        for at in inner[:MOST_SENTENCES]:
            yield self._position_sentence(guarantee, at)
        if len(inner) > MOST_SENTENCES:
            rest = f"{len(inner) - MOST_SENTENCES:,} more positions are not listed here; the JSON has them all."
            yield Sentence(caption(rest), (), side=guarantee.side, depth=2)

    def _guarantee_claim(self, guarantee: Guarantee) -> Caption:
        who = self._sides[guarantee.side]
        if guarantee.ranks is not None:
            most = guarantee.ranks[PlayPosition(self._explanation.node)]
            moves = f"{most:,} move{'' if most == 1 else 's'}"
            return caption(
                f"{_with_capital(who)} forces a score of ", self._limit_words(guarantee), f", in at most {moves}."
            )
        bad = caption(
            f"no leaf {'below' if guarantee.side == FIRST else 'above'} ", self._score_as_value(guarantee.limit)
        )
        endless = caption("endless play is worth ", self._score_as_value(self._explanation.endless))
        return caption(
            f"{_with_capital(who)} keeps the score at ", self._limit_or_better_words(guarantee), ": play reaches ", bad,
            *([" and no open node"] if self._has_open_nodes else []), ", however long it lasts, and ", endless, ".",
        )  # fmt: skip

    @property
    def _has_open_nodes(self) -> bool:
        return self._graph.count(Kind.OPEN) > 0

    def _highlights(self, guarantee: Guarantee) -> tuple[tuple[str, ...], tuple[Move, ...]]:
        """Return all nodes and moves of a guarantee, where they are to be lit."""
        if not self._lights:
            return (), ()
        moves = [move for at in guarantee.positions for move in self._moves_at(guarantee, at)]
        return tuple(dict.fromkeys(at.id for at in guarantee.positions)), tuple(dict.fromkeys(moves))

    def _moves_at(self, guarantee: Guarantee, at: PlayPosition) -> list[Move]:
        row = self._graph.ids_after(at.id)
        if row and side_to_move(self._graph, at) == guarantee.side:
            row = [guarantee.moves[at.id]]
        return [(at.id, id) for id in row]

    def _position_sentence(self, guarantee: Guarantee, at: PlayPosition) -> Sentence:
        """Return a sentence on the moves at a position."""
        moves = self._moves_at(guarantee, at)
        who = self._sides[side_to_move(self._graph, at)]
        where = caption("At ", self._name_of_node(at.id), self._rank_words(guarantee, at, " (rank {:,})"))
        if side_to_move(self._graph, at) == guarantee.side:
            name = move_name(self._graph, *moves[0])
            words = caption(
                where,
                f" {who} {f'plays {name}, ' if name else 'moves '}to ",
                self._target_words(guarantee, at, moves[0][1]),
            )
        else:
            verb = "can only move to" if len(moves) == 1 else "can move to"
            targets = listing((self._named_target(guarantee, at, id) for _, id in moves), _LISTED, ", or to ")
            words = caption(where, f" {who} {verb} ", targets)
        ids = tuple(dict.fromkeys((at.id, *(id for _, id in moves))))
        return Sentence(caption(words, "."), ids, tuple(moves), guarantee.side, 2)

    def _named_target(self, guarantee: Guarantee, at: PlayPosition, id: str) -> Caption:
        """Return the target of a move, with the name of the move if it has one."""
        name = move_name(self._graph, at.id, id)
        return caption(self._target_words(guarantee, at, id), f" by {name}" if name else "")

    def _target_words(self, guarantee: Guarantee, at: PlayPosition, id: str) -> Caption:
        """Return the target of a move, with the score of a leaf or the rank of a position."""
        there = position_after(self._graph, at, id)
        score = self._graph.node(id).score
        if score is None:
            return caption(self._name_of_node(id), self._rank_words(guarantee, there, " (rank {:,})"))
        seen = Value(score if there.is_own else 0 - score, Quantity.LEAF, id, sign=1 if there.is_own else -1)
        return caption(self._name_of_node(id), " (leaf, ", seen, ")")

    def _rank_words(self, guarantee: Guarantee, at: PlayPosition, form: str) -> str:
        return "" if guarantee.ranks is None else form.format(guarantee.ranks[at])

    # ---- open nodes, and another value

    def completions(self) -> Iterator[Sentence]:
        """Yield sentences on the scores that the node can turn out to have."""
        if self._explanation.is_known or self._graph.kind_of(self._explanation.node) is Kind.OPEN:
            return
        if not self._explanation.completions:
            words = "No scores for the open nodes were found that show a difference: an open node that is reached with "
            yield Sentence(caption(words, "both turns has one score for both."), ())
        for completion in self._explanation.completions:
            yield self._completion_sentence(completion)

    def _completion_sentence(self, completion: ExplainedCompletion) -> Sentence:
        groups: dict[Score, list[str]] = {}
        for id, score in completion.scores.items():
            groups.setdefault(score, []).append(id)
        worths = listing((self._worth_clause(ids, score) for score, ids in groups.items()), len(groups), " and ")
        words = _ExplanationWords(completion.explanation)
        known = (
            caption(" is ", self._score_as_value(completion.explanation.low))
            if completion.explanation.is_known
            else words._interval_words()
        )
        about = caption("If ", worths, ", the score of ", self._name_of_node(self._explanation.node), known, ".")
        return Sentence(about, (self._explanation.node, *completion.scores))

    def _worth_clause(self, ids: list[str], score: Score) -> Caption:
        verb = "is" if len(ids) == 1 else "are each"
        view = " to the player to move there" if self._negamax else ""
        return caption(
            listing(map(self._name_of_node, ids), _LISTED), f" {verb} worth ", self._score_as_value(score), view
        )

    def refutation(self, refutation: Refutation) -> Sentence:
        """Return a sentence that excludes a value, or that does not."""
        name, number = self._name_of_node(self._explanation.node), self._score_as_value(refutation.value)
        here = (self._explanation.node,)
        if refutation.guarantee is not None:
            why = caption(": ", self._aim_clause(refutation.guarantee), ".")
            return Sentence(caption("The score of ", name, " is not ", number, why), here)
        if self._explanation.is_known:
            return Sentence(caption("The score of ", name, " is ", number, "."), here)
        return Sentence(
            caption("The score of ", name, " may turn out to be ", number, ": it", self._interval_words(), "."), here
        )

    # ---- parts of sentences

    def _limit_words(self, guarantee: Guarantee) -> Caption:
        return caption(f"at {'least' if guarantee.side == FIRST else 'most'} ", self._score_as_value(guarantee.limit))

    def _limit_or_better_words(self, guarantee: Guarantee) -> Caption:
        return caption(self._score_as_value(guarantee.limit), f" or {'more' if guarantee.side == FIRST else 'less'}")

    def _score_as_value(self, score: Score) -> Value:
        return Value(score, Quantity.RESULT, self._explanation.node)

    def _name_of_node(self, id: str) -> Named:
        return named(self._graph.node(id))


def _with_capital(words: str) -> str:
    return words[:1].upper() + words[1:]
