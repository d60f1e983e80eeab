"""Readings of an input that leaves open who moves, what a node without moves is, or where play starts.

One rule for all formats; each guess is reported once.  Conditions of winning in a file are not evaluated, since a score
comes from leaves and endless play alone; that is reported as well.  Of what was read, an `Assembled`, a Python program
is warned by a `ReadingWarning`.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.intake.cells import NodeTable, is_marked
from explorer.intake.moves import CHANCES
from explorer.intake.nodes import KIND_KEYS, KNOWN, StatedKinds
from explorer.model.check import LOST, NOT_LOST, Problem, Severity, check, errors_in, open_ends_phrase, raise_first
from explorer.model.columns import IS_INNER, KINDS, LEAF, MAX, MIN, MOVER, OPEN, Kinds, MoveColumns, mark_reached
from explorer.model.errors import OptionError, brief, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, parse_score
from explorer.model.words import joined

_MEANT = {*KIND_KEYS, "turn", "to_move", "mover", "side", "owner", "value", "payoff", "utility"}  # keys that may say it
_NAMED = 5  # keys that a sentence names
_NONE = -1  # rank of a node without a number

Sides = NDArray[np.int8]  # of each node: 1 if the player to move at the root moves there, -1 if the other does
_ROOT: ContextVar[str | None] = ContextVar("root", default=None)  # the user's choice, whatever the input says


@dataclass(frozen=True)
class Assembled:
    """A graph that was read: the good part of its input, and every problem found on the way."""

    graph: GameGraph
    problems: tuple[Problem, ...]

    @staticmethod
    def of(graph: GameGraph) -> Assembled:
        """Return an existing graph with the problems that `check` finds."""
        if (root := _ROOT.get()) is not None:
            graph = graph.replace(root=graph.node(root).id)
        return Assembled(graph, tuple(check(graph)))

    def require_good(self) -> GameGraph:
        """Return the graph if it has no errors; warnings are no hindrance.

        Raises
        ------
        GraphError
            With the first error and how many more there are.
        """
        raise_first(errors_in(list(self.problems)))
        return self.graph

    def with_problems(self, problems: Collection[Problem]) -> Assembled:
        """Return the same graph with more problems, errors still first."""
        together = sorted([*problems, *self.problems], key=lambda problem: problem.severity is not Severity.ERROR)
        return Assembled(self.graph, tuple(together))


@contextmanager
def rooted_at(root: str | None) -> Iterator[None]:
    """Give every graph that is read in this block this node as its root; None leaves the root to the file."""
    token = _ROOT.set(root)
    try:
        yield
    finally:
        _ROOT.reset(token)


def chosen_root(root: object) -> object:
    """Return the user's choice of a root, whatever the input says, or else the root that the input states."""
    return root if _ROOT.get() is None else _ROOT.get()


class Turns(StrEnum):
    """Readings of whose turn it is, by the values of the option `--convention`."""

    MAX_FIRST = "minimax"
    MIN_FIRST = "min-first"
    NEGAMAX = "negamax"

    @property
    def words(self) -> str:
        """The reading in words."""
        if self is Turns.NEGAMAX:
            return "a negamax graph, whose scores are for the player to move"
        return f"levels that alternate, beginning with {'Max' if self is Turns.MAX_FIRST else 'Min'} at the root"

    @property
    def short(self) -> str:
        """The reading in a word or three."""
        titles = {Turns.MAX_FIRST: "Max, Min by turns", Turns.MIN_FIRST: "Min, Max by turns", Turns.NEGAMAX: "negamax"}
        return titles[self]

    @property
    def convention(self) -> Convention:
        """The convention of the graph."""
        return Convention.NEGAMAX if self is Turns.NEGAMAX else Convention.MINIMAX

    @property
    def other(self) -> Turns:
        """The other reading, which the user is offered."""
        return Turns.MAX_FIRST if self is Turns.NEGAMAX else Turns.NEGAMAX

    def kinds(self, kinds: Kinds, sides: Sides | None) -> Kinds:
        """Return the kinds of nodes in this reading."""
        if self is Turns.NEGAMAX or sides is None:
            return kinds
        first, second = (MAX, MIN) if self is Turns.MAX_FIRST else (MIN, MAX)
        return np.where(IS_INNER[kinds], np.where(sides == 1, first, second), kinds).astype(np.int8)


