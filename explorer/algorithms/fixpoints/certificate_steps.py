"""Steps that walk along a certificate: the moves that force a bound, then those that hold it."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.expansion.certificate import Certificate
from explorer.model.graph import Convention, GameGraph
from explorer.trace import Activity, Step, Steps
from explorer.trace.caption import Caption, Named, Quantity, Value, listing, named, said

_LISTED = 4  # successors that a caption names


def certificate_steps(graph: GameGraph, proof: Certificate, *, lines: tuple[int, int, int]) -> Steps:
    """Steps that show why a bound is final: what is claimed, a step for each position with a rank, one for each hold.

    Parameters
    ----------
    lines : of the pseudocode: for the claim, the moves that force the bound, and the moves that hold it.
    """
    walk = _Walk(graph, proof)
    claim, force, hold = lines
    yield Step(walk.claim(), claim, focus=proof.node_id)
    if proof.is_infinite:
        yield Step(walk.nothing_to_force(), force, focus=proof.node_id)
    yield from walk.forcing(force)
    yield from walk.holding(hold)
    return {}


class _Walk:
    """The words and steps for one certificate."""

    def __init__(self, graph: GameGraph, proof: Certificate) -> None:
        self._graph = graph
        self._proof = proof
        self._negamax = graph.convention is Convention.NEGAMAX
        lower = proof.bound == "lower"
        names = ("the first player", "the second player") if self._negamax else ("Max", "Min")
        self._favoured, self._other = names if lower else names[::-1]
        self._value = Value(proof.value, Quantity.RESULT, key="value")
        self._limit = said(f"at {'least' if lower else 'most'} ", self._value)
        self._notes: dict[str, str] = {}

    def claim(self) -> Caption:
        proof, name = self._proof, self._name(self._proof.node_id)
        who = said(" The first player is the one to move at ", name, "; scores are from that view.")
        worst, beyond = ("−∞", "less") if proof.bound == "lower" else ("∞", "more")
        or_beyond = "" if proof.is_infinite else f" or {beyond}"
        other = said(f"if endless play counts as {worst}, {self._other} can keep it at ", self._value, or_beyond)
        forces = "" if proof.is_infinite else said(f"{self._favoured} can force a score of ", self._limit, ", and ")
        return said(
            *(f"The {proof.bound} bound of ", name, ", ", self._value, ", is final: ", forces, other),
            *(", whatever the open nodes turn out to be.", who if self._negamax else ""),
        )

    def nothing_to_force(self) -> Caption:
        return said(f"{self._favoured.capitalize()} need not force anything: every score is ", self._limit, ".")

    def forcing(self, line: int) -> Iterator[Step]:
        """A step for each position with a rank, the highest first; the ranks become notes on the nodes."""
        ranks = {True: self._proof.rank, False: self._proof.reply_rank}
        descending = sorted(((-rank, id, own) for own, each in ranks.items() for id, rank in each.items()), key=_rank)
        for rank, id, own in descending:
            note = f"{-rank}" if own else f"{-rank} if the second player is to move"
            self._notes[id] = f"{self._notes[id]}; {note}" if id in self._notes else note
            yield self._forcing_step(id, own, line)

    def _forcing_step(self, id: str, own: bool, line: int) -> Step:
        move = self._proof.moves[id] if self._is_favoured(id, own) else None
        after = not own if self._negamax else True
        successors = self._graph.ids_after(id)
        if move is not None:
            ranks = said("from rank ", self._rank(id, own), " to ", self._rank(move, after))
            words = said(f"{self._favoured} moves to ", self._name(move), ", ", ranks)
        elif successors:
            lower = listing((said(self._name(to), " (rank ", self._rank(to, after), ")") for to in successors), _LISTED)
            words = said(f"{self._other} can only lower the rank ", self._rank(id, own), ": ", lower)
        else:
            words = said("play is over with the score ", self._score(id, own), ", which is ", self._limit)
        compared = [] if move is not None else successors
        return Step(
            said("At ", self._name(id), " ", words, "."),
            line,
            activity=dict.fromkeys(compared, Activity.COMPARED) | {id: Activity.EVALUATED},
            focus=id,
            move=(id, move) if move is not None else None,
            notes={id: self._notes[id]},
        )

    def holding(self, line: int) -> Iterator[Step]:
        """A step for each move that holds the bound, or one that says that none is needed."""
        better = said(f"no leaf {'above' if self._proof.bound == 'lower' else 'below'} ", self._value)
        leaf = "no leaf" if self._proof.is_infinite else better
        never = said("play then reaches no open node and ", leaf, ", however long it lasts")
        if not self._proof.holds:
            words = said(f"{self._other.capitalize()} has no move to choose: ", never, ".")
            yield Step(words, line, focus=self._proof.node_id)
        for id, move in self._proof.holds.items():
            yield Step(
                said("At ", self._name(id), f" {self._other} moves to ", self._name(move), ": ", never, "."),
                line,
                activity={id: Activity.STORED},
                focus=id,
                move=(id, move),
            )

    def _rank(self, id: str, own: bool) -> Value:
        """The rank of a position in a caption."""
        key = "rank" if own else "reply_rank"
        return Value(
            (self._proof.rank if own else self._proof.reply_rank)[id], Quantity.RESULT, id, f"certificate.{key}"
        )

    def _is_favoured(self, id: str, own: bool) -> bool:
        """Whether the player whom the bound favours is to move, own being the turn of the node in question."""
        return id in self._proof.moves and (not self._negamax or own is (self._proof.bound == "lower"))

    def _score(self, id: str, own: bool) -> Value:
        score = self._graph.node(id).score or 0
        return Value(score if own else 0 - score, Quantity.LEAF, id, sign=1 if own else -1)

    def _name(self, id: str) -> Named:
        return named(self._graph.node(id))


def _rank(entry: tuple[int, str, bool]) -> int:
    return entry[0]
