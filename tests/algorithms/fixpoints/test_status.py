from __future__ import annotations

import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import game, game_graphs, game_trees, thorough
from support.oracle import scores_of, unfold
from support.three_valued import three_valued

from explorer.algorithms import find, trace
from explorer.algorithms.fixpoints.status import LEAVES, LEFT, LINES, PSEUDOCODE, WAITS
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind

WORDS = {1: "win", 0: "draw", -1: "loss"}
MAX_CASES = {
    "win": lambda found: "win" in found,
    "loss": lambda found: set(found) == {"loss"},
    "draw": lambda found: "draw" in found and "win" not in found,
}
MIN_CASES = {
    "win": lambda found: set(found) == {"win"},
    "loss": lambda found: "loss" in found,
    "draw": lambda found: "draw" in found and "loss" not in found,
}
MOVER_CASES = {
    "win": lambda found: "loss" in found,
    "loss": lambda found: set(found) == {"win"},
    "draw": lambda found: "loss" not in found and set(found) != {"win"},
}
CASES = {Kind.MAX: MAX_CASES, Kind.MIN: MIN_CASES, Kind.MOVER: MOVER_CASES}


def labels(graph: GameGraph, **options: str) -> dict[str, str]:
    return trace(graph, "status", **options).result["status"]


@examples(200)
@given(game_graphs(max_open=1).map(three_valued))
def test_labels_are_the_scores_of_the_oracle(graph: GameGraph):
    run = trace(graph, "status")
    truth = scores_of(graph)
    assert run.result["status"] == {id: WORDS[score] for id, score in truth.items()}
    assert run.scores_at(len(run) - 1) == truth


@thorough
@given(game_graphs().map(three_valued))
def test_the_line_of_a_step_is_the_case_that_holds_when_it_is_labelled(graph: GameGraph):
    run = trace(graph, "status")
    for number, step in enumerate(run.steps[:-1]):
        if step.line in (LEAVES, WAITS, LEFT):
            continue
        node = graph.node(step.focus)
        assert LINES[node.kind, next(case for (kind, case), line in LINES.items() if line == step.line)] == step.line
        below = [
            WORDS[run.scores_at(number)[o.id]] for o in graph.successors_of(node.id) if o.id in run.scores_at(number)
        ]
        word = WORDS[step.scores[node.id]]
        assert CASES[node.kind][word](below)
        assert word in PSEUDOCODE[step.line - 1].split("→")[-1]
        assert f"is a {word}" in step.caption


def outcome_in(graph: GameGraph, moves: int) -> dict[tuple[str, int], int]:
    """Who can force an end in at most so many moves, by position of the unfolded game: 1 Max, -1 Min."""
    unfolded = unfold(graph)
    won = {here: score for here, score in unfolded.score.items() if score}
    for _ in range(moves):
        sides = {here: {won.get(other) for other in after} for here, after in unfolded.moves.items() if after}
        more = {
            here: player
            for here, found in sides.items()
            for player in (1, -1)
            if player in found and (unfolded.player[here] == player or found == {player})
        }
        won = more | won
    return won


@thorough
@given(game_graphs(max_inner=4).map(three_valued))
def test_the_distance_is_the_least_number_of_moves_in_which_the_winner_forces_the_end(graph: GameGraph):
    result = trace(graph, "status").result
    known = [outcome_in(graph, moves) for moves in range(len(graph.nodes) + 1)]
    for node in graph.nodes:
        first = next((moves for moves, won in enumerate(known) if (node.id, 1) in won), None)
        assert result["distance"].get(node.id) == (0 if node.score == 0 else first)


# ---- the two definitions


@thorough
@given(game_trees(conventions=(Convention.NEGAMAX,)).map(three_valued))
def test_seen_from_max_the_labels_of_a_negamax_tree_change_with_every_level(graph: GameGraph):
    own, status = labels(graph), labels(graph, labels="status")
    depth = {graph.root: 0}
    for source, target in graph.moves:  # parents come first in these trees
        depth[target] = depth[source] + 1
    turned = {"win": "loss", "loss": "win", "draw": "draw"}
    assert status == {id: turned[word] if depth[id] % 2 else word for id, word in own.items()}
    assert trace(graph, "status", labels="status").result["labels"] == "status"
    assert labels(graph, labels="mstatus") == own


# ---- limits and words


@pytest.mark.parametrize("score", [2, -3, 0.5])
def test_a_leaf_that_is_no_win_draw_or_loss_is_named(score: float):
    graph = game("a", a="max b c", b=1, c=score)
    problem = find("status").obstacle(graph)
    assert problem is not None
    assert problem.node == "c"
    with pytest.raises(GraphError, match=r"leaf c .* must score 1 \(win\), 0 \(draw\) or −1 \(loss\)"):
        trace(graph, "status")


def test_a_loop_with_a_way_out_as_text():
    graph = game("a", a="max b c", b=0, c="min d a", d=1)
    assert [step.caption for step in trace(graph, "status")] == [
        "b is a leaf with score 0: draw.",
        "d is a leaf with score 1: win.",
        "Max node a: its successor b is a draw, which does not decide; 1 successor left to examine.",
        "Min node c: its successor d is a win, which does not decide; 1 successor left to examine.",
        "1 successor of a was left when no case held any more: neither player can force a win at a, so it is a draw.",
        "1 successor of c was left when no case held any more: neither player can force a win at c, so it is a draw.",
        "Every node is labelled: 1 win, 3 draws, 0 losses. The root, a, is a draw.",
    ]


def test_with_open_nodes_nothing_is_said_of_the_whole_game():
    graph = game("a", a="max b c", b="open", c="min a b")
    captions = [step.caption for step in trace(graph, "status")]
    assert (
        "2 successors of a were left when no case held any more: as far as the graph is expanded, neither player can"
        in captions[0]
    )
    assert captions[-1] == (
        "Every node is labelled, with open nodes counted as endless play: 0 wins, 3 draws, 0 losses. "
        "The root, a, is a draw."
    )
    solved = [step.caption for step in trace(graph, "retrograde")][-1]
    assert "Min cannot force an end there, as far as the graph is expanded. With" in solved
    assert "With endless play worth 0 and open nodes counted as endless play, the score of the root, a, is 0." in solved
