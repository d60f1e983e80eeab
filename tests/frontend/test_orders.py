"""What Python orders is done to the document as one edit; whatever names a node that is not there is passed over."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

Order = dict[str, Any]

START: dict[str, Any] = {
    "convention": "minimax",
    "root": "a",
    "nodes": [
        {"id": "a", "player": "max", "label": "Start", "x": 0, "y": 0},
        {"id": "b", "score": 1, "x": 100, "y": 0, "pinned": True},
        {"id": "c", "player": "min", "x": 200, "y": 0},
    ],
    "moves": [["a", "b"], ["a", "c"], ["c", "b"]],
}
APPLIED = """([start, orders]) => {
  const shown = new $document.Document(start);
  $orders.applyOrders(shown, orders);
  const plain = () => JSON.parse(JSON.stringify(shown.data()));
  const found = plain(), edits = shown.past.done.length;
  if (edits) shown.undo();
  return { found, edits, before: plain() };
}"""

ids = st.sampled_from("abcd")  # of which d is not there
orders = st.one_of(
    st.fixed_dictionaries({"do": st.just("place"), "places": st.dictionaries(ids, st.just([50, 60]), min_size=1)}),
    st.fixed_dictionaries({"do": st.just("describe"), "fields": st.just({"name": "Mine"})}),
)


@examples(50)
@given(st.lists(orders, min_size=1, max_size=6))
def test_orders_do_what_they_say_as_one_edit_and_unknown_nodes_are_passed_over(run: Run, listed: list[Order]):
    expected = deepcopy(START)
    for order in listed:
        expected |= order.get("fields", {})
        for node in expected["nodes"]:
            node |= dict(zip("xy", order.get("places", {}).get(node["id"], ()), strict=False))
    result = run(APPLIED, [START, listed])
    assert result["found"] == expected
    assert result["before"] == START
    assert result["edits"] <= 1
