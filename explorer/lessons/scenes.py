"""The scene of a slide: a query as links have it, and the graph, the run and the solution behind it.

This is the one place that reads a query for a lesson; the app opens the same query as a link.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

from explorer import algorithms, formats
from explorer.formats.link import unpack
from explorer.formats.reference import GAME, SAMPLE, load_reference
from explorer.model.builder import Assembled
from explorer.model.convert import document_from_graph
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver import Solution, solve
from explorer.trace import Trace
from explorer.trace.options import ENDLESS, parse_options
from explorer.trace.recording import Limits
from explorer.unwinding import Unwinding, View, build

Files = Mapping[str, bytes]
NO_FILES: Files = MappingProxyType({})

EXPLORE, UNWIND, EXPAND = "explore", "unwind", "expand"
PAGES = (EXPLORE, UNWIND, EXPAND)
LAST = "last"
GRAPHS = ("sample", "game", "graph", "file")
LIMITS = Limits(steps=200_000, run=1_000_000)

_SET = "set."
_KNOWN = (*GRAPHS, "algorithm", "step", "page", "select", "tree", "depth")
_ESSENTIAL = ("id", "player", "score", "open")  # of a node; all else is looks


@dataclass(frozen=True)
class SlideScene:
    """What a slide shows, worked out when it is asked for.

    Attributes
    ----------
    query : names and values, as a link has them.
    files : the graph files that lie beside the lesson, by name.
    """

    query: Mapping[str, str]
    files: Files = field(default_factory=dict)

    @property
    def page(self) -> str:
        """The page of the program that shows it."""
        return self.query.get("page", EXPLORE)

    @property
    def algorithm(self) -> str:
        """The algorithm whose run is shown."""
        return self.query.get("algorithm") or ("expansion" if self.page == EXPAND else "score-iteration")

    @property
    def given(self) -> dict[str, str]:
        """The options of the algorithm as the query writes them."""
        return {key.removeprefix(_SET): value for key, value in self.query.items() if key.startswith(_SET)}

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options of the algorithm."""
        entry = algorithms.find(self.algorithm)
        parsed = parse_options(entry.name, entry.options, self.given)
        return {name: parsed[name] for name in self.given}

    @property
    def endless(self) -> Score:
        """The value of endless play."""
        worth: Score = self.options.get(ENDLESS, 0)
        return worth

    @cached_property
    def loaded(self) -> Assembled:
        """The graph with its problems."""
        (kind,) = [name for name in GRAPHS if name in self.query] or ("",)
        named = self.query.get(kind, "")
        if kind == "file":
            return self._from_file(named)
        if kind == "graph":
            return unpack(named)
        return load_reference({"sample": SAMPLE, "game": GAME}[kind] + named)

    def _from_file(self, name: str) -> Assembled:
        if name not in self.files:
            there = ", ".join(sorted(self.files)) or "none"
            raise FormatError(f"there is no graph file {quoted(name)} beside the lesson; the files there: {there}")
        return formats.load_bytes(name, self.files[name])

    @cached_property
    def graph(self) -> GameGraph:
        """The graph, which must have no errors."""
        return self.loaded.require_good()

    @cached_property
    def trace(self) -> Trace:
        """The run that is shown."""
        return algorithms.trace(self.graph, self.algorithm, limits=LIMITS, **self.options)

    @cached_property
    def solution(self) -> Solution:
        """What the game is worth."""
        return solve(self.graph, endless=self.endless)

    @property
    def step(self) -> int:
        """The step that is shown, the last one if there are not so many."""
        asked = self.query.get("step", "0")
        return len(self.trace) - 1 if asked == LAST else min(int(asked), len(self.trace) - 1)

    @cached_property
    def tree(self) -> Unwinding:
        """The tree of the graph that is shown."""
        return self.tree_to(self.query.get("tree", View.DEPTH), int(self.query.get("depth", "3")))

    def tree_to(self, view: str, depth: int) -> Unwinding:
        """A tree of the graph; the value of endless play counts where there are fresh leaves."""
        return build(self.graph, view, depth=depth, endless=self.endless if view == View.DEPTH else 0)


def scene_of(query: str, files: Files = NO_FILES) -> SlideScene:
    """The scene that a query describes; its graph is not looked for yet.

    Raises
    ------
    OptionError
        If a name or a value is none that a scene can have.

    Examples
    --------
    >>> scene_of("sample=figure-1&step=2").graph.root
    'a'
    """
    pairs = parse_qsl(query, keep_blank_values=True)
    values = dict(pairs)
    for name in values:
        if name not in _KNOWN and not name.startswith(_SET):
            raise OptionError(f"a scene has no {quoted(name)}; it has {', '.join(_KNOWN)} and set.OPTION")
    named = [name for name in GRAPHS if name in values]
    if len(named) != 1:
        raise OptionError(f"a scene names its graph by one of {', '.join(GRAPHS)}, got {quoted(query)}")
    for name in ("step", "depth"):
        text = values.get(name, "0")
        if not (text.isdecimal() and len(text) < 9) and (name, text) != ("step", LAST):
            raise OptionError(f"the {name} of a scene must be a number, got {quoted(text)}")
    if values.get("page", EXPLORE) not in PAGES:
        raise OptionError(f"the page of a scene must be one of {', '.join(PAGES)}, got {quoted(values['page'])}")
    return SlideScene(values, files)


def graph_hash(graph: GameGraph) -> str:
    """Eight characters that change when nodes, moves, scores, root or convention do; looks and names do not matter.

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
        "moves": document["moves"],
    }
    text = json.dumps(essential, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]
