"""Win, draw or loss for every position, from the end backwards (Lecture, Definitions 81 and 83).

The definitions are for trees; in a graph with cycles the same cases are applied backwards from the leaves, each node
counting its successors without a label, and a node that can never be labelled is a draw: neither player can force a
win.
"""

from __future__ import annotations

from collections import deque

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import COUNTED, node_words, score_of
from explorer.algorithms.labelling import WORDS, Case, LabelEvent, Labelling
from explorer.expansion.finalities import roles_of_scores
from explorer.model.check import Problem, Severity, same_side_move
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Node, describe
from explorer.model.words import counted, plural
from explorer.trace import Activity, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, caption, named
from explorer.trace.options import choice

PSEUDOCODE = (
    "label every leaf: 1 is win, 0 draw, −1 loss, and put it into a queue",
    "take the nodes q from the queue; for every move p → q to q, p not labelled yet:",
    "    p is Max:  some successor is win  →  win",
    "               all successors are loss  →  loss",
    "               some successor is draw, none is win, all are labelled  →  draw",
    "    p is Min:  all successors are win  →  win",
    "               some successor is loss  →  loss",
    "               some successor is draw, none is loss, all are labelled  →  draw",
    "    for the player to move at p (mstatus):  some successor is loss  →  win",
    "               all successors are win  →  loss",
    "               otherwise, all being labelled  →  draw",
    "    no case holds yet:  one successor fewer is left to examine;  if a case holds:  put p into the queue",
    "every node that is left is a draw: neither player can force a win",
)
LEAVES, WAITS, LEFT = 1, 12, 13
LINES = {
    (Kind.MAX, Case.BEST): 3,
    (Kind.MAX, Case.WORST): 4,
    (Kind.MAX, Case.MIDDLE): 5,
    (Kind.MIN, Case.WORST): 6,
    (Kind.MIN, Case.BEST): 7,
    (Kind.MIN, Case.MIDDLE): 8,
    (Kind.MOVER, Case.BEST): 9,
    (Kind.MOVER, Case.WORST): 10,
    (Kind.MOVER, Case.MIDDLE): 11,
}
_VIEWS = {"status": Convention.MINIMAX, "mstatus": Convention.NEGAMAX}


def steps(graph: GameGraph, *, labels: str = "own") -> Steps:
    """Yield the steps of the labelling; the score shown is the label, 1, 0 or -1.

    An open node is left over, a draw like endless play.

    Parameters
    ----------
    labels : "own" for those of the graph's convention; "status" for labels from Max's view, the player to move at the
        root of a negamax graph being Max; "mstatus" for labels from the view of the player to move, a leaf being the
        turn of the player who did not move there.

    Returns
    -------
    `status` ("win", "draw" or "loss" by id), `distance` (by id; moves to the end if the winner hurries and the loser
    delays, and 0 for leaves; no entry for other draws) and `labels`, "status" or "mstatus".

    Raises
    ------
    GraphError
        If the other convention is asked for and the players do not take turns.
    """
    seen = _in_convention(graph, _VIEWS.get(labels, graph.convention))
    labelling = Labelling(seen)
    run = _Run(labelling)
    for event in labelling.events():
        yield run.step(event)
    yield run.last_step()
    return run.result()


def three_valued(graph: GameGraph) -> Problem | None:
    """Return the first leaf that is neither a win nor a draw nor a loss."""
    odd = (index for index in graph.columns.first_scored if graph.nodes[index].score not in (-1, 0, 1))
    if (index := next(odd, None)) is None:
        return None
    node = graph.nodes[index]
    words = f"{describe(node)} must score 1 (win), 0 (draw) or −1 (loss) to be given a status; change its score"
    return Problem(Severity.ERROR, words, node.id)


# ---- the graph in the other convention: scores from another view (Lecture, Definition 83)


def _in_convention(graph: GameGraph, convention: Convention) -> GameGraph:
    """Return the graph with its scores in the other view, the same nodes and moves; the root's player is Max.

    Raises
    ------
    GraphError
        If the players do not take turns, so that both may be to move at some node.
    """
    if graph.convention is convention:
        return graph
    if (conflict := same_side_move(graph)) is not None:
        source, target = (graph.nodes[index].name for index in conflict)
        raise GraphError(
            f"{source} and {target}, joined by a move, would have the same player to move; labels of the other "
            "convention need players who take turns, so choose labels=own"
        )
    sides = _turns(graph)
    nodes = tuple(_node_in_convention(node, side, convention) for node, side in zip(graph.nodes, sides, strict=True))
    return GameGraph(nodes, graph.moves, root=graph.root, convention=convention, name=graph.name)


