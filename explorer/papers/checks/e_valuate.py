"""Checks of Aravamuthan and Ganguly, e-Valuate: A Two-player Game on Arithmetic Expressions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from explorer import algorithms, games
from explorer.games.e_valuate.expression import Expression, parse_expression, value_of, variables
from explorer.games.e_valuate.search import DIGITS, evaluate
from explorer.games.e_valuate.table_1 import TABLE_1, TableRow
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph, Kind, Move
from explorer.model.scores import Score
from explorer.model.words import plural
from explorer.papers.checks.trials import value_of_tree
from explorer.papers.finding import Finding, Heartbeat, same
from explorer.solver import solve

WITHIN = Fraction(1, 100)  # of a figure that the paper rounds
ROUNDED = {  # rounded figures of the paper, with its powers of ten as printed
    "v + w + x - y - z": (218_000_000, 253_000_000),
    "(a + b)/c + (d + e)/f": (13_300_000_000, 15_500_000_000),
}

DigitsOfVariables = Mapping[str, Fraction]


def tree_size(n: int) -> int:
    """Return T(n) of equation (1)."""
    return 1 if n == 0 else 11 + 10 * n * tree_size(n - 1)


# ---- values by the definition


def plain_value(expression: Expression, digits: Sequence[Fraction], values: DigitsOfVariables) -> Fraction | None:
    """Return the minimax value of an expression by plain recursion; None if no leaf below is valid."""
    left = [name for name in variables(expression) if name not in values]
    if not left:
        return value_of(expression, values)
    proposed = [_worst_reply_value(expression, digits, values, left, digit) for digit in digits]
    return max((value for value in proposed if value is not None), default=None)


def _worst_reply_value(
    expression: Expression, digits: Sequence[Fraction], values: DigitsOfVariables, left: Sequence[str], digit: Fraction
) -> Fraction | None:
    """Return the least value that Min can reach by putting a digit for a free variable."""
    put = [plain_value(expression, digits, {**values, name: digit}) for name in left]
    return min((value for value in put if value is not None), default=None)


def _plain_value_of(text: str, digits: Sequence[Fraction] = DIGITS) -> Fraction | None:
    return plain_value(parse_expression(text), digits, {})


def rules(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare the value of the scene's game by plain recursion, by the solver of graphs, and by the search."""
    yield same(
        "value of (10 − X)·Y by plain recursion and by the solver",
        _plain_value_of("(10 - X)*Y"),
        solve(scene.graph).score,
    )
    yield same("the same by the search", _plain_value_of("(10 - X)*Y"), evaluate("(10 - X)*Y").value)


