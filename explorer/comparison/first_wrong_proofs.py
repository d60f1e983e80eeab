"""Sentences about wrong values: their number, and a proof for each first one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from explorer.comparison.fault import FaultKind
from explorer.comparison.faults import fitting_faults, is_alone
from explorer.comparison.first_wrong import ValueDifference, WrongKind
from explorer.comparison.sentences import BY_ITSELF, FOLLOWING, examples, first_few, name_of, wrong_counts
from explorer.comparison.where_wrong import wrong_parts_of_graph
from explorer.comparison.wrong_distances import distance_proof, distance_summary, wrong_distances
from explorer.comparison.wrong_moves import move_proof, move_summary, wrong_moves
from explorer.model.columns import LEAF
from explorer.model.scores import format_interval, format_score
from explorer.model.words import counted

if TYPE_CHECKING:
    import pandas as pd

_WAYS = {
    WrongKind.ITSELF: BY_ITSELF,
    WrongKind.ON_CYCLE: "where only a cycle decides",
    WrongKind.AFTER_OTHERS: FOLLOWING,
}


def summary(difference: ValueDifference) -> Iterator[str]:
    """Yield sentences with the number of values, of wrong ones in each way, and the faults that fit them all."""
    claims = difference.claims
    if claims.has_values:
        yield from _value_count_sentences(difference)
    distances, moves = wrong_distances(difference), wrong_moves(difference)
    yield from () if distances is None else distance_summary(distances)
    yield from () if moves is None else move_summary(moves)
    if strangers := claims.strangers:
        yield f"{counted(len(strangers), 'id')} not in the graph: {examples(strangers)}"
    if claims.words:
        yield f"words are read as {claims.words}"
    if claims.left_out:
        yield f"not compared: {', '.join(claims.left_out)}"


def _value_count_sentences(difference: ValueDifference) -> Iterator[str]:
    yield f"{difference.value_count - len(difference.wrong):,} of {counted(difference.value_count, 'value')} agree"
    if missing := np.flatnonzero(difference.claims.codes < 0).tolist():
        named = examples([difference.graph.ids[row] for row in missing])
        yield f"no value is given for {counted(len(missing), 'node')}: {named}"
    if not len(difference.wrong):
        return
    yield wrong_counts("value", {words: difference.count(kind) for kind, words in _WAYS.items()})
    yield from _fault_sentence(difference)
    yield from wrong_parts_of_graph(difference)


def _fault_sentence(difference: ValueDifference) -> Iterator[str]:
    """Name the kind of fault that all wrong values fit, or those that are possible, likeliest first."""
    fitting = fitting_faults(difference)
    if not fitting:
        yield "the wrong values fit none of the known kinds of fault"
    elif is_alone(fitting):
        yield f"all wrong values are consistent with {_fault_words(difference, fitting[0])}"
    else:
        yield from (f"possible: {_fault_words(difference, fault)}" for fault in fitting)


def _fault_words(difference: ValueDifference, fault: FaultKind) -> str:
    """Name a kind of fault, with its counts and the moves that it concerns."""
    chance = "less than 0.01 %" if fault.chance < 0.0001 else f"{100 * fault.chance:.2g} %"
    note = f", {fault.note}" if fault.note else ""
    verb = "fits" if fault.count == 1 else "fit"
    words = f"{fault.name}{note} ({counted(fault.count, 'value')} {verb}, by chance: {chance})"
    moves = first_few(
        [f"{name_of(difference.graph, one)} → {name_of(difference.graph, other)}" for one, other in fault.moves]
    )
    return f"{words}: {', '.join(moves)}" if moves else words


def wrong_proofs(difference: ValueDifference) -> list[str]:
    """Return a sentence for each wrong value, distance and best move that does not follow from others."""
    distances, moves = wrong_distances(difference), wrong_moves(difference)
    return [
        *(proof(difference, place) for place in difference.first.tolist()),
        *([] if distances is None else (distance_proof(distances, row) for row in distances.first)),
        *([] if moves is None else (move_proof(moves, row) for row in moves.rows)),
    ]


def is_anything_wrong(difference: ValueDifference) -> bool:
    """Return whether a value, a distance or a best move is wrong."""
    return any(True for _ in wrong_rows(difference))


def wrong_rows(difference: ValueDifference) -> Iterator[int]:
    """Yield the nodes with a wrong value, distance or best move, by index: each in its order, values first."""
    yield from difference.wrong.tolist()
    if (distances := wrong_distances(difference)) is not None:
        yield from distances.rows.tolist()
    if (moves := wrong_moves(difference)) is not None:
        yield from [*moves.rows, *moves.circle]


def frame(difference: ValueDifference) -> pd.DataFrame:
    """Return all that is wrong as a frame: `ValueDifference.frame`, and below it claimed distances and best moves.

    Then `compared` says of which a row tells: "value", "distance" or "best move".
    """
    import pandas as pd

    others = {"distance": wrong_distances(difference), "best move": wrong_moves(difference)}
    parts = {
        "value": difference.frame(),
        **{name: wrong.frame() for name, wrong in others.items() if wrong is not None},
    }
    if len(parts) == 1:
        return parts["value"]
    rows = [part.assign(compared=name).astype(object) for name, part in parts.items()]
    return pd.concat(rows, ignore_index=True)


def proof(difference: ValueDifference, place: int) -> str:
    """Return a sentence that proves one of the wrong claims, by its place, from those about its successors."""
    row, kind = int(difference.wrong[place]), difference.kinds[place]
    true = true_score_words(difference, row)
    begin = f"{name_of(difference.graph, row)} is said to be {difference.claims.of(row)}, and is {true}"
    if not difference.graph.columns.orientation[row]:
        is_leaf = difference.graph.columns.kinds[row] == LEAF
        return f"{begin}, {'the score of the leaf' if is_leaf else 'an open node'}"
    if kind == WrongKind.ON_CYCLE:
        return f"{begin}: {_circle_sentence(difference, place)}"
    if kind == WrongKind.AFTER_OTHERS:
        others = difference.wrong[difference.culprits(place)].tolist()
        named = first_few(
            [f"value({name_of(difference.graph, node)}) = {_claim_words(difference, node)}" for node in others]
        )
        return f"{begin}: it follows from {', '.join(named)}"
    return f"{begin}: {_equation_words(difference, row)}"


def evidence(difference: ValueDifference, place: int) -> list[int]:
    """Return the nodes that prove a value wrong, by index: successors, those to blame, or the rest of the cycle."""
    row, kind = int(difference.wrong[place]), difference.kinds[place]
    if kind == WrongKind.ITSELF:
        return [*dict.fromkeys(difference.graph.successors[row])]
    others: list[int] = difference.wrong[
        difference.cycle(place)[1:] if kind == WrongKind.ON_CYCLE else difference.culprits(place)
    ].tolist()
    return others


def _circle_sentence(difference: ValueDifference, place: int) -> str:
    names = [name_of(difference.graph, row) for row in difference.wrong[difference.cycle(place)].tolist()]
    cycle = " → ".join([*first_few(names), names[0]])
    return (
        f"every value on the cycle {cycle} agrees with those of its successors, and "
        f"only the cycle decides; endless play is worth {format_score(difference.endless)}"
    )


def _equation_words(difference: ValueDifference, row: int) -> str:
    """Return the value of a node as an equation over its successors."""
    rows = difference.moves_of(np.array([row]))
    up = difference.graph.columns.orientation[row] > 0
    operator, sign = "max" if up else "min", "−" if difference.graph.sign < 0 else ""
    ends = sorted(int(side[0]) if up else -int(side[0]) for side in rows.backed_up)
    targets = rows.targets.tolist()
    names = ", ".join(first_few([f"{sign}value({name_of(difference.graph, node)})" for node in targets]))
    values = ", ".join(first_few([_claim_words(difference, node, difference.graph.sign) for node in targets]))
    return f"{operator}{{{names}}} = {operator}{{{values}}} = {format_interval(*map(difference.score, ends))}"


def _claim_words(difference: ValueDifference, row: int, sign: int = 1) -> str:
    """Return the value that counts for a node, negated if `sign` is; the true one follows in brackets if it differs."""
    claim, true = difference.claims.of(row), true_score_words(difference, row, sign)
    if claim is None:
        return f"{true} (not given)"
    words = str(claim.times(sign))
    return true if words == true else f"{words} (in truth {true})"


def true_score_words(difference: ValueDifference, row: int, sign: int = 1) -> str:
    """Return the true score of a node, or its interval, as text, negated if `sign` is."""
    return format_interval(*sorted(sign * difference.score(int(side[row])) for side in difference.true))
