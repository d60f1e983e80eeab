"""Graphs that students hand in to the class: small pictures with a verdict, and the page of the one that all see."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import astuple, dataclass

from explorer.drawing.thumbnail import alternative, thumbnail
from explorer.formats import dump, load_bytes
from explorer.model.check import playable
from explorer.model.errors import ExplorerError, LimitError, brief, sentence
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.room.class_page import class_page, lesson_of_graph
from explorer.scenes.scene import Scene, with_graph
from explorer.solver import solve

MOST_NODES, MOST_MOVES = 200, 1_000  # of a graph that is handed in
MOST_BYTES = 100_000  # of it as a file
MOST_GRAPHS = 300  # of a class
SECONDS_BETWEEN = 3.0  # two graphs of a browser
MOST_PAGE = 2_000_000  # bytes of the page that all get, compressed

_FILE = "graph.game.json"
_TABLES = """
CREATE TABLE IF NOT EXISTS hand_ins (
  id INTEGER PRIMARY KEY AUTOINCREMENT, browser TEXT NOT NULL UNIQUE, time REAL NOT NULL, title TEXT NOT NULL,
  verdict TEXT NOT NULL, is_sound INTEGER NOT NULL, picture TEXT NOT NULL, alternative TEXT NOT NULL,
  link TEXT NOT NULL, endless TEXT NOT NULL, content BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS graph_page (
  number INTEGER PRIMARY KEY CHECK (number = 0), hand_in INTEGER NOT NULL, content BLOB NOT NULL
);
"""


@dataclass(frozen=True)
class HandIn:
    """A graph for the class, without a name of who drew it.

    Attributes
    ----------
    verdict : the score of the root, or the first thing that is wrong with the graph.
    is_sound : whether algorithms can run on it.
    picture, alternative : a small picture as SVG, and a description for those who do not see it.
    link : the path at which the program shows the graph; its first page if no link can hold the graph.
    endless : the value of endless play, as a scene has it.
    content : the graph as a file.
    """

    title: str
    verdict: str
    is_sound: bool
    picture: str
    alternative: str
    link: str
    endless: str
    content: bytes

    @classmethod
    def of(cls, graph: GameGraph, endless: Score) -> HandIn:
        """Return a graph as it is handed in, with its verdict under a value of endless play.

        Raises
        ------
        LimitError
            If it is empty or too large for a class.
        """
        content = _content_of(graph)
        try:
            verdict, is_sound = _verdict(graph, endless), True
        except ExplorerError as error:
            verdict, is_sound = sentence(error), False
        title, scene = brief(graph.name or "Untitled"), Scene(endless=endless)
        return cls(
            title,
            verdict,
            is_sound,
            thumbnail(graph),
            alternative(graph),
            _path_of(scene, graph),
            scene.text(),
            content,
        )

    def page(self, link: str) -> bytes:
        """Return the page on which a class sees the graph with a run.

        Parameters
        ----------
        link : the address of the class.

        Raises
        ------
        ExplorerError
            If algorithms cannot run on the graph, or its run is too large.
        """
        graph = playable(load_bytes(_FILE, self.content).graph)
        lesson, files = lesson_of_graph(graph, Scene.from_query(self.endless))
        page = class_page(lesson, files, [[]], link=link, program=self.link)
        if len(page) > MOST_PAGE:
            raise LimitError("the run on this graph is too long for the class; open the graph in the program")
        return page


def _path_of(scene: Scene, graph: GameGraph) -> str:
    """Return the path at which the program shows a scene of a graph."""
    try:
        return f"/?{with_graph(scene, graph).text()}"
    except LimitError:
        return "/"


def _content_of(graph: GameGraph) -> bytes:
    """Return a graph as a file.

    Raises
    ------
    LimitError
        If it is empty or too large for a class.
    """
    nodes, moves = len(graph.nodes), len(graph.moves)
    if not nodes:
        raise LimitError("the graph is empty; draw or open one before you hand it in")
    if nodes > MOST_NODES or moves > MOST_MOVES:
        raise LimitError(
            f"the graph has {nodes:,} nodes and {moves:,} moves; a class takes at most {MOST_NODES:,} nodes and "
            f"{MOST_MOVES:,} moves, so hand in a smaller graph"
        )
    content = dump(graph, "game-json")
    if len(content) > MOST_BYTES:
        raise LimitError(
            f"the graph has {len(content):,} bytes with its texts, and a class takes {MOST_BYTES:,}; shorten them"
        )
    return content


def _verdict(graph: GameGraph, endless: Score) -> str:
    """Return the score of the root in words.

    Raises
    ------
    GraphError
        If the graph has errors.
    """
    solution = solve(graph, endless=endless)
    least, most = map(format_score, solution.interval)
    score = least if least == most else f"between {least} and {most}"
    depends = solution.lower[solution.root] != solution.upper[solution.root]
    worth = f", with endless play worth {format_score(endless)}" if depends else ""
    return f"Score of {brief(graph.node(solution.root).name)}: {score}{worth}"


class HandIns:
    """The graphs of the class in the file of its room, one for each browser."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(_TABLES)

    def put(self, browser: str, hand_in: HandIn) -> int:
        """Store a graph in place of the browser's earlier one, and return its number.

        Raises
        ------
        LimitError
            If the browser is too quick, or the class has too many graphs.
        """
        now = time.time()
        row = self._connection.execute("SELECT time FROM hand_ins WHERE browser = ?", (browser,)).fetchone()
        if row is None and self.count() >= MOST_GRAPHS:
            raise LimitError(
                f"the class has {MOST_GRAPHS:,} graphs, the most that it takes; the lecturer can remove some"
            )
        if row is not None and 0 <= now - row[0] < SECONDS_BETWEEN:
            raise LimitError("this browser has handed in a graph a moment ago; wait a few seconds")
        stored = self._connection.execute(
            "INSERT OR REPLACE INTO hand_ins (browser, time, title, verdict, is_sound, picture, alternative, link, "
            "endless, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (browser, now, *astuple(hand_in)),
        )
        return stored.lastrowid or 0

    def count(self) -> int:
        """Return the number of graphs."""
        return int(self._connection.execute("SELECT count(*) FROM hand_ins").fetchone()[0])

    def newest_first(self) -> list[tuple[int, HandIn]]:
        """Return all graphs with their numbers."""
        rows = self._connection.execute(
            "SELECT id, title, verdict, is_sound, picture, alternative, link, endless, content FROM hand_ins "
            "ORDER BY id DESC"
        )
        return [
            (id, HandIn(title, verdict, bool(is_sound), picture, alternative, link, endless, content))
            for id, title, verdict, is_sound, picture, alternative, link, endless, content in rows
        ]

    def find(self, id: int) -> HandIn | None:
        """Return the graph with a number, None if there is none."""
        return dict(self.newest_first()).get(id)

    def remove(self, id: int) -> None:
        """Forget a graph; a class that sees it goes on to see it."""
        self._connection.execute("DELETE FROM hand_ins WHERE id = ?", (id,))

    @property
    def shown_id(self) -> int:
        """The number of the graph that the class sees, 0 while it sees the lesson."""
        row = self._connection.execute("SELECT hand_in FROM graph_page").fetchone()
        return 0 if row is None else int(row[0])

    def page(self) -> bytes:
        """Return the page of the graph that the class sees, compressed by gzip."""
        row = self._connection.execute("SELECT content FROM graph_page").fetchone()
        return b"" if row is None else bytes(row[0])

    def set_page(self, id: int, content: bytes) -> None:
        """Have the class see the page of a graph; with the number 0 the lesson again."""
        if id:
            self._connection.execute("INSERT OR REPLACE INTO graph_page VALUES (0, ?, ?)", (id, content))
        else:
            self._connection.execute("DELETE FROM graph_page")
