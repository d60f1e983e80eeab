"""The registry of stepped algorithms: every module of this package and its folders that has an `ALGORITHM`.

To add one, write one file in the folder of its family: a generator of `Step`s and an `Algorithm` that describes it.  It
then appears in the app, on the command line, in Python and in the tests that run over all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from explorer.algorithms import own
from explorer.algorithms.algorithm import Algorithm
from explorer.model.check import playable
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.trace import Step, Trace
from explorer.trace.recording import Limits, recorded
from explorer.trace.registry import discover, find_entry
from explorer.trace.run import Progress, Run

__all__ = ["Algorithm", "AlgorithmChoice", "entry_of", "find", "for_explore", "known", "registered", "run", "trace"]


_OWN: dict[str, Algorithm] = {}  # the user's own, by name


@cache
def registered() -> dict[str, Algorithm]:
    """Return all algorithms of the program by name, in the order of menus."""
    return discover(__name__, __path__, Algorithm)


def known() -> dict[str, Algorithm]:
    """Return the registered algorithms by name, followed by the user's own algorithms used so far."""
    return registered() | _OWN


def for_explore() -> list[str]:
    """Return the names of the algorithms that run on a graph as it is, and so on the page Explore."""
    return [name for name, entry in known().items() if not entry.grows]


def find(name: str) -> Algorithm:
    """Return the algorithm with this name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    return find_entry(name, known(), "algorithm")


def entry_of(algorithm: str | Algorithm | Callable[..., Any]) -> Algorithm:
    """Return the algorithm for a name, an entry or a function, and register it if it is the user's own.

    Raises
    ------
    UnknownNameError
        If there is none with this name.
    OptionError
        If one of the user's own has the name of one of the program.
    """
    if not isinstance(algorithm, Algorithm) and not callable(algorithm):
        return find(algorithm)
    entry = algorithm if isinstance(algorithm, Algorithm) else own.of_function(algorithm)
    if registered().get(entry.name, entry) is not entry:
        raise OptionError(f"{quoted(entry.name)} is an algorithm of the program; give yours another name")
    if entry.name not in registered():
        _OWN[entry.name] = entry
    return entry


@dataclass(frozen=True)
class AlgorithmChoice:
    """An algorithm, by name, with those of its options that are not at their defaults, parsed.

    It raises what `find` and `Algorithm.parsed` raise.
    """

    algorithm: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        parsed = self.entry.parsed(self.options)
        chosen = {each.name: parsed[each.name] for each in self.entry.options if parsed[each.name] != each.default}
        object.__setattr__(self, "options", chosen)

    @property
    def entry(self) -> Algorithm:
        """The chosen algorithm's entry in the registry."""
        return find(self.algorithm)

    @property
    def settings(self) -> dict[str, str]:
        """The options of the chosen algorithm as text."""
        return {
            each.name: each.write(self.options[each.name]) for each in self.entry.options if each.name in self.options
        }


def trace(
    graph: GameGraph,
    algorithm: str | Algorithm | Callable[..., Any],
    /,
    *,
    limits: Limits = Limits(),
    from_step: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> Trace:
    """Return the recorded run of an algorithm on a graph.

    Parameters
    ----------
    algorithm : its name, as `registered()` lists them, its entry, as `find` gives it, or a function of one's own, as
        `explorer.algorithms.own` takes it.
    limits, progress : as `explorer.trace.recording.record` takes them.
    from_step : the step of the run from which on steps are recorded.  Algorithms do the same in every run, so another
        trace, from the first step that the limits cut off, has those steps.
    options : the algorithm's own, by name; those left out have their defaults.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    OptionError
        If there is no such option, or its value is impossible.
    GraphError
        If the graph has errors, or is not of the class that the algorithm needs.
    LimitError
        If the run has no step with the number `from_step`.

    Examples
    --------
    >>> from explorer.model.graph import GameGraph
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 3}],
    ...                              "moves": [["a", "b"]]})
    >>> trace(graph, "score-iteration").result["scores"]
    {'a': 3, 'b': 3}
    """
    made = run(graph, algorithm, limits=limits, from_step=from_step, progress=progress, **options)
    return recorded(made, limits)


def run(
    graph: GameGraph,
    algorithm: str | Algorithm | Callable[..., Any],
    /,
    *,
    limits: Limits = Limits(),
    from_step: int = 0,
    progress: Progress | None = None,
    watch: Callable[[Step], bool | None] | None = None,
    **options: Any,
) -> Run:
    """Return the run of an algorithm on a graph, its steps made as they are read; for all else see `trace`.

    Parameters
    ----------
    watch : called with every step that is run, in order; the run stops after a step for which it returns True.
    """
    entry = entry_of(algorithm)
    values = entry.parsed(options)
    if isinstance(from_step, bool) or not isinstance(from_step, int) or from_step < 0:
        raise OptionError(f"from_step must be the number of a step, from 0, got {quoted(from_step)}")
    graph = playable(graph, ends_are_lost=entry.ends_are_lost)
    if (obstacle := entry.obstacle(graph)) is not None:
        raise GraphError(obstacle.message)
    steps, beginning = entry.run(graph, **entry.for_run(values, graph)), entry.begin(graph)
    return Run(
        steps,
        beginning,
        algorithm=entry.name,
        options=values,
        most=limits.run + from_step,
        progress=progress,
        watch=watch,
        first=from_step,
    )
