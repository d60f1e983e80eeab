"""Rounds of all parts, as tasks of Dask, with a checkpoint every so often.

Dask moves the results of tasks to disk when memory is short, and runs tasks again when a worker dies: those since the
last checkpoint, from whose files the next turns begin.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from explorer.cluster.clients import addresses, memory_of_workers
from explorer.cluster.rounds import (
    GamePass,
    RoundReport,
    first_turn,
    messages_for,
    next_turn,
    read_turn,
    report_of,
    write_turn,
)
from explorer.solver.pairs import BOTTOM, RANK

MOST_ROUNDS = 16  # between checkpoints
MOST_SECONDS = 120.0

_SENT = 12  # bytes of a key that is sent
_DONE = "done.json"


class Round(NamedTuple):
    """Numbers of a round of all parts, for progress.

    Attributes
    ----------
    number : from 1, over both passes.
    visits, sent, moves : the states looked at, the keys sent, the moves walked.
    traffic : the bytes sent.
    memory : the bytes of the largest worker.
    """

    number: int
    visits: int
    messages: int
    moves: int
    traffic: int
    memory: int


class Checkpoint(NamedTuple):
    """Round of a pass that is on disk whole; the pass is over if `largest` is `BOTTOM`."""

    number: int
    largest: int


class Schedule(NamedTuple):
    """End of a round, and the most rounds and seconds between checkpoints."""

    by_score: bool = False
    rounds: int = MOST_ROUNDS
    seconds: float = MOST_SECONDS


def pass_folder(work: str, hopeful: bool) -> Path:
    """Return the folder of the checkpoints of a pass."""
    return Path(work, "rounds-hopeful" if hopeful else "rounds-cautious")


def last_checkpoint(work: str, hopeful: bool) -> Checkpoint | None:
    """Return the last round of a pass that is on disk whole, if there is any."""
    numbers = sorted(path.parent.name for path in pass_folder(work, hopeful).glob(f"*/{_DONE}"))
    if not numbers:
        return None
    text = Path(pass_folder(work, hopeful), numbers[-1], _DONE).read_text(encoding="utf-8")
    return Checkpoint(int(numbers[-1]), json.loads(text)["largest"])


def turn_folder(work: str, hopeful: bool, number: int, part: int) -> str:
    """Return the folder of a part in a checkpoint."""
    return str(Path(pass_folder(work, hopeful), f"{number:06}", f"{part:05}"))


def iterate(
    client: Any,
    game: GamePass,
    parts: int,
    schedule: Schedule,
    tell: Callable[[Round], None],
) -> Checkpoint:
    """Go on in rounds from the last checkpoint until nothing changes, and return the checkpoint of the end."""
    rounds = _PartTurns(client, game, parts)
    point = last_checkpoint(game.work, game.hopeful) or Checkpoint(0, game.top * RANK)
    if point.largest == BOTTOM:
        return point
    rounds.begin(point)
    number, largest, last, saved = point.number, point.largest, time.monotonic(), point.number
    while largest > BOTTOM:
        reports = rounds.advance(_least_key(largest) if schedule.by_score else BOTTOM + 1)
        number += 1
        largest = max(report.largest for report in reports)
        tell(_summary(client, number, reports))
        is_due = number - saved >= schedule.rounds or time.monotonic() - last >= schedule.seconds
        if is_due or largest == BOTTOM:
            rounds.save(Checkpoint(number, largest))
            last, saved = time.monotonic(), number
    return Checkpoint(number, largest)


def _least_key(largest: int) -> int:
    """Return the smallest key with the score of this one."""
    return -((-largest) >> 32) * RANK - (RANK - 1)


def _summary(client: Any, number: int, reports: Sequence[RoundReport]) -> Round:
    sent = sum(report.messages for report in reports)
    visits, moves = sum(report.visits for report in reports), sum(report.moves for report in reports)
    return Round(number, visits, sent, moves, sent * _SENT, max(memory_of_workers(client), default=0))


class _PartTurns:
    """Turns of all parts as futures, and the messages of each to the parts of each worker."""

    def __init__(self, client: Any, game: GamePass, parts: int) -> None:
        self._client = client
        self._game = game
        self._parts = parts
        self._workers = addresses(client)
        self._turns: list[Any] = []

    def begin(self, point: Checkpoint) -> None:
        """Begin with the turns of a checkpoint; 0 is the beginning."""
        if point.number:
            self._turns = [
                self._submit(
                    part, read_turn, part, turn_folder(self._game.work, self._game.hopeful, point.number, part)
                )
                for part in range(self._parts)
            ]
        else:
            self._turns = [self._submit(part, first_turn, self._game, part, self._parts) for part in range(self._parts)]

    def advance(self, least: int) -> list[RoundReport]:
        """Make the next turn of every part, and return their reports."""
        self._workers = addresses(self._client) or self._workers
        groups = max(1, min(len(self._workers), self._parts))
        ends = [-(-self._parts * group // groups) for group in range(groups + 1)]
        inboxes = [
            [self._submit(part, messages_for, turn, begin, end) for part, turn in enumerate(self._turns)]
            for begin, end in pairwise(ends)
        ]
        self._turns = [
            self._submit(part, next_turn, self._game, part, turn, inboxes[part * groups // self._parts], least)
            for part, turn in enumerate(self._turns)
        ]
        reports = [self._submit(part, report_of, turn) for part, turn in enumerate(self._turns)]
        found: list[RoundReport] = self._client.gather(reports)
        return found

    def save(self, point: Checkpoint) -> None:
        """Write all turns as a checkpoint, go on from its files, and remove the checkpoint before."""
        work, hopeful = self._game.work, self._game.hopeful
        folders = [turn_folder(work, hopeful, point.number, part) for part in range(self._parts)]
        self._client.gather(
            [self._submit(part, write_turn, turn, folders[part]) for part, turn in enumerate(self._turns)]
        )
        place = pass_folder(work, hopeful)
        file = place / f"{point.number:06}" / _DONE
        beside = file.with_suffix(".new")
        beside.write_text(json.dumps({"largest": point.largest}), encoding="utf-8")
        beside.replace(file)
        if point.largest > BOTTOM:
            self.begin(point)
        else:
            self._turns = []
        for other in place.iterdir():
            if other.name < f"{point.number:06}":
                shutil.rmtree(other, ignore_errors=True)

    def _submit(self, part: int, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the future of a task about a part, on the worker of that part if it is there."""
        if not self._workers:  # all of them are being started again
            return self._client.submit(function, *arguments, pure=False)
        worker = self._workers[part * min(len(self._workers), self._parts) // self._parts]
        return self._client.submit(function, *arguments, pure=False, workers=[worker], allow_other_workers=True)
