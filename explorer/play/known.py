"""What is known of a game for playing it: the open graph, and beyond it what the rules tell when play gets there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from explorer.expansion.checked_rules import CheckedRules, Position
from explorer.model.board import Gesture
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.rules import Rules
from explorer.model.scores import Score
from explorer.play.gestures import gestures_of
from explorer.trace.caption import named


class KnownGame:
    """A game graph that grows by its rules where play comes to its open nodes; without rules it stays as it is.

    Where the rules can tell exact scores without a graph (`Rules.value`), a graph with open nodes would only be in the
    way, for its open nodes are many: then the root alone is known at first, and `look_around` goes along with play.

    Attributes
    ----------
    graph : what is known; another one after it has grown, with the nodes and moves of the one before first.
    told : exact scores of open nodes, by id, which the rules have told.
    tells_values : whether the rules can do that.

    Examples
    --------
    >>> from explorer.games import generate
    >>> game = KnownGame(generate("number-game", positions=1))
    >>> len(game.graph.nodes), game.expand_near("13", most=5), len(game.graph.nodes)
    (3, True, 8)
    """

    def __init__(self, graph: GameGraph) -> None:
        self.tells_values = graph.rules is not None and type(graph.rules).value is not Rules.value
        self.graph = _root_alone(graph) if self.tells_values and graph.count(Kind.OPEN) else graph
        self.told: dict[str, Score] = {}
        self._asked = None if graph.rules is None else CheckedRules(graph.rules)
        self._untold: set[str] = set()  # asked for in vain
        self._met: frozenset[str] = frozenset()

    def expand_near(self, id: str, *, most: int, progress: Callable[[int], None] | None = None) -> bool:
        """Expand the open nodes that are nearest to a node along moves; whether there were any.

        Parameters
        ----------
        most : how many of them.
        progress : called with the number of those that were expanded; if it raises, the graph keeps them.

        Raises
        ------
        GraphError
            If there is no such node, or the rules fail, as `CheckedRules` says; the graph has what was expanded before.
        """
        if self._asked is None:
            return False
        growth = _Growing(self.graph)
        if next(growth.open_near(id), None) is None:
            return False
        asked = self._acquainted(self._asked)
        try:
            for count, opened in enumerate(islice(growth.open_near(id), most), 1):
                growth.expand(opened, asked)
                if progress is not None:
                    progress(count)
        finally:
            self._take(growth.graph())
        return True

    def _take(self, grown: GameGraph) -> None:
        """Go on with a graph that has grown."""
        self.graph = grown
        self._met = frozenset(grown.index)
        self.told = {id: score for id, score in self.told.items() if grown.node(id).kind is Kind.OPEN}

    def look_around(self, id: str) -> None:
        """Make the moves of a node and of its successors known, and the scores after them, where the rules tell scores.

        Raises
        ------
        GraphError
            If there is no such node, or the rules fail.
        """
        if self._asked is None or not self.tells_values:
            return
        for _ in range(2):  # the node itself, then its successors
            near = [self.graph.node(id), *self.graph.successors_of(id)]
            if unknown := sum(node.kind is Kind.OPEN for node in near):
                self.expand_near(id, most=unknown)
        self._ask_values(id, self._acquainted(self._asked))

    def _ask_values(self, id: str, asked: CheckedRules) -> None:
        """Ask for the exact scores of all open nodes after two moves, of each once."""
        replies = (other for node in self.graph.successors_of(id) for other in self.graph.successors_of(node.id))
        opens = dict.fromkeys(node.id for node in replies if node.kind is Kind.OPEN)
        for open_id in opens:
            if open_id in self.told or open_id in self._untold:
                continue
            value = asked.value(asked.position(open_id))
            if value is None:
                self._untold.add(open_id)
            else:
                self.told[open_id] = value

    def value(self, id: str) -> Score | None:
        """Return the exact score of a node, open or not, if the rules tell it."""
        if self._asked is None or not self.tells_values:
            return None
        asked = self._acquainted(self._asked)
        return asked.value(asked.position(id)) if id in self._met else None

    def move_name(self, id: str, after: str) -> str:
        """What a move is called: as the graph or the rules name it, or by the node after it."""
        name = self.graph.move_names.get((id, after))
        if name is None and self._asked is not None and self._asked.names_moves:
            asked = self._acquainted(self._asked)
            if {id, after} <= self._met:
                name = asked.move_name(asked.position(id), asked.position(after))
        return name or named(self.graph.node(after)).text

    def gestures(self, id: str) -> list[tuple[str, Gesture]]:
        """Return the successors of a node with the gestures that make the move on the board."""
        asked = None if self._asked is None else self._acquainted(self._asked)
        if asked is None or id not in self._met:
            return gestures_of(self.graph, id, ())
        pairs = asked.gestures(asked.position(id))
        return gestures_of(self.graph, id, [(asked.node(after).id, gesture) for after, gesture in pairs])

    def _acquainted(self, asked: CheckedRules) -> CheckedRules:
        """Return the rules once they have been asked about the positions of the graph, so that its nodes have
        positions.
        """
        if not self._met:
            self._met = frozenset(_walk(self.graph, asked))
        return asked


def _root_alone(graph: GameGraph) -> GameGraph:
    """Return the graph before anything of it was expanded."""
    root = graph.nodes[graph.root_index]
    return graph.replace(nodes=(replace(root, kind=Kind.OPEN, score=None),), moves=())


def _walk(graph: GameGraph, asked: CheckedRules) -> Iterator[str]:
    """Yield the ids of the nodes that the rules reach from the initial position through expanded nodes."""
    waiting: deque[Position] = deque([asked.initial])
    seen = {asked.node(asked.initial).id}
    while waiting:
        position = waiting.popleft()
        id = asked.node(position).id
        if id not in graph.index:
            continue
        yield id
        if graph.node(id).kind.is_inner:
            for other in asked.expand(position)[1]:
                if (other_id := asked.node(other).id) not in seen:
                    seen.add(other_id)
                    waiting.append(other)


class _Growing:
    """A graph that grows by its rules, node by node."""

    def __init__(self, graph: GameGraph) -> None:
        self._before = graph
        self._nodes = {node.id: node for node in graph.nodes}
        self._fresh: list[Move] = []
        self._after: dict[str, list[str]] = {}

    def open_near(self, id: str) -> Iterator[str]:
        """Yield the open nodes nearest to a node, those that `expand` finds meanwhile included."""
        self._before.index_of(id)  # it is there
        seen, waiting = {id}, deque([id])
        while waiting:
            here = waiting.popleft()
            if self._nodes[here].kind is Kind.OPEN:
                yield here
            for other in self._after[here] if here in self._after else self._before.ids_after(here):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)

    def expand(self, id: str, asked: CheckedRules) -> None:
        """Expand an open node by the rules."""
        answer, positions = asked.expand(asked.position(id))
        before = self._nodes[id]
        self._nodes[id] = Node(id, answer.kind, answer.score, before.label, before.x, before.y, before.extra)
        self._after[id] = [asked.node(position).id for position in positions]
        for position in positions:
            node = asked.node(position)
            if node.id not in self._nodes:
                self._nodes[node.id] = Node(node.id, Kind.OPEN, label=node.label, extra=node.extra)
                self._after[node.id] = []
        self._fresh += ((id, other) for other in self._after[id])

    def graph(self) -> GameGraph:
        """Return the graph as it is now."""
        return self._before.replace(nodes=tuple(self._nodes.values()), moves=(*self._before.moves, *self._fresh))
