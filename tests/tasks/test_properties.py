"""A task is done exactly when its property holds, as slow methods of the tests' own find it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game, game_graphs, game_trees, in_any_order, scores, worths
from support.oracle import scores_of
from support.textbook import algorithm_7_2
from support.three_valued import all_lost

from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.scenes.reference import load_reference
from explorer.tasks import AllowedChange, Attempt, check, task_of
from explorer.tasks.finalities import shortest_endless_play, worth_between
from explorer.tasks.kernels import smallest_kernel
from explorer.tasks.task import Refusal, node_option, value_option

many = examples(150)


def attempted(reference: str, graph: GameGraph, endless: Score = 0) -> bool:
    """Whether the property of a task holds of a graph, whatever was changed."""
    return refused(reference, graph, endless) is None


def refused(reference: str, graph: GameGraph, endless: Score = 0) -> Refusal | None:
    """Why it does not hold, if it does not."""
    chosen = task_of(reference)
    return chosen.task.refuse(Attempt(graph, endless, chosen.options))


# ---- the properties


@many
@given(game_graphs(max_inner=6))
def test_the_naive_memo_is_wrong_where_the_textbook_one_is(graph: GameGraph):
    is_wrong = algorithm_7_2(graph, naive=True).value != scores_of(graph)[str(graph.root)]
    assert attempted("memo-wrong", graph) is is_wrong
    assert attempted("memo-order", graph) is not is_wrong


@many
@given(game_graphs(), st.integers(0, 20))
def test_a_node_is_final_if_all_values_of_endless_play_give_it_one_score(graph: GameGraph, place: int):
    low, high = scores_of(graph, -math.inf), scores_of(graph, math.inf)
    node = graph.ids[place % len(graph.ids)]
    assert attempted(f"makes-final?node={node}", graph) is (low[node] == high[node])
    assert attempted("all-final", graph) is (low == high)


@many
@given(game_graphs(), worths, worths)
def test_the_score_of_endless_play_is_that_of_the_attractors(graph: GameGraph, endless: Score, wanted: Score):
    score = scores_of(graph, endless)[str(graph.root)]
    for value in (wanted, score):
        assert attempted(f"endless-value?{urlencode({'value': str(value)})}", graph, endless) is (value == score)


@many
@given(game_trees(), st.integers(1, 8))
def test_alpha_beta_reads_as_many_leaves_as_the_textbook_one(graph: GameGraph, most: int):
    read: list[str] = []
    searched(graph, str(graph.root), -math.inf, math.inf, read)
    assert attempted(f"leaves-read?leaves={most}", graph) is (len(read) <= most)


def searched(graph: GameGraph, id: str, alpha: Score, beta: Score, read: list[str]) -> Score:
    """Alpha-beta with a window, as textbooks have it, for either convention."""
    node = graph.node(id)
    if node.score is not None:
        read.append(id)
        return node.score
    best: Score = math.inf if node.kind is Kind.MIN else -math.inf
    for other in graph.successors_of(id):
        if node.kind is Kind.MOVER:
            best = max(best, -searched(graph, other.id, -beta, -max(alpha, best), read))
        elif node.kind is Kind.MAX:
            best = max(best, searched(graph, other.id, max(alpha, best), beta, read))
        else:
            best = min(best, searched(graph, other.id, alpha, min(beta, best), read))
        if (best <= alpha) if node.kind is Kind.MIN else (best >= beta):
            break
    return best


@many
@given(game_graphs(max_inner=6))
def test_a_kernel_is_found_if_any_set_is_one_and_then_a_smallest(graph: GameGraph):
    kernels = [set(some) for some in subsets(graph.ids) if absorbs(graph, set(some))]
    found = smallest_kernel(graph)
    assert attempted("no-kernel", graph) is (not kernels)
    assert (found is None) is (not kernels)
    if found is not None:
        assert set(found) in kernels
        assert len(found) == min(map(len, kernels))


def subsets(ids: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(ids, size) for size in range(len(ids) + 1))


def absorbs(graph: GameGraph, some: set[str]) -> bool:
    """No move within the set, and from each position outside one into it."""
    inward = {source for source, target in graph.moves if target in some}
    return not inward & some and inward | some == set(graph.ids)


@many
@given(game_graphs(acyclic=True).map(all_lost), st.integers(0, 20), st.integers(0, 3))
def test_a_grundy_value_is_the_mex_of_those_below(graph: GameGraph, place: int, value: int):
    def grundy(id: str) -> int:
        below = {grundy(other.id) for other in graph.successors_of(id)}
        return min(set(range(len(below) + 1)) - below)

    node = graph.ids[place % len(graph.ids)]
    found, refusal = grundy(node), refused(f"grundy-value?node={node}&value={value}", graph)
    assert (refusal is None) is (found == value)
    if refusal is not None:
        assert f"is {found}, not {value}: " in refusal.text
        assert re.findall(r"has the Grundy value (\d+)", refusal.text) == [str(min(found, value))]


# ---- what a refusal shows


@many
@given(game_graphs(max_inner=4, max_open=1), st.integers(0, 20))
def test_the_endless_play_is_a_shortest_one_that_nobody_does_better_to_leave(graph: GameGraph, place: int):
    low, high = scores_of(graph, -math.inf), scores_of(graph, math.inf)
    id = graph.ids[place % len(graph.ids)]
    if low[id] == high[id]:
        return
    worth = worth_between(graph, low[id], high[id])
    assert low[id] < worth < high[id]
    kept = {1: scores_of(graph, worth), -1: scores_of(graph, -worth)}
    rounds = [play for play in plays(graph, [(id, 1)]) if all(kept[side][at] == side * worth for at, side in play)]
    found = shortest_endless_play(graph, id, worth)
    assert bool(found) is bool(rounds)
    if found:
        assert found in [[at for at, _ in play] for play in rounds]
        assert len(found) == min(map(len, rounds))


def plays(graph: GameGraph, before: list[tuple[str, int]]) -> Iterator[list[tuple[str, int]]]:
    """All plays that end with the first position that comes again."""
    id, side = before[-1]
    if (id, side) in before[:-1]:
        yield before
        return
    for other in graph.successors_of(id):
        yield from plays(graph, [*before, (other.id, -side if graph.sign < 0 else side)])


# ---- what may be changed


@st.composite
def edited(draw: st.DrawFn) -> tuple[GameGraph, GameGraph]:
    """A graph before and after up to two kinds of edits."""
    before = draw(game_graphs(max_inner=4))
    after = before
    for kind in draw(st.sets(st.sampled_from(list(AllowedChange)[:4]), max_size=2)):
        after = EDITS[kind](draw, after) or after
    return before, after


def other_scores(draw: st.DrawFn, graph: GameGraph) -> GameGraph | None:
    leaves = [node for node in graph.nodes if node.score is not None]
    if not leaves:
        return None
    leaf = draw(st.sampled_from(leaves))
    score = draw(scores.filter(lambda score: score != leaf.score))
    return graph.replace(nodes=tuple(replace(node, score=score) if node is leaf else node for node in graph.nodes))


def other_order(draw: st.DrawFn, graph: GameGraph) -> GameGraph | None:
    moves = tuple(in_any_order(draw, graph.moves, len(graph.moves)))
    changed = graph.replace(moves=moves)
    return None if changed.successors == graph.successors else changed


def a_move_more(draw: st.DrawFn, graph: GameGraph) -> GameGraph | None:
    inner = [id for id in graph.ids if graph.node(id).kind.is_inner]
    free = [(one, other) for one in inner for other in graph.ids if (one, other) not in graph.moves]
    if not free:
        return None
    at = draw(st.integers(0, len(graph.moves)))
    return graph.replace(moves=(*graph.moves[:at], draw(st.sampled_from(free)), *graph.moves[at:]))


def a_move_less(draw: st.DrawFn, graph: GameGraph) -> GameGraph | None:
    many = [move for move in graph.moves if len(graph.successors_of(move[0])) > 1]
    gone = draw(st.sampled_from(many)) if many else None
    return None if gone is None else graph.replace(moves=tuple(move for move in graph.moves if move != gone))


EDITS = {
    AllowedChange.SCORES: other_scores,
    AllowedChange.ORDER: other_order,
    AllowedChange.MOVE_MORE: a_move_more,
    AllowedChange.MOVE_LESS: a_move_less,
}


def moved(graph: GameGraph) -> set[tuple[str, str]]:
    return set(graph.moves)


def orders(graph: GameGraph, within: set[tuple[str, str]]) -> list[list[str]]:
    return [[o.id for o in graph.successors_of(id) if (id, o.id) in within] for id in graph.ids]


@examples(300)
@given(edited())
def test_an_edit_is_allowed_exactly_if_it_is_of_the_kind_of_the_task(
    sample: tuple[GameGraph, GameGraph],
):
    before, after = sample
    more, less = moved(after) - moved(before), moved(before) - moved(after)
    both = moved(before) & moved(after)
    has_scores = [node.score for node in before.nodes] != [node.score for node in after.nodes]
    has_order = orders(before, both) != orders(after, both)
    allowed = {
        "memo-wrong": not (more or less or has_order),
        "memo-order": not (more or less or has_scores),
        "makes-final": len(more) == 1 and not (less or has_scores or has_order),
        "all-final": len(less) == 1 and not (more or has_scores or has_order),
        "endless-value": not (more or less or has_scores or has_order),
    }
    for name, expected in allowed.items():
        assert check(name, after, before=before).is_allowed is expected


def test_nodes_root_and_convention_stay_as_they_are():
    before = load_reference("sample:example-7-1").graph
    kinds = [replace(node, kind=Kind.MIN) if node.id == "a" else node for node in before.nodes]
    new = (*before.nodes, replace(before.node("b"), id="z"))
    fewer = tuple(node for node in before.nodes if node.id != "e")
    for after, said in (
        (before.replace(root="a"), "the root is another node"),
        (before.replace(nodes=tuple(kinds)), "the node a is of another kind: a Min node"),
        (before.replace(nodes=new), "the node z is new"),
        (before.replace(nodes=fewer, moves=tuple(m for m in before.moves if "e" not in m)), "the node e is missing"),
    ):
        verdict = check("memo-wrong", after, before=before)
        assert (verdict.is_done, verdict.is_allowed) == (False, False)
        assert said in verdict.text


def test_a_graph_in_which_a_node_has_no_moves_left_is_not_allowed():
    before = game("a", a="max b c", b=1, c="min d", d=2)
    verdict = check("all-final", before.replace(moves=before.moves[:2]), before=before)
    assert (verdict.is_done, verdict.is_allowed) == (False, False)
    assert "c" in verdict.text


def test_a_graph_without_the_property_comes_with_a_scene_that_shows_so():
    graph = load_reference("sample:figure-1-b-neg-d-pos").graph
    loose = refused("all-final", graph)
    assert loose is not None
    assert re.search(r"is not final: its lower bound is .* The shortest play that goes on for ever is ", loose.text)
    wrong, done = (check("endless-value?value=1", graph, before=graph, endless=worth) for worth in (0, 1))
    assert (wrong.is_done, wrong.scene is None) == (False, False)
    assert (done.is_done, done.scene) == (True, None)


def test_the_id_of_a_node_has_as_many_characters_as_that_of_any_graph_and_no_more():
    assert node_option().parse("x" * 200) == "x" * 200
    with pytest.raises(OptionError, match="must be the id of a node"):
        node_option().parse("x" * 201)


@given(worths)
def test_the_score_to_reach_is_written_as_text_for_people_which_is_read_again(worth: Score):
    text = value_option().write(worth)
    assert value_option().parse(text) == worth
    assert "-" not in text
    assert "inf" not in text
