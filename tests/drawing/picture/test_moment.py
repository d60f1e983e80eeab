"""What a step makes visible: bounds, and as much of a growing graph as there is."""

from __future__ import annotations

from dataclasses import replace

from support.graphs import figure_1
from support.shown import shown
from support.stepped import growing

from explorer import why
from explorer.drawing.exports import Shown, Style
from explorer.drawing.geometry import MARK
from explorer.drawing.picture import picture_of, pictures_of
from explorer.drawing.picture.glyph import glyph
from explorer.drawing.picture.moment import Looks, moment_of, style_of
from explorer.drawing.picture.primitives import Circle, Text
from explorer.drawing.theme import FINALITY, LIGHT, MARKS, MEANINGS, SHAPES, finality_words
from explorer.drawing.why_data import lit_of
from explorer.games.samples import load_sample
from explorer.model.graph import Kind
from explorer.model.scores import format_score
from explorer.trace import Finality


def half_final() -> Shown:
    return shown(load_sample("negamax-half-final"), "finality", step=-1)


def groups(what: Shown, part: str) -> list[str]:
    return [group.name for group in picture_of(what, Style()).groups if group.part == part]


def texts(what: Shown, id: str) -> list[str]:
    looks, moment = Looks(what), moment_of(what, what.step)
    return [shape.text for shape in glyph(looks.of(what.graph.node(id), moment), LIGHT) if isinstance(shape, Text)]


def test_bounds_that_lie_apart_stand_at_their_sides_with_the_sign_of_endless_play():
    what = half_final()
    assert texts(what, "A") == ["1", "2"]
    assert texts(what, "C") == ["−2", "∞"]
    lower, upper = (
        next(shape for shape in glyph(Looks(what).of(what.graph.node("A"), moment_of(what, what.step)), LIGHT)
             if isinstance(shape, Text) and shape.text == text)
        for text in "12"
    )  # fmt: skip
    assert lower.y > upper.y
    assert lower.x < upper.x


def test_a_picture_of_an_explanation_lights_it_and_says_it_instead_of_the_step():
    what = replace(shown(load_sample("figure-1"), "depth-first", step=3), lit=lit_of(why("sample:figure-1", "a")))
    looks, moment = Looks(what), moment_of(what, 3)
    chain = MARKS["chain"][0]
    halos = {node.id: looks.of(node, moment).halo for node in what.graph.nodes}
    assert halos == {"a": chain, "b": chain, "c": None, "d": None}
    assert [(band.move, band.kind) for band in moment.bands] == [(("a", "b"), "chain")]
    (caption,) = groups(what, "caption")
    assert caption.startswith("The score of a is 1: Max can force at least 1")
    assert MARKS["chain"][1] in [group.name for group in picture_of(what, Style()).groups if group.part == "legend"]
    assert moment_of(replace(what, lit=None), 3).caption == what.trace[3].caption


def test_equal_bounds_are_one_number_and_open_nodes_a_question_mark():
    what = half_final()
    assert texts(what, "2") == ["2"]
    assert texts(what, "q") == ["?"]
    assert texts(Shown(what.graph), "q") == []


def test_the_ring_has_the_two_halves_of_the_two_bounds():
    what = half_final()
    look = Looks(what).of(what.graph.node("A"), moment_of(what, what.step))
    assert (look.left, look.right) == (FINALITY[Finality.UPPER].left, FINALITY[Finality.UPPER].right)


def test_long_numbers_are_small_and_longer_ones_are_cut():
    look = Looks(half_final()).of(half_final().graph.node("A"), moment_of(half_final(), 0))
    sizes = []
    for bounds in (("1", "2"), ("−10", "2"), ("1", "16/3"), ("−100/3", "1")):
        drawn = [shape for shape in glyph(replace(look, bounds=bounds), LIGHT) if isinstance(shape, Text)]
        sizes.append(drawn[0].size)
        assert drawn[0].size == drawn[1].size
    assert sizes == sorted(sizes, reverse=True)
    cut = glyph(replace(look, bounds=("123456789", "1")), LIGHT)
    assert "123456…" in [shape.text for shape in cut if isinstance(shape, Text)]


def test_the_sign_lies_where_names_keep_away():
    look = Looks(half_final()).of(half_final().graph.node("A"), moment_of(half_final(), 0))
    assert any(isinstance(shape, Circle) and (shape.x, shape.y) == MARK for shape in glyph(look, LIGHT))
    assert look.mark == MARKS["endless"][0]


