from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

from hypothesis import given
from support.golden import trace_text
from support.graphs import example_7_1, figure_1, game_graphs, thorough

from explorer.algorithms import trace
from explorer.model.graph import GameGraph
from explorer.trace import Activity, Finality

GRID = [-2, -1, Fraction(-1, 2), 0, 1, Fraction(3, 2), 2]


def test_example_3_2():
    for b, d in product(GRID, GRID):
        assert trace(figure_1(b, d), "depth-first").result["value"] == max(b, min(d, 0))
        assert trace(figure_1(b, d).replace(root="c"), "depth-first").result["value"] == min(d, max(b, 0))


@thorough
@given(game_graphs())
def test_a_node_ends_conditional_and_names_the_ends_of_all_back_links_under_it_that_led_above_it(graph: GameGraph):
    """Checked by following the back links between entering a node and leaving it."""
    reached: list[set[str]] = []  # for each node on the path, where back links under it led
    for step in trace(graph, "depth-first"):
        id = str(step.focus)
        if step.caption.startswith("Enter "):
            reached.append(set())
        elif Activity.BACK_LINK in step.activity.values():
            reached[-1].add(id)
        elif " returns " in step.caption:
            above = reached.pop() - {id}
            assert step.finality[id] is (Finality.CONDITIONAL if above else Finality.FINAL)
            assert links_in(step.notes[id]) == above
            if reached:
                reached[-1] |= above


def links_in(note: str) -> set[str]:
    found = re.fullmatch(r"with (?:a back link|back links) to (.*) counted as endless play", note)
    return set() if found is None else set(found[1].split(", "))


def test_entering_again_takes_score_finality_and_note_back():
    run = trace(example_7_1(1, 2), "depth-first")
    number = next(n for n, step in enumerate(run) if "c again" in step.caption)
    assert run.scores_at(number - 1)["c"] == 0
    assert "c" not in run.scores_at(number)
    assert run.finality_at(number)["c"] is Finality.UNKNOWN
    assert run[number].notes == {"c": ""}
    assert run[number].caption.startswith("Enter Min node c again: value(c) =")  # it keeps no value that it could drop


def test_figure_1_as_text():
    assert (
        trace_text(trace(figure_1(-1, 2), "depth-first"))
        == """\
5 [a] - | Enter Max node a: value(a) = max{value(b), value(c)}.
4 [a b] b=−1 | b is a leaf with score −1.
7 [a] a=−1 b=−1 | Move a → b: value(b) = −1, the first value and therefore the best so far.
5 [a c] a=−1 b=−1 | Enter Min node c: value(c) = min{value(d), value(a)}.
4 [a c d] a=−1 b=−1 d=2 | d is a leaf with score 2.
7 [a c] a=−1 b=−1 c=2 d=2 | Move c → d: value(d) = 2, the first value and therefore the best so far.
3 [a c] a=−1 b=−1 c=2 d=2 | c → a is a back link: a is already on the path, so play can repeat for ever. Endless \
play has the value 0.
7 [a c] a=−1 b=−1 c=0 d=2 | Move c → a: the back link gives 0, less than the best so far, 2, and replaces it.
8 [a c] a=−1 b=−1 c=0 d=2 | c returns 0 on this path, with a back link to a counted as endless play.
7 [a] a=0 b=−1 c=0 d=2 | Move a → c: value(c) = 0, greater than the best so far, −1, and replaces it.
8 [a] a=0 b=−1 c=0 d=2 | a returns 0, its final score: no back link under it led above it.
1 [] a=0 b=−1 c=0 d=2 | The score of the root, a, is 0, found in 5 visits."""
    )
