"""Rows of a text are the same whether Arrow puts them together or they are few, in every format that writes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import times
from support.tables import document

from explorer.formats import dump, load_bytes, written
from explorer.formats.rows import Part, text_of
from explorer.model import graph as model_graph
from explorer.model import plain
from explorer.model.assemble import assemble_document
from explorer.model.columns import AT_ONCE
from explorer.model.errors import ExplorerError
from explorer.model.extras import Extras, columns_of
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.views import Picked

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


def both(count: int, *parts: Part) -> str:
    """The text of rows, which is the same both ways."""
    found = []
    for large in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(plain, "LARGE", large)
            found.append(text_of(count, *parts))
    assert found[0] == found[1]
    return found[0]


@given(st.data(), st.integers(0, 5))
def test_parts_stand_side_by_side(data: st.DataObject, count: int):
    same, texts = data.draw(TEXTS), data.draw(st.lists(TEXTS, min_size=count, max_size=count))
    words = data.draw(st.lists(TEXTS, min_size=1, max_size=3))
    which = data.draw(st.lists(st.integers(0, len(words) - 1), min_size=count, max_size=count))
    numbers = data.draw(st.lists(st.integers(0, 2**31 - 1), min_size=count, max_size=count))
    made = both(count, same, texts, Picked(words, np.array(which, np.int32)), np.array(numbers, np.int32))
    rows = zip(texts, which, numbers, strict=True)
    assert made == "".join(f"{same}{text}{words[word]}{number}" for text, word, number in rows)


def test_more_rows_than_are_put_together_at_once():
    count = 2 * AT_ONCE + 3
    assert both(count, "n", np.arange(count, dtype=np.int32), "\n") == "".join(f"n{row}\n" for row in range(count))


@pytest.mark.parametrize("format", [each for each in written() if each != "parquet"])
def test_every_format_is_written_the_same(format):
    for seed in range(times(100)):
        graph = assemble_document(document(Random(seed))).graph
        assert content(graph, format, 0) == content(graph, format, 10**9)


LABELS = (
    "win", "win", "lost", "5", "-5", "05", "a b", "c d e", " a", "a ", "node", "Graph", "x'y", "%a", "a/b:c", "é",
    "<b>", "a\nb", "", "qLABELq", "q LABEL q", "a|b", "a\\b", "&amp;", "-", "a-b", "3x", None,
)  # fmt: skip


@pytest.mark.parametrize("format", [each for each in written() if each != "parquet"])
def test_labels_are_written_the_same(format):
    for seed in range(times(100)):
        rng = Random(seed)
        graph = assemble_document(document(rng)).graph
        graph = graph.replace(nodes=tuple(replace(node, label=rng.choice((*LABELS, node.id))) for node in graph.nodes))
        assert content(graph, format, 0) == content(graph, format, 10**9)


TEXTS_OF_KEYS = (
    "", "a", "b c", "é", 'q"x"', "l\n2", "<&>", "node", "-5", "05", " a", "x\\y", "a\tb", "\x01", "strict",
    "7041776200002", "q 2 WORDS q",
)  # fmt: skip
FLOATS = (0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 1e-5, 1e10, 1e16, -3.25e-7, 123456789.125, 1 / 3, 1e15, 99999999999.5, 1e22)
INTS = (0, 1, -1, 2**31, 2**31 - 1, -(2**31), -(2**31) - 1, 2**53 + 1, -(2**63), 2**63 - 1, 10, -10)
KEYS = {"note": TEXTS_OF_KEYS, "n 2": TEXTS_OF_KEYS, "share": FLOATS, "count": INTS, "seen": (True, False)}


def in_columns(graph: GameGraph) -> GameGraph:
    """The same graph, as a large one would be read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "LARGE", 0)
        patch.setattr(model_graph, "SMALL", -1)
        return load_bytes("x.parquet", dump(graph, "parquet")).graph


@pytest.mark.parametrize("format", [each for each in written() if each != "parquet"])
def test_positions_and_further_keys_are_written_the_same(format):
    for seed in range(times(100)):
        rng = Random(seed)
        graph = assemble_document(document(rng)).graph
        keys, gaps = [key for key in KEYS if rng.random() < 0.6], rng.choice((0, 0.3))
        nodes = [
            replace(node, extra={key: rng.choice(KEYS[key]) for key in keys if rng.random() >= gaps},
                    x=rng.choice((0.0, 1.5, -3.0, 1e-5)), y=rng.choice((-0.0, -7.5, 1e9, 7.0)))
            for node in graph.nodes
        ]  # fmt: skip
        graph = in_columns(graph.replace(nodes=tuple(nodes)))
        assert not keys or isinstance(graph.columns.extras, Extras)
        assert content(graph, format, 0) == content(graph, format, 10**9)


