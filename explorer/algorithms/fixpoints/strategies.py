"""Strategies of both players, and the proof that max-min equals min-max (Lecture, Definition 82).

The Lecture's strategies are subtrees.  In a graph a strategy chooses one successor for every node of its player,
whatever way play got there, and T⁺ and T⁻ are what play can reach then.  Where cycles let the loser go on for ever,
keeping the score is not enough: a winning strategy lowers the rank, the number of moves to the end, with every round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import COUNTED, score_of, seen_term, term
from explorer.algorithms.fixpoints.choices import MAX, MIN, Choices, PlayerStrategy
from explorer.expansion.finalities import roles_of_scores
from explorer.model.graph import Convention, GameGraph, Kind, Move
from explorer.model.scores import Score
from explorer.model.words import counted, plural
from explorer.solver.states import State, reachable_from, states_after
from explorer.trace import Activity, Mark, Path, Result, Step, Steps
from explorer.trace.caption import Caption, Named, Quantity, Value, bare, caption, listing, move_name, named, way
from explorer.trace.options import yes_no

PSEUDOCODE = (
    "score of every node, and its rank: the number of moves to the end if the player who is better off hurries",
    "for every node p with moves, for its player:",
    "    optimal := the moves that keep the score of p",
    "    if endless play would be worse for this player:  choose the one to the smallest rank",
    "    else choose the first: there is no need to hurry",
    "    a move that keeps the score but does not lead to the end makes no progress:  mark it",
    "T⁺ := all that play can reach if Max keeps to these choices:  Max gets at least …",
    "T⁻ := all that play can reach if Min keeps to these choices:  Max gets at most …",
    "T⁺ ∩ T⁻ is one play: the principal variation",
    "max over T⁺ of min over T⁻ = score of the root = min over T⁻ of max over T⁺",
)
SCORES, HURRY, REST, NO_PROGRESS, T_PLUS, T_MINUS, PLAY, EQUAL = 1, 4, 5, 6, 7, 8, 9, 10

_NAMED = 6


def steps(graph: GameGraph, hide: bool = False) -> Steps:
    """Yield the steps of the choices of both players; endless play is worth 0, and so is an open node.

    In a negamax graph the player to move at the root is Max.  The choices are those of `solve`.

    Parameters
    ----------
    hide : whether T⁺ and T⁻ are shown without the moves that play never makes; the last steps keep those of whoever is
        better off, or of both players in a draw.

    Returns
    -------
    `max` and `min` (by id of a node at which that player may be to move, the chosen successor), `optimal` (by id, all
    successors that keep the score), `no_progress` (the optimal moves that could be repeated for ever), `rank` (by id,
    for scores other than 0), `principal_variation` (ids; ends with a repeated node if play goes round for ever),
    `value` of the root from Max's view, and `max_min` and `min_max`, the values that T⁺ and T⁻ secure.
    """
    run = _Run(graph)
    yield run.scores_step()
    yield from run.choice_steps()
    ending = [
        (run.strategy_step(run.plus), (run.plus,)),
        (run.strategy_step(run.minus), (run.minus,)),
        (run.play_step(), run.winners),
        (run.last_step(), run.winners),
    ]
    for step, played in ending:
        yield run.with_unplayed_hidden(step, played) if hide else step
    return run.result()


def _distance_note(rank: int) -> str:
    """Return the note on a node's distance from the end of play: "3 moves to the end"."""
    return f"{counted(rank, 'move')} to the end"


