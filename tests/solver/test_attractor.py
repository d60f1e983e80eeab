"""Attractors against their definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough

from explorer.model.graph import GameGraph
from explorer.solver.attractor import (
    OUTSIDE,
    Attractor,
    attract,
    flat_rows,
    predecessor_rows,
)
from explorer.solver.operator import arrays_of
from explorer.solver.states import State, index_of, reachable_from, state_graph, state_of, states_after

Rows = list[list[int]]


@st.composite
def arenas(draw: st.DrawFn) -> tuple[Rows, list[bool], list[list[int]]]:
    """The successors of every state, whether one that is settled is enough for it, and targets in rounds."""
    size = draw(st.integers(1, 12))
    states = st.integers(0, size - 1)
    rows = draw(st.lists(st.lists(states, max_size=4, unique=True), min_size=size, max_size=size))
    one = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return rows, one, draw(st.lists(st.lists(states, max_size=3), max_size=4))


def attractor_of(rows: Rows, one: list[bool], rounds: list[list[int]]) -> Attractor:
    waits = [1 if is_one else len(row) for is_one, row in zip(one, rows, strict=True)]
    return attract(flat_rows(predecessor_rows(rows)), waits, rounds)


def forced(rows: Rows, one: list[bool], targets: set[int]) -> set[int]:
    """The least set with the targets in it and every state that has a, or nothing but, successors in it."""
    found = set(targets)
    while True:
        more = {
            state
            for state, row in enumerate(rows)
            if row and (any if one[state] else all)(other in found for other in row)
        }
        if more <= found:
            return found
        found |= more


@thorough
@given(arenas())
def test_each_round_settles_what_can_be_forced_to_the_targets_so_far(game: tuple[Rows, list[bool], list[list[int]]]):
    rows, one, rounds = game
    found = attractor_of(rows, one, rounds)
    targets = set[int]()
    for number, end in enumerate(found.ends):
        targets |= set(rounds[number])
        assert set(found.order[:end]) == forced(rows, one, targets)
    assert [level != OUTSIDE for level in found.levels] == [state in found.order for state in range(len(rows))]


@thorough
@given(game_graphs(max_open=2))
def test_the_doubled_graph_has_the_moves_of_the_states(graph: GameGraph):
    states = state_graph(arrays_of(graph))
    for number in range(2 * len(graph.nodes)):
        state = state_of(number)
        assert (state.number, state.node) == (number, index_of(number))
        row = states.indices[states.indptr[number] : states.indptr[number + 1]].tolist()
        assert [state_of(after) for after in row] == states_after(graph, state)
        assert states.orientation[number] == graph.orientation[state.node] * state.view
    found = reachable_from(State(graph.root_index), lambda state: states_after(graph, state))
    assert {state.node for state in found} == graph.reachable
