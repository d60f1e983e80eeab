"""Traces in a notebook: one output brings the scripts, the others take them from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from IPython.core.interactiveshell import InteractiveShell
from playwright.sync_api import Browser, Frame, Page, expect
from support.graphs import figure_1
from traitlets.config import Config

from explorer import algorithms
from explorer.drawing import notebook
from explorer.drawing.notebook import SharedScripts

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
    monkeypatch.setattr(notebook, "_shared_scripts", SharedScripts())
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
    assert len(first) < 180_000  # with vis-network it were twice as much


def test_a_cell_that_is_run_again_brings_the_scripts_anew_and_so_does_a_whole_notebook(run):
    cells = [f"show()  # {number}" for number in range(3)]
    assert [brings(run(cell)[0]) for cell in cells] == [True, False, False]
    assert [brings(run(cell)[0]) for cell in cells] == [True, False, False]
    assert [brings(run(cells[number])[0]) for number in (1, 1, 0, 2)] == [True, True, False, False]
    assert "in the output of cell [8]" in run("show()  # another")[0]


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


def test_the_pointer_moves_zooms_and_selects_in_a_notebook(opened: Page, run):
    opened.set_content(f"<!doctype html><main>{run('show()')[0]}</main>")
    (frame,) = stages(opened)
    frame.wait_for_function("Boolean(document.querySelector('.stage').stage.canvas.network)")
    view = "(() => { const { network } = document.querySelector('.stage').stage.canvas; return %s; })()"
    box = frame.locator(".view canvas").first.bounding_box()
    assert box is not None

    def at(node: str) -> tuple[float, float]:
        place = frame.evaluate(f"document.querySelector('.stage').stage.canvas.toDom('{node}')")
        return box["x"] + place["x"], box["y"] + place["y"]

    opened.mouse.click(*at("c"))
    assert frame.evaluate(view % "network.getSelectedNodes()") == ["c"]
    (ax, ay), (cx, _) = at("a"), at("c")
    before = at("b")
    opened.mouse.move((ax + cx) / 2, (before[1] + ay) / 2)
    opened.mouse.down()
    opened.mouse.move((ax + cx) / 2 + 40, (before[1] + ay) / 2 + 20, steps=3)
    opened.mouse.up()
    assert at("b") == pytest.approx((before[0] + 40, before[1] + 20), abs=1)
    scale = frame.evaluate(view % "network.getScale()")
    opened.mouse.move(*at("b"))
    kept = at("b")
    opened.mouse.wheel(0, -100)
    frame.wait_for_function(f"document.querySelector('.stage').stage.canvas.network.getScale() > {scale}")
    assert at("b") == pytest.approx(kept, abs=1)
    opened.mouse.click((at("a")[0] + at("b")[0]) / 2, (at("a")[1] + at("b")[1]) / 2)
    assert frame.evaluate(view % "network.getSelectedEdges()") == ['["a","b"]']


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
