"""Python hears where the player is: soon after it rests, seldom while it plays, nothing twice, and none waits in vain.

It runs on a clock of the test's own, so that minutes pass at once.
"""

from __future__ import annotations

from itertools import pairwise

from frontend.conftest import CLOCK, Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

# Happenings are ["step", number], ["play", number], ["slide", number], ["wait", ms] and ["flush"].
FOLLOWED = (
    f"""({{ happenings }}) => {{ {CLOCK}"""
    """
  const sent = [], isWaiting = [], player = { at: 0, playing: false }, endless = { value: 0, number: 0 };
  const store = new $store.Store({ send: (_, message) => sent.push([now, message]) });
  store.seq.value = 1;
  store.data.value = { listens: true };
  const following = new $deferred_updates.DeferredUpdates(store, { player, endless });
  following.reported = following.position;
  for (const [name, given] of happenings) {
    if (name === 'step' || name === 'play') player.at = given;
    if (name === 'slide') Object.assign(endless, { value: given, number: endless.number + 1 });
    if (name === 'flush') following.flush();
    else if (name === 'wait') wait(given);
    else following.report(name !== 'play');
    isWaiting.push([following.reporting !== undefined, !following.isKnown]);
  }
  wait(5000);
  return { sent, isWaiting, position: following.position, isQuiet: !due.size };
}"""
)

happenings = st.one_of(
    st.tuples(st.sampled_from(["step", "play", "play", "slide"]), st.integers(0, 3)),
    st.tuples(st.just("wait"), st.sampled_from([1, 16, 100, 249, 251, 400, 1_001])),
    st.tuples(st.just("flush"), st.none()),
)


@examples(120)
@given(st.lists(happenings, max_size=30))
def test_the_last_position_is_told_and_none_twice_in_a_row(run: Run, listed):
    found = run(FOLLOWED, {"happenings": listed})
    start = {"seq": 1, "step": 0, "endless": {"value": 0, "number": 0}}
    told = [start, *(message for _, message in found["sent"])]
    assert told[-1] == found["position"]
    assert all(one != other for one, other in pairwise(told))
    assert all(waits == has_news for waits, has_news in found["isWaiting"])
    assert found["isQuiet"]
