"""Verification of a strategy, a certificate or a line of play from elsewhere.

No solver is used for a strategy or a certificate, except for the claim if the user leaves it to the exact score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.explanation.explanation import FIRST, SECOND, Guarantee
from explorer.explanation.failure import Failure, FailureKind, check_guarantee
from explorer.explanation.words import PLAYED
from explorer.model.check import playable
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score, format_score, parse_endless, score_to_json
from explorer.model.words import counted
from explorer.scenes.as_graph import GraphInput, as_graph
from explorer.solver import solve
from explorer.trace.caption import caption, named, way
from explorer.verification.line_check import CheckedLine, check_line
from explorer.verification.supplied_play import PlayInput, SuppliedLine, SuppliedStrategy, supplied_play
from explorer.verification.table_strategy import TableOptions

_VERSION = 1  # of the object of `Verification.to_json`

PLAYERS = {"max": FIRST, "min": SECOND}
"""The players by name; in a negamax graph Max is the player to move at the first node."""


@dataclass(frozen=True)
class Verdict:
    """A player's claim to make sure of a score with the supplied moves, and its first failure.

    Attributes
    ----------
    player : "max" or "min"; in a negamax graph "max" is the player to move at the first node.
    score : what Max gets at least, or what Min lets Max get at most, as the score of the first node.
    failure : the first failure with the play that refutes the claim; None if the claim holds.
    positions : how many positions play can reach with these moves; 0 if no score is worse than the claim.
    needs_end : whether endless play is not good enough.
    has_ranks : whether the source has ranks or distances for that.
    move : the supplied move at the last node of `failure.play`, if there is one.
    """

    player: str
    score: Score
    failure: Failure | None
    positions: int
    needs_end: bool
    has_ranks: bool
    move: str | None = None

    @property
    def holds(self) -> bool:
        """Return whether the claim holds."""
        return self.failure is None

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as one JSON object."""
        failure = self.failure
        return {
            "player": self.player,
            "score": score_to_json(self.score),
            "holds": self.holds,
            "positions": self.positions,
            "failure": None if failure is None else _failure_json(failure),
        }


def _failure_json(failure: Failure) -> dict[str, Any]:
    """Return a failure as one JSON object; its last two keys are null where play neither ends nor is endless."""
    return {
        "kind": str(failure.kind),
        "node": failure.node,
        "play": [at.id for at in failure.play],
        "back_to": failure.back_to,
        "worth": None if failure.worth is None else score_to_json(failure.worth),
    }


@dataclass(frozen=True)
class Verification:
    """Verdicts on what was supplied for a graph; `str` has them in sentences.

    Attributes
    ----------
    graph, start, endless : where play begins, and what endless play is worth to the player to move there.
    verdicts : one for each player with a claim; empty for a line.
    line : the verdict on a line of play; else None.
    is_exact : whether the claim is the exact score, which the solver computed.
    """

    graph: GameGraph = field(repr=False)
    start: str
    endless: Score
    verdicts: tuple[Verdict, ...]
    line: CheckedLine | None
    is_exact: bool

    @property
    def holds(self) -> bool:
        """Return whether all that is claimed holds."""
        return all(verdict.holds for verdict in self.verdicts) and (self.line is None or self.line.holds)

    def sentences(self) -> list[str]:
        """Return the verdicts in sentences, and on what they rest."""
        return [*_sentences(self)]

    def __str__(self) -> str:
        return "\n".join(self.sentences())

    def to_json(self) -> dict[str, Any]:
        """Return the verdicts as one JSON object."""
        line = self.line
        return {
            "version": _VERSION,
            "start": self.start,
            "endless": score_to_json(self.endless),
            "holds": self.holds,
            "claims": [verdict.to_json() for verdict in self.verdicts],
            "line": None if line is None else {"play": [*line.ids], "fails_at": line.node, "reason": line.reason},
            "sentences": self.sentences(),
        }


