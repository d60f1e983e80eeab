"""What the registry knows of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.graph import GameGraph
from explorer.options import Option


@dataclass(frozen=True)
class Game:
    """An entry of the registry.

    Attributes
    ----------
    name : as the command line and links write it.
    title : as menus show it.
    source : where the game comes from: text, section and number, or that it is our own.
    summary : what it is, in one or two sentences for a student.
    parameters : its parameters, with limits.
    build : the whole graph; called with every parameter by keyword.
    rank : place in menus.
    count : how many nodes the graph has, told without building it; None where all graphs are small.
    """

    name: str
    title: str
    source: str
    summary: str
    parameters: tuple[Option, ...]
    build: Callable[..., GameGraph]
    rank: int = 100
    count: Callable[..., int] | None = None
