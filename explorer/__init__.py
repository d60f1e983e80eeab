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

from explorer import algorithms
from explorer.algorithms import trace
from explorer.errors import ExplorerError, FormatError, GraphError, LimitError, OptionError, UnknownNameError
from explorer.formats import read, write
from explorer.graph import GameGraph
from explorer.rules import Rules
from explorer.solver import solve

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
    "read",
    "solve",
    "trace",
    "write",
]
