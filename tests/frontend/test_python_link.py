"""What is missing is asked for until it comes, and orders are carried out once, on a clock of the test's own."""

from __future__ import annotations

from frontend.conftest import CLOCK, Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

MISSING = (
    f"""([lost, isHere]) => {{ {CLOCK}"""
    """
  const { PythonLink } = $python_link;
  const asked = [], data = { epoch: 'e', seq: 1, ack: 0 }, nothing = () => {};
  const send = (name, text) => {
    asked.push([now, text.split('/').slice(0, 2).join('/')]);
    if (asked.length > lost) later(() => python.take({ ...data, document: {}, network: {}, trace: {} }), 100);
  };
  const store = new $store.Store({ send });
  store.parent.value = isHere ? document : null;
  const listener = { isKept: () => false };
  for (const name of ['loadDocument', 'loadTrace', 'receive', 'acknowledged']) listener[name] = nothing;
  const python = new PythonLink(store, {}, listener);
  python.take(data);
  python.take(data);
  wait(100_000);
  return { asked, seq: python.seq, isQuiet: !due.size };
}"""
)


def test_a_part_that_is_missing_is_asked_for_until_it_comes(run: Run):
    found = run(MISSING, [3, True])
    assert found == {"asked": [[at, "e/1"] for at in (0, 2000, 6000, 14000)], "seq": 1, "isQuiet": True}


# Python keeps what it orders until it hears that it was done, and tells it in every message; either way messages are
# lost while the page is away.  A server that is restarted knows of nothing and numbers its orders from 1.
ORDERING = (
    f"""happenings => {{ {CLOCK}"""
    """
  const { PythonLink } = $python_link;
  const nothing = () => {}, given = { nodes: [{ id: 'a', score: 1 }], moves: [] };
  const shown = new $document.Document(given), said = [], expected = [];
  let ordered = [], isAway = false, count = 0, python = { epoch: 'e0', ack: 0, ordered: 0, orders: [], fresh: true };
  const show = () => {
    const { epoch, ack, fresh, orders } = python;
    const isTaken = !isAway
      && link.take({ epoch, ack, fresh, seq: 1, orders: [...orders], document: given, network: {}, trace: {} });
    for (const { text } of isTaken ? orders : []) if (!expected.includes(text)) expected.push(text);
  };
  const hear = ({ epoch, rev, ordersDone }) => {
    if (epoch === python.epoch && rev > python.ack) {
      const orders = python.orders.filter(({ number }) => number > ordersDone);
      python = { ...python, ack: rev, orders, fresh: false };
    }
    later(show, 60);
  };
  const store = new $store.Store({ send: (name, message) => { if (!isAway) later(() => hear(message), 40); } });
  store.parent.value = document;
  store.document.value = shown;
  $store.listen(store.message, ({ text }) => said.push(text));
  const listener = { isKept: () => true, changes: () => 0 };
  for (const name of ['opening', 'loadDocument', 'loadTrace', 'receive', 'acknowledged']) listener[name] = nothing;
  const link = new PythonLink(store, { canvas: { refit: () => true, glideFrom: nothing } }, listener);
  show();
  for (const [name, how] of happenings) {
    if (name === 'order') {
      const number = ++python.ordered, text = `${++count}`;
      ordered.push(text);
      python.orders.push({ number, text, list: [{ do: 'describe', fields: { description: text } }] });
      show();
    }
    if (name === 'edit') link.sender.edited();
    if (name === 'away') isAway = how;
    if (name === 'restart') {
      python = { epoch: `e${++count}`, ack: 0, ordered: 0, orders: [], fresh: true };
      ordered = [];
    }
    wait(name === 'wait' ? how : 0);
  }
  isAway = false;
  show();
  wait(400_000);
  const isAllDone = ordered.every(text => said.includes(text)), left = python.orders.length;
  return { said, expected, isAllDone, left, description: shown.meta.description ?? '', isQuiet: !due.size };
}"""
)

happenings = st.one_of(
    st.just(("order", None)),
    st.just(("edit", None)),
    st.just(("restart", None)),
    st.tuples(st.just("wait"), st.sampled_from([10, 60, 100, 3_000])),
    st.tuples(st.just("away"), st.booleans()),
)


@examples(300)
@given(st.lists(happenings, max_size=25))
def test_every_order_that_arrives_is_carried_out_once_and_python_hears_of_it(run: Run, listed):
    found = run(ORDERING, listed)
    assert found["said"] == found["expected"]
    assert found["description"] == (found["said"] or [""])[-1]
    assert found["isAllDone"]  # that was not ordered by a server that is gone
    assert found["left"] == 0
    assert found["isQuiet"]  # nothing is sent for ever
