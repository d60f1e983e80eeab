"""Traces in a notebook: one output brings the scripts, the others take them from there, or say where they are."""

from __future__ import annotations

import base64
import gzip
import html
import json
from collections.abc import Callable, Iterator

import pytest
from IPython.core.interactiveshell import InteractiveShell
from playwright.sync_api import Browser, Frame, Page, expect
from support.app import eventually
from support.graphs import figure_1, long_path
from traitlets.config import Config

from explorer import algorithms
from explorer.drawing import notebook
from explorer.drawing.exports.html import PACKED, page
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.notebook import Cell, Sharing
from explorer.drawing.shown import Shown

STEP = "document.querySelector('.stage').stage.player.at"
JUPYTERLAB = """html => {
    const output = document.body.appendChild(document.createElement('div'));
    output.innerHTML = html;
    for (const script of output.querySelectorAll('script')) {
        const clone = document.createElement('script');
        for (const { name, value } of script.attributes) clone.setAttribute(name, value);
        clone.textContent = script.textContent;
        script.parentNode.replaceChild(clone, script);
    }
}"""
VS_CODE = """html => {
    const output = document.body.appendChild(document.createElement('div'));
    output.innerHTML = html;
    for (const script of [...output.getElementsByTagName('script')]) {
        const clone = document.createElement('script');
        clone.text = script.innerText;
        if (script.type) clone.setAttribute('type', script.type);
        output.appendChild(clone).remove();
    }
}"""
"""How these put the HTML of an output into their page and run its scripts."""


