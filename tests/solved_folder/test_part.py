"""Parts of a solved folder: every shown node has in the part the score and the bounds that it has in the whole."""

from __future__ import annotations

from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs, worths

from explorer.drawing.excerpt import excerpt_around
from explorer.drawing.limits import PREDECESSORS
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.part import WholeFolder, part_of
from explorer.solved_folder.writing import write_solution
from explorer.solver import solve


@given(game_graphs(max_inner=7), worths, worths, st.data())
@examples(50)
def test_cut_ends_have_their_true_bounds(graph, endless, other, data):
    ids = data.draw(st.lists(st.sampled_from(graph.ids), min_size=1, unique=True))
    with TemporaryDirectory() as place:
        write_solution(solve(graph, endless=endless), f"{place}/solved", endless=endless, group=3)
        part = part_of(SolvedFolder(f"{place}/solved"), ids)
    for worth in (endless, other):  # whatever endless play is worth
        whole, mine = solve(graph, endless=worth), solve(part, endless=worth)
        for id in ids:
            assert (mine.scores[id], mine.lower[id], mine.upper[id]) == (
                *(whole.scores[id], whole.lower[id], whole.upper[id]),
            )
            assert part.ids_after(id) == graph.ids_after(id)


@given(game_graphs(max_inner=5, max_open=2), worths, st.data())
@examples(30)
def test_open_nodes_behind_a_cut_end_count(graph, endless, data):
    ids = data.draw(st.lists(st.sampled_from(graph.ids), min_size=1, unique=True))
    whole = solve(graph, endless=endless)
    with TemporaryDirectory() as place:
        write_solution(whole, f"{place}/solved", endless=endless, group=3)
        part = part_of(SolvedFolder(f"{place}/solved"), ids)
    mine = solve(part, endless=endless)
    for id in ids:
        assert mine.scores[id] == whole.scores[id]
        least, most = whole.between_of(id)
        assert mine.between_of(id)[0] <= least
        assert most <= mine.between_of(id)[1]


@given(game_graphs(max_inner=7), st.data())
@examples(25)
def test_a_part_grows_as_that_of_a_graph_in_memory(graph, data):
    with TemporaryDirectory() as place:
        write_solution(solve(graph), f"{place}/solved", group=3)
        whole = WholeFolder(SolvedFolder(f"{place}/solved"))
        centres = [id for id in graph.ids if id == graph.root or len(graph.predecessors_of(id)) <= PREDECESSORS]
        centre = data.draw(st.sampled_from(centres))
        mine, other = excerpt_around(whole, centre), excerpt_around(graph, centre)
        for _ in range(3):
            assert {*mine.points} == {*other.points}
            assert mine.hidden == other.hidden
            assert {*mine.graph.moves} == {*other.graph.moves}
            id = data.draw(st.sampled_from([*mine.points]))
            mine, other = mine.with_successors(id), other.with_successors(id)
