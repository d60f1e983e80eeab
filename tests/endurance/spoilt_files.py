"""Files of every format, links and lessons are spoilt: a graph or one sentence comes of each."""

from __future__ import annotations

import io
import time
from collections import Counter
from collections.abc import Callable
from random import Random

import pandas as pd

from explorer import GameGraph, formats, lessons
from explorer.games.samples import load_sample
from explorer.intake import Assembled
from explorer.lessons.library import lesson_path, lesson_set_of
from explorer.model.check import Severity
from explorer.model.errors import ExplorerError
from explorer.scenes.link import pack, unpack
from explorer.solver import solve
from tests.endurance.trial import Trial
from tests.support.formats import OTHER_GAMES, READ_ONLY

TREE = formats.load_text("> a max: b c\nb = -1\nc min: d\nd = 2").graph
SPICES = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b'"', b"'", b"{", b"[", b"]", b"<", b">", b"&", b"&#0;"),
    *(b"1e999", b"NaN", b"-inf", b"1/0", b"9" * 5_000, b"\\ud800", b"\n\n", b"\r", b",", b"-", b";", b"null", b"#"),
    *(b"[" * 2_000, b"<a>" * 2_000, b"=", b"%", b"root", b"id", b"open", b"\xe2\x88\x92", b"\t" * 300, b"_:$"),
)
SHOWN = 2_000  # characters of a file that are printed if it makes a fault
LESSON = "minimax-cycles"

Reader = Callable[[bytes], str]


def run(trial: Trial) -> str:
    """Spoil files and read them; how many were still a graph, and how many were refused."""
    files = _files()
    outcomes: Counter[str] = Counter()
    slowest, worst = 0.0, ""
    for number in trial.rounds():
        name, (good, read) = trial.luck.choice(files)
        data = spoilt(good, trial.luck)
        began = time.monotonic()
        try:
            outcomes[_outcome(read, data)] += 1
        except Exception as error:
            raise AssertionError(f"{name}, file {number:,}: {data[:SHOWN]!r}") from error
        took = time.monotonic() - began
        slowest, worst = max((slowest, worst), (took, name))
    said = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(outcomes.items()))
    return f"{outcomes.total():,} files: {said}; the slowest, {worst}, took {slowest:.1f} s"


def spoilt(data: bytes, luck: Random) -> bytes:
    """The file after one to four accidents: cut off, a piece lost, repeated or overwritten, bits turned, odd bytes."""
    for _ in range(luck.randint(1, 4)):
        start = luck.randrange(len(data) + 1)
        end = min(len(data), start + int(luck.expovariate(1 / 20)))
        piece = data[start:end]
        data = luck.choice(
            (
                data[:start],
                data[:start] + data[end:],
                data[:end] + piece * luck.randint(1, 50) + data[end:],
                data[:start] + luck.randbytes(len(piece)) + data[end:],
                data[:start] + bytes(byte ^ 1 << luck.randrange(8) for byte in piece) + data[end:],
                data[:start] + luck.choice(SPICES) + data[end:],
                data[:start] + luck.choice(SPICES) + data[start:],
            )
        )
    return data


def _outcome(read: Reader, data: bytes) -> str:
    """What came of a file; anything but a graph and a refusal in one line is raised."""
    try:
        return read(data)
    except ExplorerError as error:
        said = str(error)
    assert "\n" not in said
    return "refused"


def _workbook(graph: GameGraph) -> bytes:
    """A sheet of moves."""
    stream = io.BytesIO()
    pd.DataFrame(graph.moves, columns=["from", "to"]).to_excel(stream, index=False)
    return stream.getvalue()


def _files() -> list[tuple[str, tuple[bytes, Reader]]]:
    """Good files of all kinds by name, each with what reads it."""
    files: dict[str, tuple[bytes, Reader]] = {}
    for name, entry in formats.registered().items():
        graph = TREE if name in OTHER_GAMES else load_sample("figure-1")
        if name == "xlsx":
            good = _workbook(graph)
        else:
            good = READ_ONLY[name].encode() if name in READ_ONLY else entry.dump(graph)
        files[name] = good, _reader(f"x{entry.suffixes[0]}")
    files["pasted text"] = (
        formats.dump(TREE, "text"),
        lambda data: _solved(formats.load_text(data.decode(errors="replace"))),
    )
    files["link"] = pack(load_sample("figure-1")).encode(), lambda data: _solved(unpack(data.decode(errors="replace")))
    files["lesson"] = lesson_path(LESSON).read_bytes(), _lesson
    return [*files.items()]


def _reader(file: str) -> Reader:
    return lambda data: _solved(formats.load_bytes(file, data))


def _solved(found: Assembled) -> str:
    """What came of a graph: if it has no errors, it has a solution."""
    if any(problem.severity is Severity.ERROR for problem in found.problems):
        return "read with errors"
    solve(found.require_good())
    return "solved"


def _lesson(data: bytes) -> str:
    found = lesson_set_of("x.md", {"x.md": data})
    wrong = [problem for lesson in found.lessons for problem in lessons.check(lesson)]
    return "lessons with problems" if wrong or any(found.problems.values()) else "lessons without problems"
