from __future__ import annotations

import json
import math
import re
from html import unescape

import pytest
from hypothesis import given
from support.graphs import figure_1, game, game_graphs, long_path, thorough, worths

from explorer.explanation.explanation import FIRST, SECOND
from explorer.explanation.making import why
from explorer.explanation.refutation import refutation
from explorer.explanation.words import MOST_SENTENCES, refuting_sentences, sentences, text
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import dump_json

FORCED = """\
The score of c is 1: Max can force at least 1, and Min can keep it at 1 or less.
If both keep to this, play goes c → a → b and ends with 1.
  Max forces a score of at least 1, in at most 2 moves.
    At c (rank 2) Min can move to d (leaf, 2), or to a (rank 1).
    At a (rank 1) Max moves to b (leaf, 1).
  Min keeps the score at 1 or less: play reaches no leaf above 1, however long it lasts, and endless play is worth 0.
    At c Min moves to a.
    At a Max can move to b (leaf, 1), or to c."""

NEGAMAX = """\
The score of a is 2: the first player can force at least 2, and the second player can keep it at 2 or less. \
The first player is the one to move at a; scores are from that view.
If both keep to this, play goes a → x and ends with 2.
  The first player forces a score of at least 2, in at most 1 move.
    At a (rank 1) the first player moves to x (leaf, 2).
  The second player keeps the score at 2 or less: play reaches no leaf above 2, however long it lasts, and endless \
play is worth 0.
    At a the first player can only move to x (leaf, 2)."""

NOT_KNOWN = """\
The score of a lies between −1 and 0: it may depend on nodes that are open."""


@pytest.mark.parametrize(
    ("graph", "node", "words"),
    [
        (figure_1(b=1, d=2), "c", FORCED),
        (game("a", "negamax", a="mover x", x=-2), "a", NEGAMAX),
        (figure_1(), "b", "b is a leaf with the score −1."),
        (game("q", q="open"), "q", "q is open: nothing is known of it until it is expanded."),
    ],
)
def test_an_explanation_reads_from_the_claim_to_the_moves(graph: GameGraph, node: str, words: str):
    assert text(sentences(why(graph, node))) == words
    assert str(why(graph, node)) == words


def test_what_is_not_known_is_shown_by_two_ways_in_which_it_may_turn_out():
    graph = game("a", a="max b c", b=-1, c="min d a q", d=2, q="open")
    said = text(sentences(why(graph))).splitlines()
    assert said[0] == NOT_KNOWN
    assert said[-2:] == ["If q is worth −1, the score of a is −1.", "If q is worth 2, the score of a is 0."]


@pytest.mark.parametrize(
    ("expected", "side", "words"),
    [
        (2, SECOND, "The score of a is not 2: Min can keep it at 1 or less."),
        ("1/2", FIRST, "The score of a is not 1/2: Max can force at least 1."),
        (math.inf, SECOND, "The score of a is not ∞: Min can keep it at 1 or less."),
        (1, None, "The score of a is 1."),
    ],
)
def test_another_value_is_refuted_by_the_guarantee_that_excludes_it(expected: object, side: int | None, words: str):
    found = refutation(why(figure_1(b=1, d=2), "a"), expected)
    assert str(refuting_sentences(found)[0].caption) == words
    assert (None if found.guarantee is None else found.guarantee.side) == side
    assert found.challenger == (None if side is None else -side)


def test_what_is_not_listed_is_counted():
    said = [str(each.caption) for each in sentences(why(long_path(MOST_SENTENCES + 5)))]
    assert said.count("5 more positions are not listed here; the JSON has them all.") == 2


@thorough
@given(game_graphs(max_open=2), worths)
def test_every_sentence_is_about_nodes_and_moves_of_the_graph(graph: GameGraph, endless: Score):
    found = why(graph, endless=endless)
    moves = set(graph.moves)
    for each in sentences(found):
        assert set(each.nodes) <= set(graph.index)
        assert set(each.moves) <= moves
        assert {node for move in each.moves for node in move} <= set(each.nodes)
        assert str(each.caption).endswith(".")
    assert json.loads(dump_json(found.to_json()))["node"] == found.node


@thorough
@given(game_graphs(max_inner=4, max_open=1))
def test_a_notebook_and_a_frame_have_what_the_text_has(graph: GameGraph):
    found = why(graph)
    lines = re.findall("<div[^>]*>(.*?)</div>", found._repr_html_())
    assert [unescape(line) for line in lines] == [line.strip() for line in str(found).splitlines()]
    frame = found.frame()
    positions = [*found.at_least.positions, *found.at_most.positions]
    assert list(frame["node"]) == [at.id for at in positions]
    ways = {"at least": found.at_least, "at most": found.at_most}
    for row, at in zip(frame.to_dict("records"), positions, strict=True):
        half = ways[row["guarantee"]]
        assert row["limit"] == half.limit
        assert row["move"] in (None, half.moves.get(at.id))
        assert half.ranks is None or row["rank"] == half.ranks[at]
