"""Open graph of a session, with its origin, its problems, and the results that are computed of it once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any, TypeVar

from explorer import algorithms
from explorer.comparison.expected import Contradiction, contradictions
from explorer.drawing.excerpt import WholeGraph
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.to_browser import FileData
from explorer.games import samples
from explorer.intake import Assembled
from explorer.model.check import Problem, errors_in, is_plain, with_open_ends, without_notes
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.scenes.reference import GAME, SAMPLE
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.part import WholeFolder, part_of
from explorer.stage import Stage
from explorer.unwinding import Unfolded

CachedValue = TypeVar("CachedValue")


@dataclass(frozen=True)
class Origin:
    """Source of the open graph.

    Attributes
    ----------
    reference : the sample, game or packed graph as a scene names it; "" for any other graph.
    is_edited : whether the user changed the graph on the canvas.
    file : the file that the command line names.
    unfolded : the plain graph and the rule about repetition by which the open graph is unfolded; None for no rule.
    folder : the solved folder that the command line names; the open graph is the part of it that is shown.
    absent : the name in the address of a graph that is not here, while no other graph is in its place.
    """

    title: str
    reference: str = ""
    is_edited: bool = False
    file: FileData | None = field(default=None, hash=False)
    unfolded: Unfolded | None = field(default=None, hash=False, compare=False)
    folder: SolvedFolder | None = field(default=None, hash=False, compare=False)
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
    def rule(self) -> str:
        """The rule about repetition by which the graph is unfolded, "" for none."""
        return "" if self.unfolded is None else str(self.unfolded.rule)

    @property
    def plain_title(self) -> str:
        """The title of the graph without a rule about repetition."""
        return self.title.removesuffix(f" ({self.rule})") if self.rule else self.title

    @property
    def is_own(self) -> bool:
        """Return whether the user supplied this graph: it is neither a sample nor a game."""
        return not self.reference.startswith((SAMPLE, GAME))


@dataclass
class OpenGraph:
    """The open graph, and what follows from it alone.

    Attributes
    ----------
    endless : the value of endless play, whatever runs.
    own : the name of the graph in an address that has no other name for it.
    changes : the number of its edits.
    version : rises with every change of the graph.
    number : the number of the graph among those that this session has opened.
    whole_folder : the solved folder of which the graph is the part that is shown.
    token : begins the names of graphs that this session opens.
    """

    graph: GameGraph = field(default_factory=lambda: GameGraph((), ()))
    problems: tuple[Problem, ...] = ()
    origin: Origin = field(default_factory=lambda: Origin("Empty graph"))
    endless: Score = 0
    own: str = ""
    changes: int = 0
    version: int = 0
    number: int = 0
    whole_folder: WholeFolder | None = None
    token: str = field(default_factory=lambda: token_hex(3))
    _cache: tuple[int, dict[Hashable, Any]] = field(default_factory=lambda: (0, {}))  # by version

    def begin(self, loaded: Assembled, origin: Origin, own: str) -> None:
        """Take over another graph, with its name in an address if it has one."""
        self.accept(loaded)
        self.number += 1
        self.origin, self.own, self.changes = origin, own or f"{self.token}{self.number}", 0
        self.whole_folder = None if origin.folder is None else WholeFolder(origin.folder)

    def accept(self, loaded: Assembled) -> None:
        """Take over an edited graph with its problems."""
        graph, before = loaded.graph, self.graph
        if graph.rules is None and before.rules is not None and graph.is_same_game(before):
            graph = graph.replace(rules=before.rules)  # nodes were moved about, but the game is the same
        self.graph, self.problems = graph, loaded.problems
        self.version += 1

    def show_part(self, ids: Sequence[str], centre: str) -> None:
        """Take over the part of a solved folder that is shown; without a folder, do nothing."""
        if (folder := self.origin.folder) is not None:
            root = folder.root if folder.root in ids else centre
            self.accept(Assembled(part_of(folder, ids, root=root), ()))

    def origin_after(self, graph: GameGraph) -> Origin:
        """Return the origin of the graph after an edit; under a new name it is another graph."""
        if graph.name in (self.graph.name, ""):
            return replace(self.origin, is_edited=True, unfolded=None)
        return Origin(graph.name, is_edited=True)

    def take_endless(self, stage: Stage) -> None:
        """Take over the value of endless play that the user has set on a stage, if any."""
        if (worth := stage.endless()) is not None:
            self.endless = worth

    # ---- what follows from it

    @property
    def is_absent(self) -> bool:
        """Return whether the graph of the address is not here and the user has drawn none in its place."""
        return bool(self.origin.absent) and not self.origin.is_edited

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
    def plain(self) -> GameGraph:
        """The open graph without a rule about repetition."""
        return self.graph if self.origin.unfolded is None else self.origin.unfolded.source

    @property
    def errors(self) -> list[Problem]:
        """Errors of the graph that keep algorithms from running: all but those of unfinished nodes."""
        return [problem for problem in errors_in(list(self.problems)) if not problem.unfinished]

    @property
    def troubles(self) -> tuple[Problem, ...]:
        """Errors and warnings of the graph for the canvas, except those of unfinished nodes, drawn as such."""
        return tuple(problem for problem in without_notes(self.problems) if not problem.unfinished)

    @property
    def size(self) -> int:
        """The number of nodes, of a solved folder all."""
        return len(self.graph.nodes) if self.origin.folder is None else len(self.origin.folder)

    @property
    def whole(self) -> WholeGraph:
        """The graph of which a part is shown."""
        return self.graph if self.whole_folder is None else self.whole_folder

    @property
    def is_too_large_to_draw(self) -> bool:
        """Return whether the canvas can show only a part of the graph."""
        return self.origin.folder is not None or len(self.graph.nodes) > LARGEST_DRAWN

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
