"""The known part of a game for playing it: the open graph, and nodes that the rules add where play gets there."""

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
    """A game graph that grows by its rules where play comes to open nodes; without rules it never grows.

    Where the rules can tell exact scores without a graph (`Rules.value`), a graph with open nodes would only be in the
    way, for its open nodes are many: then the root alone is known at first, and `look_around` goes along with play.

    Attributes
    ----------
    graph : the known part; another graph after it has grown, with the nodes and moves of the one before first.
    rule_scores : exact scores of open nodes by the rules, by id.
    tells_values : whether the rules can give such scores.

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
        self.rule_scores: dict[str, Score] = {}
        self._rules = None if graph.rules is None else CheckedRules(graph.rules)
        self._without_score: set[str] = set()  # open nodes for which the rules give no score
        self._with_position: frozenset[str] = frozenset()

    def expand_near(self, id: str, *, most: int, progress: Callable[[int], None] | None = None) -> bool:
        """Expand the open nodes nearest to a node along moves; return whether there were any.

        Parameters
        ----------
        most : the greatest number of them.
        progress : called with the number of those that were expanded; if it raises, the graph keeps them.

        Raises
        ------
        GraphError
            If there is no such node, or the rules fail, as `CheckedRules` says; the graph has what was expanded before.
        """
        if self._rules is None:
            return False
        growth = _GraphGrowth(self.graph)
        if next(growth.open_near(id), None) is None:
            return False
        rules = self._with_positions(self._rules)
        try:
            for count, opened in enumerate(islice(growth.open_near(id), most), 1):
                growth.expand(opened, rules)
                if progress is not None:
                    progress(count)
        finally:
            self._continue_with(growth.graph())
        return True

    def _continue_with(self, grown: GameGraph) -> None:
        """Continue with a graph that has grown."""
        self.graph = grown
        self._with_position = frozenset(grown.index)
        self.rule_scores = {id: score for id, score in self.rule_scores.items() if grown.node(id).kind is Kind.OPEN}

    def look_around(self, id: str) -> None:
        """Expand a node and its successors, and get the scores after them, if the rules give scores.

        Raises
        ------
        GraphError
            If there is no such node, or the rules fail.
        """
        if self._rules is None or not self.tells_values:
            return
        for _ in range(2):  # the node itself, then its successors
            near = [self.graph.node(id), *self.graph.successors_of(id)]
            if unknown := sum(node.kind is Kind.OPEN for node in near):
                self.expand_near(id, most=unknown)
        self._ask_values(id, self._with_positions(self._rules))

    def _ask_values(self, id: str, rules: CheckedRules) -> None:
        """Get the exact scores of all open nodes after two moves from the rules, of each once."""
        replies = (other for node in self.graph.successors_of(id) for other in self.graph.successors_of(node.id))
        opens = dict.fromkeys(node.id for node in replies if node.kind is Kind.OPEN)
        for open_id in opens:
            if open_id in self.rule_scores or open_id in self._without_score:
                continue
            value = rules.value(rules.position(open_id))
            if value is None:
                self._without_score.add(open_id)
            else:
                self.rule_scores[open_id] = value

    def value(self, id: str) -> Score | None:
        """Return the exact score of a node, open or not, if the rules give it."""
        if self._rules is None or not self.tells_values:
            return None
        rules = self._with_positions(self._rules)
        return rules.value(rules.position(id)) if id in self._with_position else None

    def move_name(self, id: str, after: str) -> str:
        """Return the name of a move: as the graph or the rules name it, or the name of the node after it."""
        name = self.graph.move_names.get((id, after))
        if name is None and self._rules is not None and self._rules.names_moves:
            rules = self._with_positions(self._rules)
            if {id, after} <= self._with_position:
                name = rules.move_name(rules.position(id), rules.position(after))
        return name or named(self.graph.node(after)).text

    def gestures(self, id: str) -> list[tuple[str, Gesture]]:
        """Return the successors of a node with the gestures that make the move on the board."""
        rules = None if self._rules is None else self._with_positions(self._rules)
        if rules is None or id not in self._with_position:
            return gestures_of(self.graph, id, ())
        pairs = rules.gestures(rules.position(id))
        return gestures_of(self.graph, id, [(rules.node(after).id, gesture) for after, gesture in pairs])

    def _with_positions(self, rules: CheckedRules) -> CheckedRules:
        """Return the rules once they know the positions of the nodes of the graph."""
        if not self._with_position:
            self._with_position = frozenset(_expanded_part(self.graph, rules))
        return rules


def _root_alone(graph: GameGraph) -> GameGraph:
    """Return the graph before anything of it was expanded."""
    root = graph.nodes[graph.root_index]
    return graph.replace(nodes=(replace(root, kind=Kind.OPEN, score=None),), moves=())


def _expanded_part(graph: GameGraph, rules: CheckedRules) -> Iterator[str]:
    """Yield the ids of the nodes that the rules reach from the initial position through expanded nodes."""
    waiting: deque[Position] = deque([rules.initial])
    seen = {rules.node(rules.initial).id}
    while waiting:
        position = waiting.popleft()
        id = rules.node(position).id
        if id not in graph.index:
            continue
        yield id
        if graph.node(id).kind.is_inner:
            for other in rules.expand(position)[1]:
                if (other_id := rules.node(other).id) not in seen:
                    seen.add(other_id)
                    waiting.append(other)


class _GraphGrowth:
    """A graph that grows by its rules, node by node."""

    def __init__(self, graph: GameGraph) -> None:
        self._before = graph
        self._nodes = {node.id: node for node in graph.nodes}
        self._fresh: list[Move] = []
        self._after: dict[str, list[str]] = {}

    def open_near(self, id: str) -> Iterator[str]:
        """Yield the open nodes nearest to a node, with those that `expand` adds meanwhile."""
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

    def expand(self, id: str, rules: CheckedRules) -> None:
        """Expand an open node by the rules."""
        answer, positions = rules.expand(rules.position(id))
        before = self._nodes[id]
        self._nodes[id] = Node(id, answer.kind, answer.score, before.label, before.x, before.y, before.extra)
        self._after[id] = [rules.node(position).id for position in positions]
        for position in positions:
            node = rules.node(position)
            if node.id not in self._nodes:
                self._nodes[node.id] = Node(node.id, Kind.OPEN, label=node.label, extra=node.extra)
                self._after[node.id] = []
        self._fresh += ((id, other) for other in self._after[id])

    def graph(self) -> GameGraph:
        """Return the graph as it is now."""
        return self._before.replace(nodes=tuple(self._nodes.values()), moves=(*self._before.moves, *self._fresh))
