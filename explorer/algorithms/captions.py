"""Words that the captions of several algorithms share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.model.words import plural
from explorer.trace.caption import Caption, Quantity, Value, When, Words, bare, caption, listing, move_name, named

NAMED = 4  # nodes that a caption names; "…" stands for the rest
VALUE = "value"
COUNTED = ", with open nodes counted as endless play"
PLAYERS = ("player of the root", "other player")  # of a negamax graph, after an even and after an odd number of moves
OTHER = " (other player to move)"  # of two states of a node: not the one with the player to move as at the root

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def s(n: int) -> str:
    """s with a subscript: s₁₂."""
    return f"s{subscript(n)}"


def subscript(n: int) -> str:
    """The number as a subscript: ₁₂."""
    return str(n).translate(_SUBSCRIPTS)


def counter(name: str, number: int, noun: str) -> Caption:
    """A counter of the step and the noun: "1 visit", "2 visits"."""
    return caption(Value(number, Quantity.COUNTER, key=name), f" {plural(number, noun)}")


def size(name: str, number: int, noun: str) -> Caption:
    """A size of the graph and the noun: "1 open node"."""
    return caption(Value(number, Quantity.SIZE, key=name), f" {plural(number, noun)}")


def node_words(node: Node) -> Caption:
    """A node in a few words: "Max node a", "leaf b", "open node q", "node p"."""
    words = {Kind.MAX: "Max node", Kind.MIN: "Min node", Kind.OPEN: "open node", Kind.LEAF: "leaf"}
    return caption(f"{words.get(node.kind, 'node')} ", bare(node))


def term(function: str, node: Node) -> Caption:
    """A function of a node: "value(c)", "s₂(c)"."""
    return caption(f"{function}(", bare(node), ")")


def best(graph: GameGraph, index: int) -> str:
    """What an inner node takes of its successors: "max" or "min"."""
    return "min" if graph.orientation[index] < 0 else "max"


def seen_term(graph: GameGraph, index: int, function: str) -> Caption:
    """A function of a successor as its predecessor sees it: "value(d)", or "−value(d)" where a move negates."""
    return caption(f"{'−' if graph.sign < 0 else ''}{function}(", bare(graph.nodes[index]), ")")


def compared_nodes(row: Sequence[int], decides: Callable[[int], bool] = lambda _: True) -> list[int | None]:
    """The first of some nodes, one that decides among them; None stands for those that are left out."""
    first = next((at for at, index in enumerate(row) if decides(index)), 0)
    if len(row) <= NAMED or first < NAMED:
        return [*row[:NAMED], *([None] if len(row) > NAMED else [])]
    return [*row[: NAMED - 1], None, row[first], *([None] if first + 1 < len(row) else [])]


def extreme(name: str, row: Sequence[int | None], term: Callable[[int], Words]) -> Caption:
    """The largest or smallest of a term of each of some nodes, as `compared_nodes` gives them: "max{2, 1, …}"."""
    return caption(name, "{", listing(("…" if index is None else term(index) for index in row), len(row)), "}")


def score_of(node: Node, score: Score, when: When = When.NOW, sign: int = 1) -> Value:
    """The score of a node, multiplied by a sign."""
    return Value(score, Quantity.SCORE, node.id, when=when, sign=sign)


def bound_of(node: Node, side: int, bound: Score, when: When = When.NOW, sign: int = 1) -> Value:
    """The lower (side 0) or upper bound of a node, multiplied by a sign."""
    return Value(bound, (Quantity.LOWER, Quantity.UPPER)[side], node.id, when=when, sign=sign)


def interval_of(node: Node, lower: Score, upper: Score, when: When = When.NOW) -> Caption:
    """The bounds of a node in a sentence: "[−1, 2]", or one number where they are equal."""
    low, high = bound_of(node, 0, lower, when), bound_of(node, 1, upper, when)
    return caption(low) if lower == upper else caption("[", low, ", ", high, "]")


def names(graph: GameGraph, indices: Iterable[int], most: int = NAMED) -> Caption:
    """The names of some nodes with commas, the first `most` of them: "a, b, …"."""
    return listing((named(graph.nodes[index]) for index in indices), most)


def move_words(graph: GameGraph, source: int, target: int) -> Caption:
    """Which move a sentence is about: "Move c → d: ", or "Move “take 2”, c → d: " if it has a name."""
    one, other = graph.nodes[source], graph.nodes[target]
    name = move_name(graph, one.id, other.id)
    return caption("Move ", f"{name}, " if name else "", bare(one), " → ", bare(other), ": ")


def rule_words(graph: GameGraph, index: int, row: Sequence[int | None]) -> Caption:
    """The rule for an inner node, by nodes as `compared_nodes` gives them: "value(c) = max{value(d), value(a)}"."""
    values = extreme(best(graph, index), row, lambda other: seen_term(graph, other, VALUE))
    return caption(term(VALUE, graph.nodes[index]), " = ", values)
