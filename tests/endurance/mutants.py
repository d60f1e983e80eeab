"""Small faults in the source, one at a time, each of which the tests of its folder have to notice.

The operators are those of mutmut: another comparison, sign, number or branch, or an argument less.  Left out is what
any run notices, `None` for a value, and what no test can or need notice: texts, annotations, decorators, casts, and
`strict` of `zip`.  Faults are planted in copies of the program, as many in each folder; with `--minutes 30` there is
time for all of them.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

from tests.endurance.folder_tests import CAUGHT, SURVIVED, TIMED_OUT
from tests.endurance.trial import Trial

ROOT = Path(__file__).parent.parent.parent
FILES = {
    **dict.fromkeys(("solver", "expansion", "algorithms", "explanation", "trace"), "**/*.py"),
    **dict.fromkeys(("comparison", "play", "tasks", "scenes"), "**/*.py"),
    "lessons": "[am]*ing.py",  # answers, and how they are marked
}
OF_EACH = 12  # faults of a folder
AT_A_TIME = 2
AIM = 0.9  # the share that has to be caught
NOT_TRIED = "not tried"
KINDS = (CAUGHT, TIMED_OUT, SURVIVED, NOT_TRIED)
GRACE = 20.0  # seconds after the end in which what has begun may end
NOT_COPIED = (".git", ".venv", ".*cache", ".hypothesis", "__pycache__", "node_modules")


@dataclass(frozen=True)
class Mutant:
    """A module with a fault: its folder in `explorer`, its path, its source without and with the fault."""

    folder: str
    path: Path
    sound: str
    faulty: str

    def __str__(self) -> str:
        lines = unified_diff(self.sound.splitlines(), self.faulty.splitlines(), str(self.path), lineterm="", n=1)
        return "\n".join(lines)


class Copy:
    """A copy of the project, and a process there that runs its tests."""

    def __init__(self, place: Path) -> None:
        self.place = place
        shutil.copytree(ROOT, place, ignore=shutil.ignore_patterns(*NOT_COPIED))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.endurance.folder_tests"],
            cwd=place,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def outcome(self, folder: str, module: str) -> str:
        """How the tests of a folder end now."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin
        assert stdout
        stdin.write(f"{folder} {module}\n")
        stdin.flush()
        return stdout.readline().strip() or NOT_TRIED

    def outcome_with(self, mutant: Mutant) -> str:
        """How they end with a fault, which is taken out again."""
        path = self.place / mutant.path
        path.write_text(mutant.faulty, encoding="utf-8")
        try:
            return self.outcome(mutant.folder, path.stem)
        finally:
            path.write_text(mutant.sound, encoding="utf-8")

    def end(self) -> None:
        """End the process and the tests that it runs."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def run(trial: Trial) -> str:
    """Plant as many faults as there is time for; the figures of each folder, and which faults nothing noticed."""
    if not find_spec("mutmut"):
        return "left out: there is no mutmut, which `pip install -e '.[mutants]'` adds"
    with TemporaryDirectory() as place, ThreadPoolExecutor(AT_A_TIME) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        every = [Copy(Path(place) / str(number)) for number in range(AT_A_TIME)]
        for each in every:
            copies.put(each)
        try:
            drawn = (mutant for _, mutant in zip(trial.rounds(), sample(trial.luck), strict=False))
            trials = [(mutant, pool.submit(_tried, mutant, copies, trial.until)) for mutant in drawn]
            mutants, outcomes = zip(*((mutant, _in_time(trial, outcome)) for mutant, outcome in trials), strict=True)
            controls = {folder: pool.submit(_control, folder, copies) for folder in _uncontrolled(mutants, outcomes)}
            failing = [folder for folder, outcome in controls.items() if _in_time(trial, outcome) != SURVIVED]
        finally:
            for each in every:
                each.end()
    return _figures(mutants, outcomes, failing)


def sample(luck: Random) -> Iterator[Mutant]:
    """As many different faults from each folder, the folders in turn, and larger files more often."""
    seen: set[Mutant] = set()
    for _ in range(OF_EACH):
        for folder, pattern in FILES.items():
            files = sorted((ROOT / "explorer" / folder).glob(pattern))
            mutant = _drawn(folder, files, luck)
            while mutant is None or mutant in seen:
                mutant = _drawn(folder, files, luck)
            seen.add(mutant)
            yield mutant


def _drawn(folder: str, files: list[Path], luck: Random) -> Mutant | None:
    """Any fault of any of the files, or `None` for a file in which there is nothing to plant one in."""
    (path,) = luck.choices(files, [file.stat().st_size for file in files])
    module, faults = _faults(path)
    if not faults:
        return None
    place, fault = luck.choice(faults)
    return Mutant(folder, path.relative_to(ROOT), module.code, module.deep_replace(place, fault).code)


@cache
def _faults(path: Path) -> tuple:
    """A file as a tree, and each node of it that can be replaced beside what may stand there."""
    import libcst
    from mutmut.mutation.mutators import mutation_operators, operator_string

    module = libcst.parse_module(path.read_text(encoding="utf-8"))
    operators = [(kind, operator) for kind, operator in mutation_operators if operator is not operator_string]
    faults = []

    def is_worth_it(node: libcst.CSTNode, fault: libcst.CSTNode) -> bool:
        before, after = module.code_for_node(node), module.code_for_node(fault)
        return after.count("None") <= before.count("None") and after.count("strict=") == before.count("strict=")

    class Visitor(libcst.CSTVisitor):
        def on_visit(self, node: libcst.CSTNode) -> bool:
            if isinstance(node, libcst.Annotation | libcst.Decorator | libcst.ImportFrom):
                return False
            if isinstance(node, libcst.Call) and module.code_for_node(node.func) == "cast":
                return False
            for kind, operator in operators:
                if isinstance(node, kind):
                    faults.extend((node, fault) for fault in operator(node) if is_worth_it(node, fault))
            return not (isinstance(node, libcst.Arg) and node.keyword and node.keyword.value == "strict")

    module.visit(Visitor())
    return module, faults


def _tried(mutant: Mutant, copies: SimpleQueue[Copy], until: float) -> str:
    """How the tests end with a fault; those that survive are shown at once."""
    if time.monotonic() > until:
        return NOT_TRIED
    copy = copies.get()
    try:
        outcome = copy.outcome_with(mutant)
    finally:
        copies.put(copy)
    sys.stdout.write(f"{mutant}\n" if outcome == SURVIVED else f"{outcome}: {mutant.path}\n")
    sys.stdout.flush()
    return outcome


def _in_time(trial: Trial, outcome: Future[str]) -> str:
    """The outcome, if it is known soon after the end of the time."""
    try:
        return outcome.result(max(0.0, trial.until + GRACE - time.monotonic()))
    except TimeoutError:
        return NOT_TRIED


def _uncontrolled(mutants: Sequence[Mutant], outcomes: Sequence[str]) -> list[str]:
    """The folders that may fail without any fault; where a fault survived, the tests passed."""
    folders = {kind: {mutants[place].folder for place, each in enumerate(outcomes) if each == kind} for kind in KINDS}
    return sorted((folders[CAUGHT] | folders[TIMED_OUT]) - folders[SURVIVED])


def _control(folder: str, copies: SimpleQueue[Copy]) -> str:
    """How the tests of a folder end without any fault."""
    copy = copies.get()
    try:
        return copy.outcome(folder, folder)
    finally:
        copies.put(copy)


def _figures(mutants: Sequence[Mutant], outcomes: Sequence[str], failing: list[str]) -> str:
    figures = Counter((mutant.folder, outcome) for mutant, outcome in zip(mutants, outcomes, strict=True))
    lines = [f"{folder}: {', '.join(f'{figures[folder, kind]} {kind}' for kind in KINDS)}" for folder in FILES]
    survived = outcomes.count(SURVIVED)
    tried = len(outcomes) - outcomes.count(NOT_TRIED)
    failed = "FAILED " if failing or survived > (1 - AIM) * tried else ""
    lines += [f"{folder}: its tests did not pass without any fault" for folder in failing]
    return f"{failed}{tried - survived} of {tried} faults caught\n    " + "\n    ".join(lines)
