"""What an edit has changed is said in words, and nothing is said where nothing was changed."""

from __future__ import annotations

from typing import Any

import pytest
from frontend.conftest import Run
from hypothesis import given
from support.examples import examples
from support.graphs import game_graphs

from explorer.model.graph import GameGraph

# Edits, each a list of calls that are one; what is said of each, and of undoing and doing them all again.
SAID = """([data, edits]) => {
  const document = new $document.Document(data);
  const said = [];
  let before = document.snapshot();
  document.listener = (renamed = id => id, walk = '') => {
    const now = document.snapshot();
    said.push(walk + $edit_words.editWords(before, now, renamed));
    before = now;
  };
  for (const calls of edits) document.edit(() => calls.forEach(([name, ...given]) => document[name](...given)), {});
  return said;
}"""
UNDONE = SAID.replace("return said;", "edits.forEach(() => document.undo()); return said;")

GRAPH: dict[str, Any] = {
    "convention": "minimax",
    "root": "a",
    "nodes": [
        {"id": "a", "player": "max", "x": 0, "y": 0},
        {"id": "b", "score": 1, "x": 0, "y": 100},
        {"id": "c", "player": "min", "label": "Third", "x": 100, "y": 0},
    ],
    "moves": [["a", "b"], ["a", "c"], ["c", "a"]],
}


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ([["addNode", "leaf", 5, 5]], "Added d, a leaf with score 0."),
        ([["addNode", "open", 5, 5]], "Added d, an open node."),
        ([["addNode", "max", 5, 5], ["addNode", "min", 6, 6]], "Added 2 nodes."),
        ([["addMove", "a", "a"]], "Added the move from a to a."),
        ([["addMove", "a", {"x": 9, "y": 9}, "min"]], "Added d, a Min node. Added the move from a to d."),
        ([["remove", ["b"], []]], "Deleted b."),
        ([["remove", ["a"], []]], "Deleted a. There is no root."),
        ([["remove", [], ['["a","b"]']]], "Deleted the move from a to b."),
        ([["remove", [], ['["a","b"]', '["c","a"]']]], "Deleted 2 moves."),
        ([["setScore", "b", "5/2"]], "b is now a leaf with score 5/2."),
        ([["setKind", ["c"], "open"]], "Third is now an open node."),
        ([["setKind", ["a", "c"], "leaf"]], "Changed 2 nodes."),
        ([["setRoot", "c"]], "Third is the root."),
        ([["setMeta", {"name": "Mine"}]], "The title is Mine."),
        ([["setPinned", ["b"], True]], "b is pinned."),
        ([["move", [["b", {"x": 3, "y": 4}]]]], "Moved b."),
        ([["move", [["b", {"x": 3, "y": 4}], ["c", {"x": 5, "y": 5}]]]], "Moved 2 nodes."),
        ([["rename", "c", "Fourth"]], "Third is now named Fourth."),
        ([["setOrder", "a", ["c", "b"]]], "Changed the order of moves."),
        (
            [["setKind", ["b"], "max"], ["reverse", ['["a","b"]']]],
            "b is now a Max node. Added the move from b to a. Deleted the move from a to b.",
        ),
        ([["setScore", "b", 1]], None),
        ([["setMoveName", '["a","b"]', "take 2"]], "The move from a to b is now named take 2."),
        ([["setMoveName", '["a","b"]', ""]], None),
    ],
)
def test_an_edit_is_said_in_words(run: Run, calls: list[Any], words: str | None):
    assert run(SAID, [GRAPH, [calls]]) == ([] if words is None else [words])


RENAMED = """data => {
  const document = new $document.Document(data), before = document.snapshot();
  let said;
  document.listener = renamed => { said = $edit_words.editWords(before, document.snapshot(), renamed); };
  document.rename('b', 'x y');
  return said;
}"""


def test_a_renamed_node_is_the_same_node(run: Run):
    assert run(RENAMED, GRAPH) == "b is now named x y."


def test_undo_says_the_opposite_and_that_it_is_one(run: Run):
    edits = [[["setScore", "b", 7]], [["addMove", "c", "b"]]]
    assert run(UNDONE, [GRAPH, edits])[2:] == [
        "undoneDeleted the move from c to b.",
        "undoneb is now a leaf with score 1.",
    ]


@examples(100)
@given(game_graphs())
def test_every_node_that_is_added_or_deleted_is_counted(run: Run, graph: GameGraph):
    data = graph.to_json() | {"nodes": [node | {"x": 0, "y": 0} for node in graph.to_json()["nodes"]]}
    ids = list(graph.ids)
    many = len(ids) > 1
    (said,) = run(SAID, [data, [[["remove", ids, []]]]])
    assert said.startswith(f"Deleted {len(ids)} nodes" if many else f"Deleted {graph.nodes[0].name}")
