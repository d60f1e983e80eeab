"""The sharing games: e-Valuate, Example 1, and an independent search over whole plays."""

from __future__ import annotations

import json
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sharing_oracle import exact, searched, shared

from explorer.drawing.board import board_svg
from explorer.games import generate
from explorer.games.plane import plane
from explorer.games.sharing import Position, Sharing
from explorer.games.sharing_setting import EDGES, FACES, PAIRS, VERTICES, setting, symmetries
from explorer.games.sharing_values import Shares, Values
from explorer.games.undirected import Undirected, undirected
from explorer.model.board import Board
from explorer.model.check import check
from explorer.model.errors import GraphError, OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

EXAMPLE_1 = {
    (VERTICES, EDGES): 4,
    (EDGES, VERTICES): 2,
    (EDGES, FACES): 2,
    (VERTICES, FACES): 3,
    (FACES, VERTICES): 5,
    (FACES, EDGES): 6,
}


def incidences(text: str, color: str, share: str) -> list[set[object]]:
    """For each element that is shared what it hangs on, by networkx alone, for simple graphs."""
    graph = undirected(text)
    edges = list(graph.edges)
    faces = [set(face.vertices) for face in plane(graph).faces] if FACES in (color, share) else []
    bounds = [set(face.edges) for face in plane(graph).faces] if FACES in (color, share) else []
    return {
        (VERTICES, EDGES): lambda: [set(edge) for edge in edges],
        (EDGES, VERTICES): lambda: [
            {place for place, edge in enumerate(edges) if vertex in edge} for vertex in range(len(graph.vertices))
        ],
        (EDGES, FACES): lambda: bounds,
        (VERTICES, FACES): lambda: faces,
        (FACES, VERTICES): lambda: [
            {at for at, face in enumerate(faces) if vertex in face} for vertex in range(len(graph.vertices))
        ],
        (FACES, EDGES): lambda: [
            {at for at, bound in enumerate(bounds) if place in bound} for place in range(len(edges))
        ],
    }[color, share]()


@st.composite
def connected_planar_graphs(draw: st.DrawFn) -> str:
    """Connected planar graphs of up to 4 vertices and 5 edges, as texts."""
    size = draw(st.integers(2, 4))
    edges = {(draw(st.integers(0, place - 1)), place) for place in range(1, size)}
    more = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda pair: pair[0] < pair[1])
    edges |= set(draw(st.lists(more, max_size=2)))
    return " ".join(f"v{one}-v{other}" for one, other in sorted(edges))


def whole(**parameters: object) -> GameGraph:
    graph = generate("sharing", **parameters)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return graph


# ---- values


@pytest.mark.large
@pytest.mark.parametrize(("pair", "value"), EXAMPLE_1.items())
@pytest.mark.parametrize("symmetric", ["yes", "no"])
def test_the_friendship_graph_has_the_values_of_example_1(pair, value, symmetric):
    if symmetric == "no" and pair[0] == EDGES:
        assert Sharing(graph="friendship-3", color=pair[0], share=pair[1]).about == 58_025
        return  # too many positions for a quick test
    graph = whole(graph="friendship-3", color=pair[0], share=pair[1], symmetric=symmetric)
    assert solve(graph).score == value
    assert graph.rules.value(graph.rules.initial) == value


@pytest.mark.large
def test_the_command_line_prints_the_value_of_the_edge_sharing_game(run):
    reference = "game:sharing?graph=friendship-3&color=vertices&share=edges&colors=2"
    code, out, _ = run("solve", reference, "--json")
    printed = json.loads(out)
    assert (code, printed["score"], len(printed["scores"])) == (0, 4, 6_305)


@given(shared(), st.integers(1, 3))
def test_values_are_those_of_a_search_by_the_rules_alone(shares, colours):
    colours = 2 if shares.parity else colours
    oracle = searched(
        shares.elements, [set(s) for s in shares.sets], exact(shares.weights), colours, parity=shares.parity
    )
    assert Values(shares, colours).value() == oracle((0,) * shares.elements)


@given(shared(), st.data())
def test_positions_in_the_middle_have_the_values_of_that_search_too(shares, data):
    colours = 2 if shares.parity else 3
    oracle = searched(
        shares.elements, [set(s) for s in shares.sets], exact(shares.weights), colours, parity=shares.parity
    )
    colouring = data.draw(st.tuples(*[st.integers(0, colours)] * shares.elements))
    values = Values(shares, colours)
    here = [colour - 1 if colour else None for colour in colouring]
    assert values.value(here) == oracle(colouring)
    free = [at for at, colour in enumerate(colouring) if not colour]
    if free:
        colour = data.draw(st.integers(1, colours))
        worst = min(oracle((*colouring[:at], colour, *colouring[at + 1 :])) for at in free)
        assert values.value(here, colour - 1) == worst


