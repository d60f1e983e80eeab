"""Commands on a solved folder say what they say of the graph in memory."""

from __future__ import annotations

import json

import pytest
from support.command import is_one_sentence

from explorer.cli import main

SAMPLE = "sample:figure-1"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "solved"
    assert main(["solve", SAMPLE, "-o", str(place)]) == 0
    return str(place)


def output(capsys, *arguments):
    capsys.readouterr()
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def test_a_node_and_its_paths_are_those_of_the_graph(folder, capsys):
    for node in "abcd":
        for options in ([], ["--json"]):
            mine = output(capsys, "solve", folder, "--node", node, *options)
            assert mine.endswith(output(capsys, "solve", SAMPLE, "--node", node, *options))
            assert output(capsys, "path", folder, node, *options) == output(capsys, "path", SAMPLE, node, *options)
    assert output(capsys, "path", folder) == "best play from the root, 1 move: a → b\n"


def test_why_says_equations_some_moves_deep(folder, capsys):
    lines = output(capsys, "why", folder, "--node", "c", "--moves", "1").splitlines()
    assert lines[0] == "c has the score 1: Min moves, min{d: 2, a: 1} = 1; the end is 2 moves away"
    found = json.loads(output(capsys, "why", folder, "--node", "c", "--json"))
    assert (found["node"], found["moves"], found["sentences"][0]) == ("c", 2, lines[0])


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--node", "z"],
        ["solve", "--endless", "1"],
        ["solve", "--root", "b"],
        ["solve", "-o", "other"],
        ["path", "z"],
        ["why", "--node", "z"],
        ["why", "--node", "a", "--not", "3"],
        ["trace", "--algorithm", "bounds"],
        ["check"],
    ],
)
def test_what_a_folder_cannot_do_is_one_sentence(folder, capsys, arguments):
    capsys.readouterr()
    assert main([arguments[0], folder, *arguments[1:]]) == 2
    assert is_one_sentence(capsys.readouterr().err)