class _Run:
    """The strategies of both players on a graph, with the steps that show them."""

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.choices = Choices.of(graph)
        inner = [index for index, node in enumerate(graph.nodes) if node.kind.is_inner]
        self.chosen = {index: self.choices.choice(index) for index in inner}
        self.stalling = {
            index: [other for other in self.choices.optimal[index] if not self.choices.has_progress(index, other)]
            for index in inner
        }
        owners = self._players_to_move()
        self.plus, self.minus = (
            PlayerStrategy(graph, player, {index: to for index, to in self.chosen.items() if player in owners[index]})
            for player in (MAX, MIN)
        )
        self.choice_count = 0

    # ---- steps

    def scores_step(self) -> Step:
        nodes, root = self.graph.nodes, self.graph.root_index
        opens = COUNTED if self.graph.count(Kind.OPEN) else ""
        scores = dict(zip((node.id for node in nodes), self.choices.scores, strict=True))
        return Step(
            caption(
                *(
                    f"Every node has its score, found backwards from the leaves{opens}; the score of the root, ",
                    self._name(root),
                ),
                *(", is ", self._score_value(root), ". What follows are the moves that achieve it."),
            ),
            SCORES,
            scores=scores,
            finality=dict(zip(self.graph.ids, roles_of_scores(self.graph), strict=True)),
            counters=self._counters(),
            notes={nodes[index].id: _distance_note(rank) for index, rank in enumerate(self.choices.ranks) if rank},
        )

    def choice_steps(self) -> Iterator[Step]:
        for index, to in self.chosen.items():
            self.choice_count += 1
            yield self._choice_step(index, to)
            for other in self.stalling[index]:
                yield self._stalling_step(index, other)

    def strategy_step(self, strategy: PlayerStrategy) -> Step:
        name, sign, other = ("Max", "T⁺", "Min") if strategy.player == MAX else ("Min", "T⁻", "Max")
        ends = [self._ending_words(state, score) for state, score in strategy.ends.items()]
        zero = Value(0, Quantity.ENDLESS)
        words = [
            *([caption("end at ", listing(ends, _NAMED))] if ends else []),
            *([caption("go on for ever (", zero, ")")] if strategy.can_go_on else []),
            *([caption("reach an open node (", zero, ")")] if strategy.can_reach_open else []),
        ]
        size = counted(len(strategy.successors), "position")
        head = f"{sign}, the strategy of {name}, has {size}. "
        if self.graph.sign < 0:
            begins = "first" if strategy.player == MAX else "second"
            who = f"{name}, who moves {begins}"
            head = f"{sign}, the strategy of {who}, has {size}, each counted with the player to move. "
        key, at = ("max_min", "at least") if strategy.player == MAX else ("min_max", "at most")
        gets = caption(
            f": Max gets {at} ",
            Value(strategy.worth, Quantity.RESULT, key=key),
            COUNTED if strategy.can_reach_open else "",
            ".",
        )
        return Step(
            caption(head, f"Whatever {other} does, play can ", listing(words, len(words), " or "), gets),
            T_PLUS if strategy.player == MAX else T_MINUS,
            activity={self.graph.ids[index]: Activity.CHANGED for index, _ in strategy.successors},
            counters=self._counters(),
            marks=self._reply_marks(strategy) | self._choice_marks(strategy),
        )

    def play_step(self) -> Step:
        indices = self.play
        line = way(self.graph, [self.graph.ids[index] for index in indices], 2 * _NAMED)
        end = self.graph.nodes[indices[-1]]
        if end.score is not None:
            how = caption("ends at ", named(end))
        elif end.kind is Kind.OPEN:
            how = caption("reaches ", named(end), ", of which nothing is known")
        else:
            how = caption(
                "returns to ", named(end), " and repeats for ever, with the value ", Value(0, Quantity.ENDLESS)
            )
        return Step(
            caption("If both players follow their strategies, play is ", line, ": it ", how, "."),
            PLAY,
            activity={end.id: Activity.EVALUATED if end.score is not None else Activity.BACK_LINK},
            focus=end.id,
            trail=_path_along([self.graph.ids[index] for index in dict.fromkeys(indices)]),
            counters=self._counters(),
            marks=self._choice_marks(self.plus, self.minus),
        )

    def last_step(self) -> Step:
        root = self.graph.root_index
        value = Value(self.root_value, Quantity.RESULT, key="value")
        opens = COUNTED if self.plus.can_reach_open or self.minus.can_reach_open else ""
        proof = caption("T⁺ alone proves that Max gets at least ", value, ", T⁻ that Max gets at most that", opens)
        if self.root_value == 0:
            proof = caption("A draw needs both: T⁺ proves that Max does not lose, T⁻ that Min does not", opens)
        elif self.choices.ranks[root]:
            end = caption(" brings the end, ", self._distance_words(root), " away, nearer with every move")
            proof = caption(proof, f"; {'Max' if self.root_value > 0 else 'Min'}", end)
        plus = Value(self.plus.worth, Quantity.RESULT, key="max_min")
        minus = Value(self.minus.worth, Quantity.RESULT, key="min_max")
        return Step(
            caption("max min = ", plus, " and min max = ", minus, ": both equal the score of the root. ", proof, "."),
            EQUAL,
            focus=self.graph.ids[self.graph.root_index],
            counters=self._counters(),
            marks=self._choice_marks(self.plus, self.minus),
        )

    def with_unplayed_hidden(self, step: Step, played: tuple[PlayerStrategy, ...]) -> Step:
        """Return the step with the moves hidden that no play by these strategies makes, and unreached nodes pale."""
        rows = [(here, after) for strategy in played for here, after in strategy.successors.items()]
        played_moves = {self._move(here.node, to.node) for here, after in rows for to in after}
        reached = {here.node for here, _ in rows}
        return replace(
            step,
            words=caption(step.words, " Moves that are never played then are hidden."),
            marks={**step.marks, **{move: Mark.UNPLAYED for move in self.graph.moves if move not in played_moves}},
            pruned={id: index not in reached for index, id in enumerate(self.graph.ids)},
        )

    # ---- numbers

    @property
    def winners(self) -> tuple[PlayerStrategy, ...]:
        """The strategy of the player who is better off; in a draw those of both."""
        if self.root_value == 0:
            return self.plus, self.minus
        return (self.plus,) if self.root_value > 0 else (self.minus,)

    def result(self) -> Result:
        nodes = self.graph.nodes
        ranks = enumerate(self.choices.ranks)
        return {
            "max": self._move_ids(self.plus),
            "min": self._move_ids(self.minus),
            "optimal": {nodes[at].id: [nodes[to].id for to in self.choices.optimal[at]] for at in self.chosen},
            "no_progress": [list(self._move(at, to)) for at, row in self.stalling.items() for to in row],
            "rank": {nodes[index].id: rank for index, rank in ranks if rank is not None},
            "principal_variation": [nodes[index].id for index in self.play],
            "value": self.root_value,
            "max_min": self.plus.worth,
            "min_max": self.minus.worth,
        }

    @property
    def root_value(self) -> Score:
        """The root's score in Max's view, which is the root's own in a negamax graph."""
        return self.choices.scores[self.graph.root_index]

    @property
    def play(self) -> list[int]:
        """The indices of the principal variation."""
        indices = [self.graph.root_index]
        seen_before = set(indices)
        while (to := self.chosen.get(indices[-1])) is not None:
            indices.append(to)
            if to in seen_before:
                break
            seen_before.add(to)
        return indices

    def _players_to_move(self) -> list[set[int]]:
        """Return, for each node, the players who may be to move there; both where play from the root does not get."""
        if self.graph.convention is Convention.MINIMAX:
            return [{turn} for turn in self.graph.orientation]
        owners: list[set[int]] = [set() for _ in self.graph.nodes]
        for index, side in reachable_from(State(self.graph.root_index), partial(states_after, self.graph)):
            owners[index].add(side)
        return [sides or {MAX, MIN} for sides in owners]

    def _move_ids(self, strategy: PlayerStrategy) -> dict[str, str]:
        """Return a strategy's moves as ids: the node to go to, by node."""
        return dict(self._move(index, to) for index, to in strategy.moves.items())

    def _choice_marks(self, *strategies: PlayerStrategy) -> dict[Move, Mark]:
        """Return the marks on the moves that strategies choose, and on those that make no progress."""
        marks = {self._move(at, to): Mark.STALLING for at, row in self.stalling.items() for to in row}
        for strategy in strategies:
            mark = Mark.PLUS if strategy.player == MAX else Mark.MINUS
            marks |= {self._move(at, strategy.moves[at]): mark for at in strategy.own}
        return marks

    def _reply_marks(self, strategy: PlayerStrategy) -> dict[Move, Mark]:
        """Return the marks on all moves that are possible against a strategy: those of T⁺ or T⁻."""
        rows = strategy.successors.items()
        return {self._move(here.node, to.node): Mark.REPLY for here, after in rows for to in after}

    def _counters(self) -> dict[str, int]:
        return {"chosen": self.choice_count}

    # ---- words

    def _choice_step(self, index: int, to: int) -> Step:
        optimal = self.choices.optimal[index]
        hurries = self.choices.worth(index) > 0
        keeps = caption(
            self._keeping_words(optimal), " ", term("score", self.graph.nodes[index]), " = ", self._score_value(index)
        )
        rank = self.choices.ranks[index]
        end = (
            caption("the end is ", self._distance_words(index), " away here, and ", self._rank_value(to), " there")
            if hurries
            else "no progress is needed"
        )
        by = move_name(self.graph, self.graph.ids[index], self.graph.ids[to])
        chosen = caption(self._name(to), f" by {by}" if by else "")
        return Step(
            caption(keeps, ". The player to move chooses ", chosen, ": ", end, "."),
            HURRY if hurries else REST,
            activity={self.graph.ids[other]: Activity.COMPARED for other in optimal}
            | {self.graph.ids[index]: Activity.CHANGED},
            focus=self.graph.ids[index],
            move=self._move(index, to),
            counters=self._counters(),
            notes={
                self.graph.ids[index]: f"→ {self.graph.nodes[to].name}" + (f"; {_distance_note(rank)}" if rank else "")
            },
        )

    def _stalling_step(self, index: int, other: int) -> Step:
        ranks = caption(
            "the end is ", self._distance_words(index), " away here, and ", self._rank_value(other), " there"
        )
        again = ", so play can return again and again, to a draw."
        keeps = caption(
            self._name(index), " → ", bare(self.graph.nodes[other]), " keeps the score too but makes no progress: "
        )
        return Step(
            caption(keeps, ranks, again),
            NO_PROGRESS,
            activity={self.graph.ids[other]: Activity.REFUSED},
            focus=self.graph.ids[index],
            counters=self._counters(),
            marks={self._move(index, other): Mark.STALLING},
        )

    def _keeping_words(self, optimal: list[int]) -> Caption:
        """Return the successors that keep the score: "score(b) = 1 keeps", "−score(b) = 1, −score(c) = 1 keep"."""
        worths = (
            caption(seen_term(self.graph, other, "score"), " = ", self._successor_score_value(other))
            for other in optimal
        )
        return caption(listing(worths, _NAMED), " keeps" if len(optimal) == 1 else " keep")

    def _score_value(self, index: int) -> Value:
        return score_of(self.graph.nodes[index], self.choices.scores[index])

    def _successor_score_value(self, index: int) -> Value:
        """Return the score of a successor in its predecessor's view."""
        sign = self.graph.sign
        return score_of(self.graph.nodes[index], 0 + sign * self.choices.scores[index], sign=sign)

    def _rank_value(self, index: int) -> Value:
        return Value(self.choices.ranks[index] or 0, Quantity.RESULT, self.graph.ids[index], "rank")

    def _distance_words(self, index: int) -> Caption:
        """Return the number of moves from a node to the end of play: "3 moves"."""
        return caption(self._rank_value(index), f" {plural(self.choices.ranks[index] or 0, 'move')}")

    def _ending_words(self, state: State, score: Score) -> Caption:
        """Return a leaf at which play can end, with its score for Max, for a caption."""
        worth = Value(score, Quantity.LEAF, self.graph.ids[state.node], sign=state.view)
        return caption(self._name(state.node), " (", worth, ")")

    def _name(self, index: int) -> Named:
        return named(self.graph.nodes[index])

    def _move(self, source: int, target: int) -> Move:
        return self.graph.ids[source], self.graph.ids[target]


def _path_along(ids: list[str]) -> Path:
    """Return the path through nodes with these ids."""
    path = Path(ids[0])
    for id in ids[1:]:
        path = path.then(id)
    return path


ALGORITHM = Algorithm(
    name="strategies",
    title="Strategies of both players",
    source="Lecture, Definition 82 (game strategy, winning strategy) and the remarks on max-min and min-max",
    summary=(
        "Chooses one move for every position of either player. Together the two strategies prove the score: with one "
        "Max gets at least the score, with the other Min gives at most the score."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        yes_no(
            "hide",
            "Hide moves never played",
            False,
            "Shows T⁺ and T⁻ without the moves that play never makes; the last steps keep those of the winner's "
            "strategy (in a draw, of both).",
        ),
    ),
    rank=52,
    group=Group.OUTCOMES,
    also="Zermelo, determinacy",
    notes_title="Choices",
)
