"""Where graphs come from, but for the samples, which the bar has: a file, pasted text, an empty page, a game."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from explorer import formats
from explorer.app import generators
from explorer.app.state import Session
from explorer.app.widgets import plain, pressed
from explorer.comparison.expected import known
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.model.check import Problem, count_of, errors_in, without_notes
from explorer.model.errors import ExplorerError
from explorer.model.graph import Convention, GameGraph
from explorer.model.intake import Assembled
from explorer.model.memory import give_back
from explorer.model.words import counted

WAYS = {"upload": "Upload a file", "paste": "Paste text", "draw": "New graph", "generate": "Generate"}
_WAY = "ways_to_open"
_MOST_PROBLEMS = 20


def known_answers(session: Session) -> list[str]:
    """What is said of the known answers of the open graph where the program finds them all."""
    if session.origin.edited or not known(session.graph) or session.errors or session.contradictions():
        return []
    return ["✓ All known values of this graph agree with what was computed."]


def choose_way(name: str) -> None:
    """Have the dialog open at one of the ways."""
    st.session_state[_WAY] = WAYS[name]


def show(session: Session) -> None:
    """Show the dialog that opens a graph."""
    upload, paste, new, generate = st.tabs(list(WAYS.values()), on_change="rerun", key=_WAY)
    with upload:
        _show_upload(session)
    with paste:
        _show_paste(session)
    with new:
        _show_new(session)
    with generate:
        generators.show(session)
    st.caption(
        f"Graphs of up to {LARGEST_DRAWN:,} nodes that you draw, change or open are kept in this browser: see "
        "Documents, under the name of the graph."
    )


def _show_upload(session: Session) -> None:
    file = st.file_uploader("Graph", help="; ".join(e.title for e in formats.registered().values()))
    nodes = st.file_uploader("Nodes, if the graph is a table of moves (optional)", type=["csv", "tsv", "parquet"])
    if file is not None:
        _offer(
            session,
            lambda: formats.load_bytes(file.name, file.getvalue(), nodes.getvalue() if nodes else None),
            file.name,
        )
    give_back()  # what the text of a large file was taken apart into, and all of it once the file is gone


def _show_paste(session: Session) -> None:
    text = st.text_area("A graph as text", height=220, placeholder="from,to\na,b\na,c\nc,a", key="pasted")
    st.caption(
        "One line for each node, as in `a max: b c`, or any text format that can be uploaded: JSON, GraphML, DOT, CSV …"
    )
    if text.strip():
        _offer(session, lambda: formats.load_text(text), "Pasted graph")


def _show_new(session: Session) -> None:
    st.write(
        "An empty page: add nodes with the buttons on the canvas or by a double-click, and moves by dragging from the "
        "rim of one node to another."
    )
    negamax = st.radio(
        "Scores are",
        [False, True],
        format_func=lambda yes: "for the player to move (negamax)" if yes else "from Max's view (minimax)",
    )
    if pressed("Start drawing", type="primary"):
        empty = GameGraph((), (), convention=Convention.NEGAMAX if negamax else Convention.MINIMAX, name="My graph")
        session.open_new(Assembled.of(empty), "My graph")
        st.rerun()


def _offer(session: Session, load: Callable[[], Assembled], title: str) -> None:
    """Say what was found in some input, and open it when the user says so."""
    found = st.empty()
    found.caption(plain(f"Reading {title} …"))  # in place of what the input before had
    try:
        loaded = load()
    except ExplorerError as error:
        found.error(plain(str(error)))
        return
    with found.container():
        _show_offer(session, loaded, title)


def _show_offer(session: Session, loaded: Assembled, title: str) -> None:
    """Show what is wrong with a graph, and the button that opens it."""
    _show_problems(list(without_notes(loaded.problems)))
    nodes, moves = len(loaded.graph.nodes), len(loaded.graph.moves)
    if not nodes:
        st.error("It contains no node that can be kept.")
    elif pressed(f"Open it: {counted(nodes, 'node')}, {counted(moves, 'move')}", type="primary", key=f"open_{title}"):
        session.open_new(loaded, loaded.graph.name or title)
        st.rerun()


def open_dropped(session: Session) -> None:
    """Open a file that was dropped on the page, or have the canvas say why that cannot be."""
    dropped = session.stage.dropped()
    if dropped is None:
        return
    name, content = dropped
    try:
        loaded = formats.load_bytes(name, content)
    except ExplorerError as error:
        session.stage.order(text=f"{error}.")
        return
    if loaded.graph.nodes:
        session.open_new(loaded, loaded.graph.name or name)
    else:
        session.stage.order(text=f"{name} contains no node that can be kept.")


def _show_problems(problems: list[Problem]) -> None:
    if not problems:
        return
    errors = count_of(errors_in(problems))
    listed = "\n".join(f"- {problem}" for problem in problems[:_MOST_PROBLEMS])
    more = f"\n- … and {len(problems) - _MOST_PROBLEMS} more" if len(problems) > _MOST_PROBLEMS else ""
    counts = {"error": errors, "warning": count_of(problems) - errors}
    said = " and ".join(counted(number, noun) for noun, number in counts.items() if number)
    if sum(counts.values()) > len(problems):
        said += f" of {counted(len(problems), 'kind')}"
    kept = "; the valid part is kept" if errors else ""
    (st.warning if errors else st.info)(f"{said}{kept}:\n{listed}{more}")


def file_stem(session: Session) -> str:
    """The name that a file of the open graph gets, without a suffix."""
    title = session.origin.sample or session.origin.title or "graph"
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in title).strip("-") or "graph"
