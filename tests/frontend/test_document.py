"""Any sequence of edits: the document is what a model says, undo and redo bring back what was, and text says it all.

A sequence goes to the page at once, and every state that it led to comes back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from explorer import formats

Document = dict[str, Any]
Edit = list[Any]  # the name of a method of the document, and what it is given

KINDS: dict[str, dict[str, Any]] = {
    "max": {"player": "max"},
    "min": {"player": "min"},
    "leaf": {"score": 0},
    "open": {"open": True},
    "mover": {},
}
START: dict[str, Document] = {
    "minimax": {
        "convention": "minimax",
        "root": "a",
        "nodes": [
            {"id": "a", "player": "max", "x": 0, "y": 0},
            {"id": "b", "score": 1, "x": 100, "y": 0},
            {"id": "c", "open": True, "x": 200, "y": 0},
        ],
        "moves": [["a", "b"], ["a", "c"]],
    },
    "negamax": {
        "convention": "negamax",
        "root": "a",
        "nodes": [{"id": "a", "x": 0, "y": 0}, {"id": "b", "score": "1/3", "x": 100, "y": 0}],
        "moves": [["a", "b"], ["a", "a"]],
    },
}
STATES = """([start, edits]) => {
  const { Document } = $document, { textOf } = $text, { applyOrders } = $orders;
  const shown = new Document(start), states = [], told = [];
  shown.listener = () => told.push(states.length);
  const offers = ['undo', 'redo'].map(name => $shortcuts.ACTIONS.find(each => each.name === name).when);
  const plain = () => JSON.parse(JSON.stringify({
    document: shown.data(), text: textOf(shown), steps: [shown.past.done.length, shown.past.undone.length],
    offers: offers.map(isOffered => isOffered({ document: shown })),
  }));
  states.push(plain());
  for (const [name, ...given] of edits) {
    if (name === 'orders') applyOrders(shown, given);
    else if (name === 'reload') shown.remember(JSON.parse(JSON.stringify(shown.history())));
    else shown[name](...given);
    states.push(plain());
  }
  const last = states.at(-1).document;
  const isSame = other => JSON.stringify(shown.data()) === JSON.stringify(other);
  while (shown.past.done.length) shown.undo();
  const first = JSON.parse(JSON.stringify(shown.data()));
  while (shown.past.undone.length && !isSame(last)) shown.redo();
  return { states, first, again: JSON.parse(JSON.stringify(shown.data())), told };
}"""

IDS = "abcdefgh"
KINDS_OF = {"minimax": ["max", "min", "leaf", "open"], "negamax": ["mover", "leaf", "open"]}
SCORES = [0, 1, -1, 9, "1/3", "-16/5", 0.5]
NAMES = [*IDS, "New name", "__proto__"]
PER_EDIT = 4  # numbers that an edit is made of


def edit_of(convention: str, code: bytes) -> Edit:
    """The edit that four numbers stand for; its nodes need not be there, in which case a sequence leaves it out."""
    which, a, b, c = code
    one, other, kind = IDS[a % 8], IDS[b % 8], KINDS_OF[convention][c % len(KINDS_OF[convention])]
    chosen, place = [one, other][: 1 + c % 2] if one != other else [one], {"x": 3 * b - 300, "y": 3 * c - 300}
    edits: list[Edit] = [
        ["addNode", kind, place["x"], place["y"]],
        ["addMove", one, other, kind],
        ["addMove", one, place, KINDS_OF[convention][0]],
        ["undo"],
        ["redo"],
        ["setKind", chosen, kind],
        ["setScore", one, SCORES[b % len(SCORES)]],
        ["setRoot", one],
        ["setPinned", chosen, bool(b % 2)],
        ["move", [[id, place] for id in chosen]],
        ["remove", chosen, []],
        ["renameId", one, other],
        ["rename", one, NAMES[b % len(NAMES)]],
        ["reverse", [[one, other]][: c % 8]],
        ["reorder", [[one, other]], 2 * (c % 2) - 1],
        ["setMeta", {"name": ["", "Mine"][a % 2]}],
        ["setName", ["Mine", "Yours"][a % 2]],
        ["undo"],
        ["setRoot", one],
        ["undo"],
        ["setName", ["Mine", "Yours"][b % 2]],
        ["redo"],
        ["reload"],
    ]
    return edits[which % len(edits)]


def sequence_of(convention: str, code: bytes) -> tuple[str, list[Edit]]:
    """The convention of a document, and edits of it."""
    rows = zip(*[iter(code)] * PER_EDIT, strict=False)
    return convention, [edit_of(convention, bytes(row)) for row in rows]


class Model:
    """The document as it should be, with what undo and redo should bring back."""

    def __init__(self, document: Document) -> None:
        self.document = deepcopy(document)
        self.past: list[Document] = []
        self.future: list[Document] = []
        self.told: list[int] = []  # the edits of which the listener hears
        self.steps = [[0, 0]]  # to undo and to redo, after each edit
        self.lost: dict[str, Any] = {}

    @property
    def nodes(self) -> dict[str, dict[str, Any]]:
        return {node["id"]: node for node in self.document["nodes"]}

    def can(self, edit: Edit) -> bool:
        """Whether every node and move that an edit names is there."""
        name, *given = edit
        named = {"addMove": given[:1], "setScore": given[:1], "setRoot": given[:1], "rename": given[:1]}.get(name, [])
        named = given[:1] if name == "renameId" else named
        named = given[0] if name in ("setKind", "setPinned", "remove") else named
        named = [id for id, _ in given[0]] if name == "move" else named
        if name == "addMove" and isinstance(given[1], str):
            named = given[:2]
        if name in ("reverse", "reorder"):
            return all(list(move) in self.document["moves"] for move in given[0])
        is_leaf = name != "setScore" or "score" in self.nodes.get(given[0], {})
        return is_leaf and all(id in self.nodes for id in named)

    def do(self, edit: Edit) -> None:
        """Change the model as the edit should change the document."""
        is_told = self.change(edit)
        self.told += [len(self.steps)] if is_told else []
        self.steps.append([len(self.past), len(self.future)])

    def change(self, edit: Edit) -> bool:
        """Return whether the listener hears of the edit."""
        name, *given = edit
        before = deepcopy(self.document)
        if name == "undo" and self.past:
            self.future.append(before)
            self.document = self.past.pop()
        elif name == "redo" and self.future:
            self.past.append(before)
            self.document = self.future.pop()
        elif name == "setName":
            for document in (self.document, *self.past, *self.future):
                document["name"] = given[0]
        elif name in ("undo", "redo", "reload"):
            return False
        else:
            CHANGES[name](self, *given)
            if self.document == before:
                return False
            self.past.append(before)
            self.future = []
        return True

    def free(self) -> str:
        return next(letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in self.nodes)

    def add(self, kind: str, x: float, y: float) -> str:
        id = self.free()
        self.document["nodes"].append({**KINDS[kind], "id": id, "x": x, "y": y})
        self.document.setdefault("root", id)
        return id

    def connect(self, source: str, target: Any, kind: str) -> None:
        if [source, target] in self.document["moves"]:
            return
        root = self.document.get("root")
        id = target if isinstance(target, str) else self.add(kind, **target)
        if root is None:
            self.document.pop("root", None)  # a node that a move brings along is not made the root
        self.expand(source)
        self.document["moves"].append([source, id])

    def expand(self, id: str) -> None:
        if self.nodes[id].get("open"):
            self.set_kind([id], "mover" if self.document["convention"] == "negamax" else "max")

    def set_kind(self, chosen: list[str], kind: str) -> None:
        for id in chosen:
            node = self.nodes[id]
            if "score" in node:
                self.lost[id] = node["score"]
            for key in ("player", "score", "open"):
                node.pop(key, None)
            node.update(KINDS[kind])
            if kind == "leaf":
                node["score"] = self.lost.get(id, 0)

    def set_pinned(self, chosen: list[str], pinned: bool) -> None:
        for id in chosen:
            self.nodes[id].pop("pinned", None)
            if pinned:
                self.nodes[id]["pinned"] = True

    def place(self, moved: list[Any]) -> None:
        for id, place in moved:
            self.nodes[id].update(place)

    def remove(self, gone: list[str], _moves: list[str]) -> None:
        self.document["nodes"] = [node for node in self.document["nodes"] if node["id"] not in gone]
        self.document["moves"] = [move for move in self.document["moves"] if not {*gone} & {*move}]
        if self.document.get("root") in gone:
            del self.document["root"]

    def rename_id(self, id: str, name: str) -> None:
        if name not in self.nodes:
            self.nodes[id]["id"] = name
            self.document["moves"] = [[name if end == id else end for end in move] for move in self.document["moves"]]
            if self.document.get("root") == id:
                self.document["root"] = name

    def rename(self, id: str, name: str) -> None:
        if "label" in self.nodes[id]:
            self.nodes[id]["label"] = name
        else:
            self.rename_id(id, name)

    def reverse(self, chosen: list[Any]) -> None:
        moves = self.document["moves"]
        turned = [
            list(move) for move in chosen if [move[1], move[0]] not in moves and "score" not in self.nodes[move[1]]
        ]
        for _, target in turned:
            self.expand(target)
        self.document["moves"] = [move[::-1] if move in turned else move for move in moves]

    def reorder(self, chosen: list[Any], by: int) -> None:
        moves, (move,) = self.document["moves"], chosen
        row = [place for place, (source, _) in enumerate(moves) if source == move[0]]
        at = row.index(moves.index(move))
        if 0 <= at + by < len(row):
            here, there = row[at], row[at + by]
            moves[here], moves[there] = moves[there], moves[here]


CHANGES: dict[str, Callable[..., Any]] = {
    "addNode": Model.add,
    "addMove": Model.connect,
    "setKind": Model.set_kind,
    "setScore": lambda model, id, score: model.nodes[id].update(score=score),
    "setRoot": lambda model, id: model.document.update(root=id),
    "setPinned": Model.set_pinned,
    "move": Model.place,
    "remove": Model.remove,
    "renameId": Model.rename_id,
    "rename": Model.rename,
    "reverse": Model.reverse,
    "reorder": Model.reorder,
    "setMeta": lambda model, fields: model.document.update(fields),
}


def sent(edit: Edit) -> Edit:
    """The edit as the document takes it: moves by their ids, which are their ends as JSON."""
    name, *given = edit
    if name not in ("reverse", "reorder"):
        return edit
    return [name, [json.dumps(list(move), separators=(",", ":")) for move in given[0]], *given[1:]]


def played(start: Document, wanted: list[Edit]) -> tuple[list[Edit], list[Document], Model]:
    """The edits that make sense one after the other, what the document should be after each, and the model then."""
    model = Model(start)
    made: list[Edit] = []
    states = [deepcopy(model.document)]
    for edit in wanted:
        if model.can(edit):
            made.append(sent(edit))
            model.do(edit)
            states.append(deepcopy(model.document))
    return made, states, model


sequences = st.builds(
    sequence_of,
    st.sampled_from(sorted(START)),
    st.binary(max_size=8 * PER_EDIT) | st.binary(min_size=20 * PER_EDIT, max_size=30 * PER_EDIT),
)


@examples(500)
@given(sequences)
def test_every_edit_does_what_the_model_says_is_told_once_and_can_be_taken_back(run: Run, sequence):
    convention, wanted = sequence
    made, states, model = played(START[convention], wanted)
    found = run(STATES, [START[convention], made])
    assert [state["document"] for state in found["states"]] == states
    assert [state["steps"] for state in found["states"]] == model.steps
    assert [state["offers"] for state in found["states"]] == [[way > 0 for way in steps] for steps in model.steps]
    assert found["first"] == [*model.past, model.document][0]
    assert found["again"] == states[-1]
    assert sorted({at for at in found["told"] if at < len(states)}) == model.told


DEPTH = 500  # steps that can be undone
COUNTED = """count => {
  const shown = new $document.Document({ nodes: [], moves: [] }), known = [];
  for (let number = 1; number <= count; number++) {
    shown.setMeta({ number });
    known.push(shown.past.done.length);
  }
  while (shown.past.done.length) shown.undo();
  return { known, first: shown.meta.number ?? 0 };
}"""


def test_the_last_five_hundred_edits_can_be_undone_and_no_more(run: Run):
    found = run(COUNTED, DEPTH + 3)
    assert found["known"] == [min(number, DEPTH) for number in range(1, DEPTH + 4)]
    assert found["first"] == 3


WORDS = """([start, edits]) => {
  const shown = new $document.Document(start);
  return edits.map(([name, ...given]) => {
    const before = shown.snapshot();
    if (name !== 'reload') shown[name](...given);
    return $edit_words.editWords(before, shown.snapshot(), id => id);
  });
}"""


def words_of(verb: str, kind: str, found: list[str]) -> set[str]:
    """The sentence on what was added or deleted, up to the first comma."""
    return {f"{verb} {found[0] if len(found) == 1 else f'{len(found)} {kind}s'}"} if found else set()


@examples(100)
@given(sequences)
def test_words_on_an_edit_say_what_was_added_and_deleted(run: Run, sequence):
    convention, wanted = sequence
    made, states, _ = played(START[convention], wanted)
    for (old, now), words in zip(pairwise(states), run(WORDS, [START[convention], made]), strict=True):
        ids, moves = ([[node["id"] for node in each["nodes"]] for each in (old, now)], [old["moves"], now["moves"]])
        expected = set()
        for verb, one, other in (("Added", 1, 0), ("Deleted", 0, 1)):
            ends = [
                move for move in moves[one] if move not in moves[other] and (verb == "Added" or {*move} <= {*ids[1]})
            ]
            expected |= words_of(verb, "node", [id for id in ids[one] if id not in ids[other]])
            expected |= words_of(verb, "move", [f"the move from {source} to {target}" for source, target in ends])
        said = {each.split(",")[0].rstrip(".") for each in words.split(". ") if each.startswith(("Added", "Deleted"))}
        assert said == expected
        assert bool(words) == (old != now)


READ = """texts => texts.map(text => {
  const { nodes, moves, meta, problems } = $text.parse(text);
  return JSON.parse(JSON.stringify({ nodes, moves, meta, wrong: problems.map(({ severity }) => severity) }));
})"""


@examples(200)
@given(sequences)
def test_text_says_what_the_document_is_and_python_reads_it_alike(run: Run, sequence):
    convention, wanted = sequence
    made, _, _ = played(START[convention], wanted)
    states = [state for state in run(STATES, [START[convention], made])["states"] if state["document"]["nodes"]]
    for state, read in zip(states, run(READ, [state["text"] for state in states]), strict=True):
        document = state["document"]
        said = [{key: node[key] for key in node if key not in ("x", "y", "pinned")} for node in document["nodes"]]
        assert read["nodes"] == said
        rows = {node["id"]: [to for start, to in document["moves"] if start == node["id"]] for node in said}
        assert {id: [to for start, to in read["moves"] if start == id] for id in rows} == rows
        assert read["meta"].get("root") == document.get("root")
        assert read["wrong"] == []
    for state in states[-1:]:
        graph = formats.load_text(state["text"]).graph
        assert [node.id for node in graph.nodes] == [node["id"] for node in state["document"]["nodes"]]
