"""The legend has an entry in sight, or behind *more*, for every sign that a step has on the canvas."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Page, ViewportSize
from support.app import StageView, after_run

from explorer import algorithms
from explorer.drawing.stage_data import graph_parts
from explorer.drawing.trace_data import SentTrace
from explorer.games.samples import load_sample

SIZES: list[ViewportSize] = [
    {"width": 1440, "height": 900},
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
]
RUNS = [
    ("example-7-1", "memoised-naive"),
    ("figure-1", "memoised"),
    ("alpha-beta-tree", "alpha-beta"),
    ("figure-5-two-cycle", "minimax"),
    ("negamax-loop", "negascout"),
    ("negamax-half-final", "finality"),
    ("progress", "strategies"),
    ("ladder-3", "distributed"),
    ("takeaway-10", "kernel"),
    ("two-valued-tree", "proof-number"),
]
# What the painter is told of each node and move, and what the theme says of that.
_SIGNS = """(looks, bands) => {
  const { theme, frames } = looks, { marks, meanings, finality, activity } = theme, found = new Set();
  const ofColour = colour => [...Object.values(activity), ...Object.values(marks)]
    .filter(each => each.colour === colour).map(each => each.meaning);
  for (const { id } of looks.nodes) {
    const look = looks.of(id);
    if (look.halo && bands.every(({ kind }) => marks[kind].colour !== look.halo)) found.add(ofColour(look.halo));
    const role = Object.values(finality).find(each => each.left === look.left && each.right === look.right);
    found.add(['meaning', 'of_bounds'].flatMap(key => [`ring: ${role[key]}`, `dashed ring: ${role[key]}`]));
    const signs = Object.entries(theme.signs).filter(([, sign]) => sign === look.sign)
      .map(([key]) => activity[key].meaning);
    if (look.sign && look.sign === role.sign) signs.push(`ring: ${role.meaning}`);
    if (look.sign) found.add(signs);
    if (look.pale) found.add([meanings.pruned]);
    if (look.window) found.add([meanings.window]);
    if (look.bounds) found.add([meanings.bounds]);
    if (look.unread) found.add([meanings.unread]);
    if (look.own) found.add([meanings.own]);
    if (look.root) found.add([meanings.root]);
    found.add(Object.values(theme.shapes).filter(({ shape }) => shape === look.shape).map(({ meaning }) => meaning));
  }
  for (const { kind } of bands) found.add([marks[kind].meaning]);
  return [...found];
}"""
# Steps of a run at which a sign has no entry, an entry is cut off, covered or scrolled, a fault does not come first, or
# the legend has another height than at the first one; that height, and the most entries that had no room.
_WALK = (
    """async ([element, [{ document }, trace]]) => {
  const signsOf = """
    + _SIGNS
    + """;
  const { stage } = element, { picture } = stage, { legend } = picture, { theme, paint } = picture.looks;
  const looks = Object.assign(new picture.looks.constructor(), { theme, paint });
  looks.frames = new stage.frames.constructor(trace, { editable: false });
  looks.read(new stage.document.constructor(document));
  const contains = (around, { left, right, top, bottom }) =>
    left > around.left - 1 && right < around.right + 1 && top > around.top - 1 && bottom < around.bottom + 1;
  const fits = each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight + 1;
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, wrong = [];
  const heights = new Set(), seen = new Set();
  const wasOpen = legend.element.open;
  legend.element.open = true;
  legend.forget();
  let most = 0;
  for (let step = 0; step < trace.length; step++) {
    looks.frames.seek(step);
    const bands = looks.moves.bands(), signs = signsOf(looks, bands);
    if (seen.has(JSON.stringify(signs))) continue;
    seen.add(JSON.stringify(signs));
    picture.showLegend.call({ legend, looks, canvas: { bands }, part: { hidden: new Map() } });
    const behind = legend.more.hidden ? 0 : legend.rest.children.length;
    legend.more.open = behind > 0;
    most = Math.max(most, behind);
    const entries = [...legend.element.querySelectorAll('.entry')]
      .filter(each => each.checkVisibility({ checkVisibilityCSS: true }));
    const texts = entries.map(each => each.textContent.replace('\\n', ' '));
    const lacks = signs.filter(meanings => !meanings.some(each => texts.includes(each)));
    const place = element.matches('.roomy') ? legend.element : legend.entries;
    const places = entries.map(each => each.closest('.rest') ?? place);
    const cut = entries.filter((each, i) => {
      const [own, around] = [each, places[i]].map(part => part.getBoundingClientRect());
      return !fits(each) || !fits(places[i]) || !contains(page, own) || !contains(around, own);
    }).map(each => each.textContent);
    const faults = texts.map(each => /^ring: wrong|^differs/.test(each));
    const late = texts.filter((_, i) => faults[i] && faults.slice(0, i).includes(false));
    heights.add(legend.element.offsetHeight);
    if (lacks.length || cut.length || late.length) wrong.push({ step, lacks, cut, late });
  }
  legend.more.open = false;
  legend.element.open = wasOpen;
  legend.forget();
  picture.showLegend();
  return { wrong, heights: [...heights], most, isRoomy: element.matches('.roomy') };
}"""
)


@cache
def data_of(run: tuple[str, str]) -> Any:
    """What the browser gets of a sample and of a run on it."""
    graph = load_sample(run[0])
    trace = algorithms.trace(graph, run[1])
    return json.loads(json.dumps([graph_parts(graph), SentTrace(trace, algorithms.find(run[1])).whole()]))


def walk(stage: StageView) -> list[dict[str, Any]]:
    """Walk the legend of the page through the steps of all runs."""
    after_run(stage.page)
    stage.rested()
    data = [data_of(run) for run in RUNS]
    legends: list[dict[str, Any]] = stage.evaluate(
        f"(element, runs) => Promise.all(runs.map(run => ({_WALK})([element, run])))", data
    )
    assert [(run, legend["wrong"]) for run, legend in zip(RUNS, legends, strict=True) if legend["wrong"]] == []
    assert all(len(legend["heights"]) == 1 for legend in legends)
    return legends


def test_each_sign_of_a_step_has_its_entry_in_sight_or_behind_more(open_page: Callable[..., Page]):
    page = open_page("/?sample=example-7-1", size=SIZES[0])
    stage = StageView(page).ready().settled()
    for size in SIZES:
        page.set_viewport_size(size)
        legends = walk(stage)
        if size == SIZES[0]:
            assert max(legend["heights"][0] for legend in legends) < 90  # three rows
            assert not any(legend["most"] for legend in legends)


def test_a_slide_has_each_sign_in_its_legend_in_a_lecture_too(open_page: Callable[..., Page]):
    page = open_page("/learn?lesson=memo-search&slide=6", size=SIZES[-1])
    stage = StageView(page).ready().settled()
    walk(stage)
    page.evaluate("delete Element.prototype.requestFullscreen")  # a window in full screen has no other size
    page.set_viewport_size(SIZES[0])
    stage.find("[data-tool=lecture]").click()
    for size in SIZES[:-1]:
        page.set_viewport_size(size)
        walk(stage)
