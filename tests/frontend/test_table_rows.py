"""What is written in the tables of nodes and moves becomes the document, as a plain model of it says, or is refused."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from explorer.model.errors import OptionError
from explorer.model.scores import parse_score, score_to_json

Texts = dict[str, str]

START: dict[str, Any] = {
    "convention": "minimax",
    "root": "a",
    "nodes": [
        {"id": "a", "player": "max", "label": "Start", "x": 0, "y": 0},
        {"id": "b", "score": 1, "x": 100, "y": 0, "pinned": True},
        {"id": "c", "player": "min", "x": 200, "y": 0},
    ],
    "moves": [["a", "b"], ["a", "c", "pass"], ["c", "b"]],
}
WRITTEN = """([start, writes]) => {
  const shown = new $document.Document(start);
  const problems = shown.edit(() => writes.map(([table, texts, id]) =>
    $table_rows.write($table_rows[table], shown, texts, id ?? undefined).problems));
  const plain = () => JSON.parse(JSON.stringify(shown.data()));
  const found = plain(), edits = shown.past.done.length;
  if (edits) shown.undo();
  return { found, edits, before: plain(), problems };
}"""
KINDS = {"max": {"player": "max"}, "min": {"player": "min"}, "leaf": {"score": 0}, "open": {"open": True}}

ids = st.sampled_from("abcd")  # of which d is not there
node_texts = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["", *"abcd"]),
        "kind": st.sampled_from(["Max", "min", "Leaf", "OPEN", "Node", "x"]),
        "score": st.sampled_from(["", "2", "-0.5", "16/3", "two"]),
        "label": st.sampled_from(["", "Name"]),
        "root": st.sampled_from(["", "TRUE"]),
    },
)
move_texts = st.fixed_dictionaries({}, optional={"from": ids, "to": st.sampled_from(["", *"abcd"])})


class Model:
    """The document as it should be after some cells were written."""

    def __init__(self) -> None:
        self.document = deepcopy(START)
        self.nodes: dict[str, dict[str, Any]] = {node["id"]: node for node in self.document.pop("nodes")}
        self.moves: list[list[str]] = self.document.pop("moves")
        self.lost: dict[str, Any] = {}  # the scores of nodes that were leaves

    def node(self, texts: Texts, id: str | None) -> set[str]:
        """Write in a row of nodes; return the columns where that cannot be."""
        name = texts.get("id", id)
        problems = {"id"} if (name == "" and id) or (name != id and name in self.nodes) else set()
        if not problems and name and name != id:
            id = self.call(name, id)
        if id is None:
            return problems
        kind, score = texts.get("kind", "").lower(), texts.get("score")
        if kind:
            problems |= set() if self.become(id, kind) else {"kind"}
        if score is not None and score != self.score(id) and not (kind and (not score or kind != "leaf")):
            try:
                exact = score_to_json(parse_score(score))
            except OptionError:
                problems.add("score")
            else:
                self.become(id, "leaf")
                self.nodes[id]["score"] = exact
        if "label" in texts:
            self.nodes[id].pop("label", None)
            self.nodes[id] |= {"label": texts["label"]} if texts["label"] else {}
        if texts.get("root"):
            self.document["root"] = id
        return problems

    def score(self, id: str) -> str:
        return str(self.nodes[id].get("score", ""))

    def call(self, name: str, id: str | None) -> str:
        if id is None:
            self.nodes[name] = {"id": name, "open": True}
            return name
        self.nodes = {name if each == id else each: node for each, node in self.nodes.items()}
        self.nodes[name]["id"] = name
        self.moves = [[name if end == id else end for end in move[:2]] + move[2:] for move in self.moves]
        if self.document["root"] == id:
            self.document["root"] = name
        return name

    def become(self, id: str, kind: str) -> bool:
        if kind not in KINDS:
            return False
        node = self.nodes[id]
        if "score" in node:
            self.lost[id] = node["score"]
        for key in ("player", "score", "open"):
            node.pop(key, None)
        node |= {"score": self.lost.get(id, 0)} if kind == "leaf" else KINDS[kind]
        return True

    def move(self, texts: Texts, id: list[str] | None) -> set[str]:
        """Write in a row of moves; return the columns where that cannot be."""
        ends = [texts.get(column, id[i] if id else "") for i, column in enumerate(("from", "to"))]
        unknown = {c for c, end in zip(("from", "to"), ends, strict=True) if (end or id) and end not in self.nodes}
        if unknown:
            return unknown
        if ends != id and ends in [move[:2] for move in self.moves]:
            return {"to"}
        if all(ends) and ends != id:
            if "open" in self.nodes[ends[0]]:
                self.become(ends[0], "max")
            if id is None:
                self.moves.append(ends)
            self.moves = [ends + move[2:] if move[:2] == id else move for move in self.moves]
        return set()


def without_places(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in node.items() if key not in ("x", "y")} for node in nodes]


@examples(200)
@given(st.lists(st.tuples(node_texts, st.integers(0, 3)) | st.tuples(move_texts, st.integers(0, 3)), max_size=5))
def test_cells_say_what_is_written_in_them_as_one_edit_and_what_cannot_be_changes_nothing(
    run: Run, listed: list[tuple[Texts, int]]
):
    model, writes, problems = Model(), [], []
    for texts, row in listed:
        rows: list[Any]
        if {"from", "to"} & texts.keys():
            rows = [move[:2] for move in model.moves]
            id = rows[row] if row < len(rows) else None
            writes.append(["MOVES", texts, f'["{id[0]}","{id[1]}"]' if id else None])
            problems.append(model.move(texts, id))
        else:
            rows = list(model.nodes)
            id = rows[row] if row < len(rows) else None
            writes.append(["NODES", texts, id])
            problems.append(model.node(texts, id))
    result = run(WRITTEN, [START, writes])
    found = result["found"]
    assert [set(each) for each in result["problems"]] == problems
    assert without_places(found.pop("nodes")) == without_places([*model.nodes.values()])
    assert found.pop("moves") == model.moves
    assert found == model.document
    assert result["before"] == START
    assert result["edits"] <= 1


FOLLOWED = """([start, edits]) => {
  const shown = new $document.Document(start), table = new $edited_table.EditedTable('Nodes', $table_rows.NODES);
  table.follow(shown);
  for (const { id, key } of table.rows) if (id) table.type(key, { label: `of ${id}` });
  for (const [what, id, name] of edits) {
    if (what === 'add') shown.addNode('open', 0, 0);
    else if (what === 'undo') shown.undo();
    else if (!shown.nodes.has(id)) continue;
    else if (what === 'remove') shown.remove([id], []);
    else shown.renameId(id, name);
    table.follow(shown);
  }
  const typed = table.rows.filter(({ key }) => table.drafts.has(key));
  return typed.map(({ id, key }) => [id, table.drafts.get(key).texts.label]);
}"""
edits = st.one_of(
    st.tuples(st.sampled_from(["add", "undo"]), st.just(""), st.just("")),
    st.tuples(st.sampled_from(["remove", "rename"]), ids, st.sampled_from("xyz")),
)


@examples(100)
@given(st.lists(edits, max_size=8))
def test_a_draft_stays_with_its_node_however_the_document_is_edited(run: Run, listed: list[tuple[str, str, str]]):
    """Beside the table, the label itself tells which node is which."""
    marked = deepcopy(START)
    for node in marked["nodes"]:
        node["label"] = f"of {node['id']}"
    there = run(
        """([start, edits]) => {
      const shown = new $document.Document(start);
      const there = new Set(shown.nodes.keys().map((id) => shown.node(id).label));
      for (const [what, id, name] of edits) {
        if (what === 'add') shown.addNode('open', 0, 0);
        else if (what === 'undo') shown.undo();
        else if (!shown.nodes.has(id)) continue;
        else if (what === 'remove') shown.remove([id], []);
        else shown.renameId(id, name);
        const now = new Set([...shown.nodes.values()].map(({ label }) => label));
        for (const label of there) if (!now.has(label)) there.delete(label);
      }
      return [...shown.nodes.values()].flatMap(({ id, label }) => there.has(label) ? [[id, label]] : []);
    }""",
        [marked, listed],
    )
    assert run(FOLLOWED, [marked, listed]) == there


PASTED = """([start, text, row, column]) => {
  const shown = new $document.Document(start), table = new $edited_table.EditedTable('Nodes', $table_rows.NODES);
  table.follow(shown);
  table.paste(text, table.rows[row].key, column);
  shown.edit(() => table.take(shown, () => {}));
  table.follow(shown);
  const { NODES } = $table_rows, titles = Object.keys(NODES.columns);
  const rows = table.rows.map((each) => titles.map((title) => table.texts(shown, each)[title] ?? ''));
  return { rows, nodes: shown.nodes.size, edits: shown.past.done.length };
}"""


def test_a_block_of_a_spreadsheet_is_one_edit_and_rows_that_cannot_be_stay_to_be_mended(run: Run):
    block = "7\tseven\n2\t\n\t\n".replace("\n", "\r\n")
    found = run(PASTED, [START, block, 1, "score"])
    assert [row[2:4] for row in found["rows"]] == [["", "Start"], ["7", "seven"], ["2", ""], ["", ""]]
    assert found["edits"] == 1
    rows = "x\tLeaf\t5\t\t\na\tMax\t\t\t\ny\tmin\t\tWhy\tTRUE\n"
    found = run(PASTED, [START, rows, 3, "id"])
    assert found["rows"][3:] == [
        ["x", "Leaf", "5", "", ""],
        ["y", "Min", "", "Why", "yes"],
        ["a", "Max", "", "", ""],
        ["", "", "", "", ""],
    ]
    assert (found["nodes"], found["edits"]) == (5, 1)
