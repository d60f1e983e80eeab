"""Links that hold a graph: all of it comes back, and a damaged one is refused in one sentence."""

from __future__ import annotations

import base64
import string
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.graphs import game
from support.rich_graphs import rich_graphs

from explorer.games.samples import load_sample
from explorer.model.check import errors_in
from explorer.model.errors import FormatError, LimitError
from explorer.model.graph import GameGraph, Kind, Node
from explorer.scenes.link import (
    HOST_ROOM,
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


def test_an_unfinished_graph_comes_back_unfinished():
    nodes = (Node("a", Kind.MAX), Node("b", Kind.OPEN, x=-0.4, y=1e12))
    for graph in (GameGraph((), ()), GameGraph(nodes, ()), GameGraph(nodes, (), root="b")):
        back = unpack(pack(graph))
        assert back.graph == graph.replace(nodes=back.graph.nodes)
        assert [node.kind for node in back.graph.nodes] == [node.kind for node in graph.nodes]
        assert errors_in(list(back.problems))


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
@example(FIGURE + "AAAA")
@example(packed(b"\xff\xfe"))
@example(packed(b'{"nodes": 3}'))
@example(packed(b'{"version": 2, "nodes": []}'))
@example(packed(b'{"nodes":' + b"[" * 5_000 + b"]" * 5_000 + b"}"))
@example(packed(b'{"nodes":[],"name":"\\ud800"}'))
def test_whatever_is_not_a_link_is_refused_in_one_sentence(text: str):
    refusal(text)


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 100_000_000])
def test_a_link_that_bursts_is_refused_and_costs_little_memory(size: int):
    text = packed(b" " * size)
    tracemalloc.start()
    sentence = refusal(text)
    assert tracemalloc.get_traced_memory()[1] < 4 * MOST_BYTES + 4 * len(text)
    tracemalloc.stop()
    assert f"{MOST_BYTES:,} bytes" in sentence


# ---- too large


def pack_of(parts: int) -> str:
    """A graph of so many nodes and moves."""
    graph = path(parts // 2 + 1)
    return pack(graph.replace(moves=graph.moves[: parts - len(graph.nodes)]))


def pack_in(size: int) -> str:
    """A graph whose document has so many bytes."""
    name = "é" * (size // 2 - 50)
    bare = len(zlib.decompress(base64.urlsafe_b64decode(f"{pack(game('a', a=0).replace(name=name))[1:]}==")))
    return pack(game("a", a=0).replace(name=name + "x" * (size - bare)))


def scene_of(characters: int) -> Scene:
    """A scene with so many characters."""
    empty = with_graph(Scene(selected="a"), path(2))
    return with_graph(Scene(selected="a" * (1 + characters - len(empty.text()))), path(2))


def link_of(characters: int) -> str:
    """An address with so many characters."""
    return link("https://example.org/", "explore", {"x": "a" * (characters - len("https://example.org/explore?x="))})


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (pack_of, MOST_PARTS),
        (pack_in, MOST_BYTES),
        (scene_of, MOST_CHARACTERS - HOST_ROOM),
        (link_of, MOST_CHARACTERS),
    ],
)
def test_a_limit_is_the_largest_size_that_is_taken(made: Callable[[int], Scene | str], most: int):
    for size in (most - 1, most):
        whole = made(size)
        if made in (pack_of, pack_in):
            assert pack(unpack(whole).graph) == whole
        else:
            assert len(whole if isinstance(whole, str) else whole.text()) == size
    with pytest.raises(LimitError):
        made(most + 1)


@pytest.mark.parametrize("graph", [path(1_400), everyone_to_everyone(53), path(100_000)])
def test_a_graph_that_is_too_large_is_refused_with_its_size_the_limit_and_what_to_do(graph: GameGraph):
    with pytest.raises(LimitError) as caught:
        with_graph(Scene(), graph)
    assert str(caught.value) == str(too_large(graph))
    assert is_one_sentence(caught.value)
    for words in (f"{len(graph.nodes):,} nodes", f"{MOST_CHARACTERS:,} characters", ".game.json file"):
        assert words in str(caught.value)
