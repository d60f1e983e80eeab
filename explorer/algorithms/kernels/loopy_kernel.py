"""The kernel of a game that need not end: winning, losing and drawn positions (PF games, without its condition).

As in `explorer.algorithms.kernels.kernel` the game is played on the graph alone, who cannot move has lost, and the
kernel is where it is good to have moved **to**.  In a negamax graph the scores of the ends decide who has won instead:
they may be draws, or won by who cannot move (misère play).  With cycles some positions are neither good nor bad: from
there both players can keep away from losing for ever.
"""

from __future__ import annotations

from explorer.algorithms.acyclic import must_be_known, note_on_ends
from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import move_words
from explorer.algorithms.labelling import DRAW, LOSS, WIN, WORDS, Case, LabelEvent, Labelling
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.model.words import counted, plural
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace.caption import Caption, Named, Quantity, Value, caption, listing, named

PSEUDOCODE = (
    "every position without moves:  whoever moves there has won (or as its score says);  put it into a queue",
    "take the positions q from the queue; for every move p → q to q, p not decided yet:",
    "    if whoever moves to q wins:  whoever moves to p loses, for the other player moves on to q",
    "    else one successor fewer of p is left;  if none is:  whoever moves to p wins, or draws if some q is drawn",
    "every position that is left is drawn: from there both players can go on for ever",
    "kernel = { p : whoever moves to p wins }",
)
LINES = {Case.LEAF: 1, Case.BEST: 3, Case.WAITING: 4, Case.WORST: 4, Case.MIDDLE: 4, Case.LEFT: 5}
DONE = 6

_OUTCOMES = {WIN: "wins", DRAW: "draws", LOSS: "loses"}  # of whoever moves to a position
_ENDS = {WIN: "has won", DRAW: "draws", LOSS: "has lost"}
_NAMED = 8


def steps(graph: GameGraph) -> Steps:
    """Yield the steps of the labelling; the score shown is for the player who moved there: 1, 0 or -1.

    Returns
    -------
    `kernel` (ids of the winning positions, in node order), `status` (by id, "win" if it is good to have moved there,
    "loss" or "draw") and `distance` (by id, moves to the end if the winner hurries and the loser delays; no entry for
    a draw).
    """
    run = _Run(Labelling(impartial(graph)), note_on_ends(graph))
    for event in run.labelling.events():
        yield run.step(event)
    yield run.last_step()
    return run.result()


def impartial(graph: GameGraph) -> GameGraph:
    """Return the game on the graph alone, without players: a negamax graph with the scores −1, 0 and 1.

    The player to move at a leaf has lost; in a negamax graph with scores these decide.
    """
    reads_scores = graph.sign < 0

    def end(score: Score | None) -> int:
        return LOSS if score is None or not reads_scores else (score > 0) - (score < 0)

    nodes = (
        Node(node.id, Kind.MOVER, label=node.label) if row else Node(node.id, Kind.LEAF, end(node.score), node.label)
        for node, row in zip(graph.nodes, graph.successors, strict=True)
    )
    return graph.replace(nodes=tuple(nodes), convention=Convention.NEGAMAX, expected={}, rules=None)


