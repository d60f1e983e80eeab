"""`python -m tests.endurance.folder_tests`: how the tests of folders end, each in a process of its own.

A line of input names a folder of `explorer` and a module of it; the line of output is one of the outcomes below.  All
libraries are loaded beforehand, so that a process that is forked for a line loads the program and its tests alone.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from importlib import import_module

import pytest

SURVIVED, CAUGHT, TIMED_OUT = "survived", "caught", "timed out"
ENOUGH = 30.0  # seconds of processor after which no further test begins
HANGS = 90, 600  # seconds of processor, and of the clock, after which a test that still runs is ended
SPENT = 75  # exit code when there was no time for all tests and those that ran passed
LIBRARIES = ("altair", "hypothesis.strategies", "igraph", "networkx", "numba", "pandas", "playwright.sync_api")
OPTIONS = ("-m", "not browser", "-x", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")


class Order:
    """A plugin of pytest: the order of tests in which a fault is found soon, as long as there is time.

    Those in files that name the module come first and large ones last; otherwise all files take turns.
    """

    def __init__(self, module: str) -> None:
        self.module = module

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests."""
        files = [item.path for item in items]
        is_near = {path: self.module in path.read_text(encoding="utf-8") for path in {*files}}
        turn = {item: files[:number].count(item.path) for number, item in enumerate(items)}
        items.sort(key=lambda item: (bool(item.get_closest_marker("large")), not is_near[item.path], turn[item]))

    def pytest_runtest_setup(self) -> None:
        """End the run if the time is spent."""
        if time.process_time() > ENOUGH:
            pytest.exit("no time for further tests", SPENT)


def main() -> None:
    """Run the tests that each line of standard input names, and write their outcome."""
    os.nice(10)
    for library in LIBRARIES:
        import_module(library)
    for line in sys.stdin:
        child = os.fork() or _begin(*line.split())
        sys.stdout.write(f"{_outcome(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


def _begin(folder: str, module: str) -> int:
    """Run the tests of a folder in this process and leave it with the exit code of pytest."""
    import resource  # which Windows has not

    resource.setrlimit(resource.RLIMIT_CPU, (HANGS[0], HANGS[0]))
    signal.alarm(HANGS[1])
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(2):
        os.dup2(null, stream)
    os._exit(pytest.main([f"tests/{folder}", *OPTIONS], [Order(module)]))


def _outcome(status: int) -> str:
    if os.WIFSIGNALED(status):
        return TIMED_OUT if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM) else CAUGHT
    passed = os.WEXITSTATUS(status) in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED, SPENT)
    return SURVIVED if passed else CAUGHT


if __name__ == "__main__":
    main()
