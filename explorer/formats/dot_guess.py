"""What nodes of a DOT file may be that do not say it: told by their shapes and labels, and said in a warning."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from explorer.formats.dot_labels import guessed_score
from explorer.model.builder import GraphBuilder, named_player

Record = dict[str, Any]

_MAX_SHAPES = ("circle", "diamond", "doublecircle", "ellipse", "oval", "triangle")
_MIN_SHAPES = ("box", "square", "rect", "rectangle", "invtriangle")
_OPEN_SHAPES = ("hexagon",)
_PLAYERS = {
    **dict.fromkeys(_MAX_SHAPES, "max"),
    **dict.fromkeys(_MIN_SHAPES, "min"),
}
_NAMED = 5  # nodes that a warning names


def guess_kinds(
    records: Mapping[str, Record],
    shapes: Mapping[str, str],
    inner: Collection[str],
    builder: GraphBuilder,
    *,
    negamax: bool = False,
) -> None:
    """Nothing, after adding to the records of nodes what they most likely are.

    A node without moves whose label is a number is a leaf; one of a hexagon's shape is open.  A node with moves whose
    label is Max or Min, or whose shape is round, a triangle or, as PGSolver draws it, a diamond (Max), or a box or a
    triangle on its head (Min), has that player, unless the graph is said to be `negamax`.
    """
    silent = [id for id, record in records.items() if not _says_what_it_is(record)]
    guesses: dict[str, list[str]] = {}
    for id in silent:
        if id not in inner:
            guess = _guess_sink(records[id], id, shapes)
        else:
            guess = "" if negamax else _guess_inner(records[id], shapes.get(id, ""))
        if guess:
            guesses.setdefault(guess, []).append(id)
    for guess, ids in guesses.items():
        names = ", ".join(repr(id) for id in ids[:_NAMED]) + (", …" if len(ids) > _NAMED else "")
        builder.fields.warn(f"{guess}: {names}")


def _says_what_it_is(record: Record) -> bool:
    owner = named_player(record.get("owner"))
    return owner is not None or any(record.get(key) is not None for key in ("player", "score", "open"))


def _guess_inner(record: Record, shape: str) -> str:
    label = str(record.get("label") or "").strip().lower()
    if label in ("max", "min"):
        record["player"] = label
        return "the player was guessed from the label"
    if shape in _PLAYERS:
        record["player"] = _PLAYERS[shape]
        return f"guessed from the shape {shape} to be {_PLAYERS[shape].title()} nodes"
    return ""


def _guess_sink(record: Record, id: str, shapes: Mapping[str, str]) -> str:
    found = guessed_score(str(record.get("label") or ""))
    if found is not None:
        label, record["score"] = found
        record["label"] = label if label != id else None
        return "the score was guessed from the label"
    if shapes.get(id) in _OPEN_SHAPES:
        record["open"] = True
        return "guessed from the shape hexagon to be open nodes"
    return ""
