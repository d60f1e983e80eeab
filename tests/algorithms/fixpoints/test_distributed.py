from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from support.examples import times
from support.golden import trace_text
from support.graphs import BOTH, figure_1, game, game_graphs, thorough, worths
from support.messages import PlainNetwork, newest_link
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.fixpoints.network import Message, Network
from explorer.explanation.origin import Source, origin
from explorer.games import generate
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.solver import solve
from explorer.trace import Finality

every_mode = pytest.mark.parametrize("mode", ["synchronous", "asynchronous"])
WORTHS = (0, 0, 1, -2, Fraction(1, 2), math.inf, -math.inf)


def network_in_order(graph: GameGraph, endless: Score, random: Random, *, in_rounds: bool = False) -> Network:
    """A network with messages that take any time, some links being very slow."""
    slow = {index: random.choice([1, 1, 50]) for index in range(-1, 2 * len(graph.nodes))}

    def place(message: Message, serial: int) -> tuple[float, ...]:
        return (serial / 10 + random.random() * slow[message.sender] * slow[message.receiver],)

    return Network(graph, endless, is_synchronous=in_rounds, place=place)


def run_to_the_end(network: Network) -> None:
    while not network.is_stable:
        network.begin_round()
        while network.left:
            network.deliver()


def shown(graph: GameGraph, network: Network) -> dict[str, Score]:
    return {id: network.values[2 * index] for index, id in enumerate(graph.ids)}


# ---- scores and the end


@pytest.mark.parametrize("convention", BOTH)
def test_messages_in_any_order_come_to_the_scores_and_stable_is_never_early(convention: Convention):
    for seed in range(times(200)):
        random = Random(seed)
        nodes = random.randint(6, 14)
        graph = generate("random", nodes=nodes, degree=2, leaves="30%", seed=seed, convention=str(convention))
        endless = WORTHS[seed % len(WORTHS)]
        truth = dict(solve(graph, endless=endless).scores)
        for number in range(3):
            network = network_in_order(graph, endless, random, in_rounds=number == 2)
            run_to_the_end(network)
            assert shown(graph, network) == truth, (seed, number)
            assert network.count_under_way == 0
            assert all(
                network.values[other] == heard for row in network.last_values.values() for other, heard in row.items()
            ), "all have heard what their successors have"
            assert not network.parents
            assert not any(network.deficits.values())


@thorough
@given(game_graphs(max_open=1), worths)
def test_round_n_leaves_s_n(graph: GameGraph, endless: Score):
    rounds = trace(graph, "distributed", endless=endless)
    sweeps = trace(graph, "score-iteration", endless=endless)
    for n in range(min(len(rounds) - 1, len(sweeps))):
        assert rounds.scores_at(n) == sweeps.scores_at(n)


# ---- counts


@every_mode
@pytest.mark.parametrize("order", ["oldest", "newest"])
@thorough
@given(graph=game_graphs(max_open=1), endless=worths)
def test_messages_are_those_of_a_plain_simulation(mode: str, order: str, graph: GameGraph, endless: Score):
    run = trace(graph, "distributed", mode=mode, detail="message", order=order, endless=endless)
    plain = PlainNetwork(graph, endless, in_rounds=mode == "synchronous")
    rounds = [*plain.run(newest_link if order == "newest" else lambda letters: letters[0])]
    assert plain.is_at_rest
    assert run.result == {
        "scores": {node.id: plain.s[node.id, 0] for node in graph.nodes},
        "rounds": plain.round,
        "settled": run.result["settled"],
        "messages": plain.values,
        "control": plain.control,
    }
    beginnings = plain.round if mode == "synchronous" else 0
    assert len(run) == 2 + beginnings + len(rounds)


# ---- steps


