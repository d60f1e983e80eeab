"""No caption says a number that nobody checked: every one is recomputed, for all algorithms on random graphs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.claims import Claims
from support.examples import times
from support.graphs import examples, game, game_graphs, game_trees

from explorer.algorithms import registered, trace
from explorer.games import generate
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Node
from explorer.solver import solve
from explorer.trace import Finality, Step, Trace
from explorer.trace.caption import Caption
from explorer.trace.options import Option
from explorer.trace.recording import Limits

every_algorithm = pytest.mark.parametrize("name", registered())

LIMITS = Limits(run=20_000)
# Numbers that stand for a place in a run or in a source, or count what the step itself lists.
PLAIN = re.compile(
    r"Theorem 5\.4|\(Theorem 6\.6\)|^Sweep \d+|^Rule \d|^\d\. |^Round \d+|^Iteration \d+|^Level \d+"
    r"|successors have (?:level 0|smaller levels, up to \d+)|search \d+ moves? deep"
    r"|and [\d,]+ more|[\d,]+ scores? may still|[\d,]+ bounds? may still"
    r"|[\d,]+ (lower|upper) bounds? (was|were) never settled and stays? [−∞]+"
    r"|[\d,]+ of [\d,]+ bounds? (is|are) final|misses [\d,]+ of them|[\d,]+ (lower |upper )?bounds? (falls?|rises?)"
    r"|[\d,]+ nodes? (was|were) met|[\d,]+ nodes? (is|are) pruned|has [\d,]+ positions?"
    r"|[\d,]+ positions? (is a draw|are draws)"
    r"|: [\d,]+ wins?, [\d,]+ draws?, [\d,]+ loss(es)?|with Grundy value 0|bounds of [\d,]+ more nodes?"
    r"|“[^”]*”|proof number [\d,]+, disproof number [\d,]+|root, \d+ moves? away|nothing known"
)
WORTHS = st.sampled_from([0, 0, 1, -2, float("inf")])


@st.composite
def graphs(draw: st.DrawFn) -> GameGraph:
    """Graphs of all the classes that algorithms need: trees, acyclic, cyclic, partly open; of few values or of many."""
    graph = draw(
        game_graphs(max_open=1, max_inner=4) | game_graphs(acyclic=True, max_inner=4) | game_trees(max_nodes=9)
    )
    values = draw(st.sampled_from(["own", "three", "two"]))

    def scored(node: Node) -> Node:
        if node.score is None or values == "own":
            return node
        sign = (node.score > 0) - (node.score < 0)
        return replace(node, score=sign if values == "three" else sign or 1)

    graph = graph.replace(nodes=tuple(map(scored, graph.nodes)), expected={})
    room = draw(st.none() | st.tuples(st.integers(0, 1), st.integers(0, 1)))  # beyond the scores of the leaves
    ends = graph.columns.scale or (0,)
    return graph if room is None else graph.replace(score_range=(ends[0] - room[0], ends[-1] + room[1]))


def options_of(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any choices of an algorithm's options, and any value of endless play."""
    drawn: dict[str, st.SearchStrategy[Any]] = {option.name: _drawn(option) for option in registered()[name].options}
    return st.fixed_dictionaries({name: values for name, values in drawn.items() if not values.is_empty})


def _drawn(option: Option) -> st.SearchStrategy[Any]:
    if option.choices is not None:
        return st.sampled_from(list(option.choices))
    return WORTHS if option.name == "endless" else st.nothing()


def run(name: str, graph: GameGraph, options: dict[str, Any]) -> Trace | None:
    """The run of an algorithm, unless the graph is none for it or the run is cut short."""
    if registered()[name].obstacle(graph) is not None:
        return None
    try:
        found = trace(graph, name, limits=LIMITS, **options)
    except GraphError:  # labels of the other convention where the players do not take turns
        return None
    return None if found.left_out else found


@examples(40)
@given(data=st.data())
def test_every_number_in_a_caption_is_what_it_claims_or_stands_in_a_known_phrase(data: st.DataObject):
    graph = data.draw(graphs())
    for name in registered():
        found = run(name, graph, data.draw(options_of(name)))
        if found is not None:
            assert list(Claims(found, graph).wrong()) == [], name
        for step in found or ():
            text = text_of(step)
            assert not re.search(r"\d", PLAIN.sub("", text)), f"{name} has a number in plain text: {text}"


def text_of(step: Step) -> str:
    """What a caption says besides nodes and claimed numbers; a letter stands for each of these."""
    parts = step.words.parts if isinstance(step.words, Caption) else (step.words,)
    return "".join(part if isinstance(part, str) else "n" for part in parts)


@every_algorithm
def test_no_caption_counts_open_nodes_where_there_are_none(name: str):
    for seed in range(times(12)):
        graph = generate("random", nodes=12, leaves=0.2, degree=2.5, alternating=seed % 2 > 0, seed=seed)
        assert all("open nodes counted" not in step.caption for step in run(name, graph, {}) or ())


@examples(60)
@given(data=st.data())
def test_no_score_is_said_to_be_final_that_open_nodes_can_change(data: st.DataObject):
    graph = data.draw(graphs())
    if graph.convention is Convention.NEGAMAX:  # where the interval of a score may be too large
        return
    between = solve(graph).between
    for name in registered():
        found = run(name, graph, {})
        if found is None or found.has_bounds:
            continue
        for number in (0, len(found) // 2, len(found) - 1):
            for id, role in found.finality_at(number).items():
                low, high = between.get(id, (0, 0))
                if name == "status":
                    low, high = max(low, -1), min(high, 1)  # the open nodes are won, drawn or lost, too
                assert role is not Finality.FINAL or low == high, (name, number, id)


CONDITIONS = game("a", a="min c b", b="max c b a", c="max w c b", w=1)
"""Where b returns 0 with back links to a and c, and later 1 with a back link to a alone."""


@pytest.mark.parametrize("name", [name for name in registered() if ".searches." in registered()[name].run.__module__])
@pytest.mark.parametrize("graph", [CONDITIONS, generate("ladder", layers=4)], ids=["two conditions", "ladder"])
def test_a_condition_names_all_that_a_number_rests_on(name: str, graph: GameGraph):
    for table in ("none", "naive", "dependency") if registered()[name].has_option("table") else (None,):
        found = run(name, graph, {} if table is None else {"table": table})
        assert found is None or list(Claims(found, graph).wrong()) == []


@pytest.mark.parametrize("name", ["score-iteration", "bounds", "minimax"])
@pytest.mark.parametrize("convention", ["minimax", "negamax"])
def test_the_value_that_decides_stands_among_those_of_many_that_are_written(name: str, convention: str):
    graph = generate(
        "random", nodes=24, degree=7, leaves="50%", scores="-9..9", cycles=name != "minimax", convention=convention
    )
    told = " ".join(str(step.words) for step in trace(graph, name))
    found = re.findall(r"m(?:ax|in)\{([^{}()]*)\} = ([−∞\d]+)", told)
    assert any("…" in terms for terms, _ in found)
    for terms, value in found:
        assert value in terms.split(", "), (terms, value)
