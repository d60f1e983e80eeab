"""A user's values beside the scores, as the browser shows them: sentences on all, on each, and on one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from explorer.comparison.first_wrong import ValueDifference, WrongKind
from explorer.comparison.first_wrong_proofs import evidence, proof, true_score_words
from explorer.drawing.messages.to_browser import ComparedData, Remedy, WhySentence
from explorer.model.words import counted

MOST_LIT = 40  # successors, or nodes of a cycle


def compared_data(
    difference: ValueDifference, summary: str, *, ids: Iterable[str], place: int | None, actions: list[Remedy]
) -> ComparedData:
    """Return the message to the browser that compares a user's values with the scores.

    Parameters
    ----------
    summary : a sentence on all of them.
    ids : the nodes that are drawn.
    place : the index of the wrong value to explain; None: none of them.
    actions : the remedies to offer.
    """
    claims: dict[tuple[str, str], int] = {}
    nodes = [(id, claims.setdefault(claim, len(claims))) for id, claim in _claim_sentences(difference, ids)]
    at = None if place is None else proof_sentence(difference, place)
    return {
        "lines": [*([] if at is None else [at["text"]]), summary],
        "actions": actions,
        "claims": [{"text": text, "tag": tag} for text, tag in claims],
        "nodes": nodes,
        "at": at,
    }


def _claim_sentences(difference: ValueDifference, ids: Iterable[str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield for each user's value its node's id, the panel's sentence, and the tag of a wrong value."""
    index = difference.graph.index
    rows = {index[id]: id for id in ids if id in index}
    places = np.flatnonzero(np.isin(difference.wrong, [*rows])).tolist()
    wrong = {int(difference.wrong[place]): place for place in places}
    for row, id in rows.items():
        claim, true = difference.claims.of(row), true_score_words(difference, row)
        if row in wrong:
            yield id, (f"value given {claim}, score {true}: {difference.words[wrong[row]]}", f"{true} ≠ {claim}")
        elif claim is not None:
            yield id, (f"value given {claim}, score {true}: agrees", "")


def proof_sentence(difference: ValueDifference, place: int) -> WhySentence:
    """Return the proof that one of the values is wrong, with the nodes that it lights; the node itself comes first."""
    ids = [difference.graph.ids[row] for row in (int(difference.wrong[place]), *evidence(difference, place)[:MOST_LIT])]
    on_cycle = difference.kinds[place] == WrongKind.ON_CYCLE
    moves = pairwise([*ids, ids[0]]) if on_cycle else ((ids[0], id) for id in ids[1:])
    mark = "cycle" if on_cycle else "chain"
    marked = [(one, other, mark) for one, other in moves if other in difference.graph.ids_after(one)]
    count = f"{place + 1:,} of {counted(len(difference.wrong), 'wrong value')}, {difference.words[place]}"
    text = f"{count}: {proof(difference, place)}."
    return {"text": text, "names": [], "nodes": ids, "moves": marked, "depth": 0}
