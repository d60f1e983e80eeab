"""Ways to open a graph other than a sample: a file, pasted text, an empty page, a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from explorer import formats
from explorer.app import generators
from explorer.app.browser import is_dark
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.session import Session, current
from explorer.app.widgets import numbered_css, plain, pressed
from explorer.comparison.expected import answer_kinds
from explorer.drawing import bundle
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.thumbnail import alternative, thumbnail
from explorer.intake import Assembled
from explorer.intake.memory import give_back
from explorer.model.check import Problem, count_of, errors_in, without_notes
from explorer.model.errors import ExplorerError, sentence
from explorer.model.graph import Convention, GameGraph
from explorer.model.words import counted
from explorer.stage import Stage

WAYS = {"upload": "Upload a file", "paste": "Paste text", "draw": "New graph", "generate": "Generate"}
_WAY = "ways_to_open"
_MOST_PROBLEMS = 20
_LARGEST_PICTURE = 300  # nodes, and moves, of a graph with a preview

EXAMPLES = {
    "Lines": "> a max: b c\nc min: d a\nb = 1\nd = 2\n",
    "Tables": "from,to\na,b\na,c\nc,d\nc,a\n\nid,player,score,root\na,max,,yes\nc,min,,\nb,,1,\nd,,2,\n",
    "JSON": """{"root": "a",
 "nodes": [{"id": "a", "player": "max"},
           {"id": "c", "player": "min"},
           {"id": "b", "score": 1},
           {"id": "d", "score": 2}],
 "moves": [["a", "b"], ["a", "c"], ["c", "d"], ["c", "a"]]}
