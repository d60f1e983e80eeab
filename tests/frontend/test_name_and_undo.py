"""The name of a document is no edit of the graph: undo and redo leave it alone."""

from __future__ import annotations

from frontend.conftest import Run

PLAYED = """acts => {
  const nodes = [{ id: 'a', player: 'max', x: 0, y: 0 }];
  const shown = new $document.Document({ name: 'Old', root: 'a', nodes, moves: [] });
  return acts.map(([act, ...given]) => {
    shown[act](...given);
    return [shown.meta.name, shown.root, shown.nodes.size, shown.past.done.length];
  });
}"""


def test_undo_takes_back_edits_and_never_the_name(run: Run):
    acts = [["addNode", "min", 90, 0], ["setRoot", "b"], ["setName", "New"], ["undo"], ["undo"], ["redo"], ["redo"]]
    assert run(PLAYED, acts) == [
        ["Old", "a", 2, 1],
        ["Old", "b", 2, 2],
        ["New", "b", 2, 2],
        ["New", "a", 2, 1],
        ["New", "a", 1, 0],
        ["New", "a", 2, 1],
        ["New", "b", 2, 2],
    ]