class _Run:
    """The labels of an impartial game, with the step for each event."""

    def __init__(self, labelling: Labelling, first: str) -> None:
        self.labelling = labelling
        self.graph = labelling.graph
        self.decided = 0
        self._first_words = first  # shown in the first step

    def step(self, event: LabelEvent) -> Step:
        node, is_waiting = self.graph.nodes[event.index], event.case is Case.WAITING
        self.decided += not is_waiting
        more, self._first_words = self._first_words, ""
        causes = {} if event.cause < 0 else {self.graph.ids[event.cause]: Activity.COMPARED}
        return Step(
            caption(self._caption(event), ".", more),
            LINES[event.case],
            scores={} if is_waiting else {node.id: self._worth(event.index)},
            finality={} if is_waiting else {node.id: Finality.FINAL},
            activity=causes | ({} if is_waiting else {node.id: Activity.CHANGED}),
            focus=node.id,
            move=None if event.cause < 0 else (node.id, self.graph.ids[event.cause]),
            counters={"decided": self.decided},
            notes={node.id: str(self._note(event))},
        )

    def last_step(self) -> Step:
        kernel, root = self._kernel_ids(), self.graph.root_index
        outcome = {WIN: "loses", DRAW: "draws", LOSS: "wins"}[self._worth(root)]
        names = listing((named(self.graph.node(id)) for id in kernel), _NAMED)
        inside = caption(Value(len(kernel), Quantity.RESULT, key="kernel"), f" {plural(len(kernel), 'position')}")
        draws = self.labelling.labels.count(DRAW)
        drawn = f"{counted(draws, 'position')} {'is a draw' if draws == 1 else 'are draws'}."
        return Step(
            caption(
                *("The kernel has ", inside, ": " if kernel else "", names if kernel else "", f". {drawn} "),
                *("The player who begins at ", self._name(root), f" {outcome}."),
            ),
            DONE,
            activity=dict.fromkeys(kernel, Activity.CHANGED),
            counters={"decided": self.decided},
        )

    def result(self) -> Result:
        ids = [node.id for node in self.graph.nodes]
        moves = ((id, self.labelling.distances[index] if self._worth(index) else None) for index, id in enumerate(ids))
        return {
            "kernel": self._kernel_ids(),
            "status": {id: WORDS[self._worth(index)] for index, id in enumerate(ids)},
            "distance": {id: distance for id, distance in moves if distance is not None},
        }

    def _worth(self, index: int) -> int:
        """Return the worth of a position to the player who moved there."""
        return -(self.labelling.labels[index] or DRAW)

    def _kernel_ids(self) -> list[str]:
        """Return the ids of the nodes in the kernel."""
        return [node.id for index, node in enumerate(self.graph.nodes) if self._worth(index) == WIN]

    def _name(self, index: int) -> Named:
        return named(self.graph.nodes[index])

    def _caption(self, event: LabelEvent) -> Caption:
        name = self._name(event.index)
        if event.case is Case.LEAF:
            return caption(name, " has no moves: whoever moves to ", name, f" {_ENDS[self._worth(event.index)]}")
        if event.case is Case.LEFT:
            why = " has no move that wins, but one to another position that is left undecided: whoever moves to "
            return caption(name, why, name, " draws")
        cause = self._name(event.cause)
        if event.case is Case.BEST:
            return caption(
                name, " has a move that wins, to ", cause, ": whoever moves to ", name, " ", self._outcome_words(event)
            )
        if event.case is Case.WORST:
            return caption(
                "Every move of ", name, " loses, that to ", cause, " the last: whoever moves to ", name, " wins"
            )
        if event.case is Case.MIDDLE:
            last = caption("No move of ", name, " wins, that to ", cause, " is the last, and some move draws: ")
            return caption(last, "whoever moves to ", name, " draws")
        waits = self.labelling.waits[event.index]
        count = Value(waits, Quantity.LEFT, self.graph.ids[event.index])
        left = caption(count, f" {plural(waits, 'successor')} left to examine")
        loses = caption("whoever moves to ", cause, f" {_OUTCOMES[self._worth(event.cause)]}, which does not decide; ")
        return caption(move_words(self.graph, event.index, event.cause), loses, left)

    def _note(self, event: LabelEvent) -> Caption:
        if event.case is Case.WAITING:
            of = counted(len(self.graph.successors[event.index]), "successor")
            return caption(f"{self.labelling.waits[event.index]} of {of} left to examine")
        return caption("whoever moves here ", self._outcome_words(event))

    def _outcome_words(self, event: LabelEvent) -> Caption:
        """Return who wins, for whoever moves to a position, and in how many moves."""
        moves, word = self.labelling.distances[event.index], _OUTCOMES[self._worth(event.index)]
        if not moves:
            return caption(word)
        distance = Value(moves, Quantity.RESULT, self.graph.ids[event.index], "distance")
        return caption(f"{word}, the end is ", distance, f" {plural(moves, 'move')} away")


ALGORITHM = Algorithm(
    name="loopy-kernel",
    title="Kernel with draws",
    source="our own; PF games, Theorem on Winning Strategies, without the condition that play must end",
    summary=(
        "For games in which both players have the same moves and play may repeat for ever: which positions are "
        "good to have moved to, which are bad, and from which neither player can force a win."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    obstacle=must_be_known,
    ends_are_lost=True,
    needs="needs a graph without open nodes",
    rank=58,
    group=Group.OUTCOMES,
    also="Smith, loopy games",
    notes_title="Positions and counters",
    fills="whether it is good to have moved to: 1, 0 for a draw, or −1",
)
