"""Trees of game graphs, with shared positions copied and cycles unrolled, and graphs under rules about repetition.

Kars, section 4 and Figures 2 to 4: the score of a graph is that of the tree that contains each of its paths once.
`count` says how large such a tree is without building it; `build` builds it, or the levels that fit a budget.
`unfold` builds the graph whose nodes are positions with what a rule about repetition must remember.
"""

from explorer.unwinding.building import build
from explorer.unwinding.counting import Size, count, least_paths
from explorer.unwinding.repetition import Repetition, RepetitionKind
from explorer.unwinding.states import EndlessTreeError
from explorer.unwinding.tree import Copy, CopyRole, TreeView, Unwinding
from explorer.unwinding.unfolded_states import End
from explorer.unwinding.unfolding import Unfolded, unfold

__all__ = [
    "Copy", "CopyRole", "End", "EndlessTreeError", "Repetition", "RepetitionKind", "Size", "TreeView", "Unfolded",
    "Unwinding", "build", "count", "least_paths", "unfold",
]  # fmt: skip
