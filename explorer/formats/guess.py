"""What drawn nodes may be that do not say it: told by their labels and shapes, and said in a warning, once each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain
from typing import Any

from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.fields import FieldReader
from explorer.model.intake import Intake
from explorer.model.node_facts import players_in
from explorer.model.scores import Score, parse_score
from explorer.model.words import counted

Record = dict[str, Any]

_MAX_SHAPES = ("circle", "diamond", "doublecircle", "ellipse", "oval", "triangle")
_MIN_SHAPES = ("box", "square", "rect", "rectangle", "roundrectangle", "invtriangle", "triangle2")
_PLAYERS = {**dict.fromkeys(_MAX_SHAPES, "max"), **dict.fromkeys(_MIN_SHAPES, "min")}
_OPEN_SHAPES = ("hexagon",)
_OF_OPENSPIEL = {"square": "max", "ellipse": "min"}  # its players 0 and 1
_HISTORY = re.compile(r" \d+")  # what OpenSpiel calls a state after one action

_BEFORE = r"(?:^|[:=,;|/(\[{]|player[ \t]|^[^\W\d]\w?[ \t])[ \t]*"  # "5 min" is a time
_VALUE = r"[-+−]?[\d∞][\d./]*$|\w[ \t]*=|\w{1,2}$"  # or a name
_AFTER = rf"[ \t]*(?:$|[:=,;|/()\[\]{{}}'’]|[ \t](?:{_VALUE}|(?:node|player|turn|to move)\b))"
_PLAYER = re.compile(rf"{_BEFORE}(max|min)(?={_AFTER})", re.IGNORECASE | re.MULTILINE)
_NAMED = 5  # nodes that a warning names
_RARE = 10  # one number among so many labels is no score

_SAYING = ("player", "score", "open")  # what a node is
_OF_LABELS = "the player was guessed from the label"


@dataclass(slots=True)
class _Group:
    """Nodes that do not say what they are and are drawn alike.

    Attributes
    ----------
    rows : which of all nodes they are, in order.
    guess : what they most likely are, under the keys of the model; a label that is the id of its node is none.
    """

    label: str
    shape: str | None
    is_inner: bool
    rows: Sequence[int]
    guess: dict[str, str] = field(default_factory=dict)


_Guesses = dict[str, list[_Group]]  # what is said of nodes


def guess_kinds(
    records: Mapping[str, Record],
    shapes: Mapping[str, str],
    inner: Collection[str],
    fields: FieldReader,
    *,
    negamax: bool = False,
) -> None:
    """Nothing, after adding to the records of nodes what they most likely are.

    A node without moves whose label is a number is a leaf; one of a hexagon's shape is open.  A node with moves has the
    player whose name its label is, or has set apart, as "B (min)" and "Max: 3" have, unless the graph is said to be
    `negamax`.  Where nodes with moves have different shapes, those that are round, triangles or, as PGSolver draws
    them, diamonds are Max nodes, and boxes and triangles on their heads are Min nodes.  In the trees of OpenSpiel, told
    by the names of nodes or by leaves with a number for each player, squares are those of player 0, who is Max, and
    ellipses those of player 1.  Where no node says what it is and some were guessed, the others are open, or Max nodes
    if they have moves and others have players.

    Raises
    ------
    FormatError
        If a tree of OpenSpiel has chance nodes, which are points there, naming the first.
    """
    ids, rows = [*records], dict[tuple[str, str | None, bool], list[int]]()
    for row, (id, record) in enumerate(records.items()):
        if not _says_what_it_is(record):
            label = str(record.get("label") or "").strip()
            rows.setdefault((label, shapes.get(id), id in inner), []).append(row)
    groups = [_Group(*drawn, alike) for drawn, alike in rows.items()]
    _guess(groups, ids, fields, negamax=negamax)
    for group in groups:
        for id in [ids[row] for row in group.rows]:
            records[id] |= group.guess
            if group.guess.get("label") == id:
                records[id]["label"] = ""


def _guess(groups: Sequence[_Group], ids: Sequence[str], fields: FieldReader, *, negamax: bool) -> None:
    """Guess what the nodes of each group are, in the order of their first ones, and say so."""
    ends, movers = [group for group in groups if not group.is_inner], [group for group in groups if group.is_inner]
    guesses: _Guesses = {}
    is_openspiel = not negamax and _are_histories(ids)
    if is_openspiel:
        _require_no_chance(groups, ids)
    leaves = [group for group in ends if group.shape == "diamond"] if is_openspiel else ends
    pairs = [(group, pair) for group in leaves if (pair := _pair(group.label)) is not None]
    if is_openspiel or (pairs and not negamax):
        _read_openspiel(movers, pairs, guesses)
    elif not _numbers_are_names(groups):
        _guess_scores(ends, guesses)
    _guess_open(ends, guesses)
    if not negamax:
        _guess_players(movers, guesses)
    if guesses and _count(groups) == len(ids) and not negamax:
        _settle_others(movers, ends, guesses)
    for guess, some in guesses.items():
        fields.warn(f"{guess}: {_listed(some, ids)}")


def _settle_others(movers: Sequence[_Group], ends: Sequence[_Group], guesses: _Guesses) -> None:
    """Make something of the nodes that neither label nor shape explains."""
    unknown = [group for group in ends if not group.guess]
    for group in unknown:
        group.guess["open"] = "true"
    others = [group for group in movers if not group.guess]
    if len(others) < len(movers):
        for group in others:
            group.guess["player"] = "max"
        guesses.update({"neither label nor shape names a player; read as Max": others} if others else {})
    guesses.update({"no score is drawn, and there are no moves; kept as open": unknown} if unknown else {})


def _count(groups: Sequence[_Group]) -> int:
    return sum(len(group.rows) for group in groups)


def _listed(groups: Sequence[_Group], ids: Sequence[str]) -> str:
    first, count = nsmallest(_NAMED, chain.from_iterable(group.rows[:_NAMED] for group in groups)), _count(groups)
    more = f" and {counted(count - _NAMED, 'more node')}" if count > _NAMED else ""
    return ", ".join(quoted(ids[row]) for row in first) + more


def _says_what_it_is(record: Record) -> bool:
    owner = players_in([record.get("owner")]).kind(record.get("owner"))
    return owner is not None or any(record.get(key) is not None for key in _SAYING)


# ---- leaves and open nodes


def _guess_scores(ends: Sequence[_Group], guesses: _Guesses) -> None:
    """Read labels as scores, unless so few of them are numbers that these are names that look like some (57e102)."""
    labelled = [group for group in ends if group.label]
    parts = [(group, *group.label.rpartition("\n")) for group in labelled]
    scored = [(group, before, last) for group, before, _, last in parts if _number(last) is not None]
    if _count([group for group, _, _ in scored]) * _RARE < _count(labelled):
        return
    for group, before, last in scored:
        group.guess.update({"score": last.strip(), "label": before.strip()})
        guesses.setdefault("the score was guessed from the label", []).append(group)


def _guess_open(ends: Sequence[_Group], guesses: _Guesses) -> None:
    for group in ends:
        if group.shape in _OPEN_SHAPES and not group.guess:
            group.guess["open"] = "true"
            guesses.setdefault("guessed from the shape hexagon to be open nodes", []).append(group)


def _numbers_are_names(groups: Sequence[_Group]) -> bool:
    """Whether numbers on nodes are their names: nodes with moves have them too, and no two are equal."""
    numbers = [group for group in groups if _number(group.label) is not None]
    return any(group.is_inner for group in numbers) and len({group.label for group in numbers}) == _count(numbers)


def _number(text: str) -> Score | None:
    try:
        return parse_score(text)
    except OptionError:
        return None


def _pair(label: str) -> str | None:
    """What player 0 gets at a leaf of OpenSpiel, as "1.0" in "1.0, -1.0"; None unless it is all that player 1 loses."""
    first, _, second = label.partition(",")
    one, other = _number(first), _number(second)
    return first.strip() if one is not None and other is not None and one == -other else None


# ---- players


def _are_histories(ids: Sequence[str]) -> bool:
    """Whether nodes are called as OpenSpiel calls states: a blank, and then the actions before, if there were any."""
    return len(ids) > 1 and ids[0] == " " and _HISTORY.fullmatch(ids[1]) is not None


def _require_no_chance(groups: Sequence[_Group], ids: Sequence[str]) -> None:
    points = [group for group in groups if group.shape == "point"]
    if points:
        shown = _listed(points, ids)
        raise FormatError(f"OpenSpiel draws chance nodes as points: {shown}; only games without chance can be read")


def _read_openspiel(movers: Sequence[_Group], pairs: Sequence[tuple[_Group, str]], guesses: _Guesses) -> None:
    for group, score in pairs:
        group.guess.update({"score": score, "label": ""})
    if pairs:
        leaves = [group for group, _ in pairs]
        guesses["a label with two numbers was read as a leaf of OpenSpiel, with what player 0 gets"] = leaves
    for group in movers:
        if group.shape in _OF_OPENSPIEL:
            player = group.guess["player"] = _OF_OPENSPIEL[group.shape]
            who = "a square, which in OpenSpiel is player 0," if group.shape == "square" else "an ellipse, player 1,"
            guesses.setdefault(f"{who} was read as {player.title()}", []).append(group)


def _guess_players(movers: Sequence[_Group], guesses: _Guesses) -> None:
    unknown: list[tuple[_Group, str]] = []
    for group in movers:
        if group.guess:
            continue
        named = {match[1].lower() for match in _PLAYER.finditer(group.label)}
        if len(named) == 1:
            group.guess["player"] = named.pop()
            guesses.setdefault(_OF_LABELS, []).append(group)
        elif group.shape in _PLAYERS:
            unknown.append((group, _PLAYERS[group.shape]))
    if len({_PLAYERS[group.shape] for group in movers if group.shape in _PLAYERS}) == 1:
        return  # all drawn alike: the shape tells nothing
    for group, player in unknown:
        group.guess["player"] = player
        guesses.setdefault(f"guessed from the shape {group.shape} to be {player.title()}", []).append(group)


# ---- edges

_MEANT = {
    "back": "drawn backwards; the move goes the other way",
    "both": "drawn both ways; each is two moves",
    "none": "drawn without a direction; left out",
    "invisible": "not drawn; left out",
}


DrawnEdge = tuple[object, object, Mapping[str, Any], int | None, str]
"""Source, target, attributes, line, and how it is drawn: back, both, none, invisible, or "" for the usual way."""


def take_drawn(edges: Iterable[DrawnEdge], words: Mapping[str, str], intake: Intake) -> set[str]:
    """The ids of nodes that have moves, after handing edges to an intake, each as the moves that it is drawn as.

    Parameters
    ----------
    words : for each way to draw an edge but the usual one, how it is written, for a note on how many there are.
    """
    found, lines, sources = Counter[str](), dict[str, int | None](), set[str]()
    for source, target, attributes, line, way in edges:
        if way:
            found[way] += 1
            lines.setdefault(way, line)
        if way in ("", "both"):
            intake.move(source, target, attributes or None, line)
            sources.add(str(source))
        if way in ("back", "both"):
            intake.move(target, source, attributes or None, line)
            sources.add(str(target))
    for way, meaning in _MEANT.items():
        if count := found[way]:
            message = f"{counted(count, 'edge')} with {words[way]} {'is' if count == 1 else 'are'} {meaning}"
            intake.fields.warn(message, line=lines[way])
    return sources
