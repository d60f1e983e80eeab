"""Edits of what is selected: nodes put in rows and at even distances, and moves added between them."""

from __future__ import annotations

from fractions import Fraction

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

EDITED = """([nodes, chosen, [name, ...given]]) => {
  const store = new $store.Store({}), selected = [];
  store.open(new $document.Document({ nodes, moves: [] }));
  const selection = { choose: id => selected.push(id) };
  const picture = { canvas: { chosen, chosenMoves: [], glideFrom: () => {} } };
  const editor = new $editor.Editor({ store, picture, selection });
  for (let times = 0; times < 2; times++) editor[name](...given);
  const { document: shown } = editor, { nodes: after, moves } = shown.data();
  return { after, moves, selected, edits: shown.past.done.length, said: store.message.value?.text };
}"""

nodes = st.lists(
    st.fixed_dictionaries({"x": st.integers(-300, 300), "y": st.integers(-300, 300), "pinned": st.booleans()}),
    min_size=1,
    max_size=6,
)


@examples(80)
@given(nodes, st.sets(st.integers(0, 5)), st.sampled_from(["align", "distribute"]), st.sampled_from("xy"))
def test_nodes_come_in_line_or_at_even_distances_and_pinned_ones_stay(run: Run, places, numbers, name, axis):
    listed = [{"id": "abcdef"[number], "player": "max", **place} for number, place in enumerate(places)]
    chosen = [node["id"] for number, node in enumerate(listed) if number in numbers]
    found = run(EDITED, [listed, chosen, [name, axis]])
    free = [node for node in listed if not node["pinned"] and (len(chosen) < 2 or node["id"] in chosen)]
    wanted = {node["id"]: Fraction(node[axis]) for node in listed}
    row = sorted(free, key=lambda node: node[axis])
    for number, node in enumerate(row):
        least, most = row[0][axis], row[-1][axis]
        even = least + Fraction((most - least) * number, max(1, len(row) - 1))
        wanted[node["id"]] = even if name == "distribute" else Fraction(sum(each[axis] for each in row), len(row))
    after = {node["id"]: node for node in found["after"]}
    assert all(abs(after[id][axis] - place) <= Fraction(1, 2) for id, place in wanted.items())
    assert [node | {axis: 0} for node in found["after"]] == [node | {axis: 0} for node in listed]
    assert found["edits"] == (found["after"] != listed)  # nothing is left to do the second time


def test_a_move_to_a_new_node_selects_that_node_and_one_to_a_node_that_is_there_nothing(run: Run):
    listed = [{"id": "a", "player": "max", "x": 0, "y": 0}, {"id": "b", "score": 1, "x": 0, "y": 90}]
    to_leaf = run(EDITED, [listed, [], ["connect", "a", "b"]])
    assert (to_leaf["moves"], to_leaf["selected"]) == ([["a", "b"]], [])
    assert to_leaf["said"] == "There is already a move from a to b."
    to_place = run(EDITED, [listed, [], ["connect", "a", {"x": 90, "y": 90}]])
    assert (to_place["moves"], to_place["selected"]) == ([["a", "c"], ["a", "d"]], ["c", "d"])
    from_leaf = run(EDITED, [listed, [], ["connect", "b", {"x": 90, "y": 90}]])
    assert (from_leaf["moves"], from_leaf["selected"]) == ([], [])
    assert "a leaf has no moves" in from_leaf["said"]