def first_example(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check X·(Y − Z): the three plays of the text, and that the last one is optimal."""
    text = "X*(Y - Z)"
    for value, play in (
        (30, {"X": 5, "Z": 3, "Y": 9}),
        (-12, {"Y": 5, "X": 3, "Z": 9}),
        (18, {"Y": 6, "X": 3, "Z": 0}),
    ):
        told = ", ".join(f"{digit} → {name}" for name, digit in play.items())
        yield same(f"value of the play {told}", value, _play_value(text, play))
    heartbeat()
    yield same("the minimax value, by plain recursion", 18, _plain_value_of(text))
    found = evaluate(text)
    yield same("the minimax value, by the search", 18, found.value)
    yield same("its principal variation", "6 → Y, 3 → X, 0 → Z", _line_text(found.principal_variation))
    yield same(
        "Min's optimal replies to 5, 3 and 9", "5 → Y, 3 → X, 9 → Z", ", ".join(_optimal_replies(text, (5, 3, 9)))
    )


def _play_value(text: str, play: Mapping[str, int]) -> Fraction | None:
    """Return the value of an expression after a play."""
    return value_of(parse_expression(text), {name: Fraction(digit) for name, digit in play.items()})


def _optimal_replies(text: str, digits: Sequence[int]) -> list[str]:
    """Return Min's best variable for each digit of Max, by the minimax values of the rest."""
    expression, values, replies = parse_expression(text), dict[str, Fraction](), []
    for digit in map(Fraction, digits):
        left = [name for name in variables(expression) if name not in values]
        after = {name: plain_value(expression, DIGITS, {**values, name: digit}) for name in left}
        name = min((name for name in left if after[name] is not None), key=lambda name: after[name] or Fraction(0))
        values[name] = digit
        replies.append(f"{digit} → {name}")
    return replies


def _line_text(line: Sequence[tuple[Score, str]]) -> str:
    """Return a line of play as text, such as "9 → Y"."""
    return ", ".join(f"{digit} → {variable}" for digit, variable in line)


def equation_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare T(n) with the nodes of trees and with its bounds."""
    for n, text in enumerate(("X", "(10 - X)*Y", "X*(Y - Z)"), 1):
        yield same(f"T({n}), and nodes of a tree with {n} {plural(n, 'variable')}", tree_size(n), _node_count(text))
        heartbeat()
    below = [n for n in range(1, 12) if 2 * math.factorial(n) * 10**n <= tree_size(n)]
    yield same("n from 1 to 11 with 2·n!·10ⁿ ≤ T(n)", list(range(1, 12)), below)
    above = [n for n in range(12) if tree_size(n) <= 2 * math.factorial(n) * 10**n * math.exp(0.1)]
    yield same("n from 0 to 11 with T(n) ≤ 2·n!·10ⁿ·e^(1/10)", list(range(12)), above)
    yield same("the first inequality holds for n = 0", False, tree_size(0) >= 2)


def _node_count(text: str) -> int:
    return len(games.generate("e-valuate", expression=text).ids)


def valid_nodes(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that only nodes with a valid leaf below exist, and that the value is over these."""
    graph = scene.graph
    yield same("value of x/y by plain recursion over valid nodes", _plain_value_of("x/y"), solve(graph).score)
    divided = [id for id in graph.ids if "y=0" in id]
    yield same("nodes in which y is 0, after which no leaf is valid", 0, len(divided))
    leaves = {node.id for node in graph.nodes if node.kind is Kind.LEAF}
    yield same("valid leaves: 10 · 9 in each of the two orders", 180, len(leaves))


# ---- alpha-beta


@dataclass
class _Algorithm1:
    """Algorithm 1, line by line, with any order of the digits and of the variables."""

    expression: Expression
    digits: Sequence[Fraction] = DIGITS
    order: Callable[[Fraction, list[str]], list[str]] = lambda digit, names: names
    alpha_prunes: int = 0
    beta_prunes: int = 0
    alpha_cutoffs: dict[str, int] = field(default_factory=dict)  # at the root's children, by their digit

    def max_node(self, values: DigitsOfVariables, parent: float | Fraction) -> float | Fraction:
        """Return the value of a position where Max proposes a digit."""
        left = [name for name in variables(self.expression) if name not in values]
        if not left:
            at_leaf = value_of(self.expression, values)
            return math.inf if at_leaf is None else at_leaf
        best: float | Fraction = -math.inf
        for i, digit in enumerate(self.digits):
            value = self.min_node(values, left, digit, best)
            if value > best and value != math.inf:
                best = value
            if best >= parent:
                self.beta_prunes += (len(self.digits) - 1 - i) * (tree_size(len(left)) - 1) // 10
                break
        return best

    def min_node(
        self, values: DigitsOfVariables, left: list[str], digit: Fraction, parent: float | Fraction
    ) -> float | Fraction:
        """Return the value of a position where Min puts a digit for a variable."""
        least: float | Fraction = math.inf
        for j, name in enumerate(self.order(digit, left), 1):
            below = self.max_node({**values, name: digit}, least)
            if below < least and below != -math.inf:
                least = below
            if least <= parent:
                pruned = (len(left) - j) * tree_size(len(left) - 1)
                self.alpha_prunes += pruned
                if not values and pruned:
                    self.alpha_cutoffs[str(digit)] = len(left) - j
                break
        return least


def algorithm_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare value and pruned nodes of the pseudocode and of the program."""
    for text in ("(10 - X)*Y", "X*(Y - Z)", "x/y + 2*y/z - z/x"):
        run, found = _Algorithm1(parse_expression(text)), evaluate(text)
        value = run.max_node({}, math.inf)
        heartbeat()
        yield same(f"value of {text}, by the pseudocode and by the program", value, found.value)
        yield same("nodes pruned by alpha cutoffs", run.alpha_prunes, found.pruned.alpha)
        yield same("nodes pruned by beta cutoffs", run.beta_prunes, found.pruned.beta)


def cutoffs(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the alpha cutoffs of (10 − X)·Y with the digits in their order."""
    run = _Algorithm1(parse_expression("(10 - X)*Y"))
    yield same("value", 45, run.max_node({}, math.inf))
    yield same("digits whose second variable is not evaluated", "6, 7, 8, 9", ", ".join(run.alpha_cutoffs))
    yield same("alpha cutoffs of the program", 4, evaluate("(10 - X)*Y").pruned.alpha // tree_size(1))
    returned = [min((10 - digit) * 9, 10 * digit) for digit in range(6)]
    yield same("values of the nodes {0}, …, {5}", [0, 10, 20, 30, 40, 45], returned)
    by_nodes = [value_of_tree(scene.graph, f"{digit}?") for digit in range(6)]
    yield same("the same in the scene", [0, 10, 20, 30, 40, 45], by_nodes)


def ordering(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the order of section 3.1 cuts off every node after the first."""
    digits = tuple(map(Fraction, (5, 4, 6, 3, 7, 2, 8, 1, 9, 0)))
    best = _Algorithm1(parse_expression("(10 - X)*Y"), digits, lambda digit, names: names[::-1] if digit < 5 else names)
    yield same("value", 45, best.max_node({}, math.inf))
    yield same("digits with an alpha cutoff, of the nine after 5", 9, len(best.alpha_cutoffs))
    spared = skipped_digits(scene.graph, list(map(str, digits)))
    yield same("digits after which the run of alpha-beta skips the second variable", set(map(str, digits[1:])), spared)
    natural = _Algorithm1(parse_expression("(10 - X)*Y"))
    natural.max_node({}, math.inf)
    both = (best.alpha_prunes + best.beta_prunes, natural.alpha_prunes + natural.beta_prunes)
    yield Finding(
        "nodes pruned in this order, and in the order 0 … 9", f"> {both[1]:,}", f"{both[0]:,}", both[0] > both[1]
    )


def skipped_digits(graph: GameGraph, digits: Sequence[str]) -> set[str]:
    """Return the digits with a cutoff in alpha-beta on (10 − X)·Y, Y first for digits below 5."""

    def place(move: Move) -> tuple[int, bool]:
        digit = move[1].removesuffix("?")
        return (digits.index(digit), False) if digit in digits else (0, move[1].startswith("Y") == (digit[-1] >= "5"))

    run = algorithms.trace(GameGraph(graph.nodes, tuple(sorted(graph.moves, key=place)), root=graph.root), "alpha-beta")
    skipped = run.pruned_at(len(run) - 1)
    return {digit for digit in digits if skipped & set(graph.ids_after(f"{digit}?"))}


def transpositions(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that sharing equal positions gives fewer nodes and the same value."""
    shared = scene.graph
    tree = games.generate("e-valuate", expression="X*(Y - Z)", domain="1, 2")
    twice = [id for id in tree.ids if id in ("X=2, Y=1", "Y=1, X=2")]
    merged = [id for id in shared.ids if id in ("X=2, Y=1", "Y=1, X=2")]
    yield same(
        "nodes for 2 → X and 1 → Y in the tree, and where equal positions are one",
        "2, 1",
        f"{len(twice)}, {len(merged)}",
    )
    yield Finding(
        "nodes with shared positions, and of the tree",
        f"< {len(tree.ids)}",
        f"{len(shared.ids)}",
        len(shared.ids) < len(tree.ids),
    )
    yield same("value with and without sharing", solve(tree).score, solve(shared).score)
    plain, table = (evaluate("X*(Y - Z)", table=table) for table in (False, True))
    yield same("value with and without a table, ten digits", plain.value, table.value)
    yield Finding("visits with a table", f"< {plain.visits:,}", f"{table.visits:,}", table.visits < plain.visits)


def table_1(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check value, principal variation, and both counts of every row."""
    for row in TABLE_1:
        yield from _compare_row(row, heartbeat)


def _compare_row(row: TableRow, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare the value, line and pruned nodes of a row of Table 1 with the program's."""

    def progress(visits: int) -> None:
        heartbeat()

    plain = evaluate(row.expression, progress=progress)
    second = evaluate(row.expression, domain=row.digits, table=True, progress=progress)
    yield same(f"minimax value of {row.expression}", row.value, plain.value)
    yield same(
        f"{row.expression}: principal variation of the second method",
        _line_text(row.line),
        _line_text(second.principal_variation),
    )
    if row.expression in ROUNDED:
        yield from _compare_rounded(row.expression, plain.pruned.total, second.pruned.total)
        return
    single = evaluate(row.expression, arithmetic="single", progress=progress)
    yield same(
        f"{row.expression}: nodes pruned by alpha-beta, in 32-bit arithmetic", row.plain_count, single.pruned.total
    )
    about = f"{row.expression}: nodes pruned with the paper's order of digits and a table"
    yield same(about, row.ordered_count, second.pruned.total)


def _compare_rounded(expression: str, plain: int, second: int) -> Iterator[Finding]:
    """Check that printed figures exceed the tree, and that a tenth of each is near our count."""
    tree = tree_size(len(variables(parse_expression(expression))))
    for printed, counted, about in zip(
        ROUNDED[expression], (plain, second), ("alpha-beta", "the second method"), strict=True
    ):
        yield same(
            f"{expression}: the figure for {about} as printed exceeds the whole tree, T(n)", True, printed > tree
        )
        is_near = abs(printed // 10 - counted) <= WITHIN * counted
        yield Finding(
            f"{expression}: a tenth of it is within 1 % of our count", f"{printed // 10:,}", f"{counted:,}", is_near
        )


def only_sums(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the value is the maximum with + and · alone, or with one variable."""
    for text in ("x + y*z", "(x + y)*(z + 1)", "7 - x", "3*x - x*x"):
        expression = parse_expression(text)
        names = variables(expression)
        values = [
            value_of(expression, dict(zip(names, chosen, strict=True))) for chosen in product(DIGITS, repeat=len(names))
        ]
        largest = max(value for value in values if value is not None)
        yield same(f"minimax({text}) and max({text})", largest, evaluate(text).value)


def search_again(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that the three techniques of the introduction find one value."""
    for name in ("minimax", "alpha-beta", "negascout"):
        result = algorithms.trace(scene.graph, name).result
        yield same(f"value of (10 − X)·Y by {name}", 45, result["value"])
    yield same("value with a transposition table", 45, evaluate("(10 - X)*Y", table=True).value)
