"""The browser and Python read plain text alike: thousands of texts, good and bad, with what is wrong in them."""

from __future__ import annotations

from typing import Any

import pytest
from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.plain_lines import texts

from explorer.formats.plain_text import read
from explorer.model.check import check
from explorer.model.graph import Convention
from explorer.model.scores import parse_score

READ = """texts => texts.map(([text, negamax]) => {
  const { nodes, moves, meta, problems } = $text.parse(text, negamax);
  return JSON.parse(JSON.stringify({ nodes, moves, meta, problems }));
})"""

UNREACHABLE = "cannot be reached from the root"  # said of each node or of many, by how many no line has spoken of


def read_by_python(text: str) -> tuple[dict[str, Any], bool]:
    """What Python reads, as the browser says it, and whether the graph is negamax.

    What is wrong with the graph and not with a line, the browser hears from Python.
    """
    loaded = read(text)
    graph, document = loaded.graph, loaded.graph.to_json()
    found = {(each.message, each.node) for each in check(graph)}
    wrong = [
        each
        for each in loaded.problems
        if each.line is not None and (each.message, each.node) not in found and UNREACHABLE not in each.message
    ]
    are_counted = any(each.count > 1 for each in wrong)  # of many alike Python gives the first alone
    said = {
        "nodes": [exact(node) for node in document["nodes"]],
        "moves": document["moves"],
        "name": graph.name,
        "description": graph.description,
        "problems": None if are_counted else {(each.line, str(each.severity)) for each in wrong},
        "convention": str(graph.convention),
        "root": graph.root,
    }
    return said, graph.convention is Convention.NEGAMAX


def read_in_browser(found: dict[str, Any], root: str | None) -> dict[str, Any]:
    """What the browser reads; without a mark it keeps the root that the document has, and `root` stands for that."""
    meta = found["meta"]
    return {
        "nodes": [exact(node) for node in found["nodes"]],
        "moves": found["moves"],
        "name": meta.get("name", ""),
        "description": meta.get("description", ""),
        "problems": {(each["line"], each["severity"]) for each in found["problems"]},
        "convention": meta["convention"],
        "root": meta.get("root", root),
    }


def exact(node: dict[str, Any]) -> dict[str, Any]:
    """The record of a node with its numbers as numbers."""
    score = {"score": parse_score(node["score"])} if "score" in node else {}
    return node | score | {key: pytest.approx(float(node[key])) for key in ("x", "y") if key in node}


@examples(75)
@given(st.lists(texts, min_size=10, max_size=10))
def test_browser_and_python_read_every_text_alike(run: Run, listed: list[str]):
    expected = [read_by_python(text) for text in listed]
    read_there = run(READ, [[text, negamax] for text, (_, negamax) in zip(listed, expected, strict=True)])
    for text, found, (said, _) in zip(listed, read_there, expected, strict=True):
        there = read_in_browser(found, said["root"])
        assert there | ({"problems": None} if said["problems"] is None else {}) == said, text
