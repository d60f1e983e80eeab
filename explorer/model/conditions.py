"""What a file says of winning that is not evaluated here; a score comes from leaves and from endless play alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from math import isclose
from typing import Any

from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.fields import as_id, is_marked
from explorer.model.move_facts import NAMES, MoveTable
from explorer.model.scores import parse_score
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
_CHANCES = ("probability", "prob")  # of moves
_WEIGHTS = ("weight", "cost", "reward")
_NATURE = ("chance", "nature", "random", "average")


def unevaluated(nodes: Collection[Mapping[str, Any]], moves: Collection[Mapping[str, Any]]) -> Iterator[str]:
    """A sentence for each condition among the further keys of nodes and the attributes of moves."""
    for key, sentence in _OF_NODES.items():
        cells = [said[key] for said in nodes if key in said]
        if any(map(is_marked, cells)) or (cells and key == "priority"):
            yield sentence
    if keys := [key for key in _CHANCES if any(key in said for said in moves)]:
        yield f"moves have {joined(keys)}, which is not evaluated: players choose their moves, there is no chance"
    for key in _WEIGHTS:
        if len({str(said[key]) for said in moves if key in said}) > 1:
            yield f"the {key} of moves is not evaluated: a play is worth the score of its leaf, whatever the way there"


def require_no_chance(moves: MoveTable, unknown: Collection[str], players: Collection[object]) -> None:
    """Nothing, unless a player is chance, or a node that names none has moves with probabilities.

    Raises
    ------
    FormatError
        Naming the player or the first such node.
    """
    refusal = "a game with chance nodes is not read, since their scores are averages"
    for player in players:
        if str(player).strip().lower() in _NATURE:
            raise FormatError(f"{refusal}: there is a player {quoted(player)}")
    shares = defaultdict[str, list[float]](list)
    for row, said in moves.attributes.items():
        number = next((_number(said[key]) for key in (*_CHANCES, "weight", *NAMES) if key in said), 0.0)
        shares[str(as_id(moves.end(row, 0)))].append(number)
    for id, parts in shares.items():
        if len(parts) > 1 and min(parts) > 0 and isclose(sum(parts), 1, abs_tol=1e-6) and id in unknown:
            raise FormatError(f"{refusal}: the moves of {quoted(id)} have probabilities, and no player chooses there")


def _number(cell: object) -> float:
    try:
        return float(parse_score(cell))
    except (OptionError, OverflowError):
        return 0.0
