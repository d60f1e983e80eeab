"""Messages between the nodes, on the canvas and in the panel."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from support.app import StageView

# What is filled and stroked in the colours of messages, and the numbers that are written on them.
_PAINTED = """new Promise(done => {
  const { prototype } = CanvasRenderingContext2D, { fill, stroke, fillText } = prototype;
  const { network, painter } = stage.canvas, { value, signal } = painter.marks;
  const found = { plates: 0, rings: 0, texts: [] };
  prototype.fill = function (...how) {
    found.plates += this.fillStyle === value.colour;
    return fill.apply(this, how);
  };
  prototype.stroke = function (...how) {
    found.rings += this.strokeStyle === signal.colour;
    return stroke.apply(this, how);
  };
  prototype.fillText = function (...how) {
    if (this.fillStyle === '#ffffff') found.texts.push(how[0]);
    return fillText.apply(this, how);
  };
  network.once('afterDrawing', () => {
    Object.assign(prototype, { fill, stroke, fillText });
    done([found.plates > 0, found.rings, found.texts.includes('1')]);
  });
  network.redraw();
})"""


def test_messages_are_painted_on_their_moves_and_the_table_says_what_a_process_has_heard(
    look_at: Callable[..., StageView],
):
    stage = look_at("/?sample=figure-1&algorithm=distributed&set.mode=asynchronous&set.detail=message&step=4")
    assert stage.js(_PAINTED) == [True, 1, True]
    noted = stage.tab("Table").locator(".noted")
    expect(noted.locator("h3")).to_have_text("Processes")
    expect(noted).to_contain_text("last heard 2 from d, 0 from a; no parent")
    stage.find("canvas").first.press("End")
    stage.go_to(stage.last)
    assert stage.js(_PAINTED) == [False, 0, False]
