"""What one user has open: the graph, its scene and its run; and, by `Session.of`, what pages keep of their own."""

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
from explorer.app.shown_part import Part
from explorer.comparison.expected import Contradiction, contradictions
from explorer.drawing.arrange import arrange
from explorer.drawing.growing_tree import ITERATION
from explorer.drawing.layout import aspect_of, with_positions
from explorer.drawing.limits import LARGEST_DRAWN, LARGEST_READ, SMALLEST_IN_PART
from explorer.drawing.messages.to_browser import FileData, SceneData
from explorer.drawing.trace_data import SentTrace
from explorer.games import samples
from explorer.games.from_rules import MAX_POSITIONS, MOST_MOVES_ASKED, POSITIONS, Progress, partial_graph
from explorer.games.user_game import user_game
from explorer.model.assemble import assemble_document, with_lost_ends, with_turns, without_lost_ends
from explorer.model.check import LOST, NOT_LOST, Problem, errors_in, is_plain, with_open_ends, without_notes
from explorer.model.errors import FORESEEN, ExplorerError, OptionError
from explorer.model.graph import GameGraph
from explorer.model.intake import Assembled
from explorer.model.readings import Turns
from explorer.model.scores import Score
from explorer.scenes.reference import GAME, PASSING, SAMPLE, build_game, load_reference
from explorer.scenes.scene import FIRST_ALGORITHM, Page
from explorer.solver import solve
from explorer.stage import FIND, ExpandRequest, Stage
from explorer.trace import Trace
from explorer.trace.options import ENDLESS

FIRST_SAMPLE = "figure-1"
OPENING = "open"  # the dialog that opens a graph
MOST_POSITIONS = MAX_POSITIONS  # that can be asked for in the app
_MOST_KEPT = 8  # graphs of the way back
_FIRST_HINT = "Press → to take the first step."
_DRAW_HINT = f"{_FIRST_HINT} Double-click to add a node; drag from a node's rim to add a move."
_PART_HINT = f"{_FIRST_HINT} Click a node marked +n to show n more of its successors, some at a time."

Found = TypeVar("Found")
Kept = TypeVar("Kept")


@dataclass(frozen=True)
class Origin:
    """Where the open graph came from: `named` is what a scene calls a sample, a game or a packed graph; else it is "".

    The command line names a `file`.  The graph is `edited` once it was changed on the canvas.  What an address calls a
    graph that is not here, with none in its place, is `absent`.
    """

    title: str
    named: str = ""
    edited: bool = False
    file: FileData | None = field(default=None, hash=False)
    absent: str = ""

    @property
    def sample(self) -> str | None:
        """The name of the sample, if it is one."""
        return self.named.removeprefix(SAMPLE) if self.named.startswith(SAMPLE) else None

    @property
    def game(self) -> str | None:
        """The reference of the registered game, if it is one."""
        return self.named.removeprefix(GAME) if self.named.startswith(GAME) else None

    @property
    def is_own(self) -> bool:
        """Whether it is neither a sample nor a game."""
        return not self.named.startswith((SAMPLE, GAME))


class Before(NamedTuple):
    """A graph before it was edited, and the run on it."""

    graph: GameGraph
    trace: Trace | None
    number: int = 0  # of the edit


