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

The public names are those of `explorer.library`.  Wherever a graph is expected, what `as_graph` takes will do as well:
a networkx graph, frames, the path of a file.

>>> import networkx
>>> solve(networkx.DiGraph([("a", "b"), ("b", "a")], root="a", convention="negamax")).score
0
"""

from __future__ import annotations

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

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer.library import *


class _Package(ModuleType):
    """The package; its `trace` is the function, whose place the package of that name would take when it is imported."""

    @property
    def trace(self) -> Callable[..., Any]:
        """The function `explorer.library.trace`."""
        function: Callable[..., Any] = import_module("explorer.library").trace
        return function

    @trace.setter
    def trace(self, package: ModuleType) -> None:
        """Keep the function."""


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    """Return a name of `explorer.library`, a subpackage or the version, loaded when it is first asked for.

    The command line and the app need little of the package before they have answered, and a part of it, such as
    `explorer.model.graph`, nothing of the others.
    """
    if name == "__version__":
        from importlib import metadata

        return metadata.version("game-graph-explorer")
    if not name.startswith("_") and find_spec(f"{__name__}.{name}") is not None:
        return import_module(f"{__name__}.{name}")
    if name == "__all__" or (not name.startswith("_") and name in __getattr__("__all__")):
        globals()[name] = value = getattr(import_module("explorer.library"), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names beside those that are loaded, sorted."""
    return sorted({*globals(), *__getattr__("__all__")})
