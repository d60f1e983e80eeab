"""The overview of all nodes: its bars, the search for a name, and the reading that the command hands over."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from explorer.app import process
from explorer.app.explore.overview import bar_chart
from explorer.app.session.visible_part import matching_nodes, names_of
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.scenes.reference import load_reference
from explorer.solver import solve
from explorer.solver.groups import groupings

words = st.text("aAbß .", min_size=1, max_size=3)


@given(st.dictionaries(words, st.none() | words, min_size=1, max_size=8), st.text("aAbßS .", max_size=2))
def test_nodes_are_found_by_name_as_a_look_at_each_finds_them(labels, text):
    nodes = [{"id": id, "player": "max"} | ({"label": label} if label else {}) for id, label in labels.items()]
    graph = GameGraph.from_json({"root": next(iter(labels)), "nodes": nodes, "moves": [[id, id] for id in labels]})
    pattern = text.strip().casefold()
    names = [[name.casefold() for name in (node.id, node.label) if name is not None] for node in graph.nodes]
    has_text = [any(pattern in name for name in each) for each in names]
    assert names_of(graph).rows_with(text).tolist() == has_text
    found, is_one = matching_nodes(graph, text, most=3)
    if text in graph.index:
        assert ([node.id for node in found], is_one) == ([text], True)
        return
    fits = [0 if pattern in each else 1 if any(n.startswith(pattern) for n in each) else 2 for each in names]
    ranked = sorted((fit, row) for row, fit in enumerate(fits) if has_text[row] and pattern)[:3]
    assert [node.id for node in found] == [graph.ids[row] for _, row in ranked]
    assert is_one == ([fit for fit, _ in ranked].count(0) == 1)


def test_each_bar_is_a_group_with_its_number_of_nodes():
    chart = bar_chart(groupings(solve(load_sample("figure-1")))[0]).to_dict()
    (rows,) = chart["datasets"].values()
    assert rows == [{"group": "1", "nodes": 3}, {"group": "2", "nodes": 1}]


def test_the_reading_of_the_command_is_taken_once_and_of_the_same_file_alone():
    loaded = load_reference("sample:figure-1")
    for versions, taken in (((1, 2),), True), (((1, 3),), False):
        process._readings.append(process.packed_reading("x.csv", ((1, 2),), loaded))
        reading = process.take_reading("x.csv", versions)
        assert (reading is not None) == taken
        assert not taken or (reading.graph, reading.problems) == (loaded.graph, loaded.problems)
        assert process.take_reading("x.csv", ((1, 2),)) is None
