"""The score as a function of endless play: sentence and function against the solver for each value."""

from __future__ import annotations

import re

from hypothesis import given
from support.graphs import game, game_graphs, worths

from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.solver import solve

graphs = game_graphs(max_inner=5, max_leaves=4, max_open=1)
AT = r"(?: to the player to move at [^,.]*)?"
STAIRS = (
    rf" is (\S+) if endless play is worth at most (\S+?){AT}, what it is worth between (\S+) and (\S+), and (\S+) above"
)
LIMITED = rf" is what endless play is worth{AT}(?:, but at (most|least) (\S+))?\.(?: |$)"


def as_read(sentence: str, endless: Score) -> Score:
    """Return the score that a sentence gives for a value of endless play."""
    if constant := re.search(r" is (\S+) whatever endless play is worth\.", sentence):
        return parse_endless(constant[1])
    if stairs := re.search(STAIRS, sentence):
        flat, most, low, high, above = map(parse_endless, stairs.groups())
        return flat if endless <= most else endless if low <= endless <= high else above
    limited = re.search(LIMITED, sentence)
    assert limited is not None, sentence
    if limited[1] is None:
        return endless
    return {"most": min, "least": max}[limited[1]](endless, parse_endless(limited[2]))


@given(graphs, worths)
def test_the_sentence_and_the_function_give_every_score_for_every_value(graph: GameGraph, endless: Score):
    found, wanted = solve(graph), solve(graph, endless=endless).scores
    for node in graph.nodes:
        function = found.score_function(node.id)
        sentence = str(function.caption(node))
        assert function(endless) == as_read(sentence, endless) == wanted[node.id]
        assert as_read(str(function), endless) == wanted[node.id]
        is_negamax = graph.convention is Convention.NEGAMAX and not function.is_constant
        assert (f" to the player to move at {node.name}" in sentence) == is_negamax
        assert sentence.endswith("Open nodes count as endless play.") == (found.open > 0 and not function.is_constant)


def test_nothing_is_said_of_the_root_where_no_score_depends_or_nothing_is_known():
    assert solve(game("a", a="max b c", b=1, c=2)).root_function == ""
    assert solve(game("a", a="open")).root_function == ""
    assert solve(game("a", a="max b c", b=1, c="min c")).root_function == (
        "score(a) is what endless play is worth, but at least 1."
    )
    settled = solve(game("a", a="max b c", b=4, c="min c d", d=1))
    assert settled.root_function == "score(a) is 4 whatever endless play is worth."
