"""Proofs that a bound can change, or that it cannot: the smallest witness, or the certificate."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from operator import itemgetter

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import bound_of
from explorer.algorithms.fixpoints.bounds_run import bounds_by_id
from explorer.expansion.bound_game import Bound
from explorer.expansion.certificate import Certificate, certificate
from explorer.expansion.exact import extremes
from explorer.expansion.finalities import finality_of
from explorer.expansion.witness import LeafScores, NoCompletion, Witness, witness
from explorer.model.graph import Convention, GameGraph, Node
from explorer.model.scores import Score
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace import Bounds as Interval
from explorer.trace.caption import Caption, Named, Quantity, Value, caption, listing, named
from explorer.trace.options import Option, choice, endless_worth

PSEUDOCODE = (
    "find the lower and upper bounds of all nodes",
    "if open nodes can change the bound:",
    "    S := a smallest set of open nodes that can change it",
    "    low:   give S scores with which the bound is low, and find all bounds again",
    "    high:  give S scores with which it is higher, and find all bounds again",
    "otherwise the bound is final:",
    "    the player whom it favours forces it: every move lowers the rank, so play ends",
    "    the other player avoids everything better for ever",
)
BOUNDS, CAN, SMALLEST, LOW, HIGH, FINAL, FORCE, HOLD = range(1, 9)

_LISTED = 4  # nodes that a caption names


def steps(graph: GameGraph, *, bound: Bound = "lower", node: str = "", endless: Score = 0) -> Steps:
    """Yield steps that show how a bound can change, or the moves that prove that it cannot.

    Parameters
    ----------
    bound : "lower" or "upper".
    node : id of the node whose bound it is, "" for the root.
    endless : the value of endless play, which counts only where the graph has a range of scores.

    Returns
    -------
    `node`, `bound`, `value`; `final`, whether the bound cannot change (None if the search came to its limit);
    `witness`: `open_nodes`, `low_scores` and `high_scores` by id (None for endless play), `low_value`, `high_value`,
    `is_smallest`; `certificate`: `moves`, `rank`, `reply_rank`, `holds`, as `explorer.expansion.certificate` has them.
    Both are None where they do not apply, and where a bound is final for a reason that the test on the doubled graph
    does not see.
    """
    about = graph.node(node) if node else graph.nodes[graph.root_index]
    display = _DisplayedBounds(graph, about, bound, endless)
    yield display.first_step()
    answer = witness(graph, about.id, bound, endless=endless)
    proof = certificate(graph, about.id, bound, endless=endless) if answer is None else None
    if isinstance(answer, Witness):
        yield from display.witness_steps(answer)
    elif isinstance(answer, NoCompletion):
        yield display.no_completion_step(answer)
    if proof is not None:
        yield from _CertificateSteps(graph, proof).steps()
    return {
        "node": about.id,
        "bound": bound,
        "value": display.value,
        "final": None if isinstance(answer, NoCompletion) and not answer.is_proven else not isinstance(answer, Witness),
        "witness": _witness_result(answer) if isinstance(answer, Witness) else None,
        "certificate": _certificate_result(proof) if proof is not None else None,
    }


class _DisplayedBounds:
    """The bounds that are on display, those of the graph at first."""

    def __init__(self, graph: GameGraph, about: Node, bound: Bound, endless: Score) -> None:
        self._graph = graph
        self._about = about
        self._bound = bound
        self._endless = endless
        self._bounds: dict[str, Interval] = {}
        self._roles: dict[str, Finality] = {}

    @property
    def value(self) -> Score:
        """The current value of the bound in question."""
        lower, upper = self._bounds[self._about.id]
        return lower if self._bound == "lower" else upper

    def first_step(self) -> Step:
        bounds, roles = self._display(self._graph)
        words = caption(
            f"The {self._bound} bound of ",
            named(self._about),
            " is ",
            self._bound_value(self.value),
            "; the question is whether open nodes can change it.",
        )
        return Step(words, BOUNDS, bounds=bounds, finality=roles, focus=self._about.id)

    def witness_steps(self, answer: Witness) -> Steps:
        """Yield the steps of a witness: the set of open nodes, both completions, and the graph as it was."""
        what = "A smallest set of open nodes that can" if answer.is_smallest else "Open nodes that can"
        yield Step(
            caption(f"{what} change ", self._name, ": ", self._names(answer.open_nodes), f". {answer.note}"),
            SMALLEST,
            activity=dict.fromkeys(answer.open_nodes, Activity.COMPARED),
            focus=self._about.id,
        )
        yield self._completion_step(answer, "low", LOW)
        yield self._completion_step(answer, "high", HIGH)
        bounds, roles = self._display(self._graph)
        low = Value(answer.low_value, Quantity.RESULT, key="witness.low_value")
        high = Value(answer.high_value, Quantity.RESULT, key="witness.high_value")
        now = caption("So ", self._name, ", ", self._bound_value(answer.value), ", is not final: ")
        yield Step(
            caption(now, "it can turn out to be ", low, " or ", high, "."),
            CAN,
            bounds=bounds,
            finality=roles,
            focus=self._about.id,
        )
        return {}

    def no_completion_step(self, answer: NoCompletion) -> Step:
        """Return the step where an open node with both turns lets no completion change the bound."""
        if not answer.is_proven:
            return Step(answer.note, CAN, focus=self._about.id)
        now = self._roles[self._about.id]
        final = finality_of(
            self._bound == "lower" or now in (Finality.LOWER, Finality.FINAL),
            self._bound == "upper" or now in (Finality.UPPER, Finality.FINAL),
        )
        return Step(answer.note, FINAL, finality={self._about.id: final}, focus=self._about.id)

    def _completion_step(self, answer: Witness, case: str, line: int) -> Step:
        is_low = case == "low"
        completed, scores = (answer.low, answer.low_scores) if is_low else (answer.high, answer.high_scores)
        bounds, roles = self._display(completed)
        verb = "stays" if self.value == answer.value else "becomes"
        changed = {id: Activity.CHANGED for id in bounds if id not in scores}
        return Step(
            caption(
                "If ",
                self._worths_words(scores, case),
                ", ",
                self._name,
                f" {verb} ",
                self._bound_value(self.value),
                ".",
            ),
            line,
            bounds=bounds,
            finality=roles,
            activity=changed | dict.fromkeys(scores, Activity.EVALUATED),
            focus=self._about.id,
        )

    def _display(self, graph: GameGraph) -> tuple[dict[str, Interval], dict[str, Finality]]:
        """Display the bounds and finalities of a graph, and return those that differ from the display before."""
        answer = extremes(graph, self._endless)
        bounds = bounds_by_id(graph, answer.bounds)
        ids = (node.id for node in graph.nodes)
        roles = dict(zip(ids, answer.finalities().roles(), strict=True))
        new = {id: pair for id, pair in bounds.items() if self._bounds.get(id) != pair}
        turned = {id: role for id, role in roles.items() if self._roles.get(id) != role}
        self._bounds, self._roles = bounds, roles
        return new, turned

    @property
    def _name(self) -> Caption:
        return caption(f"the {self._bound} bound of ", named(self._about))

    def _bound_value(self, bound: Score) -> Value:
        """Return the bound in question for a caption."""
        return bound_of(self._about, int(self._bound == "upper"), bound)

    def _names(self, ids: tuple[str, ...]) -> Caption:
        return listing((named(self._graph.node(id)) for id in ids), _LISTED)

    def _worths_words(self, scores: LeafScores, case: str) -> Caption:
        """Return the words on the scores of a completion's open nodes: "q is worth 1 and r, s are worth −1"."""
        groups: dict[Score | None, list[str]] = {}
        for id, score in scores.items():
            groups.setdefault(score, []).append(id)
        worths = (self._shared_worth_words(tuple(ids), score, case) for score, ids in groups.items())
        return listing(worths, len(groups), " and ")

    def _shared_worth_words(self, ids: tuple[str, ...], score: Score | None, case: str) -> Caption:
        if score is None:
            return caption("play from ", self._names(ids), " never ends")
        number = Value(score, Quantity.RESULT, ids[0], f"witness.{case}_scores")
        return caption(self._names(ids), f" {'is' if len(ids) == 1 else 'are each'} worth ", number)


