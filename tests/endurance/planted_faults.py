"""The kinds of fault that `diff` names for planted faults and random values in two games of over 40,000 positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from explorer import from_rules
from explorer.comparison.faults import fitting_faults, is_alone
from explorer.comparison.first_wrong import difference
from explorer.comparison.marks import (
    FINISHED_GAME,
    KEPT_BOUND,
    MISSING_MOVE,
    NAIVE_MEMO,
    UNCHANGED_SIGN,
    WRONG_PLAYER,
)
from explorer.comparison.predicted_faults import SHORT
from explorer.comparison.turns import turns
from explorer.model.graph import GameGraph
from explorer.solver.components import components
from tests.endurance.trial import Trial
from tests.support.large_games import BoardGame, FallingThree, SlidingThree
from tests.support.planted_faults import Engine

GAMES = (FallingThree, SlidingThree)
MISSES = {FallingThree: range(16), SlidingThree: [*range(12), 12 * 0 + 1, 12 * 5 + 6, 12 * 6 + 2, 12 * 9 + 5]}
KINDS = {
    "naive memo": (NAIVE_MEMO,),
    "draws as losses": ("draws counted as losses",),
    "bound kept": (KEPT_BOUND,),
    "wrong depth": (SHORT,),
    "wrong sign at one ply": (WRONG_PLAYER, UNCHANGED_SIGN),
    "side to move": ("the sign reversed",),
    "missing move": (MISSING_MOVE,),
    "missing end": (FINISHED_GAME,),
}
ALMOST = {"bound kept, fail-hard": (KEPT_BOUND,), "forgotten depth": (SHORT,)}  # whose values may or may not fit
FAULTS = (*KINDS, *ALMOST, "stale entry", "hash collision", "random")  # the last ones have no kind
FALSE_ALONE = 0.02  # the share of faults without a kind for which a kind may be named alone


class Game:
    """A game, its engine, and its true scores."""

    def __init__(self, rules: type[BoardGame]) -> None:
        self.rules = rules
        self.graph = whole(rules())
        self.engine = Engine(self.graph)
        self.true = self.engine.scores()
        circles = components(*self.graph.links.forward)
        on_cycle = np.flatnonzero(np.bincount(circles)[circles] > 1)
        self.cycles = dict(zip(on_cycle.tolist(), self.true[on_cycle].tolist(), strict=True))
        leaf = self.engine.leaf[self.graph.columns.orientation == 0]
        self.scale = np.unique(leaf if self.graph.sign > 0 else [leaf, -leaf]).tolist()

    def values(self, fault: str, luck: Random) -> dict[str, Any]:
        """What an engine with a fault says of the positions."""
        if fault in ("missing move", "missing end"):
            number = luck.choice(MISSES[self.rules]) if fault == "missing move" else luck.randrange(4)
            other = Engine(whole(self.rules(**{"misses" if fault == "missing move" else "without": number})))
            return other.by_id(other.scores())
        if fault == "random":
            return self.redrawn(luck, luck.randint(11, 2_000))
        return self.engine.by_id(self._found(fault, luck))

    def _found(self, fault: str, luck: Random) -> Any:
        engine, rows = self.engine, range(len(self.true))
        if fault.startswith("bound kept"):
            return engine.kept_bounds(luck, dict(self.cycles), is_hard="hard" in fault)
        if fault in ("stale entry", "hash collision"):
            old = (
                engine.limited(luck.randint(1, 4))[-1]
                if fault == "stale entry"
                else luck.sample([*self.true], len(rows))
            )
            return engine.scores(forced={row: old[row] for row in luck.sample(rows, luck.randint(1, 5))})
        solvers: dict[str, Callable[[], Any]] = {
            "naive memo": lambda: engine.naive_memo(luck),
            "draws as losses": lambda: self.lost_draws(luck),
            "side to move": lambda: self.true * np.where(turns(self.graph) < 0, -1, 1),
            "wrong depth": lambda: engine.wrong_depth(luck.randint(3, 12)),
            "forgotten depth": lambda: engine.forgets_depth(luck, luck.randint(3, 12)),
            "wrong sign at one ply": lambda: engine.scores(swapped=engine.ply == luck.randint(1, 9)),
        }
        return solvers[fault]()

    def lost_draws(self, luck: Random) -> Any:
        """Draws are lost for the player who is to move there, or for one of the players."""
        worth, leaf = luck.choice([-1, 1]) * max(self.scale), self.engine.leaf
        return self.engine.scores(endless=worth, leaf=np.where(leaf == 0, worth, leaf))

    def redrawn(self, luck: Random, count: int) -> dict[str, Any]:
        """The true values, but at some nodes one of the scores of leaves."""
        values = self.true.copy()
        for row in luck.sample(range(len(values)), count):
            values[row] = luck.choice(self.scale)
        return self.engine.by_id(values)


def whole(rules: BoardGame) -> GameGraph:
    """The whole graph of a game."""
    return from_rules(rules, positions=1_000_000)


def outcome(game: Game, values: dict[str, Any], fault: str) -> str:
    """How the fault was named."""
    found = difference(game.graph, values)
    if not len(found.wrong):
        return "no value wrong"
    fitting, kinds = fitting_faults(found), (KINDS | ALMOST).get(fault, ())
    names = [each.name for each in fitting]
    is_right = [name.startswith(kinds) if kinds else False for name in names]
    if is_alone(fitting):
        return "alone" if is_right[0] else f"FALSE ALONE: {names[0]}"
    if any(is_right):
        return "possible"
    if fault in KINDS:
        return f"NOT NAMED: {'; '.join(names) or 'none'}"
    return f"others: {'; '.join(names)}" if names else "none"


def planted(game: Game, luck: Random) -> Iterator[tuple[str, str]]:
    """Each fault, and how it was named; random values at 1 to 10 nodes besides."""
    for fault in FAULTS:
        yield fault, outcome(game, game.values(fault, luck), fault)
    for count in range(1, 11):
        yield f"random at {count:2}", outcome(game, game.redrawn(luck, count), "random")


def run(trial: Trial) -> str:
    """Plant faults as long as there is time; the figures as a table."""
    games, figures = [Game(rules) for rules in GAMES], Counter[tuple[str, str, str]]()
    for _ in trial.rounds():
        for game in games:
            figures.update((game.rules.__name__, fault, named) for fault, named in planted(game, trial.luck))
    lines = [f"{game}, {fault}: {named}: {count}" for (game, fault, named), count in sorted(figures.items())]
    missed = sum(count for (*_, named), count in figures.items() if named.startswith("NOT"))
    false = sum(count for (*_, named), count in figures.items() if named.startswith("FALSE"))
    failed = "FAILED " if missed or false > FALSE_ALONE * figures.total() else ""
    return f"{failed}{false} false alone, {missed} not named, of {figures.total()}\n    " + "\n    ".join(lines)
