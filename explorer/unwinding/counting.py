"""Size of the tree of a graph, by counting paths without building the tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from explorer.model.check import playable
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.model.words import plural
from explorer.unwinding.back_link_tree import back_link_tree
from explorer.unwinding.limits import WORK
from explorer.unwinding.states import States, TreeView, states_of, topological_order, visits, walk_levels

_LEVEL_STEPS = 50  # how many states with their walks one unit of work pays for
_ROOM_STEPS = 15  # and how many steps of counting with rooms
_SPELLED = 10**15  # numbers from here on are rounded for the reader

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Size:
    """Number of nodes of a tree, exact or a lower bound.

    Attributes
    ----------
    total : their number, or where `exact` is false a number that it exceeds.
    exact : whether counting came to its end.
    levels : sizes of the levels from the root's on: all of them, or as many as were counted.
    """

    total: int
    exact: bool = True
    levels: tuple[int, ...] = ()

    def __str__(self) -> str:
        number = f"{self.total:,}" if self.total < _SPELLED else _rounded(self.total)
        return ("" if self.exact else "more than ") + f"{number} {plural(self.total, 'node')}"

    def levels_within(self, budget: int) -> int:
        """Return how many of the first levels have at most `budget` nodes together; one at least."""
        return max(1, sum(total <= budget for total in accumulate(self.levels)))


def count(graph: GameGraph, view: str | TreeView, *, depth: int = 4, endless: Score = 0, work: int = WORK) -> Size:
    """Return the size of a tree of the graph.

    Walks are counted by how many lead to each node, level by level (`depth`) or in topological order
    (`unravelled`).  Paths without repetition (`cut`) have no such formula: they are visited as long as they are
    few, then counted with a memo for what hangs below a node when the same nodes are barred.

    Parameters
    ----------
    view : "depth", "unravelled" or "back-links".
    depth : for the view "depth", most moves from the root.
    endless : what endless play is worth; it matters to the size only where a move negates (see `States`).
    work : how many nodes are visited one by one; it bounds the other ways of counting as well.

    Returns
    -------
    The size, exact for all but trees beyond counting; `levels` are at least those that have `work` nodes together.

    Raises
    ------
    GraphError
        If the graph has errors, or the view is "unravelled" and play can run in a circle.
    OptionError
        If the view or the depth is impossible.
    """
    wanted = view_named(view)
    if depth < 0:
        raise OptionError(f"the depth must be 0 or more, got {depth}")
    graph = playable(graph)
    if wanted is TreeView.DEPTH:
        return _depth_size(states_of(graph), depth, work)
    if wanted is TreeView.UNRAVELLED:
        return _unravelled_size(graph, work)
    return _back_link_size(states_of(graph, endless=endless), work)


def least_paths(graph: GameGraph, most: int) -> int:
    """Return a lower bound of the visits of a search of all paths, which end at back links; `most` if it is larger.

    Every node is left once in a depth-first walk, and a path on which each node is left before the one before it
    repeats none.  These paths are counted, and the moves that go on from them; without cycles that is all.
    """
    below: dict[int, int] = {}
    for index in _order_of_leaving(graph):
        below[index] = min(most, 1 + sum(below.get(other, 1) for other in graph.successors[index]))
    return below[graph.root_index]


def _order_of_leaving(graph: GameGraph) -> Iterator[int]:
    """Yield the nodes that play can reach, in the order in which a depth-first walk leaves them."""
    successors, root = graph.successors, graph.root_index
    entered = {root}
    walk = [(root, iter(successors[root]))]
    while walk:
        index, left = walk[-1]
        following = next((other for other in left if other not in entered), None)
        if following is None:
            walk.pop()
            yield index
        else:
            entered.add(following)
            walk.append((following, iter(successors[following])))


def view_named(name: str | TreeView) -> TreeView:
    """Return the kind of tree with this name.

    Raises
    ------
    OptionError
        If there is none.
    """
    if name not in set(TreeView):
        raise OptionError(f"the view must be one of {', '.join(TreeView)}; got {quoted(name)}")
    return TreeView(name)


def _depth_size(states: States, depth: int, work: int) -> Size:
    """Return the size of the tree down to a depth, or as much as could be counted."""
    levels: list[int] = []
    left = work * _LEVEL_STEPS
    for walks in islice(walk_levels(states), depth + 1):
        if left <= 0:
            return Size(sum(levels), exact=False, levels=tuple(levels))
        levels.append(sum(walks.values()))
        left -= len(walks)
    return Size(sum(levels), levels=tuple(levels))


def _unravelled_size(graph: GameGraph, work: int) -> Size:
    """Return the size of the tree of an acyclic graph, in which every path has its own copies."""
    total = 0
    paths = {graph.root_index: 1}
    for index in topological_order(graph):
        number = paths.pop(index)
        total += number
        for successor in graph.successors[index]:
            paths[successor] = paths.get(successor, 0) + number
    levels: list[int] = []
    left = work
    for walks in walk_levels(states_of(graph)):
        levels.append(sum(walks.values()))
        left -= levels[-1]
        if left < 0:
            break
    return Size(total, levels=tuple(levels))


def _back_link_size(states: States, work: int) -> Size:
    """Return the size of the tree that is cut at back links, or as much as could be counted."""
    levels, all_seen = _fitting_levels(states, work)
    if all_seen:
        return Size(sum(levels), levels=levels)
    total = back_link_tree(states, work * _ROOM_STEPS)
    return Size(work, exact=False, levels=levels) if total is None else Size(total, levels=levels)


def _fitting_levels(states: States, most: int) -> tuple[tuple[int, ...], bool]:
    """Return the sizes of the first levels of the cut tree within `most` nodes, and whether these are all."""
    everything = _level_sizes(states, len(states.successors), most)
    if everything is not None:
        return everything, True
    fitting: tuple[int, ...] = (1,)
    fits, too_deep = 0, 1
    while (levels := _level_sizes(states, too_deep, most)) is not None:
        fits, fitting, too_deep = too_deep, levels, 2 * too_deep
    while too_deep - fits > 1:
        middle = (fits + too_deep) // 2
        levels = _level_sizes(states, middle, most)
        if levels is None:
            too_deep = middle
        else:
            fits, fitting = middle, levels
    return fitting, False


def _level_sizes(states: States, depth: int, most: int) -> tuple[int, ...] | None:
    """Return the sizes of the levels of the cut tree down to a depth; None if they have more than `most` nodes."""
    levels = [0] * (depth + 2)
    left = most
    for _, at, _ in visits(states, depth, ends_at_back_links=True):
        levels[at] += 1
        left -= 1
        if left < 0:
            return None
    return tuple(levels[: levels.index(0)])


def _rounded(number: int) -> str:
    """Return a large number as "about 1.2·10³⁴"."""
    exponent = math.floor(math.log10(number))
    mantissa = f"{10 ** (math.log10(number) - exponent):.1f}"
    if mantissa == "10.0":
        mantissa, exponent = "1.0", exponent + 1
    return f"about {mantissa}·10{str(exponent).translate(_SUPERSCRIPTS)}"
