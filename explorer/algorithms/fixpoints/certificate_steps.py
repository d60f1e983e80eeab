"""Steps that walk along a certificate: the moves that make sure of a bound, then those that hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from explorer.algorithms.captions import listed
from explorer.expansion.certificate import Certificate
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import format_score
from explorer.trace import Activity, Step, Steps

_LISTED = 4  # successors that a caption names


def certificate_steps(graph: GameGraph, proof: Certificate, *, lines: tuple[int, int, int]) -> Steps:
    """Steps that show why a bound is final: what is claimed, a step for each position with a rank, one for each hold.

    Parameters
    ----------
    lines : of the pseudocode: for the claim, the moves that make sure of the bound, and the moves that hold it.
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
        self._limit = f"at {'least' if lower else 'most'} {format_score(proof.value)}"
        self._better = f"{'above' if lower else 'below'} {format_score(proof.value)}"
        self._notes: dict[str, str] = {}

    def claim(self) -> str:
        proof, name = self._proof, self._name(self._proof.node_id)
        who = f" The first player is the one to move at {name}; scores are from that view." if self._negamax else ""
        other = f"{self._other} can prevent more" if proof.bound == "lower" else f"{self._other} can prevent less"
        forces = "" if proof.is_infinite else f"{self._favoured} can make sure of {self._limit}, and "
        return (
            f"{name}'s {proof.bound} bound, {format_score(proof.value)}, is final: {forces}{other}, "
            f"whatever the open nodes turn out to be.{who}"
        )

    def nothing_to_force(self) -> str:
        return f"There is nothing that {self._favoured} has to make sure of: {self._limit} is always had."

    def forcing(self, line: int) -> Iterator[Step]:
        """A step for each position with a rank, the highest first; the ranks become notes on the nodes."""
        ranks = {True: self._proof.rank, False: self._proof.reply_rank}
        falling = sorted(((-rank, id, own) for own, each in ranks.items() for id, rank in each.items()), key=_rank)
        for rank, id, own in falling:
            after = ranks[not own if self._negamax else True]
            note = f"{-rank}" if own else f"{-rank} if the second player is to move"
            self._notes[id] = f"{self._notes[id]}; {note}" if id in self._notes else note
            yield self._forcing_step(id, own, -rank, after, line)

    def _forcing_step(self, id: str, own: bool, rank: int, after: Mapping[str, int], line: int) -> Step:
        move = self._proof.moves[id] if self._is_favoured(id, own) else None
        successors = [node.id for node in self._graph.successors_of(id)]
        if move is not None:
            words = f"{self._favoured} goes to {self._name(move)}, from rank {rank} to {after[move]}"
        elif successors:
            ranks = listed((f"{self._name(each)} ({after[each]})" for each in successors), _LISTED)
            words = f"(rank {rank}) {self._other} can only lower the rank: {ranks}"
        else:
            words = f"play is over, with {self._score(id, own)}: {self._limit}"
        compared = [] if move is not None else successors
        return Step(
            f"At {self._name(id)} {words}.",
            line,
            activity=dict.fromkeys(compared, Activity.COMPARED) | {id: Activity.EVALUATED},
            focus=id,
            move=(id, move) if move is not None else None,
            notes={id: self._notes[id]},
        )

    def holding(self, line: int) -> Iterator[Step]:
        """A step for each move that holds the bound, or one that says that none is needed."""
        leaf = "no leaf at all" if self._proof.is_infinite else f"no leaf {self._better}"
        never = f"play then meets no open node and {leaf}, however long it goes on"
        if not self._proof.holds:
            yield Step(f"{self._other.capitalize()} has no move to choose: {never}.", line, focus=self._proof.node_id)
        for id, move in self._proof.holds.items():
            yield Step(
                f"At {self._name(id)} {self._other} goes to {self._name(move)}: {never}.",
                line,
                activity={id: Activity.STORED},
                focus=id,
                move=(id, move),
            )

    def _is_favoured(self, id: str, own: bool) -> bool:
        """Whether the player whom the bound favours is to move, own being the turn of the node in question."""
        return id in self._proof.moves and (not self._negamax or own is (self._proof.bound == "lower"))

    def _score(self, id: str, own: bool) -> str:
        score = self._graph.node(id).score
        return format_score(score if own or score is None else 0 - score)

    def _name(self, id: str) -> str:
        return self._graph.node(id).name


def _rank(entry: tuple[int, str, bool]) -> int:
    return entry[0]
