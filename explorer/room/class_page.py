"""The page of a class: a lesson, or a graph with its run, which follows the lecturer without a session of the app."""

from __future__ import annotations

import gzip
import html
import io
import json
from pathlib import Path
from string import Template

from explorer.drawing import bundle
from explorer.drawing.exports.export import ExportProgress, silent
from explorer.drawing.exports.lesson_page import ServedParts, lesson_page
from explorer.formats import dump
from explorer.lessons.lesson import Lesson, Slide
from explorer.lessons.scenes import FILE, Files
from explorer.model.graph import GameGraph
from explorer.model.libraries import needed_for
from explorer.room.questions import ClassQuestions, questions_json
from explorer.scenes.scene import Scene

CLASS = "/class/"  # begins the path of the page, before the code
FRAGMENT = "lecturer"  # of the lecturer's link, before the token, which so reaches no log

_FOLDER = Path(__file__).parent
_GRAPH_FILE = "graph.game.json"


def lesson_of_graph(graph: GameGraph, scene: Scene) -> tuple[Lesson, Files]:
    """Return a lesson of one slide with a scene of a graph, and the file beside it."""
    query = scene.text() if scene.graph else "&".join(filter(None, (scene.text(), f"{FILE}={_GRAPH_FILE}")))
    title = graph.name or "Game graph"
    slide = Slide(title, 1, scene=query, text=graph.description, text_line=1)
    files = {} if scene.graph else {_GRAPH_FILE: dump(graph, "game-json")}
    return Lesson("graph", title, "", 0, "", (slide,)), files


def class_page(
    lesson: Lesson,
    files: Files,
    questions: ClassQuestions,
    *,
    link: str,
    program: str,
    progress: ExportProgress = silent,
) -> bytes:
    """Return the page of a class, compressed by gzip.

    Parameters
    ----------
    link : the address of the page, which ends with the code of the class.
    program : the path at which the whole program shows the lesson or the graph.

    Raises
    ------
    ExplorerError
        If a scene cannot be opened or is too large for a page.
    """
    data = {"questions": json.loads(questions_json(questions)), "program": program}
    bar = Template(_text("room.html")).substitute(
        room=html.escape(json.dumps(data, ensure_ascii=False)),
        link=html.escape(link),
        code=html.escape(link.rpartition("/")[2]),
        qr=qr_svg(link),
    )
    served = ServedParts(bundle.built("room"), _text("room.css"), bar)
    page = lesson_page(lesson, files, progress=progress, served=served)
    return gzip.compress(page.encode(errors="replace"), mtime=0)


def qr_svg(link: str) -> str:
    """Return the QR code of a link as an SVG element, dark on white with a margin."""
    with needed_for("QR codes"):
        import segno

    return str(segno.make(link, error="m").svg_inline(border=4, light="#fff", omitsize=True))


def qr_lines(link: str) -> str:
    """Return the QR code of a link in characters for a terminal."""
    with needed_for("QR codes"):
        import segno

    text = io.StringIO()
    segno.make(link, error="l").terminal(text, compact=True, border=2)
    return text.getvalue()


def _text(name: str) -> str:
    """Return the text of a file from which the page is made."""
    return (_FOLDER / name).read_text(encoding="utf-8")
