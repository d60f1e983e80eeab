"""The Python side of the contract with the browser: what travels, and which edits are taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from support.graphs import figure_1
from support.sessions import arriving

from explorer import algorithms
from explorer.drawing.layout import with_positions
from explorer.drawing.trace_data import CHUNK, SentTrace
from explorer.model.graph import GameGraph
from explorer.scenes.reference import load_reference
from explorer.stage import Edit, Stage, StoredDocument, requests
from explorer.stage import stage as module
from explorer.stage.component import triggers_of
from explorer.trace.recording import Limits


class Browser:
    """Stands in for the page: hears what is mounted, and sets what the component would have sent."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.is_cut_short = False

    def mount(self, data: bytes, *, hear: Callable[[], None], **_rest: object) -> None:
        self.hear = hear
        if self.is_cut_short:
            raise RerunException(RerunData())
        self.heard.append(json.loads(data))

    def sends(self, stage: Stage, **values: Any) -> None:
        self.state.setdefault(stage.key, {}).update(values)

    def edits(self, stage: Stage, doc: Any) -> None:
        self.state.update(arriving(stage, doc))


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    return connected(monkeypatch)


def connected(monkeypatch: pytest.MonkeyPatch) -> Browser:
    browser = Browser()
    monkeypatch.setattr(requests, "st", SimpleNamespace(session_state=browser.state))
    monkeypatch.setattr(module, "mount", browser.mount)
    return browser


def shown(graph: GameGraph | None = None) -> Stage:
    """A stage with a graph and the trace of score iteration."""
    graph = graph or figure_1()
    stage = Stage("test", editable=True)
    stage.show_graph(graph)
    run = algorithms.trace(graph, "score-iteration")
    stage.set_trace(SentTrace(run, algorithms.find("score-iteration")), restart=True)
    return stage


def document(name: str) -> dict[str, Any]:
    return {"nodes": [{"id": name, "score": 1}], "moves": [], "root": name}


def heavy_parts(message: dict[str, Any]) -> set[str]:
    return {"document", "trace"} & set(message)


def test_document_and_trace_travel_once(browser: Browser):
    stage = shown()
    for _ in range(3):
        stage.show()
    assert [heavy_parts(message) for message in browser.heard] == [{"document", "trace"}, set(), set()]
    assert browser.heard[0]["document"] == with_positions(figure_1()).to_json()
    assert browser.heard[0]["network"]["options"]["physics"] == {"enabled": False}
    assert {"theme", "hint", "network"} <= set(browser.heard[0])


def test_missing_parts_are_sent_once_each_time_that_the_browser_asks(browser: Browser):
    stage = shown()
    stage.show()
    travelled = []
    for need in ("x/1/0.1", "x/1/0.1", "x/1/0.2", "x/1/0.2"):
        browser.sends(stage, need=need)
        stage.show()
        travelled.append(heavy_parts(browser.heard[-1]))
    assert travelled == [{"document", "trace"}, set(), {"document", "trace"}, set()]


@pytest.mark.parametrize("change", [{"rev": 5}, {"rev": 4}, {"rev": 0}, {"epoch": "another"}])
def test_an_edit_of_another_epoch_or_an_old_one_is_not_taken(browser: Browser, change: dict[str, Any]):
    stage = shown()
    stage.rev = 5
    good = {"epoch": stage.epoch, "rev": 6, "document": document("x")}
    browser.edits(stage, good | change)
    assert stage.edit() is None
    assert stage.rev == 5
    browser.edits(stage, good)
    assert stage.edit() is not None


def test_an_order_is_told_until_the_browser_has_done_it(browser: Browser):
    stage = shown()
    for text in ("first", "second", "third"):
        stage.order(text=text)
    for done in range(4):
        browser.edits(stage, {"epoch": stage.epoch, "rev": done + 1, "document": document("x"), "ordersDone": done})
        stage.edit()
        stage.show()
        assert [order["text"] for order in browser.heard[-1]["orders"]] == ["first", "second", "third"][done:]
    stage.order(text="of the document before")
    stage.show_graph(figure_1())
    stage.show()
    assert browser.heard[-1]["orders"] == []


def test_an_edit_is_taken_though_the_run_that_it_asked_for_was_cut_short(browser: Browser):
    stage = shown()
    stage.show()
    browser.edits(stage, {"epoch": stage.epoch, "rev": 1, "document": document("x")})
    browser.hear()
    browser.state.clear()
    assert stage.edit() == Edit(1, document("x"))
    assert stage.edit() is None


def test_the_step_at_which_a_page_is_left_is_heard_once(browser: Browser):
    stage = shown()
    stage.show()
    position = {"seq": stage.seq, "step": 4, "endless": {"value": "1/2", "number": 1}}
    browser.state[triggers_of(stage.key)] = [{"event": "step", "value": position}]
    browser.hear()
    browser.state.clear()
    assert (stage.step(), stage.endless()) == (4, Fraction(1, 2))
    assert (stage.step(), stage.endless()) == (None, None)


def test_what_a_run_did_not_come_to_send_goes_with_the_next_one(browser: Browser):
    stage = shown()
    stage.show()
    for told in ({"need": "all"}, {"chunks": {"seq": stage.seq, "chunks": [0], "number": "1"}}):
        browser.sends(stage, **told)
        browser.is_cut_short = True
        with pytest.raises(RerunException):
            stage.show()
        browser.is_cut_short = False
        stage.show()
        assert {"document", "trace"} if "need" in told else {"chunks"} <= set(browser.heard[-1])
        stage.show()
        assert not {"document", "trace", "chunks"} & set(browser.heard[-1])


