"""Checks of David Mix Barrington, Progressively Finite Games (2016)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from explorer import algorithms, games
from explorer.algorithms.kernels.kernel import ALGORITHM as KERNEL
from explorer.lessons.scenes import SlideScene
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.model.late_networkx import nx
from explorer.model.scores import Score
from explorer.papers.checks.trials import GRAPHS, graphs, trees, value_of_tree
from explorer.papers.finding import Finding, Heartbeat, every, same
from explorer.solver import solve

LOSING = {2, 3, 7, 8, 11, 14, 15, 20, 23, 24, 31, 34, 35, 37, 38, 39, 40}
"""Positions of the coin game from which, as the slide lists, one move wins by the rules."""

SuccessorLists = dict[str, list[str]]


def _successor_lists(graph: GameGraph) -> SuccessorLists:
    """Return by position the list of its successors."""
    return {id: graph.ids_after(id) for id in graph.ids}


def _successors_first(moves: SuccessorLists) -> list[str]:
    """Return the positions in an order in which each comes after its successors."""
    drawn = nx.DiGraph([(a, b) for a, after in moves.items() for b in after])
    drawn.add_nodes_from(moves)
    return list(reversed(list(nx.topological_sort(drawn))))


def kernel_of(moves: SuccessorLists) -> set[str]:
    """Return the kernel by the definition: a position belongs to it if none of its successors does."""
    kernel: set[str] = set()
    for id in _successors_first(moves):
        if kernel.isdisjoint(moves[id]):
            kernel.add(id)
    return kernel


def grundy_of(moves: SuccessorLists) -> dict[str, int]:
    """Return Grundy values by the definition: the smallest number that no successor has."""
    values: dict[str, int] = {}
    for id in _successors_first(moves):
        taken = {values[after] for after in moves[id]}
        values[id] = min(set(range(len(taken) + 1)) - taken)
    return values


def _levels_of_run(graph: GameGraph) -> dict[str, int]:
    """Return by position its level, as the kernel algorithm found it."""
    found: dict[str, int] = algorithms.trace(graph, KERNEL.name).result["levels"]
    return found


def _grundy_of_run(graph: GameGraph) -> dict[str, Score]:
    """Return by position its Grundy value at the end of the run."""
    run = algorithms.trace(graph, KERNEL.name)
    return dict(run.scores_at(len(run) - 1))


def _kernel_of_run(graph: GameGraph, method: str = "levels") -> set[str]:
    """Return the positions that the last step of the run marks as the kernel."""
    run = algorithms.trace(graph, KERNEL.name, method=method)
    return set(run[len(run) - 1].activity)


def _acyclic_graphs() -> list[GameGraph]:
    """Return the random graphs that have no cycle."""
    return [graph for graph in graphs(cycles=False) if nx.is_directed_acyclic_graph(graph.to_networkx())]


# ---- in the order of the slides


def tree_values(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that either player can secure the value of a tree found by maximum and minimum."""
    graph = scene.graph
    result = algorithms.trace(graph, "strategies").result
    value = value_of_tree(graph, str(graph.root))
    yield same("value of the root, and what Max can secure", value, result["max_min"])
    yield same("value of the root, and what Min can secure", value, result["min_max"])
    yield every(f"the same on {GRAPHS} generated trees", trees(), _is_value_secured)


def _is_value_secured(tree: GameGraph) -> bool:
    """Return whether both strategies that the program found secure the value of the root."""
    result = algorithms.trace(tree, "strategies").result
    return bool(result["max_min"] == result["min_max"] == value_of_tree(tree, str(tree.root)))