@settings(max_examples=15)
@given(connected_planar_graphs(), st.sampled_from(PAIRS), st.booleans(), st.booleans())
def test_every_pair_on_every_graph_has_the_value_of_that_search(text, pair, parity, symmetric):
    rule = "parity" if parity else "different"
    graph = whole(graph=text, color=pair[0], share=pair[1], rule=rule, symmetric=symmetric)
    sets = incidences(text, *pair)
    elements = len(graph.rules.initial.coloured)
    oracle = searched(elements, sets, [1] * len(sets), 2, parity=parity)
    assert solve(graph).score == oracle((0,) * elements)
    assert not check(graph)


@pytest.mark.large
def test_the_value_of_every_position_is_its_score():
    for rule in ("different", "parity"):
        graph = whole(graph="grid-2x3", color=VERTICES, share=FACES, rule=rule, weights="2, 1/2, 0")
        scores = solve(graph).scores
        positions = {graph.rules.name(each): each for each in reached(graph.rules)}
        assert {id: graph.rules.value(position) for id, position in positions.items()} == scores


def reached(rules: Sharing) -> list[Position]:
    met = {rules.initial: None}
    for position in (waiting := list(met)):
        fresh = [each for each in rules.moves(position) if each not in met]
        met |= dict.fromkeys(fresh)
        waiting += fresh
    return waiting


@pytest.mark.large
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("text", ["complete-4", "grid-2x3", "a-b b-c c-a c-d"])
def test_symmetric_positions_and_all_have_the_same_value(text, pair):
    few, all_ = (
        whole(graph=text, color=pair[0], share=pair[1], colors=2, symmetric=symmetric) for symmetric in ("yes", "no")
    )
    assert solve(few).score == solve(all_).score
    assert len(few.nodes) < len(all_.nodes) == all_.rules.about


def test_colours_may_be_exchanged_but_not_in_the_parity_variant():
    different = Sharing(graph="path-2", symmetric=True)
    assert different.moves(different.initial) == [Position("..", "A")] * 2
    parity = Sharing(graph="path-2", rule="parity", symmetric=True)
    assert parity.moves(parity.initial) == [Position("..", "A"), Position("..", "B")]


def test_a_weight_breaks_a_symmetry():
    plain, weighted = (
        Sharing(graph="path-3", color=VERTICES, share=EDGES, symmetric=True, weights=weights)
        for weights in ((1,), (1, 2))
    )
    assert len(reached(plain)) < len(reached(weighted))


# ---- the rules


def test_max_gets_everything_of_odd_size_in_the_parity_variant_as_the_text_says():
    graph = whole(graph="star-3", color=EDGES, share=VERTICES, rule="parity")
    assert solve(graph).score == 4
    assert "Max gets these by proposing A all the time: v0, v1, v2, v3." in graph.description


def test_max_proposes_and_min_assigns():
    rules = Sharing(graph="path-3", colors=3)
    assert [rules.name(each) for each in rules.moves(rules.initial)] == ["... A?", "... B?", "... C?"]
    proposed = Position("A..", "B")
    assert (rules.owner(rules.initial), rules.owner(proposed)) == ("max", "min")
    assert rules.moves(proposed) == [Position("AB.", ""), Position("A.B", "")]
    assert rules.moves(Position("ABA", "")) == []
    assert rules.score(Position("ABA", "")) == 2


def test_moves_have_names_with_symmetries_too():
    for symmetric in (False, True):
        rules = Sharing(graph="path-3", symmetric=symmetric)
        (first, *_), (second, *_) = rules.moves(rules.initial), rules.moves(rules.moves(rules.initial)[0])
        assert rules.move_name(rules.initial, first) == "colour A"
        assert rules.move_name(first, second) == "A → v0"
        assert rules.move_name(first, rules.initial) is None


def test_the_picture_says_who_has_what():
    rules = Sharing(graph="path-4")
    assert rules.picture(Position("AAB.", "B")) == (
        "v0 A, v1 A, v2 B, v3 .\nMax has: v1–v2\nMin has: v0–v1\nopen: v2–v3\nMin gives B to a vertex"
    )
    assert rules.picture(rules.initial).endswith("Max proposes a colour")
    assert rules.picture(Position("AAAB", "")).endswith("Max's share: 1")


def test_a_graph_of_networkx_can_be_played_on():
    rules = Sharing(graph=nx.MultiGraph([("x", "y"), ("x", "y"), ("y", "z")]), color=EDGES, share=VERTICES)
    assert rules.setting.coloured == ("x–y", "x–y (2)", "y–z")
    assert rules.value(rules.initial) == 2


