"""References: a file, a sample or a game by one text."""

from __future__ import annotations

import pytest
from support.graphs import figure_1

from explorer import formats, games
from explorer.formats.reference import absolute_reference, load_reference
from explorer.games import samples
from explorer.model.errors import FormatError, OptionError, UnknownNameError


def test_a_file_a_sample_and_a_game_are_loaded(tmp_path):
    path = tmp_path / "x.graphml"
    formats.write(figure_1(), path)
    assert load_reference(str(path)).graph == figure_1()
    assert load_reference("sample:ladder-3").graph == samples.load_sample("ladder-3")
    assert load_reference("game:ladder?layers=4").graph == games.generate("ladder", layers=4)
    assert load_reference("game:ladder").require_good() == games.generate("ladder")


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
