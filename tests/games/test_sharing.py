"""The sharing games: e-Valuate, Example 1, and an independent search over whole plays."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sharing_oracle import exact, searched, shared

from explorer.drawing.board import board_svg
from explorer.games import generate
from explorer.games.plane import plane
from explorer.games.sharing import Position, Sharing
from explorer.games.sharing_setting import EDGES, FACES, PAIRS, VERTICES
from explorer.games.sharing_values import SharingValues
from explorer.games.undirected import undirected_graph
from explorer.model.board import Board
from explorer.model.check import check
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
    graph = undirected_graph(text)
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
        assert Sharing(graph="friendship-3", color=pair[0], share=pair[1]).estimated_count == 58_025
        return  # too many positions for a quick test
    graph = whole(graph="friendship-3", color=pair[0], share=pair[1], symmetric=symmetric)
    assert solve(graph).score == value
    assert graph.rules.value(graph.rules.initial) == value


@given(shared(), st.integers(1, 3))
def test_values_are_those_of_a_search_by_the_rules_alone(shares, colours):
    colours = 2 if shares.parity else colours
    oracle = searched(
        shares.elements, [set(s) for s in shares.sets], exact(shares.weights), colours, parity=shares.parity
    )
    assert SharingValues(shares, colours).value() == oracle((0,) * shares.elements)


@given(shared(), st.data())
def test_positions_in_the_middle_have_the_values_of_that_search_too(shares, data):
    colours = 2 if shares.parity else 3
    oracle = searched(
        shares.elements, [set(s) for s in shares.sets], exact(shares.weights), colours, parity=shares.parity
    )
    colouring = data.draw(st.tuples(*[st.integers(0, colours)] * shares.elements))
    values = SharingValues(shares, colours)
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
    elements = len(graph.rules.initial.letters)
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
    assert len(few.nodes) < len(all_.nodes) == all_.rules.estimated_count


# ---- the rules


def test_max_gets_everything_of_odd_size_in_the_parity_variant_as_the_text_says():
    graph = whole(graph="star-3", color=EDGES, share=VERTICES, rule="parity")
    assert solve(graph).score == 4
    assert "Max gets these by proposing A all the time: v0, v1, v2, v3." in graph.description


def test_weights_are_exact():
    rules = Sharing(graph="star-3", weights=(0.1, 0.2, 0.3))
    assert rules.score(Position("ABBB", "")) == Fraction(3, 5)


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
        owners = [rules.shares.is_max(x, rules._colour_indices(position)) for x in range(len(rules.shares.sets))]
        assert (drawn.count("+"), drawn.count("-")) == (owners.count(True), owners.count(False))
        moves = rules.moves(position)
        position = moves[turn % len(moves)] if moves else position
