"""Game Graph Explorer: how two-player games are scored when play can go in circles.

Examples
--------
>>> from explorer import GameGraph, solve, trace
>>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 3}],
...                              "moves": [["a", "b"]]})
>>> solve(graph).score
3
>>> trace(graph, "score-iteration").result["steps"]
2
"""

import os
import signal
import sys
from pathlib import Path

if sys.argv[:1] == ["-m"] or Path(*sys.argv[:1]).stem == "game-graph-explorer":
    # This is the program, still being loaded: until `explorer.cli.main` hears Ctrl-C, it ends as it will then.
    def _stop(*_: object) -> None:
        os.write(2, b"game-graph-explorer: stopped by Ctrl+C\n")
        os._exit(130)

    signal.signal(signal.SIGINT, _stop)

from explorer import algorithms
from explorer.comparison.compare import compare
from explorer.comparison.poisoned import poisoned
from explorer.comparison.shrink import shrink
from explorer.formats import write
from explorer.formats.reference import read
from explorer.games.from_rules import from_rules
from explorer.model.errors import ExplorerError, FormatError, GraphError, LimitError, OptionError, UnknownNameError
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules
from explorer.model.seam import provided
from explorer.solver import solve
from explorer.trace import Trace

from explorer.algorithms import trace  # isort: skip  # the function, over the package of the same name


@provided
def graph_svg(graph: GameGraph) -> str:
    """The picture of a graph in Jupyter, drawn only where one is shown."""
    from explorer.drawing import notebook

    return notebook.graph_svg(graph)


@provided
def trace_html(run: Trace) -> str:
    """The page of a trace in Jupyter."""
    from explorer.drawing.exports import html

    return html.frame(run)


__all__ = [
    "ExplorerError",
    "FormatError",
    "GameGraph",
    "GraphError",
    "LimitError",
    "OptionError",
    "Rules",
    "UnknownNameError",
    "algorithms",
    "compare",
    "from_rules",
    "poisoned",
    "read",
    "shrink",
    "solve",
    "trace",
    "write",
]
