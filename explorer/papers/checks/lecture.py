"""Checks of the lecture on game playing (chapter S:VII): the pseudocode of the slides, carried out line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from explorer import algorithms, games
from explorer.algorithms.searches.alpha_beta import AlphaBeta
from explorer.algorithms.searches.windows import Window
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.papers.checks.trials import GENERATED, GRAPHS, trees, value_of_tree
from explorer.papers.finding import Finding, Heartbeat, every, same
from explorer.solver import solve

WIN, LOSS, DRAW = "win", "loss", "draw"
LABELS = {1: WIN, 0: DRAW, -1: LOSS}

LeafLog = list[str]  # the leaves that were evaluated, in order


def _three_valued_trees() -> list[GameGraph]:
    """Return random trees whose leaves score −1, 0 or 1."""
    return [games.generate("tree", depth=4, scores="-1, 0, 1", seed=seed) for seed in range(1, GRAPHS + 1)]


def _two_valued_trees() -> list[GameGraph]:
    """Return random trees whose leaves score −1 or 1."""
    return [games.generate("tree", depth=4, scores="-1, 1", seed=seed) for seed in range(1, GRAPHS + 1)]


def _root_id(tree: GameGraph) -> str:
    return str(tree.root)


def _successors(tree: GameGraph, id: str) -> list[str]:
    return tree.ids_after(id)


def _has_kind(tree: GameGraph, id: str, kind: Kind) -> bool:
    return tree.node(id).kind is kind


def _leaf_score(tree: GameGraph, id: str) -> Score:
    """Return the score of a leaf, 0 for an inner node."""
    score = tree.node(id).score
    return 0 if score is None else score


# ---- trees and labels


def definition_80(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that all inner nodes of a level are of one type, and that types alternate."""
    tree = scene.graph
    levels = [[_root_id(tree)]]
    while levels[-1]:
        levels.append([after for id in levels[-1] for after in _successors(tree, id)])
    yield same("every node is on one level", sorted(tree.ids), sorted(id for level in levels for id in level))
    kinds = [{tree.node(id).kind for id in level} - {Kind.LEAF} for level in levels]
    types = [" ".join(sorted(kind)) for kind in kinds if kind]
    alternating = [(Kind.MAX, Kind.MIN)[number % 2] for number in range(len(types))]
    yield same("types of the levels with inner nodes, from the root", list(map(str, alternating)), types)


def status(tree: GameGraph, id: str) -> str:
    """Return a node's label of Definition 81, case by case."""
    below = [status(tree, after) for after in _successors(tree, id)]
    if not below:
        return LABELS[int(_leaf_score(tree, id))]
    best, worst = (WIN, LOSS) if _has_kind(tree, id, Kind.MAX) else (LOSS, WIN)
    if best in below:
        return best
    return worst if all(label == worst for label in below) else DRAW


def labels_of_run(tree: GameGraph, labels: str = "status") -> dict[str, str]:
    """Return the labels of all nodes at the end of the run of the status."""
    run = algorithms.trace(tree, "status", labels=labels)
    return {id: LABELS[int(score)] for id, score in run.scores_at(len(run) - 1).items()}


