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
  let where = null;
  shown.listener = (renamed = id => id) => {
    where = Object.fromEntries(start.nodes.map(({ id }) => [id, renamed(id)]));
  };
  $orders.applyOrders(shown, orders);
  const plain = () => JSON.parse(JSON.stringify(shown.data()));
  const found = plain(), edits = shown.past.done.length, told = where;
  if (edits) shown.undo();
  return { found, edits, before: plain(), told };
}"""

ids = st.sampled_from("abcd")  # of which d is not there at first
ends = st.tuples(ids, ids).map(list)
KINDS = ({"player": "max"}, {"player": "min"}, {"score": 2})
records = st.builds(
    lambda id, kind, label: {"id": id, **kind, **({"label": label} if label else {})},
    ids,
    st.sampled_from(KINDS),
    st.sampled_from(["", "Name"]),
)
orders = st.one_of(
    st.fixed_dictionaries({"do": st.just("place"), "places": st.dictionaries(ids, st.just([50, 60]), min_size=1)}),
    st.fixed_dictionaries(
        {"do": st.just("put"), "node": records}, optional={"keep": st.lists(st.sampled_from(["kind", "label"]))}
    ),
    st.fixed_dictionaries({"do": st.just("rename"), "id": ids, "name": ids}),
    st.fixed_dictionaries({"do": st.just("remove")}, optional={"nodes": st.lists(ids), "moves": st.lists(ends)}),
    st.fixed_dictionaries({"do": st.just("connect"), "from": ids, "to": ids}),
    st.fixed_dictionaries({"do": st.just("redirect"), "move": ends, "to": ends}),
    st.fixed_dictionaries({"do": st.just("describe"), "fields": st.just({"name": "Mine"})}),
)


class Model:
    """The document as it should be after some orders."""

    def __init__(self) -> None:
        self.document = deepcopy(START)
        self.nodes: dict[str, Order] = {node["id"]: node for node in self.document.pop("nodes")}
        self.moves: list[list[str]] = self.document.pop("moves")
        self.renamed: list[tuple[str, str]] = []

    def do(self, order: Order) -> None:
        {
            "place": self.place,
            "put": self.put,
            "rename": self.rename,
            "remove": self.remove,
            "connect": self.connect,
            "redirect": self.redirect,
            "describe": lambda order: self.document.update(order["fields"]),
        }[order["do"]](order)

    def knows(self, *named: str) -> bool:
        return {*named} <= self.nodes.keys()

    def place(self, order: Order) -> None:
        for id, (x, y) in order["places"].items():
            if self.knows(id):
                self.nodes[id].update(x=x, y=y)

    def put(self, order: Order) -> None:
        new, keep = order["node"], order.get("keep", []) if self.knows(order["node"]["id"]) else []
        old = self.nodes.get(new["id"], {})
        from_old = {"player", "score"} if "kind" in keep else set()
        from_old |= {"label"} if "label" in keep else set()
        said = {"player", "score", "label"}
        kept = {key: value for key, value in old.items() if key not in said or key in from_old}
        given = {key: value for key, value in new.items() if key not in from_old}
        self.nodes[new["id"]] = kept | given
        self.document.setdefault("root", new["id"])

    def rename(self, order: Order) -> None:
        id, name = order["id"], order["name"]
        if self.knows(id) and not self.knows(name):
            self.nodes = {name if other == id else other: node for other, node in self.nodes.items()}
            self.nodes[name]["id"] = name
            self.renamed.append((id, name))
            self.moves = [[name if end == id else end for end in move] for move in self.moves]
            if self.document.get("root") == id:
                self.document["root"] = name

    def remove(self, order: Order) -> None:
        gone = {id for id in order.get("nodes", []) if self.knows(id)}
        self.moves = [move for move in self.moves if not gone & {*move} and move not in order.get("moves", [])]
        self.nodes = {id: node for id, node in self.nodes.items() if id not in gone}
        if self.document.get("root") in gone:
            del self.document["root"]

    def connect(self, order: Order) -> None:
        if self.knows(order["from"], order["to"]) and [order["from"], order["to"]] not in self.moves:
            self.moves.append([order["from"], order["to"]])

    def redirect(self, order: Order) -> None:
        if self.knows(*order["to"]):
            others = [move for move in self.moves if move != order["to"]]
            self.moves = [order["to"] if move == order["move"] else move for move in others]


def without_places(nodes: list[Order], but: set[str]) -> list[Order]:
    """Nodes as they are, those that were not there before without the place that the document has found for them."""
    return [node if node["id"] in but else {k: v for k, v in node.items() if k not in ("x", "y")} for node in nodes]


@examples(200)
@given(st.lists(orders, min_size=1, max_size=6))
def test_orders_do_what_they_say_as_one_edit_and_unknown_nodes_are_passed_over(run: Run, listed: list[Order]):
    model = Model()
    for order in listed:
        model.do(order)
    result = run(APPLIED, [START, listed])
    found = result["found"]
    placed = {node["id"] for node in model.nodes.values() if "x" in node}
    assert without_places(found.pop("nodes"), placed) == without_places([*model.nodes.values()], placed)
    assert found.pop("moves") == model.moves
    assert found == model.document
    assert result["before"] == START
    assert result["edits"] <= 1
    if result["told"] and len(model.renamed) < 2:  # what was chosen stays so under its new name
        assert result["told"] == {id: dict(model.renamed).get(id, id) for id in "abc"}