@given(st.lists(st.sampled_from(["edit", "send", "run", "replace", "forget"]), max_size=40))
def test_whatever_arrives_when_the_last_edit_wins_and_none_is_taken_back(events: list[str]):
    """The browser edits, sends, reloads its state; Python runs, and now and then opens another document."""
    with pytest.MonkeyPatch.context() as patch:
        browser = connected(patch)
        stage = shown()
        epoch, rev, taken = stage.epoch, 0, [0]
        for event in [*events, "send", "run"]:
            if event == "edit":
                rev += 1
            elif event == "send":
                browser.edits(stage, {"epoch": epoch, "rev": rev, "document": document(f"v{rev}")})
            elif event == "run":
                edit = stage.edit()
                stage.show()
                if edit is not None:
                    taken.append(edit.rev)
                    assert edit.document == document(f"v{edit.rev}")
                if browser.heard[-1]["epoch"] != epoch:
                    epoch, rev, taken = browser.heard[-1]["epoch"], 0, [0]
            elif event == "replace":
                graph = figure_1(b=3)
                stage.show_graph(graph)
            else:
                browser.state.clear()
        assert epoch == stage.epoch
        assert taken == sorted(set(taken))
        assert taken[-1] == rev


def long_run() -> tuple[Stage, SentTrace]:
    """A stage with a trace of more chunks than travel at once."""
    stage, graph = shown(), load_reference("game:random?nodes=60&leaves=10%&degree=3&seed=1").graph
    run = algorithms.trace(graph, "depth-first", limits=Limits(run=9 * CHUNK))
    sent = SentTrace(run, algorithms.find("depth-first"))
    stage.set_trace(sent, restart=True, at=4 * CHUNK)
    return stage, sent


def test_chunks_that_the_browser_wants_come_once(browser: Browser):
    stage, sent = long_run()
    stage.show()
    assert [chunk["number"] for chunk in browser.heard[-1]["trace"]["chunks"]] == [3, 4, 5]
    wish = {"seq": stage.seq, "chunks": [7, 1, 99, -1], "number": "first"}
    browser.sends(stage, chunks=wish)
    stage.show()
    assert browser.heard[-1]["chunks"] == [json.loads(json.dumps(sent.chunk(number))) for number in (1, 7)]
    stage.show()
    assert not {"chunks", "jump", "trace"} & browser.heard[-1].keys()
    browser.sends(stage, chunks=wish | {"number": "again"})  # the answer was lost
    stage.show()
    assert [chunk["number"] for chunk in browser.heard[-1]["chunks"]] == [1, 7]
    browser.sends(stage, chunks=wish | {"number": "late", "seq": stage.seq - 1})
    stage.show()
    assert "chunks" not in browser.heard[-1]


def test_a_jump_is_answered_with_its_step_and_the_chunk_that_has_it(browser: Browser):
    stage, sent = long_run()
    stage.show()
    question = {"seq": stage.seq, "to": "rise", "name": "back_links", "step": 8 * CHUNK, "forward": False}
    browser.sends(stage, jump=question | {"number": "first"})
    stage.show()
    wanted = max(step for step in sent.trace.rises_of("back_links") if step < 8 * CHUNK)
    assert browser.heard[-1]["jump"] == {"number": "first", "step": wanted}
    assert [chunk["number"] for chunk in browser.heard[-1]["chunks"]] == [wanted // CHUNK]
    stage.show()
    assert "jump" not in browser.heard[-1]
    browser.sends(stage, jump=question | {"number": "none", "name": "no such counter"})
    stage.show()
    assert browser.heard[-1]["jump"] == {"number": "none", "step": None}
    assert "chunks" not in browser.heard[-1]


def test_what_the_browser_has_opened_is_told_once(browser: Browser):
    stage = shown()
    shown_before, opened = stage.document_name, {"id": "1", "title": "Mine", "step": 2, "edited": True}
    for rev, expected in ((1, StoredDocument("Mine", 2, True)), (2, None)):
        message = {"epoch": stage.epoch, "rev": rev, "document": document("x"), "opened": opened}
        browser.edits(stage, message)
        assert stage.edit() == Edit(rev, document("x"), expected)
    assert stage.document_name != shown_before
    before = stage.document_name
    stage.show_graph(figure_1())
    assert stage.document_name != before


def test_a_pick_is_heard_once_and_only_of_the_picture_that_is_shown(browser: Browser):
    stage = shown()
    stage.show(picks=("b", "c"))
    assert browser.heard[-1]["picks"] == ["b", "c"]
    seq = browser.heard[-1]["seq"]
    assert stage.picked_node() is None
    browser.sends(stage, pick={"id": "b", "epoch": stage.epoch, "seq": seq, "number": "1"})
    assert [stage.picked_node(), stage.picked_node()] == ["b", None]
    browser.sends(stage, pick={"id": "c", "epoch": stage.epoch, "seq": seq - 1, "number": "2"})
    assert stage.picked_node() is None
    browser.sends(stage, pick={"id": "c", "epoch": "before", "seq": seq, "number": "3"})
    assert stage.picked_node() is None
    browser.sends(stage, pick={"id": "c", "epoch": stage.epoch, "seq": seq, "number": "5"})
    assert stage.picked_node() == "c"
