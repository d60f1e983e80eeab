"""The kernel, levels and Grundy values against their definitions and the figures of PF games."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, thorough
from support.three_valued import all_lost, impartial_scores, three_valued

from explorer.algorithms import find, trace
from explorer.games import generate
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph

LOSING_BY_A_WIN = [2, 3, 7, 8, 11, 14, 15, 20, 23, 24, 31, 34, 35, 37, 38, 39, 40]


acyclic = game_graphs(acyclic=True, max_inner=7).map(all_lost)


def by_definition(graph: GameGraph) -> tuple[dict[str, int], dict[str, int]]:
    """Levels and Grundy values straight from their definitions."""

    @cache
    def level(id: str) -> int:
        return max((1 + level(other.id) for other in graph.successors_of(id)), default=0)

    @cache
    def grundy(id: str) -> int:
        values, number = [grundy(other.id) for other in graph.successors_of(id)], 0
        while number in values:
            number += 1
        return number

    ids = [node.id for node in graph.nodes]
    return {id: level(id) for id in ids}, {id: grundy(id) for id in ids}


@thorough
@given(acyclic, st.sampled_from(["levels", "induction"]))
def test_levels_and_grundy_values_are_those_of_the_definition(graph: GameGraph, method: str):
    levels, grundy = by_definition(graph)
    run = trace(graph, "kernel", method=method)
    assert run.result["levels"] == levels
    assert run.result["grundy"] == grundy
    assert run.scores_at(len(run) - 1) == grundy


@pytest.mark.parametrize(
    ("name", "counter"), [("kernel", "decided"), ("loopy-kernel", "decided"), ("status", "labelled")]
)
@thorough
@given(data=st.data())
def test_the_counters_say_how_many_positions_have_a_value_and_how_many_are_in_the_kernel(
    name: str, counter: str, data: st.DataObject
):
    run = trace(data.draw(acyclic if name == "kernel" else game_graphs().map(three_valued)), name)
    for number, step in enumerate(run):
        values = [value for value in run.scores_at(number).values() if value is not None]
        assert step.counters[counter] == len(values)
        assert step.counters.get("kernel", values.count(0)) == values.count(0)
    count = len(run.result.get("kernel", ()))
    assert name != "kernel" or f"The kernel has {count} position{'s' * (count != 1)}, " in run[-1].caption


# ---- the figures of PF games


def test_the_kernel_of_1_to_4_takeaway_is_the_multiples_of_5():
    result = trace(generate("takeaway", stones=21, take="1,2,3,4"), "kernel").result
    assert sorted(map(int, result["kernel"])) == [0, 5, 10, 15, 20]
    assert result["grundy"] == {str(n): n % 5 for n in range(22)}


def test_the_kernel_of_adding_coins_is_that_of_the_text():
    result = trace(generate("coins"), "kernel").result
    kernel = set(map(int, result["kernel"]))
    assert {4, 9, 16, 25, 36, 41, 6, 0} <= kernel
    assert not kernel & {1, 5, *LOSING_BY_A_WIN}


# ---- limits and words


def test_a_cycle_is_named_with_what_to_do():
    graph = game("r", r="max a x", a="max b", b="min c", c="max a x", x=1)
    problem = find("kernel").obstacle(graph)
    assert problem is not None
    assert problem.node == "a"
    with pytest.raises(GraphError, match=r"cycle a → b → c → a, so levels, .* not defined; .* or use loopy-kernel"):
        trace(graph, "kernel")


@thorough
@given(game_graphs(max_leaves=1).map(all_lost))
def test_there_is_an_obstacle_exactly_if_there_is_a_cycle(graph: GameGraph):
    def reached(id: str) -> set[str]:
        found, waiting = set[str](), [id]
        while waiting:
            for other in graph.successors_of(waiting.pop()):
                if other.id not in found:
                    found.add(other.id)
                    waiting.append(other.id)
        return found

    problem = find("kernel").obstacle(graph)
    on_cycles = {node.id for node in graph.nodes if node.id in reached(node.id)}
    assert (problem is not None) == bool(on_cycles)
    assert problem is None or problem.node in on_cycles


def test_level_by_level_as_text():
    graph = game("a", a="max b c", b="min c d", c=5, d=5)
    assert [step.caption for step in trace(graph, "kernel")] == [
        (
            "Level 0: 2 positions without moves: c, d. Max and Min and the scores of leaves are ignored here: "
            "both players have all moves, and whoever cannot move loses (normal play)."
        ),
        ("c has no moves: whoever moves to c has won, so it joins the kernel. Grundy(c) = mex{} = 0."),
        ("d has no moves: whoever moves to d has won, so it joins the kernel. Grundy(d) = mex{} = 0."),
        "Level 1: 1 position all of whose successors have level 0: b.",
        (
            "b has a move to c, which is in the kernel: whoever moves to b loses, so it stays out. "
            "Grundy(b) = mex{0, 0} = 1."
        ),
        "Level 2: 1 position all of whose successors have smaller levels, up to 1: a.",
        (
            "a has a move to c, which is in the kernel: whoever moves to a loses, so it stays out. "
            "Grundy(a) = mex{0, 1} = 2."
        ),
        (
            "The kernel has 2 positions, those with Grundy value 0: c, d. The player who begins at a (Grundy "
            "value 2) wins by moving into the kernel."
        ),
    ]


# ---- ends that are not lost


def test_a_negamax_graph_with_a_won_or_drawn_end_is_refused_and_the_other_kernel_reads_its_scores():
    misere = game("one", "negamax", one="mover zero", zero=1)
    with pytest.raises(GraphError, match=r"zero scores 1, so the player to move there has won, .* use loopy-kernel"):
        trace(misere, "kernel")
    assert trace(misere, "loopy-kernel")[0].caption.endswith("Whoever cannot move has won, by the scores: misère play.")
    drawn = game("a", "negamax", a="mover b c", b=0, c="mover d", d=-1)
    with pytest.raises(GraphError, match="b scores 0, so the player to move there draws"):
        trace(drawn, "kernel")
    run = trace(drawn, "loopy-kernel")
    assert run.result == {
        "kernel": ["d"],
        "status": {"a": "draw", "b": "draw", "c": "loss", "d": "win"},
        "distance": {"c": 1, "d": 0},
    }
    assert [step.caption for step in run][-2:] == [
        "No move of a wins, that to c is the last, and some move draws: whoever moves to a draws.",
        "The kernel has 1 position: d. 2 positions are draws. The player who begins at a draws.",
    ]


BEGINS = {-1: ("loses",), 0: ("draws",), 1: ("wins",)}  # by the score for the player to move
MOVES_TO = {-1: ("wins", "has won"), 0: ("draws",), 1: ("loses", "has lost")}
MOVED = re.compile(r"whoever moves (?:to (\w+)|here) (wins|has won|draws|loses|has lost)")


@thorough
@given(acyclic.map(lambda graph: ("kernel", graph)) | game_graphs().map(lambda graph: ("loopy-kernel", graph)))
def test_every_caption_and_every_note_of_a_kernel_names_the_player_who_wins(case: tuple[str, GameGraph]):
    (name, graph), notes = case, dict[str, str]()
    truth, run = impartial_scores(graph), trace(graph, name)
    for step in run:
        notes |= step.notes
        told = [
            *MOVED.findall(step.caption),
            *((id, word) for id, note in step.notes.items() for _, word in MOVED.findall(note)),
        ]
        assert all(word in MOVES_TO[int(truth[id])] for id, word in told)
    assert all(MOVED.match(notes[id]) for id in graph)
    said = re.fullmatch(r".* The player who begins at (\w+)(?: \(.*?\))? (\w+)\b.*", run[-1].caption)
    assert said is not None
    assert said[1] == graph.root
    assert said[2] in BEGINS[int(truth[said[1]])]


# ---- with cycles


@thorough
@given(game_graphs())
def test_with_cycles_a_position_is_as_good_to_have_moved_to_as_it_is_bad_for_the_next_player(graph: GameGraph):
    run = trace(graph, "loopy-kernel")
    truth = impartial_scores(graph)
    words = {-1: "win", 0: "draw", 1: "loss"}
    assert run.result["status"] == {id: words[score] for id, score in truth.items()}
    assert run.result["kernel"] == [id for id, score in truth.items() if score == -1]
    assert run.scores_at(len(run) - 1) == {id: -score for id, score in truth.items()}


def test_a_drawn_position_as_text():
    graph = game("a", a="max b", b="min a c", c="max x", x=3)
    run = trace(graph, "loopy-kernel")
    assert run.result == {
        "kernel": ["x"],
        "status": {"a": "draw", "b": "draw", "c": "loss", "x": "win"},
        "distance": {"c": 1, "x": 0},
    }
    assert [step.caption for step in run] == [
        (
            "x has no moves: whoever moves to x has won. Max and Min and the scores of leaves are ignored here: both "
            "players have all moves, and whoever cannot move loses (normal play)."
        ),
        "c has a move that wins, to x: whoever moves to c loses, the end is 1 move away.",
        "Move b → c: whoever moves to c loses, which does not decide; 1 successor left to examine.",
        "a has no move that wins, but one to another position that is left undecided: whoever moves to a draws.",
        "b has no move that wins, but one to another position that is left undecided: whoever moves to b draws.",
        "The kernel has 1 position: x. 2 positions are draws. The player who begins at a draws.",
    ]
