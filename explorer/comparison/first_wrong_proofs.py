"""What is wrong in somebody else's values, in sentences: how much, and why each first one is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from explorer.comparison.fault import Fault
from explorer.comparison.faults import fitting_faults, is_alone
from explorer.comparison.first_wrong import Difference, Wrong
from explorer.comparison.sentences import BY_ITSELF, FOLLOWING, examples, first_of, name_of, wrong_counts
from explorer.comparison.where_wrong import places
from explorer.comparison.wrong_distances import distance_proof, distance_summary, wrong_distances
from explorer.comparison.wrong_moves import move_proof, move_summary, wrong_moves
from explorer.model.columns import LEAF
from explorer.model.scores import format_interval, format_score
from explorer.model.words import counted

if TYPE_CHECKING:
    import pandas as pd

_COUNTED = {
    Wrong.ITSELF: BY_ITSELF,
    Wrong.ON_CYCLE: "where only a cycle decides",
    Wrong.AFTER_OTHERS: FOLLOWING,
}


def summary(found: Difference) -> Iterator[str]:
    """How many values there are, how many are wrong in which way, and what all of them are consistent with."""
    claims = found.claims
    if claims.has_values:
        yield from _summary_of_values(found)
    distances, moves = wrong_distances(found), wrong_moves(found)
    yield from () if distances is None else distance_summary(distances)
    yield from () if moves is None else move_summary(moves)
    if strangers := claims.strangers:
        yield f"{counted(len(strangers), 'id')} not in the graph: {examples(strangers)}"
    if claims.words:
        yield f"words are read as {claims.words}"
    if claims.left_out:
        yield f"not compared: {', '.join(claims.left_out)}"


def _summary_of_values(found: Difference) -> Iterator[str]:
    yield f"{found.compared - len(found.wrong):,} of {counted(found.compared, 'value')} agree"
    if missing := np.flatnonzero(found.claims.codes < 0).tolist():
        named = examples([found.graph.ids[row] for row in missing])
        yield f"no value is given for {counted(len(missing), 'node')}: {named}"
    if not len(found.wrong):
        return
    yield wrong_counts("value", {words: found.count(kind) for kind, words in _COUNTED.items()})
    yield from _faults(found)
    yield from places(found)


def _faults(found: Difference) -> Iterator[str]:
    """Name the kind of fault that all wrong values fit, or those that are possible, likeliest first."""
    fitting = fitting_faults(found)
    if not fitting:
        yield "the wrong values fit none of the known kinds of fault"
    elif is_alone(fitting):
        yield f"all wrong values are consistent with {_fault(found, fitting[0])}"
    else:
        yield from (f"possible: {_fault(found, fault)}" for fault in fitting)


def _fault(found: Difference, fault: Fault) -> str:
    """Name a kind of fault, with its counts and the moves that it concerns."""
    chance = "less than 0.01 %" if fault.chance < 0.0001 else f"{100 * fault.chance:.2g} %"
    note = f", {fault.note}" if fault.note else ""
    verb = "fits" if fault.count == 1 else "fit"
    words = f"{fault.name}{note} ({counted(fault.count, 'value')} {verb}, by chance: {chance})"
    moves = first_of([f"{name_of(found.graph, one)} → {name_of(found.graph, other)}" for one, other in fault.moves])
    return f"{words}: {', '.join(moves)}" if moves else words


def wrong_proofs(found: Difference) -> list[str]:
    """Return a sentence for each wrong value, distance and best move that does not follow from others."""
    distances, moves = wrong_distances(found), wrong_moves(found)
    return [
        *(proof(found, place) for place in found.first.tolist()),
        *([] if distances is None else (distance_proof(distances, row) for row in distances.first)),
        *([] if moves is None else (move_proof(moves, row) for row in moves.rows)),
    ]


def is_anything_wrong(found: Difference) -> bool:
    """Return whether a value, a distance or a best move is wrong."""
    return any(True for _ in wrong_rows(found))


def wrong_rows(found: Difference) -> Iterator[int]:
    """Yield the nodes with a wrong value, distance or best move, by index: each in its order, values first."""
    yield from found.wrong.tolist()
    if (distances := wrong_distances(found)) is not None:
        yield from distances.rows.tolist()
    if (moves := wrong_moves(found)) is not None:
        yield from [*moves.rows, *moves.circle]


def frame(found: Difference) -> pd.DataFrame:
    """Return all that is wrong as a frame: `Difference.frame`, and below it distances and best moves if they are given.

    Then `compared` says of which a row tells: "value", "distance" or "best move".
    """
    import pandas as pd

    others = {"distance": wrong_distances(found), "best move": wrong_moves(found)}
    parts = {"value": found.frame(), **{name: wrong.frame() for name, wrong in others.items() if wrong is not None}}
    if len(parts) == 1:
        return parts["value"]
    rows = [part.assign(compared=name).astype(object) for name, part in parts.items()]
    return pd.concat(rows, ignore_index=True)


def proof(found: Difference, place: int) -> str:
    """A sentence that shows why one of the wrong claims, by its place, is wrong, from those about its successors."""
    row, kind = int(found.wrong[place]), found.kinds[place]
    begin = f"{name_of(found.graph, row)} is said to be {found.claims.of(row)}, and is {true_of(found, row)}"
    if not found.graph.columns.orientation[row]:
        is_leaf = found.graph.columns.kinds[row] == LEAF
        return f"{begin}, {'the score of the leaf' if is_leaf else 'an open node'}"
    if kind == Wrong.ON_CYCLE:
        return f"{begin}: {_circle(found, place)}"
    if kind == Wrong.AFTER_OTHERS:
        others = found.wrong[found.blamed(place)].tolist()
        named = first_of([f"value({name_of(found.graph, node)}) = {_said(found, node)}" for node in others])
        return f"{begin}: it follows from {', '.join(named)}"
    return f"{begin}: {_equation(found, row)}"


def evidence(found: Difference, place: int) -> list[int]:
    """The nodes that prove it, by index: successors, those to blame, or the rest of the cycle, in its order."""
    row, kind = int(found.wrong[place]), found.kinds[place]
    if kind == Wrong.ITSELF:
        return [*dict.fromkeys(found.graph.successors[row])]
    others: list[int] = found.wrong[found.cycle(place)[1:] if kind == Wrong.ON_CYCLE else found.blamed(place)].tolist()
    return others


def _circle(found: Difference, place: int) -> str:
    names = [name_of(found.graph, row) for row in found.wrong[found.cycle(place)].tolist()]
    return (
        f"every value on the cycle {' → '.join([*first_of(names), names[0]])} agrees with those of its successors, and "
        f"only the cycle decides; endless play is worth {format_score(found.endless)}"
    )


def _equation(found: Difference, row: int) -> str:
    """What the successors of a node make it worth."""
    rows = found.moves_of(np.array([row]))
    up = found.graph.columns.orientation[row] > 0
    operator, sign = "max" if up else "min", "−" if found.graph.sign < 0 else ""
    ends = sorted(int(side[0]) if up else -int(side[0]) for side in rows.backed_up)
    targets = rows.targets.tolist()
    names = ", ".join(first_of([f"{sign}value({name_of(found.graph, node)})" for node in targets]))
    values = ", ".join(first_of([_said(found, node, found.graph.sign) for node in targets]))
    return f"{operator}{{{names}}} = {operator}{{{values}}} = {format_interval(*map(found.score, ends))}"


def _said(found: Difference, row: int, sign: int = 1) -> str:
    """What counts as the value of a node, negated if `sign` is; in brackets what is true, if that is not the same."""
    claim, true = found.claims.of(row), true_of(found, row, sign)
    if claim is None:
        return f"{true} (not given)"
    said = str(claim.seen(sign))
    return true if said == true else f"{said} (in truth {true})"


def true_of(found: Difference, row: int, sign: int = 1) -> str:
    """The score of a node, negated if `sign` is, or what it lies between."""
    return format_interval(*sorted(sign * found.score(int(side[row])) for side in found.true))
