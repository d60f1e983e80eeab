"""The bar above every page: the open graph, its algorithm with options, and actions; and the choices made in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from typing import Any, Literal
from zlib import crc32

import streamlit as st

from explorer import algorithms
from explorer.algorithms.algorithm import Algorithm, Group
from explorer.app import exporting, handing_in, help_page, refusals, saving, sources
from explorer.app.compare.state import CompareView
from explorer.app.expand.state import EXPANSION
from explorer.app.explore import values
from explorer.app.exporting import ExportChoice
from explorer.app.generators import GraphGeneration
from explorer.app.learn.state import LessonVisit
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.requests import OPENING, Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.session.visible_part import VisiblePart
from explorer.app.sheet import SideSheet
from explorer.app.views import Views
from explorer.app.write.state import LessonDraft
from explorer.drawing.messages.to_browser import BarAction, BarData, BarEntry, BarGroup, BarOption, BarRun
from explorer.drawing.stage_data import strict_json
from explorer.drawing.thumbnail import thumbnail
from explorer.games.catalogue import Card, cards
from explorer.games.samples import load_sample
from explorer.intake.readings import Turns
from explorer.model.check import LOST, NOT_LOST, unfinished_in
from explorer.model.columns import OPEN
from explorer.model.errors import FORESEEN, brief, sentence
from explorer.model.scores import parse_range, score_to_json, write_range
from explorer.model.words import counted
from explorer.scenes.scene import Page, Scene
from explorer.stage import Stage, show_bar
from explorer.trace.options import ENDLESS, Option, endless_worth

_EDITED = " (edited)"
_MOST_NAMED = 5
_WORTH = endless_worth()
_VIEWS = {Page.EXPLORE: "Steps", Page.UNWIND: "Tree", Page.COMPARE: "Compare", Page.EXPAND: "Expand"}
_RunName = Literal["algorithm", "left", "right"]
_SIDES: tuple[_RunName, ...] = ("left", "right")  # of Compare
_PARTS = {"learn": "Lessons", "papers": "Sources", "write": "New lesson"}
HELP = {  # where ? opens the help, by view or path
    Page.EXPLORE: "tour#stepping",
    Page.UNWIND: "tour#tree",
    Page.COMPARE: "tour#compare",
    Page.EXPAND: "tour#expand",
    Page.PLAY: "tour#play",
    "learn": "lessons",
    "write": "lessons#lessons-of-your-own",
    "papers": "papers",
}
_UNFINISHED = (
    "Algorithms count an inner node without moves as an open node, in kernels as lost for the player to move, as long "
    "as no node has a score or is open."
)


@dataclass
class Bar:
    """State of the bar in the browser.

    Attributes
    ----------
    list_tag : the tag of its list of algorithms.
    wants_samples : whether it requests the samples, which it does not have yet.
    wrong : a sentence on the last choice if it was invalid, or "".
    """

    list_tag: int = 0
    wants_samples: bool = False
    wrong: str = ""


def show(session: Session, path: str) -> None:
    """Show the bar of the page with this path, the dialogs that it opens, and the help beside the page."""
    calls = session.of(Requests).calls
    with st.container(key="bar"):
        show_bar(bar_data(session, path), lambda what, value: calls.append(partial(choose, session, what, value)))
    session.call(_show_dialog)
    if path != "help":
        session.call(help_page.show_panel)


def _show_dialog(session: Session, requests: Requests, making: GraphGeneration, export_choice: ExportChoice) -> None:
    """Show the open dialog, one at a time; a run of the script without a dialog closes it."""
    if requests.dialog != OPENING:
        making.give_up()
    if requests.dialog != "export":
        export_choice.close()
    if requests.dialog:
        title, width, show = _DIALOGS[requests.dialog]
        st.dialog(title, width=width, on_dismiss=requests.close_dialog)(show)(*session.arguments(show))


def bar_data(session: Session, path: str) -> BarData:
    """Return the data of the bar on the page with this path."""
    bar, open_graph = session.of(Bar), session.of(OpenGraph)
    page = None if path in _PARTS or path == "help" else session.of(Place).page
    data: BarData = {
        "views": session.call(_entries_of_learn) if path in _PARTS else _view_entries(open_graph, page),
        "view": path if path in _PARTS else str(page or ""),
        "title": _graph_title(open_graph) if page else "",
        "about": open_graph.about if page else "",
        "actions": session.call(_graph_actions) if page else (),
        "notes": _graph_notes(open_graph) if page else (),
        "runs": session.call(_algorithm_choices, page),
        "choosable": page in (Page.EXPLORE, Page.COMPARE),
        "tag": 0,
        "endless": _WORTH.write(open_graph.endless) if page else None,
        "rule": open_graph.origin.rule if page else None,
        "range": write_range(open_graph.graph.score_range) if page is Page.EXPLORE else None,
        "wrong": bar.wrong,
        "help": "" if session.of(help_page.HelpPanel).page else HELP.get(page or path, "tour"),
        "exports": page is not None and bool(open_graph.graph.nodes),
    }
    if data["choosable"]:
        groups = _algorithm_groups(open_graph)
        data["tag"] = crc32(strict_json(groups).encode())
        if bar.list_tag != data["tag"]:
            bar.list_tag, data["groups"] = data["tag"], groups
    if bar.wants_samples:
        bar.wants_samples, data["samples"] = False, _sample_groups()
    return data


# ---- its content


def _entries_of_learn(learning: LessonVisit) -> list[BarEntry]:
    """Return the entries for the pages of Learn; with an own lesson open, the editor is called Edit."""
    titles = _PARTS | ({"write": "Edit"} if learning.own_text[0] else {})
    return [{"name": name, "title": title} for name, title in titles.items()]


def _view_entries(open_graph: OpenGraph, page: Page | None) -> list[BarEntry]:
    """Return the views of the open graph; Expand only if a node can be expanded, or if it is the current one."""
    if page not in _VIEWS:
        return []
    can_grow = page is Page.EXPAND or open_graph.compute_once("can grow", lambda: _can_grow(open_graph))
    return [{"name": name, "title": title} for name, title in _VIEWS.items() if name is not Page.EXPAND or can_grow]


def _can_grow(open_graph: OpenGraph) -> bool:
    """Return whether a node of the open graph can be expanded, by rules or as an open node."""
    return open_graph.graph.rules is not None or bool((open_graph.playable.columns.kinds == OPEN).any())


@cache
def _sample_groups() -> list[BarGroup]:
    """Return the samples by group, as entries of the menu."""
    grouped = groupby(cards(), key=lambda card: card.group)
    return [{"title": title, "entries": [_sample_entry(card) for card in together]} for title, together in grouped]


def _sample_entry(card: Card) -> BarEntry:
    also = f"{card.name} {card.group} {card.description}"
    entry: BarEntry = {"name": card.scene, "title": card.title, "line": card.description, "also": also}
    if card.sample:
        entry["picture"] = thumbnail(load_sample(card.name), with_names=False)
    return entry


def _algorithm_choices(run: CurrentRun, comparing: CompareView, page: Page | None) -> list[BarRun]:
    """Return the algorithms that the page runs, with their options; two on Compare."""
    if page is Page.COMPARE:
        sides = comparing.sides
        return [
            _algorithm_choice(name, side.algorithm, side.chosen_options, side.contender.title)
            for name, side in zip(_SIDES, sides, strict=True)
        ]
    algorithm = {Page.EXPLORE: run.algorithm, Page.EXPAND: EXPANSION}.get(page) if page else None
    return [_algorithm_choice("algorithm", algorithm, run.options_of(algorithm))] if algorithm else []


def _algorithm_choice(name: _RunName, algorithm: str, chosen: Mapping[str, Any], label: str = "") -> BarRun:
    entry = algorithms.find(algorithm)
    hidden = () if name in _SIDES else (ENDLESS, "first") if algorithm == EXPANSION else (ENDLESS,)
    options = [_option_entry(each, chosen) for each in entry.options if each.name not in hidden]
    return {"name": name, "title": entry.title, "label": label or entry.title, "options": options}


def _algorithm_groups(open_graph: OpenGraph) -> list[BarGroup]:
    """Return the algorithms by parts of a course, then those that cannot run on the open graph, with reasons."""
    apart = refusals.unusable_algorithms(open_graph)
    entries = {name: algorithms.find(name) for name in algorithms.for_explore()}
    groups: list[BarGroup] = [
        {
            "title": group,
            "entries": [
                _algorithm_entry(each) for each in entries.values() if each.group is group and each.name not in apart
            ],
        }
        for group in Group
    ]
    unusable = [
        _algorithm_entry(entries[name]) | BarEntry(name=name, title=entries[name].title, needs=needs)
        for name, needs in apart.items()
    ]
    groups.append({"title": "Not on this graph", "entries": unusable})
    return [group for group in groups if group["entries"]]


def _algorithm_entry(each: Algorithm) -> BarEntry:
    also = f"{each.name} {each.group} {each.also} {each.summary}"
    return {"name": each.name, "title": each.title, "line": each.line, "source": each.source, "also": also}


def _graph_title(open_graph: OpenGraph) -> str:
    """Return the title of the graph for the list of documents; an edited sample or game is marked as edited."""
    title = open_graph.origin.title or "Untitled"
    is_other = open_graph.origin.is_edited and not open_graph.origin.is_own
    return f"{title}{_EDITED}" if is_other and not title.endswith(_EDITED) else title


def _option_entry(option: Option, chosen: Mapping[str, Any]) -> BarOption:
    now = option.write(chosen.get(option.name, option.default))
    entries: BarOption = {"name": option.name, "title": option.title, "help": option.help, "value": now, "kind": "text"}
    if option.choices is not None:
        entries |= {"kind": "choice", "choices": list(option.choices.items())}
    elif isinstance(option.default, bool):
        entries |= {"kind": "switch"}
    elif option.minimum is not None:
        entries |= {"kind": "number", "minimum": option.minimum, "maximum": option.maximum}
    return entries


def _graph_actions(open_graph: OpenGraph, part: VisiblePart, side_sheet: SideSheet) -> list[BarAction]:
    """Return the actions on the open graph as a whole."""
    entries: list[BarAction] = [{"what": "dialog", "value": "values", "title": f"{values.TITLE}…"}]
    for problem in open_graph.problems:
        if problem.other:
            title, help = _title_and_help_of_reading(problem.other)
            entries.append({"what": "read", "value": problem.other, "title": title, "help": help})
    if part.can_be_chosen:
        entries.append(
            {
                "what": "part",
                "value": "" if part.is_part else "yes",
                "title": "Show a part; more nodes appear by click",
                "help": "The whole graph can be edited.",
                "pressed": part.is_part,
            }
        )
    for name, title in side_sheet.titles.items():
        entries.append({"what": "sheet", "value": name, "title": title, "pressed": side_sheet.is_open(name)})
    return [*entries, *handing_in.actions()]


def _title_and_help_of_reading(other: str) -> tuple[str, str]:
    """Return the title and the help of the entry for another reading of the graph."""
    if other == LOST:
        return "Lost without moves", "Count a position without moves as lost for the player to move, not as open."
    if other == NOT_LOST:
        return "Open without moves", "Count a position without moves as open again, not as lost."
    turns = Turns(other)
    return f"Read as {turns.short}", f"No node names a player. Read the graph again as {turns.words}."


def _graph_notes(open_graph: OpenGraph) -> list[str]:
    """Return notes on the open graph: its unfinished nodes, and whether its known answers are confirmed."""
    entries = []
    if ids := unfinished_in(open_graph.graph):
        names = ", ".join(brief(open_graph.graph.node(id).name) for id in ids[:_MOST_NAMED])
        more = ", …" if len(ids) > _MOST_NAMED else ""
        entries.append(f"{counted(len(ids), 'unfinished node')}: {names}{more}. {_UNFINISHED}")
    return [*entries, *sources.known_answers(open_graph)]


# ---- its choices


def choose(session: Session, what: str, value: str) -> None:
    """Carry out a choice in the bar, which shows an error if the choice is invalid."""
    bar = session.of(Bar)
    bar.wrong = ""
    try:
        session.call(_CHOICES[what], value)
    except FORESEEN as error:
        bar.wrong = sentence(error)


def _choose_algorithm(run: CurrentRun, name: str) -> None:
    run.choose(name)


def _choose_view(session: Session, name: str) -> None:
    session.call(_go_to_part if name in _PARTS else _go_to_view, name)


def _go_to_part(requests: Requests, learning: LessonVisit, drafting: LessonDraft, name: str) -> None:
    """Go to a part of Learn; the editor begins with the lesson of the user's own that is open."""
    requests.go_to_path(name)
    if name == "write":
        drafting.request_edit(learning)


