"""Menus offer what makes sense for what they open on, and do what they say, with the real editor and document."""

from __future__ import annotations

from typing import Any

import pytest
from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

# A stage with nothing but tools, menus, editor and document: its canvas has nodes and moves at places of their own.
MADE = """
const make = ({ data, selected, editable }) => {
  const root = document.createElement('div');
  root.innerHTML = $menus.TOOLBARS + '<div class="view"><div class="menu" hidden></div></div>';
  root.className = 'stage';
  root.tabIndex = 0;
  root.addEventListener('focus', () => said.closed++);
  document.body.append(root);
  const shown = new $document.Document(data), said = { asked: [], closed: 0, words: [] };
  const view = root.querySelector('.view');
  let chosen = { nodes: selected, edges: [] };
  const network = {
    canvasToDOM: place => place,
  };
  const canvas = {
    network, element: view, pointer: undefined, toCanvas: place => place, toDom: () => ({ x: 0, y: 0 }),
    glideFrom() {}, select: id => { chosen = { nodes: id === undefined ? [] : [id], edges: [] }; }, reveal() {},
    selectAll: (nodes, edges) => { chosen = { nodes, edges }; }, covered: () => ({ left: 0, top: 0 }),
    get chosen() { return chosen.nodes; }, get chosenMoves() { return chosen.edges; },
    fit() { said.words.push('fit'); }, nodeAt: ({ node }) => node, edgeAt: ({ move }) => move,
  };
  const store = new $store.Store();
  store.open(shown);
  store.isEditable.value = editable;
  $store.listen(store.said, ({ text }) => said.words.push(text));
  store.pointed.value = { id: 'a', at: { x: 0, y: 0 } };
  const selection = new $selection.Selection(store, canvas, new Map());
  const nowhere = { there: false, canFold: () => false, ask() {}, canExpand: () => false, expand: () => false };
  const act = name => () => said.words.push(name);
  const editor = new $editor.Editor({
    store, selection, canvas, inspector: { open() {}, typed() {} },
    python: { ask: question => said.asked.push(question) },
    picture: {
      canvas, looks: { get nodes() { return [...shown.nodes.values()]; } }, showAll() {}, showNumbers: act('numbers'),
    },
    part: nowhere, expander: nowhere, picker: { canPick: () => false, pick: () => false },
    why: { isThere: false }, endless: { isThere: false, focus: act('endless') },
    gestures: { connectFrom: act('connect') }, finder: { open: act('find') }, textView: { toggle: act('text') },
    help: { open: act('help') }, togglePanel: act('panel'), toggleLecture: act('lecture'),
  });
  editor.begin();
  const menus = new $menus.Menus({
    root, store, canvas, editor, selection,
    share: { entries: () => [{ title: 'Copy link', run: act('share') }] },
  });
  store.data.value = { document: data, layouts: { layers: 'In layers' } };
  const titles = () => [...root.querySelectorAll('.menu [role^=menuitem]')].map(each => each.querySelector('span'));
  const press = title => titles().find(each => each.textContent === title).closest('button').click();
  const state = () => JSON.parse(JSON.stringify({
    ...said, isPointed: store.pointed.value !== undefined, document: shown.data(),
    entries: titles().map(each => each.textContent), chosen: chosen.nodes,
    isOpen: !root.querySelector('.menu').hidden, lines: root.querySelectorAll('.menu hr').length,
  }));
  return { root, menus, press, state };
};
"""

OPENED = f"""given => {{ {MADE}
  const {{ root, menus, press, state }} = make(given);
  if (given.tool) root.querySelector(`[data-tool=${{given.tool}}]`).click();
  else menus.openAt({{ node: given.node, x: 0, y: 0 }});
  const opened = state();
  if (given.entry) press(given.entry);
  const after = state();
  root.remove();
  return [opened, after];
}}"""

