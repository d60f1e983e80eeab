"""The player to move at each node, as far as the graph tells, and values from that player's view."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.claims import ValueClaims
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.solver.paths import fewest_moves


class Viewpoint(StrEnum):
    """The player for whom large values are good; the values are those of the option `--values-for`."""

    MAX = "max"
    MOVER = "mover"


def viewpoint_of(name: str | None) -> Viewpoint | None:
    """Return the viewpoint of a name; None for none.

    Raises
    ------
    OptionError
        If there is no such view.
    """
    if name is not None and name not in [*Viewpoint]:
        raise OptionError(f"values are for max or for mover, the player to move; got {quoted(name)}")
    return None if name is None else Viewpoint(name)


def in_graph_view(graph: GameGraph, claims: ValueClaims, view: Viewpoint | None) -> ValueClaims:
    """Return claims of a viewpoint as claims from the view of the graph; None is the view of the graph.

    Raises
    ------
    OptionError
        If the graph does not tell whose turn it is in a negamax graph.
    """
    if view is None or (view is Viewpoint.MOVER) == (graph.sign < 0):
        return claims
    to_move = turns(graph)
    if graph.sign < 0 and not to_move.all():
        raise OptionError("the graph does not tell whose turn it is at each node; give values for the player to move")
    is_turned = (claims.codes >= 0) & (to_move < 0)
    codes = np.where(is_turned, claims.codes + len(claims.values), claims.codes)
    return replace(claims, codes=codes, values=[*claims.values, *(claim.times(-1) for claim in claims.values)])


def players(graph: GameGraph) -> tuple[str, str]:
    """Return the names of the player with turn +1 in `turns` and of the other one."""
    return ("Max", "Min") if graph.sign > 0 else ("the player who begins", "the other player")


def turns(graph: GameGraph) -> NDArray[np.int8]:
    """Return +1 where Max is to move, -1 where Min is, and 0 where the graph does not tell.

    In a negamax graph Max is who begins; it tells no turn at all if an even and an odd number of moves lead to a node.
    At a leaf it is the turn of the player who has not just moved, if all moves to it are those of one player.
    """
    return _turns_by_plies(graph) if graph.sign < 0 else _turns_by_players(graph)


def _turns_by_plies(graph: GameGraph) -> NDArray[np.int8]:
    indptr, indices = graph.links.forward
    plies = fewest_moves(graph.links.forward, np.array([graph.root_index]))
    to_move = np.where(plies < 0, 0, 1 - 2 * (plies % 2)).astype(np.int8)
    sources = np.repeat(np.arange(len(plies)), np.diff(indptr))
    is_same = (to_move[sources] == to_move[indices]) & (to_move[sources] != 0)
    return np.zeros_like(to_move) if is_same.any() else to_move


def _turns_by_players(graph: GameGraph) -> NDArray[np.int8]:
    orientation = graph.columns.orientation
    indptr, indices = graph.links.forward
    movers = np.repeat(orientation, np.diff(indptr))
    from_max, from_min = (np.bincount(indices[movers == side], minlength=len(orientation)) > 0 for side in (1, -1))
    other = from_min.astype(np.int8) - from_max.astype(np.int8)
    return np.where(orientation != 0, orientation, other)