class _CertificateSteps:
    """The steps along a certificate: the moves that force a bound, then those that hold it."""

    def __init__(self, graph: GameGraph, proof: Certificate) -> None:
        self._graph = graph
        self._proof = proof
        self._negamax = graph.convention is Convention.NEGAMAX
        lower = proof.bound == "lower"
        names = ("the first player", "the second player") if self._negamax else ("Max", "Min")
        self._favoured, self._other = names if lower else names[::-1]
        self._value = Value(proof.value, Quantity.RESULT, key="value")
        self._limit = caption(f"at {'least' if lower else 'most'} ", self._value)
        self._notes: dict[str, str] = {}

    def steps(self) -> Iterator[Step]:
        """Yield the claim, a step for each position with a rank, and one for each hold."""
        about = self._proof.node_id
        yield Step(self._claim_step(), FINAL, focus=about)
        if self._proof.is_given:
            words = caption(f"{self._favoured.capitalize()} need not force anything: every score is ", self._limit, ".")
            yield Step(words, FORCE, focus=about)
        yield from self._forcing_steps()
        yield from self._holding_steps()

    def _claim_step(self) -> Caption:
        proof, name = self._proof, self._name(self._proof.node_id)
        who = caption(" The first player is the one to move at ", name, "; scores are from that view.")
        worst, beyond = proof.ends[proof.bound == "upper"], "less" if proof.bound == "lower" else "more"
        or_beyond = "" if proof.is_given else f" or {beyond}"
        counts = caption("if endless play counts as ", Value(worst, Quantity.END))
        other = caption(counts, f", {self._other} can keep it at ", self._value, or_beyond)
        forces = "" if proof.is_given else caption(f"{self._favoured} can force a score of ", self._limit, ", and ")
        return caption(
            *(f"The {proof.bound} bound of ", name, ", ", self._value, ", is final: ", forces, other),
            *(", whatever the open nodes turn out to be.", who if self._negamax else ""),
        )

    def _forcing_steps(self) -> Iterator[Step]:
        """Yield a step for each position with a rank, the highest first; the ranks become notes on the nodes."""
        ranks = {True: self._proof.rank, False: self._proof.reply_rank}
        descending = sorted(
            ((-rank, id, own) for own, each in ranks.items() for id, rank in each.items()), key=itemgetter(0)
        )
        for rank, id, own in descending:
            note = f"{-rank}" if own else f"{-rank} if the second player is to move"
            self._notes[id] = f"{self._notes[id]}; {note}" if id in self._notes else note
            yield self._forcing_step(id, own)

    def _forcing_step(self, id: str, own: bool) -> Step:
        move = self._proof.moves[id] if self._is_favoured(id, own) else None
        after = not own if self._negamax else True
        successors = self._graph.ids_after(id)
        if move is not None:
            ranks = caption("from rank ", self._rank(id, own), " to ", self._rank(move, after))
            words = caption(f"{self._favoured} moves to ", self._name(move), ", ", ranks)
        elif successors:
            lower = listing(
                (caption(self._name(to), " (rank ", self._rank(to, after), ")") for to in successors), _LISTED
            )
            words = caption(f"{self._other} can only lower the rank ", self._rank(id, own), ": ", lower)
        else:
            words = caption("play is over with the score ", self._score(id, own), ", which is ", self._limit)
        compared = [] if move is not None else successors
        return Step(
            caption("At ", self._name(id), " ", words, "."),
            FORCE,
            activity=dict.fromkeys(compared, Activity.COMPARED) | {id: Activity.EVALUATED},
            focus=id,
            move=(id, move) if move is not None else None,
            notes={id: self._notes[id]},
        )

    def _holding_steps(self) -> Iterator[Step]:
        """Yield a step for each move that holds the bound, or one that says that none is needed."""
        better = caption(f"no leaf {'above' if self._proof.bound == 'lower' else 'below'} ", self._value)
        leaf = "no leaf" if isinf(self._proof.value) else better
        never = caption("play then reaches no open node and ", leaf, ", however long it lasts")
        if self._proof.is_best:
            direction = "greater" if self._proof.bound == "lower" else "less"
            words = caption(f"No score can be {direction} than ", self._value, ", so nothing need be kept from.")
            yield Step(words, HOLD, focus=self._proof.node_id)
        elif not self._proof.holds:
            words = caption(f"{self._other.capitalize()} has no move to choose: ", never, ".")
            yield Step(words, HOLD, focus=self._proof.node_id)
        for id, move in self._proof.holds.items():
            yield Step(
                caption("At ", self._name(id), f" {self._other} moves to ", self._name(move), ": ", never, "."),
                HOLD,
                activity={id: Activity.STORED},
                focus=id,
                move=(id, move),
            )

    def _rank(self, id: str, own: bool) -> Value:
        """Return the rank of a position for a caption."""
        key = "rank" if own else "reply_rank"
        return Value(
            (self._proof.rank if own else self._proof.reply_rank)[id], Quantity.RESULT, id, f"certificate.{key}"
        )

    def _is_favoured(self, id: str, own: bool) -> bool:
        """Return whether the player whom the bound favours is to move; `own` is the turn of the node in question."""
        return id in self._proof.moves and (not self._negamax or own is (self._proof.bound == "lower"))

    def _score(self, id: str, own: bool) -> Value:
        score = self._graph.node(id).score or 0
        return Value(score if own else 0 - score, Quantity.LEAF, id, sign=1 if own else -1)

    def _name(self, id: str) -> Named:
        return named(self._graph.node(id))


