"""Checks of Aravamuthan and Ganguly, e-Valuate: its tiling game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from explorer.games.maximal_tilings import dominoes, fewest, is_maximal, most
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph
from explorer.papers.checks.trials import value_of_tree
from explorer.papers.finding import Finding, Heartbeat, same
from explorer.solver import solve


def tiling(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the value of a small board, and the limits of the large one."""
    graph: GameGraph = scene.graph
    ends = {int(node.score) for node in graph.nodes if node.score is not None}
    yield same("numbers of dominoes at the end of all games on the board of the scene", {3, 4}, ends)
    yield same(
        "the value by plain recursion and by the solver", value_of_tree(graph, str(graph.root)), solve(graph).score
    )
    yield same("dominoes that fit on the 8 × 8 board", 32, most(8, 8))


def theorem_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the smallest maximal tilings of the 8 × 8 board, and of small boards by trying all."""
    yield same(
        "the smallest number of dominoes of a maximal partial tiling of the 8 × 8 board", 22, dominoes(fewest(8, 8))
    )
    for rows, columns in ((2, 3), (3, 4), (4, 4), (4, 5)):
        about = f"the same for {rows} × {columns}, by trying all tilings and by the program"
        yield same(about, _fewest_by_trying(rows, columns), dominoes(fewest(rows, columns)))
        heartbeat()
    yield same(
        "rows or columns of our tiling with more than 4 uncovered squares", 0, sum(gaps > 4 for gaps in _gaps_by_line())
    )
    touched = [lines for lines in _dominoes_by_line() if lines < 3]
    yield same("rows or columns that meet fewer than 3 dominoes", 0, len(touched))


def _fewest_by_trying(rows: int, columns: int) -> int:
    """Return the number of dominoes of the smallest maximal tiling, by trying all."""
    covered = [False] * (rows * columns)

    def after(index: int, used: int) -> int:
        while index < len(covered) and covered[index]:
            index += 1
        if index == len(covered):
            return used
        tries = []
        for other in _later_neighbours(index, columns, len(covered)):
            if not covered[other]:
                covered[index] = covered[other] = True
                tries.append(after(index + 1, used + 1))
                covered[index] = covered[other] = False
        tries.append(_leave_bare(index, used))
        return min(tries)

    def _leave_bare(index: int, used: int) -> int:
        left_of, above = index - 1, index - columns
        if (index % columns and left_of in bare) or above in bare:
            return len(covered)
        bare.add(index)
        covered[index] = True
        found = after(index + 1, used)
        covered[index] = False
        bare.discard(index)
        return found

    bare: set[int] = set()
    return after(0, 0)


def _later_neighbours(index: int, columns: int, size: int) -> list[int]:
    """Return the squares to the right of a square and below it, if there are such."""
    right = [index + 1] if (index + 1) % columns else []
    return [*right, *([index + columns] if index + columns < size else [])]


def _rows_and_columns() -> list[str]:
    """Return the eight rows and eight columns of the smallest maximal tiling."""
    tiling = fewest(8, 8)
    rows = [tiling[8 * row : 8 * row + 8] for row in range(8)]
    return [*rows, *("".join(row[column] for row in rows) for column in range(8))]


def _gaps_by_line() -> list[int]:
    """Return the number of uncovered squares in each row and each column."""
    return [line.count(".") for line in _rows_and_columns()]


def _dominoes_by_line() -> list[int]:
    """Return the number of dominoes that meet each row and each column."""
    along = ["<>"] * 8 + ["^v"] * 8
    return [
        len(line.replace(pair, "o").replace(".", "")) for line, pair in zip(_rows_and_columns(), along, strict=True)
    ]


def figure_3(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check a maximal tiling with 22 dominoes, as in the drawing."""
    tiling = fewest(8, 8)
    yield same("dominoes", 22, dominoes(tiling))
    yield same("no domino fits any more", True, is_maximal(tiling, 8))
    yield same("uncovered squares", 20, tiling.count("."))
    patterns = [line for line in _border_lines() if line[0] == line[-1] == "."]
    yield same("arrangements of 4 uncovered squares along a border with both corners uncovered", 3, len(patterns))


def _border_lines() -> list[str]:
    """Return border lines of eight squares with four uncovered ones, no two of them neighbours."""
    lines = ("".join(line) for line in product(".#", repeat=8))
    return [line for line in lines if line.count(".") == 4 and ".." not in line]
