from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright
from support.app import launch
from support.examples import DEPTH, some_cases

from explorer import cli, formats
from explorer.cli import console
from explorer.formats import load_text

MAY_TRY_TWICE = 3  # tests of a whole run
collect_ignore = ["support", "benchmarks", "endurance"]  # no tests, and to look there for examples runs them

# The same examples every time, and new ones in the mode `deep`; a busy machine is no reason to fail.
settings.register_profile(
    "checks", deadline=None, max_examples=round(30 * DEPTH), derandomize=DEPTH <= 1, database=None, print_blob=True
)
settings.load_profile("checks")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever asks for the browser is marked so and may try twice; few examples are few cases of a test, too."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            item.add_marker(pytest.mark.flaky(reruns=1))
    if DEPTH < 1:
        cases = groupby(items, key=lambda item: item.nodeid.partition("[")[0])
        kept = [item for _, group in cases for item in some_cases(list(group))]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests in the browser that passed only at the second try: a machine that is busy with others is late."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"tried twice: {report.nodeid}: {report.longreprtext.rpartition(chr(10))[-1]}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if more than a few tried twice: then it is not the machine."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    again = {report.nodeid for report in reporter.stats.get("rerun", [])} if reporter else set()
    if len(again) > MAY_TRY_TWICE and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the last, so no collection of garbage has to look at it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, one for all tests: there cannot be two Playwrights at a time."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """A function that runs a command in this process; its exit code, standard output and standard error."""

    def run_command(*argv: object) -> tuple[int, str, str]:
        code = cli.main([str(item) for item in argv])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command


@pytest.fixture
def terminal(run: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have standard error, as `run` captures it, be a terminal, on which progress is shown at once."""
    monkeypatch.setattr(console, "_SECONDS_BETWEEN_WORDS", 0.0)
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda stream: True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of Figure 1."""
    path = tmp_path / "figure 1.game.json"
    formats.write(load_text("> a max: b c\nb = 1\nc min: d a\nd = 2").graph, path)
    return path
