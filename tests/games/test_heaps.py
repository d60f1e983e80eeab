"""What is known of Nim and takeaway."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from explorer.comparison.expected import disagreements
from explorer.games import generate
from explorer.games.takeaway import known_score
from explorer.scenes.scene import Scene

heaps = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple)


@given(sizes=heaps)
def test_the_known_score_of_nim_is_the_one_that_is_found(sizes: tuple[int, ...]):
    graph = generate("nim", heaps=sizes)
    assert graph.expected["scores"][graph.root] in (1, -1)
    assert disagreements(graph) == []


@given(sizes=heaps, most=st.integers(1, 4))
def test_the_known_score_of_takeaway_is_the_one_that_is_found(sizes: tuple[int, ...], most: int):
    graph = generate("takeaway", stones=sizes, take=tuple(range(1, most + 1)))
    assert graph.expected["scores"][graph.root] in (1, -1)
    assert disagreements(graph) == []


@given(sizes=heaps, most=st.integers(1, 4), name=st.sampled_from(["nim", "takeaway"]))
def test_in_misere_play_whoever_cannot_move_has_won(sizes: tuple[int, ...], most: int, name: str):
    sized = {"heaps": sizes} if name == "nim" else {"stones": sizes, "take": tuple(range(1, most + 1))}
    graph = generate(name, misere=True, **sized)
    assert {node.score for node in graph.nodes if node.score is not None} == {1}
    assert graph.expected["scores"][graph.root] in (1, -1)
    assert disagreements(graph) == []


def test_the_scene_of_misere_nim_is_of_the_kernel_that_can_run():
    for query, name in (("nim?misere=yes", "loopy-kernel"), ("nim", "kernel"), ("takeaway?misere=yes", "loopy-kernel")):
        assert Scene.from_query({"game": query}).chosen.algorithm == name


def test_nothing_is_known_where_some_numbers_may_not_be_taken():
    assert known_score(stones=(7,), take=(2, 5)) is None
    assert generate("takeaway", stones=7, take="2,5").expected == {}