def progressively_finite(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that there is no cycle, and that the longest play is as long as the level of the start."""
    graph = scene.graph
    yield same("there is no cycle", True, nx.is_directed_acyclic_graph(graph.to_networkx()))
    longest = nx.dag_longest_path_length(graph.to_networkx())
    yield same(
        "the longest play, in moves, and the level of the start", longest, _levels_of_run(graph)[str(graph.root)]
    )
    yield same("a graph with a cycle is refused", True, _is_cycle_refused())


def _is_cycle_refused() -> bool:
    """Return whether the kernel algorithm refuses a graph with a cycle."""
    try:
        algorithms.trace(games.generate("cycle", length=4), KERNEL.name)
    except GraphError:
        return True
    return False


def reachability(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare, by recursion and by the solver, whether White can force the piece to the goal."""
    cases = [scene.graph, *(games.generate("reachability", seed=seed) for seed in range(1, 9))]
    about = "winners by plain recursion and by the solver, the scene first"
    yield every(about, cases, lambda graph: value_of_tree(graph, str(graph.root)) == solve(graph).score)


def takeaway(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that exactly the multiples of 5 are winning, in the sense of the slides."""
    graph = games.generate("takeaway", stones="40")
    wins = {int(id) for id in _kernel_of_run(graph)}
    yield same("winning positions from 0 to 40", set(range(0, 41, 5)), wins)
    yield same("the same by the definition of a kernel", wins, {int(id) for id in kernel_of(_successor_lists(graph))})


def coins(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the winning and the losing positions that the slides name."""
    wins = {int(id) for id in _kernel_of_run(scene.graph)}
    named = {4, 9, 16, 25, 36, 41, 6, 0}
    yield same("winning: 4, 9, 16, 25, 36, 41 by the rules, then 6 and 0", named, named & wins)
    yield same("losing: the seventeen numbers of the slide, then 1 and 5", 19, len((LOSING | {1, 5}) - wins))
    direct = {
        n for n in range(41) if n not in {4, 9, 16, 25, 36} and any(_wins_at_once(n + coin) for coin in (1, 2, 5))
    }
    yield same("positions with a move that wins at once", LOSING, direct)


def _wins_at_once(total: int) -> bool:
    return total > 40 or (total > 1 and total in {4, 9, 16, 25, 36})


def strategy(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the moves in the run are a winning strategy; there may be several such moves."""
    moves, kernel = _successor_lists(scene.graph), _kernel_of_run(scene.graph)
    run = algorithms.trace(scene.graph, KERNEL.name)
    shown = {step.move[0]: step.move[1] for step in run if step.move}
    outside = [id for id in moves if id not in kernel]
    yield same("positions with a move of the strategy, and those outside the kernel", set(outside), set(shown))
    yield every("moves of the strategy, which lead into the kernel", outside, lambda id: shown.get(id) in kernel)
    yield every(
        "positions from which the strategy wins whatever the opponent does", outside, _strategy_wins(shown, moves)
    )
    loses = {id for id, wins in _mover_wins(moves).items() if not wins}
    yield same("positions that lose for the player to move, and the kernel", loses, kernel)
    several = [id for id in outside if len(kernel.intersection(moves[id])) > 1]
    yield same("some position has more than one move into the kernel", True, bool(several))


def _strategy_wins(strategy: Mapping[str, str], moves: SuccessorLists) -> Callable[[str], bool]:
    """Return a test of whether a strategy wins every play from a position."""
    wins: dict[str, bool] = {}
    for id in _successors_first(moves):
        chosen = strategy.get(id)
        wins[id] = chosen in moves[id] and all(wins[after] for after in moves[str(chosen)])
    return wins.__getitem__


def _mover_wins(moves: SuccessorLists) -> dict[str, bool]:
    """Return by position whether the player to move wins; a player without a move has lost."""
    wins: dict[str, bool] = {}
    for id in _successors_first(moves):
        wins[id] = not all(wins[after] for after in moves[id])
    return wins


def kernel_definition(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that exactly one set of positions is a kernel, and that the program finds it."""
    graph = scene.graph
    moves = _successor_lists(graph)
    fits = [
        set(some)
        for size in range(len(moves) + 1)
        for some in combinations(moves, size)
        if _is_kernel(set(some), moves)
    ]
    yield same(f"kernels among all {2 ** len(moves):,} sets of positions of the scene", 1, len(fits))
    yield same("the kernel, and what the program finds", fits[0] if fits else set(), _kernel_of_run(graph))


def _is_kernel(some: set[str], moves: SuccessorLists) -> bool:
    """Return whether a position is in the set just where none of its successors is."""
    return all((id in some) == some.isdisjoint(after) for id, after in moves.items())


def induction(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the proof builds the kernel with "no edge", but not with "an edge", as printed."""
    moves = _successor_lists(scene.graph)
    kernel = kernel_of(moves)
    yield same('the kernel by the proof, with "no edge"', kernel, by_induction(moves, joins_with_an_edge=False))
    yield same("the program's run of the proof finds the kernel", kernel, _kernel_of_run(scene.graph, "induction"))
    printed = by_induction(moves, joins_with_an_edge=True)
    yield same('with "an edge", as printed, the set is a kernel', False, _is_kernel(printed, moves))


def by_induction(moves: SuccessorLists, *, joins_with_an_edge: bool) -> set[str]:
    """Return the set that the proof builds, node by node, from the end of the play."""
    first, *rest = _successors_first(moves)
    kernel = {first}
    for id in rest:
        if bool(kernel.intersection(moves[id])) == joins_with_an_edge:
            kernel.add(id)
    return kernel


def levels(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the level is the longest path to a sink, and that labels by levels are the kernel."""
    yield from _compare_levels(scene.graph, "the scene")
    yield from _compare_levels(games.generate("coins"), "the coin game")


def _compare_levels(graph: GameGraph, about: str) -> Iterator[Finding]:
    """Compare a graph's levels with longest paths, and its winning labels with the kernel."""
    moves, longest = _successor_lists(graph), dict[str, int]()
    for id in _successors_first(moves):
        longest[id] = max((longest[after] + 1 for after in moves[id]), default=0)
    found, kernel = _levels_of_run(graph), kernel_of(moves)
    yield every(f"level and longest path to a sink, {about}", graph.ids, lambda id: found[id] == longest[id])
    yield same(f"positions labelled winning, and the kernel, {about}", kernel, _kernel_of_run(graph))
    low = {level: {id in kernel for id in moves if found[id] == level} for level in (0, 1)}
    yield same(f"all of level 0 winning, all of level 1 losing, {about}", "yes, no", _uniform_text(low))


def _uniform_text(low: dict[int, set[bool]]) -> str:
    """Say of levels 0 and 1 whether all their positions are in the kernel, none, or some."""
    return ", ".join("yes" if low[level] == {True} else "no" if low[level] == {False} else "mixed" for level in (0, 1))


def kernel_theorem(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that every game graph without cycles has one kernel."""
    graph = scene.graph
    yield same(
        "the kernel of the scene, by the definition and by the program",
        kernel_of(_successor_lists(graph)),
        _kernel_of_run(graph),
    )
    about = "generated graphs without cycles on which both find the same"
    yield every(about, _acyclic_graphs(), lambda graph: kernel_of(_successor_lists(graph)) == _kernel_of_run(graph))


def grundy(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare Grundy values by the definition and by the program; in Nim with the nim-sums."""
    graph = scene.graph
    found = _grundy_of_run(graph)
    by_definition = grundy_of(_successor_lists(graph))
    yield every(
        "Grundy values, by the definition and by the program", graph.ids, lambda id: found[id] == by_definition[id]
    )
    nim = _grundy_of_run(games.generate("nim", heaps="1,2,3"))
    yield every("positions of Nim whose Grundy value is the nim-sum", nim, lambda id: nim[id] == _nim_sum(id))


def _nim_sum(id: str) -> int:
    total = 0
    for heap in map(int, id.split(",")):
        total ^= heap
    return total


def grundy_kernel(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the run gives Grundy value 0 exactly to the positions that it marks as the kernel."""
    for graph, about in ((scene.graph, "the scene"), (games.generate("coins"), "the coin game")):
        yield same(
            f"positions with Grundy value 0, and the kernel, {about}", _kernel_of_run(graph), _zero_positions(graph)
        )
        yield same(
            f"the same, and the kernel by the definition, {about}",
            kernel_of(_successor_lists(graph)),
            _zero_positions(graph),
        )
    about = "generated graphs without cycles on which the two are the same"
    yield every(about, _acyclic_graphs(), lambda graph: _zero_positions(graph) == _kernel_of_run(graph))


def _zero_positions(graph: GameGraph) -> set[str]:
    """Return the positions with Grundy value 0 in the run."""
    return {id for id, value in _grundy_of_run(graph).items() if value == 0}
