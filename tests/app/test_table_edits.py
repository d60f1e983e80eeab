import pandas as pd

from explorer.app.explore.table_edits import (
    Tables,
    move_orders,
    move_table,
    node_orders,
    node_table,
    rows_after,
)
from explorer.games.samples import load_sample

FIGURE = load_sample("figure-1")


def node_changes(graph=FIGURE, **changes):
    """What the orders are after some changes of the table of nodes."""
    table = node_table(graph)
    return node_orders(rows_after(table, {}), rows_after(table, changes))


def move_changes(**changes):
    table = move_table(FIGURE)
    return move_orders(rows_after(table, {}), rows_after(table, changes))


def place(id):
    return FIGURE.index[id]


def test_the_tables_say_what_the_graph_has():
    table = node_table(FIGURE).set_index("id")
    assert table.loc["a"].to_dict() == {"kind": "Max", "score": "", "label": "", "root": True}
    assert table.loc["d"].to_dict() == {"kind": "Leaf", "score": "2", "label": "", "root": False}
    assert [tuple(row) for row in move_table(FIGURE).itertuples(index=False)] == list(FIGURE.moves)


def test_a_score_becomes_exact():
    found = node_changes(edited_rows={place("d"): {"score": "16/3"}})
    assert found.orders == [{"do": "put", "node": {"id": "d", "score": "16/3"}, "keep": ["label"]}]


def test_a_score_that_is_none_is_refused_with_the_node():
    found = node_changes(edited_rows={place("d"): {"score": "two"}})
    assert not found.orders
    assert "'d'" in found.refused[0]
    assert "'two'" in found.refused[0]


def test_another_id_renames():
    found = node_changes(edited_rows={place("c"): {"id": "x"}})
    assert found.orders == [
        {"do": "rename", "id": "c", "name": "x"},
        {"do": "put", "node": {"id": "x", "player": "min"}, "keep": ["kind", "label"]},
    ]


def test_a_taken_or_empty_id_is_refused():
    assert "already a node 'a'" in node_changes(edited_rows={place("c"): {"id": "a"}}).refused[0]
    assert "'c' needs an id" in node_changes(edited_rows={place("c"): {"id": None}}).refused[0]


def test_root_and_label():
    found = node_changes(edited_rows={place("c"): {"root": True, "label": "Start"}})
    assert found.orders == [
        {"do": "put", "node": {"id": "c", "label": "Start", "player": "min"}, "keep": ["kind"]},
        {"do": "describe", "fields": {"root": "c"}},
    ]


def test_an_added_row_counts_once_it_has_an_id_and_is_open_until_a_kind_is_chosen():
    assert not node_changes(added_rows=[{"kind": "Max"}]).orders
    assert node_changes(added_rows=[{"id": "x"}]).orders == [{"do": "put", "node": {"id": "x", "open": True}}]


def test_a_deleted_row_removes_its_node():
    assert node_changes(deleted_rows=[place("b")]).orders == [{"do": "remove", "nodes": ["b"]}]


def test_moves_keep_their_place_when_an_end_is_changed():
    found = move_changes(edited_rows={0: {"to": "d"}})
    assert found.orders == [{"do": "redirect", "move": ("a", "b"), "to": ("a", "d")}]


def test_an_added_and_a_deleted_move():
    assert move_changes(added_rows=[{"from": "a"}]).orders == []
    found = move_changes(added_rows=[{"from": "a", "to": "d"}])
    assert found.orders == [{"do": "connect", "from": "a", "to": "d"}]
    assert move_changes(deleted_rows=[0]).orders == [{"do": "remove", "moves": [("a", "b")]}]


# ---- what the browser has


def frame(*ids):
    return pd.DataFrame([(id, "Open", "", "", False) for id in ids], columns=["id", "kind", "score", "label", "root"])


