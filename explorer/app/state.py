"""What one user has open: the typed state of a session.  Pages read and change it; nothing else is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

import streamlit as st

from explorer import algorithms
from explorer.assemble import assemble_document
from explorer.check import Problem, check, errors_in
from explorer.draft import Assembled
from explorer.drawing.layout import complete_positions
from explorer.drawing.neighbourhood import neighbourhood
from explorer.drawing.network import network_data
from explorer.errors import ExplorerError
from explorer.expected import disagreements
from explorer.graph import GameGraph
from explorer.options import parse_options
from explorer.references import load_reference
from explorer.samples import load_sample
from explorer.scores import Score
from explorer.stage import Stage, still_data, trace_data
from explorer.trace import Limits, Trace
from explorer.unwinding import View

FIRST_SAMPLE = "figure-1"
FIRST_ALGORITHM = "score-iteration"
LIMITS = Limits(steps=20_000, cells=20_000_000, run=1_000_000)
LARGEST_DRAWN = 3_000  # nodes that a canvas shows at once and still moves smoothly
_HINT = "Press → to take the first step. Double-click to add a node; drag from a node's rim to add a move."


@dataclass(frozen=True)
class Origin:
    """Where the open graph came from: a sample, or the user; `edited` once it was changed on the canvas."""

    title: str
    sample: str | None = None
    edited: bool = False


@dataclass
class TreeChoice:
    """What the page of trees shows: which tree, how deep, how much of it, and on which stages."""

    view: View = View.DEPTH
    depth: int = 3
    budget: int = 300
    graph_stage: Stage = field(default_factory=lambda: Stage("unwind-graph", panel=False, transport=False))
    tree_stage: Stage = field(default_factory=lambda: Stage("unwind-tree", primary=False, panel=False, transport=False))
    beside: tuple[Any, ...] = ()  # what the stage of the graph shows
    shown: tuple[Any, ...] = ()  # what the stage of the tree shows


@dataclass
class Session:
    """The open graph, the algorithm with its options, the step, and what follows from them."""

    stage: Stage = field(default_factory=lambda: Stage("explore", editable=True, hint=_HINT))
    graph: GameGraph = field(default_factory=lambda: GameGraph((), ()))
    problems: tuple[Problem, ...] = ()
    origin: Origin = field(default_factory=lambda: Origin("Empty graph"))
    algorithm: str = FIRST_ALGORITHM
    options: dict[str, dict[str, Any]] = field(default_factory=dict)  # by algorithm
    step: int = 0
    centre: str = ""  # of the part that is shown of a large graph
    trace: Trace | None = None
    failure: str = ""  # why there is no trace though the graph has no errors
    kept: dict[str, Assembled] = field(default_factory=dict)  # the user's own graphs that were replaced, by title
    tree: TreeChoice = field(default_factory=TreeChoice)
    version: int = 0  # rises with every change of the graph
    choosing: bool = False  # the dialog that opens a graph is on screen
    _traced: tuple[Any, ...] | None = None
    _cancelled: tuple[Any, ...] | None = None
    _checked: tuple[int, list[str]] | None = None

    # ---- the graph

    def open_sample(self, name: str) -> None:
        """Open a sample; raises `UnknownNameError` if there is none of that name."""
        graph = load_sample(name)
        self.open(Assembled(graph, tuple(check(graph))), Origin(graph.name or name, sample=name))

    def open_reference(self, reference: str) -> None:
        """Open what the command line named: a file, `sample:NAME` or `game:NAME?param=value`."""
        if reference.startswith("sample:"):
            self.open_sample(reference.removeprefix("sample:"))
        else:
            loaded = load_reference(reference)
            self.open(loaded, Origin(loaded.graph.name or PurePath(reference).name))

    def open(self, loaded: Assembled, origin: Origin) -> None:
        """Open another graph; what the user drew in the old one is kept."""
        if (self.graph.nodes and self.origin.sample is None) or self.origin.edited:
            self.kept[self._free_title()] = Assembled(self.graph, self.problems)
        self.origin = origin
        self.step = 0
        self.choosing = False
        self._take(loaded)
        self.centre = self.graph.root or (self.graph.nodes[0].id if self.graph.nodes else "")
        self.draw()
        self._traced = None

    @property
    def is_too_large_to_draw(self) -> bool:
        """Whether the canvas shows a part of the graph only; it cannot be edited then."""
        return len(self.graph.nodes) > LARGEST_DRAWN

    def draw(self) -> None:
        """Show the graph on the canvas; of a large one the nodes nearest to `centre`."""
        self.stage.editable = not self.is_too_large_to_draw
        if self.is_too_large_to_draw:
            show_graph(self.stage, _placed(neighbourhood(self.graph, self.centre, LARGEST_DRAWN)))
        else:
            self.graph = _placed(self.graph)
            show_graph(self.stage, self.graph)

    def look_at(self, centre: str) -> None:
        """Show the neighbourhood of another node of a large graph; raises `GraphError` if there is none."""
        self.centre = self.graph.node(centre).id
        self.draw()

    def reopen(self, title: str) -> None:
        """Open one of the user's graphs again."""
        self.open(self.kept.pop(title), Origin(title))

    def take_edits(self) -> None:
        """Take over what the browser sent since the last run: an edited document, the step."""
        if (edit := self.stage.edit()) is not None:
            self._take(assemble_document(edit.document))
            self.origin = replace(self.origin, edited=True)
        elif (step := self.stage.step()) is not None:
            self.step = step

    def _take(self, loaded: Assembled) -> None:
        self.graph, self.problems = loaded.graph, loaded.problems
        self.version += 1

    def _free_title(self) -> str:
        wanted = f"{self.origin.title} (edited)" if self.origin.sample else self.origin.title
        number = 2
        title = wanted
        while title in self.kept:
            title, number = f"{wanted} {number}", number + 1
        return title

    # ---- the algorithm

    def choose(self, algorithm: str) -> None:
        """Choose an algorithm; the step goes back to the first."""
        algorithms.find(algorithm)
        if algorithm != self.algorithm:
            self.algorithm, self.step = algorithm, 0

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options of the chosen algorithm that are not at their defaults."""
        return self.options.setdefault(self.algorithm, {})

    def run(self, progress: Callable[[int], None] | None = None) -> None:
        """Bring the trace up to date: after an edit the player stays at its step, else it starts at `step`."""
        wanted = (self.version, self.algorithm, tuple(sorted(self.chosen_options.items())))
        if wanted in (self._traced, self._cancelled):
            return
        same_run = self._traced is not None and self._traced[1:] == wanted[1:]
        self.failure = ""
        self.trace = self._recorded(progress)
        data = None if self.trace is None else trace_data(self.trace, algorithms.find(self.algorithm))
        if self.trace is not None:
            self.step = min(self.step, len(self.trace) - 1)
        self.stage.set_trace(data, restart=not same_run)
        self._traced, self._cancelled = wanted, None

    def cancel(self) -> None:
        """Give up the run that is under way; it is not begun again until something changes."""
        self._cancelled = (self.version, self.algorithm, tuple(sorted(self.chosen_options.items())))
        self.trace, self.failure = None, "The run was cancelled. Change the graph or an option, or run it again."
        self.stage.set_trace(None, restart=False)
        self._traced = None

    @property
    def is_cancelled(self) -> bool:
        """Whether the user gave up the last run."""
        return self._cancelled is not None

    def run_again(self) -> None:
        """Let a cancelled run begin again."""
        self._cancelled = None

    def _recorded(self, progress: Callable[[int], None] | None) -> Trace | None:
        if errors_in(list(self.problems)):
            return None
        try:
            return algorithms.trace(self.graph, self.algorithm, limits=LIMITS, progress=progress, **self.chosen_options)
        except ExplorerError as error:
            self.failure = str(error)
            return None

    def disagreements(self) -> list[str]:
        """Known answers of the open graph that the program does not find; worked out once for a graph."""
        if self._checked is None or self._checked[0] != self.version:
            self._checked = (self.version, disagreements(self.graph))
        return self._checked[1]

    # ---- trees

    def show_beside_tree(self, scores: Mapping[str, Score]) -> None:
        """Let the stage beside the tree show the graph with these scores."""
        choice = self.tree
        if choice.beside[:1] != (self.version,):
            whole = not self.is_too_large_to_draw
            shown = self.graph if whole else neighbourhood(self.graph, self.centre, LARGEST_DRAWN)
            show_graph(choice.graph_stage, _placed(shown))
        if choice.beside != (self.version, scores):
            choice.graph_stage.set_trace(still_data(scores), restart=True)
        choice.beside = (self.version, scores)

    # ---- the address

    def address(self) -> dict[str, str]:
        """The query of a link that opens the same picture; without a sample only the algorithm can be told."""
        query = {"algorithm": self.algorithm, **{f"set.{k}": str(v) for k, v in self.chosen_options.items()}}
        if self.origin.sample is not None and not self.origin.edited:
            query = {"sample": self.origin.sample, **query, "step": str(self.step)}
        return query

    def follow(self, query: Mapping[str, str]) -> list[str]:
        """Open what a link says; sentences on what it says that cannot be."""
        refused = []
        acts: list[Callable[[], None]] = [
            lambda: self.open_sample(query.get("sample", FIRST_SAMPLE)),
            lambda: self.choose(query.get("algorithm", self.algorithm)),
            lambda: self._set_from(query),
        ]
        for act in acts:
            try:
                act()
            except ExplorerError as error:
                refused.append(f"The link could not be followed in full: {error}")
        if not self.graph.nodes:
            self.open_sample(FIRST_SAMPLE)
        step = query.get("step", "0")
        self.step = int(step) if step.isdecimal() and len(step) < 9 else 0
        return refused

    def _set_from(self, query: Mapping[str, str]) -> None:
        given = {key.removeprefix("set."): value for key, value in query.items() if key.startswith("set.")}
        entry = algorithms.find(self.algorithm)
        parsed = parse_options(entry.name, entry.options, given)
        self.options[self.algorithm] = {name: parsed[name] for name in given}


def current() -> Session | None:
    """The session of this user, or None before it has begun."""
    return st.session_state.get("session")


def begin() -> Session:
    """A new session, stored as the current one."""
    session = st.session_state["session"] = Session()
    return session


def show_graph(stage: Stage, graph: GameGraph) -> None:
    """Let a stage show a graph whose nodes all have a position."""
    positions = {node.id: (node.x or 0.0, node.y or 0.0) for node in graph.nodes}
    stage.replace(graph.to_json(), network_data(graph, positions))


def _placed(graph: GameGraph) -> GameGraph:
    """The graph with a position for every node; nodes that have one keep it."""
    positions = complete_positions(graph)
    nodes = (replace(node, x=positions[node.id][0], y=positions[node.id][1]) for node in graph.nodes)
    return graph.replace(nodes=tuple(nodes))