@dataclass
class Session:
    """The open graph, the algorithm with its options, the step, and what follows from them."""

    stage: Stage = field(default_factory=lambda: Stage("explore", editable=True, asks=True, hint=_DRAW_HINT))
    graph: GameGraph = field(default_factory=lambda: GameGraph((), ()))
    problems: tuple[Problem, ...] = ()
    origin: Origin = field(default_factory=lambda: Origin("Empty graph"))
    algorithm: str = FIRST_ALGORITHM
    options: dict[str, dict[str, Any]] = field(default_factory=dict)  # by algorithm; all but the next
    endless: Score = 0  # the value of endless play, whatever runs
    page: Page = Page.EXPLORE
    path: str = ""  # of the page that is shown, of whichever kind
    told: dict[str, str] = field(default_factory=dict)  # the query that the browser was last told to show there
    going: Page | None = None  # the page that is to be shown instead
    beginning: SceneData | None = None  # what the browser is to begin with in the scene that was shown last
    token: str = field(default_factory=lambda: token_hex(3))  # begins names of graphs that this session opens
    own: str = ""  # the name of the open graph in an address, if nothing else leads to it
    changes: int = 0  # how many edits it has had
    kept: dict[str, tuple[Assembled, Origin]] = field(default_factory=dict)  # those, so that Back finds them
    base: str = ""  # what shared links begin with, if the command line says so
    said: list[str] = field(default_factory=list)  # what is wrong with the link that was followed
    step: int = 0
    part: Part = field(default_factory=Part)
    trace: Trace | None = None  # of the whole run
    failure: str = ""  # why there is no trace, or not of the whole run, though the graph has no errors
    obstacle: Problem | None = None  # the same, if the algorithm cannot run on this graph
    before: Before | None = None  # the last edit that changed the game
    version: int = 0  # rises with every change of the graph
    opened: int = 0  # how many graphs were opened
    dialog: str = ""  # the name of the one that is on screen
    part_going: str = ""  # the path of a page that is to be shown instead, as it is
    presses: set[str] = field(default_factory=set)  # buttons that were pressed and not reached by a run yet
    due: list[Callable[[], None]] = field(default_factory=list)  # what users asked for, until a run has done it
    view_only: bool = False  # a link asked for the stage alone, without editing
    _pages: dict[type, Any] = field(default_factory=dict)  # what each page, part of one or dialog keeps, by its class
    _job: RunJob | None = None  # the run that is being recorded
    _traced: tuple[Any, ...] | None = None
    _cancelled: tuple[Any, ...] | None = None
    _sent: tuple[Any, ...] | None = None  # which run the stage has, and for which nodes
    _known: tuple[int, dict[Hashable, Any]] = field(default_factory=lambda: (0, {}))  # by version

    def of(self, kind: type[Kept]) -> Kept:
        """What a page, a part of one or a dialog keeps, from the first time on that it is asked for."""
        if kind not in self._pages:
            self._pages[kind] = kind()
        kept: Kept = self._pages[kind]
        return kept

    # ---- the graph

    def open_sample(self, name: str) -> None:
        """Open a sample; raises `UnknownNameError` if there is none of that name."""
        self.open_reference(SAMPLE + name)

    def open_new(self, loaded: Assembled, title: str) -> None:
        """Open a graph that the user brought or began, of which nothing was chosen yet."""
        self.open(loaded, Origin(title))
        self.endless = 0

    def open_reference(self, reference: str) -> None:
        """Open what the command line named: a file, `sample:NAME` or `game:NAME?param=value`."""
        loaded, file = _loaded(reference)
        title = loaded.graph.name or PurePath(reference.removeprefix(SAMPLE)).name
        named = reference if reference.startswith((SAMPLE, GAME)) else ""
        self.open(loaded, Origin(title, named, file=file))

    def read_otherwise(self, other: str) -> None:
        """Open the graph again, with what was guessed read in the other way."""
        ways = {LOST: with_lost_ends, NOT_LOST: without_lost_ends}
        way = ways.get(other) or (lambda found: with_turns(found, Turns(other)))
        self.open(way(Assembled(self.graph, self.problems)), self.origin)

    def open_absent(self, own: str) -> None:
        """Show no graph, in the place of one that only the browser may have kept, until that brings it back."""
        self.open(Assembled.of(GameGraph((), ())), Origin("Untitled", absent=own), own)

    @property
    def is_absent(self) -> bool:
        """Whether the graph of the address is not here, and nothing was drawn in its place."""
        return bool(self.origin.absent) and not self.origin.edited

    def expand_game(self, positions: int, progress: Progress | None = None) -> None:
        """Open the game again, with so many positions expanded.

        Raises
        ------
        OptionError
            If the open graph is not one of a game by rules, or so many positions are too many for it.
        GraphError, LimitError
            If the rules fail or give too much.
        """
        rules, named = self.graph.rules, self.origin.named
        if rules is None:
            raise OptionError("the graph has no rules to expand it by; open a game")
        if self.origin.game is None:
            graph = partial_graph(rules, positions, progress=progress, most_moves=MOST_MOVES_ASKED)
        else:
            name, parameters = games.parse_reference(self.origin.game)
            parameters[POSITIONS] = str(positions)
            graph, named = build_game(name, parameters, progress), f"{GAME}{name}?{urlencode(parameters)}"
        self.open(Assembled.of(graph), replace(self.origin, named=named))

    def open(self, loaded: Assembled, origin: Origin, own: str = "") -> None:
        """Open another graph, under its name in an address if it has one; the browser keeps the old one."""
        self._begin(loaded, origin, step=0, own=own)
        self.draw()
        self.stage.again = False

    @property
    def about(self) -> str:
        """The description of the open graph, as long as it is true of it."""
        return self.file_graph.description

    @property
    def file_graph(self) -> GameGraph:
        """The open graph as files carry it: without what an edit made false in its description and known answers."""
        return self.once("file graph", lambda: samples.truthful(self.graph))

    @property
    def playable(self) -> GameGraph:
        """The open graph as algorithms see it: nodes that are unfinished count as open nodes."""
        return self.once("playable", lambda: with_open_ends(self.graph))

    def playable_by(self, algorithm: str) -> GameGraph:
        """The same for an algorithm: in one for which who cannot move has lost, such nodes of a plain graph stay."""
        is_for_lost = algorithms.find(algorithm).ends_are_lost and is_plain(self.graph)
        return self.graph if is_for_lost else self.playable

    @property
    def errors(self) -> list[Problem]:
        """The errors that keep algorithms from running: all but those of unfinished nodes."""
        return [problem for problem in errors_in(list(self.problems)) if not problem.unfinished]

    @property
    def troubles(self) -> tuple[Problem, ...]:
        """What the canvas tells of the open graph: errors and warnings; that a node is unfinished, it shows."""
        return tuple(problem for problem in without_notes(self.problems) if not problem.unfinished)

    @property
    def is_too_large_to_draw(self) -> bool:
        """Whether the graph can be shown in part only."""
        return len(self.graph.nodes) > LARGEST_DRAWN

    @property
    def shows_part(self) -> bool:
        """Whether the canvas shows a part of the graph; it cannot be edited then."""
        return self.part.excerpt is not None

    @property
    def can_choose_part(self) -> bool:
        """Whether the user may switch between the whole graph and a part of it."""
        return SMALLEST_IN_PART <= len(self.graph.nodes) <= LARGEST_DRAWN

    @property
    def centre(self) -> str:
        """The node in the middle of the part; else where play starts."""
        if self.part.excerpt is not None:
            return self.part.excerpt.centre
        return self.graph.root or (self.graph.ids[0] if self.graph.nodes else "")

    def draw(self) -> None:
        """Show the graph on the canvas: one that is too large to be read in part, around its root."""
        self.part = Part(wanted=self.part.wanted)
        wants_part = self.part.wanted is True or (self.part.wanted is None and self._is_hard_to_read)
        if self.is_too_large_to_draw or wants_part:
            if self.origin.game is not None:
                self.part.first = self.once("solution", lambda: solve(self.graph)).best
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
        """Whether the graph was generated and is so large that a part of it tells more."""
        return self.origin.game is not None and len(self.graph.nodes) > LARGEST_READ

    def draw_part(self) -> None:
        """Show the part as it is now."""
        if self.part.excerpt is not None:
            self.stage.editable, self.stage.expandable = False, True
            self.stage.hint = _PART_HINT
            self.stage.show_graph(self.part.excerpt.graph, self.part.data)
            self.stage.again = True

    def choose_part(self, wanted: bool) -> None:
        """Switch between the whole graph and a part of it."""
        self.part.wanted = wanted
        self.draw()

    def look_at(self, centre: str) -> None:
        """Show the neighbourhood of another node; raises `GraphError` if there is none."""
        self.part.look_at(self.graph, centre)
        self.draw_part()

    def look_for(self, text: str) -> bool:
        """Show the neighbourhood of the node that is meant by a text; whether it was clear which one is."""
        is_found = self.part.look_for(self.graph, text)
        if is_found:
            self.draw_part()
        return is_found

    def do_what_is_due(self) -> None:
        """Do what widgets have put into `due`; what another message cuts short is done by the next run.

        Streamlit calls the callback of a change once.  One that asks it for anything may be cut short there, and is
        lost if it does more than put the rest here.
        """
        for act in tuple(self.due):
            try:
                act()
            except Exception:  # a fault of the program, which would come again in every run
                self.due.clear()
                raise
            self.due[:] = [each for each in self.due if each is not act]

    def take_edits(self) -> None:
        """Take over what the browser sent since the last run: an edited document, one that it had kept, the step."""
        if (step := self.stage.step()) is not None:
            self.step = step
        if (edit := self.stage.edit()) is not None:
            loaded = assemble_document(edit.document)
            if edit.opened is not None:
                opened = edit.opened
                if self.opened > 1 and opened.own not in (self.own, self.origin.absent):
                    self.endless = 0  # which was set for another graph
                self._begin(loaded, Origin(opened.title, edited=opened.edited), step=opened.step, own=opened.own)
                self.stage.editable = True  # only what could be drawn was kept
            else:
                self.origin = self._origin_after(loaded.graph)
                if not loaded.graph.is_same_game(self.graph):
                    self._keep_before()
                self._take(loaded)
            self.changes = edit.changes
        if (called := self.stage.called()) is not None and self.origin.is_own:
            title, own = called
            self.origin = replace(self.origin, title=title)
            self.own = self.stage.own = own or self.own
        self.take_endless(self.stage)
        if (question := self.stage.asked()) is not None:
            self._answer(question)
        if self.shows_part and (request := self.stage.expand_request()) is not None:
            self._show_what_is_asked(request)

    def take_endless(self, stage: Stage) -> None:
        """Take over what endless play is worth, if it was set on a stage."""
        if (worth := stage.endless()) is not None:
            self.endless = worth

    def _show_what_is_asked(self, request: ExpandRequest) -> None:
        """Open or fold a node of the part, or bring one into it that is not shown."""
        if request.step is not None and self.sent_trace is not None:
            self.step = min(max(0, request.step), len(self.sent_trace) - 1)
        if request.what == FIND:
            self.look_for(request.id)
        elif self.part.do(request.what, request.id, self.sent_trace, self.step):
            self.draw_part()
        elif self.part.refused:
            self.stage.order(text=self.part.refused)

    def _answer(self, question: Mapping[str, Any]) -> None:
        """Work out the layout that was asked for, and have the nodes placed."""
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

    def _begin(self, loaded: Assembled, origin: Origin, *, step: int, own: str = "") -> None:
        self._keep()
        self.origin = origin
        is_own = origin.edited or origin.is_own
        self.stage.title, self.stage.keep = origin.title, None if self.view_only else is_own
        self.stage.file = origin.file
        self.step = step
        self.stage.set_trace(None, restart=True)  # or else the player's step in the graph before would be taken
        self.dialog = ""
        self._take(loaded)
        self.before = None
        self.part = Part()
        self.stage.expandable = False
        self.opened += 1
        self.own = self.stage.own = own or f"{self.token}{self.opened}"
        self.changes = 0
        self._traced = None

    def _keep(self) -> None:
        """Keep the open graph, which another one replaces, for the way back."""
        self.kept[self.own] = (Assembled(self.graph, self.problems), self.origin)
        while len(self.kept) > _MOST_KEPT:
            del self.kept[next(iter(self.kept))]

    @property
    def suffix(self) -> str:
        """What keys of widgets end in, so that those of another scene begin with what it says."""
        return f"_{self.beginning['number']}" if self.beginning and self.beginning["number"] > 1 else ""

    def _origin_after(self, edited: GameGraph) -> Origin:
        """The origin once the graph was edited; one that was given another name goes by it."""
        if edited.name in (self.graph.name, ""):
            return replace(self.origin, edited=True)
        return Origin(edited.name, edited=True)

    def _keep_before(self) -> None:
        """Keep the graph that is about to be edited; one with errors has no scores: then the last one that had none."""
        if not self.errors:
            self.before = Before(self.playable, self.trace, self.version)

    def _take(self, loaded: Assembled) -> None:
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
        """The options of the chosen algorithm that are not at their defaults."""
        return self.options_of(self.algorithm)

    def options_of(self, algorithm: str) -> dict[str, Any]:
        """The options of an algorithm that are not at their defaults."""
        heeded = self.endless != 0 and algorithms.find(algorithm).has_option(ENDLESS)
        return self.options.get(algorithm, {}) | ({ENDLESS: self.endless} if heeded else {})

    @property
    def _wanted(self) -> tuple[Any, ...]:
        """What the trace depends on: graph, algorithm, options, the value of endless play."""
        options = algorithms.find(self.algorithm).for_run(self.chosen_options, self.graph)
        worth = options.pop(ENDLESS, 0)
        return self.version, self.algorithm, tuple(sorted(options.items())), worth

    def run(self, progress: Callable[[int], None] | None = None, *, whole: bool = True) -> None:
        """Bring the trace up to date.

        After an edit, or with another value of endless play, the player stays at its step; else it starts at `step`.
        Behind the dialog that opens a graph a run waits: no button there would be heard before its end.

        Parameters
        ----------
        progress : called with the number of steps while the run is waited for.
        whole : whether to wait for the end of the run; else, of a long one the stage gets the beginning, and `goes_on`
            is true until a later call finds the end.
        """
        wanted = self._wanted
        if wanted == self._cancelled:
            return
        if wanted != self._traced and self.dialog == OPENING:
            self._forget_run()
            return
        if self._job is not None and self._job.key != wanted:
            self._give_up()
        restart = False
        if wanted != self._traced or self.goes_on:
            self._record(wanted, progress, whole=whole)
        if wanted != self._traced:
            restart = self._traced is None or self._traced[1:3] != wanted[1:3]
            self._traced, self._sent = wanted, None
        if self.trace is not None:
            self.trace = self.trace.with_endless(self.endless)
        self._send_trace(restart=restart)

    @property
    def goes_on(self) -> bool:
        """Whether the stage has the beginning of a run that is still being recorded."""
        return self._job is not None and self._job.key == self._traced

    @property
    def steps_so_far(self) -> int:
        """The number of steps of the run that goes on."""
        return self._job.done if self._job is not None else 0

    @property
    def is_recording(self) -> bool:
        """Whether the run has not ended."""
        return self._job is not None and self._job.is_running

    @property
    def sent_trace(self) -> Trace | None:
        """The trace that the stage has: of a run that goes on, that of its beginning."""
        beginning = self._job.beginning if self._job is not None and self.goes_on else None
        return self.trace if beginning is None else beginning.with_endless(self.endless)

    def begin_at(self, step: int) -> None:
        """Have the player begin at a step, wherever it stands."""
        self.step, self._traced = step, None

    @property
    def is_by_sweep(self) -> bool:
        """Whether the step of the run is the n of sₙ."""
        return self.algorithm == ITERATION and self.chosen_options.get("detail", "sweep") == "sweep"

    def _send_trace(self, *, restart: bool) -> None:
        """Let the stage have the run, of the nodes that it shows."""
        trace = self.sent_trace
        wanted = (self._traced, self.part.shown, self.goes_on)
        if wanted == self._sent and (trace is None or self.stage.offers(trace.endless)):
            return
        sent = None
        if trace is not None:
            self.step = min(self.step, len(trace) - 1)
            entry = algorithms.find(self.algorithm)
            sent = SentTrace(trace, entry, self.part.shown, is_unfinished=self.goes_on)
        self.stage.set_trace(sent, restart=restart, at=self.step)
        self._sent = wanted

    def cancel(self) -> None:
        """Give up the run that is under way; it is not begun again until something changes.

        One of which steps are on screen ends with those that it has made.
        """
        if self._job is not None and self.goes_on:
            self._job.stop()
            return
        self._cancelled = self._wanted
        self._forget_run()
        self.failure = "The run was cancelled. Change the graph or an option, or run it again."

    def _forget_run(self) -> None:
        """Show no run."""
        self._give_up()
        self.trace, self.obstacle, self.failure, self._traced = None, None, "", None
        self.stage.set_trace(None, restart=False)

    @property
    def is_cancelled(self) -> bool:
        """Whether the user gave up or stopped the last run."""
        return self._cancelled is not None or (self.trace is not None and bool(self.failure))

    def run_again(self) -> None:
        """Let a run that was given up or stopped begin again."""
        self._cancelled, self._traced = None, None

    def _record(self, wanted: tuple[Any, ...], progress: Callable[[int], None] | None, *, whole: bool) -> None:
        """Wait for the run that is wanted, or its beginning; begin it unless that was done."""
        job = self._job_for(wanted)
        if job is not None:
            job.wait_for_steps(self.step, progress, whole=whole)
        self.trace, self.failure, self.obstacle, self._cancelled = None, "", None, None
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

    def _job_for(self, wanted: tuple[Any, ...]) -> RunJob | None:
        """The job of the run that is wanted, which begins unless it has; None if the graph has errors."""
        if self._job is None and not self.errors:
            self._job = RunJob(wanted)
            graph, options = self.playable_by(self.algorithm), self.chosen_options
            self._job.record(graph, self.algorithm, options, step=self.step)
        return self._job

    def _give_up(self) -> None:
        """Let the run that is being recorded end without a trace."""
        if self._job is not None:
            self._job.cancel()
        self._job = None

    def contradictions(self) -> list[Contradiction]:
        """Known answers of the open graph that the program does not find; worked out once for a graph."""
        return self.once("contradictions", lambda: contradictions(self.playable))

    def once(self, what: Hashable, work_out: Callable[[], Found]) -> Found:
        """What `work_out` returns, worked out once for the open graph as it is."""
        if self._known[0] != self.version:
            self._known = (self.version, {})
        known = self._known[1]
        if what not in known:
            known[what] = work_out()
        found: Found = known[what]
        return found

    def keep(self, what: Hashable, found: Any) -> None:
        """Have `once` and `known` return something for the open graph as it is."""
        self.once(what, lambda: found)

    def known(self, what: Hashable) -> Any:
        """What `once` has worked out for the open graph as it is; None if it has not."""
        return self._known[1].get(what) if self._known[0] == self.version else None


