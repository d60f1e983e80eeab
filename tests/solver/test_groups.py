"""Groups of the nodes of a solved graph, against a count node by node."""

from __future__ import annotations

import math
from collections import Counter

from hypothesis import given
from support.graphs import game_graphs

from explorer.cli import main
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import format_score
from explorer.solver import solve
from explorer.solver.groups import MOST_GROUPS, groupings


@given(game_graphs())
def test_groups_count_every_node_once_under_its_own_words(graph):
    solution = solve(graph)
    rows = Counter[tuple[str, str, str]]()
    for node in graph.nodes:
        is_unsettled = node.id in solution.between
        moves = solution.distance.get(node.id)
        bounds = solution.lower[node.id], solution.upper[node.id]
        rows[
            "depends on open nodes" if is_unsettled else format_score(solution.scores[node.id]),
            "depends on open nodes" if moves is None else "endless" if moves == math.inf else str(int(moves)),
            "open node" if node.kind is Kind.OPEN
            else "depends on open nodes" if is_unsettled
            else "final" if bounds[0] == bounds[1] else "depends on endless play",
        ] += 1  # fmt: skip
    score, moves, finality = groupings(solution)
    words = [map(each.labels.__getitem__, each.codes.tolist()) for each in (score, moves, finality)]
    assert Counter(zip(*words, strict=True)) == rows
    assert all(0 not in each.sizes for each in (score, moves, finality))


def test_many_scores_share_groups_in_their_order():
    count = 1_000
    leaves = {f"n{number}": number for number in range(count)}
    document = {
        "root": "a",
        "nodes": [{"id": "a", "player": "max"}, *({"id": id, "score": score} for id, score in leaves.items())],
        "moves": [["a", id] for id in leaves],
    }
    score = groupings(solve(GameGraph.from_json(document)))[0]
    assert len(score.labels) == MOST_GROUPS
    assert score.labels[0].startswith("0 to ")
    assert score.labels[-1].endswith(" to 999")
    assert sum(score.sizes) == count + 1
    assert (score.codes[2:] >= score.codes[1:-1]).all()


def test_the_command_solve_counts_without_listing_nodes(capsys):
    assert main(["solve", "sample:figure-1", "--counts"]) == 0
    printed = capsys.readouterr().out
    assert "2      1\n" in printed
    assert "depends on endless play  2\n" in printed
    assert "best move" not in printed
