"""Guesses of the kinds of drawn nodes from their labels and shapes, each with one warning."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from explorer.intake.cells import FieldReader
from explorer.intake.players import is_player_key, players_under
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.scores import Score, parse_score
from explorer.model.words import counted

Record = dict[str, Any]

_MAX_SHAPES = ("circle", "diamond", "doublecircle", "ellipse", "oval", "triangle")
_MIN_SHAPES = ("box", "square", "rect", "rectangle", "roundrectangle", "invtriangle", "triangle2")
_PLAYERS = {**dict.fromkeys(_MAX_SHAPES, "max"), **dict.fromkeys(_MIN_SHAPES, "min")}
_OPEN_SHAPES = ("hexagon",)
_OF_OPENSPIEL = {"square": "max", "ellipse": "min"}  # its players 0 and 1
_HISTORY = re.compile(r" \d+")  # OpenSpiel's name of a state after one action

_BEFORE = r"(?:^|[:=,;|/(\[{]|player[ \t]|^[^\W\d]\w?[ \t])[ \t]*"  # "5 min" is a time
_VALUE = r"[-+−]?[\d∞][\d./]*$|\w[ \t]*=|\w{1,2}$"  # or a name
_AFTER = rf"[ \t]*(?:$|[:=,;|/()\[\]{{}}'’]|[ \t](?:{_VALUE}|(?:node|player|turn|to move)\b))"
_PLAYER = re.compile(rf"{_BEFORE}(max|min)(?={_AFTER})", re.IGNORECASE | re.MULTILINE)
_NAMED = 5  # nodes that a warning names
_RARE = 10  # one number among so many labels is no score

_SAYING = ("player", "score", "open")  # keys that state the kind of a node
_OF_LABELS = "the player was guessed from the label"


@dataclass(slots=True, eq=False)
class _DrawnNode:
    """Drawn node without a stated kind; guesses go into its record."""

    id: str
    label: str
    shape: str | None
    is_inner: bool
    record: Record
    is_guessed: bool = False

    def guess(self, **facts: str) -> None:
        """Add guessed facts under the keys of the model; a label that is the id of the node is none."""
        self.is_guessed = True
        self.record.update(facts)
        if facts.get("label") == self.id:
            self.record["label"] = ""


_Guesses = dict[str, list[_DrawnNode]]  # the guess in words, and its nodes


def guess_kinds(
    records: Mapping[str, Record],
    shapes: Mapping[str, str],
    inner: Collection[str],
    fields: FieldReader,
    *,
    negamax: bool = False,
) -> None:
    """Guess the kinds of nodes from their drawings, add them to their records and warn of each guess.

    A node without moves whose label is a number is a leaf; one of a hexagon's shape is open.  A node with moves has the
    player whose name its label is, or has set apart, as "B (min)" and "Max: 3" have, unless the graph is said to be
    `negamax`.  Where nodes with moves have different shapes, those that are round, triangles or, as PGSolver draws
    them, diamonds are Max nodes, and boxes and triangles on their heads are Min nodes.  In the trees of OpenSpiel, told
    by the names of nodes or by leaves with a number for each player, squares are those of player 0, who is Max, and
    ellipses those of player 1.  Where no node states its kind and some were guessed, the others are open, or Max nodes
    if they have moves and others have players.

    Raises
    ------
    FormatError
        If a tree of OpenSpiel has chance nodes, which are points there, naming the first.
    """
    nodes = [
        _DrawnNode(id, str(record.get("label") or "").strip(), shapes.get(id), id in inner, record)
        for id, record in records.items()
        if not _states_kind(record)
    ]
    for said, some in _all_guesses(nodes, [*records], negamax=negamax).items():
        fields.warn(f"{said}: {_names_of(some)}", is_grave=True)


def _all_guesses(nodes: Sequence[_DrawnNode], ids: Sequence[str], *, negamax: bool) -> _Guesses:
    """Return all guesses about the kinds of drawn nodes, in the order of the first node of each."""
    ends, movers = [node for node in nodes if not node.is_inner], [node for node in nodes if node.is_inner]
    guesses: _Guesses = {}
    is_openspiel = not negamax and _are_histories(ids)
    if is_openspiel:
        _require_no_chance(nodes)
    leaves = [node for node in ends if node.shape == "diamond"] if is_openspiel else ends
    pairs = [(node, pair) for node in leaves if (pair := _openspiel_payoff(node.label)) is not None]
    if is_openspiel or (pairs and not negamax):
        _read_openspiel(movers, pairs, guesses)
    elif not _numbers_are_names(nodes):
        _guess_scores(ends, guesses)
    _guess_open(ends, guesses)
    if not negamax:
        _guess_players(movers, guesses)
    if guesses and len(nodes) == len(ids) and not negamax:
        _guess_others(movers, ends, guesses)
    return guesses


def _guess_others(movers: Sequence[_DrawnNode], ends: Sequence[_DrawnNode], guesses: _Guesses) -> None:
    """Guess the kinds of the nodes that neither label nor shape explains."""
    others, unknown = ([node for node in some if not node.is_guessed] for some in (movers, ends))
    for node in unknown:
        node.guess(open="true")
    if others and len(others) < len(movers):
        guesses["neither label nor shape names a player; read as Max"] = others
        for node in others:
            node.guess(player="max")
    if unknown:
        guesses["no score is drawn, and there are no moves; kept as open"] = unknown


def _names_of(nodes: Sequence[_DrawnNode]) -> str:
    """Return the ids of the first nodes in words, and the number of the others."""
    more = f" and {counted(len(nodes) - _NAMED, 'more node')}" if len(nodes) > _NAMED else ""
    return ", ".join(quoted(node.id) for node in nodes[:_NAMED]) + more


def _states_kind(record: Record) -> bool:
    """Return whether the record of a node says its kind itself, so that nothing is guessed."""
    named = ((key, cell) for key, cell in record.items() if cell is not None and is_player_key(key))
    names_player = any(players_under(key, [cell]).kind(cell) is not None for key, cell in named)
    return names_player or any(record.get(key) is not None for key in _SAYING)


# ---- leaves and open nodes


def _guess_scores(ends: Sequence[_DrawnNode], guesses: _Guesses) -> None:
    """Read labels as scores, unless so few of them are numbers that these are likely names (57e102)."""
    labelled = [node for node in ends if node.label]
    parts = [(node, *node.label.rpartition("\n")) for node in labelled]
    scored = [(node, before, last) for node, before, _, last in parts if _score_or_none(last) is not None]
    if len(scored) * _RARE < len(labelled):
        return
    for node, before, last in scored:
        node.guess(score=last.strip(), label=before.strip())
        guesses.setdefault("the score was guessed from the label", []).append(node)


def _guess_open(ends: Sequence[_DrawnNode], guesses: _Guesses) -> None:
    """Guess that hexagons without moves are open nodes."""
    for node in ends:
        if node.shape in _OPEN_SHAPES and not node.is_guessed:
            node.guess(open="true")
            guesses.setdefault("guessed from the shape hexagon to be open nodes", []).append(node)


def _numbers_are_names(nodes: Sequence[_DrawnNode]) -> bool:
    """Return whether numbers on nodes are names: nodes with moves have them too, and no two are equal."""
    numbers = [node for node in nodes if _score_or_none(node.label) is not None]
    return any(node.is_inner for node in numbers) and len({node.label for node in numbers}) == len(numbers)


@lru_cache(10_000)
def _score_or_none(text: str) -> Score | None:
    try:
        return parse_score(text)
    except OptionError:
        return None


def _openspiel_payoff(label: str) -> str | None:
    """Return player 0's payoff at a leaf of OpenSpiel, as "1.0" in "1.0, -1.0"; None unless player 1 loses as much."""
    first, _, second = label.partition(",")
    one, other = _score_or_none(first), _score_or_none(second)
    return first.strip() if one is not None and other is not None and one == -other else None