def current() -> Session | None:
    """The session of this user, or None before it has begun."""
    return st.session_state.get("session")


def begin() -> Session:
    """A new session, stored as the current one."""
    session = st.session_state["session"] = Session()
    return session


def _loaded(reference: str) -> tuple[Assembled, FileData | None]:
    """The graph of a reference, and its file if it has one; a large file is read once, however many pages show it."""
    own = user_game(reference)
    files = _files(reference)
    stats = [file.stat() for file in files]
    versions = tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)
    loaded = _read(reference, versions) if files and own is None else load_reference(reference, for_drawing=True)
    return loaded, file_data(reference)


def file_data(reference: str) -> FileData | None:
    """Return what identifies the file of a reference and its version; None if it names no file."""
    files = _files(reference)
    if not files:
        return None
    content = b"".join(file.read_bytes() for file in files)
    is_passing = files[0].parent.name.startswith(PASSING)  # which has another path every time
    named = content if is_passing else reference.encode()
    return {"id": sha256(named).hexdigest(), "version": sha256(content).hexdigest()}


def _files(reference: str) -> list[Path]:
    """Return the files of a reference: none for a sample or a game, two for a table of moves with one of nodes."""
    own = user_game(reference)
    path = Path(reference if own is None else own.file)
    if reference.startswith((SAMPLE, GAME)) or not path.is_file():
        return []
    return [file for file in (path, path.with_suffix(f".nodes{path.suffix}")) if file.is_file()]


@lru_cache(2)
def _read(reference: str, versions: tuple[tuple[int, int], ...]) -> Assembled:
    """The graph in a file, of which these are the versions that are on disk."""
    return load_reference(reference, for_drawing=True)
