"""What a session keeps of the question why a node has its score, how play gets there or how it goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.app.state import Session
from explorer.drawing.graph_view import Highlight
from explorer.drawing.messages.to_browser import WhyData
from explorer.drawing.why_data import highlight_of, no_why_data, way_data, way_highlight, why_data
from explorer.explanation.explanation import Explanation
from explorer.explanation.making import why
from explorer.explanation.origin import Link, origin
from explorer.explanation.refutation import Refutation, refutation
from explorer.explanation.ways import line_from, ways_to
from explorer.explanation.words import Sentence
from explorer.model.errors import ExplorerError, sentence
from explorer.model.graph import GameGraph
from explorer.stage import WhyRequest

_UNFINISHED = "The graph has errors; correct them first."
_WHY = "ask"
_WAYS = {"path": ways_to, "line": line_from}


@dataclass
class Explaining:
    """The question that is open.

    Attributes
    ----------
    node : the node in question; None if nothing is asked.
    what : "ask" why it has its score, "path" for how play gets there, or "line" for how best play goes on.
    expected : the value that the user expected, as typed, or "".
    asked : names the question.
    begun : how many questions there were.
    plays : whether the user wants to play against what refutes that value.
    """

    node: str | None = None
    what: str = _WHY
    expected: str = ""
    asked: str = ""
    plays: bool = False
    begun: int = 0

    def take(self, request: WhyRequest) -> None:
        """Take over what the user asks."""
        self.begin(None if request.what == "close" else request.id, request.expected)
        self.asked, self.plays = request.number, request.what == "play"
        if request.what in _WAYS:
            self.what = request.what

    def begin(self, node: str | None, expected: str = "") -> None:
        """Ask why a node has its score, and not another one that was expected; of None, nothing."""
        self.node, self.what, self.expected = node, _WHY, expected
        self.begun += 1
        self.asked = f"begun {self.begun}"  # an answer that was closed does not hide this one

    def challenged(self, session: Session) -> Refutation | None:
        """The refutation of the expected value that the user wants to play against, once, if there is a player."""
        wanted, self.plays = self.plays, False
        try:
            refuted = self.refuted(session) if wanted else None
        except ExplorerError:
            return None  # the graph has changed since
        return None if refuted is None or refuted.challenger is None else refuted

    def cancel(self) -> None:
        """Ask nothing any more."""
        self.node, self.plays = None, False

    def node_of(self, graph: GameGraph) -> str | None:
        """The node in question, if the graph has it."""
        return self.node if self.node in graph.index else None

    def doubted(self, graph: GameGraph) -> str | None:
        """The node of which it is asked why it has its score."""
        return self.node_of(graph) if self.what == _WHY else None

    def way(self, session: Session) -> list[Sentence]:
        """The ways to the node, or the line of best play from there; none if another thing is asked.

        Raises
        ------
        ExplorerError
            If that cannot be said.
        """
        node, endless = self.node_of(session.playable), session.endless
        if node is None or self.what not in _WAYS:
            return []
        found = _WAYS[self.what]
        return session.compute_once((self.what, node, endless), lambda: found(session.playable, node, endless=endless))

    def data(self, session: Session, progress: Callable[[int], None] | None = None) -> WhyData | None:
        """The answer for the browser; None if nothing is asked, or the node is gone.

        `progress` is called with the number of positions that were looked at, and may leave the work.
        """
        node = self.node_of(session.playable)
        if node is None:
            return None
        if session.errors:
            return no_why_data(self.asked, node, _UNFINISHED)
        try:
            if way := self.way(session):
                return way_data(self.asked, self.what, session.playable, node, way) | {"step": session.step}
            found = self.found(session, node, progress)
        except ExplorerError as error:
            return no_why_data(self.asked, node, sentence(error)) | {"what": self.what}
        try:
            refuted = refutation(found, self.expected) if self.expected else None
        except ExplorerError as error:
            return why_data(self.asked, found) | {"failure": sentence(error)}
        return why_data(self.asked, found, refuted, _links(session, node), session.step)

    def lit(self, session: Session) -> Highlight | None:
        """What a picture lights of the answer; None if nothing is asked, or nothing can be said."""
        node = self.node_of(session.playable)
        if node is None or session.errors:
            return None
        try:
            if way := self.way(session):
                return way_highlight(way[-1])
            return highlight_of(self.found(session, node), self.refuted(session))
        except ExplorerError:
            return None

    def found(self, session: Session, node: str, progress: Callable[[int], None] | None = None) -> Explanation:
        """The explanation of a node of the open graph, worked out once; raises `ExplorerError` if there is none."""
        endless = session.endless
        return session.compute_once(
            ("why", node, endless), lambda: why(session.playable, node, endless=endless, progress=progress)
        )

    def refuted(self, session: Session) -> Refutation | None:
        """Why the node does not have the value that was expected, if one was and it does not."""
        if self.node is None or not self.expected:
            return None
        asked = refutation(self.found(session, self.node), self.expected)
        return asked if asked.guarantee is not None else None


def _links(session: Session, node: str) -> list[Link]:
    """Where the value of a node comes from at the step that is shown, or its lower and then its upper bound."""
    trace = session.sent_trace
    if trace is None or node not in trace.graph.index:
        return []
    step = min(session.step, len(trace) - 1)
    bounds = (False, True) if trace.has_bounds else (False,)
    return [link for upper in bounds for link in origin(trace, node, step, upper=upper)]
