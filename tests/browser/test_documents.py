"""The documents that the browser keeps: nothing is lost, and the user finds it again."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.app import (
    PATIENCE,
    StageView,
    eventually,
    menu_button,
)
from support.app import choose as choose_entry
from support.documents import (
    EDITED,
    EDITS,
    FIGURE_1,
    Visit,
    add,
    bring_back,
    choose,
    menu,
    new,
    nodes,
    offer,
    python_has,
    reloaded,
    rename,
    saved,
    titles,
    with_nodes,
)

from explorer.games.samples import load_sample

# ---- reload and return


def test_after_a_reload_quick_edits_are_there_with_undo_and_redo(visit: Visit):
    stage = add(visit(), EDITS)
    document = stage.document
    stage = reloaded(stage, 4 + EDITS)
    assert stage.document == document
    assert python_has(stage).name == FIGURE_1.name
    assert not offer(stage).is_visible()
    stage.click_node("a")
    for left in reversed(range(EDITS)):
        stage.page.keyboard.press("Control+z")
        assert nodes(stage) == 4 + left
    assert stage.document == FIGURE_1.to_json() | {"root": "a"}
    for _ in range(EDITS):
        stage.page.keyboard.press("Control+Shift+z")
    assert stage.document == document
    stage.page.keyboard.press("Control+z")
    stage = reloaded(stage, 3 + EDITS)
    stage.page.get_by_role("button", name="Redo").click()
    assert stage.document == document


def test_a_reload_keeps_the_step_and_the_algorithm(visit: Visit):
    stage = visit("/?sample=figure-1&algorithm=depth-first")
    stage.double_click("b")
    stage.find(".inspector [name=score]").fill("7")
    stage.page.keyboard.press("Enter")
    stage.settled()
    for _ in range(3):
        stage.page.keyboard.press("PageDown")
    stage.go_to(3)
    picture = [stage.caption, stage.scores]
    stage.page.reload()
    stage = StageView(stage.page).ready()
    stage.wait("stage.document.nodes.get('b').score === 7 && stage.frames && stage.player.at === 3")
    eventually(lambda: [stage.caption, stage.scores], picture)


def test_on_a_new_visit_the_last_document_is_offered_and_opens_with_its_undo(visit: Visit):
    stage = add(visit(), 3)
    document = stage.document
    stage.page.close()
    stage = visit()
    assert stage.document == FIGURE_1.to_json()
    banner = offer(stage)
    words = rf"Continue with “{re.escape(EDITED)}” \(7 nodes, changed (just now|\d minutes? ago)\)\?"
    expect(banner).to_contain_text(re.compile(words), timeout=PATIENCE)
    banner.get_by_role("button", name="Open").click()
    with_nodes(stage, 7)
    assert stage.document == document
    expect(banner).to_be_hidden()
    assert python_has(stage).to_json()["nodes"] == document["nodes"]
    stage.page.get_by_role("button", name="Undo").click()
    assert nodes(stage) == 6


def test_an_edit_in_the_last_moment_of_the_page_is_kept(visit: Visit):
    stage = add(visit())
    stage.page.goto("about:blank")
    stage = visit()
    offer(stage).get_by_role("button", name="Open").click()
    with_nodes(stage, 5)
    add(stage).page.close()
    stage = visit()
    offer(stage).get_by_role("button", name="Open").click()
    assert nodes(with_nodes(stage, 6)) == 6


def test_an_edit_before_the_browser_can_keep_anything_is_kept_too(visit: Visit):
    stage = visit()
    stage.wait("stage.documents.autosave.store.db")
    stage.js("Object.assign(stage.documents.autosave.store, { db: null, open: () => new Promise(() => {}) })")
    add(stage, 2)
    stage = reloaded(stage, 6)
    stage.page.get_by_role("button", name="Undo").click()
    assert nodes(saved(stage)) == 5
    stage.page.close()
    stage = visit()
    offer(stage).get_by_role("button", name="Open").click()
    assert nodes(with_nodes(stage, 5)) == 5


def test_a_sample_opened_after_an_edit_stays_open_over_a_reload(visit: Visit):
    stage = saved(add(visit()))
    stage.settled()
    choose_entry(stage.page, "Graph", load_sample("ladder-3").name)
    size = len(load_sample("ladder-3").nodes)
    with_nodes(stage, size)
    stage.page.wait_for_url("**sample=ladder-3**")
    stage = reloaded(stage, size)
    offer(stage).wait_for()
    eventually(lambda: titles(stage), [EDITED])


# ---- several documents


def test_documents_are_made_renamed_duplicated_and_opened(visit: Visit):
    stage = saved(add(visit(), 2))
    new(stage)
    saved(add(stage, 1))
    eventually(lambda: titles(stage), ["Untitled", EDITED])
    rename(stage, "Untitled", "Nim with m n o")
    eventually(lambda: titles(stage), ["Nim with m n o", EDITED])
    assert python_has(stage).name == "Nim with m n o"
    rename(stage, EDITED, "Mine", "Escape")
    eventually(lambda: titles(stage), ["Nim with m n o", EDITED])
    menu(stage).get_by_role("button", name="Duplicate Nim").hover()
    stage.page.mouse.down()
    stage.js("stage.documents.changed()")  # as when a save comes to its end, here or in another tab
    stage.page.mouse.up()
    eventually(lambda: titles(stage), ["Nim with m n o (2)", "Nim with m n o", EDITED])
    choose(stage, EDITED)
    with_nodes(stage, 6)
    assert [node.id for node in python_has(stage).nodes] == ["a", "c", "b", "d", "e", "f"]
    expect(menu_button(stage.page, "graph")).to_contain_text(EDITED)
    choose(stage, "Nim with m n o (2)")
    stage.wait("stage.document.nodes.size === 1")
    assert python_has(stage).name == "Nim with m n o (2)"


def test_a_deleted_document_stays_in_the_bin_until_it_is_deleted_for_good(visit: Visit):
    stage = saved(add(visit(), 2))
    new(stage)
    saved(add(stage))
    menu(stage).get_by_role("button", name=f"Delete {EDITED}").click()
    eventually(lambda: titles(stage), ["Untitled"])
    bring_back(stage, EDITED)
    eventually(lambda: titles(stage), [EDITED, "Untitled"])
    choose(stage, EDITED)
    with_nodes(stage, 6)
    stage.page.get_by_role("button", name="Undo").click()
    assert nodes(stage) == 5
    choose(stage, "Untitled")
    menu(stage).get_by_role("button", name=f"Delete {EDITED}").click()
    menu(stage).get_by_role("button", name=f"Delete {EDITED} for good").click()
    eventually(lambda: stage.js("stage.documents.autosave.store.rows.size"), 1)
    eventually(lambda: titles(stage), ["Untitled"])