def test_a_node_is_described_with_its_bounds_and_the_score_that_follows():
    names = groups(half_final(), "node")
    meaning = finality_words(Finality.UPPER, of_bounds=True)
    assert (
        f"A · {SHAPES[Kind.MOVER][1]} · between 1 and 2, shown as 1 if the value of endless play is 0 · {meaning}"
        in names
    )
    assert f"2 · {SHAPES[Kind.LEAF][1]} · score 2 · {finality_words(Finality.FINAL, of_bounds=True)}" in names
    assert f"q · {SHAPES[Kind.OPEN][1]} · score ? · {finality_words(Finality.TENTATIVE, of_bounds=True)}" in names


def test_the_legend_speaks_of_bounds_where_there_are_any():
    found = groups(half_final(), "legend")
    assert MEANINGS["bounds"] in found
    assert MARKS["endless"][1] in found
    assert f"ring: {finality_words(Finality.UPPER, of_bounds=True)}" in found
    colours = "fill: score, bad (−2) to good (2) for the player to move"
    assert f"{colours}; between two bounds, if the value of endless play is 0" in found
    settled = groups(shown(load_sample("negamax-tree"), "bounds", step=-1), "legend")
    assert MEANINGS["bounds"] not in settled


# ---- growth


def at(step: int) -> Shown:
    trace = growing()
    return Shown(trace.graph, trace, None, step)


def test_only_what_has_been_found_is_drawn():
    trace = growing()
    for step in range(len(trace)):
        what = Shown(trace.graph, trace, None, step)
        assert len(groups(what, "node")) == len(trace.kinds_at(step))
        expanded = {id for id, kind in trace.kinds_at(step).items() if kind is not Kind.OPEN}
        moves = [move for move in trace.graph.moves if move[0] in expanded]
        assert groups(what, "move") == [" → ".join(move) for move in moves]
    assert groups(at(0), "move") == []


def test_a_node_that_is_expanded_later_is_drawn_as_open():
    node = at(0).graph.node("3")
    before, after = (Looks(at(step)).of(node, moment_of(at(step), step)) for step in (2, 3))
    assert (before.shape, before.style, before.text) == (SHAPES[Kind.OPEN][0], "dashed", "?")
    assert (after.shape, after.style, after.text) == (SHAPES[Kind.LEAF][0], None, "−3")


def test_the_legend_explains_only_the_kinds_that_are_there():
    assert SHAPES[Kind.OPEN][1] in groups(at(0), "legend")
    assert SHAPES[Kind.MOVER][1] not in groups(at(0), "legend")
    assert SHAPES[Kind.LEAF][1] in groups(at(3), "legend")


def test_the_pictures_of_a_growing_graph_have_one_size_and_no_node_moves():
    trace = growing()
    places: dict[str, tuple[float, float]] = {}
    pictures = list(pictures_of(Shown(trace.graph, trace), Style(), range(len(trace))))
    for picture in pictures:
        for group in picture.groups:
            if group.part == "node":
                name = group.name.split(" · ")[0]
                assert places.setdefault(name, (group.x, group.y)) == (group.x, group.y)
    assert len({(picture.width, picture.height) for picture in pictures}) == 1


def test_a_bare_graph_and_a_trace_of_scores_are_all_there():
    bare, scored = Shown(figure_1()), shown(figure_1(), step=1)
    for what in (bare, scored):
        moment = moment_of(what, what.step)
        assert moment.kinds == {node.id: node.kind for node in what.graph.nodes}
        assert all(map(moment.has_move, what.graph.moves))
        assert moment.bounds == {}
    assert style_of(load_sample("negamax-half-final").node("q")) == "dashed"


def test_a_leaf_shows_its_own_score_before_the_algorithm_has_read_it():
    """Alpha-beta has read no leaf at its first step, and all that it does not skip at its last."""
    graph = load_sample("figure-1")
    for step, is_read in ((0, False), (-1, True)):
        what = shown(graph, "depth-first", step=step)
        for leaf in (node for node in graph.nodes if node.kind is Kind.LEAF):
            assert texts(what, leaf.id) == [format_score(leaf.score)]
            look = Looks(what).of(leaf, moment_of(what, what.step))
            assert (look.unread is None) == is_read
            assert look.own is None


def test_a_leaf_of_which_the_algorithm_has_another_value_shows_both():
    """The iteration begins with 0 everywhere, whatever the leaves score (Kars, Definition 4.1)."""
    graph = load_sample("figure-1")
    what = shown(graph, "score-iteration")
    leaf = next(node for node in graph.nodes if node.score not in (None, 0))
    assert texts(what, leaf.id) == ["0", format_score(leaf.score)]
    assert f"own score {format_score(leaf.score)}" in Looks(what).describe(leaf, moment_of(what, 0))
    meanings = groups(what, "legend")
    assert MEANINGS["own"] in meanings
    assert MEANINGS["unread"] not in meanings


def test_a_leaf_that_is_still_open_keeps_its_score_to_itself():
    assert texts(at(2), "3") == ["?"]
    assert texts(at(3), "3") == ["−3"]
