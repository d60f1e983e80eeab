"""The games from the command line: their answers, and how far long work is."""

from __future__ import annotations

import json
import re

import pytest
from support.command import lines_of

from explorer import formats


@pytest.mark.parametrize(
    ("reference", "score"),
    [
        ("tic-tac-toe", 0),
        ("hexapawn", -1),
        ("dodgem", 1),
        ("morris", 1),
        ("nim?heaps=1,2,3", -1),
        ("openspiel?name=tic_tac_toe", 0),
    ],
)
def test_solve_prints_the_score_of_the_start(run, reference, score):
    code, out, err = run("solve", f"game:{reference}", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["score"] == score == found["scores"][found["root"]]


def test_of_a_game_that_is_not_expanded_whole_the_score_of_the_start_is_an_interval(run):
    found = json.loads(run("solve", "game:number-game?positions=20", "--json")[1])
    assert (found["score"], found["interval"]) == (None, [3, 5])


def test_the_default_chess_ending_is_known_to_be_won_though_positions_are_open(run):
    _, out, _ = run("solve", "game:chess-ending")
    assert re.match(r"root .*, score 1: [\d,]+ nodes are open, and the score does not depend on that", out)


def test_a_graph_is_written_with_its_board_and_its_answer(run, tmp_path):
    code, _, _ = run("generate", "hexapawn", "-o", tmp_path / "x.game.json")
    graph = formats.read(tmp_path / "x.game.json")
    assert code == 0
    assert graph.expected == {"scores": {"BBB/.../WWW W": -1}}
    assert graph.nodes[0].extra["board"] == "BBB...WWW"


@pytest.mark.parametrize(
    "command",
    [["solve", "game:tic-tac-toe"], ["check", "game:nim?heaps=10,10,10"]],
)
def test_long_work_says_how_far_it_is_on_a_terminal(run, terminal, command):
    code, out, err = run(*command)
    lines = lines_of(err)
    assert (code, bool(out)) == (0, True)
    assert len(lines) >= 3
    told = [re.fullmatch(r"([\d,]+) positions expanded, of (6,000|1,331) at most", line) for line in lines]
    assert all(told)
    done = [int(words[1].replace(",", "")) for words in told if words]
    assert done == sorted(set(done))
