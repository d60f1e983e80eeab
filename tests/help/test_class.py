"""The page of the help about a class: its limits are those that hold, and the container file is the one beside it."""

from __future__ import annotations

import re

from support.help import PAGES, blocks, table_of, text_of

from explorer.room import hand_ins, limits, room

PAGE = "class"


def numbers(text: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def test_the_limits_are_those_that_hold():
    work = limits.WORK
    assert [numbers(row[1]) for row in table_of(text_of(PAGE))] == [
        [limits.UPLOAD_MEGABYTES],
        [work.nodes, work.moves],
        [work.steps, work.changes],
        [work.seconds],
        [limits.SESSIONS],
        [limits.MEMORY],
        [room.MOST_FOLLOWERS],
        [hand_ins.MOST_NODES, hand_ins.MOST_MOVES, hand_ins.MOST_BYTES],
        [hand_ins.MOST_GRAPHS],
        [hand_ins.SECONDS_BETWEEN],
    ]


def test_the_container_file_stands_in_the_help():
    assert (PAGES[PAGE].parent / "Containerfile").read_text(encoding="utf-8") in blocks(text_of(PAGE), "")
