"""The tree of a game graph: what its positions look like when nothing is shared and cycles are unrolled.

Kars, section 4 and Figures 2 to 4: the score of a graph is that of the tree that contains each of its paths once.
`count` says how large such a tree is without building it; `build` builds it, or the levels that fit a budget.
"""

from explorer.unwinding.building import build
from explorer.unwinding.counting import Size, count
from explorer.unwinding.states import EndlessTreeError
from explorer.unwinding.tree import Copy, Role, Unwinding, View

__all__ = ["Copy", "EndlessTreeError", "Role", "Size", "Unwinding", "View", "build", "count"]
