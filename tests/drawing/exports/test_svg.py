"""SVG, read again by an XML parser: every node and move as a group of its own, text as text, colours of the theme."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from support.graphs import figure_1, game, thorough
from support.rich_graphs import rich_graphs
from support.shown import shown

from explorer.drawing.exports import GraphView, Style, export
from explorer.drawing.limits import FIRST_SHOWN, LARGEST_READ
from explorer.drawing.node_colours import ValueLooks
from explorer.drawing.notebook import graph_svg
from explorer.drawing.picture.lettering import printable
from explorer.drawing.theme import COPIES, DARK, EDGE, FINALITY, LIGHT, MEANINGS, SIGNS
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import format_score
from explorer.trace import Activity
from explorer.unwinding import CopyRole

SVG = "{http://www.w3.org/2000/svg}"


def parsed(what: GraphView, style: Style | None = None) -> Element:
    return fromstring(export(what, "svg", style))


def groups(svg: Element, part: str) -> list[Element]:
    return [each for each in svg if each.tag == f"{SVG}g" and each.get("class") == part]


def words(group: Element) -> list[str | None]:
    return [text.text for text in group.iter(f"{SVG}text") if text.get("aria-hidden") is None]


def attributes(svg: Element, name: str) -> set[str | None]:
    return {each.get(name) for each in svg.iter()} - {None}


@thorough
@given(rich_graphs())
def test_every_graph_gives_well_formed_svg_with_each_node_and_move(graph: GameGraph):
    svg = parsed(GraphView(graph))
    assert len(groups(svg, "node")) == len(graph.nodes)
    titles = [group.findtext(f"{SVG}title") for group in groups(svg, "move")]
    named = {node.id: printable(node.name) for node in graph.nodes}
    assert titles == [f"{named[source]} → {named[target]}" for source, target in graph.moves]


def test_scores_names_title_legend_and_caption_are_text():
    what = shown(load_sample("figure-1"), step=2)
    svg = parsed(what)
    assert [words(group) for group in groups(svg, "node")] == [
        [format_score(score), *([SIGNS[Activity.CHANGED]] if id == "a" else []), id]
        for id, score in what.trace.scores_at(2).items()
    ]
    assert words(groups(svg, "title")[0])[0] == what.graph.name
    assert ["Max to move"] in [words(group) for group in groups(svg, "legend")]
    assert " ".join(map(str, words(groups(svg, "caption")[0]))) == f"2 {what.trace[2].caption}"


@pytest.mark.parametrize(("dark", "page"), [(False, LIGHT), (True, DARK)])
def test_colours_are_those_of_the_theme(dark: bool, page):
    what = shown(figure_1(b=-1, d=2), step=-1)
    svg = parsed(what, Style(dark=dark, legend=False))
    scores = what.trace.scores_at(what.step)
    looks = {value: ValueLooks.of_trace(what.trace).score(value) for value in what.trace.values}
    roles = what.trace.finality_at(what.step).values()
    assert svg.find(f"{SVG}rect").get("fill") == page.paper
    assert {looks[score].fill for score in scores.values()} <= attributes(svg, "fill")
    assert {page.ring(FINALITY[role].left) for role in roles} | {EDGE} <= attributes(svg, "stroke")


def test_a_script_in_a_label_stays_text():
    evil = '</text><script>alert("1")</script>&lt;'
    graph = GameGraph((Node("a", Kind.LEAF, 1, label=evil),), (), root="a", name=evil)
    text = export(GraphView(graph), "svg").decode()
    assert "<script" not in text
    assert "".join(map(str, words(groups(fromstring(text), "title")[0]))) == evil
    assert not {each.tag for each in fromstring(text).iter()} & {f"{SVG}script", f"{SVG}foreignObject", f"{SVG}image"}


def test_a_notebook_shows_the_part_of_a_large_graph_around_its_root_and_says_what_is_hidden():
    """No node of it is said to have no moves."""
    graph = game("v0", **{f"v{i}": f"max v{i + 1}" for i in range(LARGEST_READ)}, **{f"v{LARGEST_READ}": 1})
    svg = fromstring(graph_svg(graph.replace(name="Long")))
    assert len(groups(svg, "node")) == FIRST_SHOWN
    title = f"Long ({FIRST_SHOWN} of {LARGEST_READ + 1} nodes, around v0)"
    assert " ".join(map(str, words(groups(svg, "title")[0]))) == title
    said = [group.findtext(f"{SVG}title") for group in groups(svg, "legend")]
    assert COPIES[CopyRole.HIDDEN][1] in said
    assert MEANINGS["unfinished"] not in said


def test_what_a_search_shows_and_is_false_has_its_sign_in_the_last_picture_too():
    what = shown(load_sample("example-7-1"), "memoised-naive", step=-1)
    signed = [group.findtext(f"{SVG}title") for group in groups(parsed(what), "node") if "≠" in words(group)]
    assert [title.split(" ")[0] for title in signed if title] == ["r", "c"]
    assert len(re.findall(r"\\neq", export(what, "tikz").decode())) >= 2
