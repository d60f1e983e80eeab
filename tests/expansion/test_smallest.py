"""The search on graphs made of clauses: one group of each clause must be had, a group being had with all its literals.

In a negamax graph whose bound is 0, a literal says at whose turn an open node is reached, so it can be had only if its
opposite is not.
"""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, thorough

from explorer.expansion.and_or_graph import puzzle_of
from explorer.expansion.bound_game import bound_game
from explorer.expansion.hitting_set import elements
from explorer.expansion.smallest import smallest_winning_set
from explorer.expansion.witness import NoCompletion, Witness, witness
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

VARIABLES = 6

Literal = tuple[int, bool]
Clauses = list[list[list[Literal]]]

literals = st.tuples(st.integers(0, VARIABLES - 1), st.booleans())
clauses = st.lists(
    st.lists(st.lists(literals, min_size=1, max_size=3, unique=True), min_size=1, max_size=3), min_size=1, max_size=6
)


def graph_of(formula: Clauses, *, negamax: bool) -> GameGraph:
    """The first player, or Max, raises the lower bound of "a" above 0 if and only if every clause is had."""
    first, second = ("mover", "mover") if negamax else ("max", "min")
    nodes: dict[str, str | Score] = {"a": f"{first} z all", "z": 0, "all": f"{second} "}
    used: set[int] = set()
    for c, groups in enumerate(formula):
        nodes["all"] += f"c{c} "
        nodes[f"c{c}"] = f"{first} " + " ".join(f"c{c}g{g}" for g in range(len(groups)))
        for g, group in enumerate(groups):
            after = [f"q{v}" if straight or not negamax else f"n{v}" for v, straight in group]
            nodes[f"c{c}g{g}"] = f"{second} " + " ".join(dict.fromkeys(after))
            used |= {v for v, _ in group}
    nodes |= {f"n{v}": f"mover q{v}" for v in used if negamax} | {f"q{v}": "open" for v in used}
    return game("a", "negamax" if negamax else "minimax", **nodes)


def size_by_brute_force(formula: Clauses, *, negamax: bool) -> int | None:
    """The least number of variables that must be had, for either literal or, if negamax, for one of the two."""
    sizes = []
    for values in product((None, True, False), repeat=VARIABLES):
        had = [[[values[v] == sign if negamax else values[v] is not None for v, sign in g] for g in c] for c in formula]
        if all(any(map(all, groups)) for groups in had):
            sizes.append(sum(value is not None for value in values))
    return min(sizes, default=None)


@thorough
@given(clauses, st.booleans())
def test_the_set_is_as_small_as_brute_force_finds_and_no_node_is_used_for_both_turns(formula: Clauses, negamax: bool):
    found = witness(graph_of(formula, negamax=negamax), "a", "lower")
    size = size_by_brute_force(formula, negamax=negamax)
    assert (isinstance(found, NoCompletion) and found.is_proven) is (size is None)
    if isinstance(found, Witness):
        assert found.is_smallest
        assert len(found.open_nodes) == size
        assert (found.low_value, found.high_value) == (0, 1)


@thorough
@given(clauses, st.integers(0, 2_000), st.booleans())
def test_whatever_the_work_a_set_that_is_found_wins_and_is_proven_only_if_smallest(
    formula: Clauses, work: int, negamax: bool
):
    puzzle = puzzle_of(bound_game(graph_of(formula, negamax=negamax), "a", "lower"))
    found = smallest_winning_set(puzzle, work=work)
    size = size_by_brute_force(formula, negamax=negamax)
    if found.mask is None:
        assert negamax
        assert size is None or not found.is_proven
        return
    assert puzzle.wins(found.mask)
    assert puzzle.is_consistent(found.mask)
    count = len(list(elements(found.mask)))
    assert count == size if found.is_proven else count >= size
