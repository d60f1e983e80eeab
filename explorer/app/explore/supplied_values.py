"""Comparison of the open graph with values that the user supplied, and the walk through the wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.app.explaining import ScoreQuestion
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.visible_part import VisiblePart
from explorer.app.sheet import WRONG, SideSheet
from explorer.comparison.claims import DistanceUnit, ValuesInput
from explorer.comparison.expected import known_scores
from explorer.comparison.first_wrong import ValueDifference, difference
from explorer.comparison.first_wrong_proofs import is_anything_wrong, summary
from explorer.comparison.turns import Viewpoint
from explorer.drawing.compared_data import compared_data, proof_sentence
from explorer.drawing.messages.to_browser import ComparedData, Remedy
from explorer.model.errors import ExplorerError, OptionError
from explorer.scenes.scene import Page
from explorer.stage import Stage
from explorer.trace import Relation

KNOWN_SCORES = "the known scores of the graph"
_NEXT, _PREVIOUS, _WHY, _LIST, _END = "next", "previous", "why", "list", "end"


@dataclass
class SuppliedValues:
    """Values that the user supplied to compare with the scores.

    Attributes
    ----------
    values : the values for `claims_of`; None if there is no comparison.
    words, distance, values_for : their interpretation, as for `difference`.
    title : their source.
    graph_number : the number of their graph, as the session counts them.
    number : the number of the comparison.
    node : the node whose wrong value is on display, if any.
    source : the name and the content of their file, "" for a pasted text; None for known scores of the graph.
    """

    open_graph: OpenGraph
    part: VisiblePart
    place: Place
    requests: Requests
    stage: Stage
    question: ScoreQuestion
    side_sheet: SideSheet
    values: ValuesInput | None = None
    words: Mapping[str, object] | None = None
    distance: DistanceUnit | None = None
    values_for: Viewpoint | None = None
    title: str = ""
    graph_number: int = 0
    number: int = 0
    node: str | None = None
    source: tuple[str, bytes] | None = None

    @property
    def is_of_graph(self) -> bool:
        """Return whether the open graph is compared with the values."""
        return self.values is not None and self.graph_number == self.open_graph.number

    def compare(
        self,
        values: ValuesInput,
        title: str,
        *,
        words: Mapping[str, object] | None = None,
        distance: DistanceUnit | None = None,
        values_for: Viewpoint | None = None,
        source: tuple[str, bytes] | None = None,
    ) -> None:
        """Compare the open graph with values, on the page Explore; the options are those of `difference`."""
        self.words, self.distance, self.values_for = words, distance, values_for
        self.values, self.title, self.graph_number, self.node = values, title, self.open_graph.number, None
        self.source = source
        self.number += 1
        self.requests.close_dialog()
        self.question.cancel()
        self.side_sheet.more = {WRONG: "Wrong values"}
        if self.place.page is not Page.EXPLORE:
            self.requests.next_page = Page.EXPLORE

    def compare_known_scores(self) -> None:
        """Compare the open graph with its known scores, which are those with endless play worth 0."""
        self.open_graph.endless = 0
        self.compare(known_scores(self.open_graph.graph), KNOWN_SCORES)

    def end(self) -> None:
        """End the comparison."""
        self.values = None
        self.side_sheet.more = {}

    def difference(self) -> ValueDifference:
        """Return the differences between values and scores; raises `ExplorerError` if it cannot compare them."""
        values, open_graph = self.values, self.open_graph
        if values is None or open_graph.errors:
            raise OptionError("the graph has errors; correct them first")
        return open_graph.compute_once(
            ("difference", self.number, open_graph.endless),
            lambda: difference(
                open_graph.playable,
                values,
                endless=open_graph.endless,
                words=self.words,
                distance=self.distance,
                values_for=self.values_for,
            ),
        )

    def data(self) -> ComparedData | None:
        """Return the data of the comparison for the browser; None if there is none."""
        if not self.is_of_graph:
            self.end()
            return None
        try:
            comparison = self.difference()
        except ExplorerError as error:
            words = f"{self.title} cannot be compared: {error}."
            return {
                "lines": [words],
                "actions": [Remedy(name=_END, title="End")],
                "claims": [],
                "nodes": [],
                "at": None,
            }
        key = ("summary", self.number, self.open_graph.endless)
        choice = self.open_graph.compute_once(key, lambda: "; ".join(summary(comparison)))
        place, ids = self._wrong_index(comparison), self.part.visible_ids or self.open_graph.graph.ids
        words = f"Compared with {self.title}: {choice}."
        return compared_data(comparison, words, ids=ids, place=place, actions=_buttons(comparison, place))

    def _wrong_index(self, comparison: ValueDifference) -> int | None:
        """Return the index of the wrong value on display; None if there is none."""
        if self.node is None or self.node not in comparison.graph.index:
            return None
        places: list[int] = (comparison.wrong == comparison.graph.index[self.node]).nonzero()[0].tolist()
        return places[0] if places else None

    # ---- the walk

    def follow(self) -> None:
        """Carry out the button of the comparison that the user pressed on the canvas."""
        choice = self.stage.walk_choice()
        if choice is None or not self.is_of_graph:
            return
        chosen, number = choice
        if chosen == _END:
            self.end()
        elif chosen == _LIST:
            self.side_sheet.toggle(WRONG)
        else:
            self._walk(chosen, number)

    def _walk(self, chosen: str, number: str) -> None:
        """Go to the next or previous wrong value, or carry out another button of the comparison."""
        try:
            comparison = self.difference()
        except ExplorerError:
            return  # `data` shows the error
        place, count = self._wrong_index(comparison), len(comparison.wrong)
        if chosen == _WHY and place is not None:
            self.question.begin(self.node, _expected_value(comparison, place))
            self.question.id = number
        elif chosen in (_NEXT, _PREVIOUS) and count:
            by = 1 if chosen == _NEXT else -1
            self.show_wrong_value(0 if place is None else (place + by) % count)

    def show_wrong_value(self, place: int) -> None:
        """Display one of the wrong values, with its proof in view."""
        comparison = self.difference()
        self.node = comparison.graph.ids[int(comparison.wrong[place])]
        self.question.cancel()
        if self.part.is_part:
            moves = proof_sentence(comparison, place)["moves"]
            self.part.show_moves(self.node, [(one, other) for one, other, _ in moves])


def _buttons(comparison: ValueDifference, place: int | None) -> list[Remedy]:
    """Return the buttons of the comparison."""
    all_wrong = [Remedy(name=_LIST, title="List"), Remedy(name=_END, title="End")]
    if not len(comparison.wrong):
        return all_wrong if is_anything_wrong(comparison) else all_wrong[1:]
    if place is None:
        return [Remedy(name=_NEXT, title="First wrong (X)"), *all_wrong]
    expected = _expected_value(comparison, place)
    why = Remedy(name=_WHY, title=f"Why not {expected}?" if expected else "Why?")
    return [Remedy(name=_NEXT, title="Next wrong (X)"), Remedy(name=_PREVIOUS, title="Previous"), why, *all_wrong]


def _expected_value(comparison: ValueDifference, place: int) -> str:
    """Return a wrong value as the expected one of a question; "" if it is a bound."""
    claim = comparison.claims.of(int(comparison.wrong[place]))
    return str(claim) if claim is not None and claim.relation is Relation.EXACT else ""
