"""Somebody else's values beside the scores, as the browser shows them: what is said of all, of each, and of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from explorer.comparison.first_wrong import ValueDifference, WrongKind
from explorer.comparison.first_wrong_proofs import evidence, proof, true_of
from explorer.drawing.messages.to_browser import ComparedData, Remedy, WhySentence
from explorer.model.words import counted

MOST_LIT = 40  # successors, or nodes of a cycle


def compared_data(
    found: ValueDifference, summary: str, *, shown: Iterable[str], place: int | None, actions: list[Remedy]
) -> ComparedData:
    """What is said of the values.

    Parameters
    ----------
    summary : what is said of all of them.
    shown : the nodes that are drawn, by id.
    place : which of the wrong values is told of; None: none of them.
    actions : what can be done.
    """
    claims: dict[tuple[str, str], int] = {}
    nodes = [(id, claims.setdefault(claim, len(claims))) for id, claim in _claims(found, shown)]
    at = None if place is None else told_proof(found, place)
    return {
        "lines": [*([] if at is None else [at["text"]]), summary],
        "actions": actions,
        "claims": [{"text": text, "tag": tag} for text, tag in claims],
        "nodes": nodes,
        "at": at,
    }


def _claims(found: ValueDifference, shown: Iterable[str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Of nodes that have a value, what the panel says of it, and the tag of a wrong one."""
    index = found.graph.index
    rows = {index[id]: id for id in shown if id in index}
    places = np.flatnonzero(np.isin(found.wrong, [*rows])).tolist()
    wrong = {int(found.wrong[place]): place for place in places}
    for row, id in rows.items():
        claim, true = found.claims.of(row), true_of(found, row)
        if row in wrong:
            yield id, (f"value given {claim}, score {true}: {found.words[wrong[row]]}", f"{true} ≠ {claim}")
        elif claim is not None:
            yield id, (f"value given {claim}, score {true}: agrees", "")


def told_proof(found: ValueDifference, place: int) -> WhySentence:
    """The proof that one of the wrong values is so, with what it lights; its own node comes first."""
    ids = [found.graph.ids[row] for row in (int(found.wrong[place]), *evidence(found, place)[:MOST_LIT])]
    on_cycle = found.kinds[place] == WrongKind.ON_CYCLE
    moves = pairwise([*ids, ids[0]]) if on_cycle else ((ids[0], id) for id in ids[1:])
    mark = "cycle" if on_cycle else "chain"
    marked = [(one, other, mark) for one, other in moves if other in found.graph.ids_after(one)]
    count = f"{place + 1:,} of {counted(len(found.wrong), 'wrong value')}, {found.words[place]}"
    text = f"{count}: {proof(found, place)}."
    return {"text": text, "names": [], "nodes": ids, "moves": marked, "depth": 0}
