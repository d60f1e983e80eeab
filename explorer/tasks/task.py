"""Tasks: the change that is allowed, the property that must hold then, and the refusal otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score, parse_endless
from explorer.scenes.scene import Scene
from explorer.trace.options import Option


class AllowedChange(StrEnum):
    """Kind of change that a task allows."""

    SCORES = "change only the scores of leaves"
    ORDER = "change only the order of the moves of each node"
    MOVE_MORE = "add one move and change nothing else"
    MOVE_LESS = "take one move away and change nothing else"
    ENDLESS = "change only the value of endless play"


@dataclass(frozen=True)
class Attempt:
    """Graph that a student hands in, with the options of the task.

    Attributes
    ----------
    graph : the changed graph.
    endless : the value of endless play.
    options : those of the task.
    """

    graph: GameGraph
    endless: Score = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def node(self) -> str:
        """The id of the node of the task: the one that its option names, else the root."""
        graph = self.graph
        named: str = self.options.get("node", "")
        return graph.node(named).id if named else graph.ids[graph.root_index]

    @property
    def name(self) -> str:
        """The name of the node of the task."""
        return self.graph.node(self.node).name


@dataclass(frozen=True)
class Refusal:
    """Refusal of an attempt at a task: a sentence, and the smallest scene that shows why the property fails.

    Attributes
    ----------
    text : sentences with the counterexample in them.
    algorithm, options, step : the run and the step that show it; `step` None stands for the last one.
    node : the node to look at.
    endless : the value of endless play with which it is to be seen.
    """

    text: str
    algorithm: str
    step: int | None = None
    node: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    endless: Score = 0


@dataclass(frozen=True)
class Task:
    """Entry of the registry of tasks.

    Attributes
    ----------
    name : as slides and the command line write it.
    text : what is to be done, a sentence in which "{option}" stands for the value of an option.
    change : what may be changed.
    refuse : why the property does not hold of an attempt, or None if it does.
    example : the reference of a graph that it suits, and `example_options` the options for it.
    options : its options; one named "node" is the id of a node, the root if it is left out.
    """

    name: str
    text: str
    change: AllowedChange
    refuse: Callable[[Attempt], Refusal | None]
    example: str
    example_options: Mapping[str, str] = field(default_factory=dict)
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class TaskVerdict:
    """Verdict on an attempt at a task.

    Attributes
    ----------
    is_done : whether only what may be changed was changed, and the property holds.
    is_allowed : whether only what may be changed was changed, in a graph that can be played.
    text : sentences for the student.
    scene : the counterexample on the student's graph, to be stepped through; None if there is nothing to show, or the
        graph is too large for a scene.
    """

    is_done: bool
    is_allowed: bool
    text: str
    scene: Scene | None = None


_LONG = 200  # characters


def node_option() -> Option:
    """Return the option for the node of a task."""

    def parse(value: object) -> str:
        if not isinstance(value, str) or len(value) > _LONG:
            raise OptionError(f"node must be the id of a node, got {quoted(value)}")
        return value.strip()

    return Option("node", "Node", "", "The id of the node; the root if it is left out.", parse)


def value_option() -> Option:
    """Return the option for the score that a node must get, ±∞ allowed."""

    def parse(value: object) -> object:
        try:
            return parse_endless(value)
        except OptionError:
            raise OptionError(f"value must be a number such as 2, -1/2 or inf, got {quoted(value)}") from None

    return Option("value", "Value", 0, "the score that the node must get", parse, write=format_score)
