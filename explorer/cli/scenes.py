"""Scenes on the command line: options of `open`, `export` and `link` that describe a scene."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from urllib.parse import parse_qsl

from explorer import algorithms
from explorer.algorithms.own import EXAMPLE
from explorer.cli.console import Arguments
from explorer.comparison.contender import parse_contender
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.scenes.link import MOST_STEP
from explorer.scenes.scene import LAST, MODES, Page, Scene, query_of
from explorer.trace.options import ENDLESS
from explorer.unwinding import TreeView

_FIELDS = {  # names of the query by options of one value
    "page": "page",
    "algorithm": "algorithm",
    "select": "select",
    "worth": f"set.{ENDLESS}",
    "tree": "tree",
    "depth": "depth",
    "mode": "mode",
    "rule": "rule",
}
_SIDES = ("left", "right")
_PAGES = {"tree": Page.UNWIND, "depth": Page.UNWIND} | dict.fromkeys(("mode", *_SIDES), Page.COMPARE)  # of options
_ON_SCREEN = {"select": "no selected node", "lecture": "no lecture mode"}  # and never in an export


def add_options(parser: argparse.ArgumentParser, step: Callable[[str], int]) -> None:
    """Add the options that describe a scene of a graph; `step` parses the number of a step."""
    parser.add_argument("--algorithm", metavar="NAME", help=f"see the command algorithms; or {EXAMPLE}")
    parser.add_argument(
        "--set", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="an option of it"
    )
    parser.add_argument("--step", type=step, metavar="N", help="the step to show, or last (default 0)")
    shown = parser.add_argument_group("scene").add_argument
    shown("--scene", metavar="QUERY", help="a whole scene, as in an address; the other options change it")
    shown("--page", choices=tuple(map(str, Page)), metavar="NAME", help=", ".join(Page))
    shown("--select", metavar="NODE", help="the node that is selected, by id")
    shown("--endless", dest="worth", metavar="D", help="value of endless play: a number, inf or -inf")
    shown(
        "--tree", choices=tuple(map(str, TreeView)), metavar="NAME", help=f"on the page unwind: {', '.join(TreeView)}"
    )
    shown("--depth", metavar="N", help="of that tree")
    for side in _SIDES:
        shown(f"--{side}", metavar="NAME:OPTION=VALUE", help=f"on the page compare: the algorithm on the {side}")
    shown("--mode", choices=MODES, metavar="NAME", help=f"on the page compare, side by side: {' or '.join(MODES)}")
    shown("--lecture", action="store_true", help="in the lecture mode")


def require_exportable(arguments: Arguments) -> None:
    """Raise OptionError if an option asks an export for something that only a screen shows; ignore it in an address.

    Raises
    ------
    OptionError
        If an option asks for a selected node or the lecture mode, or the scene for the page of play.
    """
    query = dict(parse_qsl(arguments.scene or ""))
    if (arguments.page or query.get("page")) == Page.PLAY:
        raise OptionError("an export shows no game that is played; leave page out, or make a link with it")
    for name, missing in _ON_SCREEN.items():
        if getattr(arguments, name):
            raise OptionError(f"an export shows {missing}; leave {name} out, or make a link with it")


def require_selected(scene: Scene, graph: GameGraph) -> None:
    """Raise GraphError if the graph lacks the node to be selected; on the page Unwind nodes are copies.

    Raises
    ------
    GraphError
        If it has not.
    """
    if scene.selected and scene.page is not Page.UNWIND:
        graph.index_of(scene.selected)


def is_scene(arguments: Arguments) -> bool:
    """Return whether the arguments say more of a scene than its graph."""
    return is_more_than_a_run(arguments) or bool(
        arguments.algorithm or arguments.settings or arguments.step is not None or vars(arguments).get("rule")
    )


def is_more_than_a_run(arguments: Arguments) -> bool:
    """Return whether the arguments say more of a scene than its graph and a step of an algorithm."""
    values = vars(arguments)
    return any(values[name] for name in (*_FIELDS, *_SIDES, "scene", "lecture") if name not in ("algorithm", "rule"))


def scene_of(arguments: Arguments) -> Scene:
    """Return the scene of the arguments; a sample or a game gets the page and the algorithm that show it best.

    Raises
    ------
    ExplorerError
        If a field does not exist or has an invalid value; the message names it.
    """
    return Scene.from_query(_scene_fields(arguments))


def _scene_fields(arguments: Arguments) -> dict[str, str]:
    values = vars(arguments)
    query = query_of(arguments.graph or "") | dict(parse_qsl(arguments.scene or "", keep_blank_values=True))
    query |= {name: values[option] for option, name in _FIELDS.items() if values.get(option) is not None}
    query |= {f"set.{name}": value for name, value in settings(arguments.settings).items()}
    if arguments.step is not None:
        query["step"] = LAST if not 0 <= arguments.step < MOST_STEP else str(arguments.step)
    query |= {"lecture": "1"} if arguments.lecture else {}
    for side in _SIDES:
        query |= _side_fields(side, values[side]) if values[side] else {}
    if values["worth"] is not None and query.get("page") == Page.COMPARE:
        raise OptionError(
            "on the page compare --endless belongs to a side; write --left alpha-beta:endless=2 for instance"
        )
    for option, page in _PAGES.items():
        if values[option] is not None and query.setdefault("page", page) != page:
            raise OptionError(f"--{option} is for the page {page}, and not for {query['page']}")
    grows = query.get("algorithm") in algorithms.known() and algorithms.find(query["algorithm"]).grows
    return {"page": str(Page.EXPAND)} | query if grows else query


def _side_fields(side: str, text: str) -> dict[str, str]:
    """Return the fields of a side of Compare, written as for the command compare."""
    contender = parse_contender(text)
    return {side: contender.algorithm} | {f"{side}.{name}": value for name, value in contender.settings.items()}


def settings(items: Iterable[str]) -> dict[str, str]:
    """Return settings by name from texts of the form name=value.

    Raises
    ------
    OptionError
        If one is not, or is given twice.
    """
    settings_by_name: dict[str, str] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals:
            raise OptionError(f"expected name=value, got {quoted(item)}")
        if name in settings_by_name:
            raise OptionError(f"{quoted(name)} is given twice; give it once")
        settings_by_name[name] = value
    return settings_by_name
