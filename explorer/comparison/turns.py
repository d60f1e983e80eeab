"""Whose turn it is at each node, as far as the graph tells, and values from the view of that player."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.claims import Claims
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.solver.paths import fewest_moves


class View(StrEnum):
    """The player for whom a value is good if it is large: the values are those of the option `--values-for`."""

    MAX = "max"
    MOVER = "mover"


def view_of(name: str | None) -> View | None:
    """Return the view of a name; None for none.

    Raises
    ------
    OptionError
        If there is no such view.
    """
    if name is not None and name not in [*View]:
        raise OptionError(f"values are for max or for mover, the player to move; got {quoted(name)}")
    return None if name is None else View(name)


def seen_by(graph: GameGraph, claims: Claims, view: View | None) -> Claims:
    """Return claims from a view as claims from the view of the graph, which they are if no view is named.

    Raises
    ------
    OptionError
        If the graph does not tell whose turn it is in a negamax graph.
    """
    if view is None or (view is View.MOVER) == (graph.sign < 0):
        return claims
    to_move = turns(graph)
    if graph.sign < 0 and not to_move.all():
        raise OptionError("the graph does not tell whose turn it is at each node; give values for the player to move")
    is_turned = (claims.codes >= 0) & (to_move < 0)
    codes = np.where(is_turned, claims.codes + len(claims.values), claims.codes)
    return replace(claims, codes=codes, values=[*claims.values, *(claim.seen(-1) for claim in claims.values)])


def players(graph: GameGraph) -> tuple[str, str]:
    """Return what the player is called who has turn +1 in `turns`, and the other one."""
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
    found = np.where(plies < 0, 0, 1 - 2 * (plies % 2)).astype(np.int8)
    sources = np.repeat(np.arange(len(plies)), np.diff(indptr))
    is_same = (found[sources] == found[indices]) & (found[sources] != 0)
    return np.zeros_like(found) if is_same.any() else found


def _turns_by_players(graph: GameGraph) -> NDArray[np.int8]:
    orientation = graph.columns.orientation
    indptr, indices = graph.links.forward
    movers = np.repeat(orientation, np.diff(indptr))
    from_max, from_min = (np.bincount(indices[movers == side], minlength=len(orientation)) > 0 for side in (1, -1))
    other = from_min.astype(np.int8) - from_max.astype(np.int8)
    return np.where(orientation != 0, orientation, other)
