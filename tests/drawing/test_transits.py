"""Messages on moves get to the browser and to pictures."""

from __future__ import annotations

from collections.abc import Mapping

from support.sent import merged

from explorer.algorithms import find, trace
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.picture.primitives import Circle, Polygon, Text
from explorer.drawing.picture.sheets import picture_of
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


def test_a_picture_has_values_with_their_numbers_and_signals_as_rings():
    run = messages()
    picture = picture_of(GraphView(run.graph, run, ALGORITHM, 4), Style())
    found = {group.name: group.shapes for group in picture.groups if group.part == "message"}
    assert list(found) == ["c → a", "c → d"]
    assert [shape.text for shape in found["c → a"] if isinstance(shape, Text)] == ["1"]
    plates = [shape for shape in found["c → a"] if isinstance(shape, Polygon)]
    assert {plate.fill for plate in plates} == {MARKS["value"][0]}
    assert not any(isinstance(shape, Text) for shape in found["c → d"])
    (ring,) = (shape for shape in found["c → d"] if isinstance(shape, Circle))
    assert ring.stroke is not None
    assert ring.stroke.colour == MARKS["signal"][0]