def _go_to_view(requests: Requests, run: CurrentRun, views: Views, comparing: CompareView, name: str) -> None:
    requests.next_page = page = Page(name)
    views.turn_to(page)
    if page is Page.COMPARE:
        comparing.show_run_of_steps(run.algorithm, run.chosen_options)
        comparing.show_plain_beside(run.algorithm, run.chosen_options)


def _open_sample(links: Links, scene: str) -> None:
    links.open_scene(Scene.from_query(scene))


def _choose_left(comparing: CompareView, name: str) -> None:
    comparing.left.algorithm = algorithms.find(name).name


def _choose_right(comparing: CompareView, name: str) -> None:
    comparing.right.algorithm = algorithms.find(name).name


def _set_option(place: Place, run: CurrentRun, comparing: CompareView, setting: str) -> None:
    side, name, value = setting.split("=", 2)
    chooses = comparing.sides[_SIDES.index(side)] if side in _SIDES else run
    algorithm = EXPANSION if place.page is Page.EXPAND else chooses.algorithm
    option = next(each for each in algorithms.find(algorithm).options if each.name == name)
    options, new_value = chooses.options.setdefault(algorithm, {}), option.parse(value)
    options.pop(name, None)
    if new_value != option.default:  # which is not stored
        options[name] = new_value


