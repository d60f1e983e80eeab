"""The address of one's own graph opens that graph, however the app was started: in every browser, view and tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.app import PATIENCE, StageView, after_run, running_app
from support.documents import Visit, add, nodes, saved, visitor, with_nodes
from support.pages import Tabs

Elsewhere = Callable[[str], Page]


@pytest.fixture
def started(request: pytest.FixtureRequest, app_url: str, tmp_path: Path) -> Iterator[str]:
    """The address of an app that was started with nothing, or with the kind of graph that a test asks for."""
    kind = getattr(request, "param", "nothing")
    if kind == "nothing":
        yield app_url
        return
    path = tmp_path / "g.txt"
    path.write_text("> a max: c b\nc min: a d\nb = -1\nd = 1\n", encoding="utf-8")
    with running_app("sample:figure-1" if kind == "a sample" else str(path)) as url:
        yield url


@pytest.fixture
def there(tabs: Tabs, started: str) -> Iterator[Visit]:
    with visitor(tabs, started) as visit:
        yield visit


@pytest.fixture
def elsewhere(browser: Browser) -> Iterator[Elsewhere]:
    """Opens an address in another browser."""
    context = browser.new_context()

    def look(url: str) -> Page:
        page = context.new_page()
        page.goto(url)
        return page

    yield look
    context.close()


def below(stage: StageView, start: str) -> str:
    """The address of a stage without that of its server."""
    return stage.page.url.removeprefix(start)


def drawn(there: Visit, query: str = "", times: int = 1) -> StageView:
    """A stage with open nodes that were drawn there, once the address has them."""
    stage = there(query)
    before, graph = nodes(stage), ""
    for _ in range(times):
        add(stage.settled())
        stage.page.wait_for_function(
            "graph => /own=/.test(location) && /rev=/.test(location)"
            " && ![null, graph].includes(new URLSearchParams(location.search).get('graph'))",
            arg=graph,
        )
        graph = stage.page.evaluate("new URLSearchParams(location.search).get('graph')")
    return saved(with_nodes(stage, before + times))


@pytest.mark.parametrize("started", ["nothing", "a sample", "a file"], indirect=True)
def test_a_drawn_graph_opens_in_a_second_tab_with_undo_in_another_browser_and_after_a_reload(
    there: Visit, elsewhere: Elsewhere, started: str
):
    stage = drawn(there, times=2)
    stage.page.keyboard.press("PageDown")
    stage.click_node("c")
    stage.page.wait_for_function("/step=1/.test(location) && /select=c/.test(location)")
    document = stage.document
    second = with_nodes(there(below(stage, started)), 6)
    other = with_nodes(StageView(elsewhere(stage.page.url)).ready(), 6)
    for one in (second, other):
        assert one.document["moves"] == document["moves"]
        one.wait("stage.player.at === 1 && stage.selection.id === 'c'")
        one.page.wait_for_function("/graph=/.test(location) && /select=c/.test(location)")
    stage.page.reload()
    again = with_nodes(StageView(stage.page).ready(), 6)
    again.wait("stage.player.at === 1 && stage.selection.id === 'c'")
    assert again.document == document
    second.page.get_by_role("button", name="Undo").click()
    assert nodes(second) == 5


def test_a_later_version_that_the_browser_keeps_takes_the_place_of_the_graph_in_the_address(
    there: Visit, elsewhere: Elsewhere, started: str
):
    stage = drawn(there)
    earlier = below(stage, started)
    saved(with_nodes(add(stage.settled()), 6))
    with_nodes(there(earlier), 6)
    with_nodes(StageView(elsewhere(started + earlier)).ready(), 5)
    own = stage.page.evaluate("new URLSearchParams(location.search).get('rev')")
    with_nodes(there(earlier.replace("rev=1", f"rev={int(own) + 1}")), 5)  # of which this browser lost the last edit


def test_what_two_tabs_draw_has_two_addresses(there: Visit, started: str):
    stage = drawn(there)
    second = with_nodes(there(below(stage, started)), 5)
    saved(with_nodes(add(second.settled()), 6))
    first = stage.page.url
    stage.page.bring_to_front()
    saved(with_nodes(add(stage.settled(), 2), 7))
    stage.page.wait_for_function("first => location.href.includes('graph=') && location.href !== first", arg=first)
    stage.settled()
    with_nodes(there(below(stage, started)), 7)
    with_nodes(there(below(second, started)), 6)


@pytest.mark.parametrize("view", ["compare", "unwind", "play"])
def test_in_every_view_the_address_has_the_drawn_graph(there: Visit, elsewhere: Elsewhere, started: str, view: str):
    stage = drawn(there)
    query = stage.page.evaluate("location.search")
    page = elsewhere(f"{started}/{view}{query}")
    StageView(page).ready()
    page.wait_for_url(f"**/{view}?*graph=*")
    page.goto(page.url.replace(f"/{view}", "/"))
    with_nodes(StageView(page).ready(), 5)


def test_why_a_node_has_its_score_is_asked_of_the_drawn_graph(there: Visit, elsewhere: Elsewhere, started: str):
    stage = drawn(there)
    query = f"{below(stage, started)}&why=a"
    for page in (there(query).page, elsewhere(started + query)):
        expect(StageView(page).find(".why")).to_be_visible(timeout=PATIENCE)
        with_nodes(StageView(page), 5)
        expect(StageView(page).find(".why")).to_be_visible()
        page.wait_for_url("**why=a**")


def test_back_and_forward_lead_to_the_graph_before_and_to_the_drawn_one(there: Visit):
    stage = drawn(there, "/?sample=ladder-3")
    drawn_at, size = stage.page.url, nodes(stage)
    after_run(stage.page).go_back()
    with_nodes(stage, size - 1)
    after_run(stage.settled().page).go_forward()
    stage.page.wait_for_url(drawn_at)
    with_nodes(stage, size)
    assert stage.page.url == drawn_at
    stage.page.get_by_role("button", name="Undo").click()
    assert nodes(stage) == size - 1


def test_the_unedited_file_of_the_command_line_is_read_again_and_another_graph_is_never_in_its_place(
    tabs: Tabs, tmp_path: Path
):
    path = tmp_path / "g.txt"
    path.write_text("> a max: b\nb = 1\n", encoding="utf-8")
    with running_app(str(path)) as url, visitor(tabs, url) as visit:
        stage = saved(visit())
        stage.page.wait_for_url("**file=**")
        unedited = below(stage, url)
        drawn_stage = drawn(visit)
        edited = below(drawn_stage, url)
        path.write_text("> a max: b\nb = 7\n", encoding="utf-8")
        assert visit(unedited).js("stage.document.node('b').score") == 7
        assert with_nodes(visit(edited), 3).js("stage.document.node('b').score") == 1
