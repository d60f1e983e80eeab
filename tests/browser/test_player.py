"""Stepping through a trace: keys, buttons, slider, play, the list of steps, and what each step shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page
from support.app import StageView, score_texts
from support.samples import sample_for

from explorer import algorithms
from explorer.drawing.node_colours import ValueLooks
from explorer.drawing.theme import MARKS
from explorer.games.samples import load_sample
from explorer.model.scores import format_bounds
from explorer.trace import Activity, Trace

SPEED = "select[aria-label=Speed]"  # which is seen while it plays


def figure_1(algorithm: str = "score-iteration") -> Trace:
    return algorithms.trace(load_sample("figure-1"), algorithm)


class Clock:
    """A clock in place of the player's, which only `steps_after` moves, a frame of 10 ms at a time."""

    def __init__(self, stage: StageView) -> None:
        self._stage = stage

    def __enter__(self) -> Clock:
        self._stage.js(
            """stage.player.clock = {
              own: stage.player.clock, time: 0, waiting: [],
              now() { return this.time; },
              nextFrame(act) { this.waiting.push(act); },
              move(ms) {
                for (const end = this.time + ms; this.time < end;) {
                  this.time = Math.min(end, this.time + 10);
                  for (const act of this.waiting.splice(0)) act(this.time);
                }
              },
            }"""
        )
        return self

    def __exit__(self, *error: object) -> None:
        self._stage.js("stage.player.clock = stage.player.clock.own")

    def steps_after(self, milliseconds: float) -> int:
        """The step that is shown when so much more time has passed."""
        self._stage.js("stage.player.clock.move(x)", milliseconds)
        return self._stage.step


def texts(trace: Trace, step: int) -> dict[str, str]:
    """What stands in the nodes at a step."""
    known = score_texts(trace, step)
    known |= {id: format_bounds(*pair) for id, pair in trace.bounds_at(step).items()}
    known |= {node.id: "?" for node, begin in zip(trace.graph.nodes, trace.expanded, strict=True) if begin > step}
    return {node.id: known.get(node.id, "?") for node in trace.graph.nodes}


@pytest.fixture
def stage(look_at: Callable[..., StageView]) -> StageView:
    """Figure 1 at its first step."""
    return look_at("/")


@pytest.fixture
def page(stage: StageView) -> Page:
    return stage.page


def test_keys_step_without_a_click_before(page: Page, stage: StageView):
    trace = figure_1()
    for key, step in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", len(trace) - 1),
        ("ArrowRight", len(trace) - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        page.keyboard.press(key)
        assert stage.step == step
        assert stage.caption == trace[step].caption
        assert stage.scores == texts(trace, step)


def test_the_slider_scrubs_to_any_step(page: Page, stage: StageView):
    slider = page.get_by_role("slider", name="Step")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, middle)
    page.mouse.down()
    for share in (0.25, 0.5, 0.75, 1.0):
        page.mouse.move(box["x"] + 8 + share * (box["width"] - 16), middle)
        stage.go_to(round(share * (len(figure_1()) - 1)))
    page.mouse.up()
    page.keyboard.press("ArrowLeft")
    stage.go_to(len(figure_1()) - 2)


@pytest.fixture
def clock(stage: StageView) -> Iterator[Clock]:
    """The player's clock, which stands still unless the test moves it."""
    with Clock(stage) as clock:
        yield clock


def test_space_plays_and_pauses(page: Page, stage: StageView, clock: Clock):
    stage.find(SPEED).select_option("1×", force=True)
    page.keyboard.press("Space")
    assert clock.steps_after(1_000) == 1
    page.keyboard.press("Space")
    assert not stage.js("stage.player.playing")
    assert clock.steps_after(10_000) == 1


