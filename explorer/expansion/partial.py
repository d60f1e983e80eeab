"""A game of which only the expanded part is known, with its bounds and their finality."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Literal

from explorer.expansion.bound_game import Bound
from explorer.expansion.checked_rules import MOST_NAMED, CheckedRules, Position
from explorer.expansion.claims import Claim, Claims, bound_of, bound_value, claim_of
from explorer.expansion.exact import ExactFinality
from explorer.expansion.finalities import finality_of
from explorer.expansion.finality_rule import RuleFinality
from explorer.expansion.graph_rules import as_drawn, is_closed
from explorer.expansion.incremental_fixpoint import RisingBounds
from explorer.model.errors import GraphError, quoted
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.rules import Rules
from explorer.model.scores import Score
from explorer.solver.states import State, index_of, numbers_of
from explorer.trace import Bounds, Finality, Growth

_MOST_NAMES = 3_000  # moves up to which an expansion gives their names; with more no step is drawn

Test = Literal["rule", "exact"]  # the test by which a bound is final


@dataclass(frozen=True)
class ChangedBound:
    """A bound that moved: of the node with this id, to this value."""

    id: str
    bound: Bound
    value: Score


@dataclass(frozen=True)
class Expansion:
    """Effects of the expansion of a node: the new nodes, the changed bounds, and what became final.

    Attributes
    ----------
    node : the node as it is now.
    growth : it and the new open nodes, and its moves.
    changed_bounds : the bounds that moved, in that order.
    route : those on the path of changes from the node up: to the root if one of the root's bounds moved, else as far as
        changes came; empty if no bound moved.
    final_bounds : the bounds that became final.
    """

    node: Node
    growth: Growth
    changed_bounds: tuple[ChangedBound, ...]
    route: tuple[ChangedBound, ...]
    final_bounds: tuple[tuple[str, Bound], ...]


class PartialGraph:
    """The known part of a game: at first the root alone, open; `expand` makes more of it known.

    Bounds and finality are updated with each expansion, and only where they can change.

    Parameters
    ----------
    rules : of the game; queried about each expanded position once.
    finality : the test by which bounds are final: "rule" for that of Loops, Part 2, "exact" for the exact one.
    endless : the value of endless play, which counts only where the game has a range of scores: bounds then begin at
        the least and the largest score that a node can have.

    Attributes
    ----------
    nodes : in order of discovery.
    claims, bounds, finality : the two bounds of each node as claims, their worth, and which are final.
    expanded : ids in the order of expansion.
    depths : for each node, by index, the moves from the root on a shortest known way.

    Examples
    --------
    >>> from explorer.expansion.graph_rules import rules_of
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 3}],
    ...                              "moves": [["a", "b"]]})
    >>> known = PartialGraph(rules_of(graph))
    >>> known.expand("a").growth.moves, known.expand("b").route[-1], known.is_settled
    ((('a', 'b'),), ChangedBound(id='a', bound='lower', value=3), True)
    """

    def __init__(
        self, rules: Rules, *, finality: Test = "rule", endless: Score = 0, checked_rules: CheckedRules | None = None
    ) -> None:
        self.rules = rules
        self.endless = endless
        self.checked_rules = checked_rules or CheckedRules(rules)
        self.convention = self.checked_rules.convention
        self.nodes: list[Node] = []
        self.expanded: list[str] = []
        self.depths: list[int] = []
        self._moves: list[Move] = []
        self._move_names: dict[Move, str] = {}
        self._marks: frozenset[Move] = frozenset()
        self._mark_count = 0
        self._name_count = 0  # the number of moves whose names were queried
        self._indices: dict[str, int] = {}
        self._closed: set[str] = set()  # open nodes that cannot be expanded
        self.claims = Claims(-1 if rules.negamax else 1, self.checked_rules.score_range, endless)
        self._discover(self.checked_rules.initial, 0)
        self.bounds = RisingBounds(self.claims)
        self.finality: RuleFinality | ExactFinality = (
            ExactFinality(self.claims, self.bounds.worth)
            if finality == "exact"
            else RuleFinality(self.claims, self.bounds.worth)
        )

    def copy(self) -> PartialGraph:
        """Return the same state, to be expanded on its own; both query the rules about a position only once."""
        shared = (self.rules, self.checked_rules, *self.nodes)
        return deepcopy(self, {id(each): each for each in shared})

    # ---- the known part

    @property
    def root(self) -> Node:
        """The node where play starts."""
        return self.nodes[0]

    @property
    def open_nodes(self) -> list[Node]:
        """The nodes that are not expanded, in order of discovery."""
        return [node for node in self.nodes if node.kind is Kind.OPEN]

    @property
    def open_count(self) -> int:
        """The number of nodes that are not expanded."""
        return len(self.nodes) - len(self.expanded)

    @property
    def is_settled(self) -> bool:
        """Return whether both bounds of the root are final."""
        return self.finality.is_final(0) and self.finality.is_final(1)

    def index(self, id: str) -> int:
        """Return the index of a node in `nodes`.

        Raises
        ------
        GraphError
            If no such node is known.
        """
        if id not in self._indices:
            raise GraphError(f"no node {quoted(id)} is known yet; choose an open node")
        return self._indices[id]

    def bounds_of(self, id: str) -> Bounds:
        """Return lower and upper bound of a node."""
        lower, upper = numbers_of(self.index(id))
        return self._bound_of_claim(lower), self._bound_of_claim(upper)

    def is_final(self, id: str, bound: Bound) -> bool:
        """Return whether a bound of a node is final."""
        return self.finality.is_final(claim_of(self.index(id), bound))

    def finality_of(self, id: str) -> Finality:
        """Return the finality of the two bounds of a node, as one role."""
        return finality_of(self.is_final(id, "lower"), self.is_final(id, "upper"))

    def can_expand(self, node: Node) -> bool:
        """Return whether the node is open and the rules have more of it."""
        return node.kind is Kind.OPEN and node.id not in self._closed

    def graph(self) -> GameGraph:
        """Return the known part as a game graph, with open nodes."""
        return GameGraph(
            tuple(self.nodes),
            tuple(self._moves),
            root=self.root.id,
            convention=self.convention,
            name=self.checked_rules.title,
            description=self.checked_rules.description,
            extra=self.checked_rules.extra,
            rules=self.rules,
            move_names=self._names(),
            progress=self._progress_marks(),
            score_range=self.checked_rules.score_range,
        )

    def _names(self) -> dict[Move, str]:
        """Return the names of moves, each queried once."""
        new = self._moves[self._name_count :] if len(self._moves) <= MOST_NAMED else []
        ends = (
            {id: self.checked_rules.position(id) for move in new for id in move}
            if self.checked_rules.names_moves
            else {}
        )
        self._move_names |= self.checked_rules.names_of(new, ends)
        self._name_count = len(self._moves)
        return self._move_names

    def _progress_marks(self) -> frozenset[Move]:
        """Return the moves that are progress, each queried once."""
        if self.checked_rules.marks_progress:
            new = self._moves[self._mark_count :]
            ends = {id: self.checked_rules.position(id) for move in new for id in move}
            self._marks |= self.checked_rules.progress_of(new, ends)
            self._mark_count = len(self._moves)
        return self._marks

    # ---- expansion

    def expand(self, id: str) -> Expansion:
        """Expand an open node, and return what becomes known.

        Raises
        ------
        GraphError
            If the node is unknown, expanded already or the drawn graph has no more of it; if the rules fail, with a
            sentence that says where.  Nothing is changed then.
        """
        index = self._expandable_index(id)
        answer, positions = self.checked_rules.expand(self.checked_rules.position(id))
        for position in positions:
            self.checked_rules.node(position)  # may fail, and so comes first
        node, known = as_drawn(self.rules, answer), len(self.nodes)
        self.nodes[index] = node
        self.expanded.append(id)
        after = [self._discover(position, self.depths[index] + 1) for position in positions]
        moves = tuple((id, self.nodes[other].id) for other in after)
        self._moves += moves
        if node.score is not None:
            self.claims.end(index, node.score)
        else:
            self.claims.expand(index, node.kind, after)
            self._shorten_depths(index)
        names = self._names() if len(self._moves) <= _MOST_NAMES else {}
        growth = Growth((node, *self.nodes[known:]), moves, {move: names[move] for move in moves if move in names})
        return self._news_of_expansion(node, growth, self.bounds.follow(index))

    def _expandable_index(self, id: str) -> int:
        """Return the index of an open node; raise GraphError if it cannot be expanded."""
        index = self.index(id)
        node = self.nodes[index]
        if node.kind is not Kind.OPEN:
            raise GraphError(f"{quoted(node.name)} is expanded already; choose an open node")
        if node.id in self._closed:
            raise GraphError(
                f"{quoted(node.name)} is open in the drawn graph itself; give it moves or a score there first"
            )
        return index

    def _discover(self, position: Position, depth: int) -> int:
        """Return the index of a position, which is a new open node if it was not known."""
        node = self.checked_rules.node(position)
        if node.id not in self._indices:
            self._indices[node.id] = len(self.nodes)
            self.nodes.append(as_drawn(self.rules, replace(node, kind=Kind.OPEN, score=None)))
            self.depths.append(depth)
            self.claims.add_open_node()
            if is_closed(self.rules, node):
                self._closed.add(node.id)
        return self._indices[node.id]

    def _shorten_depths(self, index: int) -> None:
        """Correct the depths of nodes to which the expanded one gives a shorter path."""
        waiting = deque([index])
        while waiting:
            here = waiting.popleft()
            for claim in self.claims.successors[State(here).number]:
                other = index_of(claim)
                if self.depths[other] > self.depths[here] + 1:
                    self.depths[other] = self.depths[here] + 1
                    waiting.append(other)

    def _news_of_expansion(self, node: Node, growth: Growth, causes: dict[Claim, Claim | None]) -> Expansion:
        settled = self.finality.follow(self._indices[node.id], causes)
        return Expansion(
            node,
            growth,
            tuple(map(self._changed_bound, causes)),
            tuple(map(self._changed_bound, _route_of_changes(causes))),
            tuple((self.nodes[index_of(claim)].id, bound_of(claim)) for claim in settled),
        )

    def _changed_bound(self, claim: Claim) -> ChangedBound:
        """Return the bound that a claim stands for, with its node and its new value."""
        return ChangedBound(self.nodes[index_of(claim)].id, bound_of(claim), self._bound_of_claim(claim))

    def _bound_of_claim(self, claim: Claim) -> Score:
        return bound_value(claim, self.bounds.worth[claim])


def _route_of_changes(causes: dict[Claim, Claim | None]) -> Iterable[Claim]:
    """Return the claims along which changes spread: up to the root's claim, or to the last changed one."""
    claim = next((claim for claim in (0, 1) if claim in causes), next(reversed(causes), None))
    route: list[Claim] = []
    while claim is not None:
        route.append(claim)
        claim = causes[claim]
    return reversed(route)
