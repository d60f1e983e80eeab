"""Session of one user: the open graph with its scene and run, and the state of each page (`Session.of`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path, PurePath
from secrets import token_hex
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

import streamlit as st

from explorer import algorithms, games
from explorer.app.browser import canvas_aspect
from explorer.app.run_job import RunJob
from explorer.app.shown_part import GraphPart
from explorer.comparison.expected import Contradiction, contradictions
from explorer.drawing.arrange import arrange
from explorer.drawing.growing_tree import ITERATION
from explorer.drawing.layout import aspect_of, with_positions
from explorer.drawing.limits import LARGEST_DRAWN, LARGEST_READ, SMALLEST_IN_PART
from explorer.drawing.messages.to_browser import FileData, SceneData
from explorer.drawing.trace_data import SentTrace
from explorer.games import samples
from explorer.games.from_rules import MAX_POSITIONS, MOST_USER_MOVES, POSITIONS, ExpansionProgress, partial_graph
from explorer.games.user_game import user_game
from explorer.intake import Assembled
from explorer.intake.assemble import assemble_document, with_lost_ends, with_turns, without_lost_ends
from explorer.intake.readings import Turns
from explorer.model.check import LOST, NOT_LOST, Problem, errors_in, is_plain, with_open_ends, without_notes
from explorer.model.errors import FORESEEN, ExplorerError, OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.scenes.reference import GAME, PASSING, SAMPLE, build_game, load_reference
from explorer.scenes.scene import FIRST_ALGORITHM, Page
from explorer.solver import solve
from explorer.stage import FIND, ExpandRequest, Stage
from explorer.trace import Trace
from explorer.trace.options import ENDLESS

FIRST_SAMPLE = "figure-1"
OPENING = "open"  # the dialog that opens a graph
MOST_POSITIONS = MAX_POSITIONS  # that the app expands on request
_MOST_PREVIOUS = 8  # graphs of the way back
_FIRST_HINT = "Press → to take the first step."
_DRAW_HINT = f"{_FIRST_HINT} Double-click to add a node; drag from a node's rim to add a move."
_PART_HINT = f"{_FIRST_HINT} Click a node marked +n to show n more of its successors, some at a time."

CachedValue = TypeVar("CachedValue")
PageState = TypeVar("PageState")


@dataclass(frozen=True)
class Origin:
    """Source of the open graph.

    Attributes
    ----------
    reference : the sample, game or packed graph as a scene names it; "" for any other graph.
    is_edited : whether the user changed the graph on the canvas.
    file : the file that the command line names.
    absent : the name in the address of a graph that is not here, while no other graph is in its place.
    """

    title: str
    reference: str = ""
    is_edited: bool = False
    file: FileData | None = field(default=None, hash=False)
    absent: str = ""

    @property
    def sample(self) -> str | None:
        """The name of the sample, if the graph is one."""
        return self.reference.removeprefix(SAMPLE) if self.reference.startswith(SAMPLE) else None

    @property
    def game(self) -> str | None:
        """The reference of the registered game, if the graph is one."""
        return self.reference.removeprefix(GAME) if self.reference.startswith(GAME) else None

    @property
    def is_own(self) -> bool:
        """Return whether the user supplied this graph: it is neither a sample nor a game."""
        return not self.reference.startswith((SAMPLE, GAME))


class GraphBeforeEdit(NamedTuple):
    """The graph before the last edit that changed the game, and the run on it."""

    graph: GameGraph
    trace: Trace | None
    number: int = 0  # of the edit


@dataclass
class Session:
    """The open graph, the algorithm with its options, the step, and all that follows from them."""

    stage: Stage = field(default_factory=lambda: Stage("explore", editable=True, asks=True, hint=_DRAW_HINT))
    graph: GameGraph = field(default_factory=lambda: GameGraph((), ()))
    problems: tuple[Problem, ...] = ()
    origin: Origin = field(default_factory=lambda: Origin("Empty graph"))
    algorithm: str = FIRST_ALGORITHM
    options: dict[str, dict[str, Any]] = field(default_factory=dict)  # by algorithm; all but the next
    endless: Score = 0  # the value of endless play, whatever runs
    page: Page = Page.EXPLORE
    path: str = ""  # of the current page, whether it shows the graph or not
    sent_query: dict[str, str] = field(default_factory=dict)  # query string last sent to the browser for that page
    next_page: Page | None = None  # the page to switch to in this run
    initial_scene: SceneData | None = None  # settings with which the browser begins the scene shown last
    token: str = field(default_factory=lambda: token_hex(3))  # begins names of graphs that this session opens
    own: str = ""  # the name of the open graph in an address that has no other name for it
    changes: int = 0  # number of edits of the open graph
    previous_graphs: dict[str, tuple[Assembled, Origin]] = field(
        default_factory=dict
    )  # by `own`, so that Back finds them
    base: str = ""  # start of shared links, if the command line names one
    link_warnings: list[str] = field(default_factory=list)  # of the link that the user followed, or the browser's data
    step: int = 0
    part: GraphPart = field(default_factory=GraphPart)
    trace: Trace | None = None  # of the whole run
    failure: str = ""  # why a graph without errors has no trace, or only that of a part of its run
    obstacle: Problem | None = None  # the reason why the algorithm cannot run on this graph
    before: GraphBeforeEdit | None = None  # the last edit that changed the game
    version: int = 0  # rises with every change of the graph
    graph_number: int = 0  # of the open graph, among those that this session has opened
    dialog: str = ""  # the name of the dialog on screen
    next_path: str = ""  # the path of a page to switch to, with its address as it is
    presses: set[str] = field(default_factory=set)  # buttons whose press no run of the script has reached yet
    pending_requests: list[Callable[[], None]] = field(default_factory=list)  # of the user, until a run fulfils them
    view_only: bool = False  # a link asked for the stage alone, without editing
    _pages: dict[type, Any] = field(default_factory=dict)  # the state of each page, part of one or dialog, by its class
    _job: RunJob | None = None  # the run that is being recorded
    _trace_key: tuple[Any, ...] | None = None  # the `_run_key` of the trace
    _cancelled_key: tuple[Any, ...] | None = None  # the `_run_key` of the run that the user cancelled
    _sent_key: tuple[Any, ...] | None = None  # the run and the nodes that the stage has
    _cache: tuple[int, dict[Hashable, Any]] = field(default_factory=lambda: (0, {}))  # by version

    def of(self, kind: type[PageState]) -> PageState:
        """Return the state of a page, a part of one or a dialog; the first call makes it."""
        if kind not in self._pages:
            self._pages[kind] = kind()
        state: PageState = self._pages[kind]
        return state

    # ---- the graph

    def open_sample(self, name: str) -> None:
        """Open a sample; raises `UnknownNameError` if there is none of that name."""
        self.open_reference(SAMPLE + name)

    def open_new(self, loaded: Assembled, title: str) -> None:
        """Open a graph that the user supplied or began, with settings at their defaults."""
        self.open(loaded, Origin(title))
        self.endless = 0

    def open_reference(self, reference: str) -> None:
        """Open the graph that the command line names: a file, `sample:NAME` or `game:NAME?param=value`."""
        loaded, file = _load_graph_and_file(reference)
        title = loaded.graph.name or PurePath(reference.removeprefix(SAMPLE)).name
        self.open(loaded, Origin(title, reference if reference.startswith((SAMPLE, GAME)) else "", file=file))

    def read_otherwise(self, other: str) -> None:
        """Open the graph again with the `other` reading of an ambiguous input."""
        ways = {LOST: with_lost_ends, NOT_LOST: without_lost_ends}
        way = ways.get(other) or (lambda loaded: with_turns(loaded, Turns(other)))
        self.open(way(Assembled(self.graph, self.problems)), self.origin)

    def open_absent(self, own: str) -> None:
        """Show an empty graph until the browser brings back the one of this name, which it may hold."""
        self.open(Assembled.of(GameGraph((), ())), Origin("Untitled", absent=own), own)

    @property
    def is_absent(self) -> bool:
        """Return whether the graph of the address is not here and the user has drawn none in its place."""
        return bool(self.origin.absent) and not self.origin.is_edited

    def expand_game(self, positions: int, progress: ExpansionProgress | None = None) -> None:
        """Open the game again with this number of positions expanded.

        Raises
        ------
        OptionError
            If the open graph is not one of a game by rules, or the game refuses this number of positions.
        GraphError, LimitError
            If the rules fail or yield too many positions or moves.
        """
        rules, reference = self.graph.rules, self.origin.reference
        if rules is None:
            raise OptionError("the graph has no rules to expand it by; open a game")
        if self.origin.game is None:
            graph = partial_graph(rules, positions, progress=progress, most_moves=MOST_USER_MOVES)
        else:
            name, parameters = games.parse_reference(self.origin.game)
            parameters[POSITIONS] = str(positions)
            graph, reference = build_game(name, parameters, progress), f"{GAME}{name}?{urlencode(parameters)}"
        self.open(Assembled.of(graph), replace(self.origin, reference=reference))

    def open(self, loaded: Assembled, origin: Origin, own: str = "") -> None:
        """Open another graph, with its name in an address if it has one; the browser keeps the previous graph."""
        self._begin_graph(loaded, origin, step=0, own=own)
        self.draw()
        self.stage.again = False

    @property
    def about(self) -> str:
        """The description of the open graph; "" once an edit has made it false."""
        return self.file_graph.description

    @property
    def file_graph(self) -> GameGraph:
        """The open graph for files: without the parts of its description and known answers that an edit made false."""
        return self.compute_once("file graph", lambda: samples.truthful(self.graph))

    @property
    def playable(self) -> GameGraph:
        """The open graph for algorithms: unfinished nodes count as open nodes."""
        return self.compute_once("playable", lambda: with_open_ends(self.graph))

    def playable_by(self, algorithm: str) -> GameGraph:
        """Return the graph that an algorithm runs on.

        If the player who cannot move loses in it, the nodes without moves of a plain graph stay as they are.
        """
        is_for_lost = algorithms.find(algorithm).ends_are_lost and is_plain(self.graph)
        return self.graph if is_for_lost else self.playable

    @property
    def errors(self) -> list[Problem]:
        """Errors of the graph that keep algorithms from running: all but those of unfinished nodes."""
        return [problem for problem in errors_in(list(self.problems)) if not problem.unfinished]

    @property
    def troubles(self) -> tuple[Problem, ...]:
        """Errors and warnings of the graph for the canvas, except those of unfinished nodes, drawn as such."""
        return tuple(problem for problem in without_notes(self.problems) if not problem.unfinished)

    @property
    def is_too_large_to_draw(self) -> bool:
        """Return whether the canvas can show only a part of the graph."""
        return len(self.graph.nodes) > LARGEST_DRAWN

    @property
    def shows_part(self) -> bool:
        """Return whether the canvas shows a part of the graph, which cannot be edited."""
        return self.part.excerpt is not None

    @property
    def can_choose_part(self) -> bool:
        """Return whether the user may switch between the whole graph and a part of it."""
        return SMALLEST_IN_PART <= len(self.graph.nodes) <= LARGEST_DRAWN

    @property
    def centre(self) -> str:
        """The node at the centre of the part; of a whole graph its root."""
        if self.part.excerpt is not None:
            return self.part.excerpt.centre
        return self.graph.root or (self.graph.ids[0] if self.graph.nodes else "")

    def draw(self) -> None:
        """Show the graph on the canvas; of one that is too large to be read, the part around its root."""
        self.part = GraphPart(preference=self.part.preference)
        wants_part = self.part.preference is True or (self.part.preference is None and self._is_hard_to_read)
        if self.is_too_large_to_draw or wants_part:
            if self.origin.game is not None:
                self.part.first = self.compute_once("solution", lambda: solve(self.graph)).best
            self.part.look_at(self.graph, self.centre)
            self.draw_part()
            return
        self.stage.editable, self.stage.expandable = not self.view_only, False
        self.stage.hint = _FIRST_HINT if self.view_only else _DRAW_HINT
        self.graph = with_positions(self.graph, canvas_aspect())
        self.stage.show_graph(self.graph)
        self.stage.again = True

    @property
    def _is_hard_to_read(self) -> bool:
        """Return whether the graph was generated and has too many nodes to be read as a whole."""
        return self.origin.game is not None and len(self.graph.nodes) > LARGEST_READ

    def draw_part(self) -> None:
        """Show the current part of the graph on the canvas."""
        if self.part.excerpt is not None:
            self.stage.editable, self.stage.expandable = False, True
            self.stage.hint = _PART_HINT
            self.stage.show_graph(self.part.excerpt.graph, self.part.data)
            self.stage.again = True

    def choose_part(self, is_part: bool) -> None:
        """Show a part of the graph, or the whole graph."""
        self.part.preference = is_part
        self.draw()

    def look_at(self, centre: str) -> None:
        """Show the neighbourhood of another node; raises `GraphError` if there is none."""
        self.part.look_at(self.graph, centre)
        self.draw_part()

    def look_for(self, text: str) -> bool:
        """Show the neighbourhood of the node that a text names, and return whether exactly one node fits."""
        is_clear = self.part.look_for(self.graph, text)
        if is_clear:
            self.draw_part()
        return is_clear

    def do_pending_requests(self) -> None:
        """Call the functions in `pending_requests`; the next run repeats one that another message interrupts.

        Streamlit calls the callback of a change once.  A callback that uses Streamlit may be interrupted there, and
        would be lost if it did more than add the rest to that list.
        """
        for act in tuple(self.pending_requests):
            try:
                act()
            except Exception:  # a fault of the program, which would come again in every run
                self.pending_requests.clear()
                raise
            self.pending_requests[:] = [each for each in self.pending_requests if each is not act]

    def take_edits(self) -> None:
        """Take over the messages of the browser since the last run: the step, an edited or a stored document, …"""
        if (step := self.stage.step()) is not None:
            self.step = step
        if (edit := self.stage.edit()) is not None:
            loaded = assemble_document(edit.document)
            if edit.opened is not None:
                opened = edit.opened
                if self.graph_number > 1 and opened.own not in (self.own, self.origin.absent):
                    self.endless = 0  # the value belongs to another graph
                self._begin_graph(
                    loaded, Origin(opened.title, is_edited=opened.edited), step=opened.step, own=opened.own
                )
                self.stage.editable = True  # the browser keeps only graphs that can be drawn whole
            else:
                self.origin = self._origin_after(loaded.graph)
                if not loaded.graph.is_same_game(self.graph):
                    self._remember_before_edit()
                self._accept_edit(loaded)
            self.changes = edit.changes
        if (called := self.stage.title_in_browser()) is not None and self.origin.is_own:
            title, own = called
            self.origin = replace(self.origin, title=title)
            self.own = self.stage.own = own or self.own
        self.take_endless(self.stage)
        if (question := self.stage.layout_request()) is not None:
            self._answer_layout_request(question)
        if self.shows_part and (request := self.stage.expand_request()) is not None:
            self._expand_part(request)

    def take_endless(self, stage: Stage) -> None:
        """Take over the value of endless play that the user has set on a stage, if any."""
        if (worth := stage.endless()) is not None:
            self.endless = worth

    def _expand_part(self, request: ExpandRequest) -> None:
        """Open or fold a node of the part, or bring a node into it that is not shown."""
        if request.step is not None and self.sent_trace is not None:
            self.step = min(max(0, request.step), len(self.sent_trace) - 1)
        if request.what == FIND:
            self.look_for(request.id)
        elif self.part.do(request.what, request.id, self.sent_trace, self.step):
            self.draw_part()
        elif self.part.refusal:
            self.stage.order(text=self.part.refusal)

    def _answer_layout_request(self, question: Mapping[str, Any]) -> None:
        """Compute the layout that the browser requests, and have it place the nodes."""
        known = self.graph.index
        ids = [id for id in question.get("ids", ()) if id in known]
        pinned = {id for id in question.get("pinned", ()) if id in known}
        try:
            aspect = aspect_of(question.get("aspect"))
            positions = arrange(self.graph, str(question.get("layout")), ids=ids, pinned=pinned, aspect=aspect)
        except ExplorerError as error:
            self.stage.order(text=str(error))
        else:
            self.stage.order({"do": "place", "places": {id: positions[id] for id in ids if id not in pinned}})

    def _begin_graph(self, loaded: Assembled, origin: Origin, *, step: int, own: str = "") -> None:
        self._remember_graph()
        self.origin = origin
        is_own = origin.is_edited or origin.is_own
        self.stage.title, self.stage.keep = origin.title, None if self.view_only else is_own
        self.stage.file = origin.file
        self.step = step
        self.stage.set_trace(None, restart=True)  # or else the player's step in the previous graph would be taken over
        self.dialog = ""
        self._accept_edit(loaded)
        self.before = None
        self.part = GraphPart()
        self.stage.expandable = False
        self.graph_number += 1
        self.own = self.stage.own = own or f"{self.token}{self.graph_number}"
        self.changes = 0
        self._trace_key = None

    def _remember_graph(self) -> None:
        """Store the open graph, which another graph replaces, for Back of the browser."""
        self.previous_graphs[self.own] = (Assembled(self.graph, self.problems), self.origin)
        while len(self.previous_graphs) > _MOST_PREVIOUS:
            del self.previous_graphs[next(iter(self.previous_graphs))]

    @property
    def suffix(self) -> str:
        """The end of keys of widgets, by which those of another scene begin with its values."""
        return f"_{self.initial_scene['number']}" if self.initial_scene and self.initial_scene["number"] > 1 else ""

    def _origin_after(self, graph: GameGraph) -> Origin:
        """Return the origin of the graph after an edit; under a new name it is another graph."""
        if graph.name in (self.graph.name, ""):
            return replace(self.origin, is_edited=True)
        return Origin(graph.name, is_edited=True)

    def _remember_before_edit(self) -> None:
        """Store the graph before an edit, unless it has errors and thus no scores."""
        if not self.errors:
            self.before = GraphBeforeEdit(self.playable, self.trace, self.version)

    def _accept_edit(self, loaded: Assembled) -> None:
        """Take over an edited graph with its problems."""
        graph, before = loaded.graph, self.graph
        if graph.rules is None and before.rules is not None and graph.is_same_game(before):
            graph = graph.replace(rules=before.rules)  # nodes were moved about, but the game is the same
        self.graph, self.problems = graph, loaded.problems
        self.version += 1

    # ---- the algorithm

    def choose(self, algorithm: str) -> None:
        """Choose an algorithm; the step goes back to the first."""
        if algorithms.find(algorithm).grows:
            raise OptionError(f"{algorithm} is shown on the page Expand; choose another algorithm here")
        if algorithm != self.algorithm:
            self.algorithm, self.step = algorithm, 0

    @property
    def chosen_options(self) -> dict[str, Any]:
        """Options of the chosen algorithm that differ from their defaults."""
        return self.options_of(self.algorithm)

    def options_of(self, algorithm: str) -> dict[str, Any]:
        """Return the options of an algorithm that differ from their defaults."""
        heeded = self.endless != 0 and algorithms.find(algorithm).has_option(ENDLESS)
        return self.options.get(algorithm, {}) | ({ENDLESS: self.endless} if heeded else {})

    @property
    def _run_key(self) -> tuple[Any, ...]:
        """The input of the run: version of the graph, algorithm, options, value of endless play."""
        options = algorithms.find(self.algorithm).for_run(self.chosen_options, self.graph)
        worth = options.pop(ENDLESS, 0)
        return self.version, self.algorithm, tuple(sorted(options.items())), worth

    def run(self, progress: Callable[[int], None] | None = None, *, whole: bool = True) -> None:
        """Bring the trace of the chosen algorithm up to date.

        After an edit, or with another value of endless play, the player stays at its step; else it starts at `step`.
        Behind the dialog that opens a graph a run waits: the dialog's buttons would not react before its end.

        Parameters
        ----------
        progress : called with the number of steps while this method waits for the run.
        whole : whether to wait for the end of the run; else the stage gets the first steps of a long run, and `goes_on`
            is true until a later call finds the end.
        """
        key = self._run_key
        if key == self._cancelled_key:
            return
        if key != self._trace_key and self.dialog == OPENING:
            self._forget_run()
            return
        if self._job is not None and self._job.key != key:
            self._end_run_without_trace()
        restart = False
        if key != self._trace_key or self.goes_on:
            self._record_run(key, progress, whole=whole)
        if key != self._trace_key:
            restart = self._trace_key is None or self._trace_key[1:3] != key[1:3]
            self._trace_key, self._sent_key = key, None
        if self.trace is not None:
            self.trace = self.trace.with_endless(self.endless)
        self._send_trace(restart=restart)

    @property
    def goes_on(self) -> bool:
        """Return whether the stage has the first steps of a run that is still being recorded."""
        return self._job is not None and self._job.key == self._trace_key

    @property
    def steps_so_far(self) -> int:
        """The number of steps of the run that goes on."""
        return self._job.progress if self._job is not None else 0

    @property
    def is_recording(self) -> bool:
        """Return whether the run has not ended."""
        return self._job is not None and self._job.is_running

    @property
    def sent_trace(self) -> Trace | None:
        """The trace that the stage has; of a run that goes on, the trace of its first steps."""
        first_steps = self._job.first_steps if self._job is not None and self.goes_on else None
        return self.trace if first_steps is None else first_steps.with_endless(self.endless)

    def begin_at(self, step: int) -> None:
        """Have the stage begin at a step, regardless of its current one."""
        self.step, self._trace_key = step, None

    @property
    def is_by_sweep(self) -> bool:
        """Return whether the step of the run is the n of sₙ."""
        return self.algorithm == ITERATION and self.chosen_options.get("detail", "sweep") == "sweep"

    def _send_trace(self, *, restart: bool) -> None:
        """Give the stage the trace of the nodes that it shows."""
        trace = self.sent_trace
        key = (self._trace_key, self.part.visible_ids, self.goes_on)
        if key == self._sent_key and (trace is None or self.stage.offers(trace.endless)):
            return
        sent = None
        if trace is not None:
            self.step = min(self.step, len(trace) - 1)
            entry = algorithms.find(self.algorithm)
            sent = SentTrace(trace, entry, self.part.visible_ids, is_unfinished=self.goes_on)
        self.stage.set_trace(sent, restart=restart, at=self.step)
        self._sent_key = key

    def cancel(self) -> None:
        """Cancel the current run, which does not begin again until its input changes.

        If the screen shows its first steps, the run ends with the steps so far.
        """
        if self._job is not None and self.goes_on:
            self._job.stop()
            return
        self._cancelled_key = self._run_key
        self._forget_run()
        self.failure = "The run was cancelled. Change the graph or an option, or run it again."

    def _forget_run(self) -> None:
        """Cancel the run and show none."""
        self._end_run_without_trace()
        self.trace, self.obstacle, self.failure, self._trace_key = None, None, "", None
        self.stage.set_trace(None, restart=False)

    @property
    def is_cancelled(self) -> bool:
        """Return whether the user cancelled or stopped the last run."""
        return self._cancelled_key is not None or (self.trace is not None and bool(self.failure))

    def run_again(self) -> None:
        """Let a run that the user cancelled or stopped begin again."""
        self._cancelled_key, self._trace_key = None, None

    def _record_run(self, key: tuple[Any, ...], progress: Callable[[int], None] | None, *, whole: bool) -> None:
        """Start the run of this input unless it runs already, and wait for its first steps or its end."""
        job = self._job_of_run(key)
        if job is not None:
            job.wait_for_steps(self.step, progress, whole=whole)
        self.trace, self.failure, self.obstacle, self._cancelled_key = None, "", None, None
        if job is None or job.is_running:
            return
        self._job, self.trace = None, job.content
        if job.error is not None and not isinstance(job.error, FORESEEN):
            raise job.error
        if job.failure:
            graph = self.playable_by(self.algorithm)
            self.failure, self.obstacle = job.failure, algorithms.find(self.algorithm).obstacle(graph)
        elif job.is_stopped and self.trace is not None:
            self.failure = self.trace.left_out

    def _job_of_run(self, key: tuple[Any, ...]) -> RunJob | None:
        """Return the job of the run, which the first call starts; None if the graph has errors."""
        if self._job is None and not self.errors:
            self._job = RunJob(key)
            graph, options = self.playable_by(self.algorithm), self.chosen_options
            self._job.record(graph, self.algorithm, options, step=self.step)
        return self._job

    def _end_run_without_trace(self) -> None:
        """Let the current run end without a trace."""
        if self._job is not None:
            self._job.cancel()
        self._job = None

    def contradictions(self) -> list[Contradiction]:
        """Return the known answers of the open graph that differ from the computed ones; computed once per graph."""
        return self.compute_once("contradictions", lambda: contradictions(self.playable))

    def compute_once(self, key: Hashable, compute: Callable[[], CachedValue]) -> CachedValue:
        """Return the result of `compute`, which is called once for each version of the open graph."""
        if self._cache[0] != self.version:
            self._cache = (self.version, {})
        values = self._cache[1]
        if key not in values:
            values[key] = compute()
        result: CachedValue = values[key]
        return result

    def cache(self, key: Hashable, value: Any) -> None:
        """Store a value for `compute_once` and `cached_value`, for this version of the open graph."""
        self.compute_once(key, lambda: value)

    def cached_value(self, key: Hashable) -> Any:
        """Return the result of `compute_once` for this version of the open graph; None if it has none."""
        return self._cache[1].get(key) if self._cache[0] == self.version else None


def current() -> Session | None:
    """Return the session of this user, or None before it has begun."""
    return st.session_state.get("session")


def begin() -> Session:
    """Start a new session, and store it as the current one."""
    session = st.session_state["session"] = Session()
    return session


def _load_graph_and_file(reference: str) -> tuple[Assembled, FileData | None]:
    """Return the graph of a reference, and its file if it has one; two pages that show a file read it once."""
    own = user_game(reference)
    files = _files_of_reference(reference)
    stats = [file.stat() for file in files]
    versions = tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)
    loaded = (
        _read_graph_file(reference, versions) if files and own is None else load_reference(reference, for_drawing=True)
    )
    return loaded, file_data(reference)


def file_data(reference: str) -> FileData | None:
    """Return the hashes of the name and the content of a reference's file; None if it names no file."""
    files = _files_of_reference(reference)
    if not files:
        return None
    content = b"".join(file.read_bytes() for file in files)
    is_passing = files[0].parent.name.startswith(PASSING)  # whose path is another one every time
    identity = content if is_passing else reference.encode()
    return {"id": sha256(identity).hexdigest(), "version": sha256(content).hexdigest()}


def _files_of_reference(reference: str) -> list[Path]:
    """Return the files of a reference: none for a sample or a game, two for a table of moves with one of nodes."""
    own = user_game(reference)
    path = Path(reference if own is None else own.file)
    if reference.startswith((SAMPLE, GAME)) or not path.is_file():
        return []
    return [file for file in (path, path.with_suffix(f".nodes{path.suffix}")) if file.is_file()]


@lru_cache(2)
def _read_graph_file(reference: str, versions: tuple[tuple[int, int], ...]) -> Assembled:
    """Return the graph in a file; its versions on disk tell the cache when to read it again."""
    return load_reference(reference, for_drawing=True)
