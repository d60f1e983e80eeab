"""networkx, loaded when something of it is first used: most commands need none, and it was a third of their start."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["nx"]

if TYPE_CHECKING:
    import networkx as nx
else:

    class _Late:
        """The module, to whoever asks for a name of it."""

        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("networkx"), name)

    nx = _Late()
