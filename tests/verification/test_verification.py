from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import islice, pairwise, product
from typing import Any

import networkx as nx
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.explanations import positions_of
from support.graphs import figure_1, game, game_graphs, thorough, worths
from support.oracle import scores_of, unfold, worth_of_moves

from explorer import ExplorerError, OptionError, solve, verify, why
from explorer.explanation.explanation import FIRST, SECOND, Guarantee, PlayPosition
from explorer.explanation.failure import Failure, FailureKind
from explorer.formats import pgsolver
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score, parse_endless

SIDES = {"max": FIRST, "min": SECOND}
small = game_graphs(max_inner=4, max_leaves=3, max_degree=3)


def all_moves(graph: GameGraph, side: int) -> Iterator[dict[str, str]]:
    """Every positional strategy of a player, by id."""
    own = [id for id in graph.ids if graph.ids_after(id) and is_own(graph, id, side)]
    for choice in product(*map(graph.ids_after, own)):
        yield dict(zip(own, choice, strict=True))


def is_own(graph: GameGraph, id: str, side: int) -> bool:
    return graph.kind_of(id) in {Kind.MOVER, Kind.MAX if side == FIRST else Kind.MIN}


def best(moves: dict[str, str]) -> pd.DataFrame:
    return pd.DataFrame({"node": [*moves], "best": [*moves.values()]}, dtype=object)


def limits(graph: GameGraph, endless: Score) -> list[Score]:
    scores = {node.score for node in graph.nodes if node.score is not None} | {endless}
    return sorted(scores | {0 - score for score in scores})


@thorough
@given(small, worths, st.sampled_from(["max", "min"]))
def test_moves_hold_exactly_when_no_reply_of_all_beats_them(graph: GameGraph, endless: Score, player: str):
    side, root = SIDES[player], graph.ids[graph.root_index]
    for moves in islice(all_moves(graph, side), 12):
        worth = worth_of_moves(graph, root, side, moves, endless)
        table = best(moves) if moves else pd.DataFrame({"node": [graph.ids[0]], "best": ["-"]}, dtype=object)
        for limit in limits(graph, endless):
            found = verify(graph, table, player=player, score=limit, endless=endless)
            assert found.holds is (side * worth >= side * limit)
            (verdict,) = found.verdicts
            if verdict.failure is not None:
                end = refuting_worth(graph, verdict.failure, moves, side)
                assert verdict.failure.worth == (endless if end is None else end)
                assert side * verdict.failure.worth < side * limit


def refuting_worth(graph: GameGraph, failure: Failure, moves: dict[str, str], side: int) -> Score | None:
    """The score at the end of a play, None if it is endless; it must be legal and keep to the moves of a player."""
    play, line = unfold(graph), [(at.id, FIRST if at.is_own else SECOND) for at in failure.play]
    back = [] if failure.back_to is None else [line[failure.back_to]]
    for here, after in pairwise([*line, *back]):
        assert after in play.moves[here]
        assert play.player[here] != side or moves[here[0]] == after[0]
    return None if back else play.score[line[-1]]


@thorough
@given(game_graphs(max_open=2, max_inner=6), worths)
def test_certificates_of_ours_are_accepted(graph: GameGraph, endless: Score):
    for node in graph.ids:
        found = verify(graph, json.loads(json.dumps(why(graph, node, endless=endless).to_json())))
        assert found.holds, str(found)
        assert (found.start, found.endless, found.is_exact) == (node, endless, False)


@thorough
@given(game_graphs(max_open=1, max_inner=5), worths, st.data())
def test_a_changed_certificate_holds_exactly_when_it_is_still_a_proof(
    graph: GameGraph, endless: Score, data: st.DataObject
):
    certificate = why(graph, endless=endless).to_json()
    player, key = data.draw(st.sampled_from([("max", "at_least"), ("min", "at_most")]))
    half = certificate[key] = _changed(graph, certificate[key], endless, data)
    assert verify(graph, certificate, player=player).holds is _is_proof(graph, half, SIDES[player], endless)


