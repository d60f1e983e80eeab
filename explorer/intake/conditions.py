"""Conditions of winning in a file that are not evaluated; a score comes from leaves and endless play alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from explorer.intake.chance import CHANCES
from explorer.intake.fields import is_marked
from explorer.model.words import joined

ONLY_ENDLESS = "no node is a leaf with a score, so that every score is the value of endless play"

PARITY = (
    "priorities are kept but not evaluated: a parity game is won by the highest priority that recurs for ever, while "
    "here a play without end is worth what you say; solve the parity game itself with PGSolver or Oink"
)
_OF_NODES = {
    "priority": PARITY,
    "target": "targets are kept but not evaluated: make them leaves with a score, and what never reaches one is worth "
    "the value of endless play",
}
_WEIGHTS = ("weight", "cost", "reward")


def condition_warnings(nodes: Collection[Mapping[str, Any]], moves: Collection[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each condition among the further keys of nodes and the attributes of moves."""
    for key, sentence in _OF_NODES.items():
        cells = [said[key] for said in nodes if key in said]
        if any(map(is_marked, cells)) or (cells and key == "priority"):
            yield sentence
    if keys := [key for key in CHANCES if any(key in said for said in moves)]:
        yield f"moves have {joined(keys)}, which is not evaluated: players choose their moves, there is no chance"
    for key in _WEIGHTS:
        if len({str(said[key]) for said in moves if key in said}) > 1:
            yield f"the {key} of moves is not evaluated: a play is worth the score of its leaf, whatever the way there"