def given(tables, document, changes, is_left=True):
    """The table of nodes when somebody is in it, or has left it: then the run after the next has it anew."""
    found = tables.given("nodes", document, changes, [])
    if not is_left or not tables.outdated:
        return found
    tables.leave(["nodes"])
    return tables.given("nodes", document, changes, [])


def test_a_table_stays_while_the_document_says_what_the_user_typed():
    tables, changes = Tables(), {}
    first = given(tables, frame("a"), lambda key: changes)
    changes |= {"added_rows": [{"id": "b"}]}
    assert tables.changed("nodes", changes, node_orders) == [{"do": "put", "node": {"id": "b", "open": True}}]
    assert given(tables, frame("a"), lambda key: changes) is first  # the edit is on its way
    assert given(tables, frame("a", "b"), lambda key: changes) is first


def test_a_table_is_given_anew_when_the_canvas_changed_the_document():
    tables = Tables()
    first = given(tables, frame("a"), lambda key: {})
    again = given(tables, frame("a", "z"), lambda key: {})
    assert again.key != first.key
    assert list(again.frame["id"]) == ["a", "z"]


def test_only_what_is_new_is_ordered():
    tables = Tables()
    given(tables, frame("a"), lambda key: {})
    tables.changed("nodes", {"added_rows": [{"id": "b"}]}, node_orders)
    second = tables.changed("nodes", {"added_rows": [{"id": "b"}, {"id": "c"}]}, node_orders)
    assert second == [{"do": "put", "node": {"id": "c", "open": True}}]
    back = tables.changed("nodes", {"added_rows": [{"id": "b"}]}, node_orders)
    assert back == [{"do": "remove", "nodes": ["c"]}]


def test_what_cannot_be_stays_in_its_cell_with_the_reason_beside_it_until_it_is_mended():
    tables, leaf = Tables(), {"id": "b", "kind": "Leaf", "score": "1", "label": "", "root": False}
    document = pd.DataFrame([leaf])
    first = given(tables, document, lambda key: {})
    changes = {"edited_rows": {0: {"score": "much"}}}
    assert not tables.changed("nodes", changes, node_orders)
    second = given(tables, document, lambda key: changes if key == first.key else {})
    assert second.key != first.key
    assert second.frame["score"][0] == "much"
    assert tables.refused("nodes")[0] in second.frame["problem"][0]
    moved = pd.concat([document, frame("c")], ignore_index=True)  # the canvas adds a node meanwhile
    third = given(tables, moved, lambda key: {})
    assert list(third.frame["score"]) == ["much", ""]
    mended = {"edited_rows": {0: {"score": "2"}}}
    (order,) = tables.changed("nodes", mended, node_orders)
    assert order["node"] == {"id": "b", "score": 2}
    assert not tables.refused("nodes")
    assert "problem" not in given(tables, moved, lambda key: mended if key == third.key else {}).frame.columns


def test_a_table_that_somebody_is_in_stays_whatever_the_document_says():
    tables, changes = Tables(), {"added_rows": [{"id": "a"}]}
    first = given(tables, frame("a"), lambda key: changes)
    assert given(tables, frame("a", "z"), lambda key: changes, is_left=False) is first
    assert not tables.changed("nodes", changes, node_orders)
    assert given(tables, frame("a", "z"), lambda key: changes, is_left=False) is first
    changes["added_rows"] = [{"id": "a"}, {"id": "b"}]
    (order,) = tables.changed("nodes", changes, node_orders)
    assert order["node"]["id"] == "b"
    changes["edited_rows"] = {0: {"label": "x"}}
    (order,) = tables.changed(
        "nodes", changes, node_orders
    )  # what was ordered beside a row that cannot be, is not again
    assert order["node"]["label"] == "x"
    assert "already a node" in tables.refused("nodes")[0]
    again = given(tables, frame("a", "b", "z"), lambda key: changes if key == first.key else {})
    assert list(again.frame["id"]) == ["a", "b", "z", "a"]
    assert not tables.outdated
