"""Links: the address of a session, the session of an address, and the data of the share menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from explorer import games
from explorer.algorithms import AlgorithmChoice
from explorer.app.explaining import ScoreQuestion
from explorer.app.session.history import GraphHistory
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener, file_data
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.visible_part import VisiblePart
from explorer.app.views import Views
from explorer.drawing.messages.to_browser import FileData, PageData, ShareData
from explorer.lessons.scenes import SlideScene
from explorer.model.errors import ExplorerError, GraphError, LimitError, OptionError, quoted, sentence
from explorer.scenes.link import unpack
from explorer.scenes.reference import GAME, SAMPLE
from explorer.scenes.scene import Page, Scene, is_field, query_of, read_scene, with_graph
from explorer.stage import Stage
from explorer.trace.options import ENDLESS

FIRST_SAMPLE = "figure-1"
WHY = "why"  # of a query: the node whose score is explained
_OWN = "own"  # names a graph of the session in an address; it is no field of a scene
_FILE = "file"  # identifies the unedited file of the command line
_REVISION = "rev"  # counts the edits of that graph
BROWSER_FIELDS = ("select", "lecture")  # fields that the browser updates on every page
PLAY_FIELDS = ("from", "moves", "ended")  # of a play on the graph
_OF_STAGES = ("ask", "step", "mode", "depth", "budget", "set.endless")
LOOSE_FIELDS = (*BROWSER_FIELDS, WHY, *_OF_STAGES, *PLAY_FIELDS, "side", "opponent", "skill", "chance")
"""Fields that change within one entry of the history, as does the graph if `own` names the entry."""


@dataclass
class Links:
    """Links to the scene on the screen, and from a link to its scene.

    Attributes
    ----------
    base : the start of shared links, if the command line names one.
    """

    open_graph: OpenGraph
    run: CurrentRun
    part: VisiblePart
    place: Place
    history: GraphHistory
    requests: Requests
    opener: GraphOpener
    views: Views
    question: ScoreQuestion
    stage: Stage
    base: str = ""

    def scene_of(self) -> Scene:
        """Return the scene that the page shows; of an edited or own graph without the graph."""
        options = {name: value for name, value in self.run.chosen_options.items() if name != ENDLESS}
        scene = Scene(
            graph=_graph_reference(self.open_graph.origin),
            chosen=AlgorithmChoice(self.run.algorithm, options),
            step=self.run.step,
            endless=self.open_graph.endless,
            rule=self.open_graph.origin.rule if self._names_plain_graph else "",
            view_only=self.place.view_only,
        )
        return self.views.current.in_scene(scene)

    @property
    def _names_plain_graph(self) -> bool:
        """Return whether a scene names the plain graph, which its rule unfolds; else it names the graph as it is."""
        return bool(_graph_reference(self.open_graph.origin))

    def address(self) -> dict[str, str]:
        """Return the query of a link that opens the same picture; without the graph if that is the user's and large."""
        scene = self.scene_of()
        query = scene.address() | ({} if scene.graph else self._own_graph_fields())
        return query | (self._question_field() if self.place.page is Page.EXPLORE else {})

    def _own_graph_fields(self) -> dict[str, str]:
        """Return the fields for a graph of the user's own: its name in the history, and the graph if it is small."""
        if self.open_graph.is_absent:
            return {_OWN: self.open_graph.origin.absent}
        shared_query = dict(parse_qsl(self.share().get("query", "")))
        own = {_OWN: self.open_graph.own}
        if self.open_graph.changes:
            own[_REVISION] = f"{self.open_graph.changes}"
        elif self.open_graph.origin.file and not self.open_graph.origin.is_edited:
            own[_FILE] = _file_name(self.open_graph.origin.file)
        return own | {name: text for name, text in shared_query.items() if name == "graph"}

    def _question_field(self) -> dict[str, str]:
        """Return the field of a query that names the node whose score the session explains, if any."""
        node = self.question.node_in_doubt
        return {} if node is None else {WHY: node}

    def follow(
        self, query: Mapping[str, str], page: Page = Page.EXPLORE, reference: str = "", scene: str = ""
    ) -> list[str]:
        """Bring a new session to the scene of a link, and return warnings on invalid parts of the link.

        A graph that only the browser may have is shown on the page Explore, where it comes back or is reported missing.

        Parameters
        ----------
        page : the page of the address, unless the query names one.
        reference, scene : the graph and the scene that the command line names, if the query names none.
        """
        fields = {name: text for name, text in query.items() if is_field(name)} or dict(parse_qsl(scene))
        file = file_data(reference) if reference and _FILE in query else None
        is_file = file is not None and _file_name(file) == query[_FILE]
        if is_file:
            fields.pop("graph", None)  # the file may have changed
        names_graph = bool(fields.keys() & {"sample", "game", "graph"})
        is_absent = _OWN in query and not names_graph and not is_file  # only the browser may have it, with its step
        for name in ("page", "step", *PLAY_FIELDS) if is_absent else ():
            fields.pop(name, None)
        if page is not Page.EXPLORE and not is_absent:
            fields.setdefault("page", str(page))
        if not names_graph and (own := query_of(reference or SAMPLE + FIRST_SAMPLE)):
            fields |= own
        link_scene, errors = read_scene(fields)
        self.place.view_only = self.place.view_only or link_scene.view_only
        try:
            if is_absent:
                self.opener.open_absent(query[_OWN])
            elif link_scene.graph or names_graph or not reference:
                self.open_graph_of(link_scene, query)
            else:
                self.opener.open_reference(reference)
        except ExplorerError as error:
            errors.append(error)
            self.opener.open_sample(FIRST_SAMPLE)
        is_bare_game = link_scene.graph.startswith(GAME) and "algorithm" not in fields
        self.show(self._with_runnable_algorithm(link_scene) if is_bare_game else link_scene)
        if not is_absent:
            errors += _misplaced_settings(link_scene, query)
        if link_scene.page is not Page.UNWIND and not self.open_graph.is_absent:  # on that page nodes are copies
            errors += self._error_of_node(link_scene.selected)
        errors += self._begin_question(query)
        return [f"The link could not be followed in full: {error}" for error in errors]

    def _begin_question(self, query: Mapping[str, str]) -> list[ExplorerError]:
        """Explain the score of the node that a query names; return an error if there is no such node."""
        self.question.begin(query.get(WHY))
        return self._error_of_node(query.get(WHY, "")) if _OWN not in query else []

    def _error_of_node(self, id: str) -> list[ExplorerError]:
        """Return an error if `id` names no node of the open graph."""
        return (
            [GraphError(f"there is no node {quoted(id)} in the graph")]
            if id and id not in self.open_graph.whole.index
            else []
        )

    def _with_runnable_algorithm(self, scene: Scene) -> Scene:
        """Return the scene, with the default algorithm if its own cannot run on the open graph."""
        return (
            scene
            if scene.chosen.entry.obstacle(self.open_graph.graph) is None
            else replace(scene, chosen=Scene().chosen)
        )

    def go_back(self, query: Mapping[str, str], page: Page) -> None:
        """Bring a session to the scene of an address, as Back and Forward of the browser do."""
        fields = {name: text for name, text in query.items() if is_field(name)}
        scene, _ = read_scene(({"page": str(page)} if page is not Page.EXPLORE else {}) | fields)
        own = query.get(_OWN)
        try:
            if own in self.history.previous_graphs and own != self.open_graph.own:
                self.opener.open(*self.history.previous_graphs[own], own)
                self.open_graph.changes = _edit_count(query)
            elif own != self.open_graph.own and scene.graph and scene.graph != _graph_reference(self.open_graph.origin):
                self.open_graph_of(scene, query)
            elif own and own != self.open_graph.own and not scene.graph:
                self.opener.open_absent(own)
            elif scene.graph and scene.rule != self.open_graph.origin.rule:
                self.opener.set_rule(scene.rule, scene.endless)
        except ExplorerError as error:
            self.requests.notices.append(str(error))
        self.show(scene)
        self.question.begin(query.get(WHY))

    def open_scene(self, scene: Scene) -> None:
        """Open the graph of a scene, and show the scene; Play, Compare and the like stay on the screen."""
        page = self.place.page
        self.open_graph_of(scene)
        self.show(scene)
        self._stay(page)

    def open_slide(self, slide_scene: SlideScene, step: int) -> None:
        """Show the scene of a slide at a step, whatever the user has chosen before.

        The step of a tree is its depth.  A file beside the lesson is the reader's own graph.
        """
        is_tree = slide_scene.scene.page is Page.UNWIND
        scene = replace(slide_scene.scene, depth=step) if is_tree else replace(slide_scene.scene, step=step)
        self.opener.open(
            slide_scene.assembly, Origin(slide_scene.assembly.graph.name or slide_scene.file or "Scene", scene.graph)
        )
        self.opener.set_rule(scene.rule, scene.endless)
        self.stage.keep = None if self.place.view_only else False  # no document of the user's before it is edited
        self.show_here(scene)

    def show_game(self) -> None:
        """Show the scene that suits the open game best, if its algorithm can run on the graph."""
        game = self.open_graph.origin.game
        if game is None or not games.find(games.parse_reference(game)[0]).scene:
            return
        self.show(self._with_runnable_algorithm(Scene.from_query({"game": game})))

    def stay_with_game(self) -> None:
        """Do so as well, but stay on a page such as Play or Compare."""
        page = self.place.page
        self.show_game()
        self._stay(page)

    def _stay(self, page: Page) -> None:
        """Stay on a page after another graph was opened; from Explore go on to the page of the scene."""
        if page is not Page.EXPLORE:
            self.place.page = self.requests.next_page = page

    def show(self, scene: Scene) -> None:
        """Bring a session to a scene of the open graph."""
        self.place.page = self.requests.next_page = scene.page
        self.place.initial_scene = {
            "number": 1 if self.place.initial_scene is None else self.place.initial_scene["number"] + 1,
            "select": scene.selected,
            "lecture": scene.lecture,
            "mode": scene.mode,
            "step": scene.step,
        }
        if (
            self.part.visible_ids
            and scene.selected in self.open_graph.whole.index
            and scene.selected not in self.part.visible_ids
        ):
            self.part.look_at(scene.selected)
        self.open_graph.endless = scene.endless
        for each in self.views.all:
            each.begin(scene)

    def show_here(self, scene: Scene) -> None:
        """Bring the session to a scene of the open graph that the current page shows, a slide for one."""
        self.show(scene)
        self.requests.next_page = None

    def for_stage(self) -> PageData:
        """Return the data of the share menu of a stage, and the scene with which the stage begins."""
        return {"share": self.share(), "scene": self.place.initial_scene}

    def share(self) -> ShareData:
        """Return `base`, `path` and `query` of a link without a step, or the reason why there is none (`reason`).

        They are computed once for a graph with its algorithm and options.
        """
        scene = self.scene_of()
        key = ("share", replace(scene, step=0, depth=0, selected="").text())
        data = self.open_graph.compute_once(key, lambda: self._share_data(scene))
        question = self._question_field() if self.place.page is Page.EXPLORE else {}
        if "query" not in data or not question:
            return data
        return {**data, "query": f"{data['query']}&{urlencode(question)}"}

    def _share_data(self, scene: Scene) -> ShareData:
        title = self.open_graph.graph.name or self.open_graph.origin.title
        if self.open_graph.origin.folder is not None:
            return {"reason": "A solved folder stays on its computer: no link holds it.", "title": title}
        if not scene.graph.startswith(GAME):
            try:
                scene = with_graph(scene, self.open_graph.plain if scene.rule else self.open_graph.graph)
            except LimitError as error:
                return {"reason": sentence(error), "title": title}
        query = {name: text for name, text in scene.address().items() if name not in (*BROWSER_FIELDS, "step", "depth")}
        return {"query": urlencode(query), "title": title, "path": scene.path, "base": self.base}

    def open_graph_of(self, scene: Scene, query: Mapping[str, str] = MappingProxyType({})) -> None:
        """Open the graph of a scene under the name in its query; the first sample if the scene names no graph."""
        if scene.graph.startswith((SAMPLE, GAME)) or not scene.graph:
            self.opener.open_reference(scene.graph or SAMPLE + FIRST_SAMPLE)
        else:
            loaded = unpack(scene.graph)
            own = query.get(_OWN, "")
            self.opener.open(loaded, Origin(loaded.graph.name or "Shared graph", "" if own else scene.graph), own)
            self.open_graph.changes = _edit_count(query)
        if scene.rule:
            self.opener.set_rule(scene.rule, scene.endless)


