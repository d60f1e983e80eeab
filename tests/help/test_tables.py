"""The tables of the help say of every entry of a registry what the program knows of it, and of no other."""

from __future__ import annotations

import re

import pytest
from support.help import PAGES, ROOT, table_of, text_of

from explorer import algorithms, formats
from explorer.algorithms.algorithm import works_on_any
from explorer.app.compare import state as comparing
from explorer.app.explore.overview import MOST_LISTED
from explorer.app.session.run import LIMITS
from explorer.cli import main
from explorer.comparison.compare import UNRECORDED
from explorer.drawing.exports import gif
from explorer.drawing.limits import FIRST_SHOWN, LARGEST_DRAWN, LARGEST_READ
from explorer.formats import parquet, text
from explorer.games import from_rules
from explorer.intake import cells, intake
from explorer.scenes import link
from explorer.trace.recording import Limits
from explorer.trace.writing import MOST_CELLS

ANY = "any"


def code(cell: str) -> str:
    return cell.removeprefix("`").removesuffix("`")


def test_the_algorithms_are_those_of_the_registry():
    rows = {code(row[0]): row[1:] for row in table_of(text_of("algorithms"))}
    entries = algorithms.registered()
    assert set(rows) == set(entries), "every algorithm has a row in a table of explorer/help/algorithms.md"
    for name, (graphs, title, shows, source) in rows.items():
        entry = entries[name]
        assert (title, source) == (entry.title, entry.source)
        assert (graphs == ANY) == (entry.obstacle is works_on_any)
        assert shows


def test_the_suffixes_are_those_of_the_formats():
    told = [code(suffix) for row in table_of(text_of("formats")) for suffix in row[0].split(", ")]
    suffixes = sorted(suffix for entry in formats.registered().values() for suffix in entry.suffixes)
    assert sorted(told) == suffixes, "every suffix has its place in the table of explorer/help/formats.md"


def test_the_commands_are_those_that_there_are(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = set(re.findall(r"^ {4}([\w-]+)", capsys.readouterr().out, re.MULTILINE))
    section = text_of("command-line").split("## Commands\n")[1].split("\n## ")[0]
    told = {word.split()[0] for row in table_of(section) for word in re.findall(r"`([^`]+)`", row[0])}
    assert told == commands, "every command has a row in the table Commands of explorer/help/command-line.md"


@pytest.mark.parametrize("page", PAGES)
def test_files_and_folders_that_a_page_names_are_there(page: str):
    named = re.findall(r"`((?:explorer|tests|sample_graphs)/[\w./-]*)`", text_of(page))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_limits_of_the_table_are_those_that_hold():
    on_cluster = "beyond, [on a cluster](#graphs-that-outgrow-one-machine)"
    megabytes = f"{text.MAX_MEGABYTES:,} MB, and a twentieth of the memory"
    unpacked = f"{parquet.MAX_MEGABYTES:,} MB"
    assert formats.MEMORY_FOR_A_BYTE == 20
    assert dict(table_of(text_of("large-graphs").split("## Limits")[1])) == {
        "nodes of a graph that is read or drawn": f"{intake.MAX_NODES:,}",
        "moves of a graph that is read or drawn": f"{intake.MAX_MOVES:,}; {on_cluster}",
        "size of a file": megabytes,
        "size of a Parquet file, unpacked": unpacked,
        "characters of a node's id": f"{cells.MAX_ID_LENGTH:,}",
        "nodes that a canvas shows, and of a graph that the browser keeps": f"{LARGEST_DRAWN:,}",
        "positions of a game that comes with the program": f"{from_rules.MAX_POSITIONS:,}",
        "positions of a game of your own": f"{from_rules.MOST_USER_POSITIONS:,}",
        "characters of a link that holds a graph": f"{link.MOST_CHARACTERS:,}",
        "frames of an animated GIF": f"{gif.MOST_FRAMES:,}",
    }


def test_the_numbers_in_the_text_on_large_graphs_are_those_that_hold():
    limits = Limits()
    shown = {LARGEST_READ, FIRST_SHOWN, LARGEST_DRAWN, MOST_LISTED}
    kept = {LIMITS.steps, LIMITS.changes, LIMITS.run, limits.steps, limits.changes, limits.run, MOST_CELLS}
    kept |= {comparing.LIMITS.steps, comparing.LIMITS.changes, UNRECORDED.run}
    by_rules = {from_rules.SMALL, from_rules.FIRST_POSITIONS, from_rules.MAX_POSITIONS}
    own = {from_rules.DEFAULT_POSITIONS, from_rules.MOST_USER_POSITIONS}
    numbers = set(re.findall(r"(?<![\w+(=])\d[\d,]*\d", text_of("large-graphs").split("## Finding")[0]))
    assert numbers == {f"{number:,}" for number in shown | kept | by_rules | own}
