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
OTHER = " (other player to move)"  # of two states of a node, the one whose player to move is not that of the root

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def s(n: int) -> str:
    """Return the name s with a number as subscript, for the score after so many moves: s₁₂."""
    return f"s{subscript(n)}"


def subscript(n: int) -> str:
    """Return the number as a subscript: ₁₂."""
    return str(n).translate(_SUBSCRIPTS)


def counter(name: str, number: int, noun: str) -> Caption:
    """Return a search counter's number with its noun, for a caption: "1 visit", "2 visits"."""
    return caption(Value(number, Quantity.COUNTER, key=name), f" {plural(number, noun)}")


def size(name: str, number: int, noun: str) -> Caption:
    """Return a number that measures the graph with its noun, for a caption: "1 open node"."""
    return caption(Value(number, Quantity.SIZE, key=name), f" {plural(number, noun)}")


def node_words(node: Node) -> Caption:
    """Return a node in a few words: "Max node a", "leaf b", "open node q", "node p"."""
    words = {Kind.MAX: "Max node", Kind.MIN: "Min node", Kind.OPEN: "open node", Kind.LEAF: "leaf"}
    return caption(f"{words.get(node.kind, 'node')} ", bare(node))


def term(function: str, node: Node) -> Caption:
    """Return the name of a function with a node as its argument: "value(c)", "s₂(c)"."""
    return caption(f"{function}(", bare(node), ")")


def best(graph: GameGraph, index: int) -> str:
    """Return the word for the choice of an inner node's player: "max" or "min"."""
    return "min" if graph.orientation[index] < 0 else "max"


def seen_term(graph: GameGraph, index: int, function: str) -> Caption:
    """Return a function of a successor in its predecessor's view: "value(d)", or "−value(d)" where a move negates."""
    return caption(f"{'−' if graph.sign < 0 else ''}{function}(", bare(graph.nodes[index]), ")")


def compared_nodes(row: Sequence[int], decides: Callable[[int], bool] = lambda _: True) -> list[int | None]:
    """Return the first of some nodes and one that decides among them, with None for those left out."""
    first = next((at for at, index in enumerate(row) if decides(index)), 0)
    if len(row) <= NAMED or first < NAMED:
        return [*row[:NAMED], *([None] if len(row) > NAMED else [])]
    return [*row[: NAMED - 1], None, row[first], *([None] if first + 1 < len(row) else [])]


def extreme(name: str, row: Sequence[int | None], term: Callable[[int], Words]) -> Caption:
    """Return the largest or smallest of a term of each node that `compared_nodes` gives: "max{2, 1, …}"."""
    return caption(name, "{", listing(("…" if index is None else term(index) for index in row), len(row)), "}")


def score_of(node: Node, score: Score, when: When = When.NOW, sign: int = 1) -> Value:
    """Return the score of a node, multiplied by a sign."""
    return Value(score, Quantity.SCORE, node.id, when=when, sign=sign)


def bound_of(node: Node, side: int, bound: Score, when: When = When.NOW, sign: int = 1) -> Value:
    """Return the lower (side 0) or upper bound of a node, multiplied by a sign."""
    return Value(bound, (Quantity.LOWER, Quantity.UPPER)[side], node.id, when=when, sign=sign)


def interval_of(node: Node, lower: Score, upper: Score, when: When = When.NOW) -> Caption:
    """Return the bounds of a node for a sentence: "[−1, 2]", or one number where they are equal."""
    low, high = bound_of(node, 0, lower, when), bound_of(node, 1, upper, when)
    return caption(low) if lower == upper else caption("[", low, ", ", high, "]")


def names(graph: GameGraph, indices: Iterable[int], most: int = NAMED) -> Caption:
    """Return the names of some nodes with commas, the first `most` of them: "a, b, …"."""
    return listing((named(graph.nodes[index]) for index in indices), most)


def move_words(graph: GameGraph, source: int, target: int) -> Caption:
    """Return the words that begin a sentence on a move: "Move c → d: ", or "Move “take 2”, c → d: "."""
    one, other = graph.nodes[source], graph.nodes[target]
    name = move_name(graph, one.id, other.id)
    return caption("Move ", f"{name}, " if name else "", bare(one), " → ", bare(other), ": ")


def rule_words(graph: GameGraph, index: int, row: Sequence[int | None]) -> Caption:
    """Return the rule for an inner node by nodes of `compared_nodes`: "value(c) = max{value(d), value(a)}"."""
    values = extreme(best(graph, index), row, lambda other: seen_term(graph, other, VALUE))
    return caption(term(VALUE, graph.nodes[index]), " = ", values)
