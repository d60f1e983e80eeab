"""Documents that came as files, in two tabs, in a browser that refuses, and large ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.app import StageView, eventually, press_in_menu, running_app
from support.documents import (
    EDITED,
    FIGURE_1,
    Visit,
    add,
    choose,
    listed,
    menu,
    new,
    nodes,
    offer,
    python_has,
    reloaded,
    saved,
    sizes,
    titles,
    visitor,
    with_nodes,
)
from support.pages import Tabs

from explorer.games.samples import load_sample
from explorer.scenes.link import pack

# ---- files


def rewritten(path: Path, score: int) -> None:
    """Write a file anew, as an engine does."""
    path.write_text(f"> a max: b c\nb = {score}\nc = 2\n", encoding="utf-8")


def score_of_b(stage: StageView) -> object:
    return stage.js("stage.document.node('b').score")


@dataclass(frozen=True)
class Named:
    """A file that the command line named, and the app that shows it."""

    path: Path
    url: str


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Named]:
    path = tmp_path_factory.mktemp("named") / "g.txt"
    rewritten(path, 1)
    with running_app(str(path)) as url:
        yield Named(path, url)


@pytest.fixture
def path(named: Named) -> Path:
    """The file as it was first."""
    rewritten(named.path, 1)
    return named.path


@pytest.fixture
def there(tabs: Tabs, named: Named, path: Path) -> Iterator[Visit]:
    """Visits where the file is shown, as one user who was never there before."""
    with visitor(tabs, named.url) as visit:
        yield visit


def again(stage: StageView) -> StageView:
    stage.page.reload()
    return saved(listed(StageView(stage.page).ready()))


def test_a_file_named_on_the_command_line_is_read_again_until_it_is_edited_and_is_kept_once(there: Visit, path: Path):
    saved(there()).page.goto("about:blank")
    stage = saved(there())
    eventually(lambda: titles(stage), ["g.txt"])
    rewritten(path, 9)
    stage.page.reload()
    stage = saved(StageView(stage.page).ready())
    assert score_of_b(stage) == 9
    kept = titles(stage)
    add(stage, 2)
    stage = reloaded(stage, 5)
    eventually(lambda: titles(stage), kept)
    stage.page.get_by_role("button", name="Undo").click()
    saved(stage).page.goto("about:blank")
    stage = saved(there())
    assert nodes(stage) == 3
    offer(stage).get_by_role("button", name="Open").click()
    with_nodes(stage, 4)


CHANGED = "“g.txt” has changed on disk, and is shown as it is there now."


def test_an_unedited_file_is_replaced_by_what_is_on_disk_now_in_every_tab_and_says_so_once(there: Visit, path: Path):
    first, second = saved(there()), saved(there())
    for score, tab in ((7, first), (8, second)):
        rewritten(path, score)
        stage = again(tab)
        stage.find(".toast").get_by_text(CHANGED).wait_for()
        assert score_of_b(stage) == score
        stage = again(stage)
        assert not stage.find(".toast").is_visible()
        assert not offer(stage).is_visible()
        assert titles(stage) == ["g.txt"]
    first = again(first)
    assert score_of_b(first) == 8
    assert not first.find(".toast").is_visible()
    add(first)
    eventually(lambda: sizes(saved(first)), {"g.txt": 4})


def test_an_edited_file_that_changed_on_disk_is_asked_about_once_and_nothing_is_lost(there: Visit, path: Path):
    stage = saved(add(saved(there())))
    rewritten(path, 7)
    stage = again(stage)
    assert (score_of_b(stage), nodes(stage)) == (7, 3)
    question = offer(stage).get_by_text("The file has changed on disk. Continue with your edited “g.txt”")
    question.wait_for()
    offer(stage).get_by_role("button", name="Not now").click()
    stage = again(stage)
    assert not offer(stage).is_visible()
    rewritten(path, 8)
    stage = again(stage)
    assert score_of_b(stage) == 8
    assert not offer(stage).is_visible()
    assert sizes(stage) == {"g.txt": 4, "g.txt (2)": 3}
    stage = listed(there())
    question = offer(stage).get_by_text("The file has changed on disk. Continue with your edited “g.txt”")
    question.wait_for()
    offer(stage).get_by_role("button", name="Open").click()
    stage = again(with_nodes(stage, 4))
    with_nodes(stage, 4)
    assert score_of_b(stage) == 1
    assert not offer(stage).is_visible()
    assert sizes(stage) == {"g.txt": 4, "g.txt (2)": 3}


def test_who_names_a_file_is_not_asked_about_another_document(there: Visit):
    saved(add(new(saved(there()))))
    stage = saved(listed(there()))
    assert nodes(stage) == 3
    assert not offer(stage).is_visible()


def test_a_link_beats_the_file_that_the_command_line_named(there: Visit):
    assert list(saved(there()).kinds) == ["a", "b", "c"]
    assert list(there("/?sample=example-7-1").kinds) == list(load_sample("example-7-1").ids)


# ---- a reload in the midst of it


def test_name_score_and_title_that_were_typed_and_not_entered_are_there_after_a_reload(visit: Visit):
    stage = visit()
    for field, text in (("name", "stake"), ("score", "7"), ("title", "Mine")):
        if field == "title":
            press_in_menu(stage.page, "graph", "Rename…")
        else:
            stage.double_click("b" if field == "name" else "d")
        stage.find(f"[name={field}]").fill(text)
        stage.page.reload()
        stage = StageView(stage.page).ready()
        stage.wait("stage.document.nodes.has('stake') || stage.document.nodes.get('b').label === 'stake'")
    document = stage.document
    assert [document["name"], document["nodes"][3]["score"]] == ["Mine", 7]


def test_an_edit_of_a_links_graph_is_there_after_a_reload_right_after_it(visit: Visit):
    stage = visit(f"/?graph={pack(FIGURE_1)}")
    stage.js("stage.editor.add('open')")
    stage = reloaded(stage, 5)
    assert stage.js("stage.documents.isEdited")


# ---- two tabs, and a browser that refuses


def test_what_another_tab_has_changed_is_not_written_over(visit: Visit):
    first = saved(add(visit()))
    second = visit()
    offer(second).get_by_role("button", name="Open").click()
    with_nodes(second, 5)
    saved(add(second, 2))
    first.wait("stage.documents.autosave.store.isForeign(stage.documents.autosave.open.key)")
    first.page.bring_to_front()
    add(first)
    first.find(".toast").get_by_text(f"Your version goes on as “{EDITED} (2)”").wait_for()
    saved(add(first))
    eventually(lambda: sizes(second), {EDITED: 7, f"{EDITED} (2)": 7})
    second.page.bring_to_front()
    saved(add(second))
    eventually(lambda: sizes(first), {EDITED: 8, f"{EDITED} (2)": 7})
    eventually(lambda: sizes(second), {EDITED: 8, f"{EDITED} (2)": 7})
    first.page.close()
    stage = visit()
    choose(stage, f"{EDITED} (2)")
    with_nodes(stage, 7)
    for left in (6, 5, 4):
        stage.page.get_by_role("button", name="Undo").click()
        assert nodes(stage) == left


REFUSALS = {
    "none": "delete window.indexedDB; Object.defineProperty(window, 'indexedDB', { value: undefined });",
    "closed": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "full": """IDBObjectStore.prototype.put = function () {
        this.transaction.abort();
        throw new DOMException('no', 'QuotaExceededError');
    };""",
}


@pytest.mark.parametrize("how", list(REFUSALS))
def test_a_browser_that_keeps_nothing_says_so_once_and_everything_else_goes_on(visit: Visit, how: str):
    stage = visit(script=REFUSALS[how])
    assert not stage.find(".toast").is_visible()
    add(stage, 2)
    stage.find(".toast").get_by_text("This browser keeps no documents").wait_for()
    stage.js("element.querySelector('.toast').hidden = true")
    add(stage, 3)
    stage.wait("!stage.documents.autosave.unsaved")
    assert not stage.find(".toast").is_visible()
    assert len(python_has(stage).nodes) == 9
    menu(stage).get_by_text("This browser keeps no documents").wait_for()


LATE = """(() => {
  const { open } = IDBFactory.prototype, asked = new Promise(done => globalThis.openStore = () => done());
  IDBFactory.prototype.open = function (...parameters) {
    const request = open.apply(this, parameters);
    request.addEventListener('success', event => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      asked.then(() => request.dispatchEvent(new Event('success')));
    });
    return request;
  };
})();"""


def test_who_draws_before_the_store_answers_is_offered_nothing_else_and_keeps_all(visit: Visit):
    saved(add(visit())).page.goto("about:blank")
    stage = add(visit(script=LATE), 2)
    stage.wait("!stage.documents.autosave.unsaved")  # but the store has not taken it
    stage.js("globalThis.openStore()")
    rows = "stage.documents.autosave.store.newest().map(row => row.nodes)"
    eventually(lambda: listed(saved(stage)).js(rows), [6, 5])
    assert not offer(stage).is_visible()
    assert nodes(stage) == 6


# ---- a large document

LARGE = 120


def test_quick_edits_of_a_large_document_are_saved_together_and_all_come_back(visit: Visit):
    """Forty quick edits, every tenth of which moves all nodes as a layout does."""
    stage = visit()
    stage.js(
        """(() => {
          const nodes = Array.from({ length: x }, (_, i) => (
            { id: `n${i}`, player: i % 2 ? 'max' : 'min', x: 60 * (i % 40), y: 60 * Math.floor(i / 40) }));
          const moves = nodes.flatMap(({ id }, i) => [[id, `n${(i + 1) % x}`], [id, `n${(i + 40) % x}`]]);
          const document = { format: 'game-graph', version: 1, convention: 'minimax', root: 'n0', nodes, moves };
          stage.documents.autosave.show({ title: 'Large', document });
        })()""",
        LARGE,
    )
    stage.settled()
    saves = stage.js(
        """(async () => {
          const { autosave } = stage.documents, save = autosave.save.bind(autosave);
          let saves = 0;
          autosave.save = () => {
            saves++;
            return save();
          };
          for (let i = 0; i < 40; i++) {
            const nodes = [...stage.document.nodes.values()], moved = i % 10 === 9 ? nodes : [nodes[i]];
            stage.document.move(moved.map(({ id, x, y }) => [id, { x: x + 1, y }]));
            while (i % 10 === 9 && autosave.unsaved) await new Promise(requestAnimationFrame);
          }
          return saves;
        })()"""
    )
    assert saves == 4  # all edits until the page has time to save them go into one
    assert stage.js("stage.document.past.done.length") == 40
    stage = reloaded(stage, LARGE)
    assert stage.js("stage.document.past.done.length") == 40
