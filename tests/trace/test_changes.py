"""How things stand at a step, from checkpoints and changes, is what going through all changes gives."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from explorer.trace.changes import Changes, Log

SIZE = 4
STEPS = 12
BLANK = -1

rows = st.lists(st.tuples(st.integers(0, STEPS - 1), st.integers(0, SIZE - 1), st.integers(-1, 3)), max_size=40).map(
    sorted
)
logs = st.tuples(rows, st.sampled_from([1, 2]), st.integers(1, 9))


def logged(found: list[tuple[int, int, int]], width: int, apart: int) -> Changes:
    log = Log(width)
    for step, key, value in found:
        log.add(step, key, *([value] if width == 1 else [value, value + 1]))
    assert len(log) == len(found)
    return log.changes(SIZE, BLANK, apart=apart)


def dense(found: list[tuple[int, int, int]], width: int) -> np.ndarray:
    """A row for every step, each with what every key has."""
    state: list[object] = [BLANK if width == 1 else [BLANK, BLANK]] * SIZE
    lines = []
    for step in range(STEPS):
        for _, key, value in (row for row in found if row[0] == step):
            state[key] = value if width == 1 else [value, value + 1]
        lines.append(list(state))
    return np.array(lines)


@examples(60)
@given(logs, st.lists(st.integers(0, STEPS - 1), min_size=1))
def test_every_step_stands_as_all_changes_up_to_it_make_it(log, asked: list[int]):
    changes, expected = logged(*log), dense(*log[:2])
    for step in asked:  # in any order
        assert (changes.at(step) == expected[step]).all()


@examples(60)
@given(logs, st.sets(st.integers(0, STEPS - 1), min_size=1), st.lists(st.integers(0, SIZE - 1), min_size=1))
def test_rows_are_those_of_the_whole_table(log, steps: set[int], keys: list[int]):
    changes, expected = logged(*log), dense(*log[:2])
    chosen = sorted(steps)
    assert (changes.rows(chosen, np.array(keys)) == expected[np.ix_(chosen, keys)]).all()


@examples(60)
@given(logs, st.integers(0, SIZE - 1))
def test_the_steps_of_a_key_are_those_after_which_it_stands_otherwise(log, key: int):
    found = list({(step, at): (step, at, value) for step, at, value in log[0]}.values())  # one change of a key a step
    changes, column = logged(found, *log[1:]), dense(found, log[1])[:, key]
    before = [np.full_like(column[0], BLANK), *column[:-1]]
    differ = [step for step in range(STEPS) if not np.array_equal(before[step], column[step])]
    assert changes.steps_of(key).tolist() == differ


def test_checkpoints_take_no_more_room_than_the_changes():
    log = Log()
    for step in range(100_000):
        log.add(step, step % 1_000, step)
    changes = log.changes(1_000)
    assert sum(state.size for state in changes._checkpoints) <= len(changes) + changes.size
    assert changes.at(99_999).tolist() == list(range(99_000, 100_000))
    assert changes.at(54_321).tolist() == [*range(54_000, 54_322), *range(53_322, 54_000)]
