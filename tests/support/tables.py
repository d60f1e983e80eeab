"""Tables of nodes and moves by chance: most of them plain and right, some with something odd somewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

Given = TypeVar("Given")

Cell = str | int | float | bool | None

ODD_IDS: tuple[Cell, ...] = ("", None, "é", " a", "a ", 7, 3.0, 2.5, True, "x" * 1_001, "n0", "zz", float("nan"))
ODD_SCORES: tuple[Cell, ...] = (
    "1/2",
    "1/0",
    "x",
    2.5,
    -0.0,
    float("inf"),
    "",
    "007",
    True,
    10**400,
    "−3",
    "1e5",
    "NaN",
    None,
)
ODD_PLAYERS: tuple[Cell, ...] = ("MAX", " min", "both", "", "None", 1, None, True)
ODD_FLAGS: tuple[Cell, ...] = ("yes", "no", "x", "maybe", "null", 1, 0, 1.0, True, False, "", None)
ODD_NUMBERS: tuple[Cell, ...] = ("1.5", "x", 1e10, float("nan"), None, "", "1/2", True, -0.0, "1e3")


@dataclass
class Tables:
    """Columns of moves and of nodes by name; no nodes: nothing but moves is known."""

    moves: dict[str, list[Cell]]
    nodes: dict[str, list[Cell]] | None


def spoilt(seed: int) -> Tables:
    """Two tables with mistakes of the same kinds in many rows; another seed gives others."""
    rng = Random(seed)
    share, prefix = rng.choice((0.02, 0.1, 0.3, 0.6)), rng.choice(("n", "x ", "é", "o'"))
    ids = [f"{prefix}{number}" for number in range(rng.randint(5, 30))]

    def cell(right: Cell, *wrong: Cell) -> Cell:
        return rng.choice(wrong) if rng.random() < share else right

    rows = [_spoilt_row(id, cell, ids, is_leaf=rng.random() < 0.3) for id in ids]
    rows += rng.choices(rows, k=rng.choice((0, 0, len(rows))))
    ends = [(rng.choice(ids), rng.choice(ids)) for _ in range(3 * len(ids))]
    pairs = [
        (cell(source, source, None, "zz", f"{prefix}99"), cell(target, target, None, "zz")) for source, target in ends
    ]
    pairs += rng.choices(pairs, k=rng.choice((0, 0, len(pairs))))
    columns = [key for key in rows[0] if key not in ("open", "root", "x", "y") or rng.random() < 0.7]
    columns = [key for key in columns if key != "player"] if rng.random() < 0.2 else columns
    moves = {end: [pair[number] for pair in pairs] for number, end in enumerate(("from", "to"))}
    return Tables(moves, {key: [row[key] for row in rows] for key in columns})


def _spoilt_row(id: str, cell: Callable[..., Cell], ids: list[str], *, is_leaf: bool) -> dict[str, Cell]:
    return {
        "id": cell(id, id, id, None, ids[0]),
        "player": cell(None if is_leaf else "max", "white", "black", "it's", "2", "-1", 'a"b', None),
        "score": cell("1" if is_leaf else None, "abc", "2", "2/3", None),
        "open": cell(None, "yes", "no", "maybe"),
        "root": cell(None, None, "x", "no"),
        "x": cell("-1.5", "abc", "1e400", "1/2", "+3", "\u22122", " 5", "1e0001", "2020-01-01", None),
        "y": cell("2", "true", "nan", "inf", "1e10", "0e5", None),
    }


def tables(seed: int) -> Tables:
    """Two tables; another seed gives others."""
    rng = Random(seed)
    inner, leaves, opens = rng.randint(1, 5), rng.randint(0, 3), rng.choice((0, 0, 1))
    ids: list[Cell] = [f"n{index}" for index in range(inner + leaves + opens)]
    pairs = sorted({(rng.randrange(inner), rng.randrange(len(ids))) for _ in range(rng.randint(1, 12))})
    rng.shuffle(pairs)
    moves = {"from": [ids[one] for one, _ in pairs], "to": [ids[two] for _, two in pairs]}
    nodes = _nodes(rng, ids, inner, leaves) if rng.random() < 0.8 else None
    found = Tables(moves, nodes)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        _spoil(rng, found)
    return found


def _nodes(rng: Random, ids: list[Cell], inner: int, leaves: int) -> dict[str, list[Cell]]:
    negamax = rng.random() < 0.3
    kinds = ["inner"] * inner + ["leaf"] * leaves + ["open"] * (len(ids) - inner - leaves)
    words = (True, None) if rng.random() < 0.5 else ("true", "")
    found: dict[str, list[Cell]] = {"id": ids}
    if not negamax:
        found["player"] = [rng.choice(("max", "min")) if kind == "inner" else None for kind in kinds]
    numbers: tuple[Cell, ...] = rng.choice(((-1, 0, 1), (0.5, -2.0, 3.0), ("1/2", "-3", "16/3")))
    found["score"] = [rng.choice(numbers) if kind == "leaf" else None for kind in kinds]
    found["open"] = [words[0] if kind == "open" else words[1] for kind in kinds]
    if rng.random() < 0.5:
        found["label"] = [rng.choice(("A label", "B", None)) for _ in ids]
    if rng.random() < 0.5:
        for name in ("x", "y"):
            found[name] = [float(rng.randint(-100, 100)) for _ in ids]
    if rng.random() < 0.7:
        found["root"] = [True if index == 0 else None for index in range(len(ids))]
    return found


def _spoil(rng: Random, found: Tables) -> None:
    """Put something odd into a cell, repeat a row, add a column or take one away."""
    table = rng.choice([each for each in (found.moves, found.nodes) if each])
    row = rng.randrange(len(next(iter(table.values()))))
    what = rng.random()
    if what < 0.15:
        for cells in table.values():
            cells.append(cells[row])
    elif what < 0.25:
        table[rng.choice(("depth", "label", "Weight"))] = [
            rng.choice((1, "t", None)) for _ in next(iter(table.values()))
        ]
    else:
        name = rng.choice(list(table))
        pools = {"score": ODD_SCORES, "player": ODD_PLAYERS, "open": ODD_FLAGS, "root": ODD_FLAGS, "x": ODD_NUMBERS}
        table[name] = [*table[name]]
        table[name][row] = rng.choice(pools.get(name, ODD_NUMBERS if name == "y" else ODD_IDS))


def pairs(rng: Random, nodes: int) -> list[tuple[int, int]]:
    found = sorted({(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(1, 12))})
    rng.shuffle(found)
    return found


def document(rng: Random) -> dict[str, object]:
    """A graph with anything that a file can say, and now and then something odd."""
    count, is_negamax = rng.randint(1, 7), rng.random() < 0.2
    name = "n{}" if rng.random() < 0.9 else rng.choice(("{} é", "<{}>&amp;", "{}", '"{}"'))
    ids = [name.format(number) for number in range(count)]
    found = pairs(rng, count)
    moves = [(ids[one], ids[two]) for one, two in (sorted(found) if rng.random() < 0.8 else found)]
    sources = {source for source, _ in moves}
    scores = rng.choice(((-1, 0, 1), (0.5, -2.0), ("1/2", "16/3"), (1, 2.5, "1/3", 2**70)))
    labels = rng.choice(((None,), (None,), (None, "A label"), ("max", "Ends\n1", 'a "b" <c> &amp; \\N', "1.5", "é")))
    nodes: list[dict[str, object]] = []
    for id in ids:
        node: dict[str, object] = {"id": id}
        if id not in sources:
            node |= {"score": rng.choice(scores)} if rng.random() < 0.8 else {"open": True}
        elif not is_negamax:
            node["player"] = rng.choice(("max", "min"))
        node |= {"label": label} if (label := rng.choice(labels)) else {}
        node |= {"x": rng.randint(-9, 9) / 2, "y": float(rng.randint(-9, 9))} if rng.random() < 0.3 else {}
        node |= rng.choice(({"depth": 1}, {"k": True})) if rng.random() < 0.02 else {}
        nodes.append(node)
    about = rng.choice(({}, {"name": "N 1"}, {"description": "D\nE", "other": 1}))
    return {
        "nodes": nodes, "moves": moves, "root": rng.choice((None, ids[0])),
        "convention": "negamax" if is_negamax else "minimax", **about,
    }  # fmt: skip
