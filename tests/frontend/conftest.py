from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from explorer.drawing import frontend

Run = Callable[..., Any]


@pytest.fixture(scope="session")
def run(browser: Browser) -> Iterator[Run]:
    """Runs a function in a blank page with the scripts of the stage: `$document` is document.js, and so on."""
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.add_script_tag(content=frontend.script())
    yield page.evaluate
    page.close()
    assert not complaints
