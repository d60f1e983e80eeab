"""Open question of a session: why a node has its score, how play gets there, or how it goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.run import CurrentRun
from explorer.drawing.graph_view import Highlight
from explorer.drawing.messages.to_browser import WhyData
from explorer.drawing.why_data import highlight_of, no_why_data, way_data, way_highlight, why_data
from explorer.explanation.explanation import Explanation
from explorer.explanation.making import why
from explorer.explanation.origin import Link, origin
from explorer.explanation.refutation import Refutation, refutation
from explorer.explanation.ways import (
    best_line_sentences,
    best_line_sentences_in_folder,
    path_sentences,
    path_sentences_in_folder,
)
from explorer.explanation.words import Sentence
from explorer.model.errors import ExplorerError, sentence
from explorer.stage import WhyRequest

_UNFINISHED = "The graph has errors; correct them first."
_WHY = "ask"
_WAYS = {"path": path_sentences, "line": best_line_sentences}
_FOLDER_WAYS = {"path": path_sentences_in_folder, "line": best_line_sentences_in_folder}


@dataclass
class ScoreQuestion:
    """The open question of the user about a node's score or the plays through it.

    Attributes
    ----------
    node : the node in question; None if no question is open.
    what : "ask" for the reason of its score, "path" for the plays that reach it, "line" for best play from there.
    expected : the value that the user expects, as typed, or "".
    id : identifies the question for the browser.
    count : number of questions so far.
    plays : whether the user wants to play against the strategy that refutes that value.
    """

    open_graph: OpenGraph
    run: CurrentRun
    node: str | None = None
    what: str = _WHY
    expected: str = ""
    id: str = ""
    plays: bool = False
    count: int = 0

    def take(self, request: WhyRequest) -> None:
        """Take over a question of the user about a node."""
        self.begin(None if request.what == "close" else request.id, request.expected)
        self.id, self.plays = request.number, request.what == "play"
        if request.what in _WAYS:
            self.what = request.what

    def begin(self, node: str | None, expected: str = "") -> None:
        """Ask why a node has its score and not the expected value; with None, ask nothing."""
        self.node, self.what, self.expected = node, _WHY, expected
        self.count += 1
        self.id = f"begun {self.count}"  # a new id, since the browser hides the answer that the user closed

    def take_challenge(self) -> Refutation | None:
        """Return, once, the refutation that the user wants to play against, if a player can challenge the value."""
        plays, self.plays = self.plays, False
        try:
            answer = self.refutation() if plays else None
        except ExplorerError:
            return None  # the graph has changed since
        return None if answer is None or answer.challenger is None else answer

    def cancel(self) -> None:
        """Close the question about a node."""
        self.node, self.plays = None, False

    @property
    def _node_in_graph(self) -> str | None:
        """The node in question, if the open graph has it."""
        return self.node if self.node in self.open_graph.graph.index else None

    @property
    def node_in_doubt(self) -> str | None:
        """The node whose score is in question, if any."""
        return self._node_in_graph if self.what == _WHY else None

    def way_sentences(self) -> list[Sentence]:
        """Return sentences on the plays to the node, or on best play from there; none for another question.

        Raises
        ------
        ExplorerError
            If there is no answer.
        """
        node, endless = self._node_in_graph, self.open_graph.endless
        if node is None or self.what not in _WAYS:
            return []
        if (folder := self.open_graph.origin.folder) is not None:
            return self.open_graph.compute_once((self.what, node), lambda: _FOLDER_WAYS[self.what](folder, node))
        describe = _WAYS[self.what]
        return self.open_graph.compute_once(
            (self.what, node, endless), lambda: describe(self.open_graph.playable, node, endless=endless)
        )

    def data(self, progress: Callable[[int], None] | None = None) -> WhyData | None:
        """Return the answer to the open question for the browser; None if no question is open, or the node is gone.

        `progress` is called with the number of examined positions, and may end the work by an exception.
        """
        node = self._node_in_graph
        if node is None:
            return None
        if self.open_graph.errors:
            return no_why_data(self.id, node, _UNFINISHED)
        try:
            if way := self.way_sentences():
                return way_data(self.id, self.what, self.open_graph.playable, node, way) | {"step": self.run.step}
            explanation = self.explanation(node, progress)
        except ExplorerError as error:
            return no_why_data(self.id, node, sentence(error)) | {"what": self.what}
        try:
            answer = refutation(explanation, self.expected) if self.expected else None
        except ExplorerError as error:
            return why_data(self.id, explanation) | {"failure": sentence(error)}
        return why_data(self.id, explanation, answer, _origin_links(self.run, node), self.run.step)

    def lit_parts(self) -> Highlight | None:
        """Return the nodes and moves that a picture lights for the answer; None without a question or an answer."""
        node = self._node_in_graph
        if node is None or self.open_graph.errors:
            return None
        try:
            if way := self.way_sentences():
                return way_highlight(way[-1])
            return highlight_of(self.explanation(node), self.refutation())
        except ExplorerError:
            return None

    def explanation(self, node: str, progress: Callable[[int], None] | None = None) -> Explanation:
        """Return the explanation of a node, computed once for a graph; raises `ExplorerError` if there is none."""
        endless = self.open_graph.endless
        return self.open_graph.compute_once(
            ("why", node, endless), lambda: why(self.open_graph.playable, node, endless=endless, progress=progress)
        )

    def refutation(self) -> Refutation | None:
        """Return the refutation of the expected value, if the user expects one and it is wrong."""
        if self.node is None or not self.expected:
            return None
        answer = refutation(self.explanation(self.node), self.expected)
        return answer if answer.guarantee is not None else None


def _origin_links(run: CurrentRun, node: str) -> list[Link]:
    """Return the origin of a node's value at the current step, or of its lower, then its upper bound."""
    trace = run.sent_trace
    if trace is None or node not in trace.graph.index:
        return []
    step = min(run.step, len(trace) - 1)
    bounds = (False, True) if trace.has_bounds else (False,)
    return [link for upper in bounds for link in origin(trace, node, step, upper=upper)]