class Levels(NamedTuple):
    """Moves and root of a graph without named players, and whether Max and Min may alternate by level."""

    moves: MoveColumns
    root: int | None
    may_alternate: bool


def read_turns(
    table: NodeTable, stated_kinds: StatedKinds, levels: Levels, input_convention: Convention | None, *, is_plain: bool
) -> tuple[Kinds, Convention]:
    """Return the kinds of nodes, and the convention.

    Parameters
    ----------
    input_convention : the convention, if the input gives one.
    is_plain : whether it is a plain directed graph, in which no node states its kind.  Its nodes without moves are
        unfinished, and open only where the input says that it is minimax.
    """
    keys = {key for extra in table.extras.values() for key in extra} - {KNOWN}
    are_ends = ~table.has_moves & is_plain
    kinds = np.where(are_ends, OPEN if input_convention is Convention.MINIMAX else MOVER, stated_kinds.kinds).astype(
        np.int8
    )
    is_negamax = (kinds == MOVER).any() and not stated_kinds.have_player.any()
    convention = input_convention or (Convention.NEGAMAX if is_negamax else Convention.MINIMAX)
    if input_convention is None and is_negamax and not are_ends.any():
        sides = _alternating_sides(levels.moves, levels.root, kinds) if (kinds == LEAF).any() else None
        turns = _choose_turns(kinds, sides, levels, _known_scores(table.extras, stated_kinds))
        other = "" if sides is None else turns.other
        table.fields.note(Problem(Severity.WARNING, _unnamed_players_warning(keys, turns), other=other, is_grave=True))
        kinds, convention = turns.kinds(kinds, sides), turns.convention
    if are_ends.any():
        ends = [table.ids[end] for end in np.flatnonzero(are_ends).tolist()]
        message = _plain_graph_warning(ends, keys, has_moves=bool(table.has_moves.any()))
        table.fields.note(Problem(Severity.WARNING, message, other=LOST))
    elif misspelt := _misspelt_keys_warning(keys, convention):
        table.fields.warn(misspelt, is_grave=True)
    return kinds, convention


def _choose_turns(kinds: Kinds, sides: Sides | None, levels: Levels, numbers: Sequence[Score | None]) -> Turns:
    """Return the reading of whose turn it is: negamax, unless Max and Min may alternate by level.

    Numbers at inner nodes choose the only one that they satisfy; else the levels of a tree alternate.
    """
    if sides is None or not levels.may_alternate:
        return Turns.NEGAMAX
    fitting = _consistent_turns(kinds, sides, levels.moves, numbers)
    if len(fitting) == 1:
        return fitting[0]
    entered = np.bincount(levels.moves.targets, minlength=len(kinds))
    wanted = np.arange(len(kinds)) != levels.root  # in a tree
    return Turns.MAX_FIRST if (entered == wanted)[IS_INNER[kinds]].all() else Turns.NEGAMAX


def _alternating_sides(moves: MoveColumns, root: int | None, kinds: Kinds) -> Sides | None:
    """Return the side of each node, alternating; None if walks from the root to an inner node differ in parity."""
    if root is None:
        return None
    sides = np.zeros(len(kinds), np.int8)
    sides[root] = 1
    mark_reached([moves.forward], sides, np.array([root], np.int32), turn=-1)
    is_inner = IS_INNER[kinds]
    is_same = is_inner[moves.targets] & (sides[moves.sources] == sides[moves.targets])
    return None if is_same.any() or (is_inner & (sides == 0)).any() else sides


def _known_scores(extras: Mapping[int, Mapping[str, Any]], stated_kinds: StatedKinds) -> list[Score | None]:
    """Return the scores of leaves and the known scores of inner nodes; None where there is none."""
    values = [None if rank < 0 else stated_kinds.scale[rank] for rank in stated_kinds.ranks.tolist()]
    for index, extra in extras.items():
        if KNOWN in extra and values[index] is None:
            try:
                values[index] = parse_score(extra[KNOWN])
            except OptionError:
                continue
    return values


