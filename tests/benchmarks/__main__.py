"""`python -m tests.benchmarks`: the figures of the stage and of the recorder, measured here and now.

Prints what a step and a new node take to paint, how fast play runs, how soon a file and the first picture of a sample
are there, and how long s_n and the naive memo take to record.  Absolute times depend on the machine; a comparison of
two versions has to be made in one run.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from explorer import GameGraph, algorithms, trace, write
from explorer.scenes.reference import load_reference
from tests.benchmarks.timing import seconds_of
from tests.support.app import launch, press_in_menu, running_app

NAIVE, SEARCHED = "memoised-naive", "game:random?nodes=10000"
SIZES = (20, 200, 1_000, 3_000)
PAINTED = """({ stage }, nodes) => new Promise(done => {
    const look = () => requestAnimationFrame(() => stage.document.nodes.size === nodes ? setTimeout(done) : look());
    look();
})"""
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def ring(nodes: int) -> GameGraph:
    """A strongly connected graph with two moves a node whose s_n change at many nodes in many sweeps."""
    inner = [{"id": f"n{i}", "player": "max" if i % 2 else "min"} for i in range(nodes - 2)]
    leaves = [{"id": "win", "score": 1}, {"id": "loss", "score": -1}]
    count = len(inner)
    moves = [[f"n{i}", f"n{(i + 1) % count}"] for i in range(count)]
    moves += [[f"n{i}", f"n{(7 * i + 3) % count}"] for i in range(1, count) if (7 * i + 3) % count != (i + 1) % count]
    moves += [["n0", "win"], [f"n{count // 2}", "loss"]]
    return GameGraph.from_json({"root": "n0", "nodes": [*inner, *leaves], "moves": moves})


def chain(nodes: int) -> GameGraph:
    """A path of two-cycles that a score has to walk along, one node a sweep."""
    inner = [{"id": f"n{i}", "player": "max"} for i in range(nodes - 1)]
    forward = [[f"n{i}", f"n{i + 1}"] for i in range(nodes - 2)]
    backward = [[f"n{i + 1}", f"n{i}"] for i in range(nodes - 2)]
    moves = [*forward, *backward, [f"n{nodes - 2}", "leaf"]]
    return GameGraph.from_json({"root": "n0", "nodes": [*inner, {"id": "leaf", "score": 1}], "moves": moves})


def measure_recording() -> None:
    graph = chain(1_000)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        recorded = trace(graph, "score-iteration")
        times.append(time.perf_counter() - start)
    steps = len(recorded)
    sys.stdout.write(f"recording s_n: 1,000 nodes, {steps:,} steps in {statistics.median(times):.2f} s\n")


def measure_search() -> None:
    graph = load_reference(SEARCHED).graph
    alone = seconds_of(lambda: deque(algorithms.run(graph, NAIVE), maxlen=0))
    recording = seconds_of(lambda: trace(graph, NAIVE))
    sys.stdout.write(
        f"recording the naive memo: {len(graph.nodes):,} nodes in {recording:.1f} s of the processor, "
        f"{recording / alone:.1f} times what the search itself takes\n"
    )


def measure_stage(page: Page, nodes: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.game.json"
        write(ring(nodes), path)
        with running_app(str(path)) as url:
            page.goto(url)
            page.locator(".stage .canvas canvas").wait_for()
            page.wait_for_timeout(3_000)  # until table and chart rest
            figures = page.locator(".stage").evaluate(MEASURE)
    moved = "no node moved" if figures["still"] else "NODES MOVED"
    sys.stdout.write(
        f"{nodes:>5} nodes: a step paints in {figures['median']:.0f} ms (9 of 10 within {figures['worst']:.0f}), "
        f"play {figures['perSecond']:.0f} frames/s, {moved}\n"
    )
    if figures["saves"]:
        sys.stdout.write(
            f"{nodes:>5} nodes: a new node paints in {figures['adding']:.0f} ms (9 of 10 within "
            f"{figures['addingWorst']:.0f}); "
            f"{figures['saves']} saves, the longest held up the page {figures['saving']:.0f} ms\n"
        )


def measure_opening(page: Page, nodes: int) -> None:
    with tempfile.TemporaryDirectory() as folder, running_app("sample:figure-1") as url:
        path = Path(folder) / "graph.game.json"
        write(ring(nodes), path)
        page.goto(url)
        page.locator(".stage .canvas canvas").wait_for()
        press_in_menu(page, "graph", "Upload a file…")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("tab", name="Upload a file").click()
        start = time.perf_counter()
        dialog.locator("input[type=file]").first.set_input_files(path)
        dialog.get_by_role("button", name="Open it").click()
        page.locator(".stage").evaluate(PAINTED, nodes)
        sys.stdout.write(
            f"a file of {nodes:,} nodes is on the canvas {time.perf_counter() - start:.2f} s after it is handed in\n"
        )


def measure_first_picture(page: Page) -> None:
    with running_app("sample:figure-1") as url:
        page.goto(url)  # the first session also loads the libraries
        page.locator(".stage .canvas canvas").wait_for()
        start = time.perf_counter()
        page.goto(url)
        page.locator(".stage .canvas canvas").wait_for()
        sys.stdout.write(f"first picture of a sample: {time.perf_counter() - start:.2f} s after the page\n")


def main() -> None:
    """Print all figures."""
    measure_recording()
    measure_search()
    with sync_playwright() as playwright:
        page = launch(playwright).new_page(viewport={"width": 1280, "height": 720})
        measure_first_picture(page)
        measure_opening(page, 2_000)
        for nodes in SIZES:
            measure_stage(page, nodes)


if __name__ == "__main__":
    main()
