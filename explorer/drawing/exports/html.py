"""A page of its own: the stage of the app, read-only, with everything that it needs inside.

It works from a file without any server or network, and its content security policy forbids it to ask for one.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from explorer import algorithms
from explorer.drawing import bundle
from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.stage_data import graph_parts, strict_json
from explorer.drawing.trace_data import SentTrace, still_data
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph
from explorer.model.scores import score_to_json

MOST_BYTES = 50_000_000  # of data in a page
PACKED = 'id="packed">'  # behind it stand packed scripts; JSON and escaped text cannot hold it

_PAGE = Path(__file__).parent / "page"
_UNTITLED = "Game graph"


def page(view: GraphView, *, title: bool = True, packed: bool = False, most_bytes: int = MOST_BYTES) -> str:
    """Return the HTML page of a view: a trace at its step with the step slider, or a still of the bare graph.

    Parameters
    ----------
    title : whether name and description of the graph stand above the stage.
    packed : whether the data are compressed, and scripts and style sheet left out, since `packed_scripts` are put in
        behind `PACKED`; browsers before 2023 cannot unpack them.
    most_bytes : most characters of data in it.

    Raises
    ------
    LimitError
        If the graph or the trace is too large for a page.
    """
    data = stage_data(view, most_bytes)
    graph = view.graph
    return document(
        graph.name or _UNTITLED,
        above=_graph_heading(graph) if title else "",
        silent="The graph and its steps are drawn by scripts in this page; allow them to see it.",
        data=_compressed(data) if packed else data,
        script=bundle.built("unpack") if packed else _page_scripts(),
        styled=not packed,
        visible_text=graph.name + graph.description,
    )


def document(
    title: str,
    *,
    above: str,
    silent: str,
    data: str,
    script: str,
    styled: bool = True,
    style: str = "",
    visible_text: str,
    is_served: bool = False,
) -> str:
    """Return the HTML of a page that holds a stage.

    Parameters
    ----------
    title : of the page, as it is.
    above : the part of the page above the stage, as HTML.
    silent : the text in place of the stage where scripts do not run.
    data : JSON that can stand in a script.
    script : the scripts, or what unpacks them.
    styled : whether the style sheet of the stage stands in it.
    style : a style sheet besides that of the stage.
    visible_text : the text besides the data; from both follows the number that lets the script run.
    is_served : whether the page may ask the server that it comes from.
    """
    return Template(page_file("page.html")).substitute(
        nonce=hashlib.sha256((data + visible_text).encode(errors="replace")).hexdigest(),
        title=html.escape(title),
        style="\n".join(filter(None, (_page_style() if styled else "", style))),
        above=above,
        silent=silent,
        data=data,
        script=script,
        connects="'self'" if is_served else "'none'",
    )


@cache
def _page_scripts() -> str:
    """Return the scripts of the stage, and the one that mounts it."""
    return f"{bundle.script()}{bundle.built('page')}"


@cache
def _page_style() -> str:
    """Return the style sheets of the page and of the stage."""
    return f"{page_file('page.css')}\n{bundle.style_sheet()}"


@cache
def packed_scripts() -> str:
    """Return the scripts and the style sheet of a page as `unpack.ts` takes them: JSON, compressed to less than a
    third, in base64.

    A small network stands in the place of vis-network, and the style sheet of the bar, which the page has not, is left
    out.
    """
    script = f"{bundle.built('still_network')}{bundle.built('stage')}{bundle.built('page')}"
    style = f"{page_file('page.css')}\n{bundle.style_sheet(with_bar=False)}"
    return _compressed(json.dumps({"script": script, "style": style}, ensure_ascii=False))


def _compressed(text: str) -> str:
    """Return a text compressed and in base64, as `unpack.ts` takes it."""
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")


def stage_data(view: GraphView, most_bytes: int, **head: Any) -> str:
    """Return the data of the stage as JSON for a script; entries of `head` replace the usual ones.

    Raises
    ------
    LimitError
        If the graph or the trace is too large for a page.
    """
    nodes = len(view.graph.nodes)
    if nodes > LARGEST_DRAWN:
        raise LimitError(f"a page can draw {LARGEST_DRAWN:,} nodes and the graph has {nodes:,}; draw a part of it")
    text = in_script(strict_json(_stage_settings(view) | graph_parts(view.graph) | {"trace": _trace_data(view)} | head))
    if len(text) > most_bytes:
        raise LimitError(
            f"the page would hold {len(text) / 1e6:,.0f} MB, the limit is {most_bytes / 1e6:,.0f} MB; "
            "choose a smaller graph or an option with fewer steps"
        )
    return text


def _stage_settings(view: GraphView) -> dict[str, Any]:
    """Return the settings of the stage, without the graph and the trace."""
    return {
        "id": "page",
        "epoch": "page",
        "ack": 0,
        "seq": 1,
        "fresh": False,
        "editable": False,
        "primary": True,
        "panel": view.trace is not None,
        "transport": view.trace is not None,
        "listens": True,  # its address follows the steps
        "step": view.step,
        "endless": {"value": score_to_json(view.trace.endless if view.trace else 0), "number": 0},
        "restart": True,
        "problems": [],
        "moreProblems": 0,
    }


def _trace_data(view: GraphView) -> dict[str, Any]:
    """Return the data of the trace for the stage, or of a still with the nodes' scores."""
    if view.trace is None:
        return still_data({node.id: node.score for node in view.graph.nodes}, ColourScale.of(view.graph))
    return SentTrace(view.trace, view.algorithm or algorithms.find(view.trace.algorithm), view.part).whole()


def _graph_heading(graph: GameGraph) -> str:
    """Return name and description of the graph as an HTML header, "" if it has neither."""
    name = f"<h1>{html.escape(graph.name)}</h1>" if graph.name else ""
    description = f"<p>{html.escape(graph.description)}</p>" if graph.description else ""
    return f"<header>{name}{description}</header>" if name or description else ""


def in_script(json_text: str) -> str:
    """Return JSON text with "<" escaped, so that it cannot end the script element around it."""
    return json_text.replace("<", "\\u003c")


@cache
def page_file(name: str) -> str:
    """Return the text of a file from which pages are made."""
    return (_PAGE / name).read_text(encoding="utf-8")


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    return page(view, title=style.title).encode(errors="replace")  # half of a character is no text


EXPORT = Export(
    name="html",
    title="Web page with the steps (HTML)",
    suffix=".html",
    mime="text/html",
    write=_write,
    styled_by=("title",),
    rank=50,
)
