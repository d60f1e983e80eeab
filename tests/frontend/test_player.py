"""The player of steps: where each press leads, what is shown of it, and what waits for steps that are still to come."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

# Happenings are [name of a method, what it is given].
PLAYED = """happenings => {
  const shown = [], player = new $player.Player(document.createElement('div'), step => shown.push(step));
  const plain = number => number === Infinity ? 'end' : number;
  return happenings.map(([name, given]) => {
    player[name](...given);
    const { at, goal, count, slider } = player;
    const seen = { at, goal: plain(goal), count: count.textContent, slider: [slider.value, slider.max] };
    return { ...seen, shown: shown.splice(0) };
  });
}"""


@dataclass
class Model:
    """The step that is shown of a run, and the one that is wished for, as plain arithmetic."""

    length: int = 0
    first: int = 0
    goes_on: bool = False
    at: int = 0
    wish: float | None = None
    shown: list[int] = field(default_factory=list)

    def load(self, length: int, at: int, first: int = 0, goes_on: bool = False) -> None:
        self.length, self.first, self.goes_on = length, first, goes_on
        self.wish = at if goes_on and at >= length else None
        self.at = sorted((0, at, length - 1))[1] if length else 0

    def act(self, name: str) -> None:
        last = inf if self.goes_on else self.length - 1
        steps = {"first": 0, "last": last, "previous": self.at - 1, "next": self.at + 1, "onward": self.at + 1}
        self.wish = None
        if name in steps:
            self.go(steps[name])

    def go(self, step: float) -> None:
        self.wish = step if self.goes_on and step >= self.length else None
        wanted = int(sorted((0, min(step, self.length), self.length - 1))[1]) if self.length else 0
        if self.wish is None and wanted != self.at:
            self.at = wanted
            self.shown.append(wanted)

    @property
    def seen(self) -> dict[str, Any]:
        goal = self.at if self.wish is None else self.wish
        count = f"{self.first + self.at:,} / {self.first + self.length - 1:,}{' …' if self.goes_on else ''}"
        shown, self.shown = self.shown, []
        return {
            "at": self.at,
            "goal": "end" if goal == inf else goal,
            "count": count if self.length else "",
            "slider": [str(self.at), str(max(0, self.length - 1))],
            "shown": shown,
        }


numbers = st.integers(0, 5)
loads = st.tuples(numbers, numbers) | st.tuples(numbers, numbers, st.sampled_from([0, 998]), st.booleans())
happenings = st.one_of(
    st.tuples(st.just("load"), loads),
    st.tuples(st.just("act"), st.tuples(st.sampled_from(["first", "last", "previous", "next", "onward", "news"]))),
    st.tuples(st.just("go"), st.tuples(st.integers(-2, 7))),
)


@examples(100)
@given(loads, st.lists(happenings, max_size=30))
def test_a_press_leads_where_arithmetic_says_and_a_step_to_come_is_the_goal(run: Run, loaded, listed):
    listed = [("load", loaded), *listed]
    model = Model()
    for (name, values), found in zip(listed, run(PLAYED, listed), strict=True):
        getattr(model, name)(*values)
        assert found == model.seen