KINDS: dict[str, dict[str, Any]] = {
    "max": {"player": "max"}, "min": {"player": "min"}, "leaf": {"score": 1}, "open": {"open": True}, "mover": {},
}  # fmt: skip
OF = {"minimax": ["max", "min", "leaf", "open"], "negamax": ["mover", "leaf", "open"]}
CHANGES = {
    "max": "Change to Max", "min": "Change to Min", "mover": "Change to an inner node", "leaf": "Change to a leaf",
    "open": "Change to an open node",
}  # fmt: skip


def document(convention: str, kinds: list[str]) -> dict[str, Any]:
    nodes = [{"id": id, **KINDS[kind]} for id, kind in zip("abcdef", kinds, strict=False)]
    placed = [node | {"x": 100 * number, "y": 0} for number, node in enumerate(nodes)]
    return {"convention": convention, "nodes": placed, "moves": []}


def kind_of(node: dict[str, Any]) -> str:
    return node.get("player") or ("leaf" if "score" in node else "open" if node.get("open") else "mover")


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    convention = draw(st.sampled_from(sorted(OF)))
    kinds = draw(st.lists(st.sampled_from(OF[convention]), min_size=1, max_size=4))
    ids = list("abcdef"[: len(kinds)])
    selected = draw(st.lists(st.sampled_from(ids), unique=True))
    return {
        "data": document(convention, kinds),
        "selected": selected,
        "node": draw(st.sampled_from(ids)),
        "editable": draw(st.booleans()),
    }


@examples(150)
@given(cases())
def test_the_menu_of_a_node_is_about_it_or_what_is_selected_with_it(run: Run, case):
    opened, _ = run(OPENED, case)
    assert opened["isOpen"]
    assert not opened["isPointed"]
    assert opened["chosen"] == (case["selected"] if case["node"] in case["selected"] else [case["node"]])
    offered = {kind for kind, title in CHANGES.items() if title in opened["entries"]}
    assert offered == ({*OF[case["data"]["convention"]]} if case["editable"] else set())
    assert ("Delete what is selected" in opened["entries"]) == case["editable"]
    assert "Copy, also to another window" in opened["entries"]
    assert opened["document"]["nodes"] == case["data"]["nodes"]


@examples(100)
@given(cases(), st.data())
def test_an_entry_changes_what_is_selected_and_the_menu_goes(run: Run, case, data):
    kind = data.draw(st.sampled_from(OF[case["data"]["convention"]]))
    opened, after = run(OPENED, case | {"editable": True, "entry": CHANGES[kind]})
    kinds = {node["id"]: kind_of(node) for node in case["data"]["nodes"]}
    found = {node["id"]: kind_of(node) for node in after["document"]["nodes"]}
    assert found == kinds | dict.fromkeys(opened["chosen"], kind)
    assert not after["isOpen"]
    assert after["closed"] == 1


@pytest.mark.parametrize("convention", OF)
def test_a_tool_adds_its_node_and_one_with_a_menu_opens_it(run: Run, convention: str):
    case = {"data": document(convention, [OF[convention][0]]), "selected": [], "editable": True}
    for kind in OF[convention]:
        _, after = run(OPENED, case | {"tool": kind})
        assert [kind_of(node) for node in after["document"]["nodes"]][1:] == [kind]
        assert not after["isOpen"]
    opened, after = run(OPENED, case | {"tool": "arrange", "entry": "In layers"})
    assert opened["entries"][:3] == ["In layers", "Align in a row", "Align in a column"]
    assert after["asked"] == [{"what": "arrange", "layout": "layers", "ids": ["a"], "pinned": []}]
    _, after = run(OPENED, case | {"tool": "share", "entry": "Copy link"})
    assert after["words"] == ["share"]


def test_a_document_that_is_only_read_offers_no_drawing(run: Run):
    case = {"data": document("minimax", ["max"]), "selected": [], "editable": False}
    _, after = run(OPENED, case | {"tool": "max"})
    assert after["document"]["nodes"] == case["data"]["nodes"]
    opened, _ = run(OPENED, case | {"tool": "more"})
    assert opened["entries"] == ["Find a node by name", "Show the order of moves", "Select all", "All shortcuts"]
