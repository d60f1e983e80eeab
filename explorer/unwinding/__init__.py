"""Trees of game graphs, with shared positions copied and cycles unrolled.

Kars, section 4 and Figures 2 to 4: the score of a graph is that of the tree that contains each of its paths once.
`count` says how large such a tree is without building it; `build` builds it, or the levels that fit a budget.
"""

from explorer.unwinding.building import build
from explorer.unwinding.counting import Size, count
from explorer.unwinding.states import EndlessTreeError
from explorer.unwinding.tree import Copy, CopyRole, TreeView, Unwinding

__all__ = ["Copy", "CopyRole", "EndlessTreeError", "Size", "TreeView", "Unwinding", "build", "count"]