def _witness_result(answer: Witness) -> Result:
    return {
        "open_nodes": list(answer.open_nodes),
        "low_scores": dict(answer.low_scores),
        "high_scores": dict(answer.high_scores),
        "low_value": answer.low_value,
        "high_value": answer.high_value,
        "is_smallest": answer.is_smallest,
    }


def _certificate_result(proof: Certificate) -> Result:
    return {name: dict(getattr(proof, name)) for name in ("moves", "rank", "reply_rank", "holds")}


def _node_id(value: object) -> str:
    return str(value).strip()


ALGORITHM = Algorithm(
    name="witness",
    title="Witness or certificate of a bound",
    source="our own, after Loops, Dealing with loops in game trees, Part 2",
    summary=(
        "For a bound that can change, a smallest set of open nodes that can change it, with two ways in which they may "
        "turn out; for one that is final, the moves of both players that prove it."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        choice(
            "bound",
            "Bound",
            {"lower": "the lower bound", "upper": "the upper bound"},
            "Which of the two bounds is examined.",
        ),
        Option("node", "Node", "", "The id of the node whose bound is examined; empty for the root.", _node_id),
        endless_worth(is_for_drawing=True),
    ),
    rank=25,
    group=Group.BOUNDS,
    notes_title="Ranks",
)
