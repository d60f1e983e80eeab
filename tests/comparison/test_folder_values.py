"""Values beside a solved folder: the same counts as beside the graph in memory, however they are split and sorted."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game, game_graphs

from explorer.comparison import folder_values
from explorer.comparison.first_wrong import difference
from explorer.comparison.first_wrong_proofs import summary
from explorer.comparison.folder_values import folder_difference
from explorer.model.errors import FormatError, OptionError
from explorer.model.scores import score_to_json
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.writing import write_solution
from explorer.solver import solve


@given(game_graphs(max_inner=6), st.data())
@examples(40)
def test_counts_are_those_of_the_comparison_in_memory(graph, data):
    solution = solve(graph)
    scores = {id: str(score_to_json(score)) for id, score in solution.scores.items()}
    ids = data.draw(st.lists(st.sampled_from([*graph.ids, "stranger"]), min_size=1, unique=True))
    values = {id: data.draw(st.sampled_from([scores.get(id, "0"), "7", ">= 1"])) for id in ids}
    assume(ids != ["stranger"])
    theirs = difference(graph, values)
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder_values, "_GROUPS_AT_ONCE", data.draw(st.integers(1, 3)))
        write_solution(solution, f"{name}/solved", group=2)
        half = len(values) // 2
        paths = [Path(name, f"{part}.csv") for part in range(2)]
        for path, rows in zip(paths, ([*values.items()][:half], [*values.items()][half:]), strict=True):
            pd.DataFrame(rows, columns=["node", "value"]).to_csv(path, index=False)
        mine = folder_difference(SolvedFolder(f"{name}/solved"), paths)
    lines = [*summary(theirs)]
    assert next(mine.summary()) == lines[0]
    assert (mine.value_count, mine.wrong) == (theirs.value_count, len(theirs.wrong))
    assert (mine.strangers, mine.without_value) == (int("stranger" in ids), len(graph.ids) - len({*ids} - {"stranger"}))
    assert {each.node.id for each in mine.first} == {graph.ids[row] for row in theirs.wrong}
    moves = [each.node.distance for each in mine.first if each.node.distance is not None]
    assert moves == sorted(moves)


def test_the_first_wrong_values_are_proved(tmp_path):
    graph = game("1", **{"1": "max 2 3", "2": "min 4 5", "3": 0, "4": 2, "5": 3})
    write_solution(solve(graph), tmp_path / "solved")
    values = pd.DataFrame({"id": [5, 4, 3, 2, 1], "value": [3, 2, 0, 3, 3], "distance": [0, 0, 0, 1, 9]})
    values.to_parquet(tmp_path / "values.parquet")
    found = folder_difference(SolvedFolder(tmp_path / "solved"), [tmp_path / "values.parquet"])
    assert [*found.summary()] == [
        "3 of 5 values agree",
        "2 values are wrong",
        "wrong by moves to the end: 1 of 1 at 1, 1 of 1 at 2",
        "4 of 5 distances agree",
    ]
    assert [each.proof for each in found.first] == [
        "2 is said to be 3, and is 2: min{value(4), value(5)} = min{2, 3} = 2",
        "1 is said to be 3, and is 2: it agrees with value(2) = 3 (in truth 2)",
    ]


def test_values_that_cannot_be_read_are_refused(tmp_path):
    write_solution(solve(game("a", a="max b", b=1)), tmp_path / "solved")
    folder, path = SolvedFolder(tmp_path / "solved"), tmp_path / "values.csv"
    for text, kind, words in (
        ("node,value\na,1\na,1\n", FormatError, "has two values"),
        ("node,value\na,win\n", OptionError, "--words"),
        ("node,value\na,maybe\n", OptionError, "no number"),
        ("node,value\nz,1\n", FormatError, "whose root is 'a'"),
        ("x,y\na,1\n", FormatError, "expected a column node"),
        ("", FormatError, "values.csv"),
    ):
        path.write_text(text)
        with pytest.raises(kind, match=words):
            folder_difference(folder, [path])
    path.write_text("node,value\na,won\nb,win\n")
    assert folder_difference(folder, [path], words={"win": 1, "won": 1}).wrong == 0
