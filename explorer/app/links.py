"""Links: what the address of a session says, what following one does to a new session, and what is there to share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from explorer import algorithms
from explorer.app.state import FIRST_SAMPLE, Origin, Session
from explorer.drawing.messages import ShareData
from explorer.formats.link import MOST_STEP, link_query, settings_query, unpack
from explorer.formats.reference import GAME
from explorer.model.errors import ExplorerError, LimitError
from explorer.trace.options import parse_options

WHY = "why"  # of a query: the node whose score is explained
VIEW_ONLY = {"view": "only"}  # of a query: nothing but the stage, and no editing


def address(session: Session) -> dict[str, str]:
    """The query of a link that opens the same picture; of an edited or own graph only the algorithm can be told."""
    origin = session.origin
    query = settings_query(session.algorithm, session.chosen_options)
    source = {"sample": origin.sample, "graph": origin.shared, "game": origin.game}
    if any(source.values()) and not origin.edited:
        query = {**{name: text for name, text in source.items() if text}, **query, "step": str(session.step)}
    return query | _why(session) | (VIEW_ONLY if session.view_only else {})


def follow(session: Session, query: Mapping[str, str]) -> list[str]:
    """Open in a new session what a link says; sentences on what it says that cannot be."""
    refused = []
    if query.get("view") == VIEW_ONLY["view"]:
        session.view_only = True
    acts: list[Callable[[], None]] = [
        lambda: _open(session, query),
        lambda: session.choose(query.get("algorithm", session.algorithm)),
        lambda: _set_options(session, query),
    ]
    for act in acts:
        try:
            act()
        except ExplorerError as error:
            refused.append(f"The link could not be followed in full: {error}")
    if not session.stage.epoch:
        session.open_sample(FIRST_SAMPLE)
    session.explaining.node = query.get(WHY)
    step = query.get("step", "0")
    session.step = int(step) if step.isdecimal() and len(step) <= len(str(MOST_STEP)) else 0
    return refused


def share(session: Session) -> ShareData:
    """What the share menu of the stage needs: the `query` of a link without a step, or why there is none (`refused`).

    It is worked out once for a graph with its algorithm and options.
    """
    options = tuple(sorted(session.chosen_options.items()))
    found = session.once(("share", session.algorithm, options), lambda: _share(session))
    if "query" not in found or not (asked := _why(session)):
        return found
    return {**found, "query": f"{found['query']}&{urlencode(asked)}"}


def _why(session: Session) -> dict[str, str]:
    """The part of a query that names the node whose score is explained, if one is."""
    node = session.explaining.node
    return {} if node is None else {WHY: node}


def _share(session: Session) -> ShareData:
    title = session.graph.name or session.origin.title
    if session.origin.game is not None and not session.origin.edited:
        settings = settings_query(session.algorithm, session.chosen_options)
        return {"query": urlencode({"game": session.origin.game, **settings}), "title": title}
    try:
        query = link_query(session.graph, session.algorithm, session.chosen_options)
    except LimitError as error:
        text = str(error)
        return {"refused": f"{text[:1].upper()}{text[1:]}.", "title": title}
    return {"query": urlencode(query), "title": title}


def _open(session: Session, query: Mapping[str, str]) -> None:
    if "game" in query:
        session.open_reference(GAME + query["game"])
        return
    if "graph" not in query:
        session.open_sample(query.get("sample", FIRST_SAMPLE))
        return
    loaded = unpack(query["graph"])
    session.open(loaded, Origin(loaded.graph.name or "Shared graph", shared=query["graph"]))


def _set_options(session: Session, query: Mapping[str, str]) -> None:
    given = {key.removeprefix("set."): value for key, value in query.items() if key.startswith("set.")}
    entry = algorithms.find(session.algorithm)
    parsed = parse_options(entry.name, entry.options, given)
    for option in entry.options:
        if option.name in given:
            session.set_option(entry.name, option, parsed[option.name])
