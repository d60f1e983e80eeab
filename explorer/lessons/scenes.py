"""The scene of a slide, with the graph, the run and the solution behind it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

from explorer import algorithms, formats
from explorer.intake import Assembled
from explorer.model.convert import document_from_graph
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.scenes.link import MOST_STEP, unpack
from explorer.scenes.reference import GAME, SAMPLE, load_reference
from explorer.scenes.scene import Page, Scene, graph_under_rule
from explorer.solver import Solution, solve
from explorer.trace import Trace
from explorer.trace.recording import Limits
from explorer.trace.run import Progress
from explorer.unwinding import TreeView, Unwinding, build
from explorer.unwinding.limits import MOST_LEVELS

Files = Mapping[str, bytes]
NO_FILES: Files = MappingProxyType({})

FILE = "file"  # of a query: a graph file beside the lesson
LAST = "last"
MOST_STEPS = 200_000
LIMITS = Limits(steps=MOST_STEPS, run=MOST_STEPS)

_VISITS = "visits"  # the counter by which two searches are stepped together
_ESSENTIAL = ("id", "player", "score", "open")  # of a node; all else is looks


@dataclass(frozen=True)
class SlideScene:
    """The scene of a slide; its graph, run and solution are computed on demand.

    Attributes
    ----------
    scene : the scene, as a link holds it.
    file : the name of the graph file beside the lesson; "": the scene names its graph.
    files : the graph files that lie beside the lesson, by name.
    progress : called with the number of steps while something is run; it may raise to cancel.
    """

    scene: Scene
    file: str = ""
    files: Files = field(default_factory=dict)
    progress: Progress | None = field(default=None, compare=False)

    @cached_property
    def assembly(self) -> Assembled:
        """The graph of the scene, with the problems found in its data."""
        if not self.file:
            named = self.scene.graph
            return load_reference(named) if named.startswith((SAMPLE, GAME)) else unpack(named)
        if self.file not in self.files:
            there = ", ".join(sorted(self.files)) or "none"
            raise FormatError(f"there is no graph file {quoted(self.file)} beside the lesson; the files there: {there}")
        return formats.load_bytes(self.file, self.files[self.file])

    @cached_property
    def graph(self) -> GameGraph:
        """The graph, which must have no errors."""
        return graph_under_rule(self.scene, self.assembly.require_good())

    @cached_property
    def trace(self) -> Trace:
        """The run of the scene's algorithm; on the page Compare the one at the left."""
        if self.is_comparison:
            return self._run_algorithm(self.scene.left.algorithm, self.scene.left.options)
        return self._run_algorithm(self.scene.algorithm, self.scene.options)

    @cached_property
    def beside(self) -> Trace:
        """The run at the right of the page Compare."""
        return self._run_algorithm(self.scene.right.algorithm, self.scene.right.options)

    @property
    def is_comparison(self) -> bool:
        """Return whether there are two runs; the step of the scene is then a moment of both."""
        return self.scene.page is Page.COMPARE

    @cached_property
    def solution(self) -> Solution:
        """The solution of the graph for the scene's value of endless play."""
        return solve(self.graph, endless=self.scene.endless)

    @property
    def step(self) -> int:
        """The step that is shown, or the last one if the run is shorter.

        Raises
        ------
        OptionError
            If two runs are shown, each at a step of its own.
        """
        if self.is_comparison:
            raise OptionError("two runs are shown, each at a step of its own; say which one, as in 'at step 3'")
        return min(self.scene.step, len(self.trace) - 1)

    @property
    def opening_step(self) -> int:
        """The step to open the scene at; of two runs the moment of both, of trees the depth."""
        if self.scene.page is Page.UNWIND:
            return self.scene.depth
        return self.scene.step if self.is_comparison else self.step

    @property
    def last(self) -> int:
        """The last step; of two runs the last moment of both, of trees the greatest depth, 0 if they have none."""
        if self.scene.page is Page.UNWIND:
            return MOST_LEVELS if self.scene.tree is TreeView.DEPTH else 0
        if not self.is_comparison:
            return len(self.trace) - 1
        runs = self.trace, self.beside
        visits = [run[len(run) - 1].counters.get(_VISITS) for run in runs]
        if self.scene.mode != "step" and None not in visits:
            return max(int(count) for count in visits if count is not None)
        return max(map(len, runs)) - 1

    @property
    def is_beyond_the_end(self) -> bool:
        """Return whether the step of the scene lies beyond the last step of the run."""
        return not self.is_comparison and len(self.trace) <= self.scene.step < MOST_STEP

    def tree_to_depth(self, view: TreeView, depth: int) -> Unwinding:
        """Return a tree of the graph down to a depth; the value of endless play counts where there are fresh leaves."""
        return build(self.graph, view, depth=depth, endless=self.scene.endless if view is TreeView.DEPTH else 0)

    def _run_algorithm(self, algorithm: str, options: Mapping[str, Any]) -> Trace:
        return algorithms.trace(self.graph, algorithm, limits=LIMITS, progress=self.progress, **options)

    def at_step(self, step: int) -> SlideScene:
        """Return the same scene at another step."""
        there = replace(self, scene=replace(self.scene, step=step))
        there.__dict__.update({name: self.__dict__[name] for name in _SHARED if name in self.__dict__})
        return there


_SHARED = ("assembly", "graph", "trace", "solution")  # by all steps of a scene


def scene_of(query: str, files: Files = NO_FILES) -> SlideScene:
    """Return the scene that a query describes, in the form of links; its graph is not loaded yet.

    Raises
    ------
    ExplorerError
        If a name or a value is none that a scene can have, or no graph is named.

    Examples
    --------
    >>> scene_of("sample=figure-1&step=2").graph.root
    'a'
    """
    values = dict(parse_qsl(query, keep_blank_values=True))
    file = values.pop(FILE, "")
    scene = Scene.from_query(values if file else query)
    if bool(file) == bool(scene.graph):
        raise OptionError(f"a scene names one graph, by one of sample, game, graph and {FILE}; got {quoted(query)}")
    return SlideScene(scene, file, files)


def slide_scene(query: str, files: Files = NO_FILES) -> SlideScene:
    """Return the scene of a slide, which may be of any page but Play.

    Raises
    ------
    ExplorerError
        As for `scene_of`, and if it is of the page Play.
    """
    slide = scene_of(query, files)
    if slide.scene.page is Page.PLAY:
        raise OptionError("a slide has no room for the page Play; give the scene another page")
    return slide


def graph_hash(graph: GameGraph) -> str:
    """Return eight characters that change with nodes, moves, scores, root or convention, not with looks and names.

    Examples
    --------
    >>> from explorer.games.samples import load_sample
    >>> graph = load_sample("figure-1")
    >>> graph_hash(graph) == graph_hash(graph.replace(name="Another name"))
    True
    """
    document = document_from_graph(graph)
    essential = {
        "convention": document.get("convention"),
        "root": document.get("root"),
        "nodes": [{key: node[key] for key in _ESSENTIAL if key in node} for node in document["nodes"]],
        "moves": [move[:2] for move in document["moves"]],
    }
    text = json.dumps(essential, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]


def variants_hash(hashes: Iterable[str]) -> str:
    """Return eight characters that change with the graph of any variant of a slide, given their hashes in order."""
    return hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:8]