def _consistent_turns(kinds: Kinds, sides: Sides, moves: MoveColumns, numbers: Sequence[Score | None]) -> list[Turns]:
    """Return the readings that the numbers at inner nodes satisfy, where all successors have numbers too."""
    values = {value for value in numbers if value is not None}
    scale = sorted(values | {-value for value in values})
    rank = {value: number for number, value in enumerate(scale)}
    ranks = np.array([_NONE if value is None else rank[value] for value in numbers], np.int64)
    below = ranks[moves.targets]
    most, least = np.full(len(ranks), _NONE), np.full(len(ranks), len(scale))
    np.maximum.at(most, moves.sources, below)
    np.minimum.at(least, moves.sources, below)
    is_known = IS_INNER[kinds] & (ranks != _NONE) & (least != _NONE) & (most != _NONE)
    found = {
        Turns.MAX_FIRST: np.where(sides == 1, most, least),
        Turns.MIN_FIRST: np.where(sides == 1, least, most),
        Turns.NEGAMAX: len(scale) - 1 - least,
    }
    return [turns for turns, best in found.items() if is_known.any() and (best == ranks)[is_known].all()]


def graph_with_turns(graph: GameGraph, turns: Turns) -> GameGraph:
    """Return the graph, whose players were guessed, in another reading."""
    kinds = np.where(IS_INNER[graph.columns.kinds], MOVER, graph.columns.kinds).astype(np.int8)
    sides = _alternating_sides(graph.links, None if graph.root is None else graph.root_index, kinds)
    found = turns.kinds(kinds, sides).tolist()
    nodes = [replace(node, kind=KINDS[kind]) for node, kind in zip(graph.nodes, found, strict=True)]
    return graph.replace(nodes=nodes, convention=turns.convention)


def root_of(stated_root: object, table: NodeTable, moves: MoveColumns, *, infers: bool) -> str | None:
    """Return the given root; else the only node without predecessors, or, with a warning, the first node."""
    fields, ids = table.fields, table.ids
    if stated_root is not None:
        id = fields.id(stated_root, "the root", None)
        if id is not None and id not in ids:
            fields.error(f"the root {quoted(id)} is not a node of the graph; choose one that is")
        return id if id in ids else None
    if not infers or not ids:
        return None
    is_entered = np.zeros(len(ids), np.bool_)
    is_entered[moves.targets[moves.sources != moves.targets]] = True
    starts = np.flatnonzero(~is_entered)
    if len(starts) == 1:
        return ids[int(starts[0])]
    count = f"{len(starts):,} nodes have no predecessor" if len(starts) else "every node has a predecessor"
    fields.warn(f"no root is given and {count}; took the first node, {quoted(ids[0])}")
    return ids[0]


# ---- warnings; `keys` are those of nodes that have no meaning here


def _unnamed_players_warning(keys: Collection[str], turns: Turns) -> str:
    """Return the warning that no node names a player."""
    rename = "; rename the key that names the player" if keys else ""
    return f"no node names a player{_keys_in_words(keys)}; read as {turns.words}{rename}"


def _plain_graph_warning(ids: Sequence[str], keys: Collection[str], *, has_moves: bool) -> str:
    """Return the warning that no node states its kind, with the meaning of those without moves."""
    read = "read as a negamax graph; " if has_moves else ""
    rename = ", or rename the key that does" if keys else ""
    unknown = f"no node names a player or a score{_keys_in_words(keys)}"
    return f"{unknown}; {read}{open_ends_phrase(ids)}; say what they are{rename}"


def _keys_in_words(keys: Collection[str]) -> str:
    """Return the words that list keys of nodes, first those that may be misspelt."""
    ordered = sorted(keys, key=lambda key: (key.lower() not in _MEANT, key))
    more = [f"{len(keys) - _NAMED:,} more"] if len(keys) > _NAMED else []
    return f", only {joined([*map(brief, ordered[:_NAMED]), *more])}" if keys else ""


def _misspelt_keys_warning(keys: Collection[str], convention: Convention) -> str:
    """Return the warning about keys that differ from known ones by case alone; "" if there are none."""
    read = KIND_KEYS[1:] if convention is Convention.NEGAMAX else KIND_KEYS  # there is no player
    odd = [key for key in sorted(keys) if key.lower() in read]
    if not odd:
        return ""
    meant = [*dict.fromkeys(map(str.lower, odd))]
    return f"nodes have {joined(odd)}, which {'is' if len(odd) == 1 else 'are'} not read; write {joined(meant)}"


# ---- conditions of winning

ONLY_ENDLESS = "no node is a leaf with a score, so that every score is the value of endless play"

