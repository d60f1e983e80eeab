"""networkx, imported on first use: most commands need none, and it was a third of their start."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["nx"]

if TYPE_CHECKING:
    import networkx as nx
else:

    class _LazyModule:
        """Stand-in for networkx, which is imported when a name in it is looked up."""

        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("networkx"), name)

    nx = _LazyModule()