def test_weights_are_exact():
    rules = Sharing(graph="star-3", weights=(0.1, 0.2, 0.3))
    assert rules.score(Position("ABBB", "")) == Fraction(3, 5)


@pytest.mark.large
def test_a_game_that_is_too_large_to_be_told_has_no_value_and_is_shown_in_part():
    graph = generate("sharing", graph="petersen", color=EDGES, share=VERTICES)
    assert graph.rules.value(graph.rules.initial) is None
    assert sum(node.kind is not Kind.OPEN for node in graph.nodes) == 60


@pytest.mark.parametrize(
    ("parameters", "error", "sentence"),
    [
        ({"color": "edges", "share": "edges"}, OptionError, "color and share are both edges; choose two of vertices"),
        ({"graph": "petersen", "share": "faces"}, GraphError, "petersen is not planar, so it has no faces"),
        (
            {"graph": "a-b c", "color": "edges", "share": "vertices"},
            OptionError,
            "the vertex c of the graph a-b c has no edges, so nothing decides whose it is; add an edge there",
        ),
        ({"graph": "a b", "share": "edges"}, OptionError, "the graph a b has no edges to share"),
        ({"rule": "parity", "colors": 3}, OptionError, "the parity rule needs 2 colours, got 3"),
        ({"weights": "1, -2, 1"}, OptionError, "weights must be 0 or more, got −2"),
        (
            {"weights": "1, 2"},
            OptionError,
            "weights must be one number for all or 3, for v0–v1, v0–v2, v1–v2; got 2",
        ),
        ({"colors": 9}, OptionError, "colors must lie between 1 and 8"),
        ({"graph": "nothing"}, OptionError, "there is no graph 'nothing'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(parameters, error, sentence):
    with pytest.raises(error, match=sentence):
        generate("sharing", **parameters)


def test_what_can_never_have_two_colours_is_named():
    assert (
        "These can never have two colours, so they are Min's: v0–v1."
        in Sharing(graph="path-2", color=FACES, share=EDGES).description
    )


# ---- the board


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("text", ["friendship-3", "path-2", "a-b a-b b-c", "cube", "a-b b-c c-a d-e e-f f-d g-h"])
def test_every_position_lies_on_the_board_and_can_be_drawn(text, pair):
    rules = Sharing(graph=text, color=pair[0], share=pair[1], colors=2)
    position = rules.initial
    for turn in range(2 * rules.shares.elements + 1):
        drawn = rules.cells(position)
        assert isinstance(rules.board, Board)
        assert board_svg(rules.board, drawn).startswith("<")
        assert [drawn.count(letter) for letter in "AB"] == ["".join(position).count(letter) for letter in "AB"]
        owners = [rules.shares.is_max(x, rules._colours(position)) for x in range(len(rules.shares.sets))]
        assert (drawn.count("+"), drawn.count("-")) == (owners.count(True), owners.count(False))
        moves = rules.moves(position)
        position = moves[turn % len(moves)] if moves else position


def test_all_lies_in_the_box_and_no_two_discs_touch():
    for text in ("friendship-3", "petersen", "dodecahedron", "path-4", "a b"):
        board = Sharing(graph=text, color=VERTICES, share=FACES).board if text == "a b" else Sharing(graph=text).board
        for cell in board.cells:
            assert all(0 <= x <= board.width and 0 <= y <= board.height for x, y in cell.points)
        discs = [cell for cell in board.cells if cell.shape == "disc"]
        for at, one in enumerate(discs):
            for other in discs[:at]:
                (x1, y1), (x2, y2) = one.points[0], other.points[0]
                assert (x1 - x2) ** 2 + (y1 - y2) ** 2 > (one.radius + other.radius) ** 2


def test_a_game_on_its_own_edges_is_the_same_game():
    graph = undirected("prism-3")
    again: Undirected = undirected(graph.text)
    assert setting(graph, EDGES, FACES).sets == setting(again, EDGES, FACES).sets


def test_edges_that_join_the_same_vertices_are_one_whichever_way_they_are_written():
    """As two, each pair of them would double the mappings that are looked through."""
    one_way = Shares(4, ((0, 1), (0, 2), (0, 2), (0, 1)), (1, 1, 1, 1))
    other_way = Shares(4, ((0, 1), (0, 2), (2, 0), (1, 0)), (1, 1, 1, 1))
    assert symmetries(one_way, most=100) == symmetries(other_way, most=100) == [(0, 1, 2, 3), (0, 2, 1, 3)]