def verify(
    graph: GraphInput,
    source: PlayInput,
    *,
    player: str | None = None,
    node: str | None = None,
    score: Score | str | None = None,
    endless: Score | str | None = None,
    words: Mapping[str, object] | None = None,
    distance: str | None = None,
    values_for: str | None = None,
) -> Verification:
    """Return whether a strategy, a certificate or a line of play holds, and else the play that refutes it.

    Parameters
    ----------
    graph : a graph, or anything that `as_graph` accepts.
    source : a path, a mapping, a frame, an explanation or the ids of a line, as `supplied_play` takes them.
    player : "max" or "min"; both if there is none.  In a negamax graph "max" is the player to move at the node.
    node : where play begins; if there is none, where a certificate or a line begins, or the root.
    score : what is claimed of the node; if there is none, the score in the source, or the exact one.
    endless : the value of endless play, in a negamax graph to the player to move at the node; if there is none, that of
        a certificate, or 0.
    words, distance, values_for : how a table is read, as `explorer.diff` takes them.

    Raises
    ------
    GraphError
        If the graph has errors or no such node.
    FormatError
        If the source cannot be read, or has nothing for this graph.
    OptionError
        If an argument has an impossible value, or contradicts the source.
    """
    graph = playable(as_graph(graph))
    start = graph.ids[graph.root_index] if node is None else graph.node(node).id
    worth = parse_endless(0 if endless is None else endless)
    claimed = None if score is None else parse_endless(score)
    if player is not None and player not in PLAYERS:
        raise OptionError(f"the player is max or min, got {quoted(player)}")
    supplied = supplied_play(graph, source, start, TableOptions(worth, words, distance, values_for))
    if isinstance(supplied, SuppliedLine):
        if player is not None:
            raise OptionError("a line of play has the moves of both players; leave the player out")
        if node not in (None, supplied.ids[0]):
            raise OptionError(f"the line begins at {quoted(supplied.ids[0])}, not at {quoted(node)}")
        return Verification(
            graph, supplied.ids[0], worth, (), check_line(graph, supplied.ids, worth, claimed), claimed is None
        )
    _require_same_case(supplied, node, None if endless is None else worth)
    start = start if supplied.start is None else graph.node(supplied.start).id
    worth = supplied.endless if supplied.endless is not None else worth
    limits = _limits(supplied, player, claimed)
    if any(limit is None for limit in limits.values()):
        low, high = solve(graph, endless=worth).between_of(start)
        exact = {FIRST: low, SECOND: high}
    verdicts = tuple(
        _verdict(graph, start, supplied.guarantee(side, each := exact[side] if limit is None else limit), each, worth)
        for side, limit in limits.items()
    )
    return Verification(graph, start, worth, verdicts, None, None in limits.values())


def _require_same_case(supplied: SuppliedStrategy, node: str | None, endless: Score | None) -> None:
    """Raise OptionError if a certificate is about another node or value of endless play than the user names."""
    if node is not None and supplied.start not in (None, node):
        raise OptionError(f"the certificate is about node {quoted(supplied.start)}, not about {quoted(node)}")
    if endless is not None and supplied.endless not in (None, endless):
        worth = format_score(supplied.endless or 0)
        raise OptionError(f"in the certificate endless play is worth {worth}, not {format_score(endless)}")


def _limits(supplied: SuppliedStrategy, player: str | None, score: Score | None) -> Mapping[int, Score | None]:
    """Return by side the score to make sure of; None where it is the exact one."""
    sides = [*supplied.limits] if player is None else [PLAYERS[player]]
    return {side: supplied.limits.get(side) if score is None else score for side in sides}


def _verdict(graph: GameGraph, start: str, guarantee: Guarantee, limit: Score, endless: Score) -> Verdict:
    """Return the verdict on a player's moves."""
    found, side = check_guarantee(graph, start, guarantee, endless, limit), guarantee.side
    move = None if found.failure is None else guarantee.moves.get(found.failure.play[-1].id)
    name = next(name for name, each in PLAYERS.items() if each == side)
    needs_end = side * limit > side * endless
    return Verdict(name, limit, found.failure, found.positions, needs_end, guarantee.ranks is not None, move)


