"""The entry of a game in the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from explorer.games.from_rules import FIRST_POSITIONS, POSITIONS, ExpansionProgress, partial_graph, positions_to_expand
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules
from explorer.model.scores import Score
from explorer.model.work_limits import work_limits
from explorer.trace.options import Option, parse_options


@dataclass(frozen=True)
class Game:
    """An entry of the registry: a function that builds the whole graph (`build`), or rules (`rules`).

    Attributes
    ----------
    name : as the command line and links write it.
    title : as menus show it.
    source : the source of the game: text, section and number, or that it is our own.
    summary : one or two sentences about the game for a student.
    parameters : its parameters, with limits; one of a game by rules is `positions_option`.
    build : the whole graph; called with every parameter by keyword, and with `progress` if it takes one.
    rules : the rules of the game; called with every parameter by keyword, but without `positions`.
    rank : order in menus.
    count : the number of nodes of the graph without building it; None where all graphs are small.  Of a game by
        rules: about the number of positions; needed where `positions` may be 0.
    known : the score of the start as the literature has it, None where it does not; called as `rules`.  A graph of
        the whole game carries it as `expected`.
    scene : the query of the scene that shows it best, without its graph, or a function that returns it, called with
        every parameter by keyword; "" keeps page and algorithm as they are.
    card : the query of a scene with which it stands among the samples, under its source and `topic`; "" for none.

    Raises
    ------
    OptionError
        If it has both `build` and `rules` or neither, or rules without the parameter `positions`.
    """

    name: str
    title: str
    source: str
    summary: str
    parameters: tuple[Option, ...]
    build: Callable[..., GameGraph] | None = None
    rules: Callable[..., Rules] | None = None
    rank: int = 100
    count: Callable[..., int] | None = None
    known: Callable[..., Score | None] | None = None
    scene: str | Callable[..., str] = ""
    card: str = ""
    topic: str = ""

    def __post_init__(self) -> None:
        if (self.build is None) == (self.rules is None):
            raise OptionError(f"the game {self.name!r} needs build or rules, one of them and not both")
        if self.rules is not None and POSITIONS not in {parameter.name for parameter in self.parameters}:
            raise OptionError(f"the game {self.name!r} has rules; add positions_option() to its parameters")

    def graph(self, *, progress: ExpansionProgress | None = None, **values: Any) -> GameGraph:
        """Return the graph of the game, given the value of every parameter.

        Parameters
        ----------
        progress : called now and then with the number of positions that are expanded and with the most there will
            be; it may raise to cancel.  A game that is always made in a moment does not call it.

        Raises
        ------
        ExplorerError
            If there is no game with these parameters, or its rules fail.
        """
        known = None if self.known is None else self.known(**_without_positions(values))
        limits = work_limits()
        if self.build is None:
            return partial_graph(
                self.rules_with(**values), self.expansion_limit(**values), progress=progress, known=known
            )
        if self.count is not None:
            limits.require_size(self.count(**values))
        if "progress" in signature(self.build).parameters:
            values["progress"] = progress
        graph = self.build(**values)
        limits.require_size(len(graph.nodes), len(graph.moves))
        return graph if known is None else graph.replace(expected={"scores": {graph.root: known}})

    def scene_with(self, parameters: Mapping[str, object]) -> str:
        """Return the query of the scene that suits the game with these parameters.

        Raises
        ------
        OptionError
            If there is no such parameter, or its value is impossible.
        """
        return (
            self.scene
            if isinstance(self.scene, str)
            else self.scene(**parse_options(self.name, self.parameters, parameters))
        )

    def expansion_limit(self, **values: Any) -> int:
        """Return the largest number of positions that a game by rules expands with these parameters."""
        return positions_to_expand(values[POSITIONS], FIRST_POSITIONS if self.count is None else self.count(**values))

    def rules_with(self, **values: Any) -> Rules:
        """Return the rules of the game, given the value of every parameter.

        Raises
        ------
        OptionError
            If the game is not one by rules.
        """
        if self.rules is None:
            raise OptionError(f"the game {self.name!r} is built as a whole and has no rules to expand it by")
        return self.rules(**_without_positions(values))


def _without_positions(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters except the number of positions to expand."""
    return {name: value for name, value in values.items() if name != POSITIONS}
