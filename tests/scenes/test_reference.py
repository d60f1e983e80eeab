"""References: a file, a sample or a game by one text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.graphs import figure_1

from explorer import formats, games
from explorer.cli import main
from explorer.games import samples
from explorer.model.errors import FormatError, GraphError, OptionError, UnknownNameError
from explorer.model.graph import GameGraph, Kind
from explorer.scenes.reference import absolute_reference, load_reference, read


def test_a_file_a_sample_and_a_game_are_loaded(tmp_path):
    path = tmp_path / "x.graphml"
    formats.write(figure_1(), path)
    assert load_reference(str(path)).graph == figure_1()
    assert load_reference("sample:ladder-3").graph == samples.load_sample("ladder-3")
    assert load_reference("game:ladder?layers=4").graph == games.generate("ladder", layers=4)
    assert load_reference("game:ladder").require_good() == games.generate("ladder")


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


def test_what_is_read_must_have_no_errors_and_they_name_the_reference(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("from,to\na,b\n\nid,player\na,max\nb,grey\n", encoding="utf-8")
    with pytest.raises(GraphError, match=r"x\.csv: line 6: node 'b' has the unknown player 'grey'"):
        read(path)


def test_warnings_of_a_sample_come_with_it():
    assert "not bipartite" in load_reference("sample:non-bipartite").problems[0].message


@pytest.mark.parametrize(
    ("reference", "kind", "words"),
    [
        ("sample:nope", UnknownNameError, "figure-1"),
        ("game:nope", UnknownNameError, "ladder"),
        ("game:ladder?layers=many", OptionError, "layers"),
        ("game:ladder?name=3", OptionError, "no option 'name'"),
        ("game:ladder?layers", OptionError, "parameter=value"),
        ("figure-1", UnknownNameError, "write sample:figure-1"),
        ("nope.csv", FormatError, "nope.csv"),
        ("", FormatError, r"\.game\.json"),
    ],
)
def test_what_is_not_there_is_named(reference, kind, words):
    with pytest.raises(kind, match=words):
        load_reference(reference)


def test_only_files_get_a_longer_reference(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert absolute_reference("x.csv") == str(tmp_path / "x.csv")
    assert absolute_reference("sample:figure-1") == "sample:figure-1"
    assert absolute_reference("game:ladder?layers=2") == "game:ladder?layers=2"
