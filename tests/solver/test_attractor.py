"""Attractors against their definition, and the same function compiled."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough

from explorer.model.graph import GameGraph
from explorer.solver.attractor import (
    BEGIN,
    HEAD,
    OUTSIDE,
    Attractor,
    Found,
    Settled,
    TargetGame,
    Work,
    attract,
    flat_rows,
    predecessor_rows,
    settle,
    unpack_ranks,
)
from explorer.solver.kernels import compiled
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
@given(arenas(), st.integers(1, 5), st.sampled_from([0, 1, 3]))
def test_the_same_function_compiled_settles_the_same(
    game: tuple[Rows, list[bool], list[list[int]]], pause: int, ahead: int
):
    rows, one, rounds = game
    expected = attractor_of(rows, one, rounds)
    starts, sources = flat_rows(predecessor_rows(rows))
    firsts, targets = flat_rows(rounds)
    given = TargetGame(*(np.array(row, np.int32) for row in (starts, sources, targets, firsts)), 0)
    waits = [1 if is_one else len(row) or 1 for is_one, row in zip(one, rows, strict=True)]
    causes, order = np.full(len(rows), OUTSIDE, np.int32), np.zeros(len(rows) + 1, np.int32)
    work = Work(np.array(waits, np.int32), causes, order, np.zeros(len(rounds) + 1, np.int32), np.array(BEGIN))
    while compiled(settle)(given, work, work.at[HEAD] + pause, ahead):
        pass
    levels, ranks = np.full(len(rows), OUTSIDE, np.int32), np.full(len(rows), OUTSIDE, np.int32)
    settled = compiled(unpack_ranks)(Settled(order, work.ends, np.arange(len(rounds))), Found(ranks, levels))
    found = [state if state >= 0 else ~state for state in order[:settled].tolist()]
    assert (found, work.ends[1:].tolist()) == (expected.order, expected.ends)
    assert (levels.tolist(), causes.tolist()) == (expected.levels, expected.causes)


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
