"""A game in a Python file of the user's: what is run, what is passed to it, and one sentence for every mistake."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from explorer import formats
from explorer.app.links import Links
from explorer.app.session.opener import GraphOpener
from explorer.app.session.session import Session
from explorer.games.user_game import UserGame, load_user_game, user_game
from explorer.model.errors import ExplorerError, FormatError, GraphError, OptionError
from explorer.model.graph import Kind
from explorer.scenes.link import unpack
from explorer.scenes.reference import load_reference
from explorer.solver import solve

GAME = """\
from explorer import Rules

class {name}(Rules):
    negamax = True
    def __init__(self, start: int = 3, *, factor: float=1.0, word: "str"="n", other=None, twice: bool=False, less=0):
        self.initial, self.factor, self.word = start * (2 if twice else 1) - less, factor, word
    def moves(self, number):
        return [number - 1] if number else []
    def score(self, number):
        return self.factor
    def name(self, number):
        return self.word + str(number)
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """A function that writes mygame.py into the current folder."""
    monkeypatch.chdir(tmp_path)
    known = set(sys.modules)

    def write_file(text: str) -> Path:
        path = tmp_path / "mygame.py"
        path.write_text(text, encoding="utf-8")
        return path

    yield write_file
    for name in set(sys.modules) - known:
        if name.startswith("user_code_"):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("reference", "parts"),
    [
        ("mygame.py", ("mygame.py", "", "")),
        ("mygame.py:Game", ("mygame.py", "Game", "")),
        ("a b/my.game.py:Game?size=3&x=y", ("a b/my.game.py", "Game", "?size=3&x=y")),
        ("mygame.py?size=3", ("mygame.py", "", "?size=3")),
        ("C:\\games\\mygame.py:Game", ("C:\\games\\mygame.py", "Game", "")),
    ],
)
def test_a_reference_is_a_file_a_class_and_parameters(reference, parts):
    assert user_game(reference) == UserGame(*parts)
    assert str(user_game(reference)) == reference


def test_the_class_is_found_by_its_name_or_alone(write):
    write(GAME.format(name="Game"))
    named = load_reference("mygame.py:Game").require_good()
    assert named == load_reference("mygame.py").require_good()
    assert [node.id for node in named.nodes] == ["n3", "n2", "n1", "n0"]
    assert named.name == "Game"
    assert type(named.rules).__name__ == "Game"


def test_parameters_reach_the_class_as_what_they_are_marked(write):
    write(GAME.format(name="Game"))
    graph = load_reference("mygame.py:Game?start=1&factor=0.5&word=at%2B&positions=2").graph
    assert [(node.id, node.score) for node in graph.nodes] == [("at+1", None), ("at+0", 0.5)]
    assert load_reference("mygame.py?positions=1").graph.nodes[1].kind is Kind.OPEN
    assert graph.rules.initial == 1
    assert load_reference("mygame.py?twice=yes&less=1").graph.rules.initial == 5  # unmarked, as the default is


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("start=many", "start must be a whole number, got 'many'"),
        ("other=3", "Game takes no parameter 'other'; it takes start, factor, word, twice, less"),
        ("twice=7", "twice must be yes or no, got '7'"),
        ("positions=0", "positions must lie between 1 and 10000000"),
    ],
)
def test_an_impossible_parameter_is_one_sentence(write, query, sentence):
    write(GAME.format(name="Game"))
    with pytest.raises(OptionError, match=sentence):
        load_reference(f"mygame.py:Game?{query}")


TWO = GAME.format(name="One") + GAME.format(name="Two")
ONE = "from explorer import Rules\nclass Game(Rules):\n    "

MISTAKES = [
    ("", "mygame.py", r"mygame\.py has no games; write one, as in class Game\(Rules\)"),
    (TWO, "mygame.py", r"mygame\.py has 2 games; choose one of mygame\.py:One, mygame\.py:Two"),
    ("Game = 3", "mygame.py:Game", r"Game in mygame\.py is no game; write class Game\(Rules\)"),
    ("a = 1\nb = (\n", "mygame.py", r"mygame\.py, line 2: '\(' was never closed"),
    ("a = 1\nb = c\n", "mygame.py", r"mygame\.py, line 2: NameError: name 'c' is not defined"),
    (
        "import no_such_module",
        "mygame.py",
        r"mygame\.py, line 1: ModuleNotFoundError: No module named 'no_such_module'",
    ),
    (f"{ONE}def __init__(self, size): pass", "mygame.py", "Game needs a value for 'size'; give it a default"),
    (f"{ONE}def __init__(self):\n        1 / 0", "mygame.py", r"mygame\.py, line 4: Game cannot be made: ZeroDivision"),
]