def _turns(graph: GameGraph) -> list[int]:
    """Return the player to move at each node: +1 Max, -1 Min; at the root, and where nothing decides, Max."""
    side: dict[int, int] = {}
    known = {Kind.MAX: 1, Kind.MIN: -1}
    starts = sorted(
        range(len(graph.nodes)), key=lambda index: (graph.nodes[index].kind not in known, index != graph.root_index)
    )
    for start in starts:
        if start in side:
            continue
        side[start] = known.get(graph.nodes[start].kind, 1)
        waiting = deque([start])
        while waiting:
            index = waiting.popleft()
            for other in (*graph.successors[index], *graph.predecessors[index]):
                if other not in side:
                    side[other] = -side[index]
                    waiting.append(other)
    return [side[index] for index in range(len(graph.nodes))]


def _node_in_convention(node: Node, side: int, convention: Convention) -> Node:
    """Return the node with its kind and score in another convention, for the player to move there."""
    if node.score is not None:
        return Node(node.id, Kind.LEAF, node.score if side > 0 else 0 - node.score, node.label)
    if node.kind is Kind.OPEN:
        return Node(node.id, Kind.OPEN, label=node.label)
    if convention is Convention.NEGAMAX:
        return Node(node.id, Kind.MOVER, label=node.label)
    return Node(node.id, Kind.MAX if side > 0 else Kind.MIN, label=node.label)


# ---- the run


