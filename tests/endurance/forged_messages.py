"""What no page of ours sends is sent to the app: it goes on, and says in a sentence what cannot be read."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.endurance.spoilt_files import SPICES, spoilt
from tests.endurance.trial import Trial
from tests.support.app import running_app
from tests.support.raw_session import boxes_in, components_in, raw_session

QUERY = "sample=figure-1"
PAGES = ("", "expand", "compare", "play", "unwind", "learn", "write", "papers", "help")
ODD: tuple[Any, ...] = (
    *(None, True, -1, 2**70, 1e308, 0.5, "", "a", "☃" * 300, "-inf", "__proto__", "../../etc/passwd"),
    *([], {}, [[]], [None], {"": None}, [[1, [2, [3]]]]),
)
GRAPH = {"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1}], "moves": [["a", "b"]]}
MESSAGES: dict[str, Any] = {  # of a page to its stage, each as it could be
    "doc": {"epoch": "", "rev": 5, "ordersDone": 0, "document": GRAPH, "opened": {"id": "x", "title": "T", "step": 2}},
    "step": {"seq": 1, "step": 2, "endless": {"value": "1/2", "number": 1}},
    "chunks": {"seq": 1, "wanted": [0, 1], "number": "1"},
    "jump": {"seq": 1, "to": "change", "name": "a", "step": 0, "forward": True, "number": "1"},
    "need": "again",
    "ask": {
        "what": "arrange",
        "layout": "layers",
        "ids": ["a"],
        "pinned": [],
        "aspect": 1.5,
        "epoch": "",
        "number": "1",
    },
    "expand": {"id": "a", "what": "open", "step": 0, "seq": 1, "epoch": "", "number": "1"},
    "pick": {"id": "a", "seq": 1, "epoch": "", "number": "1"},
    "remedy": {"name": "a", "seq": 1, "epoch": "", "number": "1"},
    "file": {"name": "x.csv", "content": "ZnJvbSx0bwphLGIK", "number": "1"},
    "questions": {"seq": 1, "seed": 3, "on": True, "number": "1"},
    "why": {"what": "ask", "id": "a", "expected": "1", "step": 0, "epoch": "", "number": "1"},
    "moment": {"seq": 1, "way": "step", "at": 1},
    "called": {"title": "T", "epoch": "", "opened": "", "number": "1"},
}


def run(trial: Trial) -> str:
    """Send messages; how many, what was said of them, and how many were taken for a fault of the program."""
    said: Counter[str] = Counter()
    sent = 0
    with running_app() as url:
        for _ in trial.rounds():
            page = trial.luck.choice(PAGES)
            with raw_session(url) as session:
                answer = session.run(QUERY, page=page)
                for _ in range(20):
                    sent += 1
                    forged = _forged(components_in(answer), trial.luck)
                    answer = session.run(QUERY, forged, page=page)
                    boxes = boxes_in(answer)
                    is_fault = any("fault of the program" in box for box in boxes)
                    assert not is_fault, f"{page}: {boxes}\n{forged}"
                    said.update(box.partition(":")[0] for box in boxes)
                nothing = [WidgetState(id=id, json_value="{}") for id in components_in(answer)]
                assert not boxes_in(session.run(QUERY, nothing, page=page)), page
    listed = "; ".join(f"{count} × {sentence}" for sentence, count in said.most_common(5))
    return f"{sent:,} messages; said: {listed}"


def _forged(components: dict[str, bytes], luck: Random) -> list[WidgetState]:
    """A message to one of the components of a page, odd somewhere."""
    if not components:
        return []
    id, data = luck.choice([*components.items()])
    shown = json.loads(data) if data.startswith(b"{") else {}
    current = {name: shown[name] for name in ("epoch", "seq") if name in shown}
    names = luck.sample([*MESSAGES], luck.randint(1, 4))
    messages = {name: _odd(_with(MESSAGES[name], current), luck) for name in names}
    text = json.dumps(messages)
    events = json.dumps([{"event": name, "value": value} for name, value in messages.items()])
    if luck.random() < 0.5:
        text, events = (spoilt(each.encode(), luck).decode(errors="replace") for each in (text, events))
    return [
        WidgetState(id=id, json_value=text),
        WidgetState(id=f"$$STREAMLIT_INTERNAL_KEY_{id}__events", json_trigger_value=events),
    ]


def _with(message: Any, current: dict[str, Any]) -> Any:
    """The message as one about what is shown now, so that it is not merely late."""
    return (
        message | {name: value for name, value in current.items() if name in message}
        if isinstance(message, dict)
        else message
    )


def _odd(value: Any, luck: Random) -> Any:
    """The value with something else in one place."""
    if isinstance(value, dict) and value and luck.random() < 0.8:
        name = luck.choice([*value])
        return (
            value | {name: _odd(value[name], luck)}
            if luck.random() < 0.9
            else value | {luck.choice(SPICES).decode(errors="replace"): 1}
        )
    if isinstance(value, list) and value and luck.random() < 0.7:
        place = luck.randrange(len(value))
        return [*value[:place], _odd(value[place], luck), *value[place + 1 :]]
    return luck.choice(ODD)
