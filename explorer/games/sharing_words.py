"""A sharing game in words."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.games.sharing_setting import EDGES, FACES, ONE, VERTICES, Setting
from explorer.games.sharing_values import Shares

_HANGS_ON = {
    (VERTICES, EDGES): "its ends",
    (EDGES, VERTICES): "the edges at it",
    (EDGES, FACES): "the edges on its boundary",
    (VERTICES, FACES): "the vertices on its boundary",
    (FACES, VERTICES): "the faces that it lies on",
    (FACES, EDGES): "the faces that it lies on",
}


def description(setting: Setting, shares: Shares, letters: str) -> str:
    """The rules of a game with colours that are called by letters, its faces, and what is settled from the start."""
    return " ".join([*_rules(setting, shares, letters), *_faces(setting), *_settled(setting, shares)])


def symmetric_note(shares: Shares) -> str:
    """What is said of the boards where positions count as one that are the same but for a symmetry."""
    if shares.parity:
        return "Positions that differ by a symmetry of the graph are one: after a move, colours may appear elsewhere."
    return (
        "Positions that differ by a symmetry of the graph or by an exchange of colours are one: after a move, colours "
        "may appear elsewhere or exchanged."
    )


def with_article(kind: str) -> str:
    """One of the vertices, edges or faces: "an edge"."""
    return f"{'an' if kind == EDGES else 'a'} {ONE[kind]}"


def names_with_and(names: Iterable[str]) -> str:
    """Names in a sentence."""
    return ", ".join(names)


def _rules(setting: Setting, shares: Shares, letters: str) -> list[str]:
    hangs_on = _HANGS_ON[setting.color, setting.share]
    odd, different = f"an odd number of {hangs_on} have the colour A", f"{hangs_on} have more than one colour"
    colours = f"the colours {names_with_and(letters)}" if len(letters) > 1 else f"the only colour, {letters}"
    whose, share = with_article(setting.color), with_article(setting.share).capitalize()
    return [
        f"Max proposes {'one of ' if len(letters) > 1 else ''}{colours}, Min gives it to {whose} that has "
        f"none, until every {ONE[setting.color]} has one.",
        f"{share} belongs to Max if {odd if shares.parity else different}, and else to Min; "
        "Max wants a large share and Min wants it small.",
    ]


def _faces(setting: Setting) -> list[str]:
    """The faces, where they play a part."""
    if setting.plane is None or FACES not in (setting.color, setting.share):
        return []
    names = setting.graph.vertices
    bounds = (f"{face.name} ({' '.join(names[at] for at in face.vertices)})" for face in setting.plane.faces)
    return [f"The faces, with the vertices on their boundaries: {names_with_and(bounds)}."]


def _settled(setting: Setting, shares: Shares) -> list[str]:
    """What is clear before anybody has moved."""
    if shares.parity:
        odd = [name for name, there in zip(setting.shared, shares.sets, strict=True) if len(there) % 2]
        return [f"Max gets these by proposing A all the time: {names_with_and(odd)}."] if odd else []
    single = [name for name, there in zip(setting.shared, shares.sets, strict=True) if len(there) == 1]
    return [f"These can never have two colours, so they are Min's: {names_with_and(single)}."] if single else []
