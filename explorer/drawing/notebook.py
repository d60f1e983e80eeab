"""Output of a notebook for a graph and for a trace.

The page of a trace stands in a frame that can neither read nor change the notebook around it.  Its scripts weigh far
more than its data, so that the first trace of a kernel session alone brings them, and others take them from its output.
All of it is in the outputs: a notebook that is opened again, or exported by nbconvert, shows them without a kernel.
JupyterLab, Notebook, VS Code and nbconvert put all outputs into one document; elsewhere every trace has its scripts.
"""

from __future__ import annotations

import hashlib
import html
import json
import sys
from dataclasses import dataclass, field
from functools import cache

from explorer import algorithms
from explorer.drawing import bundle
from explorer.drawing.excerpt import cut_out, excerpt_around
from explorer.drawing.exports.html import PACKED, in_script, packed_scripts, page
from explorer.drawing.exports.svg import svg_text
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.limits import LARGEST_READ
from explorer.drawing.picture import picture_of
from explorer.model.errors import ExplorerError
from explorer.model.graph import GameGraph
from explorer.trace import Trace

MOST_BYTES = 8_000_000  # of the data of a trace
FRAME_HEIGHT = 640  # px

_SHELL = "ZMQInteractiveShell"  # of ipykernel; Colab and Databricks, where outputs are alone, have shells of their own
_UNTRUSTED = "The steps of a trace are drawn by scripts, which this page does not run; trust the notebook to see them."
ELSEWHERE = (
    "The scripts that draw these steps are in the output of cell [{number}], which this page does not have or has not "
    "shown yet, or the notebook is not trusted: scroll there, or run this cell again."
)


@dataclass(frozen=True)
class CellRun:
    """A run of a cell of a notebook.

    Attributes
    ----------
    key : the same for every run of the cell.
    number : of the run, as it stands beside the cell.
    """

    key: str
    number: int


@dataclass
class SharedScripts:
    """Record of the cell whose output has the scripts for all outputs of a kernel session.

    A cell that is run again has lost its output, and with it perhaps the scripts.  So it brings them anew, and from
    then on the others are as if they had not been run: in a notebook that is run again as a whole one brings them.
    """

    _source: CellRun | None = None
    _runs: dict[str, int] = field(default_factory=dict)

    def source(self, cell: CellRun) -> CellRun | None:
        """Return the cell whose output has the scripts for the next output of this cell; None if that has to bring
        them."""
        brings = self._source is None or self._runs.get(cell.key, cell.number) != cell.number
        if brings:
            self._source, self._runs = cell, {}
        self._runs[cell.key] = cell.number
        return None if brings else self._source


_shared_scripts = SharedScripts()


def running_cell() -> CellRun | None:
    """Return the cell that Jupyter's own kernel is running; None elsewhere."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None or type(shell).__name__ != _SHELL:
        return None
    metadata = shell.get_parent().get("metadata", {}) if hasattr(shell, "get_parent") else {}
    key = metadata.get("cellId") or shell.history_manager.input_hist_raw[-1]  # the id, or the text of the cell
    return CellRun(str(key), shell.displayhook.prompt_count)


def trace_html(trace: Trace) -> str:
    """Return the page of a trace in a frame, as a notebook shows it; for a trace that is too large, a sentence."""
    try:
        view = GraphView(trace.graph, trace, algorithms.find(trace.algorithm))
        bare = page(view, packed=True, most_bytes=MOST_BYTES)
    except ExplorerError as error:
        return f"<p>{html.escape(str(error))}</p>"
    cell = running_cell()
    source = None if cell is None else _shared_scripts.source(cell)
    if source is not None:
        told = f"<p>{ELSEWHERE.format(number=source.number)}</p>"
        data = f'<script type="application/json">{in_script(json.dumps(bare))}</script>'
        return f"<div>{told}{_iframe('display: none')}{data}</div>{_loader_script()}"
    content = bare.replace(PACKED, f"{PACKED}{packed_scripts()}", 1)
    return f"<div>{_iframe('', content)}</div>{'' if cell is None else _loader_script()}"


def _iframe(style: str, content: str = "") -> str:
    """Return a frame for a page; it may run scripts, and can neither read nor change the notebook around it."""
    srcdoc = html.escape(content, quote=False).replace("'", "&#39;")  # data are full of double quotes
    page_inside = f" srcdoc='{srcdoc}'" if content else ""
    return (
        f'<iframe data-scripts="{_scripts_name()}" width="100%" height="{FRAME_HEIGHT}" style="border: 0; {style}" '
        f'sandbox="allow-scripts" allow="fullscreen"{page_inside}>{_UNTRUSTED}</iframe>'
    )


@cache
def _scripts_name() -> str:
    """Return the name of the scripts, a hash: those of another version of the program have another."""
    return hashlib.sha256(packed_scripts().encode()).hexdigest()[:16]


@cache
def _loader_script() -> str:
    """Return the script element that finds the scripts and gives them to the frames."""
    return f"<script>\n{bundle.built('notebook')}</script>"


def graph_svg(graph: GameGraph) -> str:
    """Return the graph with title and legend as an SVG element; of a large one a part around its root.

    Examples
    --------
    >>> from explorer.games.samples import load_sample
    >>> graph_svg(load_sample("figure-1"))[:4]
    '<svg'
    """
    return svg_text(picture_of(GraphView(_readable_part(graph)), Style()))


def _readable_part(graph: GameGraph) -> GameGraph:
    """Return the graph, or the part of it around its root that the app begins with, named as such."""
    if len(graph.nodes) <= LARGEST_READ:
        return graph
    part = excerpt_around(graph, graph.root or graph.ids[0])
    return cut_out(part.graph, graph, f"around {graph.node(part.centre).name}")