class _Run:
    """The labelling of a graph, with the step for each of its events."""

    def __init__(self, labelling: Labelling) -> None:
        self.labelling = labelling
        self.graph = labelling.graph
        self.has_open = any(node.kind is Kind.OPEN for node in self.graph.nodes)
        self.roles = roles_of_scores(self.graph, least=-1, most=1)
        self.labelled = 0

    def step(self, event: LabelEvent) -> Step:
        node = self.graph.nodes[event.index]
        label, is_waiting = self.labelling.labels[event.index], event.case is Case.WAITING
        self.labelled += not is_waiting
        causes = {} if event.cause < 0 else {self.graph.ids[event.cause]: Activity.COMPARED}
        return Step(
            self._caption(event),
            self._pseudocode_line(event),
            scores={} if is_waiting else {node.id: label},
            finality={} if is_waiting else {node.id: self.roles[event.index]},
            activity=causes | ({} if is_waiting else {node.id: self._activity(event)}),
            focus=node.id,
            move=None if event.cause < 0 else (node.id, self.graph.ids[event.cause]),
            counters={"labelled": self.labelled},
            notes={node.id: self._note(event)},
        )

    def last_step(self) -> Step:
        root = self.graph.root_index
        labels = self.labelling.labels
        numbers = ", ".join(counted(labels.count(label), word) for label, word in WORDS.items())
        numbers = numbers.replace("losss", "losses")
        label = caption(named(self.graph.nodes[root]), ", is a ", self._label_words(root), self._viewpoint_words(root))
        counting = COUNTED if self.has_open else ""
        return Step(
            caption(f"Every node is labelled{counting}: {numbers}. The root, ", label, "."),
            LEFT,
            focus=self.graph.ids[root],
            counters={"labelled": self.labelled},
        )

    def result(self) -> Result:
        ids = [node.id for node in self.graph.nodes]
        labels, distances = self.labelling.labels, self.labelling.distances
        return {
            "status": {id: WORDS[label or 0] for id, label in zip(ids, labels, strict=True)},
            "distance": {id: moves for id, moves in zip(ids, distances, strict=True) if moves is not None},
            "labels": "mstatus" if self.graph.convention is Convention.NEGAMAX else "status",
        }

    def _pseudocode_line(self, event: LabelEvent) -> int:
        fixed = {Case.LEAF: LEAVES, Case.WAITING: WAITS, Case.LEFT: LEFT}
        return fixed.get(event.case) or LINES[self.graph.nodes[event.index].kind, event.case]

    def _activity(self, event: LabelEvent) -> Activity:
        return Activity.EVALUATED if event.case is Case.LEAF else Activity.CHANGED

    # ---- words

    def _caption(self, event: LabelEvent) -> Caption:
        node = self.graph.nodes[event.index]
        name, label = named(node), self._label_words(event.index)
        if event.case is Case.LEAF:
            return caption(name, " is a leaf with score ", score_of(node, node.score or 0), ": ", label, ".")
        if event.case is Case.LEFT and node.kind is Kind.OPEN:
            return caption(name, " is open: nothing is known of it, so it counts as endless play, a draw.")
        left = self._left_words(event.index)
        if event.case is Case.LEFT:
            were = "was" if self.labelling.waits[event.index] == 1 else "were"
            so_far = "as far as the graph is expanded, " if self.has_open else ""
            why = caption(f" {were} left when no case held any more: {so_far}neither player can force a win at ", name)
            return caption(left, " of ", name, why, ", so it is a draw.")
        cause = caption(named(self.graph.nodes[event.cause]), f" is a {self._label_word(event.cause)}")
        subject = name if node.kind is Kind.MOVER else node_words(node)
        view = self._viewpoint_words(event.index)
        if event.case is Case.WAITING:
            undecided = caption(", which does not decide; ", left, " left to examine.")
            return caption(subject, ": its successor ", cause, undecided)
        return caption(subject, " is a ", label, view, ": ", self._reason_words(event, cause), ".")

    def _reason_words(self, event: LabelEvent, cause: Caption) -> Caption:
        if event.case is Case.BEST:
            return caption("its successor ", cause, ", and one is enough")
        if event.case is Case.WORST:
            label = self._label_word(event.cause)
            every = f"all its successors are {'losses' if label == WORDS[-1] else f'{label}s'}, "
            return caption(every, named(self.graph.nodes[event.cause]), " the last")
        winning = WORDS[self.graph.sign * self.graph.orientation[event.index]]
        return caption(cause, f", the last of its successors; none is a {winning} and some successor is a draw")

    def _note(self, event: LabelEvent) -> str:
        if event.case is not Case.WAITING:
            return str(self._label_words(event.index))
        of = len(self.graph.successors[event.index])
        return f"{self.labelling.waits[event.index]} of {counted(of, 'successor')} left to examine"

    def _left_words(self, index: int) -> Caption:
        """Return how many successors of a node are not labelled yet, in words: "1 successor"."""
        left = self.labelling.waits[index]
        return caption(Value(left, Quantity.LEFT, self.graph.ids[index]), f" {plural(left, 'successor')}")

    def _viewpoint_words(self, index: int) -> str:
        """Return " for Max" where a Min node's label needs a player, else ""."""
        return " for Max" if self.graph.nodes[index].kind is Kind.MIN and self.labelling.labels[index] else ""

    def _label_word(self, index: int) -> str:
        """Return "win", "draw" or "loss", the label of a node."""
        return WORDS[self.labelling.labels[index] or 0]

    def _label_words(self, index: int) -> Caption:
        """Return a node's label, with the distance where there is one: "win in 3 moves"."""
        moves = self.labelling.distances[index]
        if not moves:
            return caption(self._label_word(index))
        distance = Value(moves, Quantity.RESULT, self.graph.ids[index], "distance")
        return caption(f"{self._label_word(index)} in ", distance, f" {plural(moves, 'move')}")


ALGORITHM = Algorithm(
    name="status",
    title="Win, draw and loss labels",
    source="Lecture, Definitions 81 (status) and 83 (mstatus)",
    summary=(
        "Labels every position win, draw or loss, backwards from the leaves, by the first case of the definition that "
        "holds. A win or a loss comes with the number of moves to the end."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        choice(
            "labels",
            "Labels are from the view of",
            {
                "own": "the player whose view the scores have",
                "status": "Max (status)",
                "mstatus": "the player to move (mstatus)",
            },
            "Status labels every node from the view of Max, mstatus from the view of the player to move there.",
        ),
    ),
    obstacle=three_valued,
    needs="needs the scores −1, 0 and 1",
    instead="score-iteration",
    rank=50,
    group=Group.OUTCOMES,
    also="Zermelo, backward induction",
    notes_title="Labels and counters",
    fills="label: L is loss, D draw, W win",
    words={1: "W", 0: "D", -1: "L"},
)
