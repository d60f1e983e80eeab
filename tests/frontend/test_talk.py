"""A part of the picture that does not come is asked for until it does, on a clock of the test's own."""

from __future__ import annotations

from frontend.conftest import CLOCK, Run

from explorer.drawing import bundle

MISSING = (
    f"""([script, lost, isHere]) => {{ {CLOCK}"""
    """
  const { Talk } = new Function('setTimeout', 'clearTimeout', `${script}; return $talk;`)(later, forget);
  const asked = [], data = { epoch: 'e', seq: 1, ack: 0 }, nothing = () => {};
  const send = (name, text) => {
    asked.push([now, text.split('/').slice(0, 2).join('/')]);
    if (asked.length > lost) later(() => talk.take({ ...data, document: {}, network: {}, trace: {} }), 100);
  };
  const needs = { send, isHere: () => isHere, document: nothing, isKept: () => false };
  for (const name of ['loadDocument', 'loadTrace', 'receive', 'acknowledged']) needs[name] = nothing;
  const talk = new Talk(needs);
  talk.take(data);
  talk.take(data);
  wait(100_000);
  return { asked, seq: talk.seq, isQuiet: !due.size };
}"""
)


def test_a_part_that_is_missing_is_asked_for_until_it_comes(run: Run):
    found = run(MISSING, [bundle.script("talk.js"), 3, True])
    assert found == {"asked": [[at, "e/1"] for at in (0, 2000, 6000, 14000)], "seq": 1, "isQuiet": True}


def test_a_page_that_is_away_asks_for_nothing(run: Run):
    assert run(MISSING, [bundle.script("talk.js"), 0, False]) == {"asked": [], "seq": None, "isQuiet": True}
