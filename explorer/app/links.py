"""Links: the scene of a session, what following one does to a session, and what is there to share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from explorer import games
from explorer.algorithms import AlgorithmChoice
from explorer.app.explaining import Explaining
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
_OWN = "own"  # names a graph of the session in an address, which is none of the fields of a scene
_FILE = "file"  # identifies the unedited file of the command line
_REVISION = "rev"  # counts the edits of that graph
OWNED = ("select", "lecture")  # what the browser keeps of every page
PLAYED = ("from", "moves", "ended")  # a play, which is of a graph
_OF_STAGES = ("ask", "step", "mode", "depth", "budget", "set.endless")
LOOSE = (*OWNED, WHY, *_OF_STAGES, *PLAYED, "side", "opponent", "skill", "chance")
"""What changes within one entry of the history, with the graph if `own` names the entry."""


def scene_of(session: Session) -> Scene:
    """What the page shows; of an edited or own graph all but the graph."""
    options = {name: value for name, value in session.chosen_options.items() if name != ENDLESS}
    scene = Scene(
        graph=_reference(session.origin),
        chosen=AlgorithmChoice(session.algorithm, options),
        step=session.step,
        endless=session.endless,
        view_only=session.view_only,
    )
    return view(session).in_scene(session, scene)


def _reference(origin: Origin) -> str:
    """The graph as a scene names it; "" if none leads to it."""
    return "" if origin.edited else origin.named


def address(session: Session) -> dict[str, str]:
    """The query of a link that opens the same picture; of a large graph of the user's own all but the graph."""
    scene = scene_of(session)
    found = scene.address() | ({} if scene.graph else _own(session))
    return found | (_why(session) if session.page is Page.EXPLORE else {})


def _own(session: Session) -> dict[str, str]:
    """What names a graph that no sample, game or link is: its entry of the history, and the graph if it is small."""
    if session.is_absent:
        return {_OWN: session.origin.absent}
    linked = dict(parse_qsl(share(session).get("query", "")))
    own = {_OWN: session.own}
    if session.changes:
        own[_REVISION] = f"{session.changes}"
    elif session.origin.file and not session.origin.edited:
        own[_FILE] = _short(session.origin.file)
    return own | {name: text for name, text in linked.items() if name == "graph"}


def _short(file: FileData) -> str:
    """Return the name of a file in an address, which does not tell where it lies."""
    return file["id"][:12]


def loose(query: Mapping[str, str]) -> tuple[str, ...]:
    """What of an address changes within its entry of the history."""
    return (*LOOSE, "graph", _FILE, _REVISION) if _OWN in query else LOOSE


def _why(session: Session) -> dict[str, str]:
    """The part of a query that names the node whose score is explained, if one is."""
    node = session.of(Explaining).doubted(session.graph)
    return {} if node is None else {WHY: node}


def follow(
    session: Session, query: Mapping[str, str], page: Page = Page.EXPLORE, reference: str = "", scene: str = ""
) -> list[str]:
    """Bring a new session to the scene of a link; sentences on what it says that cannot be.

    A graph that only the browser may have kept is shown on the page Explore, where it comes back or is said to be away.

    Parameters
    ----------
    page : the page of the address, unless the query names one.
    reference, scene : the graph and the scene that the command line names, if the query names none.
    """
    known = {name: text for name, text in query.items() if is_field(name)} or dict(parse_qsl(scene))
    file = file_data(reference) if reference and _FILE in query else None
    is_file = file is not None and _short(file) == query[_FILE]
    if is_file:
        known.pop("graph", None)  # the file may have changed
    names_graph = bool(known.keys() & {"sample", "game", "graph"})
    is_kept = _OWN in query and not names_graph and not is_file  # if at all, then by the browser, with its step
    for name in ("page", "step", *PLAYED) if is_kept else ():
        known.pop(name, None)
    if page is not Page.EXPLORE and not is_kept:
        known.setdefault("page", str(page))
    if not names_graph and (own := query_of(reference or SAMPLE + FIRST_SAMPLE)):
        known |= own
    read, errors = read_scene(known)
    session.view_only = session.view_only or read.view_only
    try:
        if is_kept:
            session.open_absent(query[_OWN])
        elif read.graph or names_graph or not reference:
            open_graph(session, read, query)
        else:
            session.open_reference(reference)
    except ExplorerError as error:
        errors.append(error)
        session.open_sample(FIRST_SAMPLE)
    show(session, _runnable(session, read) if read.graph.startswith(GAME) and "algorithm" not in known else read)
    if not is_kept:
        errors += _misplaced(read, query)
    if read.page is not Page.UNWIND and not session.is_absent:  # on that page nodes are copies
        errors += _missing(session, read.selected)
    errors += _asked(session, query)
    return [f"The link could not be followed in full: {error}" for error in errors]


def _asked(session: Session, query: Mapping[str, str]) -> list[ExplorerError]:
    """Ask why the node has its score that a query names; why that cannot be."""
    session.of(Explaining).begin(query.get(WHY))
    return _missing(session, query.get(WHY, "")) if _OWN not in query else []


def _missing(session: Session, id: str) -> list[ExplorerError]:
    """That the open graph has no such node, if one is named and it has not."""
    return [GraphError(f"there is no node {quoted(id)} in the graph")] if id and id not in session.graph.index else []


