"""The command `link`: a link on standard output, or one sentence and exit code 2."""

from __future__ import annotations

from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest
from support.graphs import figure_1

from explorer import formats, games
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.scenes.link import MOST_CHARACTERS, unpack


@pytest.fixture
def run(run):
    """A function that runs `link`; its exit code, standard output and standard error."""
    return partial(run, "link")


def query_of(address: str) -> dict[str, str]:
    return {name: value for name, (value,) in parse_qs(urlsplit(address).query, strict_parsing=True).items()}


def test_the_link_is_one_line_that_holds_the_graph(run, tmp_path):
    formats.write(figure_1(), tmp_path / "x.csv")
    for reference, graph, at in (
        ("sample:example-7-1", load_sample("example-7-1"), {"algorithm": "memoised-naive", "step": "18"}),
        ("game:nim?heaps=2,2", games.generate("nim", heaps="2,2"), {"algorithm": "kernel", "step": "last"}),
        (tmp_path / "x.csv", figure_1(), {"algorithm": "score-iteration", "step": "0"}),
    ):
        code, out, err = run(reference)
        assert (code, err, out.count("\n")) == (0, "", 1)
        assert out.startswith("http://localhost:8501/?graph=")
        query = query_of(out.strip())
        assert unpack(query.pop("graph")).require_good() == graph
        assert query == at


def test_algorithm_options_step_and_base_are_in_it(run):
    out = run(
        "sample:figure-1", "--algorithm", "score-iteration", "--set", "endless=-inf", "detail=node", "--step", "4",
        "--base", "https://example.org/games",
    )[1]  # fmt: skip
    assert out.startswith("https://example.org/games/?graph=")
    query = query_of(out.strip())
    del query["graph"]
    assert query == {"algorithm": "score-iteration", "set.endless": "-inf", "set.detail": "node", "step": "4"}


def test_a_scene_of_any_page_is_in_it(run):
    out = run(
        "sample:figure-1", "--page", "unwind", "--tree", "back-links", "--depth", "4", "--select", "c", "--lecture",
        "--endless", "-inf", "--base-url", "https://example.org/",
    )[1]  # fmt: skip
    assert out.startswith("https://example.org/unwind?graph=")
    query = query_of(out.strip())
    del query["graph"]
    assert query == {
        "algorithm": "score-iteration", "set.endless": "-inf", "step": "0", "select": "c", "tree": "back-links",
        "depth": "4", "lecture": "1",
    }  # fmt: skip


def test_an_unfinished_graph_can_be_shared_and_its_problems_are_said(run, tmp_path):
    graph = GameGraph((Node("a", Kind.MAX),), (), root="a")
    (tmp_path / "x.game.json").write_text(formats.dump(graph, "game-json").decode(), encoding="utf-8")
    code, out, err = run(tmp_path / "x.game.json")
    assert code == 0
    assert unpack(query_of(out.strip())["graph"]).graph == graph
    assert "Max node a has no moves" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sample:figure-1", "--set", "endless=much"], "endless"),
        (["sample:figure-1", "--page", "unwind", "--depth", "x"], "depth must be a whole number"),
        (["sample:figure-1", "--scene", "algoritm=minimax"], "no field 'algoritm'"),
        (["sample:figure-1", "--base", "localhost"], "must be an address"),
        (["sample:figure-1", "--base", "http://example.org/" + "x" * MOST_CHARACTERS], "8,000"),
    ],
)
def test_what_cannot_be_linked_gives_one_sentence(run, arguments, words):
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