def _set_endless(open_graph: OpenGraph, stage: Stage, value: str) -> None:
    """Set the value of endless play, and from a second line the range of leaf scores, which may be empty."""
    worth, *span = value.split("\n")
    endless = _WORTH.parse(worth)
    if span and span[0] != write_range(open_graph.graph.score_range):
        ends = [*map(score_to_json, parse_range(span[0]))] if span[0].strip() else None
        stage.order({"do": "describe", "fields": {"range": ends}})
    open_graph.endless = endless


def _set_rule(open_graph: OpenGraph, opener: GraphOpener, comparing: CompareView, run: CurrentRun, rule: str) -> None:
    """Unfold the open graph by a rule about repetition, or show the plain graph again; Compare shows both."""
    opener.set_rule(rule, open_graph.endless)
    comparing.show_plain_beside(run.algorithm, run.chosen_options)


def _open_dialog(requests: Requests, value: str) -> None:
    if value in sources.WAYS:
        sources.choose_way(value)
        requests.dialog = OPENING
    elif value in _DIALOGS:
        requests.dialog = value


def _begin_lesson(requests: Requests, learning: LessonVisit, _: str) -> None:
    """Open the first lesson at its first slide."""
    learning.open(learning.names()[0], 0)
    requests.go_to_path("learn")


