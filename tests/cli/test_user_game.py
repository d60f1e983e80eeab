"""Games by rules on the command line, registered ones and the user's own."""

from __future__ import annotations

import json

import pytest
from support.app import ROOT

from explorer import formats
from explorer.games import user_game

GAME = """\
from explorer import Rules

class Halve(Rules):
    "A number is halved or made one smaller; who cannot has lost."
    title, negamax, initial = "Halve or take one", True, 6

    def moves(self, number):
        return [number // 2, number - 1] if number > 1 else []

    def score(self, number):
        return -1
"""

UP = """\
from explorer import Rules

class Up(Rules):
    "Count on, to a last number if there is one."
    initial = 0

    def __init__(self, *, last: int = -1):
        self.last = last

    def moves(self, number):
        return [] if number == self.last else [number + 1]

    def owner(self, number):
        return "max"

    def score(self, number):
        return 5
"""


@pytest.fixture
def run(run, tmp_path, monkeypatch):
    """A function that runs a command in a folder with mygame.py; its exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mygame.py").write_text(GAME, encoding="utf-8")
    return lambda line: run(*line.split())


def test_every_command_that_takes_a_graph_takes_a_game_of_ones_own(run, tmp_path):
    code, out, err = run("solve mygame.py:Halve --json")
    assert (code, err, json.loads(out)["root"], json.loads(out)["score"]) == (0, "", "6", -1)
    code, out, err = run("check mygame.py")
    assert (code, out.splitlines()[-1], err) == (0, "6 nodes, 9 moves: 0 errors, 0 warnings, 1 note", "")
    assert run("trace mygame.py --algorithm memoised")[0] == 0
    assert run("convert mygame.py x.game.json") == (0, "", "")
    assert run("export mygame.py -o x.svg")[0] == 0
    assert run("link mygame.py")[0] == 0
    assert formats.read(tmp_path / "x.game.json").name == "Halve or take one"


DODGEM = ROOT / "tests/support/dodgem.py"


def test_a_game_of_ones_own_is_expanded_whole_and_its_score_is_true(run):
    code, out, err = run(f"solve {DODGEM} --json")
    found = json.loads(out)
    assert (code, err, found["score"], len(found["scores"])) == (0, "", 1, 1_963)
    assert ("open" in found, found["interval"]) == (False, [1, 1])
    assert run(f"check {DODGEM}")[1].splitlines()[-1] == "1,963 nodes, 5,373 moves: 0 errors, 0 warnings"


@pytest.mark.large
def test_of_a_game_that_is_cut_every_output_says_so(run, tmp_path):
    cut = f"{DODGEM}?positions=60"
    code, out, _ = run(f"solve {cut}")
    assert (code, out.splitlines()[0]) == (
        0, "root b1c1 a2a3 M, score −∞..∞: 71 nodes are open, and the score may depend on that"
    )  # fmt: skip
    found = json.loads(run(f"solve {cut} --json")[1])
    assert (found["score"], found["open"], found["interval"]) == (None, 71, ["-inf", "inf"])
    unsettled = {id for id, score in found["scores"].items() if score is None}
    assert found["root"] in unsettled == set(found["between"])
    assert not unsettled & set(found["best"])
    assert "60 positions of the game are expanded and 71 are open" in run(f"check {cut}")[1]
    _, out, err = run(f"trace {cut} --algorithm memoised --json")
    assert (json.loads(out)["open"], "71 are open" in err) == (71, True)
    assert "71 are open" in run(f"convert {cut} {tmp_path / 'x.game.json'}")[2]
    found = json.loads(run(f"compare {cut} --algorithms memoised --json")[1])
    assert (found["score"], found["open"], found["interval"]) == (None, 71, ["-inf", "inf"])
    assert ": 71 nodes are open" in run(f"compare {cut} --algorithms memoised")[1].splitlines()[0]


def test_a_score_that_open_positions_cannot_change_is_said_to_be_one(run):
    _, out, err = run(f"solve {DODGEM}?positions=1900")
    assert (out.splitlines()[0], err) == (
        "root b1c1 a2a3 M, score 1: 44 nodes are open, and the score does not depend on that",
        "",
    )


def test_a_game_without_end_is_cut_and_more_than_a_million_positions_can_be_asked_for(run, tmp_path, monkeypatch):
    monkeypatch.setattr(user_game, "DEFAULT_POSITIONS", 500)
    (tmp_path / "up.py").write_text(UP, encoding="utf-8")
    assert "score −∞..∞: 1 node is open" in run("solve up.py")[1].splitlines()[0]
    assert json.loads(run("solve up.py?last=700&positions=2000000 --json")[1])["score"] == 5


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve nothing.py:Game", "there is no file 'nothing.py'"),
        ("solve mygame.py:Halve?size=3", "Halve takes no parameter 'size'"),
        ("solve game:number-game?start=0", "start must lie between"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(run, line, words):
    code, out, err = run(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("game-graph-explorer: ")
    assert words in err


SPEAKS = """
from explorer import Rules
print("loaded")
class Speaks(Rules):
    negamax = True
    initial = 5
    def moves(self, n):
        print("asked")
        return [n - 1, n - 2] if n > 1 else []
    def score(self, n):
        return -1
class Leaves(Speaks):
    def moves(self, n):
        exit("bye")
"""


def test_what_rules_print_is_no_result_and_exit_in_them_ends_nothing(run, tmp_path):
    file = tmp_path / "speaks.py"
    file.write_text(SPEAKS, encoding="utf-8")
    code, out, err = run(f"solve {file}:Speaks --json")
    assert (code, json.loads(out)["root"], "asked" in err) == (0, "5", True)
    code, out, err = run(f"solve {file}:Leaves")
    assert (code, out) == (2, "")
    assert "moves() at position 5 failed, line 14: SystemExit: bye" in err
