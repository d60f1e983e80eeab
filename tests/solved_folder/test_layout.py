"""The layout of a solved folder: keys, scores, and folders that are written whole or not at all."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.errors import FormatError
from explorer.solved_folder import layout

SCORES = st.one_of(
    st.integers(-(10**25), 10**25), st.floats(allow_nan=False), st.fractions(), st.sampled_from([math.inf, -math.inf])
)


def test_keys_are_the_same_in_every_version_and_container():
    words = ["a", "b", "ä → 漢", ""]
    keys = [13950350942979735504, 12688059582079114975, 2702565358365317908, 1760245841805064774]
    assert layout.keys_of(words).tolist() == keys
    assert layout.keys_of(pa.array(words)).tolist() == keys
    assert layout.keys_of(pa.chunked_array([words[:1], words[1:]])).tolist() == keys
    assert [*map(layout.key_of, words)] == keys


@given(st.lists(SCORES, min_size=1, max_size=5))
def test_a_column_of_scores_says_each_exactly(scale):
    column = layout.score_column(scale, np.arange(len(scale)))
    again = [layout.score_of(cell) for cell in column.to_pylist()]
    assert again == scale
    assert column.type == layout.score_type(scale)


def test_a_folder_is_there_whole_or_not_at_all(tmp_path):
    place = tmp_path / "solved"
    for text in "first", "second":
        with layout.new_folder(place) as folder:
            layout.write_about(folder, {"name": text})
        assert layout.is_solved_folder(place)
    with pytest.raises(TypeError), layout.new_folder(place) as folder:
        layout.write_about(folder, {"name": object()})
    assert "second" in (place / layout.ABOUT).read_text()
    assert [*tmp_path.iterdir()] == [place]


def test_a_folder_with_other_content_is_not_replaced(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FormatError, match="no solved folder"), layout.new_folder(tmp_path):
        pass
    assert (tmp_path / "notes.txt").read_text() == "mine"
