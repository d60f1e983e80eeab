"""Files: suffixes, encodings, limits, pairs of CSV files, pasted text; and errors that name the file."""

from __future__ import annotations

import codecs
import io
import os
import tracemalloc

import pytest
from support.formats import WHOLE_GAME_TEXTS, WHOLE_GAMES
from support.graphs import figure_1, game

from explorer import formats
from explorer.model.errors import FormatError, GraphError

FORMATS = WHOLE_GAMES
TEXTS = {name: formats.dump(figure_1(), name).decode() for name in WHOLE_GAME_TEXTS}


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_written_and_read_by_its_suffix(name, tmp_path):
    for suffix in formats.find(name).suffixes:
        path = tmp_path / f"My Graph{suffix.upper()}"
        formats.write(figure_1(), path)
        assert formats.read(path) == figure_1(), "what cannot hold a whole game is named in tests/support/formats.py"
        assert formats.read(str(path)) == figure_1()


def test_a_json_file_may_hold_either_document(tmp_path):
    for suffix in (".json", ".game.json"):
        for name in ("game-json", "node-link"):
            path = tmp_path / f"{name}{suffix}"
            path.write_text(TEXTS[name], encoding="utf-8")
            assert formats.read(path) == figure_1()


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_every_format_is_read_in_every_encoding(mark, encoding):
    graph = game("é→", **{"é→": "max b", "b": 1})
    for name in WHOLE_GAME_TEXTS:
        data = mark + formats.dump(graph, name).decode().encode(encoding)
        assert formats.load_bytes(f"x{formats.find(name).suffixes[0]}", data).graph == graph, name


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "0x89 at position 0"),
        (b'{"nodes": []}\0', "null bytes"),
        (b"PK\x03\x04", r"compressed \(ZIP\); decompress the file first"),
    ],
)
def test_what_is_not_text_is_refused_with_a_way_out(data, words):
    for name in WHOLE_GAME_TEXTS:
        with pytest.raises(FormatError, match=words) as caught:
            formats.load_bytes(f"x{formats.find(name).suffixes[0]}", data)
        assert "x." in str(caught.value)


@pytest.mark.parametrize("name", WHOLE_GAME_TEXTS)
def test_a_text_in_the_old_encoding_of_windows_is_read_and_doubted(name):
    graph = game("é", é="max b", b=1)
    data = formats.dump(graph, name).replace("é".encode(), "é".encode("cp1252"))
    if "é".encode("cp1252") not in data:  # GML is ASCII
        return
    loaded = formats.load_bytes(f"x{formats.find(name).suffixes[0]}", data.replace(b"UTF-8", b"unknown"))
    assert loaded.graph == graph
    assert any("read as Windows-1252" in problem.message for problem in loaded.problems)


@pytest.mark.parametrize("name", ["graphml", "gexf"])
@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "utf-16-le", "utf-16-be"])
def test_the_encoding_that_xml_declares_is_used_without_a_word(name, encoding):
    graph = game("é", é="max b", b=1)
    body = formats.dump(graph, name).decode().partition("?>")[2]
    declared = "UTF-16" if encoding.startswith("utf-16") else encoding
    data = f"<?xml version='1.0' encoding='{declared}'?>{body}".encode(encoding)
    loaded = formats.load_bytes(f"x.{name}", data)
    assert (loaded.graph, loaded.problems) == (graph, ())


