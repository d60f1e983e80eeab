"""The kernels against plain sweeps on very many small graphs; and compiled against the same code as it stands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from support.arrays import random_arrays, rank_rows, sweeps
from support.examples import times

from explorer.solver import kernels
from explorer.solver.backwards import PredecessorRows, place_all_moves, predecessor_arrays, predecessors_by_blocks
from explorer.solver.kernels import Moves
from explorer.solver.operator import GraphArrays, approximate_ranks
from explorer.solver.retrograde import best_moves, retrograde, score_ranks

SIGNS = (1, -1)
SHAPES = (
    {"leaves": 0.3, "most": 3},
    {"leaves": 0.3, "most": 3, "opens": 0.2},
    {"leaves": 0.05, "most": 2},
    {"leaves": 0.0, "most": 3},  # no leaves at all
    {"leaves": 0.4, "most": 4, "scores": 0},  # all leaves equal
    {"leaves": 1.0},  # leaves alone
)


def small_graphs(count: int, *, seed: int = 1) -> Iterator[GraphArrays]:
    """Graphs of one to eight nodes in either convention, of every shape."""
    rng = np.random.default_rng(seed)
    for number in range(times(count)):
        shape = SHAPES[number % len(SHAPES)]
        yield random_arrays(rng, int(rng.integers(1, 9)), sign=SIGNS[number // len(SHAPES) % 2], **shape)


@pytest.fixture(params=["as it stands", "compiled"])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways in which a kernel runs, whatever the size of the graph."""
    monkeypatch.setattr(kernels, "is_compiled", lambda kernel, size: request.param == "compiled")


@pytest.mark.usefixtures("_way")
def test_bounds_are_the_limits_of_sweeps_from_both_infinities():
    for arrays in small_graphs(2_400):
        found = retrograde(arrays)
        assert np.array_equal([found.lower, found.upper], rank_rows(arrays))


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("player", [1, -1])
@pytest.mark.parametrize("moves", [127, 128, 129, 2**15 - 1, 2**15, 2**15 + 1])
def test_a_node_waits_for_all_its_successors_however_many_there_are(player: int, moves: int):
    leaves = np.arange(1, moves + 1, dtype=np.int32)
    arrays = GraphArrays(
        indptr=np.array([0, *[moves] * (moves + 1)], np.int32),
        indices=leaves,
        orientation=np.array([player, *[0] * moves], np.int8),
        sign=1,
        leaves=leaves,
        leaf_ranks=leaves,
        opens=np.empty(0, np.int32),
        scale=tuple(range(-moves - 1, moves + 2)),
    )
    found = retrograde(arrays)
    assert found.lower.tolist() == found.upper.tolist() == [moves if player > 0 else 1, *leaves.tolist()]


@pytest.mark.usefixtures("_way")
def test_scores_are_the_limit_of_s_n_whatever_endless_play_is_worth():
    for number, arrays in enumerate(small_graphs(6_000, seed=2)):
        endless = (0, 1, -2, arrays.top, -arrays.top)[number % 5]
        endless = max(-arrays.top, min(endless, arrays.top))
        limit = sweeps(arrays, endless)[-1]
        assert score_ranks(arrays, endless).tolist() == limit


def test_the_approximations_are_the_sweeps_one_by_one():
    for number, arrays in enumerate(small_graphs(3_000, seed=3)):
        endless = max(-arrays.top, min((0, 1, -1, arrays.top)[number % 4], arrays.top))
        rows, n = sweeps(arrays, endless), number % 5
        assert approximate_ranks(arrays, endless, n).tolist() == rows[min(n, len(rows) - 1)]


@pytest.mark.parametrize(("sign", "width"), [(1, np.int32), (-1, np.int32), (1, np.int64)])
def test_compiled_and_as_it_stands_agree_bit_for_bit_on_larger_graphs(sign: int, width, monkeypatch):
    rng = np.random.default_rng(4)
    for nodes in (100, 1_000, 3_000):
        arrays = random_arrays(rng, nodes, sign=sign, leaves=0.1, most=5, opens=0.02, scores=20, width=width)
        found = []
        for is_compiled in (False, True):
            arrays.__dict__.pop("predecessors", None)
            monkeypatch.setattr(kernels, "is_compiled", lambda kernel, size, way=is_compiled: way)
            hoped, wary = retrograde(arrays, hopeful=True), retrograde(arrays)
            rows = (wary.floors, wary.levels, hoped.floors, hoped.levels, best_moves(arrays, wary, 3))
            found.append([*rows, *arrays.predecessors])
        assert all(np.array_equal(*pair) and pair[0].dtype == pair[1].dtype for pair in zip(*found, strict=True))


@pytest.mark.parametrize("near", [False, True])
def test_moves_backwards_are_a_stable_sort_by_target_however_they_are_found(near: bool):
    rng = np.random.default_rng(5)
    for nodes in (1, 7, 5_000):
        arrays = random_arrays(rng, nodes, leaves=0.2, most=4)
        indices = np.minimum(arrays.indices, nodes - 1) if near else arrays.indices
        sources = np.repeat(np.arange(nodes), np.diff(arrays.indptr))
        order = np.argsort(indices, kind="stable")
        starts = np.searchsorted(indices[order], np.arange(nodes + 1))
        for found in (predecessor_arrays(arrays.indptr, indices), *_both_ways(arrays.indptr, indices)):
            assert np.array_equal(found[0], starts)
            assert np.array_equal(found[1], sources[order])


def _both_ways(indptr: np.ndarray, indices: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    made = PredecessorRows(np.zeros(len(indptr), np.int32), np.empty(len(indices), np.int32))
    kernels.run(place_all_moves, Moves(indptr, indices), made, size=len(indices))
    yield made
    for shift in (0, 3, 12):
        with kernels.always_compiled():
            yield predecessors_by_blocks(indptr, indices, shift)


@pytest.mark.parametrize("sign", SIGNS)
def test_halves_at_the_same_time_find_what_one_after_the_other_does(sign: int, monkeypatch: pytest.MonkeyPatch):
    rng = np.random.default_rng(7)
    for nodes in (1, 2, 100, 20_000):
        arrays = random_arrays(rng, nodes, sign=sign, leaves=0.1, most=5, opens=0.02, scores=20)
        found = []
        for large in (10**9, 0):
            monkeypatch.setattr(kernels, "LARGE", large)
            arrays.__dict__.pop("predecessors", None)
            each = retrograde(arrays)
            found.append(
                [
                    each.floors,
                    each.levels,
                    *predecessors_by_blocks(arrays.indptr, arrays.indices, 3),
                    *arrays.predecessors,
                ]
            )
        assert all(np.array_equal(*pair) for pair in zip(*found, strict=True))


def test_who_waits_for_the_second_half_can_cancel_it():
    def work(half: int, progress: kernels.Progress | None) -> None:
        while half and progress is not None:
            progress(half)

    def cancel(number: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kernels.halves(work, size=kernels.LARGE, progress=cancel)