@pytest.mark.parametrize("name", ["memoised", "bounds", "strategies"])
def test_every_step_shows_what_the_trace_says_forwards_and_back(look_at: Callable[..., StageView], name: str):
    sample = sample_for(name)
    trace = algorithms.trace(load_sample(sample), name)
    stage = look_at(f"/?sample={sample}&algorithm={name}")
    assert stage.last == len(trace) - 1
    pseudocode, places = algorithms.find(name).pseudocode, stage.places()
    shown = """{
      lit: [...element.querySelectorAll('.code li.lit')].map(line => line.innerText),
      caption: element.querySelector('.caption > span').innerText.replaceAll('\xa0', ' '),
      texts: Object.fromEntries([...stage.document.nodes.keys()].map(id => [id, stage.looks.of(id).text])),
      path: stage.frames.path,
      counters: Object.fromEntries([...element.querySelectorAll('.counters dt')].map(
        term => [term.innerText, term.nextElementSibling.innerText])),
    }"""
    wanted = [
        {
            "lit": [pseudocode[step.line - 1].strip()],
            "caption": step.caption,
            "texts": texts(trace, number),
            "path": list(step.path),
            "counters": {
                CALLED.get(counter, counter.replace("_", " ")): f"{n:,}" for counter, n in step.counters.items()
            },
        }
        for number, step in enumerate(trace)
    ]
    steps = range(len(trace))
    assert stage.at_steps(steps, shown) == wanted
    assert stage.at_steps(steps[::-1], shown) == wanted[::-1]
    assert stage.places() == places


def test_nodes_are_filled_with_the_colour_of_their_score(page: Page, stage: StageView):
    trace = figure_1()
    page.keyboard.press("End")
    stage.wait("stage.panel.at === x", len(trace) - 1)
    looks = {value: ValueLooks.of_trace(trace).score(value) for value in trace.values}
    for id, score in trace.scores_at(len(trace) - 1).items():
        assert pixel_in(stage, id) == looks[score].fill


def test_a_back_link_is_marked_where_it_is_cut(look_at: Callable[..., StageView]):
    trace = figure_1("depth-first")
    cut = next(number for number, step in enumerate(trace) if Activity.BACK_LINK in step.activity.values())
    stage = look_at("/?sample=figure-1&algorithm=depth-first")
    assert not pixels_of(stage, MARKS["back"][0])
    for _ in range(cut):
        stage.page.keyboard.press("ArrowRight")
    assert stage.step == cut
    assert "0" in stage.caption
    assert pixels_of(stage, MARKS["back"][0])
    stage.find(".legend").get_by_text("counts as endless play").wait_for()
    stage.find(".legend").get_by_text("root: where play starts").wait_for()


def test_a_wrong_score_keeps_its_sign_and_a_memo_without_sets_shows_none_of_them(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=example-7-1&algorithm=memoised-naive&step=21")
    signs = stage.js(
        "stage.canvas.looks.nodes.filter(({ id }) => stage.canvas.looks.of(id).sign === '≠').map(n => n.id)"
    )
    assert signs == ["r", "c"]
    stage.find(".legend").get_by_text("wrong: contradicts the true score").wait_for()
    assert stage.tab("Table").locator(".memo th[scope=col]").all_inner_texts() == ["node", "score"]


# Runs an expression in `data` and `width` of the canvas, and in `at`, the place of the node x.id in canvas pixels.
CALLED = {"leaves": "leaves read", "control": "starts and acknowledgements"}
_PIXELS = """(() => {
  const canvas = stage.canvas.element.querySelector('canvas'), ratio = canvas.width / canvas.clientWidth;
  const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const at = id => { const { x, y } = stage.canvas.toDom(id); return [x * ratio, y * ratio].map(Math.round); };
  return %s;
})()"""
_COLOUR = """(([left, top]) => {
  const place = 4 * (Math.round(top + x.below * ratio) * width + left);
  return '#' + [0, 1, 2].map(channel => data[place + channel].toString(16).padStart(2, '0')).join('');
})(at(x.id))"""
_COUNT = """(() => {
  const wanted = [1, 3, 5].map(place => parseInt(x.slice(place, place + 2), 16));
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    count += data[i + 3] > 150 && wanted.every((value, channel) => Math.abs(value - data[i + channel]) < 40);
  }
  return count;
})()"""


def pixel_in(stage: StageView, id: str) -> str:
    """The colour of a node under its score."""
    return str(stage.painted().js(_PIXELS % _COLOUR, {"id": id, "below": 0.52 * stage.radius}))


def pixels_of(stage: StageView, colour: str) -> int:
    """How many pixels have about this colour."""
    return int(stage.painted().js(_PIXELS % _COUNT, colour))