# ---- players


def _are_histories(ids: Sequence[str]) -> bool:
    """Return whether nodes have OpenSpiel's names of states: a blank, and then the actions before, if any."""
    return len(ids) > 1 and ids[0] == " " and _HISTORY.fullmatch(ids[1]) is not None


def _require_no_chance(nodes: Sequence[_DrawnNode]) -> None:
    if points := [node for node in nodes if node.shape == "point"]:
        raise FormatError(
            f"OpenSpiel draws chance nodes as points: {_names_of(points)}; only games without chance can be read"
        )


def _read_openspiel(movers: Sequence[_DrawnNode], pairs: Sequence[tuple[_DrawnNode, str]], guesses: _Guesses) -> None:
    """Guess the kinds of nodes as OpenSpiel draws them: leaves by their payoffs, players by their shapes."""
    for node, score in pairs:
        node.guess(score=score, label="")
    if pairs:
        leaves = [node for node, _ in pairs]
        guesses["a label with two numbers was read as a leaf of OpenSpiel, with what player 0 gets"] = leaves
    for node in movers:
        if node.shape in _OF_OPENSPIEL:
            player = _OF_OPENSPIEL[node.shape]
            node.guess(player=player)
            who = "a square, which in OpenSpiel is player 0," if node.shape == "square" else "an ellipse, player 1,"
            guesses.setdefault(f"{who} was read as {player.title()}", []).append(node)


def _guess_players(movers: Sequence[_DrawnNode], guesses: _Guesses) -> None:
    unknown: list[tuple[_DrawnNode, str]] = []
    for node in movers:
        if node.is_guessed:
            continue
        named = {match[1].lower() for match in _PLAYER.finditer(node.label)}
        if len(named) == 1:
            node.guess(player=named.pop())
            guesses.setdefault(_OF_LABELS, []).append(node)
        elif node.shape in _PLAYERS:
            unknown.append((node, _PLAYERS[node.shape]))
    if len({_PLAYERS[node.shape] for node in movers if node.shape in _PLAYERS}) == 1:
        return  # all drawn alike: the shape tells nothing
    for node, player in unknown:
        node.guess(player=player)
        guesses.setdefault(f"guessed from the shape {node.shape} to be {player.title()}", []).append(node)
