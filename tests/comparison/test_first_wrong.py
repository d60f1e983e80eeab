"""The first wrong values against brute force, and the three faults against solvers that have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.faulty_solvers import cut_memo, lost_draws, naive_memo
from support.graphs import example_7_1, figure_1, game, game_graphs, thorough
from support.oracle import scores_of

from explorer import diff, solve
from explorer.comparison.claims import claims_of
from explorer.comparison.faults import fitting_faults
from explorer.comparison.first_wrong import WrongKind, difference
from explorer.comparison.first_wrong_proofs import proof
from explorer.comparison.supplied import ColumnRole, read_values, value_table
from explorer.formats import parquet
from explorer.model.errors import FormatError, OptionError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score, parse_score

Between = tuple[Score, Score]
LIMIT = 99


def between(claim: object, true: Score) -> Between:
    """What a claim allows; all that is true without one."""
    if claim is None:
        return true, true
    sign, _, number = str(claim).rpartition(" ")
    value = parse_score(number)
    return {"": (value, value), ">=": (value, LIMIT), "<=": (-LIMIT, value)}[sign]


def backed_up(graph: GameGraph, id: str, known: Mapping[str, Between]) -> Between:
    """What a node can be worth if its successors lie between these numbers."""
    pairs = [known[other.id] for other in graph.successors_of(id)]
    if graph.convention is Convention.NEGAMAX:
        pairs = [(-high, -low) for low, high in pairs]
    best = min if graph.node(id).kind is Kind.MIN else max
    return best(low for low, _ in pairs), best(high for _, high in pairs)


@st.composite
def claimed(draw: st.DrawFn) -> tuple[GameGraph, dict[str, object]]:
    """A graph and claims: true ones or those for another endless play, others, bounds, and of some nodes none."""
    graph = draw(game_graphs(max_inner=6))
    claims: dict[str, object] = {}
    for id, score in scores_of(graph, draw(st.sampled_from([0, 0, -9, 9]))).items():
        how = draw(st.sampled_from(["true", "true", "other", "bound", "none"]))
        number = draw(st.integers(-3, 3))
        if how != "none":
            claims[id] = {"true": str(score), "other": number, "bound": f"{'><'[number % 2]}= {number}"}[how]
    return graph, claims


@thorough
@given(claimed())
def test_a_value_is_wrong_by_itself_iff_its_successors_do_not_allow_it(case):
    graph, claims = case
    if not claims:
        return
    true = scores_of(graph)
    found = difference(graph, claims)
    said = {id: between(claims.get(id), score) for id, score in true.items()}
    wrong = {id for id, (low, high) in said.items() if not low <= true[id] <= high}
    counted = {id: said[id] if id in wrong else (score, score) for id, score in true.items()}
    itself = set()
    for id in wrong:
        low, high = backed_up(graph, id, counted) if graph.successors_of(id) else (true[id], true[id])
        if said[id][1] < low or said[id][0] > high:
            itself.add(id)
    ids = graph.ids
    assert {ids[row] for row in found.wrong} == wrong
    assert {ids[row] for row, kind in zip(found.wrong, found.kinds, strict=True) if kind == WrongKind.ITSELF} == itself
    assert len(found.first) > 0 or not wrong
    assert found.value_count == len(claims)
    for place, row in enumerate(found.wrong):
        assert proof(found, place).startswith(f"{ids[row]} is said to be ")
    on_cycle = {ids[row] for row, kind in zip(found.wrong, found.kinds, strict=True) if kind == WrongKind.ON_CYCLE}
    for id in on_cycle:
        place = [ids[row] for row in found.wrong].index(id)
        cycle = [ids[row] for row in found.wrong[found.cycle(place)]]
        assert cycle[0] == id
        assert set(cycle) <= on_cycle
        assert all(other in graph.ids_after(one) for one, other in pairwise([*cycle, id]))


@thorough
@given(game_graphs(max_inner=8, max_degree=2), st.sampled_from([-9, 9]))
def test_the_causes_are_what_blames_nothing_outside_itself(graph: GameGraph, endless: Score):
    found = difference(graph, scores_of(graph, endless))
    blame = nx.DiGraph((place, other) for place in range(len(found.wrong)) for other in found.culprits(place))
    blame.add_nodes_from(range(len(found.wrong)))
    causes = [sorted(circle) for circle in nx.attracting_components(blame)]
    assert (
        sorted(place for circle in causes for place in circle)
        == np.flatnonzero(found.kinds != WrongKind.AFTER_OTHERS).tolist()
    )
    assert found.first.tolist() == sorted(circle[0] for circle in causes)


@thorough
@given(game_graphs(max_inner=6, acyclic=True), st.data())
def test_without_cycles_mending_what_is_wrong_by_itself_mends_the_rest(graph: GameGraph, data: st.DataObject):
    true = scores_of(graph)
    claims = {id: data.draw(st.integers(-3, 3)) if data.draw(st.booleans()) else score for id, score in true.items()}
    for _ in range(len(claims) + 1):
        found = difference(graph, claims)
        assert WrongKind.ON_CYCLE not in found.kinds
        itself = [graph.ids[row] for row in found.wrong[found.kinds == WrongKind.ITSELF]]
        if not itself:
            break
        claims |= {id: true[id] for id in itself}
    assert len(found.wrong) == 0


def random_game(rng: Random, *, is_acyclic: bool) -> GameGraph:
    """A game of either convention with 14 inner nodes, and leaves among −2 to 2."""
    inner, leaves = [f"p{number}" for number in range(14)], [f"x{number}" for number in range(5)]
    kinds = rng.choice([["mover"], ["max", "min"]])
    nodes: dict[str, str | Score] = {}
    for place, id in enumerate(inner):
        targets = [*(inner[place + 1 :] if is_acyclic else inner), *leaves]
        nodes[id] = " ".join([rng.choice(kinds), *rng.sample(targets, min(len(targets), rng.randint(1, 4)))])
    nodes |= {id: rng.randint(-2, 2) for id in leaves}
    return game("p0", "negamax" if kinds == ["mover"] else "minimax", **nodes)


@pytest.mark.large
@pytest.mark.parametrize(
    ("solver", "is_acyclic", "fault"),
    [(naive_memo, False, "a naive memo"), (lost_draws, False, "draws counted"), (cut_memo, True, "a bound kept")],
)
def test_the_values_of_a_solver_with_a_fault_are_consistent_with_it(
    solver: Callable[[GameGraph], dict[str, Score]], is_acyclic: bool, fault: str
):
    faulty = 0
    for seed in range(150):
        graph = random_game(Random(seed), is_acyclic=is_acyclic)
        found = difference(graph, solver(graph))
        faulty += len(found.wrong) > 0
        assert not len(found.wrong) or any(fault in each.name for each in fitting_faults(found)), seed
    assert faulty > 20


def test_the_first_wrong_value_of_example_7_1_is_proved_by_its_successors():
    graph = example_7_1(1, 2)
    found = difference(graph, naive_memo(graph))
    assert found.first.tolist() == [0]
    assert proof(found, 0) == ("c is said to be 0, and is 1: min{value(d), value(a)} = min{2, 1} = 1")
    assert proof(found, 2) == "e is said to be 0, and is 1: it follows from value(c) = 0 (in truth 1)"


def test_values_that_support_one_another_on_a_cycle_name_it():
    graph = figure_1(1, 2)
    found = difference(graph, {"a": 2, "c": 2})
    assert found.first.tolist() == [0]
    assert proof(found, 0) == (
        "a is said to be 2, and is 1: every value on the cycle a → c → a agrees with those of its successors, and only "
        "the cycle decides; endless play is worth 0"
    )
    assert len(difference(graph, {"a": 2, "c": 2}, endless=3).wrong) == 0


def test_the_frame_has_the_wrong_values_the_nearest_to_a_leaf_first():
    graph = example_7_1(1, 2)
    frame = diff(graph, {**naive_memo(graph), "d": ">= 3"})
    assert [*frame.columns] == ["node", "mine", "true", "lower", "upper", "first wrong", "kind"]
    assert frame[["node", "mine", "true", "first wrong"]].values.tolist() == [
        ["d", "≥ 3", 2, True], ["c", 0, 1, True], ["r", 0, 1, False], ["e", 0, 1, False],
    ]  # fmt: skip
    assert len(diff(graph, solve(graph).scores)) == 0


def test_values_come_from_whatever_holds_ids_and_values(tmp_path):
    graph, wanted = figure_1(1, 2), {"a": "2", "c": "≥ 2"}
    table = pd.DataFrame({"depth": [3, 4], "value": ["2", ">=2"], "node": ["a", "c"]})
    texts = {
        "a.csv": "node,value\na,2\nc,>= 2\nb,\n",
        "b.csv": "a;2\nc;≥2\n",
        "c.json": '{"a": 2, "c": ">=2", "b": null}',
        "d.json": '{"version": 1, "scores": {"a": 2, "c": ">=2"}}',
        "e.json": '[{"id": "a", "score": 2}, {"id": "c", "score": ">=2"}]',
        "f.json": '[["a", 2], ["c", ">=2"]]',
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    table.to_parquet(tmp_path / "g.parquet")
    series = pd.Series({"a": 2, "c": ">=2"})
    for given_values in (wanted, table, series, *(tmp_path / name for name in [*texts, "g.parquet"])):
        claims = claims_of(graph, given_values)
        assert {id: str(claims.of(row)) for row, id in enumerate(graph.ids) if claims.of(row)} == wanted


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"x": 1}, "no id, such as 'x', is a node of the graph"),
        (pd.DataFrame({"node": ["a", "a"], "value": [1, 2]}), "node 'a' has two values, 1 and 2; leave one out"),
    ],
)
def test_what_holds_no_values_is_refused_with_what_was_expected(values, words):
    with pytest.raises(FormatError, match=words):
        difference(figure_1(), values)


def test_values_in_parquet_have_the_limits_of_graphs_and_their_index_is_a_column(monkeypatch):
    frame = pd.DataFrame({"node": ["a", "c"], "value": [2**60 + 1, None]}, dtype=object)
    data = frame.set_index("node").to_parquet()
    column = value_table(read_values("g.parquet", data)).columns[ColumnRole.VALUE]
    assert column.cells() == [2**60 + 1, None]
    monkeypatch.setattr(parquet, "MAX_MOVES", 1)
    for content, words in (
        (data, "g.parquet: the table has 2 rows; at most 1 are read"),
        (data[:-9], "not a whole Par"),
    ):
        with pytest.raises(FormatError, match=words):
            read_values("g.parquet", content)


def test_values_of_a_negamax_graph_are_compared_with_endless_play_worth_0_only():
    graph = game("a", "negamax", a="mover b", b=1)
    assert (
        proof(difference(graph, {"a": 1}), 0)
        == "a is said to be 1, and is −1: max{−value(b)} = max{−1 (not given)} = −1"
    )
    with pytest.raises(OptionError, match="compared with endless play worth 0"):
        difference(graph, {"a": 1}, endless=1)
