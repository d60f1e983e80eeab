"""Messages on moves get to the browser, to pictures and to JSON."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import dist

from support.sent import merged

from explorer.algorithms import find, trace
from explorer.drawing.picture.primitives import Circle, Polygon, Text
from explorer.drawing.picture.sheets import picture_of
from explorer.drawing.shown import Shown, Style
from explorer.drawing.theme import MARKS
from explorer.drawing.trace_data import CHUNK, SentTrace
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.model.graph import Move
from explorer.trace import Step, Trace

ALGORITHM = find("distributed")


def messages(sample: str = "figure-1") -> Trace:
    return trace(load_sample(sample), "distributed", mode="asynchronous", detail="message")


def on_moves(step: Step) -> Mapping[Move, tuple[str, int]]:
    return {move: (each.values, each.signals) for move, each in step.transits.items()}


def test_the_browser_gets_the_messages_of_a_step_and_of_no_other_in_every_chunk():
    run = trace(generate("random", nodes=60, seed=1), "distributed", mode="asynchronous", detail="message")
    sent = SentTrace(run, ALGORITHM)
    assert len(run) > CHUNK or sent.chunks == 1
    data = merged(sent.whole())
    ids = data["nodes"]
    for step, each in zip(run, data["steps"], strict=True):
        assert {(ids[a], ids[b]): (values, signals) for a, b, values, signals in each.get("t", [])} == on_moves(step)


def test_a_part_of_the_graph_has_the_messages_between_its_nodes():
    run = messages()
    data = merged(SentTrace(run, ALGORITHM, shown=["c", "d"]).whole())
    assert [step.get("t", []) for step in data["steps"]][2:4] == [[[0, 1, "2", 0]], [[0, 1, "2", 0]]]


def test_a_picture_has_values_with_their_numbers_and_signals_as_rings():
    run = messages()
    picture = picture_of(Shown(run.graph, run, ALGORITHM, 4), Style())
    found = {group.name: group.shapes for group in picture.groups if group.part == "message"}
    assert list(found) == ["c → a", "c → d"]
    assert [shape.text for shape in found["c → a"] if isinstance(shape, Text)] == ["1"]
    plates = [shape for shape in found["c → a"] if isinstance(shape, Polygon)]
    assert {plate.fill for plate in plates} == {MARKS["value"][0]}
    assert not any(isinstance(shape, Text) for shape in found["c → d"])
    (ring,) = (shape for shape in found["c → d"] if isinstance(shape, Circle))
    assert ring.stroke is not None
    assert ring.stroke.colour == MARKS["signal"][0]


def test_a_value_points_against_its_move_and_a_signal_along_it():
    run = messages()
    picture = picture_of(Shown(run.graph, run, ALGORITHM, 4), Style())
    middles = {group.name.split(" · ")[0]: (group.x, group.y) for group in picture.groups if group.part == "node"}
    for name, is_signal in (("c → a", False), ("c → d", True)):
        pointer = next(group.shapes[0] for group in picture.groups if (group.part, group.name) == ("message", name))
        assert isinstance(pointer, Polygon)
        (x, y), *base = pointer.points
        ahead = x - sum(at[0] for at in base) / 2, y - sum(at[1] for at in base) / 2
        source, target = (middles[id] for id in name.split(" → "))
        along = ahead[0] * (target[0] - source[0]) + ahead[1] * (target[1] - source[1])
        assert (along > 0) == is_signal


def test_json_has_the_messages():
    run = messages()
    steps = list(run.json_steps())
    assert steps[4]["transits"] == [["c", "a", "1", 0], ["c", "d", "", 1]]
    assert "transits" not in steps[0]


def test_no_value_is_hidden_by_another_where_moves_cross():
    run = messages("ladder-6")
    for number in (20, 30, 40):
        picture = picture_of(Shown(run.graph, run, ALGORITHM, number), Style())
        shapes = [shape for group in picture.groups if group.part == "message" for shape in group.shapes]
        spots = [(shape.x, shape.y) for shape in shapes if isinstance(shape, Text | Circle)]
        assert len(spots) > 5
        assert all(dist(one, other) > 12 for one, other in combinations(spots, 2))
