"""What the registry knows of an algorithm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.check import Problem
from explorer.graph import GameGraph
from explorer.options import Option
from explorer.trace import Steps


def works_on_any(graph: GameGraph) -> Problem | None:
    """No obstacle: for algorithms that take every game graph."""
    return None


@dataclass(frozen=True)
class Algorithm:
    """An entry of the registry.

    Attributes
    ----------
    name : as the command line and links write it.
    title : as menus show it.
    source : text, section and number that it implements.
    summary : what it does, in one or two sentences for a student.
    pseudocode : its lines, in our words; the steps name them from 1.
    run : the generator; called with the graph and every option by keyword.
    options : its options.
    obstacle : why it cannot run on a graph (a sentence that names the node), or None.
    warning : shown wherever it runs, for algorithms that are wrong on purpose.
    rank : place in menus.
    """

    name: str
    title: str
    source: str
    summary: str
    pseudocode: tuple[str, ...]
    run: Callable[..., Steps]
    options: tuple[Option, ...] = ()
    obstacle: Callable[[GameGraph], Problem | None] = works_on_any
    warning: str = ""
    rank: int = 100
