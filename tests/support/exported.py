"""What a user does in the export dialog, and opens of what it hands out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page
from support.app import PATIENCE, StageView, after_run, press_in_menu


def export_dialog(page: Page) -> Locator:
    """The dialog, open."""
    press_in_menu(page, "more", "Export…")
    found = page.get_by_role("dialog")
    found.get_by_role("button", name="Download").wait_for(timeout=PATIENCE)
    after_run(page)
    return found


def choose_format(page: Page, dialog: Locator, title: str) -> None:
    """Choose what is to be handed out, and wait until the dialog offers that and nothing else."""
    dialog.get_by_text(title, exact=False).click()
    after_run(page)


def downloaded(page: Page, dialog: Locator, suffix: str) -> Path:
    """The file of that suffix, once the dialog offers one."""
    button = dialog.get_by_role("button", name=suffix)
    button.wait_for(timeout=PATIENCE)
    after_run(page)
    with page.expect_download(timeout=PATIENCE) as download:
        button.click()
    assert download.value.suggested_filename.endswith(suffix)
    return Path(download.value.path())


@contextmanager
def web_page(page: Page) -> Iterator[StageView]:
    """The stage of the page that the dialog hands out of what is on screen, opened without a server."""
    dialog = export_dialog(page)
    choose_format(page, dialog, "Web page")
    path = downloaded(page, dialog, ".html")
    alone = page.context.new_page()
    alone.set_content(path.read_text(encoding="utf-8"))
    yield StageView(alone).ready()
    alone.close()
