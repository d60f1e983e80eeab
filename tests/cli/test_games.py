"""The games from the command line: their answers, and how far long work is."""

from __future__ import annotations

import json
import re

import pytest
from support.command import is_one_sentence, lines_of

from explorer import formats


@pytest.mark.parametrize(
    ("reference", "score"),
    [
        ("tic-tac-toe", 0),
        ("tic-tac-toe?mirrored=no", 0),
        ("mnk?rows=2&columns=3&k=2", 1),
        ("hexapawn", -1),
        ("dodgem", 1),
        ("l-game", 0),
        ("morris", 1),
        ("nim?heaps=1,2,3", -1),
        ("openspiel?name=tic_tac_toe", 0),
        ("openspiel?name=y(board_size=2)", 1),
        ("openspiel?name=connect_four(rows=3,columns=3,x_in_row=3)", 0),
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


def test_the_l_game_is_solved_whole(run):
    scores = json.loads(run("solve", "game:l-game", "--json")[1])["scores"].values()
    assert [list(scores).count(score) for score in (-1, 1, 0)] == [29, 1_006, 1_261]


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("openspiel?name=backgammon", "it has chance moves"),
        ("openspiel?name=go(board_size=2)", "merged=no"),
        ("chess-ending?fen=8/8/8/8/8/8/8/8 w - - 0 1", "no white king"),
        ("l-game?positions=200001", "between 1 and 200000"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(run, reference, words):
    code, out, err = run("solve", f"game:{reference}")
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
    assert words in err


def test_a_graph_is_written_with_its_board_and_its_answer(run, tmp_path):
    code, _, _ = run("generate", "hexapawn", "-o", tmp_path / "x.game.json")
    graph = formats.read(tmp_path / "x.game.json")
    assert code == 0
    assert graph.expected == {"scores": {"BBB/.../WWW W": -1}}
    assert graph.nodes[0].extra["board"] == "BBB...WWW"


@pytest.mark.parametrize(
    "command",
    [["solve", "game:tic-tac-toe"], ["check", "game:nim?heaps=10,10,10"], ["generate", "tic-tac-toe", "mirrored=no"]],
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


def test_a_game_of_one_s_own_says_how_far_it_is(run, terminal, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from explorer import Rules\n"
        "class Up(Rules):\n"
        "    negamax, initial = True, 0\n"
        "    def moves(self, number): return [number + 1]\n",
        encoding="utf-8",
    )
    err = run("check", f"{path}:Up?positions=500")[2]
    assert lines_of(err) == [f"{done} positions expanded, of 500 at most" for done in (200, 400)]
