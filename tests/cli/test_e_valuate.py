"""The command `e-valuate`: its JSON, its text, and that an error is one sentence."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from support.command import is_one_sentence


@pytest.fixture
def e_valuate(run):
    return partial(run, "e-valuate")


def found_by(e_valuate: Any, *arguments: str) -> dict[str, Any]:
    code, out, err = e_valuate(*arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_json_is_what_the_paper_has(e_valuate):
    assert found_by(e_valuate, "x/y + 2*y/z - z/x") == {
        "version": 1,
        "value": "16/3",
        "principal_variation": [["3", "x"], ["3", "z"], ["9", "y"]],
        "pruned": {"alpha": 252, "beta": 4_263, "table": 0},
        "visits": 8_426,
        "tree": 12_941,
    }


@pytest.mark.parametrize("search", ["alpha-beta", "negascout", "mtd-f"])
@pytest.mark.parametrize("extra", [(), ("--table",), ("--order", "heuristic", "--seed", "7", "--table")])
def test_every_search_finds_the_value(e_valuate, search, extra):
    assert found_by(e_valuate, "x/y + 2*y/z - z/x", "--search", search, *extra)["value"] == "16/3"


def test_the_table_and_the_seed_make_a_difference(e_valuate):
    paper = ("w - y*z/3 + 3*x", "--domain", "9..0", "--table")
    assert sum(found_by(e_valuate, *paper)["pruned"].values()) == 464_162
    chosen = [
        found_by(e_valuate, paper[0], "--order", "heuristic", "--seed", seed)["visits"] for seed in ("1", "1", "2", "3")
    ]
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1


def test_rounded_arithmetic_is_there_to_reproduce_the_paper(e_valuate):
    pruned = found_by(e_valuate, "w - y*z/3 + 3*x", "--arithmetic", "single")["pruned"]
    assert pruned["alpha"] + pruned["beta"] == 302_271


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("x/(y",), "at column 3: this parenthesis is never closed"),
        (("a*b*c*d*e*f*g*h",), "take fewer variables or a smaller domain"),
    ],
)
def test_an_error_is_one_sentence(e_valuate, arguments, words):
    code, out, err = e_valuate(*arguments)
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
    assert words in err
