"""Links: the address of a session, the session of an address, and the data of the share menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from explorer import games
from explorer.algorithms import AlgorithmChoice
from explorer.app.explaining import ScoreQuestion
from explorer.app.state import FIRST_SAMPLE, Origin, Session, file_data
from explorer.app.views import view, views
from explorer.drawing.messages.to_browser import FileData, ShareData
from explorer.lessons.scenes import SlideScene
from explorer.model.errors import ExplorerError, GraphError, LimitError, OptionError, quoted, sentence
from explorer.scenes.link import unpack
from explorer.scenes.reference import GAME, SAMPLE
from explorer.scenes.scene import Page, Scene, is_field, query_of, read_scene, with_graph
from explorer.trace.options import ENDLESS

WHY = "why"  # of a query: the node whose score is explained
_OWN = "own"  # names a graph of the session in an address; it is no field of a scene
_FILE = "file"  # identifies the unedited file of the command line
_REVISION = "rev"  # counts the edits of that graph
BROWSER_FIELDS = ("select", "lecture")  # fields that the browser updates on every page
PLAY_FIELDS = ("from", "moves", "ended")  # of a play on the graph
_OF_STAGES = ("ask", "step", "mode", "depth", "budget", "set.endless")
LOOSE_FIELDS = (*BROWSER_FIELDS, WHY, *_OF_STAGES, *PLAY_FIELDS, "side", "opponent", "skill", "chance")
"""Fields that change within one entry of the history, as does the graph if `own` names the entry."""


def scene_of(session: Session) -> Scene:
    """Return the scene that the page shows; of an edited or own graph without the graph."""
    options = {name: value for name, value in session.chosen_options.items() if name != ENDLESS}
    scene = Scene(
        graph=_graph_reference(session.origin),
        chosen=AlgorithmChoice(session.algorithm, options),
        step=session.step,
        endless=session.endless,
        view_only=session.view_only,
    )
    return view(session).in_scene(session, scene)


def _graph_reference(origin: Origin) -> str:
    """Return the reference of the graph for a scene; "" if none leads to it."""
    return "" if origin.is_edited else origin.reference


def address(session: Session) -> dict[str, str]:
    """Return the query of a link that opens the same picture; without the graph if that is the user's and large."""
    scene = scene_of(session)
    query = scene.address() | ({} if scene.graph else _own_graph_fields(session))
    return query | (_question_field(session) if session.page is Page.EXPLORE else {})


def _own_graph_fields(session: Session) -> dict[str, str]:
    """Return the fields for a graph of the user's own: its name in the history, and the graph if it is small."""
    if session.is_absent:
        return {_OWN: session.origin.absent}
    shared_query = dict(parse_qsl(share(session).get("query", "")))
    own = {_OWN: session.own}
    if session.changes:
        own[_REVISION] = f"{session.changes}"
    elif session.origin.file and not session.origin.is_edited:
        own[_FILE] = _file_name(session.origin.file)
    return own | {name: text for name, text in shared_query.items() if name == "graph"}


def _file_name(file: FileData) -> str:
    """Return the name of a file in an address, which does not reveal its path."""
    return file["id"][:12]


