"""Table 1 of e-Valuate: the paper's figures, our counts, and the reasons for differences."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from explorer.games.e_valuate.expression import parse_expression
from explorer.games.e_valuate.search import DIGITS, ORDERS, WALKS_AGAIN, EvaluationResult, evaluate
from explorer.model.scores import Score, format_score
from explorer.trace.run import Progress

PAPER = "paper"
ORDERS_OF_TABLE = {**ORDERS, PAPER: "As the paper prints it"}

_ROUNDED = (
    "The paper's count is that of 32-bit arithmetic, in which equal values can differ in their last bit; counted "
    "exactly it is 302,314."
)
_TOO_LARGE = (
    "The paper's figure exceeds the whole tree, so its power of ten is one too high; with one less it is within 1% of "
    "ours."
)
_OTHER_ORDER = "The paper's order of the digits comes from other random instantiations."
_OTHER_LINE = "The paper's principal variation is equally good; it is the one that its second method finds first."
_NO_FIGURE = "The paper has no figure for this search."
_SAME = "The same as in the paper."


@dataclass(frozen=True)
class TableRow:
    """A row of the table.

    Attributes
    ----------
    expression, value, line : with its value and principal variation.
    plain_count, ordered_count : nodes pruned by alpha-beta, and by alpha-beta with node ordering and transposition
        tables; texts if they are no exact counts.
    digits : the order of the digits of the second method.
    """

    expression: str
    value: Score
    line: tuple[tuple[Score, str], ...]
    plain_count: int | str
    digits: tuple[int, ...]
    ordered_count: int | str


TABLE_1 = (
    TableRow(
        "x/y + 2*y/z - z/x",
        Fraction(16, 3),
        ((3, "x"), (3, "z"), (9, "y")),
        4_515,
        (1, 4, 3, 5, 6, 7, 2, 8, 9, 0),
        7_526,
    ),
    TableRow(
        "w - y*z/3 + 3*x",
        21,
        ((6, "w"), (7, "y"), (5, "x"), (0, "z")),
        302_271,
        (9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
        464_162,
    ),
    TableRow(
        "v + w + x - y - z",
        12,
        ((7, "y"), (8, "v"), (7, "w"), (4, "x"), (0, "z")),
        "≈ 2.18·10⁸",
        (7, 3, 4, 5, 6, 1, 2, 8, 9, 0),
        "≈ 2.53·10⁸",
    ),
    TableRow(
        "(a + b)/c + (d + e)/f",
        Fraction(38, 5),
        ((3, "a"), (3, "c"), (5, "f"), (9, "b"), (9, "d"), (9, "e")),
        "≈ 1.33·10¹⁰",
        (5, 4, 3, 2, 8, 1, 9, 0, 6, 7),
        "≈ 1.55·10¹⁰",
    ),
)


@dataclass(frozen=True)
class Method:
    """A method of search with the options of `evaluate`, and also the order "paper" of the digits."""

    order: str = "natural"
    seed: int = 1
    table: bool = False
    search: str = "alpha-beta"
    arithmetic: str = "exact"

    def figure(self, row: TableRow) -> int | str | None:
        """Return the paper's figure for this method."""
        if self.search != "alpha-beta":
            return None
        if self.table:
            return None if self.order == "natural" else row.ordered_count
        return row.plain_count if self.order == "natural" else None


def table_row(expression: str) -> TableRow | None:
    """Return the row of the table with an expression, in any notation."""
    wanted = parse_expression(expression)
    return next((row for row in TABLE_1 if parse_expression(row.expression) == wanted), None)


def run_row(expression: str, method: Method, progress: Progress | None = None) -> dict[str, Any]:
    """Return our count for an expression, the paper's figure, and why they differ; ready for JSON.

    Raises
    ------
    ExplorerError
        As `evaluate`.
    """
    row = table_row(expression)
    settings = asdict(method)
    domain: Sequence[Score] = DIGITS
    if method.order == PAPER:
        settings["order"], domain = "natural", row.digits if row is not None else DIGITS
    began = time.perf_counter()
    found = evaluate(expression, domain=domain, progress=progress, **settings)
    seconds = time.perf_counter() - began
    figure = None if row is None else method.figure(row)
    return {
        "expression": expression,
        "value": format_score(found.value),
        "line": ", ".join(f"{format_score(digit)} → {variable}" for digit, variable in found.principal_variation),
        "digits": ", ".join(map(format_score, found.digits)),
        "pruned": found.pruned.total,
        "paper": "–" if figure is None else f"{figure:,}" if isinstance(figure, int) else figure,
        "visits": found.visits,
        "tree": found.tree,
        "seconds": round(seconds, 2),
        "remark": remark(row, method, found),
    }


def remark(row: TableRow | None, method: Method, evaluation: EvaluationResult) -> str:
    """Return sentences on whether our counts are those of the paper's row, and if not, why."""
    if row is None:
        return WALKS_AGAIN if evaluation.walks_again else ""
    figure = method.figure(row)
    if figure is None:
        words = _NO_FIGURE
    elif isinstance(figure, str):
        words = _TOO_LARGE
    elif evaluation.pruned.total == figure:
        words = _SAME
    else:
        words = _OTHER_ORDER if method.table else _ROUNDED
    if evaluation.walks_again:
        words = f"{words} {WALKS_AGAIN}"
    return words if evaluation.principal_variation == row.line else f"{words} {_OTHER_LINE}"
