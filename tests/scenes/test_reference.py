"""References: a file, a sample or a game by one text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.graphs import figure_1

from explorer import formats
from explorer.cli import main
from explorer.model.errors import ExplorerError, GraphError, UnknownNameError
from explorer.model.graph import GameGraph, Kind
from explorer.scenes.reference import read

GAME = """
from explorer import Rules
class Halve(Rules):
    negamax = True
    def __init__(self, *, start: int = 6): self.initial = start
    def moves(self, number): return [number // 2, number - 1] if number > 1 else []
    def score(self, number): return -1
"""


def test_read_takes_whatever_the_command_line_takes(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(GAME, encoding="utf-8")
    formats.write(figure_1(), tmp_path / "x.graphml")
    for reference in (
        "x.graphml",
        "sample:ladder-3",
        "game:ladder?layers=4",
        "mine.py",
        "mine.py:Halve?start=9",
        "mine.py:Halve?start=9&positions=3",
    ):
        assert main(["convert", reference, "-"]) == 0
        assert GameGraph.from_json(json.loads(capsys.readouterr().out)) == read(reference)
    assert read(Path("x.graphml")) == figure_1()
    assert sum(node.kind is not Kind.OPEN for node in read("mine.py?start=9&positions=3").nodes) == 3


@pytest.mark.parametrize(
    ("reference", "advice"),
    [
        ("figure-1", "; for the sample write sample:figure-1$"),
        ("ladder?layers=4", r"; for the game write game:ladder\?layers=4$"),
    ],
)
def test_the_name_of_a_sample_or_a_game_alone_gets_its_prefix_as_advice(reference: str, advice: str):
    with pytest.raises(UnknownNameError, match=f"there is no file .*{advice}"):
        read(reference)


def test_a_name_of_neither_is_that_of_a_file_which_is_not_there():
    with pytest.raises(ExplorerError) as error:
        read("figure-0")
    assert "write" not in str(error.value)


def test_what_is_read_must_have_no_errors_and_they_name_the_reference(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("from,to\na,b\n\nid,player\na,max\nb,grey\n", encoding="utf-8")
    with pytest.raises(GraphError, match=r"x\.csv: line 6: node 'b' has the unknown player 'grey'"):
        read(path)
