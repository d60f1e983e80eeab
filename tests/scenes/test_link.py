"""Links that hold a graph: all of it comes back, and a damaged one is refused in one sentence."""

from __future__ import annotations

import base64
import string
import tracemalloc
import zlib
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from urllib.parse import urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.graphs import figure_1, game
from support.rich_graphs import rich_graphs

from explorer.games.samples import load_sample, sample_names
from explorer.model.check import errors_in
from explorer.model.errors import FormatError, LimitError, OptionError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.scenes import link as sharing
from explorer.scenes.link import (
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_PARTS,
    link,
    pack,
    too_large,
    unpack,
)
from explorer.scenes.scene import Scene, with_graph

ALPHABET = string.ascii_letters + string.digits + "-_"
FIGURE = pack(load_sample("figure-1"))


def packed(data: bytes) -> str:
    """A link's text around any bytes, as `pack` would make it."""
    return "A" + base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()


def rounded(graph: GameGraph) -> GameGraph:
    """The graph with its places rounded, which is all that a link loses."""
    places = [(None, None) if n.x is None or n.y is None else (round(n.x), round(n.y)) for n in graph.nodes]
    return graph.replace(nodes=tuple(replace(n, x=x, y=y) for n, (x, y) in zip(graph.nodes, places, strict=True)))


def is_one_sentence(error: BaseException) -> bool:
    text = str(error)
    return not text[0].isupper() and text[-1] != "." and "\n" not in text and len(text) < 250


def path(length: int) -> GameGraph:
    ids = [f"{place}" for place in range(length)]
    nodes = (*(Node(id, Kind.MAX) for id in ids[:-1]), Node(ids[-1], Kind.LEAF, 0))
    return GameGraph(nodes, tuple(pairwise(ids)), root="0")


def everyone_to_everyone(nodes: int) -> GameGraph:
    ids = [f"{place}" for place in range(nodes)]
    return GameGraph(tuple(Node(id, Kind.MAX) for id in ids), tuple((a, b) for a in ids for b in ids), root="0")


# ---- round trips


@given(rich_graphs())
def test_everything_comes_back_but_fractions_of_a_pixel(graph: GameGraph):
    back = unpack(pack(graph)).graph
    assert back == rounded(graph)
    assert [type(node.score) for node in back.nodes] == [type(node.score) for node in graph.nodes]
    assert pack(back) == pack(graph)


@given(rich_graphs())
def test_a_link_has_only_characters_that_no_program_changes(graph: GameGraph):
    assert set(pack(graph)) <= set(ALPHABET)
    assert urlencode({"graph": pack(graph)}) == f"graph={pack(graph)}"


@pytest.mark.parametrize("name", sample_names())
def test_every_sample_fits_a_link_and_comes_back_without_new_problems(name: str):
    graph = load_sample(name)
    back = unpack(pack(graph))
    assert back.require_good() == rounded(graph)


@pytest.mark.parametrize("score", [0, -(10**40), 0.1, 2.0, -1e-9, 1e300, Fraction(16, 3), Fraction(-1, 10**30)])
def test_scores_are_exact(score):
    back = unpack(pack(game("a", a="max b", b=score))).graph.node("b").score
    assert (back, type(back)) == (score, type(score))


def test_an_unfinished_graph_comes_back_unfinished():
    nodes = (Node("a", Kind.MAX), Node("b", Kind.OPEN, x=-0.4, y=1e12))
    for graph in (GameGraph((), ()), GameGraph(nodes, ()), GameGraph(nodes, (), root="b")):
        back = unpack(pack(graph))
        assert back.graph == graph.replace(nodes=back.graph.nodes)
        assert [node.kind for node in back.graph.nodes] == [node.kind for node in graph.nodes]
        assert errors_in(list(back.problems))


def test_an_empty_negamax_page_stays_negamax():
    graph = GameGraph((), (), convention=Convention.NEGAMAX)
    assert unpack(pack(graph)).graph == graph


def test_a_place_too_far_for_a_canvas_is_left_out_and_said():
    there = unpack(pack(GameGraph((Node("a", Kind.LEAF, 1, x=1e300, y=-1e300),), (), root="a")))
    assert there.graph.nodes == (Node("a", Kind.LEAF, 1),)
    assert "node 'a' needs both x and y" in there.problems[0].message


def test_links_that_were_made_before_stay_readable():
    text = (
        "AeNpFjEEKgzAQRe_y1ymlQjdeo0vJYjIJJWBmQCUUJHd3iEV3j_c_b4dQSRjxKTTPcGCVmmTLKiYlfanQz_SiupkgQ9GYVozTjhy7au6PwdaV"
        "dbHe43VZvg_xPuD9HNC8Q9Hac1OPB3h3EndiI7oowvt2ACF2M7U"
    )
    graph = game("a", "negamax", a="mover b c", b=-1, c="mover a d", d=Fraction(5, 2))
    assert unpack(text).graph == graph.replace(name="Small")


# ---- damaged links


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        unpack(text)
    assert is_one_sentence(caught.value)
    return str(caught.value)


def test_a_link_that_was_cut_is_refused_wherever_it_was_cut():
    for length in range(len(FIGURE)):
        assert "damaged or incomplete" in refusal(FIGURE[:length])


@given(st.integers(1, len(FIGURE) - 1), st.sampled_from(ALPHABET))
def test_a_changed_character_is_refused_or_changes_nothing(place: int, character: str):
    text = FIGURE[:place] + character + FIGURE[place + 1 :]
    with suppress(FormatError):
        assert unpack(text).graph == unpack(FIGURE).graph  # the last one has bits that mean nothing


