"""What lights up with a node: in a graph the node, in its tree all copies of it and the way from the root to a copy."""

from __future__ import annotations

import networkx as nx
from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

SELECTED = """([documents, choices]) => {
  const peers = new Map();
  for (const [name, data] of Object.entries(documents)) {
    const store = new $store.Store({});
    store.open(new $document.Document(data));
    store.parent.value = document.body;
    const canvas = { select: () => {}, selectAll: () => {}, reveal: () => {}, chosen: [], chosenMoves: [], looks: {} };
    peers.set(name, { selection: new $selection.Selection(store, canvas, peers) });
  }
  return choices.map(([name, id]) => {
    peers.get(name).selection.choose(id ?? undefined);
    return Object.fromEntries([...peers].map(([each, { selection: { store: { lit } } }]) =>
      [each, [[...lit.value.nodes].sort(), lit.value.path?.map(({ from, to }) => [from, to])]]));
  });
}"""


@st.composite
def trees(draw: st.DrawFn) -> nx.DiGraph:
    """A tree of copies 0, 1, 2, … from the root, each of one of the nodes a, b, c."""
    tree = nx.DiGraph()
    for number in range(draw(st.integers(1, 8))):
        tree.add_node(str(number), of=draw(st.sampled_from("abc")))
        if number:
            tree.add_edge(str(draw(st.integers(0, number - 1))), str(number))
    return tree


@examples(60)
@given(trees(), st.data())
def test_copies_light_with_their_node_and_the_way_to_a_chosen_copy_is_the_path_from_the_root(run: Run, tree, data):
    of = dict(tree.nodes(data="of"))
    copies = [{"id": id, "of": node, "above": next(iter(tree.pred[id]), None)} for id, node in of.items()]
    documents = {
        "graph": {"nodes": [{"id": id} for id in "abc"], "moves": []},
        "tree": {"tree": True, "nodes": [{k: each[k] for k in each if each[k]} for each in copies], "moves": []},
    }
    choice = st.sampled_from([*(("graph", id) for id in "abc"), *(("tree", id) for id in of), ("graph", None)])
    choices = data.draw(st.lists(choice, min_size=1, max_size=6))
    for (name, id), found in zip(choices, run(SELECTED, [documents, choices]), strict=True):
        node = id if name == "graph" else of[id]
        lit_in_graph = [node] if name == "tree" else []  # what is chosen the canvas marks itself
        assert found["graph"] == [lit_in_graph, None]
        path = nx.shortest_path(tree, "0", id) if name == "tree" else []
        assert found["tree"][0] == sorted(each for each in of if of[each] == node)
        assert sorted(found["tree"][1]) == sorted(map(list, nx.utils.pairwise(path)))