def _changed(graph: GameGraph, half: dict[str, Any], endless: Score, data: st.DataObject) -> dict[str, Any]:
    """One half of a certificate with one thing in it changed."""
    what = data.draw(st.sampled_from(["limit", "moves", "ranks", "missing move"]))
    if what == "limit":
        return {**half, "limit": data.draw(st.sampled_from(limits(graph, endless)))}
    if what == "ranks" and half["forced"]:
        row = data.draw(st.integers(0, len(half["positions"]) - 1))
        rows = [*half["positions"]]
        rows[row] = {**rows[row], "rank": data.draw(st.integers(0, 4))}
        return {**half, "positions": rows}
    if half["moves"]:
        id = data.draw(st.sampled_from([*half["moves"]]))
        moves = {**half["moves"], id: data.draw(st.sampled_from([*graph.ids]))}
        return {**half, "moves": moves if what == "moves" else {key: to for key, to in moves.items() if key != id}}
    return half


def _is_proof(graph: GameGraph, half: dict[str, Any], side: int, endless: Score) -> bool:
    """Whether half a certificate is a proof, by the graph of all positions that can be reached."""
    limit = parse_endless(half["limit"])
    if limit == -side * math.inf:
        return True
    ranks = {
        PlayPosition(row["node"], graph.sign > 0 or row["turn"] == "first"): row["rank"]
        for row in half["positions"]
        if "rank" in row
    }
    try:
        network = positions_of(graph, graph.ids[graph.root_index], Guarantee(side, limit, half["moves"], ()))
    except KeyError:
        return False
    ends = [worth for at, worth in network.nodes(data="worth") if not network.out_degree(at)]
    if not all(worth is not None and side * worth >= side * limit for worth in ends):
        return False
    if side * limit <= side * endless:
        return True
    if not half["forced"]:
        return nx.is_directed_acyclic_graph(network)
    return network.nodes <= ranks.keys() and all(ranks[after] < ranks[here] for here, after in network.edges)


@thorough
@given(game_graphs(max_inner=6), worths, st.booleans())
def test_what_solve_prints_is_accepted_with_and_without_best_moves(graph: GameGraph, endless: Score, has_best: bool):
    endless = 0 if graph.convention is Convention.NEGAMAX else endless
    table = solve(graph, endless=endless).to_json()
    if not has_best:
        del table["best"]
    assert verify(graph, table, endless=endless).holds


@thorough
@given(game_graphs(conventions=[Convention.MINIMAX], max_inner=5), st.data())
def test_a_solution_of_pgsolver_is_checked_for_the_winner_of_the_root(graph: GameGraph, data: st.DataObject):
    solution, number = solve(graph), pgsolver.node_numbers(graph)
    root = graph.ids[graph.root_index]
    won = {id: 0 if solution.scores[id] > 0 else 1 for id in graph.ids}
    owner = {id: 1 if graph.kind_of(id) is Kind.MIN else 0 for id in graph.ids}
    moves = {id: solution.best[id] for id in graph.ids if id in solution.best and owner[id] == won[id]}
    if moves and data.draw(st.booleans()):
        changed = data.draw(st.sampled_from([*moves]))
        moves[changed] = data.draw(st.sampled_from(graph.ids_after(changed)))
    rows = [f"{number[id]} {won[id]}{f' {number[moves[id]]}' if id in moves else ''};" for id in graph.ids]
    text = "\n".join([f"paritysol {len(rows)};", *rows])
    if not graph.columns.scale:
        return
    side = FIRST if won[root] == 0 else SECOND
    every = moves | {id: graph.ids_after(id)[0] for id in graph.ids if id not in moves and graph.ids_after(id)}
    worth = worth_of_moves(graph, root, side, every)
    found = verify(graph, pgsolver.read_solution(text))
    if worth > 0 if side == FIRST else worth <= 0:
        assert found.holds
    elif found.holds:
        pytest.fail("a strategy that loses was accepted")