def _misplaced(scene: Scene, query: Mapping[str, str]) -> list[ExplorerError]:
    """Where options of the algorithm and parameters of the game belong that a query has beside the others."""
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


def _runnable(session: Session, scene: Scene) -> Scene:
    """The scene with an algorithm that can run on the open graph, where the usual one cannot."""
    return scene if scene.chosen.entry.obstacle(session.graph) is None else replace(scene, chosen=Scene().chosen)


def go_back(session: Session, query: Mapping[str, str], page: Page) -> None:
    """Bring a session to a scene that it has shown, or to any other, as Back and Forward of the browser do."""
    known = {name: text for name, text in query.items() if is_field(name)}
    scene, _ = read_scene(({"page": str(page)} if page is not Page.EXPLORE else {}) | known)
    own = query.get(_OWN)
    try:
        if own in session.kept and own != session.own:
            session.open(*session.kept[own], own)
            session.changes = _revision(query)
        elif own != session.own and scene.graph and scene.graph != _reference(session.origin):
            open_graph(session, scene, query)
        elif own and own != session.own and not scene.graph:
            session.open_absent(own)
    except ExplorerError as error:
        session.said.append(str(error))
    show(session, scene)
    session.of(Explaining).begin(query.get(WHY))


def is_another(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two addresses are two entries of the history."""
    firm = ({name: text for name, text in query.items() if name not in loose(query)} for query in (one, other))
    return next(firm) != next(firm)


def open_scene(session: Session, scene: Scene) -> None:
    """Open the graph of a scene, and show the scene."""
    open_graph(session, scene)
    show(session, scene)


def open_slide(session: Session, shown: SlideScene, step: int) -> None:
    """Show the scene of a slide at a step as it is meant: nothing that the user has chosen before makes a difference.

    The step of a tree is its depth.  A file beside the lesson is the reader's own graph.
    """
    is_tree = shown.scene.page is Page.UNWIND
    scene = replace(shown.scene, depth=step) if is_tree else replace(shown.scene, step=step)
    session.open(shown.assembly, Origin(shown.assembly.graph.name or shown.file or "Scene", scene.graph))
    session.stage.keep = None if session.view_only else False  # no document of the user's before it is edited
    show(session, scene)
    session.going = None  # it is shown on the page where it is asked for


def show_game(session: Session) -> None:
    """Bring a session to the scene that shows the game that was opened best, if its algorithm can run on the graph."""
    game = session.origin.game
    if game is None or not games.find(games.parse_reference(game)[0]).scene:
        return
    show(session, _runnable(session, Scene.from_query({"game": game})))


def stay(session: Session, page: Page) -> None:
    """Stay on a page where another graph was opened: whoever plays or compares goes on there; Explore follows it."""
    if page is not Page.EXPLORE:
        session.page = session.going = page


def show(session: Session, scene: Scene) -> None:
    """Bring a session to a scene of the graph that is open."""
    session.page = session.going = scene.page
    session.beginning = {
        "number": 1 if session.beginning is None else session.beginning["number"] + 1,
        "select": scene.selected,
        "lecture": scene.lecture,
        "mode": scene.mode,
        "step": scene.step,
    }
    if session.part.shown and scene.selected in session.graph and scene.selected not in session.part.shown:
        session.look_at(scene.selected)
    session.endless = scene.endless
    for each in views(session):
        each.begin(session, scene)


def share(session: Session) -> ShareData:
    """What the share menu of the stage needs: `base`, `path` and `query` of a link without a step, or why there is
    none (`refused`).

    It is worked out once for a graph with its algorithm and options.
    """
    scene = scene_of(session)
    key = ("share", replace(scene, step=0, depth=0, selected="").text())
    found = session.once(key, lambda: _share(session, scene))
    asked = _why(session) if session.page is Page.EXPLORE else {}
    if "query" not in found or not asked:
        return found
    return {**found, "query": f"{found['query']}&{urlencode(asked)}"}


def _share(session: Session, scene: Scene) -> ShareData:
    title = session.graph.name or session.origin.title
    if not scene.graph.startswith(GAME):
        try:
            scene = with_graph(scene, session.graph)
        except LimitError as error:
            return {"refused": sentence(error), "title": title}
    query = {name: text for name, text in scene.address().items() if name not in (*OWNED, "step", "depth")}
    return {"query": urlencode(query), "title": title, "path": scene.path, "base": session.base}


def open_graph(session: Session, scene: Scene, query: Mapping[str, str] = MappingProxyType({})) -> None:
    """Open the graph of a scene, under the name that its query gives it, or the first sample if it has none."""
    if scene.graph.startswith((SAMPLE, GAME)) or not scene.graph:
        session.open_reference(scene.graph or SAMPLE + FIRST_SAMPLE)
    else:
        loaded = unpack(scene.graph)
        own = query.get(_OWN, "")
        session.open(loaded, Origin(loaded.graph.name or "Shared graph", "" if own else scene.graph), own)
        session.changes = _revision(query)


def _revision(query: Mapping[str, str]) -> int:
    """Return how many edits the graph of an address has had."""
    text = query.get(_REVISION, "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0
