"""Pictures: every node and move is there, everything lies inside, nothing lies on anything else, all steps alike."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boxes import Box, box_around, box_of
from support.graphs import example_7_1, figure_1, game, game_graphs, long_path, thorough
from support.rich_graphs import rich_graphs
from support.samples import VARIED
from support.shown import shown

from explorer.algorithms import registered
from explorer.drawing.exports import Shown, Style
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.picture import Picture, picture_of, pictures_of
from explorer.drawing.picture.lettering import printable, text_width
from explorer.drawing.picture.primitives import Text, moved
from explorer.drawing.theme import DARK, LIGHT
from explorer.games.samples import load_sample
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind, Node

ROOT = Path(__file__).parents[3]
styles = st.builds(Style, title=st.booleans(), legend=st.booleans(), caption=st.booleans(), dark=st.booleans())


def boxes(picture: Picture, *parts: str) -> list[Box]:
    return [
        box_around(box_of(moved(shape, group.x, group.y)) for shape in group.shapes)
        for group in picture.groups
        if group.part in parts and group.shapes
    ]


def texts(picture: Picture, part: str) -> list[str]:
    return [
        shape.text
        for group in picture.groups
        if group.part == part
        for shape in group.shapes
        if isinstance(shape, Text)
    ]


def lies_inside(box: Box, picture: Picture) -> bool:
    return box.left >= 0 and box.top >= 0 and box.right <= picture.width and box.bottom <= picture.height


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.left, other.left) > 0.01
        and min(one.bottom, other.bottom) - max(one.top, other.top) > 0.01
    )


def parts_apart(picture: Picture) -> bool:
    areas = [
        box_around(found)
        for parts in (("node", "move", "band"), ("title",), ("legend",), ("caption",))
        if (found := boxes(picture, *parts))
    ]
    return not any(overlap(one, other) for one, other in combinations(areas, 2))


@thorough
@given(rich_graphs(), styles, st.sampled_from(sorted(registered())), st.integers(0, 99))
def test_any_graph_at_any_step_has_a_picture_with_everything_inside_and_apart(graph, style, algorithm, step):
    entry = registered()[algorithm]
    what = Shown(graph) if entry.obstacle(graph) else shown(graph, algorithm, step)
    picture = picture_of(what, style)
    kinds = {node.id: node.kind for node in graph.nodes} if what.trace is None else what.trace.kinds_at(what.step)
    moves = [move for move in what.graph.moves if kinds.get(move[0], Kind.OPEN) is not Kind.OPEN and move[1] in kinds]
    assert sum(group.part == "node" for group in picture.groups) == len(kinds)
    assert sum(group.part == "move" for group in picture.groups) == len(moves)
    assert all(
        lies_inside(box, picture) for box in boxes(picture, "node", "move", "band", "title", "legend", "caption")
    )
    assert parts_apart(picture)


@pytest.mark.parametrize("name", VARIED)
@pytest.mark.parametrize("algorithm", ["score-iteration", "memoised"])
def test_the_steps_of_a_sample_have_pictures_of_one_size_in_which_no_node_moves(name: str, algorithm: str):
    what = shown(load_sample(name), algorithm)
    steps = range(0, len(what.trace), max(1, len(what.trace) // 6))
    pictures = list(pictures_of(what, Style(), steps))
    places = [[(group.x, group.y) for group in each.groups if group.part == "node"] for each in pictures]
    legends = [texts(each, "legend") for each in pictures]
    assert len({(each.width, each.height) for each in pictures}) == 1
    assert all(each == places[0] for each in places)
    assert all(each == legends[0] for each in legends)
    assert all(parts_apart(each) for each in pictures)


@thorough
@given(game_graphs(max_open=2))
def test_short_names_do_not_lie_on_their_nodes(graph: GameGraph):
    for group in picture_of(Shown(graph), Style()).groups:
        if group.part == "node":
            names = [box_of(shape) for shape in group.shapes if isinstance(shape, Text) and shape.outline]
            fills = [box_of(shape) for shape in group.shapes if not isinstance(shape, Text)]
            assert names
            assert not any(overlap(name, Box(-12, -12, 12, 12)) for name in names)
            assert fills


def test_a_short_name_keeps_away_from_the_node_beside_it():
    nodes = (Node("b", Kind.LEAF, 1, x=0, y=0), Node("c", Kind.LEAF, 1, x=60, y=0))
    left, right = (
        next(box_of(shape) for shape in group.shapes if isinstance(shape, Text) and shape.outline)
        for group in picture_of(Shown(GameGraph(nodes, (), root="c")), Style()).groups
        if group.part == "node"
    )
    assert left.right < -12
    assert right.left > 12


def test_title_legend_and_caption_stand_there_only_on_request():
    what = shown(load_sample("figure-1"), step=2)
    full, bare = picture_of(what, Style()), picture_of(what, Style(title=False, legend=False, caption=False))
    assert texts(full, "title") == ["Figure 1: 0 < b < d", what.algorithm.title]
    assert " ".join(texts(full, "caption")) == f"2 {printable(what.trace[2].caption)}"
    assert {group.part for group in bare.groups} == {"node", "move"}
    assert (bare.width, bare.height) < (full.width, full.height)


def test_a_bare_graph_shows_the_scores_of_its_leaves_and_no_others():
    picture = picture_of(Shown(figure_1(b=-1, d=2)), Style())
    assert texts(picture, "node") == ["a", "−1", "b", "c", "2", "d"]
    assert texts(picture, "caption") == []


def test_long_captions_are_wrapped_to_the_width_and_end_after_some_lines():
    graph = long_path(60).replace(name="x" * 500)
    picture = picture_of(shown(graph, step=-1), Style())
    assert all(
        shape.left + text_width(shape.text, shape.size, bold=shape.bold) <= picture.width
        for shape in picture.shapes()
        if isinstance(shape, Text)
    )
    assert len(texts(picture, "title")) == 3


def test_dark_pictures_are_drawn_on_dark_paper():
    what = shown(figure_1())
    assert picture_of(what, Style()).paper == LIGHT.paper
    assert picture_of(what, Style(dark=True)).paper == DARK.paper


def test_paper_ink_and_accent_are_those_of_the_app():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    for name, page in (("light", LIGHT), ("dark", DARK)):
        colours = [config[name][key] for key in ("backgroundColor", "textColor", "primaryColor")]
        assert [page.paper, page.ink, page.accent] == colours


def test_a_graph_that_is_too_large_is_refused_with_the_limit_and_a_way_out():
    with pytest.raises(FormatError, match=rf"room for {LARGEST_DRAWN:,} nodes.*{LARGEST_DRAWN + 1:,}; draw a part"):
        picture_of(Shown(long_path(LARGEST_DRAWN)), Style())


@pytest.mark.large
def test_the_largest_graph_that_is_allowed_has_a_picture():
    assert picture_of(Shown(long_path(LARGEST_DRAWN - 1)), Style()).groups


def test_a_step_that_does_not_exist_is_refused():
    what = shown(figure_1())
    with pytest.raises(FormatError, match="there is no step 99; choose one from 0 to"):
        picture_of(Shown(what.graph, what.trace, what.algorithm, 99), Style())


@pytest.mark.parametrize("graph", [GameGraph((), ()), game("a", a=3), game("a", a="max a")])
def test_the_smallest_graphs_have_pictures(graph: GameGraph):
    assert picture_of(Shown(graph), Style()).width > 0


def test_the_path_of_a_search_is_under_its_moves():
    what = shown(example_7_1(1, 2), "depth-first")
    number = next(k for k, step in enumerate(what.trace) if len(step.path) == 3)
    picture = picture_of(Shown(what.graph, what.trace, what.algorithm, number), Style())
    parts = [group.part for group in picture.groups]
    path = what.trace[number].path
    named = [group.name for group in picture.groups if group.part == "band"]
    assert named[:2] == [f"{path[0]} → {path[1]}", f"{path[1]} → {path[2]}"]
    assert parts.index("move") > max(place for place, part in enumerate(parts) if part == "band")
