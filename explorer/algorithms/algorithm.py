"""The registry's description of an algorithm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from explorer.model.check import Problem
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Steps
from explorer.trace.options import Option, parse_options


def works_on_any(graph: GameGraph) -> Problem | None:
    """Return None, no obstacle: for algorithms that take every game graph."""
    return None


def whole(graph: GameGraph) -> GameGraph:
    """Return the graph unchanged, for algorithms that show all of it from the first step on."""
    return graph


class Group(StrEnum):
    """The headings of the menu of algorithms, in the order of a course."""

    CYCLES = "Scores with cycles"
    BOUNDS = "Bounds and finality"
    SEARCHES = "Minimax to alpha-beta"
    OUTCOMES = "Winning and losing"
    SOLVERS = "Solvers"
    OTHERS = "Others"


@dataclass(frozen=True)
class Algorithm:
    """An entry of the registry: an algorithm with its title, pseudocode, options and generator of steps.

    Attributes
    ----------
    name : as the command line and links write it.
    title : as menus show it.
    source : the text, section and number that it implements.
    summary : one or two sentences on it, for a student.
    pseudocode : its lines, in our words; the steps name them from 1.
    line_options : for lines that count only with an option: the option, and the value with which they do not.
    run : the generator; called with the graph and, by keyword, every option that is not for the drawing alone.
    options : its options.
    obstacle : a function that returns why it cannot run on a graph (a sentence that names the node), or None.
    needs : its requirement in a few words, for menus: "needs a tree".
    instead : the name of an algorithm that answers the same on graphs on which it cannot run, or "".
    visits_all_paths : whether it visits every path from the root, up to back links.
    ends_are_lost : whether whoever cannot move has lost, so that nodes without moves need no scores.
    takes_trees : whether it can run on the tree of the plays of a graph on which it cannot run.
    warning : a sentence shown wherever it runs, for algorithms that are wrong on purpose.
    rank : order in menus, within its group.
    group : the heading under which menus show it.
    also : other search words for it.
    begin : a function that returns the graph at the first step: the root alone where the graph grows, else all of it.
    notes_title : heading under which the panel lists the nodes with notes, "" for no such list.
    words : text on a node in place of a score that is a name, such as W for 1.
    fills : the meaning of a node's colour, "" if it is a score.
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
    group: Group = Group.OTHERS
    also: str = ""
    begin: Callable[[GameGraph], GameGraph] = whole
    notes_title: str = ""
    fills: str = ""
    words: Mapping[Score, str] = field(default_factory=dict)
    line_options: Mapping[int, tuple[str, object]] = field(default_factory=dict)
    needs: str = ""
    instead: str = ""
    takes_trees: bool = False
    visits_all_paths: bool = False
    ends_are_lost: bool = False

    @property
    def line(self) -> str:
        """The first sentence of the algorithm's summary."""
        return f"{self.summary.partition('. ')[0].removesuffix('.')}."

    def has_option(self, name: str) -> bool:
        """Return whether the algorithm has an option of this name."""
        return any(option.name == name for option in self.options)

    def parsed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of all options of the algorithm, those not given at their defaults.

        Raises
        ------
        OptionError
            If there is no such option, or its value is impossible.
        """
        return parse_options(self.name, self.options, values)

    def for_run(self, values: Mapping[str, Any], graph: GameGraph) -> dict[str, Any]:
        """Return the options for the algorithm's generator on a graph, without those for drawing alone."""
        drawn = {option.name for option in self.options if option.is_for_drawing and graph.score_range is None}
        return {name: value for name, value in values.items() if name not in drawn}

    def lines_off(self, values: Mapping[str, Any]) -> list[int]:
        """Return the lines of the pseudocode, from 1, that have no effect with these options."""
        return [line for line, (option, off) in self.line_options.items() if values.get(option) == off]

    @property
    def grows(self) -> bool:
        """Return whether the graph grows during a run of the algorithm, which then has a page of its own."""
        return self.begin is not whole