def definition_81(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the program's labels are those of the definition."""
    tree = scene.graph
    shown, found = labels_of_run(tree), algorithms.trace(tree, "status", labels="status").result["status"]
    yield every(
        "labels, by the definition and as the run shows them", tree.ids, lambda id: shown[id] == status(tree, id)
    )
    yield same("labels, as the run shows them and in its result", shown, dict(found))
    yield every(f"the label of the root on {GRAPHS} generated trees", _three_valued_trees(), _has_right_root_label)


def _has_right_root_label(tree: GameGraph) -> bool:
    return labels_of_run(tree)[_root_id(tree)] == status(tree, _root_id(tree))


def mstatus(tree: GameGraph, id: str) -> int:
    """Return a node's label of Definition 83 as 1, 0 or -1, from the view of the player to move."""
    below = [mstatus(tree, after) for after in _successors(tree, id)]
    if not below:
        return int(_leaf_score(tree, id)) * (1 if _is_max_to_move(tree, id) else -1)
    return 1 if -1 in below else -1 if set(below) == {1} else 0


def _is_max_to_move(tree: GameGraph, id: str) -> bool:
    """Return whether it is Max's turn; at a leaf, whether the move there was Min's."""
    before = next((a for a, b in tree.moves if b == id), None)
    return (
        _has_kind(tree, id, Kind.MAX) if before is None or _successors(tree, id) else _has_kind(tree, before, Kind.MIN)
    )


def definition_83(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the program's labels by the definition, and by the formula of the remark."""
    tree = scene.graph
    shown = labels_of_run(tree, "mstatus")
    about = "labels, by the definition and as the run shows them"
    yield every(about, tree.ids, lambda id: shown[id] == LABELS[mstatus(tree, id)])
    inner = [id for id in tree.ids if _successors(tree, id)]
    about = "inner nodes where the label is the largest of the negated labels"
    yield every(
        about, inner, lambda id: mstatus(tree, id) == max(-mstatus(tree, after) for after in _successors(tree, id))
    )


# ---- strategies

TreeStrategy = Mapping[str, str]


def strategies(tree: GameGraph, kind: Kind) -> list[TreeStrategy]:
    """Return all strategies of a player: one successor for each of the player's nodes."""
    own = [id for id in tree.ids if _has_kind(tree, id, kind)]
    return [dict(zip(own, chosen, strict=True)) for chosen in product(*(_successors(tree, id) for id in own))]


def leaves_of(tree: GameGraph, choice: TreeStrategy, id: str) -> list[str]:
    """Return the leaves of a strategy's subtree: one successor of the player's nodes, all of the other's."""
    after = [choice[id]] if id in choice else _successors(tree, id)
    return [leaf for next in after for leaf in leaves_of(tree, choice, next)] or [id]


def _small_trees(count: int = GRAPHS) -> list[GameGraph]:
    """Return random trees of depth 3, few enough nodes to list all strategies."""
    return [games.generate("tree", depth=3, scores="-1, 0, 1", seed=seed) for seed in range(1, count + 1)]


def definition_82(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that Max has a winning strategy exactly where the root is labelled win."""
    tree = scene.graph
    yield same(
        "Max has a strategy all of whose leaves are wins",
        labels_of_run(tree)[_root_id(tree)] == WIN,
        _winning_strategy_count(tree) > 0,
    )
    about = "generated trees where Max has a winning strategy just if the run shows the root as a win"
    yield every(
        about,
        _small_trees(),
        lambda tree: (_winning_strategy_count(tree) > 0) == (labels_of_run(tree)[_root_id(tree)] == WIN),
    )


def _winning_strategy_count(tree: GameGraph) -> int:
    """Return the number of Max's strategies all of whose leaves are wins."""
    plus = strategies(tree, Kind.MAX)
    return sum(all(_leaf_score(tree, leaf) == 1 for leaf in leaves_of(tree, choice, _root_id(tree))) for choice in plus)


def one_play(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that a strategy of Max and one of Min always have exactly one leaf in common."""
    tree = scene.graph
    pairs = list(product(strategies(tree, Kind.MAX), strategies(tree, Kind.MIN)))
    about = "pairs of strategies of Max and Min that have exactly one leaf in common"
    yield every(about, pairs, lambda pair: len(_common_leaves(tree, *pair)) == 1)
    about = f"the leaf of both strategies that the program finds, where its play ends, on the scene and {GENERATED}"
    yield every(about, (tree, *_small_trees()), _plays_to_common_leaf)


def _plays_to_common_leaf(tree: GameGraph) -> bool:
    """Return whether the strategies found meet in one leaf, the last of the best play."""
    found = algorithms.trace(tree, "strategies").result
    return _common_leaves(tree, found["max"], found["min"]) == {found["principal_variation"][-1]}


def _common_leaves(tree: GameGraph, plus: TreeStrategy, minus: TreeStrategy) -> set[str]:
    return set(leaves_of(tree, plus, _root_id(tree))) & set(leaves_of(tree, minus, _root_id(tree)))


def max_min(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare max min and min max over all strategies with the status of the root and the program's strategies."""
    tree, label = scene.graph, labels_of_run(scene.graph)[_root_id(scene.graph)]
    for about, value in zip(
        ("max over T⁺ of min over T⁻", "min over T⁻ of max over T⁺"), _max_min_and_min_max(tree), strict=True
    ):
        yield same(f"status of the root, as the run shows it, and {about}", label, LABELS[int(value)])
    yield every(
        f"what the strategies of the program secure, on the scene and {GENERATED}",
        (tree, *_small_trees()),
        _strategies_secure_status,
    )


def _max_min_and_min_max(tree: GameGraph) -> tuple[Score, Score]:
    """Return the best scores that Max and Min can secure, over all their strategies."""
    root = _root_id(tree)
    secured = [
        min(_leaf_score(tree, leaf) for leaf in leaves_of(tree, plus, root)) for plus in strategies(tree, Kind.MAX)
    ]
    allowed = [
        max(_leaf_score(tree, leaf) for leaf in leaves_of(tree, minus, root)) for minus in strategies(tree, Kind.MIN)
    ]
    return max(secured), min(allowed)


def _strategies_secure_status(tree: GameGraph) -> bool:
    """Return whether the status of the root is secured by all strategies and by those the program found."""
    found = algorithms.trace(tree, "strategies").result
    chosen, worth = (found["max"], found["min"]), _max_min_and_min_max(tree)
    leaves = [[_leaf_score(tree, leaf) for leaf in leaves_of(tree, choice, _root_id(tree))] for choice in chosen]
    secured = min(leaves[0]), max(leaves[1])
    told = found["max_min"], found["min_max"]
    return worth == secured == told and {LABELS[int(value)] for value in worth} == {labels_of_run(tree)[_root_id(tree)]}


# ---- propagation


def definition_84(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the solver's scores are the values that the minimax rule gives by recursion."""
    scores, tree = solve(scene.graph).scores, scene.graph
    yield every("values, by the rule and by the program", tree.ids, lambda id: scores[id] == value_of_tree(tree, id))


def minimax_dfs(tree: GameGraph, id: str, read: LeafLog) -> Score:
    """Return the value of a node by the slides' MINIMAX-DFS, line by line."""
    if not _successors(tree, id):
        read.append(id)
        return _leaf_score(tree, id)
    values = [minimax_dfs(tree, after, read) for after in _successors(tree, id)]
    return max(values) if _has_kind(tree, id, Kind.MAX) else min(values)


def solve_two_valued(tree: GameGraph, id: str, read: LeafLog) -> Score:
    """Return a node's value by the slides' SOLVE, line by line; 1 is a win, -1 a loss."""
    if not _successors(tree, id):
        read.append(id)
        return _leaf_score(tree, id)
    wanted = 1 if _has_kind(tree, id, Kind.MAX) else -1
    for after in _successors(tree, id):
        if solve_two_valued(tree, after, read) == wanted:
            return wanted
    return -wanted


def alpha_beta(tree: GameGraph, id: str, read: LeafLog, low: Score, high: Score) -> Score:
    """Return the value of a node by the slides' ALPHA-BETA, line by line."""
    if not _successors(tree, id):
        read.append(id)
        return _leaf_score(tree, id)
    is_max = _has_kind(tree, id, Kind.MAX)
    for after in _successors(tree, id):
        value = alpha_beta(tree, after, read, low, high)
        low, high = (max(low, value), high) if is_max else (low, min(high, value))
        if low >= high:
            return high if is_max else low
    return low if is_max else high


def _full_window_search(tree: GameGraph, id: str, read: LeafLog) -> Score:
    """Return the value of a node by ALPHA-BETA with the window from −∞ to ∞."""
    return alpha_beta(tree, id, read, NEGATIVE_INFINITY, POSITIVE_INFINITY)


PseudocodeSearch = Callable[[GameGraph, str, LeafLog], Score]
SEARCHES: dict[str, PseudocodeSearch] = {
    "minimax": minimax_dfs,
    "solve": solve_two_valued,
    "alpha-beta": _full_window_search,
}


def _agrees_with_pseudocode(tree: GameGraph, algorithm: str) -> bool:
    """Return whether the program's search finds the value with as many leaves as the pseudocode."""
    run = algorithms.trace(tree, algorithm)
    last = len(run) - 1
    shown = run.scores_at(last)[_root_id(tree)], run[last].counters["leaves"]
    return (run.result["value"], run.result["leaves"]) == shown == _pseudocode_result(tree, algorithm)


def _pseudocode_result(tree: GameGraph, algorithm: str) -> tuple[Score, int]:
    """Return the root's value and the number of evaluated leaves by the pseudocode of an algorithm."""
    read: LeafLog = []
    return SEARCHES[algorithm](tree, _root_id(tree), read), len(read)


def _compare_with_pseudocode(scene: SlideScene, algorithm: str, tried: list[GameGraph]) -> Iterator[Finding]:
    """Compare an algorithm's value and evaluated leaves with those of its pseudocode."""
    value, leaves = _pseudocode_result(scene.graph, algorithm)
    result = algorithms.trace(scene.graph, algorithm).result
    yield same(
        "value of the root, and what the search returns",
        value_of_tree(scene.graph, _root_id(scene.graph)),
        result["value"],
    )
    yield same("value by the pseudocode and by the program", value, result["value"])
    yield same("leaves that the pseudocode and the program evaluate", leaves, result["leaves"])
    about = f"value and leaves by the pseudocode and by the program on {len(tried)} generated trees"
    yield every(about, tried, lambda tree: _agrees_with_pseudocode(tree, algorithm))


def minimax(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that MINIMAX-DFS reads all leaves, and that MINIMAX-BT returns the same with fewer nodes."""
    yield from _compare_with_pseudocode(scene, "minimax", list(trees()))
    dfs, bt = (algorithms.trace(scene.graph, "minimax", variant=name).result for name in ("dfs", "bt"))
    yield same("value of MINIMAX-DFS and of MINIMAX-BT", dfs["value"], bt["value"])
    about = "nodes kept at a time by MINIMAX-BT, and by MINIMAX-DFS"
    yield Finding(about, f"< {dfs['peak']}", f"{bt['peak']}", bt["peak"] < dfs["peak"])


def solve_algorithm(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that SOLVE returns the value and evaluates fewer leaves than MINIMAX."""
    yield from _compare_with_pseudocode(scene, "solve", _two_valued_trees())
    solved, all_leaves = _pseudocode_result(scene.graph, "solve")[1], _pseudocode_result(scene.graph, "minimax")[1]
    yield Finding("leaves of SOLVE, and of MINIMAX", f"< {all_leaves}", f"{solved}", solved < all_leaves)


def alpha_beta_algorithm(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that ALPHA-BETA returns the value, α or β, as its output says, for all windows."""
    yield from _compare_with_pseudocode(scene, "alpha-beta", list(trees()))
    tree, root = scene.graph, _root_id(scene.graph)
    value = value_of_tree(tree, root)
    windows = [(low, high) for low, high in product(range(-2, 16), repeat=2) if low < high]
    about = "windows for which the program returns v, α if v ≤ α, and β if v ≥ β"
    yield every(
        about, windows, lambda window: alpha_beta_result(tree, *window) == min(max(value, window[0]), window[1])
    )
    about = "windows for which the pseudocode returns the same"
    yield every(about, windows, lambda window: alpha_beta_result(tree, *window) == alpha_beta(tree, root, [], *window))
    leaf = next(node.id for node in tree.nodes if node.kind is Kind.LEAF)
    above = _leaf_score(tree, leaf) + 1
    clipped = alpha_beta(tree, leaf, [], above, above + 1) == above
    yield same("a leaf below the window is returned as α", False, clipped)


def alpha_beta_result(tree: GameGraph, low: Score, high: Score) -> Score:
    """Return the result of the program's alpha-beta for the root and a window."""
    search = AlphaBeta(tree, is_hard=True)
    search.window = Window(low, high)
    steps = search.run()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: Score = end.value["value"]
            return value


def overview(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare the leaves of each algorithm of the table: all without pruning, fewer with pruning."""
    kinds = {"two-valued": _two_valued_trees(), "multivalued": list(trees())}
    rows = (
        ("minimax", "two-valued"),
        ("minimax", "multivalued"),
        ("solve", "two-valued"),
        ("alpha-beta", "multivalued"),
    )
    for algorithm, kind in rows:
        every_leaf = sum(tree.count(Kind.LEAF) for tree in kinds[kind])
        read = sum(algorithms.trace(tree, algorithm).result["leaves"] for tree in kinds[kind])
        holds = read == every_leaf if algorithm == "minimax" else read < every_leaf
        sign = "" if algorithm == "minimax" else "< "
        about = f"leaves that {algorithm} evaluates in {len(kinds[kind])} {kind} trees"
        yield Finding(about, f"{sign}{every_leaf:,}", f"{read:,}", holds)


def alpha_bound(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that Min nodes are cut where v ≤ α, the maximum so far of the Max nodes above."""
    yield from _compare_cuts(scene, Kind.MIN)


def beta_bound(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that Max nodes are cut where v ≥ β, the minimum so far of the Min nodes above."""
    yield from _compare_cuts(scene, Kind.MAX)


def _compare_cuts(scene: SlideScene, kind: Kind) -> Iterator[Finding]:
    """Compare the successors that the definition's bound spares with those that the program skips."""
    tree = scene.graph
    spared: set[str] = set()
    _value_within_bounds(tree, _root_id(tree), {Kind.MAX: NEGATIVE_INFINITY, Kind.MIN: POSITIVE_INFINITY}, kind, spared)
    trace = algorithms.trace(tree, "alpha-beta")
    skipped = trace.pruned_at(len(trace) - 1)
    own = {
        id for id in skipped if any(b == id and _has_kind(tree, a, kind) and a not in skipped for a, b in tree.moves)
    }
    sign = "α" if kind is Kind.MIN else "β"
    yield same(
        f"successors not inspected because of the {sign}-bound, by the definition and by the program", spared, own
    )
    yield same("there are some in the scene", True, bool(own))


def _value_within_bounds(tree: GameGraph, id: str, above: Mapping[Kind, Score], kind: Kind, spared: set[str]) -> Score:
    """Return the value of a node, its inspection aborted by the bounds of Definitions 85 and 86."""
    node = tree.node(id)
    if node.kind is Kind.LEAF:
        return _leaf_score(tree, id)
    is_max = node.kind is Kind.MAX
    value: Score = NEGATIVE_INFINITY if is_max else POSITIVE_INFINITY
    rest = _successors(tree, id)
    while rest:
        pick: Callable[[Score, Score], Score] = max if is_max else min
        below = {**above, node.kind: pick(above[node.kind], value)}
        value = pick(value, _value_within_bounds(tree, rest.pop(0), below, kind, spared))
        if value >= above[Kind.MIN] if is_max else value <= above[Kind.MAX]:
            if node.kind is kind:
                spared.update(rest)
            break
    return value
