"""The command `papers`: the statements of the sources, with scenes, errata and checks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from explorer.cli.commands.command import DISAGREES, Command, add_json
from explorer.cli.console import Arguments, progress, say
from explorer.papers import Item, Report, check, items, papers
from explorer.papers.library import ORDER
from explorer.trace import dump_json

_VERSION = 1  # of the JSON


def run_papers(arguments: Arguments) -> int:
    """List the items of the sources, or check them; 1 if a check differs from a statement."""
    chosen = items(arguments.source or "")
    reports = _check_all(chosen) if arguments.check else {}
    if arguments.json:
        listed = [_item_json(item, reports.get(item)) for item in chosen]
        say(dump_json({"version": _VERSION, "items": listed}))
    else:
        for item in chosen:
            say("\n".join(_item_lines(item, reports.get(item))))
    return 0 if all(report.holds for report in reports.values()) else DISAGREES


def _check_all(chosen: Sequence[Item]) -> dict[Item, Report]:
    reports = {}
    with progress("{done:,} of {total:,} items checked") as tell:
        for number, item in enumerate(chosen):
            tell(number, len(chosen))
            if item.is_checked:
                reports[item] = check(item)
    return reports


def _item_lines(item: Item, report: Report | None) -> list[str]:
    """Return the lines on an item and its check; single comparisons only where they differ."""
    head = f"{papers()[item.paper].short}, {item.name} ({item.section}): {item.title}"
    if report is None:
        return [head]
    count = len(report.findings)
    if report.holds:
        return [f"{head}: {count} comparison{'' if count == 1 else 's'}, all agree"]
    wrong = [each for each in report.findings if not each.holds]
    failure = [f"  {report.failure}"] if report.failure else []
    lines = [f"  {each.about}: expected {each.expected}, computed {each.computed}" for each in wrong]
    return [f"{head}: {len(wrong)} of {count} comparisons differ", *lines, *failure]


def _item_json(item: Item, report: Report | None) -> dict[str, Any]:
    """Return an item with its check as JSON; keys without a value are left out."""
    fields = {
        "source": item.paper,
        "key": item.key,
        "kind": str(item.kind),
        "number": item.number,
        "section": item.section,
        "title": item.title,
        "text": item.text,
        "scene": item.query,
        "no_scene": item.no_scene,
        "reconstruction": item.reconstruction,
        "erratum": item.erratum,
        "not_checked": item.not_checked,
    }
    check_fields = {} if report is None else {"check": report.to_json()}
    return {name: value for name, value in fields.items() if value} | check_fields


def add(parser: argparse.ArgumentParser) -> None:
    names = ORDER
    parser.add_argument("--source", choices=names, metavar="NAME", help=f"{', '.join(names)} (default: all)")
    parser.add_argument("--check", action="store_true", help="compute every check; it takes some seconds")
    add_json(parser)


COMMAND = Command(
    "papers",
    "what the sources state, with scenes, errata and checks; exit code 1 if a check differs",
    run_papers,
    add,
    takes_graph=False,
)
