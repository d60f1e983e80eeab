"""What a stage shows stands in one store; whoever listens hears of each change once, and nobody waits for another."""

from __future__ import annotations

from frontend.conftest import Run

HEARD = """() => {
  const nodes = [{ id: 'a', player: 'max' }, { id: 'b', score: 1 }], store = new $store.Store(), heard = [];
  const shown = new $document.Document({ root: 'a', nodes, moves: [['a', 'b']] });
  const hear = name => ({ walk }) => heard.push([name, walk, store.selected.value, store.document.value.nodes.size]);
  $store.listen(store.edit, hear('first'));
  $store.listen(store.edit, () => { throw new Error('a part that fails'); });
  $store.listen(store.edit, hear('last'));
  store.open(shown);
  store.selected.value = 'a';
  const say = act => { try { act(); } catch ({ message }) { heard.push(message); } };
  say(() => shown.rename('a', 'c'));
  say(() => shown.undo());
  say(() => shown.remove(['a'], []));
  return heard;
}"""


def test_every_part_hears_of_an_edit_once_and_finds_the_selected_node_followed(run: Run):
    edits = [(None, "c", 2), ("undone", None, 2), (None, None, 1)]
    assert run(HEARD) == [
        each
        for walk, selected, nodes in edits
        for each in (["first", walk, selected, nodes], ["last", walk, selected, nodes], "a part that fails")
    ]


def test_what_is_read_while_hearing_is_not_listened_to(run: Run):
    counted = """() => {
      const store = new $store.Store();
      let count = 0;
      $store.listen(store.step, () => { count++; store.selected.value; });
      const before = count;
      store.step.value = 1;
      store.selected.value = 'a';
      return [before, count];
    }"""
    assert run(counted) == [0, 1]
