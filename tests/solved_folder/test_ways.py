"""Plays in a solved folder are those in memory, and reasons are equations that hold."""

from __future__ import annotations

from itertools import pairwise
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import figure_1, game, game_graphs, long_path

from explorer.model.errors import LimitError
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.reasons import reasons
from explorer.solved_folder.ways import best_line, shortest_path
from explorer.solved_folder.writing import write_solution
from explorer.solver import paths, solve


@given(game_graphs(max_open=1))
@examples(40)
def test_plays_are_those_in_memory(graph):
    with TemporaryDirectory() as place:
        write_solution(solve(graph), f"{place}/solved", group=3)
        folder = SolvedFolder(f"{place}/solved")
        for node in graph.ids:
            assert best_line(folder, node) == paths.best_play(graph, node)
            for best in (False, True):
                path = shortest_path(folder, node, best=best)
                assert len(path) == len(paths.shortest_path(graph, node, best=best))
                for one, other in pairwise(path):
                    assert other in graph.ids_after(one)
                    assert not best or folder.node(one).score == folder.sign * folder.node(other).score


def test_a_search_for_a_path_ends(tmp_path):
    graph = long_path(300)
    write_solution(solve(graph), tmp_path / "solved")
    folder = SolvedFolder(tmp_path / "solved")
    assert len(shortest_path(folder, "end")) == 301
    with pytest.raises(LimitError, match="the 100 nodes"):
        shortest_path(folder, "end", most=100)
    assert len(best_line(folder, "v0", most=10)[0]) == 11


def test_reasons_say_what_successors_have(tmp_path):
    write_solution(solve(figure_1()), tmp_path / "solved")
    assert [*reasons(SolvedFolder(tmp_path / "solved"), "a")] == [
        "a has the score 0: Max moves, max{b: −1, c: 0} = 0; play goes on for ever, with the bounds −1 and 2",
        "  c has the score 0: Min moves, min{d: 2, a: 0} = 0; play goes on for ever, with the bounds −1 and 2",
        "    d has the score 2: a leaf",
        "    a has the score 0: Max moves, max{b: −1, c: 0} = 0; play goes on for ever, with the bounds −1 and 2",
    ]
    write_solution(solve(game("a", "negamax", a="mover b c", b="mover d e", c=-1, d=3, e=4)), tmp_path / "solved")
    assert [*reasons(SolvedFolder(tmp_path / "solved"), "a", moves=1)] == [
        "a has the score 3: who moves gets max{−b: 3, −c: 1} = 3; the end is 2 moves away",
        "  b has the score −3: who moves gets max{−d: −3, −e: −4} = −3; the end is 1 move away",
    ]
