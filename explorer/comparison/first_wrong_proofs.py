"""What is wrong in somebody else's values, in sentences: how much, and why each first one is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.comparison.fault import Fault
from explorer.comparison.faults import fitting_faults, is_alone
from explorer.comparison.first_wrong import Difference, Wrong
from explorer.model.columns import LEAF
from explorer.model.scores import format_interval, format_score
from explorer.model.words import counted, short_name

_MOST_NAMED = 8  # successors or nodes of a cycle that a sentence names
_LONGEST = 40  # characters of a name in it
_COUNTED = {
    Wrong.ITSELF: "by themselves",
    Wrong.ON_CYCLE: "where only a cycle decides",
    Wrong.AFTER_OTHERS: "only following from others",
}


def summary(found: Difference) -> Iterator[str]:
    """How many values there are, how many are wrong in which way, and what all of them are consistent with."""
    yield f"{found.compared - len(found.wrong):,} of {counted(found.compared, 'value')} agree"
    if missing := len(found.graph.nodes) - found.compared:
        yield f"no value is given for {counted(missing, 'node')}"
    if not len(found.wrong):
        return
    numbers = [f"{found.count(kind):,} {words}" for kind, words in _COUNTED.items() if found.count(kind)]
    yield f"{counted(len(found.wrong), 'value')} {'is' if len(found.wrong) == 1 else 'are'} wrong: {', '.join(numbers)}"
    yield from _faults(found)


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
    moves = _first([f"{_name(found, one)} → {_name(found, other)}" for one, other in fault.moves])
    return f"{words}: {', '.join(moves)}" if moves else words


def proof(found: Difference, place: int) -> str:
    """A sentence that shows why one of the wrong claims, by its place, is wrong, from those about its successors."""
    row, kind = int(found.wrong[place]), found.kinds[place]
    begin = f"{_name(found, row)} is said to be {found.claims.of(row)}, and is {true_of(found, row)}"
    if not found.graph.columns.orientation[row]:
        is_leaf = found.graph.columns.kinds[row] == LEAF
        return f"{begin}, {'the score of the leaf' if is_leaf else 'an open node'}"
    if kind == Wrong.ON_CYCLE:
        return f"{begin}: {_circle(found, place)}"
    if kind == Wrong.AFTER_OTHERS:
        others = found.wrong[found.blamed(place)].tolist()
        named = _first([f"value({_name(found, node)}) = {_said(found, node)}" for node in others])
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
    names = [_name(found, row) for row in found.wrong[found.cycle(place)].tolist()]
    return (
        f"every value on the cycle {' → '.join([*_first(names), names[0]])} agrees with those of its successors, and "
        f"only the cycle decides; endless play is worth {format_score(found.endless)}"
    )


def _equation(found: Difference, row: int) -> str:
    """What the successors of a node make it worth."""
    rows = found.moves_of(np.array([row]))
    up = found.graph.columns.orientation[row] > 0
    operator, sign = "max" if up else "min", "−" if found.graph.sign < 0 else ""
    ends = sorted(int(side[0]) if up else -int(side[0]) for side in rows.backed_up)
    targets = rows.targets.tolist()
    names = ", ".join(_first([f"{sign}value({_name(found, node)})" for node in targets]))
    values = ", ".join(_first([_said(found, node, found.graph.sign) for node in targets]))
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


def _name(found: Difference, row: int) -> str:
    return short_name(found.graph.ids[row], _LONGEST)


def _first(words: list[str]) -> list[str]:
    return words if len(words) <= _MOST_NAMED else [*words[: _MOST_NAMED - 1], "…"]
