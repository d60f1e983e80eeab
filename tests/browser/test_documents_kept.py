"""Documents that came as files, in two tabs, in a browser that refuses, and large ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.app import StageView, eventually, running_app
from support.documents import (
    EDITED,
    Visit,
    add,
    listed,
    nodes,
    offer,
    python_has,
    saved,
    sizes,
    titles,
    visitor,
    with_nodes,
)
from support.pages import Tabs

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


CHANGED = "“g.txt” has changed on disk, and is shown as it is there now."


def test_an_unedited_file_is_replaced_by_what_is_on_disk_now_and_says_so_once(there: Visit, path: Path):
    stage = saved(there())
    rewritten(path, 7)
    stage = again(stage)
    stage.find(".toast").get_by_text(CHANGED).wait_for()
    assert score_of_b(stage) == 7
    stage = again(stage)
    assert not stage.find(".toast").is_visible()
    assert not offer(stage).is_visible()
    assert titles(stage) == ["g.txt"]


def test_an_edited_file_that_changed_on_disk_stays_at_its_address_and_is_asked_about_where_the_file_is_opened(
    there: Visit, path: Path
):
    stage = saved(add(saved(there())))
    stage.page.wait_for_url("**rev=1**")
    rewritten(path, 7)
    stage = again(stage)
    assert (score_of_b(stage), nodes(stage)) == (1, 4)
    stage = listed(there())
    assert (score_of_b(stage), nodes(stage)) == (7, 3)
    question = offer(stage).get_by_text("The file has changed on disk. Continue with your edited “g.txt”")
    question.wait_for()
    offer(stage).get_by_role("button", name="Not now").click()
    stage = again(stage)
    assert not offer(stage).is_visible()
    assert sizes(stage) == {"g.txt": 4, "g.txt (2)": 3}
    stage = listed(there())
    offer(stage).get_by_role("button", name="Open").click()
    assert score_of_b(with_nodes(stage, 4)) == 1
    assert not offer(stage).is_visible()


# ---- a reload in the midst of it


def test_a_name_and_a_score_that_were_typed_and_not_entered_are_there_after_a_reload(visit: Visit):
    stage = visit()
    for node, field, text in (("b", "name", "stake"), ("d", "score", "7")):
        stage.double_click(node)
        stage.find(f"[name={field}]").fill(text)
        stage.page.reload()
        stage = StageView(stage.page).ready()
        stage.wait("stage.document.nodes.has('stake') || stage.document.nodes.get('b').label === 'stake'")
    assert stage.document["nodes"][3]["score"] == 7


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


REFUSED = """IDBObjectStore.prototype.put = function () {
    this.transaction.abort();
    throw new DOMException('no', 'QuotaExceededError');
};"""


def test_a_browser_that_keeps_nothing_says_so_once_and_everything_else_goes_on(visit: Visit):
    stage = visit(script=REFUSED)
    assert not stage.find(".toast").is_visible()
    add(stage, 2)
    stage.find(".toast").get_by_text("This browser keeps no documents").wait_for()
    stage.js("element.querySelector('.toast').hidden = true")
    add(stage, 3)
    stage.wait("!stage.documents.autosave.unsaved")
    assert not stage.find(".toast").is_visible()
    assert len(python_has(stage).nodes) == 9


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
