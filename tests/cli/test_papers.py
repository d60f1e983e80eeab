"""The command `papers` says of what the sources state what its check found."""

from __future__ import annotations

import json

import pytest

from explorer.cli import main
from explorer.papers import items


def test_it_says_of_each_what_the_check_found(capsys: pytest.CaptureFixture[str]):
    assert main(["papers", "--source", "loops", "--check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(items("loops"))
    assert all(line.endswith("agree") for line in lines)


def test_json_has_scenes_errata_and_findings(capsys: pytest.CaptureFixture[str]):
    assert main(["papers", "--source", "pf-games", "--check", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["version"] == 1
    induction = next(item for item in told["items"] if item["key"] == "induction")
    assert induction["scene"].startswith("sample=takeaway-10")
    assert "no edge" in induction["erratum"]
    assert induction["check"]["holds"]
    assert {"about", "expected", "computed", "holds"} == set(induction["check"]["findings"][0])
    chess = next(item for item in told["items"] if item["key"] == "chess")
    assert "scene" not in chess
    assert chess["no_scene"]