""",
}
_PASTE_TITLE = "Pasted graph"
_PASTE_BOX = "paste_box"
_PASTE_CSS = f"""{numbered_css(250)}
.examples {{ display: flex; flex-wrap: wrap; align-items: center; gap: 6px; margin-bottom: 6px; font-size: 14px; }}
.examples button {{
  font: inherit; color: inherit; padding: 2px 10px; border: 1px solid var(--st-border-color); border-radius: 6px;
  background: var(--st-background-color); cursor: pointer;
}}
.examples button:hover {{ border-color: var(--st-primary-color); color: var(--st-primary-color); }}
.examples button:focus-visible {{ outline: 2px solid var(--st-primary-color); outline-offset: 1px; }}
"""


@dataclass
class PastedText:
    """The text that the user pastes or types as a graph.

    Attributes
    ----------
    text : the text, as the browser sent it last.
    number : number of texts that were opened, which the browser drops.
    """

    text: str = ""
    number: int = 0
    _assembled: tuple[str, Assembled] | None = None

    def load(self) -> Assembled:
        """Return the graph of the text, which is read once; raises `FormatError` if there is none."""
        if self._assembled is None or self._assembled[0] != self.text:
            self._assembled = self.text, formats.load_text(self.text)
        return self._assembled[1]

    def use(self) -> None:
        """Begin with an empty text after this one was opened."""
        self.text, self.number, self._assembled = "", self.number + 1, None


def known_answers(open_graph: OpenGraph) -> list[str]:
    """Return a sentence if the program confirms all known answers of the open graph."""
    if (
        open_graph.origin.is_edited
        or not answer_kinds(open_graph.graph)
        or open_graph.errors
        or open_graph.contradictions()
    ):
        return []
    return ["✓ All known values of this graph agree with what was computed."]


def choose_way(name: str) -> None:
    """Have the dialog begin with one of the ways to open a graph."""
    st.session_state[_WAY] = WAYS[name]


def show(session: Session) -> None:
    """Show the dialog that opens a graph."""
    upload, paste, new, generate = st.tabs(list(WAYS.values()), on_change="rerun", key=_WAY)
    with upload:
        session.call(_show_upload)
    with paste:
        session.call(_show_paste)
    with new:
        session.call(_show_new)
    with generate:
        session.call(generators.show)
    st.caption(
        f"Graphs of up to {LARGEST_DRAWN:,} nodes that you draw, change or open are kept in this browser: see "
        "Documents, under the name of the graph."
    )


def _show_upload(opener: GraphOpener) -> None:
    file = st.file_uploader("Graph", help="; ".join(e.title for e in formats.registered().values()))
    nodes = st.file_uploader("Nodes, if the graph is a table of moves (optional)", type=["csv", "tsv", "parquet"])
    if file is not None:
        with st.container(key="uploaded"):  # which is hidden while another file comes
            _offer_input(
                opener,
                lambda: formats.load_bytes(file.name, file.getvalue(), nodes.getvalue() if nodes else None),
                file.name,
            )
    give_back()  # the memory of the parts of a large file


def _show_paste(open_graph: OpenGraph, pasting: PastedText, opener: GraphOpener) -> None:
    component = st.components.v2.component(_PASTE_BOX, js=bundle.built("paste_box"), css=_PASTE_CSS)
    data = {
        "session": open_graph.token,
        "number": pasting.number,
        "text": pasting.text,
        "examples": [{"title": title, "text": text} for title, text in EXAMPLES.items()],
    }
    left, right = st.columns([3, 2])
    with left:
        component(data=data, key=_PASTE_BOX, height="content", on_text_change=_take_text)
        st.caption(
            "Any other text that can be uploaded is read, too: GraphML, DOT, GML, lists of edges, parity games …"
        )
    with right:
        if pasting.text.strip():
            _offer_input(opener, pasting.load, _PASTE_TITLE, pasting.use)
        else:
            st.caption("The graph appears here as you type, and what is wrong in which line.")
            _show_disabled_button(_PASTE_TITLE)


def _take_text() -> None:
    session, text = current(), (st.session_state.get(_PASTE_BOX) or {}).get("text")
    if session is not None and isinstance(text, str):
        session.of(PastedText).text = text


def _show_new(opener: GraphOpener) -> None:
    """Show the choices for an empty graph, and the button that begins it."""
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
        opener.open_new(Assembled.of(empty), "My graph")
        st.rerun()


def _offer_input(
    opener: GraphOpener, load: Callable[[], Assembled], title: str, use: Callable[[], None] | None = None
) -> None:
    """Show the graph of an input, and open it when the user presses the button; `use` is called before."""
    place = st.empty()
    place.caption(plain(f"Reading {title} …"))  # in place of the previous input
    try:
        loaded = load()
    except ExplorerError as error:
        with place.container():
            st.error(plain(sentence(error)))
            _show_disabled_button(title)
        return
    with place.container():
        _show_offer(opener, loaded, title, use)


def _show_offer(opener: GraphOpener, loaded: Assembled, title: str, use: Callable[[], None] | None) -> None:
    """Show a graph with its problems, and the button that opens it."""
    graph = loaded.graph
    nodes, moves = len(graph.nodes), len(graph.moves)
    if 0 < nodes <= _LARGEST_PICTURE and moves <= _LARGEST_PICTURE:
        st.image(thumbnail(graph, dark=is_dark()), width="content", alt=alternative(graph))
    if not nodes:
        st.error("It contains no node that can be kept.")
        _show_disabled_button(title)
    elif pressed(f"Open it: {counted(nodes, 'node')}, {counted(moves, 'move')}", type="primary", key=f"open_{title}"):
        if use is not None:
            use()
        opener.open_new(loaded, graph.name or title)
        st.rerun()
    _show_problems(list(without_notes(loaded.problems)))


def _show_disabled_button(title: str) -> None:
    """Show a disabled button while there is no graph to open."""
    st.button("Open it", disabled=True, key=f"open_no_{title}")


def open_dropped(stage: Stage, opener: GraphOpener) -> None:
    """Open a file that the user dropped on the page, or show on the canvas why it cannot be opened."""
    dropped = stage.dropped_file()
    if dropped is None:
        return
    name, content = dropped
    try:
        loaded = formats.load_bytes(name, content)
    except ExplorerError as error:
        stage.order(text=f"{error}.")
        return
    if loaded.graph.nodes:
        opener.open_new(loaded, loaded.graph.name or name)
    else:
        stage.order(text=f"{name} contains no node that can be kept.")


def _show_problems(problems: list[Problem]) -> None:
    """Show the first problems of a graph, and the numbers of its errors and warnings."""
    if not problems:
        return
    errors = count_of(errors_in(problems))
    listed = "\n".join(f"- {problem}" for problem in problems[:_MOST_PROBLEMS])
    more = f"\n- … and {len(problems) - _MOST_PROBLEMS} more" if len(problems) > _MOST_PROBLEMS else ""
    counts = {"error": errors, "warning": count_of(problems) - errors}
    summary = " and ".join(counted(number, noun) for noun, number in counts.items() if number)
    if sum(counts.values()) > len(problems):
        summary += f" of {counted(len(problems), 'kind')}"
    remark = "; the valid part is kept" if errors else ""
    (st.warning if errors else st.info)(f"{summary}{remark}:\n{listed}{more}")


def file_stem(open_graph: OpenGraph) -> str:
    """Return the name for a file of the open graph, without a suffix."""
    title = open_graph.origin.sample or open_graph.origin.title or "graph"
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in title).strip("-") or "graph"
