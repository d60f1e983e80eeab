"""Games of OpenSpiel come out as OpenSpiel's own algorithms find them, and those of another kind are refused."""

from __future__ import annotations

import sys

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

from explorer import games
from explorer.games import generate
from explorer.model.check import check, errors_in
from explorer.model.errors import GraphError, LibraryError, OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

SMALL = [
    "tic_tac_toe",
    "mnk(m=3,n=3,k=3)",
    "y(board_size=2)",
    "y(board_size=3)",
    "hex(board_size=2)",
    "hex(num_rows=2,num_cols=3)",
    "havannah(board_size=2)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "breakthrough(rows=4,columns=2)",
    "clobber(rows=2,columns=3)",
    "nim(pile_sizes=1;2;3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True)",
    "misere(game=tic_tac_toe())",
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


@pytest.mark.large
@pytest.mark.parametrize("name", SMALL)
def test_positions_with_one_key_have_the_same_moves_and_ends_whatever_their_history(name: str):
    """Along every history, not only the first that was found; the moves are those of the graph, in order."""
    graph = whole(name)
    waiting = [(graph.root, pyspiel.load_game(name).new_initial_state())]
    histories = 0
    while waiting and histories < 2_000:
        id, state = waiting.pop()
        histories += 1
        after = graph.successors_of(id)
        children = [state.child(action) for action in state.legal_actions()]
        assert len(after) == len(children)
        assert [str(child).rstrip() for child in children] == [node.extra["picture"] for node in after]
        assert graph.node(id).score == (state.returns()[0] if state.is_terminal() else None)
        waiting += [(node.id, child) for node, child in zip(after, children, strict=True)]


def test_histories_are_kept_apart_on_request_and_then_the_game_is_a_tree():
    graph, tree = whole("nim(pile_sizes=1;2)"), whole("nim(pile_sizes=1;2)", merged="no")
    assert len(tree.moves) == len(tree.nodes) - 1 > len(graph.nodes)
    assert solve(tree).score == solve(graph).score
    assert (tree.root, tree.nodes[1].id) == ("start", "pile:1, take:1;")


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
        ("phantom_ttt", "cannot be shown: something is hidden"),
        ("matrix_rps", "its players do not move one at a time"),
        ("catch", "and it has 1 player;"),
        ("chinese_checkers(players=3)", "cannot be shown: it has 3 players"),
        ("misere(game=backgammon())", "backgammon of OpenSpiel cannot be shown"),
        ("misere", r"misere needs a game with brackets, as in misere\(game=tic_tac_toe\(\)\)"),
        ("misere(game=tic_tac_toe)", "misere needs a game with brackets"),
        ("efg_game(filename=/etc/passwd)", "cannot be shown: what one player wins is not what the other loses"),
        ("misere(game=efg_game(filename=/etc/passwd))", "efg_game of OpenSpiel cannot be shown"),
        ("chess_960", "OpenSpiel has no game 'chess_960'; choose one of amazons, "),
        ("", "OpenSpiel has no game ''"),
        ("hex(size=3)", "hex has no parameter 'size'; it has board_size"),
        ("hex(board_size=-3)", "hex: board_size must lie between 0 and 1,000, got -3"),
        ("hex(board_size=100000)", "board_size must lie between 0 and 1,000, got 100,000"),
        ("hex(board_size=0)", r"OpenSpiel cannot load 'hex\(board_size=0\)'"),
        ("hex(board_size=three)", "OpenSpiel cannot load .* Wrong type for parameter board_size"),
        ("hex(board_size=3", "OpenSpiel cannot load .* Missing closing bracket"),
        ("amazons(board_size=5)", "OpenSpiel cannot load"),
        ("nim(pile_sizes=1;20000)", "nim: the numbers of pile_sizes must be at most 1,000"),
        ("misere(game=nim(pile_sizes=1;2000000000))", "the numbers of pile_sizes must be at most 1,000"),
        ("misere(game=" * 100, "at most 300 characters"),
    ],
)
def test_a_game_of_another_kind_is_refused_with_the_reason(name: str, sentence: str):
    with pytest.raises(OptionError, match=sentence):
        generate("openspiel", name=name)


def test_without_the_library_the_registry_is_whole_and_the_game_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)  # what makes an import of it fail
    assert "openspiel" in games.registered()
    with pytest.raises(LibraryError, match=r"pip install open_spiel$"):
        generate("openspiel")


def test_moves_names_and_pictures_are_openspiel_s():
    graph = whole("tic_tac_toe")
    rules = graph.rules
    first = rules.moves(rules.initial)[4]
    assert rules.move_name(rules.initial, first) == "x(1,1)"
    assert rules.picture(first) == "...\n.x.\n..."
    assert rules.cells(first) == "....x...."
    assert (rules.name(first), rules.label(first)) == (".../.x./... 1", ".../.x./...")
    assert len(rules.board.cells) == 9
    assert generate("openspiel", name="y(board_size=2)").rules.board is None
    assert len({node.id for node in graph.nodes}) == 5_478


def test_colours_of_a_terminal_are_left_out():
    graph = generate("openspiel", name="twixt(board_size=5)", positions=2)
    assert not any("\x1b" in node.id + node.extra["picture"] + node.name for node in graph.nodes)
