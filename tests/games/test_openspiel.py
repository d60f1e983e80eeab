"""Games of OpenSpiel come out as OpenSpiel's own algorithms find them, and those of another kind are refused."""

from __future__ import annotations

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

from explorer.games import generate
from explorer.model.check import check, errors_in
from explorer.model.errors import GraphError, OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

SMALL = [
    "tic_tac_toe",
    "y(board_size=3)",
    "hex(num_rows=2,num_cols=3)",
    "havannah(board_size=2)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "breakthrough(rows=4,columns=2)",
    "clobber(rows=2,columns=3)",
    "nim(pile_sizes=1;2;3)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)",
    "misere(game=nim(pile_sizes=2;3))",
]
REPEATS = ["go(board_size=2)", "oware(num_houses_per_player=2,num_seeds_per_house=1)"]  # which ends the game


def whole(name: str, merged: str = "yes") -> GameGraph:
    graph = generate("openspiel", name=name, merged=merged, positions=20_000)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return graph


@pytest.mark.large
@pytest.mark.parametrize("name", SMALL)
def test_the_root_has_the_value_of_openspiel_s_alpha_beta(name: str):
    graph = whole(name)
    value, _ = minimax.alpha_beta_search(pyspiel.load_game(name))
    assert solve(graph).score == value
    assert not errors_in(check(graph))


@pytest.mark.parametrize("name", ["y(board_size=3)", "connect_four(rows=3,columns=3,x_in_row=3)"])
def test_every_position_has_the_value_of_openspiel_s_alpha_beta(name: str):
    graph, game = whole(name), pyspiel.load_game(name)
    scores = solve(graph).scores
    states = {graph.root: game.new_initial_state()}
    for id in (waiting := [graph.root]):
        state = states[id]
        value = (
            state.returns()[0]
            if state.is_terminal()
            else minimax.alpha_beta_search(game, state=state, maximizing_player_id=0)[0]
        )
        assert scores[id] == value
        for node, action in zip(graph.successors_of(id), state.legal_actions(), strict=True):
            if node.id not in states:
                states[node.id] = state.child(action)
                waiting.append(node.id)
    assert len(states) == len(graph.nodes)


@pytest.mark.parametrize("name", REPEATS)
def test_a_game_whose_print_does_not_tell_all_is_refused_and_right_with_its_histories(name: str):
    with pytest.raises(GraphError, match=r"prints different positions alike, such as .*apart with merged=no"):
        whole(name)
    value, _ = minimax.alpha_beta_search(pyspiel.load_game(name))
    assert solve(whole(name, merged="no")).score == value


def test_a_game_is_expanded_up_to_the_number_of_positions_that_is_asked_for():
    graph = generate("openspiel", name="chess", positions=3)
    assert [node.kind for node in graph.nodes[:3]] == [Kind.MIN, Kind.MAX, Kind.MAX]  # White is player 1
    assert len(graph.nodes) == 1 + 20 + 2 * 20
    assert graph.nodes[1].label == "1. a3"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("backgammon", "backgammon of OpenSpiel cannot be shown: it has chance moves"),
        ("kuhn_poker", "it has chance moves, and something is hidden from its players"),
        ("matrix_rps", "its players do not move one at a time"),
        ("catch", "and it has 1 player;"),
        ("efg_game(filename=/etc/passwd)", "cannot be shown: what one player wins is not what the other loses"),
        ("chess_960", "OpenSpiel has no game 'chess_960'; choose one of amazons, "),
        ("hex(board_size=100000)", "board_size must lie between 0 and 1,000, got 100,000"),
        ("misere(game=nim(pile_sizes=1;2000000000))", "the numbers of pile_sizes must be at most 1,000"),
    ],
)
def test_a_game_of_another_kind_is_refused_with_the_reason(name: str, sentence: str):
    with pytest.raises(OptionError, match=sentence):
        generate("openspiel", name=name)
