"""Every registered export, on every sample."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from fontTools.ttLib import TTFont
from support.samples import VARIED

from explorer import algorithms
from explorer.drawing import exports
from explorer.drawing.exports import Export, Shown, Style
from explorer.drawing.picture.lettering import font_file
from explorer.games.samples import load_sample
from explorer.model.errors import FormatError, UnknownNameError

ENTRIES = exports.registered()
SMALL = Style(scale=0.5, first=0, last=1, pause=0.1)

every_export = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)


@pytest.mark.parametrize("sample", VARIED)
def test_a_sample_can_be_exported_at_its_last_step(sample: str):
    graph = load_sample(sample)
    trace = algorithms.trace(graph, "score-iteration")
    shown = Shown(graph, trace, algorithms.find("score-iteration"), len(trace) - 1)
    for entry in ENTRIES.values():
        content = exports.export(shown, entry.name, SMALL)
        assert content
        if entry.mime.startswith("text/"):
            assert content.decode()


@every_export
def test_without_a_trace_it_shows_the_graph_or_says_what_is_missing(entry: Export):
    shown = Shown(load_sample("figure-1"))
    if not entry.needs_trace:
        assert exports.export(shown, entry.name, SMALL)
        return
    with pytest.raises(FormatError, match="choose an algorithm"):
        exports.export(shown, entry.name, SMALL)


@every_export
def test_an_entry_can_be_shown_in_a_menu_and_found_by_its_suffix(entry: Export):
    assert entry.suffix.startswith(".")
    assert entry.title
    assert "/" in entry.mime
    assert set(entry.styled_by) <= {field.name for field in fields(Style)}
    assert len({each.suffix for each in ENTRIES.values()}) == len(ENTRIES)
    for name in (f"x{entry.suffix}", f"My graph.v2{entry.suffix.upper()}"):
        assert exports.export_of(name) is entry
    assert exports.find(entry.name) is entry


def test_an_unknown_suffix_or_name_gets_the_list():
    for name in ("x.bmp", "x", "html"):
        with pytest.raises(FormatError, match=r"must end in one of .*\.html"):
            exports.export_of(name)
    with pytest.raises(UnknownNameError, match=r"choose one of .*html"):
        exports.find("bmp")


@pytest.mark.parametrize("name", ENTRIES)
def test_painted_pictures_say_how_many_names_have_characters_that_the_font_lacks(name: str):
    labels = {"a": "𝖠 c", "b": "𝖠", "c": "根 é", "d": "🎲"}
    known = {bold: TTFont(font_file(bold)).getBestCmap() for bold in (False, True)}
    graph = load_sample("figure-1")
    graph = graph.replace(nodes=tuple(replace(node, label=labels[node.id]) for node in graph.nodes))
    lacking = [id for id, label in labels.items() if any(ord(each) not in known[id == graph.root] for each in label)]
    assert lacking == ["a", "c", "d"]  # the name of the root is bold, and bold letters lack more
    said = exports.find(name).left_out(Shown(graph))
    is_painted = name in ("png", "pdf", "gif")
    assert said.startswith(f"{len(lacking)} names have characters that the font of the picture lacks") == is_painted
    assert bool(said) == is_painted
    assert exports.find(name).left_out(Shown(load_sample("figure-1"))) == ""
