"""Several tabs on the documents of one browser: whatever they do in turn, no tab writes over what another one saved.

Each document keeps its edits and what can be undone, also where it is shown in part or comes again as it was saved.
"""

from __future__ import annotations

from typing import Any

from frontend.conftest import CLOCK, Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

TABS = 3

# Happenings are [name, tab, place of a document among all in the order in which they came into the store].  Each
# happens at a moment of its own, and all tabs hear of what one saved before the next one happens.
SHARED = (
    f"""async ([happenings, count]) => {{ {CLOCK}"""
    """
  const { Autosave } = $autosave, { setItem } = Storage.prototype, keys = [], steps = [];
  let asides = 0;
  Storage.prototype.setItem = function (name, text) {
    asides += name.endsWith('-unsaved');
    setItem.call(this, name, text);
  };
  globalThis.requestIdleCallback = act => act();
  localStorage.clear();
  sessionStorage.clear();
  await new Promise(done => { indexedDB.deleteDatabase('game-graph-explorer').onsuccess = done; });
  const tabs = Array.from({ length: count }, () => {
    const state = new $store.Store({ send: () => {} });
    const shower = { open: (document, { step }) => { state.open(document); steps.push(step); }, finish: () => {} };
    state.open(new $document.Document({ nodes: [], moves: [] }));
    const tab = new Autosave({ shower, changed: () => {}, offered: {} }, state, { call: () => {} });
    tab.openNew();
    return tab;
  });
  await Promise.all(tabs.map(tab => tab.listed));
  const probe = new BroadcastChannel('game-graph-explorer'), reader = new $database.Database();
  const settle = async () => {
    await new Promise(done => { reader.hear = ({ probes }) => probes && done(); probe.postMessage({ probes: true }); });
    for (const { key } of (await reader.list()).reverse()) if (!keys.includes(key)) keys.push(key);
  };
  const load = async (tab, document, again = false, part = false) => {  // as the stage does with what Python sends
    const history = tab.state.document.value.history();
    tab.state.open(new $document.Document(part ? { ...document, nodes: [], moves: [] } : document));
    await tab.loaded({ title: document.name, keep: true, editable: !part, again, part }, history);
  };
  const node = { id: 'a', player: 'max', x: 0, y: 0 };
  const seen = [];
  for (const [at, [name, which, place]] of happenings.entries()) {
    const tab = tabs[which], key = keys[place % keys.length];
    wait(1);
    if (name === 'edit') {
      const document = tab.state.document.value;
      document.edit(() => {
        document.setMeta({ [`edit ${at}`]: true });
        if (!document.nodes.size) document.addNode('max', 0, 0);
      });
      tab.edited();
    } else if (name === 'rest') {
      while (due.size) {
        wait(Math.min(...[...due.values()].map(({ at }) => at)) - now);
        await settle();
      }
    } else if (name === 'flush') tab.flush();
    else if (name === 'leave') tab.leave();
    else if (name === 'new') tab.openNew();
    else if (['load', 'load again', 'part'].includes(name)) {
      tab.flush();
      await settle();
      const document = tab.state.document.value.data();
      if (name === 'load') await load(tab, { name: `Came ${at}`, [`edit ${at}`]: true, nodes: [node], moves: [] });
      else if (name === 'part') for (const part of [true, true, false]) await load(tab, document, true, part);
      else if (key !== undefined) await load(tab, (await reader.load(key)).document);
    }
    else if (key !== undefined) await tab[name](key);
    await settle();
    seen.push(tabs.map(({ open, state: { document: { value } }, unsaved }) =>
      [keys.indexOf(open.key), value.meta, unsaved, value.past.done.length]));
  }
  const kept = await Promise.all(keys.map(key => reader.load(key)));
  for (const { channel, db } of [...tabs.map(({ store }) => store), reader]) { channel.close(); db.close(); }
  probe.close();
  Storage.prototype.setItem = setItem;
  const shown = kept.map(({ document, title, binned }) => [document, title, binned !== undefined]);
  return { seen, steps, asides, kept: shown };
}"""
)