PARITY = (
    "priorities are kept but not evaluated: a parity game is won by the highest priority that recurs for ever, while "
    "here a play without end is worth what you say; solve the parity game itself with PGSolver or Oink"
)
_OF_NODES = {
    "priority": PARITY,
    "target": "targets are kept but not evaluated: make them leaves with a score, and what never reaches one is worth "
    "the value of endless play",
}
_WEIGHTS = ("weight", "cost", "reward")


def condition_warnings(nodes: Collection[Mapping[str, Any]], moves: Collection[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each condition among the further keys of nodes and the attributes of moves."""
    for key, sentence in _OF_NODES.items():
        cells = [said[key] for said in nodes if key in said]
        if any(map(is_marked, cells)) or (cells and key == "priority"):
            yield sentence
    if keys := [key for key in CHANCES if any(key in said for said in moves)]:
        yield f"moves have {joined(keys)}, which is not evaluated: players choose their moves, there is no chance"
    for key in _WEIGHTS:
        if len({str(said[key]) for said in moves if key in said}) > 1:
            yield f"the {key} of moves is not evaluated: a play is worth the score of its leaf, whatever the way there"


# ---- the warning of a Python program

_MOST = 5  # sentences of a warning
_PACKAGE = str(Path(__file__).resolve().parent.parent)


class ReadingWarning(UserWarning):
    """A note that part of a graph was guessed, left out, or not evaluated."""


class OtherReading(NamedTuple):
    """Options that ask for the other reading of an input, with `{}` for the convention."""

    lost_ends: str
    convention: str


COMMAND_LINE = OtherReading(f"--{LOST}", "--convention {}")
PYTHON = OtherReading(f"as_graph(…, {LOST.replace('-', '_')}=True)", 'as_graph(…, convention="{}")')


def with_option(problem: Problem, door: OtherReading) -> str:
    """Return the problem as text, with the option that asks for the other reading, if there is one."""
    if problem.other in ("", NOT_LOST):
        return str(problem)
    if problem.other == LOST:
        return f"{problem}; if they are lost for the player to move, {door.lost_ends}"
    return f"{problem}; for {Turns(problem.other).words}, {door.convention.format(problem.other)}"


def reading_notes(reading: Assembled) -> list[Problem]:
    """Return the warnings about how a graph was read; first come those that can change a score.

    Warnings about the graph itself, such as unreachable nodes, are left to `check`.
    """
    all_warnings = [problem for problem in reading.problems if problem.severity is Severity.WARNING]
    odd = {problem.message for problem in check(reading.graph)} if all_warnings else set()
    notes = [problem for problem in all_warnings if problem.other or problem.message not in odd]
    return sorted(notes, key=lambda problem: not (problem.other or problem.is_grave))


def good_with_warning(reading: Assembled) -> GameGraph:
    """Return the graph, if it has no errors, after a warning about how it was read."""
    graph = reading.require_good()
    warn_of_reading(reading)
    return graph


def warn_of_reading(reading: Assembled, name: str = "", settled: Collection[str] = ()) -> None:
    """Give one `ReadingWarning`, at the line outside this package, if anything was guessed or left out.

    Parameters
    ----------
    name : of the input, if it has one.
    settled : other readings (`Problem.other`) that are not mentioned, since the caller has chosen.
    """
    notes = [
        note
        for note in reading_notes(reading)
        if note.message != ONLY_ENDLESS and not (note.other and note.other in settled)
    ]
    if notes:
        warnings.warn(_warning_text(notes, name), ReadingWarning, stacklevel=_level_of_caller())


def _warning_text(notes: list[Problem], name: str) -> str:
    """Return the sentences of one warning, each in a line of its own where there are several."""
    sentences = [with_option(note, PYTHON).removeprefix("warning: ") for note in notes[:_MOST]]
    if len(notes) > _MOST:
        sentences.append(f"and {len(notes) - _MOST:,} more; the command check lists them")
    prefix = f"{name}: " if name else ""
    if len(sentences) == 1:
        return prefix + sentences[0]
    return f"{prefix}how the graph was read" + "".join(f"\n- {sentence}" for sentence in sentences)


def _level_of_caller() -> int:
    """Return the `stacklevel` of the innermost line outside this package, as `warn` counts for its caller."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    return level
