"""The kernel of a game that need not end: winning, losing and drawn positions (PF games, without its condition).

As in `explorer.algorithms.kernels.kernel` the game is played on the graph alone, who cannot move has lost, and the
words are those of the text: a *winning* position is one that it is good to have moved **to**.  With cycles some
positions are neither: from there both players can keep away from losing for ever.
"""

from __future__ import annotations

from explorer.algorithms.acyclic import must_be_known
from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.captions import counted, listed
from explorer.algorithms.labelling import DRAW, LOSS, WIN, WORDS, Case, Event, Labelling
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.trace import Activity, Finality, Result, Step, Steps

PSEUDOCODE = (
    "every position without moves is winning: who has moved there has won; put it into a queue",
    "take the positions q from the queue; for every move p → q to q, p not decided yet:",
    "    if q is winning:  p is losing, for the other player moves on to q",
    "    if q is losing:  p waits for one successor fewer;  if all are losing:  p is winning",
    "what is left is drawn: from there both players can go on for ever",
    "kernel = { p : p is winning }",
)
LINES = {Case.LEAF: 1, Case.BEST: 3, Case.WAITING: 4, Case.WORST: 4, Case.LEFT: 5}
DONE = 6

_TO = {WIN: "winning", DRAW: "drawn", LOSS: "losing"}
_NAMED = 8


def steps(graph: GameGraph) -> Steps:
    """Steps of the labelling; the score that is shown is for the player who moved there: 1, 0 or -1.

    Returns
    -------
    `kernel` (ids of the winning positions, in node order), `status` (by id, "win" if it is good to have moved there,
    "loss" or "draw") and `distance` (by id, moves to the end if the winner hurries and the loser delays; no entry for
    a draw).
    """
    run = _Run(Labelling(impartial(graph)))
    for event in run.labelling.events():
        yield run.step(event)
    yield run.last_step()
    return run.result()


def impartial(graph: GameGraph) -> GameGraph:
    """The game on the graph alone, as a negamax graph: who is to move at a leaf has lost, whatever its score was."""
    nodes = (
        Node(node.id, Kind.LEAF, -1, node.label)
        if node.kind is Kind.LEAF
        else Node(node.id, Kind.MOVER, label=node.label)
        for node in graph.nodes
    )
    return graph.replace(nodes=tuple(nodes), convention=Convention.NEGAMAX, expected={}, rules=None)


class _Run:
    def __init__(self, labelling: Labelling) -> None:
        self.labelling = labelling
        self.graph = labelling.graph
        self.decided = 0

    def step(self, event: Event) -> Step:
        node, is_waiting = self.graph.nodes[event.place], event.case is Case.WAITING
        self.decided += not is_waiting
        causes = {} if event.cause < 0 else {self.graph.nodes[event.cause].id: Activity.COMPARED}
        return Step(
            f"{self._caption(event)}.",
            LINES[event.case],
            scores={} if is_waiting else {node.id: self._worth(event.place)},
            finality={} if is_waiting else {node.id: Finality.FINAL},
            activity=causes | ({} if is_waiting else {node.id: Activity.CHANGED}),
            focus=node.id,
            move=None if event.cause < 0 else (node.id, self.graph.nodes[event.cause].id),
            counters={"decided": self.decided},
            notes={node.id: self._note(event)},
        )

    def last_step(self) -> Step:
        kernel, root = self._kernel(), self.graph.root_place
        outcome = {WIN: "loses", DRAW: "draws", LOSS: "wins"}[self._worth(root)]
        names = listed((self.graph.node(id).name for id in kernel), _NAMED)
        drawn = counted(self.labelling.labels.count(DRAW), "position")
        return Step(
            f"The kernel has {counted(len(kernel), 'position')}{f': {names}' if kernel else ''}. {drawn} "
            f"{'is' if drawn.startswith('1 ') else 'are'} drawn. Who begins at {self._name(root)} {outcome}.",
            DONE,
            activity=dict.fromkeys(kernel, Activity.CHANGED),
            counters={"decided": self.decided},
        )

    def result(self) -> Result:
        ids = [node.id for node in self.graph.nodes]
        moves = zip(ids, self.labelling.distances, strict=True)
        return {
            "kernel": self._kernel(),
            "status": {id: WORDS[self._worth(place)] for place, id in enumerate(ids)},
            "distance": {id: distance for id, distance in moves if distance is not None},
        }

    def _worth(self, place: int) -> int:
        """What a position is worth to the player who moved there."""
        return -(self.labelling.labels[place] or DRAW)

    def _kernel(self) -> list[str]:
        return [node.id for place, node in enumerate(self.graph.nodes) if self._worth(place) == WIN]

    def _name(self, place: int) -> str:
        return self.graph.nodes[place].name

    def _caption(self, event: Event) -> str:
        name = self._name(event.place)
        if event.case is Case.LEAF:
            return f"{name} has no moves, so who has moved there has won: {name} is winning"
        if event.case is Case.LEFT:
            return f"{name} has no move to a winning position, but one to another that is left: {name} is drawn"
        if event.case is Case.BEST:
            cause = self._name(event.cause)
            return f"{name} has a move to {cause}, which is winning: {name} is {self._note(event)}"
        if event.case is Case.WORST:
            return f"{name} has moves to losing positions alone, {self._name(event.cause)} the last: {name} is winning"
        waits = counted(self.labelling.waits[event.place], "successor")
        return (
            f"{name}: the move to {self._name(event.cause)}, which is losing, does not decide; {waits} more to wait for"
        )

    def _note(self, event: Event) -> str:
        if event.case is Case.WAITING:
            of = counted(len(self.graph.successors[event.place]), "successor")
            return f"waits for {self.labelling.waits[event.place]} of {of}"
        moves = self.labelling.distances[event.place]
        return _TO[self._worth(event.place)] + (f", the end is {counted(moves, 'move')} away" if moves else "")


ALGORITHM = Algorithm(
    name="loopy-kernel",
    title="Kernel with draws",
    source="our own; PF games, Theorem on Winning Strategies, without the condition that play must end",
    summary=(
        "For games in which both players have the same moves and play may go round in circles: which positions are "
        "good to have moved to, which are bad, and from which nobody can force an end."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    obstacle=must_be_known,
    rank=58,
    notes_title="Positions and counters",
    fills="whether it is good to have moved to: 1, 0 for a draw, or −1",
)
