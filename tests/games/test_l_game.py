"""The L-game has the published numbers of positions and outcomes, and those of an enumeration of its own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from explorer.comparison.expected import disagreements
from explorer.games import find, generate
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

Cells = frozenset[tuple[int, int]]
Position = tuple[Cells, Cells, Cells]

ALL = [(row, column) for row in range(4) for column in range(4)]


def placed() -> set[Cells]:
    """The L in every place, by turning, mirroring and pushing it about."""
    found = set()
    shape = [(0, 0), (1, 0), (2, 0), (2, 1)]
    for mirror in (1, -1):
        for turns in range(4):
            cells = [(row, column * mirror) for row, column in shape]
            for _ in range(turns):
                cells = [(column, -row) for row, column in cells]
            for down in range(-3, 7):
                for right in range(-3, 7):
                    moved = frozenset((row + down, column + right) for row, column in cells)
                    found |= {moved} if moved <= set(ALL) else set()
    return found


LS = placed()


def after(at: Position) -> set[Position]:
    """The positions after each move, by the rules as they are told."""
    mover, other, neutrals = at
    found = set()
    for shape in LS - {mover}:
        if not shape & (other | neutrals):
            free = set(ALL) - shape - other - neutrals
            pairs = [neutrals, *(neutrals - {gone} | {to} for gone in neutrals for to in free)]
            found |= {(other, shape, frozenset(pair)) for pair in pairs}
    return found


def turned(at: Position) -> list[Position]:
    """The eight positions that a position becomes by turning and mirroring."""
    images = [at]
    for _ in range(3):
        images.append(tuple(frozenset((column, 3 - row) for row, column in part) for part in images[-1]))
    mirrored = [tuple(frozenset((row, 3 - column) for row, column in part) for part in each) for each in images]
    return images + mirrored


def position(id: str) -> Position:
    cells = [(row, column, piece) for row, line in enumerate(id.split("/")) for column, piece in enumerate(line)]
    return tuple(frozenset((row, column) for row, column, piece in cells if piece == wanted) for wanted in "XON")


@pytest.fixture(scope="module")
def graph() -> GameGraph:
    return generate("l-game")


def test_it_has_the_published_numbers_of_positions_and_outcomes(graph: GameGraph):
    scores = solve(graph).scores
    assert len(graph.nodes) == 2_296
    assert Counter(scores.values()) == {-1: 29, 1: 1_006, 0: 1_261}
    assert sum(node.kind is Kind.LEAF for node in graph.nodes) == 15
    assert scores[graph.root] == 0
    assert disagreements(graph) == []


@pytest.mark.large
def test_without_symmetry_every_position_is_there_eight_times_with_the_same_score(graph: GameGraph):
    whole = generate("l-game", mirrored="no")
    assert (len(whole.nodes), len(whole.moves)) == (18_368, 1_632_800)
    assert Counter(solve(whole).scores.values()) == {-1: 8 * 29, 1: 8 * 1_006, 0: 8 * 1_261}
    every = {
        (one, other, frozenset(pair))
        for one in LS
        for other in LS
        if not one & other
        for pair in combinations(set(ALL) - one - other, 2)
    }
    assert {position(node.id) for node in whole.nodes} == every
    images = [image for node in graph.nodes for image in turned(position(node.id))]
    assert len(images) == len(every)
    assert set(images) == every


def ordered(at: Position) -> tuple[list[tuple[int, int]], ...]:
    return tuple(tuple(sorted(part)) for part in at)


@pytest.mark.large
def test_moves_are_those_of_the_rules(graph: GameGraph):
    rules = find("l-game").rules_with(mirrored=False, positions=1)
    whole = generate("l-game", mirrored="no", positions=60)
    assert position(rules.name(rules.initial)) == position("NOO./.XO./.XO./.XXN")
    for node in whole.nodes[:60]:
        assert {position(other.id) for other in whole.successors_of(node.id)} == after(position(node.id))
    for node in graph.nodes[::97]:
        moves = {min(map(ordered, turned(position(other.id)))) for other in graph.successors_of(node.id)}
        assert moves == {min(map(ordered, turned(each))) for each in after(position(node.id))}
