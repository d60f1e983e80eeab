"""Ways in which another graph becomes the open one: a sample, a game, a file, a graph of the user's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import PurePath
from urllib.parse import urlencode

from explorer import games
from explorer.app.process import take_reading
from explorer.app.session.history import GraphHistory
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.visible_part import VisiblePart
from explorer.drawing.messages.to_browser import FileData
from explorer.games.from_rules import MOST_USER_MOVES, POSITIONS, ExpansionProgress, partial_graph
from explorer.games.user_game import user_game
from explorer.intake import Assembled
from explorer.intake.assemble import with_lost_ends, with_turns, without_lost_ends
from explorer.intake.readings import Turns
from explorer.model.check import LOST, NOT_LOST, with_open_ends
from explorer.model.errors import ExplorerError, OptionError, sentence
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.scenes.reference import GAME, PASSING, SAMPLE, build_game, file_versions, files_of, load_reference
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.layout import ABOUT, is_solved_folder, solved_place
from explorer.solved_folder.part import part_of
from explorer.stage import Stage
from explorer.unwinding import unfold


@dataclass
class GraphOpener:
    """The ways to open a graph, each of which changes the stage, the run, the visible part and the history."""

    open_graph: OpenGraph
    run: CurrentRun
    part: VisiblePart
    history: GraphHistory
    requests: Requests
    place: Place
    stage: Stage

    def open_sample(self, name: str) -> None:
        """Open a sample; raises `UnknownNameError` if there is none of that name."""
        self.open_reference(SAMPLE + name)

    def open_new(self, loaded: Assembled, title: str) -> None:
        """Open a graph that the user supplied or began, with settings at their defaults."""
        self.open(loaded, Origin(title))
        self.open_graph.endless = 0

    def open_reference(self, reference: str) -> None:
        """Open the graph that the command line names: a file, `sample:NAME` or `game:NAME?param=value`."""
        if is_solved_folder(solved_place(reference)):
            self._open_folder(reference)
            return
        loaded, file = _load_graph_and_file(reference)
        title = loaded.graph.name or PurePath(reference.removeprefix(SAMPLE)).name
        self.open(loaded, Origin(title, reference if reference.startswith((SAMPLE, GAME)) else "", file=file))

    def _open_folder(self, reference: str) -> None:
        """Open the solved folder that the command line names, around its root."""
        file = file_data(reference)
        folder = _read_folder(reference, "" if file is None else file["version"])
        loaded = Assembled(part_of(folder, [folder.root]), ())
        self.open(loaded, Origin(folder.title, file=file, folder=folder))
        self.open_graph.endless = folder.endless

    def set_rule(self, rule: str, endless: Score) -> None:
        """Open the graph unfolded by a rule about repetition, or the plain graph again if `rule` is "".

        Raises
        ------
        ExplorerError
            If there is no such rule, or the graph cannot be unfolded by it.
        """
        open_graph = self.open_graph
        if not (rule or open_graph.origin.rule):
            return
        plain, title = open_graph.plain, open_graph.origin.plain_title
        if open_graph.origin.folder is not None:
            raise OptionError("a solved folder is solved without a rule about repetition; open its graph to set one")
        if not rule:
            self.open(Assembled.of(plain), replace(open_graph.origin, title=title, unfolded=None))
            return
        unfolded = unfold(with_open_ends(plain), rule, endless=endless)
        origin = replace(open_graph.origin, title=f"{title} ({unfolded.rule})", unfolded=unfolded)
        self.open(Assembled.of(unfolded.graph), origin)

    def renew_rule(self) -> None:
        """Unfold the graph again if the value of endless play is another one by now; what cannot be so, stays."""
        unfolded = self.open_graph.origin.unfolded
        if unfolded is None or unfolded.endless == self.open_graph.endless:
            return
        endless, self.open_graph.endless = self.open_graph.endless, unfolded.endless
        try:
            self.set_rule(str(unfolded.rule), endless)
            self.open_graph.endless = endless
        except ExplorerError as error:
            self.requests.notices.append(sentence(error))

    def read_otherwise(self, other: str) -> None:
        """Open the graph again with the `other` reading of an ambiguous input."""
        ways = {LOST: with_lost_ends, NOT_LOST: without_lost_ends}
        way = ways.get(other) or (lambda loaded: with_turns(loaded, Turns(other)))
        self.open(way(Assembled(self.open_graph.graph, self.open_graph.problems)), self.open_graph.origin)

    def open_absent(self, own: str) -> None:
        """Show an empty graph until the browser brings back the one of this name, which it may hold."""
        self.open(Assembled.of(GameGraph((), ())), Origin("Untitled", absent=own), own)

    def expand_game(self, positions: int, progress: ExpansionProgress | None = None) -> None:
        """Open the game again with this number of positions expanded.

        Raises
        ------
        OptionError
            If the open graph is not one of a game by rules, or the game refuses this number of positions.
        GraphError, LimitError
            If the rules fail or yield too many positions or moves.
        """
        origin, rules = self.open_graph.origin, self.open_graph.graph.rules
        reference = origin.reference
        if rules is None:
            raise OptionError("the graph has no rules to expand it by; open a game")
        if origin.game is None:
            graph = partial_graph(rules, positions, progress=progress, most_moves=MOST_USER_MOVES)
        else:
            name, parameters = games.parse_reference(origin.game)
            parameters[POSITIONS] = str(positions)
            graph, reference = build_game(name, parameters, progress), f"{GAME}{name}?{urlencode(parameters)}"
        self.open(Assembled.of(graph), replace(origin, reference=reference))

    def open(self, loaded: Assembled, origin: Origin, own: str = "") -> None:
        """Open another graph, with its name in an address if it has one; the browser keeps the previous graph."""
        self.begin_graph(loaded, origin, own=own)
        self.part.draw()
        self.stage.again = False

    def begin_graph(self, loaded: Assembled, origin: Origin, *, step: int = 0, own: str = "") -> None:
        """Take over another graph without drawing it, for the browser may have it."""
        self.history.begin_graph(self.open_graph)
        self.open_graph.begin(loaded, origin, own)
        self.stage.own, self.stage.title, self.stage.file = self.open_graph.own, origin.title, origin.file
        self.stage.keep = None if self.place.view_only else origin.is_edited or origin.is_own
        self.stage.set_trace(None, restart=True)  # or else the player's step in the previous graph would be taken over
        self.run.begin_at(step)
        self.part.begin()
        self.requests.close_dialog()


def _load_graph_and_file(reference: str) -> tuple[Assembled, FileData | None]:
    """Return the graph of a reference, and its file if it has one; two pages that show a file read it once."""
    own = user_game(reference)
    versions = file_versions(reference)
    loaded = (
        _read_graph_file(reference, versions)
        if versions and own is None
        else load_reference(reference, for_drawing=True)
    )
    return loaded, file_data(reference)


def file_data(reference: str) -> FileData | None:
    """Return the hashes of the name and the content of a reference's file; None if it names no file."""
    files = files_of(reference)
    if is_solved_folder(solved_place(reference)):
        files = [solved_place(reference) / ABOUT]
    if not files:
        return None
    content = b"".join(file.read_bytes() for file in files)
    is_passing = files[0].parent.name.startswith(PASSING)  # whose path is another one every time
    identity = content if is_passing else reference.encode()
    return {"id": sha256(identity).hexdigest(), "version": sha256(content).hexdigest()}


@lru_cache(2)
def _read_folder(reference: str, version: str) -> SolvedFolder:
    """Return a solved folder, which all pages of the app read together; its version is that of `graph.json`."""
    return SolvedFolder(reference)


@lru_cache(2)
def _read_graph_file(reference: str, versions: tuple[tuple[int, int], ...]) -> Assembled:
    """Return the graph in a file; its versions on disk tell the cache when to read it again."""
    reading: Assembled | None = take_reading(reference, versions)
    return load_reference(reference, for_drawing=True) if reading is None else reading
