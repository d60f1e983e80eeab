"""Where graphs come from: the gallery, files, pasted text, an empty page."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect
from support.app import PATIENCE, StageView, after_run, choose, open_menu, press_in_menu

from explorer.formats import load_text
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph

ENTRIES = {"Upload a file": "Upload a file…", "Paste text": "Paste text…"}
GOOD: dict[str, Any] = {
    "format": "game-graph",
    "version": 1,
    "name": "My match",
    "convention": "minimax",
    "root": "p",
    "nodes": [{"id": "p", "player": "min"}, {"id": "win", "score": "7/2"}, {"id": "loss", "score": -4}],
    "moves": [["p", "win"], ["p", "loss"]],
}


def dialog(page: Page, tab: str) -> Locator:
    """The dialog that opens graphs, at one of its tabs."""
    press_in_menu(page, "graph", ENTRIES[tab])
    found = page.get_by_role("dialog", name="Open or draw a graph")
    found.get_by_role("tab", name=tab, selected=True).wait_for(timeout=PATIENCE)
    after_run(page)
    return found


def press(found: Locator, button: str) -> None:
    """Press a button of the dialog once it is there and the dialog is drawn."""
    offer = found.get_by_role("button", name=button)
    offer.wait_for(timeout=PATIENCE)
    after_run(found.page)
    offer.click()


def hand_in(found: Locator, place: int, name: str, text: str) -> None:
    file: FilePayload = {"name": name, "mimeType": "", "buffer": text.encode()}
    found.locator("input[type=file]").nth(place).set_input_files(file)


def saved_graph(page: Page) -> GameGraph:
    """The graph as a user gets it by "Save graph as…"."""
    press_in_menu(page, "graph", "Save as a file…")
    save = page.get_by_role("button", name="Save Game graph")
    save.wait_for(timeout=PATIENCE)
    after_run(page)
    with page.expect_download(timeout=PATIENCE) as download:
        save.click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)  # while it closes it takes the next click
    json.loads(text)
    return load_text(text).graph


def opened(stage: StageView, first: str) -> StageView:
    """The stage once it shows the graph with this first node, and what its run gave."""
    stage.wait("stage.document.nodes.keys().next().value === x && stage.python.seq === stage.data.seq", first)
    expect(after_run(stage.page).get_by_role("dialog")).to_have_count(0)
    return stage


def test_while_another_file_comes_the_one_before_cannot_be_opened(page: Page, stage: StageView):
    found = dialog(page, "Upload a file")
    hand_in(found, 0, "first.txt", "a max: b\nb = 1\n")
    offer = found.get_by_role("button", name="Open it: 2 nodes, 1 move")
    offer.wait_for(timeout=PATIENCE)
    page.route("**/upload_file/**", lambda route: None)  # which takes for ever
    hand_in(found, 0, "second.txt", "a max: b c\nb = 1\nc = 2\n")
    expect(offer).to_have_count(0)


def test_a_sample_opens_from_a_list_with_pictures_of_which_ten_are_seen(page: Page, stage: StageView):
    found = open_menu(page, "graph")
    rows = found.get_by_role("option")
    rows.nth(9).wait_for(timeout=PATIENCE)
    expect(rows.nth(9)).to_be_in_viewport(ratio=0.9)
    assert rows.first.locator("svg").bounding_box()
    found.get_by_role("searchbox").fill("memo")
    expect(rows.first.locator("b")).to_have_text(load_sample("example-7-1").name)
    page.keyboard.press("Enter")
    opened(stage, load_sample("example-7-1").nodes[0].id)
    assert list(stage.kinds) == [node.id for node in load_sample("example-7-1").nodes]
    page.wait_for_url("**sample=example-7-1**")
    choose(page, "Graph", load_sample("negamax-loop").name)
    opened(stage, load_sample("negamax-loop").nodes[0].id)
    assert set(stage.kinds.values()) == {"mover", "leaf"}
    expect(page.get_by_role("button", name="Add a Max node")).to_have_count(0)


def test_a_good_file_opens_after_one_that_is_no_graph_gave_a_sentence_and_a_greyed_button(page: Page, stage: StageView):
    found = dialog(page, "Upload a file")
    alert = found.get_by_role("alert")
    hand_in(found, 0, "match.game.json", "\x00\x01")
    alert.first.wait_for(timeout=PATIENCE)
    after_run(page)
    assert "Traceback" not in found.inner_text()
    expect(found.get_by_role("button", name="Open it")).to_be_disabled()
    found.get_by_role("button", name="Remove").first.click()
    alert.first.wait_for(state="hidden", timeout=PATIENCE)
    after_run(page)
    assert list(stage.kinds) == ["a", "c", "b", "d"]
    hand_in(found, 0, "match.game.json", json.dumps(GOOD))
    press(found, "Open it: 3 nodes, 2 moves")
    opened(stage, "p")
    page.keyboard.press("End")
    assert stage.scores == {"p": "−4", "win": "7/2", "loss": "−4"}
    assert saved_graph(page).name == "My match"


def test_moves_and_nodes_open_from_two_csv_files(page: Page, stage: StageView):
    found = dialog(page, "Upload a file")
    hand_in(found, 0, "moves.csv", "from,to\np,win\np,loss\n")
    without_players = found.get_by_text("no node names a player or a score")
    without_players.wait_for(timeout=PATIENCE)
    after_run(page)
    hand_in(found, 1, "nodes.csv", "id,player,score\np,min,\nwin,,2\nloss,,-1\n")
    without_players.wait_for(state="hidden", timeout=PATIENCE)
    press(found, "Open it: 3 nodes, 2 moves")
    opened(stage, "p")
    assert stage.kinds == {"p": "min", "win": "leaf", "loss": "leaf"}


def test_a_text_is_previewed_as_it_is_typed_and_kept_until_it_is_opened(page: Page, stage: StageView):
    found = dialog(page, "Paste text")
    text = found.get_by_role("textbox", name="A graph as text")
    expect(found.get_by_role("button", name="Open it")).to_be_disabled()
    found.get_by_role("button", name="Lines").click()
    whole = found.get_by_role("button", name="Open it: 4 nodes, 4 moves")
    whole.wait_for(timeout=PATIENCE)
    found.get_by_alt_text("A graph, drawn: 4 nodes and 4 moves").wait_for(timeout=PATIENCE)
    text.press("Control+z")
    expect(text).to_have_value("")
    wrong = "> a max: b c\nc min: d a\nb = 1x\nd = 2\n"
    text.fill(wrong)
    found.get_by_text("line 3: the score of node 'b'").wait_for(timeout=PATIENCE)
    text.fill("{")
    found.get_by_text("not valid JSON").wait_for(timeout=PATIENCE)
    expect(found.get_by_role("button", name="Open it")).to_be_disabled()
    text.fill(wrong)
    text.press("Escape")  # before the pause after the last key
    found.wait_for(state="hidden", timeout=PATIENCE)
    text = dialog(page, "Paste text").get_by_role("textbox", name="A graph as text")
    expect(text).to_have_value(wrong)
    text.fill(wrong.replace("1x", "1"))
    found.get_by_text("line 3").wait_for(state="hidden", timeout=PATIENCE)
    press(found, "Open it: 4 nodes, 4 moves")
    opened(stage, "a")
    assert stage.kinds == {"a": "max", "c": "min", "b": "leaf", "d": "leaf"}
    expect(dialog(page, "Paste text").get_by_role("textbox", name="A graph as text")).to_have_value("")
    page.reload()
    stage.ready()
    expect(dialog(page, "Paste text").get_by_role("textbox", name="A graph as text")).to_have_value("")


def test_odd_names_are_drawn_run_and_come_back(page: Page, stage: StageView):
    odd = ['say "x"', "back\\slash", "line\nbreak", "é→∞", "1", "constructor", "__proto__", "<b>"]
    graph = {
        "root": odd[0],
        "nodes": [*({"id": id, "player": "max"} for id in odd), {"id": "x", "score": 2}],
        "moves": [*([id, id] for id in odd), *map(list, pairwise([*odd, "x"]))],
    }
    found = dialog(page, "Paste text")
    found.get_by_role("textbox").fill(json.dumps(graph))
    found.get_by_role("textbox").press("Control+Enter")
    press(found, "Open it: 9 nodes, 16 moves")
    opened(stage, odd[0]).ready()
    drawn = stage.js("stage.canvas.edges.getIds()")
    page.keyboard.press("o")
    stage.settled()
    assert stage.js("stage.canvas.edges.getIds()") == drawn == stage.js("[...stage.document.moves.keys()]")
    page.keyboard.press("End")
    assert [stage.scores[id] for id in odd] == ["2"] * len(odd)
    assert [node.id for node in stage.python_graph().nodes][: len(odd)] == odd
    choose(page, "Graph", load_sample("example-7-1").name)  # and they go away
    opened(stage, load_sample("example-7-1").nodes[0].id)
    assert stage.js("stage.canvas.network.body.nodeIndices") == [node.id for node in load_sample("example-7-1").nodes]
