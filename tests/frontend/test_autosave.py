"""Several tabs on the documents of one browser: whatever they do in turn, no tab writes over what another one saved."""

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
  const { Autosave } = $autosave, keys = [];
  globalThis.requestIdleCallback = act => act();
  localStorage.clear();
  sessionStorage.clear();
  await new Promise(done => { indexedDB.deleteDatabase('game-graph-explorer').onsuccess = done; });
  const tabs = Array.from({ length: count }, () => {
    const state = new $store.Store({ send: () => {} });
    const shower = { open: document => state.open(document), finish: () => {} };
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
  const seen = [];
  for (const [at, [name, which, place]] of happenings.entries()) {
    const tab = tabs[which], key = keys[place % keys.length];
    wait(1);
    if (name === 'edit') {
      tab.state.document.value.setMeta({ [`edit ${at}`]: true });
      tab.edited();
    } else if (name === 'rest') {
      while (due.size) {
        wait(Math.min(...[...due.values()].map(({ at }) => at)) - now);
        await settle();
      }
    } else if (name === 'flush') tab.flush();
    else if (name === 'new') tab.openNew();
    else if (key !== undefined) await (name === 'open' ? tab.openKept(key) : tab.remove(key));
    await settle();
    seen.push(tabs.map(({ open, state, unsaved }) => [keys.indexOf(open.key), state.document.value.meta, unsaved]));
  }
  const kept = await Promise.all(keys.map(key => reader.load(key)));
  for (const { channel, db } of [...tabs.map(({ store }) => store), reader]) { channel.close(); db.close(); }
  probe.close();
  return { seen, kept: kept.map(({ document, title, binned }) => [document, title, binned !== undefined]) };
}"""
)


class Browser:
    """What each tab shows and what is in the store, edits by their numbers."""

    def __init__(self) -> None:
        self.kept: list[set[int]] = []
        self.binned: list[int] = []
        self.changed: list[int] = []  # the one saved last in the end
        self.tabs = [Tab() for _ in range(TABS)]

    def do(self, at: int, name: str, which: int, place: int) -> None:
        tab, document = self.tabs[which], place % len(self.kept) if self.kept else None
        if name == "edit":
            tab.edits.add(at)
            tab.unsaved = tab.unsaved if tab.unsaved is not None else at
        elif name == "rest":
            for each in sorted((tab for tab in self.tabs if tab.unsaved is not None), key=lambda each: each.unsaved):
                self.save(each)
        elif name == "flush":
            self.save(tab)
        elif name == "new":
            self.show(tab, None)
        elif document is not None and name == "open":
            self.open(tab, document)
        elif document is not None:
            self.remove(tab, document)

    def save(self, tab: Tab) -> None:
        if tab.unsaved is None:
            return
        if tab.document is None or tab.document in tab.foreign:
            tab.document = len(self.kept)
            self.kept.append(set())
        self.kept[tab.document], tab.unsaved = {*tab.edits}, None
        self.touch(tab, tab.document)

    def touch(self, tab: Tab, document: int) -> None:
        for other in self.tabs:
            if other is not tab:
                other.foreign.add(document)
        self.changed = [*(each for each in self.changed if each != document), document]

    def open(self, tab: Tab, document: int) -> None:
        if document != tab.document:
            self.show(tab, document)

    def show(self, tab: Tab, document: int | None) -> None:
        self.save(tab)
        tab.foreign.discard(-1 if document is None else document)
        tab.document, tab.edits = document, set() if document is None else {*self.kept[document]}

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
        self.unsaved: int | None = None
        self.foreign: set[int] = set()


happenings = st.tuples(
    st.sampled_from(["edit", "edit", "edit", "flush", "flush", "open", "open", "rest", "new", "remove"]),
    st.integers(0, TABS - 1),
    st.integers(0, 4),
)


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
            (-1 if tab.document is None else tab.document, tab.edits, tab.unsaved is not None) for tab in model.tabs
        ]
        assert [(place, edits_in(meta), unsaved) for place, meta, unsaved in tabs] == shown
    kept = [(edits_in(document), is_binned) for document, _, is_binned in found["kept"]]
    assert kept == [(edits, place in model.binned) for place, edits in enumerate(model.kept)]
    titles = [title for _, title, _ in found["kept"]]
    assert len({*titles}) == len(titles)