# ---- in sentences


def _sentences(result: Verification) -> Iterator[str]:
    for verdict in result.verdicts:
        start, name = _name(result.graph, result.start), _player_name(result.graph, verdict.player)
        claim = f"{name}, {_limit_words(verdict)} at {start}"
        if verdict.failure is None:
            yield f"{claim}: holds. {_reason(result, verdict)}"
        else:
            yield f"{claim}: does not hold. {_failure_words(result.graph, verdict, verdict.failure)}"
    if result.line is not None:
        yield from _line_sentences(result.graph, result.line)
    elif result.is_exact:
        yield "The claim is the exact score, which the solver computed; the moves were checked without it."
    if result.verdicts and any(node.kind is Kind.OPEN for node in result.graph.nodes):
        yield "Open nodes count as unknown: a play that can reach one makes sure of nothing there."


def _reason(result: Verification, verdict: Verdict) -> str:
    """Return why a claim holds."""
    if not verdict.positions:
        return "No play can have a worse score."
    reach = f"With these moves play can reach {counted(verdict.positions, 'position')} and no worse leaf"
    if not verdict.needs_end:
        return f"{reach}, and endless play is worth {format_score(result.endless)}."
    if verdict.has_ranks:
        return f"{reach}, and each move brings it nearer to the end."
    return f"{reach}, and always ends."


def _failure_words(graph: GameGraph, verdict: Verdict, failure: Failure) -> str:
    """Return where a claim fails, and the play that refutes it."""
    ids = [at.id for at in failure.play]
    if failure.back_to is not None:
        ids.append(ids[failure.back_to])
    node, play = _name(graph, failure.node), str(way(graph, ids, PLAYED))
    by_play = f"; play gets there by {play}" if len(ids) > 1 else ""
    first = f"It fails at {node}"
    match failure.kind:
        case FailureKind.LEAF:
            return f"{first}: play goes {play} and ends with {format_score(failure.worth or 0)}."
        case FailureKind.ENDLESS:
            worth = format_score(failure.worth or 0)
            return f"{first}: play goes {play} and so on for ever, which is worth {worth}."
        case FailureKind.OPEN:
            return f"{first}, which is open, so that nothing is known of its score{by_play}."
        case FailureKind.NO_MOVE:
            there = "there is no move for it" if verdict.move is None else f"{quoted(verdict.move)} is no move there"
            return f"{first}: {_player_name(graph, verdict.player)} is to move, and {there}{by_play}."
        case FailureKind.NO_RANK:
            reason = f"{first}, which has no distance to an end{by_play}."
        case FailureKind.RANK:
            reason = f"{first}: the last move of {play} does not come nearer to the end by the distances."
    return f"{reason} The moves themselves make sure of it."


def _line_sentences(graph: GameGraph, line: CheckedLine) -> Iterator[str]:
    """Yield the verdict on a line of play, and what it does not prove."""
    play = str(way(graph, line.ids, PLAYED)) if all(id in graph.index for id in line.ids) else " → ".join(line.ids)
    if line.holds:
        yield f"The line {play} holds: each move keeps the exact score, {format_score(line.score or 0)}."
    else:
        yield f"The line {play} does not hold. It fails at {line.node}: {line.reason}."
    yield "A line proves no score: the exact scores that it is compared with are the solver's."


def _name(graph: GameGraph, id: str) -> str:
    return str(caption(named(graph.node(id))))


def _player_name(graph: GameGraph, player: str) -> str:
    if graph.convention is Convention.NEGAMAX:
        return "The first player" if player == "max" else "The second player"
    return player.capitalize()


def _limit_words(verdict: Verdict) -> str:
    return f"at {'least' if verdict.player == 'max' else 'most'} {format_score(verdict.score)}"