class ZMQInteractiveShell(InteractiveShell):
    """A shell that is called as that of Jupyter's own kernel."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], list[str]]]:
    """Runs a cell in a kernel session of its own; gives what its traces show."""
    monkeypatch.setattr(notebook, "_sharing", Sharing())
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)  # of another environment than this the shell would warn
    InteractiveShell.clear_instance()
    shell = ZMQInteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    outputs: list[str] = []
    trace = algorithms.trace(figure_1(), "score-iteration")
    shell.push({"show": lambda: outputs.append(trace._repr_html_())})

    def run_cell(source: str) -> list[str]:
        outputs.clear()
        shell.run_cell(source, store_history=True).raise_error()
        return list(outputs)

    yield run_cell
    ZMQInteractiveShell.clear_instance()


def brings(output: str) -> bool:
    return " srcdoc='" in output


# ---- who brings the scripts


def test_the_first_output_of_a_session_alone_brings_the_scripts(run):
    first, second, third = (run(f"show()  # {number}")[0] for number in range(3))
    assert [brings(output) for output in (first, second, third)] == [True, False, False]
    assert "in the output of cell [1]" in second
    assert 8 * len(second) < len(first)
    assert abs(len(second) - len(third)) < 10


def test_two_traces_of_a_cell_bring_the_scripts_once(run):
    assert [brings(output) for output in run("show(); show()")] == [True, False]


def test_a_cell_that_is_run_again_brings_the_scripts_anew_and_so_does_a_whole_notebook(run):
    cells = [f"show()  # {number}" for number in range(3)]
    assert [brings(run(cell)[0]) for cell in cells] == [True, False, False]
    assert [brings(run(cell)[0]) for cell in cells] == [True, False, False]
    assert [brings(run(cells[number])[0]) for number in (1, 1, 0, 2)] == [True, True, False, False]
    assert "in the output of cell [8]" in run("show()  # another")[0]


def test_a_cell_is_known_by_its_id_even_if_it_was_edited(run):
    shell = ZMQInteractiveShell.instance()
    shell.get_parent = lambda: {"metadata": {"cellId": "5c2e"}}
    assert [brings(run(source)[0]) for source in ("show()", "show()  # edited")] == [True, True]


def test_an_output_that_is_no_trace_brings_nothing(run):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notebook, "MOST_BYTES", 10)
        assert run("show()  # too large")[0].startswith("<p>the page would hold")
    assert brings(run("show()")[0])


def test_where_outputs_are_alone_each_has_its_scripts():
    trace = algorithms.trace(figure_1(), "score-iteration")
    assert notebook.running_cell() is None
    assert brings(trace._repr_html_())
    assert trace._repr_html_() == trace._repr_html_()


def test_scripts_and_style_of_an_output_are_those_of_a_page():
    trace = algorithms.trace(figure_1(), "score-iteration")
    whole, output = page(Shown(trace.graph, trace, algorithms.find(trace.algorithm))), trace._repr_html_()
    packed = html.unescape(output).split(PACKED)[1].partition("<")[0]
    for text in json.loads(gzip.decompress(base64.b64decode(packed))).values():
        assert text in whole
    assert len(output) < 0.45 * len(whole)


@pytest.mark.large
def test_a_trace_too_large_for_a_notebook_says_so():
    trace = algorithms.trace(long_path(LARGEST_DRAWN), "score-iteration")
    assert trace._repr_html_().startswith("<p>a page can draw 3,000 nodes")


def test_runs_of_a_cell_are_told_apart_by_their_numbers():
    sharing = Sharing()
    assert sharing.source(Cell("a", 1)) is None
    assert sharing.source(Cell("a", 1)) == sharing.source(Cell("b", 2)) == Cell("a", 1)
    assert sharing.source(Cell("b", 3)) is None
    assert sharing.source(Cell("a", 4)) == Cell("b", 3)


# ---- in the browser


@pytest.fixture
def opened(browser: Browser) -> Iterator[Page]:
    made = browser.new_context(offline=True).new_page()
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    yield made
    made.context.close()
    assert not complaints


def stages(page: Page) -> list[Frame]:
    """The frames in which steps are drawn, when they are."""
    found = [handle.content_frame() for handle in page.query_selector_all("iframe[srcdoc]")]
    frames = [frame for frame in found if frame is not None]
    for frame in frames:
        frame.wait_for_selector(".stage")
    return frames


def waits(page: Page) -> list[str]:
    return page.locator("p").all_inner_texts()


def test_an_exported_notebook_shows_all_its_traces(opened: Page, run):
    outputs = [run(f"show()  # {number}")[0] for number in range(3)]
    opened.set_content(f"<!doctype html><main>{'<hr>'.join(outputs)}</main>")
    first, second, third = stages(opened)
    second.locator(".transport input").press("End")
    last = len(algorithms.trace(figure_1(), "score-iteration")) - 1
    assert [frame.evaluate(STEP) for frame in (first, second, third)] == [0, last, 0]
    assert waits(opened) == []
    for frame in (first, second):
        assert frame.evaluate("(() => { try { return Boolean(parent.document); } catch { return false; } })()") is False


@pytest.mark.parametrize("put", [JUPYTERLAB, VS_CODE])
def test_a_trace_waits_for_its_scripts_and_needs_their_output_no_more(opened: Page, run, put: str):
    first, second, third = (run(f"show()  # {number}")[0] for number in range(3))
    opened.evaluate(put, second)
    expect(opened.locator("p")).to_have_text(notebook.ELSEWHERE.format(number=1))
    expect(opened.locator("iframe")).to_be_hidden()
    opened.evaluate(put, first)
    assert len(stages(opened)) == 2
    expect(opened.locator("p")).to_have_count(0)
    opened.evaluate("document.body.replaceChildren()")  # the outputs are cleared
    opened.evaluate(put, third)
    assert len(stages(opened)) == 1


def test_a_trace_that_was_scrolled_away_before_its_scripts_came_gets_them(opened: Page, run):
    first, second = (run(f"show()  # {number}")[0] for number in range(2))
    opened.evaluate(JUPYTERLAB, second)
    opened.evaluate("window.away = document.body.firstChild; away.remove()")
    opened.evaluate(JUPYTERLAB, first)
    opened.evaluate("document.body.append(away)")
    eventually(lambda: len(stages(opened)), 2)
    assert waits(opened) == []


def test_a_notebook_without_the_output_that_had_the_scripts_says_which_and_heals(opened: Page, run):
    run("show()  # deleted")
    second, third = (run(f"show()  # {number}")[0] for number in range(2))
    opened.set_content(f"<!doctype html><main>{second}{third}</main>")
    assert waits(opened) == [notebook.ELSEWHERE.format(number=1)] * 2
    again = run("show()  # 0")[0]
    opened.evaluate("document.querySelector('main > div').remove()")
    opened.evaluate(JUPYTERLAB, again)
    assert len(stages(opened)) == 2
    assert waits(opened) == []
