"""Drawings of the ways of a file and of an edit to the pixel; `python -m tests.support.ways` writes them."""

from __future__ import annotations

from typing import NamedTuple

from .layers import ROOT

IMAGES = ROOT / "explorer" / "help" / "images"
STAGE = "stage/frontend/"


class Stop(NamedTuple):
    """A function on a way, as `Class.method` or `function`; its file within `explorer`; and what it does."""

    function: str
    file: str
    deed: str


WAYS = {
    "way-of-a-file": [
        Stop("load_reference", "scenes/reference.py", "finds the file, the sample or the game that is named"),
        Stop("load", "formats/__init__.py", "finds the format, whose reader hands nodes and moves over"),
        Stop("Intake.finish", "intake/intake.py", "makes the graph of them, and notes every problem"),
        Stop("GraphOpener.open_reference", "app/session/opener.py", "keeps the graph as what is open"),
        Stop("CurrentRun.update", "app/session/run.py", "runs the chosen algorithm beside the page"),
        Stop("record", "trace/recording.py", "keeps its steps as a trace"),
        Stop("Stage.show", "stage/stage.py", "tells the browser the graph and the trace"),
        Stop("mount", STAGE + "main.ts", "finds the stage that they are for"),
        Stop("Stage.apply", STAGE + "stage.ts", "puts them into the store, which all parts listen to"),
        Stop("Picture.load", STAGE + "draw/canvas/picture.ts", "gives the canvas nodes, moves and their looks"),
        Stop("Painter.nodeForVis", STAGE + "draw/canvas/painter.ts", "is called by vis-network for each node in sight"),
        Stop("CanvasNodes.draw", STAGE + "draw/node/node.ts", "makes shapes of the look, and paints them: the pixel"),
    ],
    "way-of-an-edit": [
        Stop("Gestures.doubleClick", STAGE + "edit/gestures.ts", "tells what the hand meant"),
        Stop("Editor.add", STAGE + "edit/editor.ts", "finds a free place, and selects what is new"),
        Stop("Document.addNode", STAGE + "model/document.ts", "changes the document; undo keeps what was before"),
        Stop("Picture.follow", STAGE + "draw/canvas/picture.ts", "draws it at once: the first pixel"),
        Stop(
            "DocumentSender.deliver",
            STAGE + "session/document_sender.ts",
            "brings it to Python, until it answers",
        ),
        Stop("StageMessages.take", "app/session/stage_messages.py", "takes it, when Streamlit runs the page again"),
        Stop("assemble_document", "intake/assemble.py", "makes a graph of it, as of any file"),
        Stop("CurrentRun.update", "app/session/run.py", "runs the algorithm on the new graph"),
        Stop("Stage.show", "stage/stage.py", "tells the browser the trace, and what the edit changed"),
        Stop("Stage.apply", STAGE + "stage.ts", "puts them into the store"),
        Stop("Replay.load", STAGE + "player/replay.ts", "goes to the step that was shown before"),
        Stop("Picture.showStep", STAGE + "draw/canvas/picture.ts", "paints the new scores: the last pixel"),
    ],
}

WIDTH, MARGIN, LEFT, ROW, BOX = 780, 12, 40, 58, 44
# A card of its own behind everything: the picture reads alike on a light and on a dark page.
_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"
 role="img">
<title>{title}</title>
<rect width="{width}" height="{height}" rx="8" fill="#f6f8fa" stroke="#8c959f"/>
<g font-family="system-ui, sans-serif" font-size="14" fill="#1f2328">
"""
_STOP = """<rect x="{left}" y="{top}" width="320" height="{box}" rx="5" fill="{fill}" stroke="{stroke}"/>
<text x="{text}" y="{first}" font-family="ui-monospace, monospace">{function}</text>
<text x="{text}" y="{second}" font-size="11" fill="#57606a">{file}</text>
<text x="{deed_at}" y="{middle}">{deed}</text>
"""
_ARROW = '<path d="M{x} {start} V{end} m-4 -6 l4 6 l4 -6" fill="none" stroke="#57606a" stroke-width="1.5"/>\n'
_SIDE = '<text transform="translate(24 {middle}) rotate(-90)" text-anchor="middle" fill="#57606a">{side}</text>\n'


def drawing(name: str, stops: list[Stop]) -> str:
    """Return the way as SVG: a row for each function in the order of their calls, coloured by where it runs."""
    height = 2 * MARGIN + len(stops) * ROW - (ROW - BOX)
    head = _HEAD.format(width=WIDTH, height=height, title=name.replace("-", " "))
    rows = [_row(stop, MARGIN + place * ROW, is_last=stop is stops[-1]) for place, stop in enumerate(stops)]
    return f"{head}{''.join(_sides(stops))}{''.join(rows)}</g>\n</svg>\n"


def is_in_browser(stop: Stop) -> bool:
    """Return whether a function is one of the scripts."""
    return stop.file.endswith(".ts")


def _row(stop: Stop, top: int, *, is_last: bool) -> str:
    fill, stroke = ("#fff8c5", "#9a6700") if is_in_browser(stop) else ("#ddf4ff", "#0969da")
    box = _STOP.format(
        left=LEFT,
        top=top,
        box=BOX,
        fill=fill,
        stroke=stroke,
        text=LEFT + 10,
        first=top + 19,
        second=top + 36,
        middle=top + 27,
        deed_at=LEFT + 335,
        function=stop.function,
        file=stop.file,
        deed=stop.deed,
    )
    return box + ("" if is_last else _ARROW.format(x=LEFT + 20, start=top + BOX, end=top + ROW - 1))


def _sides(stops: list[Stop]) -> list[str]:
    """Return the words "Python" and "browser" beside each run of rows that are there."""
    begins = [
        place for place, stop in enumerate(stops) if not place or is_in_browser(stop) != is_in_browser(stops[place - 1])
    ]
    ends = [*begins[1:], len(stops)]
    return [
        _SIDE.format(
            middle=MARGIN + (begin + end) * ROW / 2 - (ROW - BOX) / 2,
            side="browser" if is_in_browser(stops[begin]) else "Python",
        )
        for begin, end in zip(begins, ends, strict=True)
    ]


def write_all() -> None:
    """Write both drawings."""
    for name, stops in WAYS.items():
        (IMAGES / f"{name}.svg").write_text(drawing(name, stops), encoding="utf-8")


if __name__ == "__main__":
    write_all()