@thorough
@given(game_graphs(max_inner=5), worths, st.lists(st.integers(0, 2), min_size=1, max_size=5))
def test_a_line_holds_exactly_when_scores_stay_and_its_end_is_worth_them(
    graph: GameGraph, endless: Score, turns: list[int]
):
    line = [graph.ids[graph.root_index]]
    for turn in turns:
        after = graph.ids_after(line[-1])
        line += [after[turn % len(after)]] if after else []
    sign = -1 if graph.sign < 0 else 1
    true = [sign**place * scores_of(graph, sign**place * endless)[id] for place, id in enumerate(line)]
    views = [(id, place % 2 if sign < 0 else 0) for place, id in enumerate(line)]
    is_leaf, is_again = not graph.ids_after(line[-1]), views[-1] in views[:-1]
    expected = len(set(true)) == 1 and (is_leaf or (is_again and true[0] == endless))
    found = verify(graph, line, endless=endless)
    assert found.holds is expected
    assert "proves no score" in str(found)


@pytest.mark.parametrize(
    ("table", "kind", "play", "words"),
    [
        ("node,best\na,c\n", FailureKind.ENDLESS, ["a", "c"], "play goes a → c → a and so on for ever"),
        ("node,best\nd,c\n", FailureKind.NO_MOVE, ["a"], "Max is to move, and there is no move for it"),
        ("node,best\na,d\n", FailureKind.NO_MOVE, ["a"], "'d' is no move there"),
        ("node,best,distance\na,b,1\nb,,1\n", None, None, "holds. With these moves play can reach 2 positions"),
        ("node,value,distance\na,1,endless\nb,1,0\n", FailureKind.NO_RANK, ["a"], "has no distance to an end"),
    ],
)
def test_the_first_failure_is_named(tmp_path, table, kind, play, words):
    file = tmp_path / "mine.csv"
    file.write_text(table)
    found = verify(figure_1(b=1, d=2), file, player="max")
    failure = found.verdicts[0].failure
    assert (failure and failure.kind, failure and [at.id for at in failure.play]) == (kind, play)
    assert words in str(found)


def test_distances_must_fall_and_the_moves_may_hold_all_the_same():
    graph = game("a", a="max b x", b="max c", c="max x", x=1)
    table = {id: {"value": 1, "best": after, "distance": 3} for id, after in (("a", "b"), ("b", "c"), ("c", "x"))}
    found = verify(graph, table, player="max")
    failure = found.verdicts[0].failure
    assert failure is not None
    assert (failure.kind, failure.node, [at.id for at in failure.play]) == (FailureKind.RANK, "a", ["a", "b"])
    assert "The moves themselves make sure of it." in str(found)


def test_an_open_node_is_unknown():
    found = verify(game("a", a="max q", q="open"), {"a": "q"}, player="max", score=0)
    assert "q, which is open, so that nothing is known of its score" in str(found)
    assert "Open nodes count as unknown" in str(found)


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (["a", "c"], {"player": "max"}),
        (["a", "c"], {"node": "c"}),
        ({"a": "c"}, {"player": "Max"}),
        ({"at_least": 1, "at_most": 2}, {}),
        (why(figure_1(b=1, d=2), "a"), {"node": "c"}),
        (why(figure_1(b=1, d=2), "a"), {"endless": 3}),
        ("missing.csv", {}),
    ],
)
def test_what_contradicts_itself_is_refused_in_one_sentence(source, options):
    with pytest.raises(ExplorerError):
        verify(figure_1(b=1, d=2), source, **options)


def test_a_parity_game_without_leaves_is_refused(tmp_path):
    (tmp_path / "mine.sol").write_text("paritysol 1;\n0 0 1;\n1 0;\n")
    graph = game("0", **{"0": "max 1", "1": "min 0"})
    with pytest.raises(OptionError, match="every play is endless"):
        verify(graph, tmp_path / "mine.sol")