@given(st.text(max_size=60) | st.text(ALPHABET, max_size=60).map("A".__add__) | st.binary(max_size=90).map(packed))
@example("")
@example("A")
@example("A=")
@example("Aé")
@example("A\0\n ")
@example("a" + FIGURE[1:])
@example(FIGURE + "A")
@example(FIGURE + "AAAA")
@example(FIGURE + FIGURE)
@example(packed(b""))
@example(packed(b"\xff\xfe"))
@example(packed(b"null"))
@example(packed(b"[]"))
@example(packed(b'{"nodes": 3}'))
@example(packed(b'{"nodes": [}'))
@example(packed(b'{"format": "other", "nodes": []}'))
@example(packed(b'{"version": 2, "nodes": []}'))
@example(packed(b'{"nodes":' + b"[" * 5_000 + b"]" * 5_000 + b"}"))
@example(packed(b'{"nodes":[],"name":"\\ud800"}'))
def test_whatever_is_not_a_link_is_refused_in_one_sentence(text: str):
    refusal(text)


def test_a_link_of_a_later_version_says_so():
    assert "newer version" in refusal("B" + FIGURE[1:])


def test_what_is_wrong_inside_a_whole_link_is_a_problem_of_the_graph():
    back = unpack(packed(b'{"root":"z","nodes":[{"id":"a","score":"x"},7],"moves":[["a","q"]]}'))
    assert [node.id for node in back.graph.nodes] == ["a"]
    assert len(errors_in(list(back.problems))) >= 3


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 100_000_000])
def test_a_link_that_bursts_is_refused_and_costs_little_memory(size: int):
    text = packed(b" " * size)
    tracemalloc.start()
    sentence = refusal(text)
    assert tracemalloc.get_traced_memory()[1] < 4 * MOST_BYTES + 4 * len(text)
    tracemalloc.stop()
    assert f"{MOST_BYTES:,} bytes" in sentence


def test_a_document_of_exactly_the_limit_is_read():
    document = b'{"nodes":[{"id":"a","score":1}],"root":"a"}'
    assert unpack(packed(document.ljust(MOST_BYTES))).graph.root == "a"


# ---- too large


@pytest.mark.parametrize("graph", [path(MOST_PARTS // 2 + 1), everyone_to_everyone(55)])
def test_the_most_regular_graphs_past_the_number_of_parts_would_not_fit_anyway(
    graph: GameGraph, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sharing, "MOST_PARTS", 10_000)
    assert len(graph.nodes) + len(graph.moves) > MOST_PARTS
    assert len(pack(graph)) > MOST_CHARACTERS


@pytest.mark.parametrize("graph", [path(1_400), everyone_to_everyone(53), path(100_000)])
def test_a_graph_that_is_too_large_is_refused_with_its_size_the_limit_and_what_to_do(graph: GameGraph):
    with pytest.raises(LimitError) as caught:
        with_graph(Scene(), graph)
    assert str(caught.value) == str(too_large(graph))
    assert is_one_sentence(caught.value)
    for words in (f"{len(graph.nodes):,} nodes", f"{MOST_CHARACTERS:,} characters", ".game.json file"):
        assert words in str(caught.value)


def test_a_graph_may_have_the_most_parts_and_the_most_bytes_and_no_more():
    whole = path(MOST_PARTS // 2)  # a tree has one move less than nodes
    whole = whole.replace(moves=(*whole.moves, ("0", "0")))
    assert unpack(pack(whole)).graph == whole
    with pytest.raises(LimitError):
        pack(whole.replace(moves=(*whole.moves, ("0", "2"))))
    room = MOST_BYTES - len(zlib.decompress(base64.urlsafe_b64decode(pack(figure_1(1).replace(name="x"))[1:] + "==")))
    pack(figure_1(1).replace(name="x" * (room + 1)))
    with pytest.raises(LimitError):
        pack(figure_1(1).replace(name="x" * (room + 2)))


def test_long_texts_are_refused_though_they_would_shrink():
    with pytest.raises(LimitError):
        pack(figure_1().replace(description="x" * MOST_BYTES))


@pytest.mark.large
def test_a_large_graph_is_refused_without_being_packed(monkeypatch: pytest.MonkeyPatch):
    graph = path(100_000)
    monkeypatch.setattr("zlib.compress", None)
    with pytest.raises(LimitError):
        pack(graph)


# ---- links


@pytest.mark.parametrize("base", ["https://example.org/games", "https://example.org/games/"])
def test_the_app_may_live_in_a_folder(base: str):
    assert link(base, "unwind", {"step": "1"}) == "https://example.org/games/unwind?step=1"


@pytest.mark.parametrize("base", ["", "localhost:8501", "javascript:alert(1)", "http://", "http://[", "http://a/?b=1"])
def test_a_base_that_is_no_server_is_refused(base: str):
    with pytest.raises(OptionError, match="must be an address"):
        link(base, "unwind", {"step": "1"})


def test_a_base_that_makes_the_link_too_long_is_refused():
    with pytest.raises(LimitError, match=r"8,000.*\.game\.json"):
        link("http://example.org/" + "x" * MOST_CHARACTERS, "", {"step": "1"})


def test_a_link_may_have_the_most_characters_and_no_more():
    room = MOST_CHARACTERS - len(link("http://example.org", "", {"step": "1"}))
    assert len(link(f"http://{'x' * room}example.org", "", {"step": "1"})) == MOST_CHARACTERS
    with pytest.raises(LimitError, match=f"{MOST_CHARACTERS + 1:,} characters"):
        link(f"http://{'x' * room}xexample.org", "", {"step": "1"})
