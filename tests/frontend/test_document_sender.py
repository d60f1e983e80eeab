"""Whatever is lost and whenever it comes, Python has the last revision in the end, and none before it twice.

The sender runs on a clock of the test's own, so that minutes pass at once.
"""

from __future__ import annotations

from frontend.conftest import CLOCK, Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

# Python takes a revision of the same epoch that is higher than its own, and answers after a while; messages that are
# sent while the server is away are lost, as are answers to a page that is away.
DELIVERY = (
    f"""happenings => {{ {CLOCK}"""
    """
  let rev = 0, server = 0, isAway = false;
  const sent = [], taken = [];
  const { DocumentSender } = $document_sender;
  const send = message => {
    sent.push([now, message.rev]);
    if (isAway) return;
    later(() => {
      if (message.epoch === 'e' && message.rev > server) { server = message.rev; taken.push(server); }
      later(() => { if (!isAway) sender.acknowledge(server); }, 60);
    }, 40);
  };
  const sender = new DocumentSender({ send, isHere: () => true });
  sender.begin('e', 0);
  for (const [name, given] of happenings) {
    if (name === 'edit') { sender.edited(); rev++; }
    if (name === 'flush') sender.flush();
    if (name === 'away') isAway = given;
    wait(name === 'wait' ? given : 0);
  }
  isAway = false;
  const asked = sent.length;
  wait(400_000);
  return { rev, server, taken, sent, asked, isAnswered: sender.isAnswered, isQuiet: !due.size };
}"""
)

happenings = st.one_of(
    st.tuples(st.just("edit"), st.none()),
    st.tuples(st.just("wait"), st.sampled_from([1, 20, 49, 50, 51, 100, 3_000, 10_000])),
    st.tuples(st.just("flush"), st.none()),
    st.tuples(st.just("away"), st.booleans()),
)


@examples(200)
@given(st.lists(happenings, max_size=30))
def test_the_last_revision_arrives_whatever_is_lost(run: Run, listed):
    found = run(DELIVERY, listed)
    assert found["server"] == found["rev"]
    assert found["taken"] == sorted(set(found["taken"]))
    assert found["isAnswered"]
    assert found["isQuiet"]  # nothing is sent for ever
    revisions = [rev for _, rev in found["sent"]]
    assert revisions == sorted(revisions)
