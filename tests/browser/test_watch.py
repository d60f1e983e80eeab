from __future__ import annotations

import pytest
from support.app import eventually
from support.pages import Tabs, Watch


@pytest.mark.parametrize(
    "asks",
    [
        "fetch('https://example.com').catch(() => 0)",
        "fetch('http://93.184.216.34').catch(() => 0)",
        "new Image().src = 'https://example.com/1.png'",
        "navigator.sendBeacon('https://example.com', 'x')",
        "new WebSocket('wss://example.com')",
        "console.error('oh')",
        "setTimeout(() => missing())",
    ],
)
def test_who_asks_beyond_this_machine_or_fails_is_heard(tabs: Tabs, app_url: str, asks: str):
    """What every browser test leans on when it passes."""
    watch, page = Watch(), tabs.take()
    page.goto(f"{app_url}/_stcore/health")
    watch.follow(page)
    page.evaluate(f"() => {{ {asks}; }}")

    def heard() -> int:
        page.evaluate("0")  # what is heard of the page arrives while we wait for an answer
        return len(watch.complaints)

    eventually(heard, 1)
    watch.leave(page)
    tabs.give_back(page)