class Browser:
    """The documents of each tab and of the store, which have edits by their numbers."""

    def __init__(self) -> None:
        self.kept: list[set[int]] = []
        self.undoable: list[int] = []  # the number of undo steps of each
        self.binned: list[int] = []
        self.changed: list[int] = []  # the one saved last in the end
        self.asides = 0  # saves for which there was not time enough, perhaps
        self.tabs = [Tab() for _ in range(TABS)]

    def do(self, at: int, name: str, which: int, place: int) -> None:
        tab = self.tabs[which]
        if name == "edit":
            tab.edits.add(at)
            tab.undoable += 1
            tab.unsaved = tab.unsaved if tab.unsaved is not None else at
        elif name == "rest":
            for each in sorted((tab for tab in self.tabs if tab.unsaved is not None), key=lambda each: each.unsaved):
                self.save(each)
        elif name == "leave":
            self.asides += tab.unsaved is not None
            self.save(tab)
        elif name in ("flush", "part"):
            self.save(tab)
        elif name == "new":
            self.show(tab, None)
        elif name == "load":
            self.save(tab)
            self.add(tab, {at})
        else:
            self.do_to_document(tab, name, place)

    def do_to_document(self, tab: Tab, name: str, place: int) -> None:
        document = place % len(self.kept) if self.kept else None
        if name == "load again":
            self.save(tab)
        if document is None:
            return
        if name == "load again" and document in self.binned:
            self.add(tab, {*self.kept[document]})
        elif name == "load again" or (name == "openKept" and document != tab.document):
            self.show(tab, document)
        elif name == "duplicate":
            self.put(tab, {*(tab.edits if document == tab.document else self.kept[document])})
        elif name == "remove":
            self.remove(tab, document)

    def save(self, tab: Tab) -> None:
        if tab.unsaved is None:
            return
        if tab.document is None or tab.document in tab.foreign:
            tab.document = self.put(tab, set())
        self.kept[tab.document], self.undoable[tab.document], tab.unsaved = {*tab.edits}, tab.undoable, None
        self.binned = [each for each in self.binned if each != tab.document]
        self.touch(tab, tab.document)

    def put(self, tab: Tab, edits: set[int]) -> int:
        """Return the number of a new document in the store, which has nothing to undo."""
        self.kept.append(edits)
        self.undoable.append(0)
        self.touch(tab, len(self.kept) - 1)
        return len(self.kept) - 1

    def add(self, tab: Tab, edits: set[int]) -> None:
        """Show a document that is put in the store as it came."""
        self.show(tab, self.put(tab, edits))

    def touch(self, tab: Tab, document: int) -> None:
        for other in self.tabs:
            if other is not tab:
                other.foreign.add(document)
        self.changed = [*(each for each in self.changed if each != document), document]

    def show(self, tab: Tab, document: int | None) -> None:
        self.save(tab)
        tab.foreign.discard(-1 if document is None else document)
        tab.document, tab.edits = document, set() if document is None else {*self.kept[document]}
        tab.undoable = 0 if document is None else self.undoable[document]

    def remove(self, tab: Tab, document: int) -> None:
        self.save(tab)
        is_open = document == tab.document
        if is_open:
            tab.document = None
        else:
            tab.foreign.discard(document)
        self.binned.append(document)
        for other in self.tabs:
            if other is not tab:
                other.foreign.add(document)
        if is_open:
            self.show(tab, next((each for each in reversed(self.changed) if each not in self.binned), None))


class Tab:
    """The document that a tab shows, by its place in the store, and what others have saved since it looked."""

    def __init__(self) -> None:
        self.document: int | None = None
        self.edits: set[int] = set()
        self.undoable = 0
        self.unsaved: int | None = None
        self.foreign: set[int] = set()


OFTEN = ["edit", "edit", "flush", "openKept"]
SELDOM = ["rest", "leave", "new", "remove", "duplicate", "load", "load again", "part"]
happenings = st.tuples(st.sampled_from([*OFTEN, *OFTEN, *SELDOM]), st.integers(0, TABS - 1), st.integers(0, 4))


def edits_in(document: dict[str, Any]) -> set[int]:
    return {int(key.removeprefix("edit ")) for key in document if key.startswith("edit ")}


@examples(60)
@given(st.lists(happenings, max_size=30))
def test_no_tab_writes_over_what_another_one_saved(run: Run, listed):
    listed = [*listed, ("rest", 0, 0)]
    found, model = run(SHARED, [listed, TABS]), Browser()
    for at, (happening, tabs) in enumerate(zip(listed, found["seen"], strict=True)):
        model.do(at, *happening)
        shown = [
            (-1 if tab.document is None else tab.document, tab.edits, tab.unsaved is not None, tab.undoable)
            for tab in model.tabs
        ]
        assert [(place, edits_in(meta), unsaved, undoable) for place, meta, unsaved, undoable in tabs] == shown
    kept = [(edits_in(document), is_binned) for document, _, is_binned in found["kept"]]
    assert kept == [(edits, place in model.binned) for place, edits in enumerate(model.kept)]
    titles = [title for _, title, _ in found["kept"]]
    assert len({*titles}) == len(titles)
    assert {*found["steps"]} <= {0}  # each is shown from its beginning
    assert found["asides"] == model.asides  # what the store takes in time is written once
