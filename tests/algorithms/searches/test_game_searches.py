"""What holds of all searches with windows and of minimax: they are right, and their traces say what they do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import cycle, groupby, pairwise
from operator import itemgetter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.game_searches import KINDS, THOUSANDS, drained
from support.graphs import game_graphs, game_trees
from support.oracle import scores_of

from explorer.algorithms import find, trace
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.retrograde import limit_scores
from explorer.trace import Step, Trace

Options = Mapping[str, Any]
Run = tuple[str, Options]

ON_ALL_GRAPHS: list[Run] = [
    ("minimax", {"variant": "dfs"}),
    ("minimax", {"variant": "bt"}),
    ("alpha-beta", {"fail": "hard"}),
    ("alpha-beta", {"fail": "soft"}),
    ("alpha-beta", {"fail": "strict"}),
    ("alpha-beta", {"fail": "hard", "table": "dependency"}),
    ("alpha-beta", {"fail": "soft", "table": "dependency"}),
    ("alpha-beta", {"fail": "strict", "table": "dependency"}),
    ("scout", {}),
    ("negascout", {}),
    ("negascout", {"table": "dependency"}),
    ("mtd-f", {"table": "none"}),
    ("mtd-f", {"table": "dependency"}),
    ("iterative-deepening", {}),
]
WITHOUT_CYCLES: list[Run] = [
    ("alpha-beta", {"fail": "hard", "table": "naive"}),
    ("alpha-beta", {"fail": "soft", "table": "naive"}),
    ("alpha-beta", {"fail": "strict", "table": "naive"}),
    ("negascout", {"table": "naive"}),
    ("mtd-f", {"table": "naive"}),
]
ON_TREES: list[Run] = [("sss-star", {})]
OF_E_VALUATE: list[Run] = [("e-valuate", {})]  # where the tree of all plays has a size

WITH_WINDOWS = [run for run in ON_ALL_GRAPHS if run[0] != "minimax"]
OF_LOOPS: list[Run] = [
    *(("depth-first", {}), ("memoised", {}), ("memoised", {"entries": "final"}), ("proof-number", {})),
    *(("df-pn", {"sums": sums}) for sums in ("all", "farther")),
]
CLAIMED: dict[str, list[Run]] = {
    "trees": [*ON_ALL_GRAPHS, *WITHOUT_CYCLES, *ON_TREES, *OF_E_VALUATE, *OF_LOOPS, ("memoised-naive", {})],
    "shared nodes": [*ON_ALL_GRAPHS, *WITHOUT_CYCLES, *OF_E_VALUATE, *OF_LOOPS, ("memoised-naive", {})],
    "cycles": [*ON_ALL_GRAPHS, *OF_LOOPS],
}
ORDERS = ["drawn", "random"] * 4 + ["best", "worst"]  # the last two need the score of every node first
WORTHS: list[Score] = [0, 0, 1, -2, Fraction(1, 2), 7, -math.inf, math.inf]

some = examples(40)
"""For properties that every search of the family is asked for on every graph."""


# ---- they are right


@pytest.mark.large
@pytest.mark.parametrize("kind", KINDS)
def test_every_search_finds_the_roots_score_on_thousands_of_graphs_of_every_kind_that_it_claims(kind: str):
    """Of a search with several variants each graph is given to one, in turn."""
    rng = Random(kind)
    searches = groupby(sorted(CLAIMED[kind], key=itemgetter(0)), key=itemgetter(0))
    turns = [cycle(list(variants)) for _, variants in searches]
    for _ in range(THOUSANDS):
        graph, endless = KINDS[kind](rng), rng.choice(WORTHS)
        score, drawn = (limit_scores(graph, worth)[graph.root_index] for worth in (endless, 0))
        free = {"endless": endless, "order": rng.choice(ORDERS)}
        for name, options in [next(turn) for turn in turns]:
            taken = {option.name: free[option.name] for option in find(name).options if option.name in free}
            expected = score if "endless" in taken else drawn  # for Kars' searches play without end is a draw
            assert drained(graph, name, **taken, **options)["value"] == expected


@some
@given(
    graph=game_graphs(max_inner=7, max_leaves=4, max_degree=3), order=st.sampled_from(["drawn", "killer", "history"])
)
def test_a_table_with_dependency_sets_is_right_on_larger_graphs_too(graph: GameGraph, order: str):
    score = limit_scores(graph)[graph.root_index]
    for name, options in ON_ALL_GRAPHS:
        if "dependency" in options.values():
            assert drained(graph, name, order=order, **options)["value"] == score


# ---- what their traces say


@some
@given(graph=game_graphs(max_inner=4, max_open=1))
def test_every_step_has_a_path_a_move_and_counters_that_never_fall(graph: GameGraph):
    for name, options in [*ON_ALL_GRAPHS, *WITHOUT_CYCLES]:
        run = trace(graph, name, **options)
        assert_paths(graph, run)
        assert {"visits", "leaves", "cutoffs"} <= run[0].counters.keys()
        assert ("hits" in run[0].counters) == (options.get("table", "none") != "none")
        assert_counters(run)
    for name in ("depth-first", "memoised", "memoised-naive"):
        run = trace(graph, name)
        assert_paths(graph, run)
        assert_counters(run)


def assert_paths(graph: GameGraph, run: Trace) -> None:
    assert run[len(run) - 1].path == ()
    for step in run:
        assert set(pairwise(step.path)) <= set(graph.moves)
        assert len(set(step.path)) == len(step.path)
        assert step.counters["depth"] == max(0, len(step.path) - 1)
        assert step.move is None or (step.move in graph.moves and step.focus in step.move)
        assert not step.path or step.path[0] == graph.root


def assert_counters(run: Trace) -> None:
    """They never fall and end as the result."""
    names = set(run[0].counters) - {"depth", "kept"}
    for before, after in pairwise(run):
        assert all(before.counters[name] <= after.counters[name] for name in names)
    last = run[len(run) - 1]
    assert {name: run.result[name.replace(" ", "_")] for name in names} == {name: last.counters[name] for name in names}


@some
@given(graph=game_graphs(max_inner=4, max_open=1))
def test_the_principal_variation_ends_in_the_value(graph: GameGraph):
    for name, options in ON_ALL_GRAPHS:
        result = drained(graph, name, **options)
        line = result["principal_variation"]
        assert line[0] == graph.root
        assert set(pairwise(line)) <= set(graph.moves)
        if name != "mtd-f" and "dependency" not in options.values():
            assert not graph.successors_of(line[-1]) or line[-1] in line[:-1]
            assert ends_in(graph, line) == result["value"]


def ends_in(graph: GameGraph, line: list[str]) -> Score:
    """What the end of a line of play is worth, seen from its beginning; 0 if it is no leaf."""
    score = graph.node(line[-1]).score or 0
    return score if graph.sign > 0 or len(line) % 2 else 0 - score


@some
@given(graph=game_trees(max_nodes=20))
def test_on_a_tree_every_move_of_the_principal_variation_keeps_the_score(graph: GameGraph):
    truth = scores_of(graph)
    for name, options in [*ON_ALL_GRAPHS, *WITHOUT_CYCLES, *ON_TREES]:
        line = drained(graph, name, **options)["principal_variation"]
        assert not graph.successors_of(line[-1])
        assert all(truth[one] == graph.sign * truth[other] for one, other in pairwise(line))


# ---- windows and what is cut off


def windows_and_cuts(run: Trace) -> Iterator[tuple[Step, set[str], set[str]]]:
    """Every step, with the nodes that have a window then and those that are cut off."""
    windows: dict[str, Any] = {}
    pruned: dict[str, bool] = {}
    for step in run:
        windows |= step.windows
        pruned |= step.pruned
        yield step, {id for id, pair in windows.items() if pair}, {id for id, is_cut in pruned.items() if is_cut}


@some
@given(graph=game_graphs(max_inner=4))
def test_the_nodes_on_the_path_have_windows_and_no_others_and_are_not_cut_off(graph: GameGraph):
    for name, options in WITH_WINDOWS:
        windows: set[str] = set()
        for step, windows, pruned in windows_and_cuts(trace(graph, name, **options)):
            assert set(step.path[:-1]) <= windows <= set(step.path)
            assert not pruned & set(step.path)
        assert not windows


@some
@given(graph=game_trees(max_nodes=25), order=st.sampled_from(["drawn", "best", "worst", "random"]))
def test_in_a_tree_what_was_never_visited_ends_cut_off(graph: GameGraph, order: str):
    for name, options in (("alpha-beta", {"fail": "hard"}), ("alpha-beta", {"fail": "soft"}), *ON_TREES):
        run = trace(graph, name, order=order, **options)
        visited = {step.focus for step in run}
        *_, (_, _, pruned) = windows_and_cuts(run)
        assert pruned == {node.id for node in graph.nodes} - visited