@every_mode
@thorough
@given(graph=game_graphs(), endless=worths)
def test_what_is_final_does_not_change(mode: str, graph: GameGraph, endless: Score):
    truth = scores_of(graph, endless)
    run = trace(graph, "distributed", mode=mode, endless=endless)
    for number in range(len(run)):
        now = run.scores_at(number)
        for id, role in run.finality_at(number).items():
            assert role not in (Finality.FINAL, Finality.LOWER) or truth[id] >= now[id]
            assert role not in (Finality.FINAL, Finality.UPPER) or truth[id] <= now[id]
    assert set(run.finality_at(len(run) - 1).values()) == {Finality.FINAL}


def test_moves_by_hand_come_first():
    run = trace(figure_1(1, 2), "distributed", mode="asynchronous", detail="message", first=("c -> d", "c → a"))
    values = [step.move for step in run if step.line == 4]
    assert values == [("c", "d"), ("a", "b"), ("c", "a"), ("a", "c")]
    slow = trace(figure_1(1, 2), "distributed", mode="asynchronous", detail="message", first=("a → c",))
    assert slow.result["scores"] == run.result["scores"]


def test_a_message_shows_on_its_move_until_it_arrives():
    run = trace(figure_1(1, 2), "distributed", mode="asynchronous", detail="message")
    on_moves = [{move: (each.values, each.signals) for move, each in step.transits.items()} for step in run]
    assert on_moves[2] == {("a", "b"): ("1", 0), ("c", "d"): ("2", 0)}
    assert on_moves[3] == {("c", "d"): ("2", 0), ("c", "a"): ("1", 0)}
    assert on_moves[4] == {("c", "a"): ("1", 0), ("c", "d"): ("", 1)}


def test_a_round_shows_what_arrived_in_it_and_which_values_are_repeated():
    run = trace(figure_1(1, 2), "distributed")
    on_moves = {move: (each.values, each.signals) for move, each in run[3].transits.items()}
    assert on_moves == {("a", "b"): ("·", 0), ("a", "c"): ("·", 0), ("c", "a"): ("1", 0), ("c", "d"): ("·", 1)}


def test_a_value_comes_from_the_successor_that_sent_it_even_if_that_has_another_one_by_then():
    """While the message with −1 is under way, w goes on to −2."""
    graph = game("v", v="max w u", u=-9, w="max x y", x=-1, y="min z", z=-2)
    for seed in range(20):
        run = trace(graph, "distributed", mode="asynchronous", detail="message", order="random", seed=seed)
        for number in range(len(run)):
            for link in origin(run, "v", number):
                assert link.source is not Source.STEP
                if link.giver is not None:
                    assert link.value in (
                        run.scores_at(link.step)[link.giver],
                        *(step.scores.get(link.giver) for step in run),
                    )


def test_figure_1_as_text():
    text = trace_text(trace(figure_1(1, 2), "distributed", mode="asynchronous", detail="message"))
    assert text.splitlines()[2:8] == [
        "3 [] a=0 b=1 c=0 d=2 | The environment starts d: S(d) = 2, its score as a leaf (was 0), which it sends to c. "
        "Its parent is the environment.",
        "4 [] a=1 b=1 c=0 d=2 | a receives 1 from b: S(a) = max{1 from b, 0 from c} = 1 (was 0), which it sends to c. "
        "Its parent is b.",
        "4 [] a=1 b=1 c=0 d=2 | c receives 2 from d: S(c) = min{2 from d, 0 from a} = 0, as before. Its parent is d. "
        "No acknowledgement is outstanding, so c acknowledges to its parent d.",
        "4 [] a=1 b=1 c=1 d=2 | c receives 1 from a: S(c) = min{2 from d, 1 from a} = 1 (was 0), which it sends to a. "
        "Its parent is a.",
        "7 [] a=1 b=1 c=1 d=2 | d receives the acknowledgement of c. No acknowledgement is outstanding, so d "
        "acknowledges to its parent the environment.",
        "4 [] a=1 b=1 c=1 d=2 | a receives 1 from c: S(a) = max{1 from b, 1 from c} = 1, as before. Already "
        "active: it acknowledges c at once.",
    ]
