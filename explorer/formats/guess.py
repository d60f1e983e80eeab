"""What drawn nodes may be that do not say it: told by their labels and shapes, and said in a warning, once each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from explorer.model.builder import GraphBuilder, named_player
from explorer.model.errors import OptionError, quoted
from explorer.model.scores import Score, parse_score
from explorer.model.words import counted

Record = dict[str, Any]

_MAX_SHAPES = ("circle", "diamond", "doublecircle", "ellipse", "oval", "triangle")
_MIN_SHAPES = ("box", "square", "rect", "rectangle", "roundrectangle", "invtriangle", "triangle2")
_PLAYERS = {**dict.fromkeys(_MAX_SHAPES, "max"), **dict.fromkeys(_MIN_SHAPES, "min")}
_OPEN_SHAPES = ("hexagon",)
_OF_OPENSPIEL = {"square": "max", "ellipse": "min"}  # its players 0 and 1

_PLAYER = re.compile(r"(?:^|\n)\s*(max|min)\s*(?=$|\n)|[(\[]\s*(max|min)\s*[)\]]", re.IGNORECASE)
_NAMED = 5  # nodes that a warning names
_RARE = 10  # one number among so many labels is no score


def guess_kinds(
    records: Mapping[str, Record],
    shapes: Mapping[str, str],
    inner: Collection[str],
    builder: GraphBuilder,
    *,
    negamax: bool = False,
) -> None:
    """Nothing, after adding to the records of nodes what they most likely are.

    A node without moves whose label is a number is a leaf; one of a hexagon's shape is open.  A node with moves has the
    player whose name its label is, has on a line of its own or in brackets, unless the graph is said to be `negamax`.
    Where such nodes have different shapes, those that are round, triangles or, as PGSolver draws them, diamonds are Max
    nodes, and boxes and triangles on their heads are Min nodes.  In the trees of OpenSpiel, whose leaves have a number
    for each player, squares are those of player 0, who is Max, and ellipses those of player 1.  Where no node says what
    it is and some were guessed, the others are open, or Max nodes if they have moves and others have players.
    """
    silent = [id for id, record in records.items() if not _says_what_it_is(record)]
    ends, movers = [id for id in silent if id not in inner], [id for id in silent if id in inner]
    guesses: dict[str, list[str]] = {}
    pairs = {id: pair for id in ends if (pair := _pair(_label(records[id]))) is not None}
    if pairs and not negamax:
        _read_openspiel(records, shapes, movers, pairs, guesses)
    elif not _numbers_are_names(records, movers, ends):
        _guess_scores(records, ends, guesses)
    _guess_open(records, shapes, ends, guesses)
    if not negamax:
        _guess_players(records, shapes, movers, guesses)
    if guesses and len(silent) == len(records) and not negamax:
        _settle_others(records, movers, ends, guesses)
    for guess, ids in guesses.items():
        builder.fields.warn(f"{guess}: {_listed(ids)}")


def _settle_others(
    records: Mapping[str, Record], movers: Collection[str], ends: Collection[str], guesses: dict[str, list[str]]
) -> None:
    """Make something of the nodes that neither label nor shape explains."""
    unknown = [id for id in ends if records[id].get("score") is None and not records[id].get("open")]
    for id in unknown:
        records[id]["open"] = True
    others = [id for id in movers if records[id].get("player") is None]
    if len(others) < len(movers):
        for id in others:
            records[id]["player"] = "max"
        guesses.update({"neither label nor shape names a player; read as Max": others} if others else {})
    guesses.update({"no score is drawn, and there are no moves; kept as open": unknown} if unknown else {})


def _listed(ids: list[str]) -> str:
    more = f" and {counted(len(ids) - _NAMED, 'more node')}" if len(ids) > _NAMED else ""
    return ", ".join(map(quoted, ids[:_NAMED])) + more


def _says_what_it_is(record: Record) -> bool:
    owner = named_player(record.get("owner"))
    return owner is not None or any(record.get(key) is not None for key in ("player", "score", "open"))


def _label(record: Record) -> str:
    return str(record.get("label") or "").strip()


# ---- leaves and open nodes


def _guess_scores(records: Mapping[str, Record], ends: Iterable[str], guesses: dict[str, list[str]]) -> None:
    """Read labels as scores, unless so few of them are numbers that these are names that look like some (57e102)."""
    parts = {id: label.rpartition("\n") for id in ends if (label := _label(records[id]))}
    scored = {id: last.strip() for id, (_, _, last) in parts.items() if _number(last) is not None}
    if len(scored) * _RARE < len(parts):
        return
    for id, score in scored.items():
        before = parts[id][0].strip()
        records[id] |= {"score": score, "label": before if before != id else None}
        guesses.setdefault("the score was guessed from the label", []).append(id)


def _guess_open(
    records: Mapping[str, Record], shapes: Mapping[str, str], ends: Iterable[str], guesses: dict[str, list[str]]
) -> None:
    for id in ends:
        if shapes.get(id) in _OPEN_SHAPES and records[id].get("score") is None:
            records[id]["open"] = True
            guesses.setdefault("guessed from the shape hexagon to be open nodes", []).append(id)


def _numbers_are_names(records: Mapping[str, Record], movers: Iterable[str], ends: Iterable[str]) -> bool:
    """Whether numbers on nodes are their names: nodes with moves have them too, and no two are equal."""
    of_movers = [label for id in movers if _number(label := _label(records[id])) is not None]
    labels = [*of_movers, *(label for id in ends if _number(label := _label(records[id])) is not None)]
    return bool(of_movers) and len(set(labels)) == len(labels)


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


def _read_openspiel(
    records: Mapping[str, Record],
    shapes: Mapping[str, str],
    movers: Iterable[str],
    pairs: Mapping[str, str],
    guesses: dict[str, list[str]],
) -> None:
    for id, score in pairs.items():
        records[id] |= {"score": score, "label": None}
    guesses["a label with two numbers was read as a leaf of OpenSpiel, with what player 0 gets"] = list(pairs)
    for id in movers:
        if shapes.get(id) in _OF_OPENSPIEL:
            records[id]["player"] = _OF_OPENSPIEL[shapes[id]]
            who = "a square, which in OpenSpiel is player 0," if shapes[id] == "square" else "an ellipse, player 1,"
            guesses.setdefault(f"{who} was read as {records[id]['player'].title()}", []).append(id)


def _guess_players(
    records: Mapping[str, Record], shapes: Mapping[str, str], movers: Iterable[str], guesses: dict[str, list[str]]
) -> None:
    unknown = []
    for id in movers:
        if records[id].get("player") is not None:
            continue
        named = {(match[1] or match[2]).lower() for match in _PLAYER.finditer(_label(records[id]))}
        if len(named) == 1:
            records[id]["player"] = named.pop()
            guesses.setdefault("the player was guessed from the label", []).append(id)
        elif shapes.get(id) in _PLAYERS:
            unknown.append(id)
    if len({_PLAYERS[shapes[id]] for id in unknown}) == 1 and not guesses.get("the player was guessed from the label"):
        return  # all drawn alike: the shape tells nothing
    for id in unknown:
        records[id]["player"] = _PLAYERS[shapes[id]]
        guesses.setdefault(f"guessed from the shape {shapes[id]} to be {_PLAYERS[shapes[id]].title()}", []).append(id)
