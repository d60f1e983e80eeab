from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game

from explorer.algorithms import trace
from explorer.trace.caption import Caption, Named, Quantity, Value, caption, listing, way

texts = st.text("ab .", max_size=4)
nodes = st.builds(Named, st.just("n"), st.sampled_from(["c", "15", "−3", "16/3", "a15", "∞"]), st.booleans())
values = st.builds(Value, st.integers(-3, 3), st.sampled_from(Quantity))
captions = st.lists(texts | nodes | values).map(lambda words: caption(*words))


@pytest.mark.parametrize("name", ["15", "-3", "−3", "+2", "16/3", "1.5", "1,000", "∞", "−∞"])
def test_a_name_that_reads_as_a_number_is_set_apart(name: str):
    node = Named("n", name)
    assert str(caption("At ", node, " play ends.")) == f"At node {name} play ends."
    assert str(caption(node, " is a leaf. ", node, " ends.")) == f"Node {name} is a leaf. Node {name} ends."
    assert str(caption("value(", Named("n", name, is_bare=True), ") = 5")) == f"value({name}) = 5"


@pytest.mark.parametrize("name", ["c", "a15", "15'", "A 1", "p1", ""])
def test_any_other_name_stands_as_it_is(name: str):
    assert str(caption(Named("n", name), " is a leaf.")) == f"{name} is a leaf."


def test_a_list_is_shortened_to_its_first_words():
    assert str(listing("abc", 3)) == "a, b, c"
    assert str(listing("abcd", 3, "; ")) == "a; b; c; …"
    assert listing([], 3) == Caption()


@given(st.lists(st.sampled_from(["", "take 2", "3"]), max_size=4), st.integers(1, 6))
def test_a_way_names_the_moves_that_have_a_name(names: list[str], most: int):
    ids = "abcde"[: len(names) + 1]
    nodes = {id: f"max {after}" for id, after in pairwise(ids)} | {ids[-1]: 0}
    graph = game("a", **nodes)
    graph = graph.replace(move_names={move: name for move, name in zip(pairwise(ids), names, strict=True) if name})
    arrows = [f" –“{name}”→ " if name else " → " for name in names]
    whole = ["a", *(arrow + id for arrow, id in zip(arrows, ids[1:], strict=True))]
    assert str(way(graph, list(ids), most)) == "".join(whole[:most]) + (" → …" if most < len(ids) else "")


@given(first=captions, second=captions)
def test_joining_keeps_every_part_and_merges_text(first: Caption, second: Caption):
    both = caption(first, second)
    assert both.values == first.values + second.values
    assert not any(isinstance(a, str) and isinstance(b, str) for a, b in zip(both.parts, both.parts[1:], strict=False))
    assert caption(both) == both == caption(caption(first), second)


@given(captions)
def test_names_are_found_where_they_stand_in_the_plain_text(caption: Caption):
    nodes = [part for part in caption.parts if isinstance(part, Named)]
    text = str(caption)
    assert [(text[start:end], node) for start, end, node in caption.names] == [(each.name, each.node) for each in nodes]


def test_a_step_says_the_plain_text_of_its_caption():
    step = trace(game("15", **{"15": "max 3", "3": 5}), "minimax")[-2]
    assert isinstance(step.words, Caption)
    assert step.caption == str(step.words) == "Node 15 returns value(15) = max{value(3)} = max{5} = 5."
