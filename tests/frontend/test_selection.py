"""Selecting: one node is chosen, and every stage of the page marks what belongs to it."""

from __future__ import annotations

from typing import Any

import pytest
from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

# Several stages of a page, each with a document; `acts` are [stage, node or null, whether it is to be centred].
CHOSEN = """([documents, acts]) => {
  const peers = new Map(), stages = documents.map((data, at) => {
    const document = new $document.Document(data);
    const said = { shown: [], selected: [], revealed: [], lit: [], path: null };
    const store = new $store.Store();
    store.open(document);
    store.parent.value = globalThis.document.body;
    $store.listen(store.choice, () => said.shown.push(store.selected.value ?? null));
    $store.listen(store.lit, ({ nodes, path }) => { said.lit = [...nodes]; said.path = path ?? null; });
    const canvas = { select: id => said.selected.push(id ?? null), reveal: id => said.revealed.push(id) };
    peers.set(at, { selection: new $selection.Selection(store, canvas, peers) });
    return said;
  });
  const all = [...peers.values()].map(({ selection }) => selection);
  return acts.map(([at, id, centre]) => {
    all[at].choose(id ?? undefined, centre);
    return JSON.parse(JSON.stringify({ ids: all.map(({ id }) => id ?? null), stages }));
  });
}"""

FOLLOWED = """([data, id, renamed]) => {
  const document = new $document.Document(data);
  const canvas = { select() {}, reveal() {} }, store = new $store.Store();
  store.open(document);
  const selection = new $selection.Selection(store, canvas, new Map());
  selection.choose(id);
  document.listener(each => renamed[each] ?? each);
  return selection.id ?? null;
}"""


def graph(*ids: str) -> dict[str, Any]:
    return {"nodes": [{"id": id, "player": "max"} for id in ids], "moves": []}


@st.composite
def trees(draw: st.DrawFn) -> dict[str, Any]:
    """Copies of the nodes a, b and c in a tree, each below an earlier one."""
    originals = draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=6))
    nodes: list[dict[str, Any]] = []
    for number, original in enumerate(originals):
        above = {"above": str(draw(st.integers(0, number - 1)))} if number else {}
        nodes.append({"id": str(number), "player": "max", "of": original, **above})
    return {"nodes": nodes, "moves": [], "tree": True}


def marked(document: dict[str, Any], original: str | None, chosen: str | None) -> set[str]:
    """In a tree all copies of the node; in a graph the node, but not where it was chosen itself."""
    if "tree" in document:
        return {node["id"] for node in document["nodes"] if node["of"] == original}
    return {node["id"] for node in document["nodes"] if node["id"] == original and chosen is None}


def way(document: dict[str, Any], chosen: str | None) -> list[dict[str, str]]:
    """The path to a copy, from it upwards."""
    above = {node["id"]: node.get("above") for node in document["nodes"]}
    path, at = [], chosen
    while at is not None and above.get(at) is not None:
        path.append({"from": above[at], "to": at, "kind": "path"})
        at = above[at]
    return path


acts = st.lists(st.tuples(st.integers(0, 1), st.integers(-1, 5), st.booleans()), min_size=1, max_size=5)


@examples(300)
@given(trees(), acts)
def test_every_stage_marks_what_belongs_to_the_chosen_node(run: Run, tree, listed):
    documents = [graph("a", "b", "c"), tree]
    ids = [[node["id"] for node in each["nodes"]] for each in documents]
    made = [[at, None if place < 0 else ids[at][place % len(ids[at])], centre] for at, place, centre in listed]
    chosen: list[str | None] = [None, None]
    for (at, id, centre), state in zip(made, run(CHOSEN, [documents, made]), strict=True):
        chosen[at] = id
        original = id if at == 0 else {node["id"]: node["of"] for node in tree["nodes"]}.get(id)
        assert state["ids"] == chosen
        for place, (document, said) in enumerate(zip(documents, state["stages"], strict=True)):
            here = id if place == at else None
            assert set(said["lit"]) == marked(document, original, here)
            assert said["path"] == (way(document, here) if "tree" in document else None)
        said = state["stages"][at]
        assert (said["shown"][-1], said["selected"][-1]) == (id, id)
        assert said["revealed"][-1:] == ([id] if centre and id is not None else said["revealed"][-1:])


@pytest.mark.parametrize(
    ("id", "renamed", "then"), [("a", {}, "a"), ("a", {"a": "b"}, "b"), ("a", {"a": "gone"}, None), (None, {}, None)]
)
def test_the_chosen_node_is_followed_through_an_edit(run: Run, id, renamed, then):
    assert run(FOLLOWED, [graph("a", "b"), id, renamed]) == then
