"""Any sequence of edits, undo, redo, text, save and load: canvas, text, document and Python always agree.

The machine keeps a model of its own: the document as it should be, and those that undo and redo should bring back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from playwright.sync_api import Page
from support.app import StageView
from support.examples import DEPTH
from support.modules import text_module

from explorer import formats

KINDS: dict[str, dict[str, Any]] = {
    "max": {"player": "max"},
    "min": {"player": "min"},
    "leaf": {"score": 0},
    "open": {"open": True},
}
KEYS = {"max": "m", "min": "n", "leaf": "l", "open": "o"}
START = {
    "format": "game-graph",
    "version": 1,
    "convention": "minimax",
    "root": "s",
    "nodes": [{"id": "s", "player": "max", "x": 0, "y": 0}, {"id": "end", "score": 1, "x": 100, "y": 0}],
    "moves": [["s", "end"]],
}

Document = dict[str, Any]
places = st.integers(0, 10**6)

# Two letters are two shortcuts, and not a word: the clock says that a second goes by between any two keys.
_EACH_LETTER_FOR_ITSELF = "Boolean(stage.editor.typing.needs.now = (seconds => () => 1000 * seconds++)(0))"


def same(text: str) -> Document:
    """A document without places, which the canvas decides."""
    document: Document = json.loads(text)
    nodes = [{key: node[key] for key in node if key not in ("x", "y")} for node in document["nodes"]]
    return {"root": document.get("root"), "nodes": nodes, "moves": document["moves"]}


class Drawing(RuleBasedStateMachine):
    """What a user does to one document in one page."""

    stage: StageView
    page: Page
    text_module: str

    def __init__(self) -> None:
        super().__init__()
        self.load(json.dumps(START))
        self.model = same(json.dumps(START))
        self.past: list[Document] = []
        self.future: list[Document] = []
        self.lost: dict[str, Any] = {}

    def load(self, text: str) -> None:
        """Opens a file's text as a document of its own."""
        self.stage.js("stage.documents.autosave.show({ title: 'Drawing', document: JSON.parse(x) })", text)
        self.stage.js("stage.editor.choose([])")

    # ---- the model

    def edit(self, change: Callable[[Document], None]) -> None:
        after: Document = json.loads(json.dumps(self.model))
        change(after)
        if after != self.model:
            self.past.append(self.model)
            self.model = after
            self.future = []

    def some(self, place: int) -> str:
        ids: list[str] = [node["id"] for node in self.model["nodes"]]
        return ids[place % len(ids)]

    def select(self, *ids: str) -> None:
        self.stage.js("stage.editor.choose(x)", list(ids))

    # ---- edits

    @rule(kind=st.sampled_from(sorted(KINDS)))
    def add(self, kind: str) -> None:
        self.page.keyboard.press(KEYS[kind])
        self.page.keyboard.press("Escape")  # a leaf asks for its score
        [new] = {node["id"] for node in self.stage.document["nodes"]} - {node["id"] for node in self.model["nodes"]}

        def change(document: Document) -> None:
            document["nodes"].append(KINDS[kind] | {"id": new})
            document["root"] = document["root"] or new

        self.edit(change)

    @precondition(lambda self: self.model["nodes"])
    @rule(start=places, end=places)
    def connect(self, start: int, end: int) -> None:
        move = [self.some(start), self.some(end)]
        self.stage.js("stage.editor.connect(...x)", move)

        def change(document: Document) -> None:
            node = next(node for node in document["nodes"] if node["id"] == move[0])
            if "score" in node or move in document["moves"]:
                return
            if node.pop("open", False):
                node["player"] = "max"
            document["moves"].append(move)

        self.edit(change)

    @precondition(lambda self: self.model["nodes"])
    @rule(place=places, kind=st.sampled_from(sorted(KINDS)))
    def change_kind(self, place: int, kind: str) -> None:
        id = self.some(place)
        self.select(id)
        self.page.keyboard.press("Shift+" + KEYS[kind])

        def change(document: Document) -> None:
            [node] = [node for node in document["nodes"] if node["id"] == id]
            if "score" in node:
                self.lost[id] = node["score"]
            for key in ("player", "score", "open"):
                node.pop(key, None)
            node.update(KINDS[kind])
            if kind == "leaf":
                node["score"] = self.lost.get(id, 0)

        self.edit(change)

    @precondition(lambda self: any("score" in node for node in self.model["nodes"]))
    @rule(place=places, score=st.integers(-99, 99))
    def score(self, place: int, score: int) -> None:
        leaves = [node["id"] for node in self.model["nodes"] if "score" in node]
        id = leaves[place % len(leaves)]
        self.select(id)
        self.page.keyboard.type(str(score))
        self.page.keyboard.press("Enter")

        def change(document: Document) -> None:
            next(node for node in document["nodes"] if node["id"] == id)["score"] = score

        self.edit(change)

    @precondition(lambda self: self.model["nodes"])
    @rule(place=places)
    def make_root(self, place: int) -> None:
        id = self.some(place)
        self.select(id)
        self.page.keyboard.press("r")
        self.edit(lambda document: document.update(root=id))

    @precondition(lambda self: self.model["nodes"])
    @rule(chosen=st.sets(places, min_size=1, max_size=2))
    def delete(self, chosen: set[int]) -> None:
        gone = {self.some(place) for place in chosen}
        self.select(*gone)
        self.page.keyboard.press("Delete")

        def change(document: Document) -> None:
            document["nodes"] = [node for node in document["nodes"] if node["id"] not in gone]
            document["moves"] = [move for move in document["moves"] if not gone & set(move)]
            if document["root"] in gone:
                document["root"] = None

        self.edit(change)

    @precondition(lambda self: self.model["moves"])
    @rule(place=places)
    def delete_a_move(self, place: int) -> None:
        move = self.model["moves"][place % len(self.model["moves"])]
        self.stage.js("stage.editor.choose([], [JSON.stringify(x)])", move)
        self.page.keyboard.press("Delete")
        self.edit(lambda document: document["moves"].remove(move))

    @precondition(lambda self: self.model["nodes"])
    @rule(place=places)
    def rename(self, place: int) -> None:
        id, name = self.some(place), f"named{len(self.past)}"
        if any(node["id"] == name for node in self.model["nodes"]):
            return
        self.stage.js("stage.document.rename(...x)", [id, name])

        def change(document: Document) -> None:
            text = json.dumps(document).replace(json.dumps(id), json.dumps(name))
            document.update(json.loads(text))

        self.edit(change)

    @precondition(lambda self: self.model["root"])
    @rule()
    def add_by_text(self) -> None:
        """A line below the others, as someone types it into the text view."""
        name = f"typed{len(self.past)}"
        if any(node["id"] == name for node in self.model["nodes"]):
            return
        self.select()
        self.page.keyboard.press("t")
        self.stage.wait("stage.root.getRootNode().activeElement === stage.textView.area")
        self.page.keyboard.press("Control+End")
        self.page.keyboard.type(f"{name} max: {self.model['root']}\n")
        self.stage.wait("stage.document.nodes.has(x)", name)
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("t")
        self.stage.wait("stage.find('.text').hidden")

        def change(document: Document) -> None:
            document["nodes"].append({"id": name, "player": "max"})
            rows = {
                node["id"]: [move for move in document["moves"] if move[0] == node["id"]] for node in document["nodes"]
            }
            document["moves"] = [*(move for row in rows.values() for move in row), [name, document["root"]]]

        self.edit(change)

    # ---- back and forth

    @rule(times=st.integers(1, 5))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.page.keyboard.press("Control+z")
            if self.past:
                self.future.append(self.model)
                self.model = self.past.pop()

    @rule(times=st.integers(1, 5))
    def redo(self, times: int) -> None:
        for _ in range(times):
            self.page.keyboard.press("Control+Shift+z")
            if self.future:
                self.past.append(self.model)
                self.model = self.future.pop()

    @precondition(lambda self: len(self.past) > 5)
    @rule()
    def save_and_load(self) -> None:
        """What Python has, opened again, is the document; what was undone before is not in it."""
        saved = self.saved()
        if saved is not None:
            assert same(json.dumps(saved)) == self.model
            self.load(json.dumps(saved))
            self.past, self.future, self.lost = [], [], {}

    def saved(self) -> Document | None:
        """The graph as Python has it; None while something is wrong with it."""
        graph = self.stage.python_graph()
        if self.stage.js("stage.data.problems.some(({ severity }) => severity === 'error')"):
            return None
        document: Document = graph.to_json()
        return document

    # ---- what always holds

    @invariant()
    def canvas_text_and_document_agree(self) -> None:
        document = self.stage.document
        assert same(json.dumps(document)) == self.model
        drawn = self.stage.js(
            """({
              nodes: stage.canvas.nodes.getIds(), moves: stage.canvas.edges.get().map(({ from, to }) => [from, to]),
              looks: [...stage.document.nodes.keys()].map(id => stage.looks.of(id).kind),
            })"""
        )
        assert sorted(drawn["nodes"]) == sorted(node["id"] for node in self.model["nodes"])
        assert sorted(drawn["moves"]) == sorted(self.model["moves"])
        text = self.stage.js("import(x).then(({ textOf }) => textOf(stage.document))", self.text_module)
        if self.model["nodes"]:
            self.same_nodes_and_rows(formats.load_text(text).graph.to_json())

    def same_nodes_and_rows(self, read: Document) -> None:
        """A text holds the moves of each node in their order, and drops those of nodes that can have none."""
        expected = self.model
        assert [node["id"] for node in read["nodes"]] == [node["id"] for node in expected["nodes"]]
        for node in expected["nodes"]:
            if "player" in node:
                row = [to for start, to in expected["moves"] if start == node["id"]]
                assert [to for start, to in read["moves"] if start == node["id"]] == row
                assert next(each for each in read["nodes"] if each["id"] == node["id"]) == node

    def teardown(self) -> None:
        """At the end Python has the same graph; of one that cannot run, the part that can."""
        saved = self.saved()
        if saved is not None:
            assert same(json.dumps(saved)) == self.model


def test_canvas_text_and_model_agree_after_any_edits(page: Page, stage: StageView):
    Drawing.page, Drawing.stage = page, stage
    stage.js(_EACH_LETTER_FOR_ITSELF)
    Drawing.text_module = text_module(page)
    checks = settings(
        max_examples=max(1, round(2 * DEPTH)),
        stateful_step_count=20,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Drawing, settings=checks)
