"""Registry of tasks by name, and tasks with the options of a slide or a command."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from explorer.games import parse_reference
from explorer.model.errors import OptionError, UnknownNameError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.tasks import finalities, kernels, searches
from explorer.tasks.task import Task
from explorer.trace.options import parse_options

_TASKS = (
    searches.MEMO_WRONG,
    searches.MEMO_ORDER,
    searches.LEAVES,
    finalities.MAKES_FINAL,
    finalities.ALL_FINAL,
    finalities.ENDLESS_VALUE,
    kernels.NO_KERNEL,
    kernels.GRUNDY,
)


@dataclass(frozen=True)
class ChosenTask:
    """Task with the values that a slide or a command gives to its options."""

    task: Task
    options: dict[str, Any] = field(default_factory=dict)

    def text(self, graph: GameGraph) -> str:
        """Return the sentence of the task, with the names of the nodes of a graph."""
        values = {name: _value_words(graph, name, value) for name, value in self.options.items()}
        return self.task.text.format(**values)


@cache
def registered() -> dict[str, Task]:
    """Return all tasks by name."""
    return {task.name: task for task in _TASKS}


def task_of(reference: str) -> ChosenTask:
    """Return the task that a reference names, such as "leaves-read?leaves=6".

    Raises
    ------
    UnknownNameError
        If there is no such task.
    OptionError
        If there is no such option, or its value is impossible.

    Examples
    --------
    >>> task_of("leaves-read?leaves=6").options
    {'leaves': 6}
    """
    name, given = parse_reference(reference)
    if name not in registered():
        raise UnknownNameError(f"there is no task {quoted(name)}; choose one of {', '.join(registered())}")
    task = registered()[name]
    return ChosenTask(task, parse_options(task.name, task.options, given))


def _value_words(graph: GameGraph, name: str, value: Any) -> str:
    """Return the value of an option in the words of a task's sentence: of a node its name."""
    if name != "node":
        return format_score(value)
    if value and value not in graph.index:
        raise OptionError(f"the task is about a node {value}, which the graph does not have")
    return graph.node(value or graph.ids[graph.root_index]).name
