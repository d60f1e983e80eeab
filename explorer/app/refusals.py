"""Algorithms that cannot run on the open graph, with the reason and the remedies."""

from __future__ import annotations

from explorer import algorithms
from explorer.algorithms import Algorithm
from explorer.app.state import OPENING, Origin, Session
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.to_browser import RefusalData, Remedy
from explorer.drawing.tree_picture import tree_game
from explorer.intake import Assembled
from explorer.model.check import Problem, unfinished_in
from explorer.model.errors import ExplorerError, GraphError, brief, sentence
from explorer.unwinding import TreeView, build

_UNWIND, _OPEN = "unwind", "open"
_ABSENT: RefusalData = {
    "title": "The graph of this address is not here",
    "message": "The address only names it, since it is too large for an address or was not sent with it. See "
    "Documents, if you drew it in this browser; else ask for its file, or for a link made by Share.",
    "node": None,
    "cycle": [],
    "remedies": [{"name": _OPEN, "title": "Open"}],
}


def unusable_algorithms(session: Session) -> dict[str, str]:
    """Return the algorithms that cannot run on the open graph, with their needs; none while it has errors."""
    if session.playable.root is None or session.errors:
        return {}
    return session.compute_once("refused", lambda: _needs_of_unusable(session))


def _needs_of_unusable(session: Session) -> dict[str, str]:
    """Return, by algorithm that cannot run on the open graph, what it needs."""
    entries = ((name, algorithms.find(name)) for name in algorithms.for_explore())
    return {name: entry.needs for name, entry in entries if entry.obstacle(session.playable_by(name)) is not None}


def refusal(session: Session) -> RefusalData | None:
    """Return the message of the canvas if the chosen algorithm cannot run, or the graph is not here."""
    if session.is_absent:
        return _ABSENT
    obstacle = session.obstacle
    if obstacle is None:
        return None
    entry = algorithms.find(session.algorithm)
    return {
        "title": f"{entry.title} cannot run on this graph",
        "message": sentence(GraphError(_refusal_reason(session, obstacle))),
        "node": obstacle.node,
        "cycle": list(obstacle.cycle),
        "remedies": list(_remedies(session, entry)),
    }


def _refusal_reason(session: Session, obstacle: Problem) -> str:
    """Return the reason why the algorithm cannot run; of an unfinished node, what it lacks."""
    if obstacle.node is None or obstacle.node not in unfinished_in(session.graph):
        return obstacle.message
    return f"{brief(session.graph.node(obstacle.node).name)} is unfinished; add a move from it, or give it a score"


def _remedies(session: Session, entry: Algorithm) -> list[Remedy]:
    """Return the remedies for an algorithm that cannot run: unwinding the graph, or another algorithm."""
    unwound: list[Remedy] = [{"name": _UNWIND, "title": "Unwind it"}] if entry.takes_trees else []
    if not entry.instead or entry.instead in unusable_algorithms(session):
        return unwound
    return [*unwound, {"name": entry.instead, "title": f"Choose {algorithms.find(entry.instead).title}"}]


def follow(session: Session) -> None:
    """Carry out the remedy that the user chose for an algorithm that cannot run."""
    chosen = session.stage.remedy()
    if chosen == _OPEN:
        session.dialog = OPENING
    if chosen is None or session.obstacle is None:
        return
    if chosen == _UNWIND:
        _open_tree_of_plays(session)
    elif chosen in algorithms.for_explore():
        session.choose(chosen)


def _open_tree_of_plays(session: Session) -> None:
    """Open the tree of plays from the root, in which a back link is a leaf (Kars, Theorem 6.6)."""
    graph = session.playable
    try:
        tree = tree_game(build(graph, TreeView.BACK_LINKS, budget=LARGEST_DRAWN))
    except ExplorerError as error:
        session.stage.order(text=sentence(error))
        return
    name = f"{graph.name or session.origin.title}, unwound"
    session.open(Assembled.of(tree.replace(name=name)), Origin(name))