def _graph_reference(origin: Origin) -> str:
    """Return the reference of the graph for a scene; "" if none leads to it."""
    return "" if origin.is_edited else origin.reference


def _file_name(file: FileData) -> str:
    """Return the name of a file in an address, which does not reveal its path."""
    return file["id"][:12]


def loose_fields(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the fields of an address that change within its entry of the history."""
    return (*LOOSE_FIELDS, "graph", _FILE, _REVISION) if _OWN in query else LOOSE_FIELDS


def _misplaced_settings(scene: Scene, query: Mapping[str, str]) -> list[ExplorerError]:
    """Return an error for each option or parameter of the query that belongs into another field."""
    errors: list[ExplorerError] = []
    game = scene.graph.removeprefix(GAME) if scene.graph.startswith(GAME) else ""
    parameters = {each.name for each in games.find(games.parse_reference(game)[0]).parameters} if game else set[str]()
    for name, text in query.items():
        if is_field(name):
            continue
        if name in parameters:
            whole = urlencode({"game": f"{game}{'&' if '?' in game else '?'}{urlencode({name: text})}"})
            errors.append(OptionError(f"{name} is a parameter of the game; write {whole}"))
        elif scene.chosen.entry.has_option(name):
            right = urlencode({f"set.{name}": text})
            errors.append(OptionError(f"{name} is an option of the algorithm; write {right}"))
    return errors


def is_another(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether two addresses are two entries of the history."""
    firm = ({name: text for name, text in query.items() if name not in loose_fields(query)} for query in (one, other))
    return next(firm) != next(firm)


def _edit_count(query: Mapping[str, str]) -> int:
    """Return the number of edits of the graph of an address."""
    text = query.get(_REVISION, "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0
