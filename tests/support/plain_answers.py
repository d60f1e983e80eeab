"""What questions about traces are held to: the answers by plain algorithms, slow and short, for small graphs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import permutations, product

from support.oracle import scores_of, unfold
from support.partly_open import BOUNDS, bound_by_oracle, completions, is_final, open_ids

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score

Side = tuple[str, int]  # a bound of a node: the lower one, 0, or the upper one, 1


def backed_up(graph: GameGraph, before: Mapping[str, Score], mirror: Mapping[str, Score]) -> dict[str, Score]:
    """One sweep; `mirror` is what successors show after a move."""
    after: dict[str, Score] = {}
    for node, row, sense in zip(graph.nodes, graph.successors, graph.orientation, strict=True):
        if node.score is not None:
            after[node.id] = node.score
        elif not row:
            after[node.id] = before[node.id]
        else:
            values = [mirror[graph.ids[other]] * graph.sign for other in row]
            after[node.id] = max(values) if sense > 0 else min(values)
    return after


def sweeps_of_scores(graph: GameGraph, endless: Score, count: int) -> list[dict[str, Score]]:
    """s_0, s_1, …, in a negamax graph with endless play worth the opposite after every move."""
    mine: dict[str, Score] = dict.fromkeys(graph.ids, endless)
    other: dict[str, Score] = dict.fromkeys(graph.ids, endless * graph.sign)
    rows = [mine]
    for _ in range(count):
        mine, other = backed_up(graph, mine, other), backed_up(graph, other, mine)
        rows.append(mine)
    return rows


def memo_calls(graph: GameGraph) -> list[tuple[str, Score, frozenset[str]]]:
    """What Algorithm 7.2 of Kars stores for inner nodes, in order: node, value, dependency set."""
    memo: dict[str, tuple[Score, frozenset[str]]] = {}
    made: list[tuple[str, Score, frozenset[str]]] = []

    def search(id: str, path: tuple[str, ...]) -> tuple[Score, frozenset[str]]:
        if id in path:
            return 0, frozenset((id,))
        if id in memo and memo[id][1] <= {*path}:
            return memo[id]
        node, index = graph.node(id), graph.index[id]
        if node.score is not None or node.kind is Kind.OPEN:
            return node.score or 0, frozenset()
        answers = [search(graph.ids[other], (*path, id)) for other in graph.successors[index]]
        values = [graph.sign * value for value, _ in answers]
        best = max(values) if graph.orientation[index] > 0 else min(values)
        memo[id] = best, frozenset().union(*(needs for _, needs in answers)) - {id}
        made.append((id, *memo[id]))
        return memo[id]

    search(graph.root, ())
    return made


def path_calls(graph: GameGraph) -> list[tuple[str, Score]]:
    """What Algorithm 6.7 of Kars returns for inner nodes, in order."""
    made: list[tuple[str, Score]] = []

    def search(id: str, path: tuple[str, ...]) -> Score:
        node, index = graph.node(id), graph.index[id]
        if id in path:
            return 0
        if node.score is not None:
            return node.score
        values = [graph.sign * search(graph.ids[other], (*path, id)) for other in graph.successors[index]]
        made.append((id, max(values) if graph.orientation[index] > 0 else min(values)))
        return made[-1][1]

    search(graph.root, ())
    return made


def reordered(graph: GameGraph) -> Iterator[GameGraph]:
    """The graph with the moves of each node in every order."""
    rows = [list(permutations(row)) for row in graph.successors]
    for chosen in product(*rows):
        moves = tuple((graph.ids[index], graph.ids[other]) for index, row in enumerate(chosen) for other in row)
        yield graph.replace(moves=moves)


def rule_takes(graph: GameGraph, bounds: Mapping[str, tuple[Score, Score]], lost: set[Side]) -> Iterator[Side]:
    """The bounds that rule 3 or rule 4 of Loops, Part 2, may take next, where some are lost already."""
    for node in graph.nodes:
        if graph.successors_of(node.id) and bounds[node.id][0] != bounds[node.id][1]:
            for side in (0, 1):
                if (node.id, side) not in lost and causes(graph, bounds, lost, node.id, side):
                    yield node.id, side


def causes(
    graph: GameGraph, bounds: Mapping[str, tuple[Score, Score]], lost: set[Side], id: str, side: int
) -> list[Side]:
    """The lost bounds of successors because of which a bound is lost; none if it is final."""

    def seen(other: str, side: int) -> Side:
        """The bound of a successor that is this one from the view of the node."""
        return other, side if graph.sign > 0 else 1 - side

    def worth(other: str, side: int) -> Score:
        return graph.sign * bounds[other][seen(other, side)[1]]

    below = [other.id for other in graph.successors_of(id)]
    mine = 1 if graph.node(id).kind is Kind.MIN else 0
    if side == mine:  # rule 3: a successor can become better
        sense = -1 if mine else 1
        better = [other for other in below if sense * worth(other, 1 - mine) > sense * bounds[id][mine]]
        return [seen(other, side) for other in better if seen(other, side) in lost]
    holding = [seen(other, side) for other in below if worth(other, side) == bounds[id][side]]
    return holding if lost.issuperset(holding) else []  # rule 4: no successor that holds the bound is final


def worth_expanding(graph: GameGraph, *, is_exact: bool = False) -> set[str]:
    """The open nodes to which the rules lead from a bound of the root that is not final, from cause to cause."""
    low, high = scores_of(graph, -math.inf), scores_of(graph, math.inf)
    bounds = {id: (low[id], high[id]) for id in graph.ids}
    lost = {(id, side) for id in open_ids(graph) for side in (0, 1)}
    if is_exact:
        lost |= {(id, side) for id in graph.ids for side, bound in enumerate(BOUNDS) if not is_final(graph, id, bound)}
    while not is_exact and (taken := {*rule_takes(graph, bounds, lost)}):
        lost |= taken
    reached = {(str(graph.root), side) for side in (0, 1)} & lost
    while more := {cause for bound in reached for cause in causes(graph, bounds, lost, *bound)} - reached:
        reached |= more
    return {id for id, _ in reached} & {*open_ids(graph)}


def to_the_end(graph: GameGraph, start: str, score: Score) -> int:
    """In how many moves the player who is better off gets the score of a node at least."""
    unfolded = unfold(graph)
    hero = 1 if score > 0 else -1
    level = {at: 0 for at, worth in unfolded.score.items() if hero * worth >= hero * score}
    while (start, 1) not in level:
        found = dict(level)
        for at, nexts in unfolded.moves.items():
            some = any if unfolded.player[at] == hero else all
            if nexts and at not in level and some(next in level for next in nexts):
                found[at] = 1 + max(level.values())
        level = found
    return level[start, 1]


def can_change(graph: GameGraph, root: str, bound: str, ids: frozenset[str]) -> bool:
    return len({bound_by_oracle(each, root, bound) for each in completions(graph, sorted(ids))}) > 1


def levels_to(plain: GameGraph, hero: Kind, targets: set[str]) -> dict[str, int]:
    """In how many moves a player forces play to one of some nodes."""
    level = dict.fromkeys(targets, 0)
    while True:
        new = {
            node.id: 1 + max(level.values())
            for node in plain.nodes
            if node.kind.is_inner
            and node.id not in level
            and (any if node.kind is hero else all)(other.id in level for other in plain.successors_of(node.id))
        }
        if not new:
            return level
        level |= new
