"""GIF, opened again by Pillow: a frame a step, each in the colours of its step."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageSequence
from PIL.ImageColor import getrgb
from support.shown import shown

from explorer.algorithms import trace
from explorer.comparison.align import AlignedBy, align
from explorer.drawing.exports import GraphView, Style, export
from explorer.drawing.node_colours import ValueLooks
from explorer.drawing.picture import pictures_of
from explorer.drawing.scene_view import at_moment
from explorer.games.samples import load_sample
from explorer.model.errors import FormatError
from explorer.scenes.scene import MODES, Page, Scene

STYLE = Style(scale=1, pause=0.5)


def frames(content: bytes) -> list[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(content)))]


@pytest.fixture(scope="module")
def what() -> GraphView:
    return shown(load_sample("figure-1"))


@pytest.fixture(scope="module")
def content(what: GraphView) -> bytes:
    return export(what, "gif", STYLE)


@pytest.mark.large
def test_there_is_a_frame_for_each_step_and_it_stays_for_the_pause(what: GraphView, content: bytes):
    image = Image.open(BytesIO(content))
    assert image.n_frames == len(what.trace)
    durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert durations == [500] * len(what.trace)
    assert image.info["loop"] == 0


def test_each_frame_has_the_fills_of_its_step_at_the_places_of_the_nodes(what: GraphView, content: bytes):
    looks = {value: ValueLooks.of_trace(what.trace).score(value) for value in what.trace.values}
    pictures = pictures_of(what, STYLE, range(len(what.trace)))
    for step, (frame, picture) in enumerate(zip(frames(content), pictures, strict=True)):
        scores = what.trace.scores_at(step)
        places = [(group.x, group.y) for group in picture.groups if group.part == "node"]
        for node, (x, y) in zip(what.graph.nodes, places, strict=True):
            assert frame.getpixel((round(x), round(y + 12))) == getrgb(looks[scores[node.id]].fill)


@pytest.mark.large
@pytest.mark.parametrize("mode", MODES)
def test_of_two_runs_there_is_a_frame_for_each_moment_of_the_mode_to_the_end_of_the_longer_one(mode: str):
    graph = load_sample("example-7-1")
    sides = [trace(graph, name) for name in ("memoised", "memoised-naive")]
    what = at_moment(*sides, Scene(page=Page.COMPARE, mode=mode))
    style = Style(scale=1, title=False, caption=False, legend=False)
    listed = frames(export(what, "gif", style))
    moments = align(*sides, AlignedBy(mode))
    assert len(listed) == len(moments)
    assert (moments.left[-1], moments.right[-1]) == tuple(len(run) - 1 for run in sides)
    pictures = pictures_of(what, style, range(len(moments)))
    for *steps, frame, picture in zip(moments.left, moments.right, listed, pictures, strict=True):
        places = iter([(group.x, group.y) for group in picture.groups if group.part == "node"])
        for run, step in zip(sides, steps, strict=True):
            looks = {value: ValueLooks.of_trace(run).score(value) for value in run.values}
            scores = run.scores_at(step)
            for node, (x, y) in zip(graph.nodes, places, strict=False):
                if scores.get(node.id) is not None:
                    assert frame.getpixel((round(x), round(y + 12))) == getrgb(looks[scores[node.id]].fill)


@pytest.mark.parametrize(("first", "last"), [(3, 2), (-1, 2), (0, 99)])
def test_steps_that_do_not_exist_are_refused(what: GraphView, first: int, last: int):
    with pytest.raises(
        FormatError, match=f"no steps {first} to {last}; choose a first and a last step between 0 and 4"
    ):
        export(what, "gif", Style(first=first, last=last))