def _read_otherwise(opener: GraphOpener, reading: str) -> None:
    opener.read_otherwise(reading)


def _choose_part(part: VisiblePart, is_part: str) -> None:
    part.choose(bool(is_part))


def _toggle_sheet(side_sheet: SideSheet, name: str) -> None:
    side_sheet.toggle(name)


def _request_lists(bar: Bar, _: str) -> None:
    """Have the bar get its lists again: the browser has lost them."""
    bar.list_tag = 0


def _request_samples(bar: Bar, _: str) -> None:
    bar.wants_samples = True


_DIALOGS: dict[str, tuple[str, Literal["small", "large"], Callable[..., None]]] = {
    OPENING: ("Open or draw a graph", "large", sources.show),
    "save": ("Save the graph as a file", "small", saving.show),
    "values": (values.TITLE, "small", values.show),
    "export": ("Export", "large", exporting.show),
}
_CHOICES: dict[str, Callable[..., None]] = {  # of states, and of the value that the user chose
    "view": _choose_view,
    "sample": _open_sample,
    "algorithm": _choose_algorithm,
    "left": _choose_left,
    "right": _choose_right,
    "option": _set_option,
    "endless": _set_endless,
    "repetition": _set_rule,
    "read": _read_otherwise,
    "part": _choose_part,
    "dialog": _open_dialog,
    "sheet": _toggle_sheet,
    "help": help_page.open_panel,
    handing_in.HAND_IN: handing_in.hand_in,
    "lists": _request_lists,
    "samples": _request_samples,
    "lesson": _begin_lesson,
}
