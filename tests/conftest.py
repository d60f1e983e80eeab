from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright
from support.app import launch

settings.register_profile("checks", deadline=None, max_examples=50)  # a busy machine is no reason to fail
settings.register_profile(
    "deep", deadline=None, max_examples=2_000
)  # --hypothesis-profile=deep, for a change of the heart
settings.load_profile("checks")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, one for all tests: there cannot be two Playwrights at a time."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