@pytest.mark.parametrize("name", ["big.csv", "big.game.json", "big.parquet"])
def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path, name):
    path = tmp_path / name
    path.touch()
    os.truncate(path, 2_000 * 2**20 + 1)  # nothing is written: only its length says so
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=rf"{name}: .*2,000 MB"):
            formats.read(path)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_reading_strictly_names_file_line_and_node(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("from,to\na,b\n\nid,player,score\na,max,\nb,,one\n", encoding="utf-8")
    with pytest.raises(GraphError, match=r"x\.csv: line 6: the score of node 'b'"):
        formats.read(path)
    assert formats.load(path).graph.moves == (("a", "b"),)


@pytest.mark.parametrize("data", [b"", b" \n\t", codecs.BOM_UTF8 + b"\n", codecs.BOM_UTF16_LE + b"\n\0"])
def test_an_empty_file_of_any_format_is_said_to_be_empty(data, tmp_path):
    for entry in formats.registered().values():
        path = tmp_path / f"x{entry.suffixes[0]}"
        path.write_bytes(data)
        if entry.may_be_empty:
            assert "the file is empty" in [problem.message for problem in formats.load(path).problems]
            continue
        with pytest.raises(FormatError, match=rf"x{entry.suffixes[0]}: the file is empty$"):
            formats.read(path)
    with pytest.raises(FormatError, match=r"x: the file is empty$"):
        formats.load_stream(io.BytesIO(data), "x")


@pytest.mark.parametrize(
    "text", ["<!DOCTYPE html>\n<p>", "<html lang='en'>", "\n<!doctype HTML PUBLIC>", "<!-- a -->\n<HTML>"]
)
def test_a_web_page_is_not_taken_for_a_graph(text):
    for suffix in (suffix for entry in formats.registered().values() for suffix in entry.suffixes):
        with pytest.raises(FormatError, match=r"this is a web page, not a graph; save the file itself"):
            formats.load_bytes(f"x{suffix}", text.encode())
    with pytest.raises(FormatError, match="this is a web page"):
        formats.load_text(text)
    assert formats.load_bytes("x.txt", b"html max: b\nb = 1").graph == game("html", html="max b", b=1)


# ---- two files


def test_a_csv_is_a_pair_of_files(tmp_path):
    formats.write(figure_1(), tmp_path / "x.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv", "x.nodes.csv"]
    assert formats.read(tmp_path / "x.csv") == figure_1()
    assert (tmp_path / "x.csv").read_text(encoding="utf-8") == "from,to\na,b\na,c\nc,d\nc,a\n"


def test_in_a_tsv_a_tab_parts_the_cells_however_many_commas_there_are():
    loaded = formats.load_bytes("x.tsv", b"from\tto\tnote, of, several\na,1\tb,2\tx\n")
    assert loaded.graph.moves == (("a,1", "b,2"),)


def test_a_pair_can_be_uploaded():
    moves, nodes = b"source;target\na;b\n", b"id\tplayer\tscore\na\tmin\t\nb\t\t1/2\n"
    graph = formats.load_bytes("x.csv", moves, nodes).graph
    assert graph == game("a", a="min b", b=formats.load_bytes("x.csv", moves, nodes).graph.node("b").score or 0)
    assert str(graph.node("b").score) == "1/2"


def test_a_table_of_nodes_that_is_opened_alone_says_what_it_is(tmp_path):
    for suffix in (".csv", ".tsv", ".parquet"):
        formats.write(figure_1(), tmp_path / f"x{suffix}")
        with pytest.raises(
            FormatError, match=rf"x\.nodes\{suffix}: this is a table of nodes, .*open the table of moves"
        ):
            formats.read(tmp_path / f"x.nodes{suffix}")


# ---- pasted text


@pytest.mark.parametrize("name", WHOLE_GAME_TEXTS)
def test_pasted_text_is_told_by_how_it_begins(name):
    assert formats.load_text(f"\ufeff \n{TEXTS[name]}\n  ").graph == figure_1()


@pytest.mark.parametrize("text", ["", "  \n ", "hello", "[1, 2", "<html></html>", "3", "null", "[]", '"text"', "{}"])
def test_pasted_text_that_is_no_graph_is_refused_in_one_sentence(text):
    with pytest.raises(FormatError) as caught:
        formats.load_text(text)
    assert "\n" not in str(caught.value)


# ---- limits, before anything is built


class Endless:
    """A stream that never ends, and how much was read of it."""

    def __init__(self) -> None:
        self.taken = 0

    def read(self, size: int) -> bytes:
        self.taken += size
        return b"a b\n" * (size // 4)


def test_a_stream_is_left_as_soon_as_its_graph_cannot_fit(monkeypatch):
    monkeypatch.setattr("explorer.intake.memory.most_memory", lambda: 10**8)
    stream = Endless()
    with pytest.raises(FormatError, match="needs about"):
        formats.load_stream(stream, "x")
    assert stream.taken < 10**7