def loose_fields(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the fields of an address that change within its entry of the history."""
    return (*LOOSE_FIELDS, "graph", _FILE, _REVISION) if _OWN in query else LOOSE_FIELDS


def _question_field(session: Session) -> dict[str, str]:
    """Return the field of a query that names the node whose score the session explains, if any."""
    node = session.of(ScoreQuestion).node_in_doubt(session.graph)
    return {} if node is None else {WHY: node}


def follow(
    session: Session, query: Mapping[str, str], page: Page = Page.EXPLORE, reference: str = "", scene: str = ""
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
    session.view_only = session.view_only or link_scene.view_only
    try:
        if is_absent:
            session.open_absent(query[_OWN])
        elif link_scene.graph or names_graph or not reference:
            open_graph(session, link_scene, query)
        else:
            session.open_reference(reference)
    except ExplorerError as error:
        errors.append(error)
        session.open_sample(FIRST_SAMPLE)
    is_bare_game = link_scene.graph.startswith(GAME) and "algorithm" not in fields
    show(session, _with_runnable_algorithm(session, link_scene) if is_bare_game else link_scene)
    if not is_absent:
        errors += _misplaced_settings(link_scene, query)
    if link_scene.page is not Page.UNWIND and not session.is_absent:  # on that page nodes are copies
        errors += _error_of_node(session, link_scene.selected)
    errors += _begin_question(session, query)
    return [f"The link could not be followed in full: {error}" for error in errors]


def _begin_question(session: Session, query: Mapping[str, str]) -> list[ExplorerError]:
    """Explain the score of the node that a query names; return an error if there is no such node."""
    session.of(ScoreQuestion).begin(query.get(WHY))
    return _error_of_node(session, query.get(WHY, "")) if _OWN not in query else []


def _error_of_node(session: Session, id: str) -> list[ExplorerError]:
    """Return an error if `id` names no node of the open graph."""
    return [GraphError(f"there is no node {quoted(id)} in the graph")] if id and id not in session.graph.index else []


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


def _with_runnable_algorithm(session: Session, scene: Scene) -> Scene:
    """Return the scene, with the default algorithm if its own cannot run on the open graph."""
    return scene if scene.chosen.entry.obstacle(session.graph) is None else replace(scene, chosen=Scene().chosen)


def go_back(session: Session, query: Mapping[str, str], page: Page) -> None:
    """Bring a session to the scene of an address, as Back and Forward of the browser do."""
    fields = {name: text for name, text in query.items() if is_field(name)}
    scene, _ = read_scene(({"page": str(page)} if page is not Page.EXPLORE else {}) | fields)
    own = query.get(_OWN)
    try:
        if own in session.previous_graphs and own != session.own:
            session.open(*session.previous_graphs[own], own)
            session.changes = _edit_count(query)
        elif own != session.own and scene.graph and scene.graph != _graph_reference(session.origin):
            open_graph(session, scene, query)
        elif own and own != session.own and not scene.graph:
            session.open_absent(own)
    except ExplorerError as error:
        session.link_warnings.append(str(error))
    show(session, scene)
    session.of(ScoreQuestion).begin(query.get(WHY))


def is_another(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether two addresses are two entries of the history."""
    firm = ({name: text for name, text in query.items() if name not in loose_fields(query)} for query in (one, other))
    return next(firm) != next(firm)


def open_scene(session: Session, scene: Scene) -> None:
    """Open the graph of a scene, and show the scene."""
    open_graph(session, scene)
    show(session, scene)


def open_slide(session: Session, slide_scene: SlideScene, step: int) -> None:
    """Show the scene of a slide at a step, whatever the user has chosen before.

    The step of a tree is its depth.  A file beside the lesson is the reader's own graph.
    """
    is_tree = slide_scene.scene.page is Page.UNWIND
    scene = replace(slide_scene.scene, depth=step) if is_tree else replace(slide_scene.scene, step=step)
    session.open(
        slide_scene.assembly, Origin(slide_scene.assembly.graph.name or slide_scene.file or "Scene", scene.graph)
    )
    session.stage.keep = None if session.view_only else False  # no document of the user's before it is edited
    show(session, scene)
    session.next_page = None  # the current page shows it


def show_game(session: Session) -> None:
    """Show the scene that suits the open game best, if its algorithm can run on the graph."""
    game = session.origin.game
    if game is None or not games.find(games.parse_reference(game)[0]).scene:
        return
    show(session, _with_runnable_algorithm(session, Scene.from_query({"game": game})))


def stay(session: Session, page: Page) -> None:
    """Stay on a page after opening another graph, such as Play or Compare; from Explore go on to the scene's page."""
    if page is not Page.EXPLORE:
        session.page = session.next_page = page


def show(session: Session, scene: Scene) -> None:
    """Bring a session to a scene of the open graph."""
    session.page = session.next_page = scene.page
    session.initial_scene = {
        "number": 1 if session.initial_scene is None else session.initial_scene["number"] + 1,
        "select": scene.selected,
        "lecture": scene.lecture,
        "mode": scene.mode,
        "step": scene.step,
    }
    if session.part.visible_ids and scene.selected in session.graph and scene.selected not in session.part.visible_ids:
        session.look_at(scene.selected)
    session.endless = scene.endless
    for each in views(session):
        each.begin(session, scene)


def share(session: Session) -> ShareData:
    """Return `base`, `path` and `query` of a link without a step, or the reason why there is none (`reason`).

    They are computed once for a graph with its algorithm and options.
    """
    scene = scene_of(session)
    key = ("share", replace(scene, step=0, depth=0, selected="").text())
    data = session.compute_once(key, lambda: _share_data(session, scene))
    question = _question_field(session) if session.page is Page.EXPLORE else {}
    if "query" not in data or not question:
        return data
    return {**data, "query": f"{data['query']}&{urlencode(question)}"}


def _share_data(session: Session, scene: Scene) -> ShareData:
    title = session.graph.name or session.origin.title
    if not scene.graph.startswith(GAME):
        try:
            scene = with_graph(scene, session.graph)
        except LimitError as error:
            return {"reason": sentence(error), "title": title}
    query = {name: text for name, text in scene.address().items() if name not in (*BROWSER_FIELDS, "step", "depth")}
    return {"query": urlencode(query), "title": title, "path": scene.path, "base": session.base}


def open_graph(session: Session, scene: Scene, query: Mapping[str, str] = MappingProxyType({})) -> None:
    """Open the graph of a scene under the name in its query; the first sample if the scene names no graph."""
    if scene.graph.startswith((SAMPLE, GAME)) or not scene.graph:
        session.open_reference(scene.graph or SAMPLE + FIRST_SAMPLE)
    else:
        loaded = unpack(scene.graph)
        own = query.get(_OWN, "")
        session.open(loaded, Origin(loaded.graph.name or "Shared graph", "" if own else scene.graph), own)
        session.changes = _edit_count(query)


def _edit_count(query: Mapping[str, str]) -> int:
    """Return the number of edits of the graph of an address."""
    text = query.get(_REVISION, "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0