@pytest.mark.parametrize("format", written())
def test_lists_and_objects_in_columns_are_written_as_others_are_or_left_out(format):
    said = ('"board": [1, 0], "cell": {"row": 1, "col": 2}', '"board": [], "grid": [["x"], [""]]', '"cell": 3')
    for last in said:
        nodes = (
            f'{{"id": "a", "player": "max", {said[0]}}}, {{"id": "b", "score": 1, {said[1]}}}, {{"id": "c", {last}}}'
        )
        text = f'{{"root": "a", "nodes": [{nodes}], "moves": [["a", "b"], ["a", "c"]]}}'.encode()
        graphs = []
        for large, small in ((0, -1), (10**9, 20_000)):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(plain, "LARGE", large)
                patch.setattr(model_graph, "SMALL", small)
                graphs.append(load_bytes("x.json", text).graph)
        assert (columns_of(graphs[0].columns.extras) is None) == (last == said[2])
        assert len({content(graph, format, large) for graph in graphs for large in (0, 10**9)}) == 1


def test_labels_that_are_ids_once_they_fit_xml_are_kept():
    for ids, label in ((["a\ufffd", "b"], "a\x01"), (["a\nb", "b"], "a\rb")):
        graph = GameGraph.from_arrays([1, 0], [None, 1], [0], [1], ids=ids, labels=[label, "B"], root="b")
        assert content(graph, "gexf", 0) == content(graph, "gexf", 10**9)


@pytest.mark.parametrize("format", ["csv", "tsv", "json", "game-json"])
def test_columns_that_hold_nothing_are_not_written_and_the_others_as_they_are_met(format):
    text = "from,to\na,b\n\nid,player,score,c,d,nothing\na,max,,,y,\nb,,1,x,z,\n"

    def written_again(large: int, small: int) -> bytes:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(plain, "LARGE", large)
            patch.setattr(model_graph, "SMALL", small)
            return dump(load_bytes("x.csv", text.encode()).graph, {"json": "node-link"}.get(format, format))

    first = written_again(10**9, 10**9)
    assert b"nothing" not in first
    if format in ("csv", "tsv"):
        assert written_again(0, -1) == first


def test_a_further_key_that_is_called_as_one_of_the_model_is_written_somewhere():
    graph = GameGraph((Node("a", Kind.MAX, extra={"score": 5}), Node("b", Kind.LEAF, score=1)), (("a", "b"),))
    _, nodes = graph.to_frames()
    assert nodes["score"].tolist() == [5, 1]
    assert dump(graph, "csv").decode().count("5") == 1


def content(graph: GameGraph, format: str, large: int) -> bytes:
    """What is written where so many rows are many, or why nothing is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "LARGE", large)
        try:
            return dump(graph, format)
        except ExplorerError as error:
            return str(error).encode()


def large_star(ids: list[str], labels: list[str | None] | None = None) -> GameGraph:
    """A root and its leaves, as many as are written as columns."""
    count = len(ids)
    players, scores = [1] + [0] * (count - 1), [None] + [1] * (count - 1)
    return GameGraph.from_arrays(
        players, scores, [0] * (count - 1), range(1, count), ids=ids, labels=labels, root=ids[0]
    )


def test_an_id_that_looks_like_a_stand_in_for_labels_is_none():
    ids = ["root", "qLABELq", *(f"n{number}" for number in range(plain.LARGE))]
    written = dump(large_star(ids, [f"label{number}" for number in range(len(ids))]), "gexf")
    assert b"attvalue for" in written
    assert written.count(b'value="label') == 0


def test_half_of_a_character_is_written_in_a_large_graph_as_in_a_small_one():
    labels: list[str | None] = [None, "a\ud800", *(None for _ in range(plain.LARGE))]
    graph = large_star([f"n{number}" for number in range(len(labels))], labels)
    for format in ("gml", "graphml", "gexf"):
        assert content(graph, format, plain.LARGE) == content(graph, format, 10**9)
    for format in ("game-json", "node-link", "dot", "pgsolver", "text", "csv", "tsv"):
        for large in (plain.LARGE, 10**9):
            assert content(graph, format, large).startswith(b"half of a character")


def test_letters_that_only_look_like_others_are_quoted_in_dot():
    graph = large_star([*(f"n{number}" for number in range(plain.LARGE)), "\u017f", "\u212a1"])
    written = dump(graph, "dot").decode()
    assert '"\u017f"' in written
    assert '"\u212a1"' in written
