"""The command `verify`, and certificates that `solve` writes for it."""

from __future__ import annotations

import json

import pytest
from support.command import is_one_sentence

SAMPLE = "sample:figure-1"


def test_a_certificate_of_solve_is_accepted(run, tmp_path):
    file = tmp_path / "certificate.json"
    assert run("solve", SAMPLE, "--endless", "1/2", "--certificate", str(file))[0] == 0
    code, out, _ = run("verify", SAMPLE, str(file), "--json")
    found = json.loads(out)
    assert (code, found["holds"], found["start"], found["endless"]) == (0, True, "a", "1/2")
    assert [claim["score"] for claim in found["claims"]] == [1, 1]


def test_the_table_of_solve_is_accepted(run, tmp_path):
    file = tmp_path / "table.json"
    file.write_text(run("solve", "game:dodgem", "--json")[1])
    assert run("verify", "game:dodgem", str(file))[0] == 0


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        ("m.csv", "node,best\na,c\n", (1, "Max, at least 1 at a: does not hold. It fails at a: play goes a → c → a")),
        ("m.sol", "paritysol 3;\n0 0 2;\n1 0;\n2 0;\n3 0;\n", (0, "Max, at least 1 at a: holds.")),
        ("m.txt", "c -> a -> b\n", (0, "The line c → a → b holds")),
        ("m.txt", "node\nc\nd\n", (1, "It fails at c: the move to d gives score away: 2 instead of 1.")),
    ],
)
def test_files_of_other_programs_are_read(run, tmp_path, name, text, answer):
    file = tmp_path / name
    file.write_text(text)
    code, out, err = run("verify", SAMPLE, str(file))
    assert (code, err) == (answer[0], "")
    assert answer[1] in out


@pytest.mark.parametrize("text", ["", "a,c\nc,d\n", "{}", '{"at_least": 1, "at_most": 2}', "paritysol 3; 0 5;"])
def test_what_cannot_be_read_is_one_sentence(run, tmp_path, text):
    file = tmp_path / "m.csv"
    file.write_text(text)
    code, out, err = run("verify", SAMPLE, str(file))
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