@pytest.mark.parametrize(("text", "reference", "sentence"), MISTAKES)
def test_a_file_that_is_no_game_is_one_sentence(write, text, reference, sentence):
    write(text)
    with pytest.raises(ExplorerError, match=sentence) as caught:
        load_reference(reference)
    assert "\n" not in str(caught.value)


def test_a_mistake_of_the_rules_names_the_line_in_the_file(write):
    write(GAME.format(name="Game").replace("[number - 1] if", "[number / 0] if"))
    with pytest.raises(GraphError, match=r"Game: moves\(\) at position 3 failed, line 8: ZeroDivisionError"):
        load_reference("mygame.py")


def test_the_file_is_read_again_every_time_and_nothing_is_left_beside_it(write, tmp_path):
    write(GAME.format(name="Game"))
    assert load_reference("mygame.py").graph.root == "n3"
    write(GAME.format(name="Game").replace("start: int = 3", "start: int = 4"))
    assert load_reference("mygame.py").graph.root == "n4"
    assert [path.name for path in tmp_path.iterdir()] == ["mygame.py"]


def test_a_file_cannot_stand_in_for_a_module_of_its_name(write, tmp_path):
    before = sys.modules["random"]
    write(GAME.format(name="Game")).rename(tmp_path / "random.py")
    assert load_user_game(UserGame("random.py")).root == "n3"
    assert sys.modules["random"] is before


MARK = "from pathlib import Path\nPath('was-run').touch()\n"


def test_neither_a_link_nor_an_upload_nor_pasted_text_runs_a_file(write, tmp_path):
    path = write(MARK + GAME.format(name="Game"))
    session = Session()
    for value in (str(path), f"{path}:Game", "mygame.py"):
        for key in ("sample", "graph", "game", "file", "reference"):
            session.of(Links).follow({key: value})
        for act in (unpack, session.of(GraphOpener).open_sample):
            with pytest.raises(ExplorerError):
                act(value)
        assert formats.load_text(f"from,to\n{value},x\n").graph.rules is None
    with pytest.raises(FormatError):
        formats.load_bytes("mygame.py", path.read_bytes())
    assert not (tmp_path / "was-run").exists()
    load_reference("mygame.py")
    assert (tmp_path / "was-run").exists()


# ---- positions of a class of one's own

POSITION = """
from explorer import Rules
class Pos:
    def __init__(self, cell, turn): self.cell, self.turn = cell, turn
{more}
class Ring(Rules):
    initial = Pos(0, "a")
    def moves(self, p):
        if p.cell == 2: return []
        t = "b" if p.turn == "a" else "a"
        {change}
        return [Pos((p.cell + 1) % 4, t), Pos((p.cell - 1) % 4, t)]
    def owner(self, p): return "max" if p.turn == "a" else "min"
    def score(self, p): return 1 if p.turn == "b" else -1
"""
NAMED = '    def __str__(self): return f"{self.cell}{self.turn}"'
COMPARED = f"""{NAMED}
    def __eq__(self, other): return str(self) == str(other)
    def __hash__(self): return hash(str(self))"""


@pytest.mark.parametrize("more", ["", NAMED])
def test_positions_without_a_comparison_get_the_advice_to_have_one(write, more):
    with pytest.raises(GraphError, match="give Pos __eq__, __hash__ and __str__"):
        load_reference(str(write(POSITION.format(more=more, change="pass"))))


@pytest.mark.parametrize("more", ["", NAMED, COMPARED])
def test_a_position_that_is_changed_in_place_is_named(write, more):
    with pytest.raises(GraphError, match=r"moves\(\).* changes this position; copy it first"):
        load_reference(str(write(POSITION.format(more=more, change="p.cell = (p.cell + 1) % 4"))))


def test_positions_that_compare_make_the_graph_of_the_ring(write):
    graph = load_reference(str(write(POSITION.format(more=COMPARED, change="pass")))).graph
    assert len(graph.nodes) == 4
    assert solve(graph).score == -1
