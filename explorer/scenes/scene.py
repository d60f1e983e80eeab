"""Scenes: all that a screen shows as one value, with one encoding as a query.

The query is the address of every page, a link, what a sample opens with, what an export takes and what a slide names:

    sample=figure-1&algorithm=score-iteration&step=2&select=a&page=unwind&tree=depth&depth=3&lecture=1

What is not at its default is written, and the algorithm always.  A query that names a sample or a game, but neither
page nor algorithm, stands for the scene that the file of the sample or the entry of the game names, with what else the
query says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from explorer import algorithms, games
from explorer.algorithms import AlgorithmChoice
from explorer.games import samples
from explorer.model.errors import ExplorerError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.scenes.link import HOST_ROOM, MOST_CHARACTERS, MOST_STEP, link, pack, require_packed, too_large
from explorer.scenes.reference import GAME, SAMPLE
from explorer.trace.options import ENDLESS, endless_worth, whole_number, yes_no
from explorer.unwinding import Repetition, TreeView, unfold
from explorer.unwinding.limits import BUDGET, LEAST_BUDGET, MOST_BUDGET, MOST_LEVELS

FIRST_ALGORITHM = "score-iteration"
EXPANSION = "expansion"  # the algorithm of the page Expand
LEFT, RIGHT = "depth-first", "memoised"  # the sides of the page Compare at first
LAST = "last"  # as a step: the last one of the run
SIDES = ("first", "second")  # of the page Play: Max and Min, or in a negamax graph who moves first and who second
OPPONENTS = ("exact", "erring", "short-sighted", "random")  # of the page Play
MOST_MOVES = 1_000  # of a play that a scene holds
MODES = ("step", "visit")  # of Compare: which moments of two runs stand side by side

_SOURCES = {"sample": SAMPLE, "game": GAME, "graph": ""}  # names of the query, and how a reference of that kind begins
_SET, _SIDES = "set", ("left", "right")
_MOVES = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})*")
_WORTH = endless_worth()
_STEP = whole_number("step", "Step", 0, "The step of the run.", minimum=0, maximum=MOST_STEP)
_DEPTH = whole_number("depth", "Depth", 3, "Of the tree on the page Unwind.", minimum=0, maximum=MOST_LEVELS)
_BUDGET = whole_number(
    "budget", "Nodes at most", BUDGET, "Of the tree on the page Unwind.", minimum=LEAST_BUDGET, maximum=MOST_BUDGET
)
_ASK = whole_number("ask", "Ask me", 0, "The seed of the questions; 0 for none.", minimum=0, maximum=1_000_000)
SKILL = whole_number("skill", "Skill", 5, "Of the opponent on the page Play, if it has any.", minimum=0, maximum=10)
CHANCE = whole_number("chance", "Seed", 1, "For opponents that choose at random.", minimum=0, maximum=10**6)
_ENDED = yes_no("ended", "Ended", False, "Whether the players agreed that play goes on for ever.")
_LECTURE = yes_no("lecture", "Lecture mode", False, "Large, for the last row.")

Query = Mapping[str, str]
ReadValue = TypeVar("ReadValue")


class Page(StrEnum):
    """A page with a stage, by the path of its address."""

    EXPLORE = "explore"
    EXPAND = "expand"
    COMPARE = "compare"
    PLAY = "play"
    UNWIND = "unwind"


@dataclass(frozen=True)
class Scene:
    """State of a screen: graph, algorithm, step and view.

    Attributes
    ----------
    graph : "sample:NAME", "game:NAME?param=value" or what `explorer.scenes.link.pack` makes of a graph; "" for one
        that is told apart from the scene, as a file on the command line is.
    chosen : the algorithm of Explore, Unwind and Play; on Expand always the expansion, whose option `first` holds the
        nodes that were expanded by hand.  The value of endless play is not among its options.
    step : of the run, or on Compare the moment of both; `MOST_STEP` stands for the last.
    selected : the id of the selected node, or "".
    endless : the value of endless play.
    rule : the rule about repetition under which the graph is unfolded, as `Repetition.parse` reads it; "" for none.
    tree, depth, budget : of the page Unwind: which tree, how deep, of how many nodes at most.
    left, right, mode : of the page Compare: both sides with their options, and one of `MODES` or "" for what suits.
    start, moves, ended : of the page Play: the id of the node where play began, "" for the root; which successor each
        move chose, counted from 0; whether the players agreed that play goes on for ever.
    side, opponent, skill, chance : of the page Play: which side the user has, one of `SIDES`; the opponent, how strong
        it is, and the seed of one that chooses at random.
    lecture : large, without what only drawing needs.
    ask : the seed of the questions that the pages Explore and Expand ask before steps, 0 for none.
    view_only : the stage alone, for another page to embed.

    Raises
    ------
    OptionError
        If a number is beyond its limits, or the page does not show the algorithm.
    """

    page: Page = Page.EXPLORE
    graph: str = ""
    chosen: AlgorithmChoice = field(default_factory=lambda: AlgorithmChoice(FIRST_ALGORITHM))
    step: int = 0
    selected: str = ""
    endless: Score = 0
    rule: str = ""
    tree: TreeView = TreeView.DEPTH
    depth: int = _DEPTH.default
    budget: int = BUDGET
    left: AlgorithmChoice = field(default_factory=lambda: AlgorithmChoice(LEFT))
    right: AlgorithmChoice = field(default_factory=lambda: AlgorithmChoice(RIGHT))
    mode: str = ""
    start: str = ""
    side: str = SIDES[0]
    opponent: str = OPPONENTS[0]
    skill: int = SKILL.default
    chance: int = CHANCE.default
    moves: tuple[int, ...] = ()
    ended: bool = False
    lecture: bool = False
    ask: int = 0
    view_only: bool = False

    def __post_init__(self) -> None:
        if not self.graph.startswith((SAMPLE, GAME)) and self.graph:
            require_packed(self.graph)
        for option in (_STEP, _DEPTH, _BUDGET, _ASK, SKILL, CHANCE):
            option.parse(getattr(self, option.name))
        for name, choices in (("mode", ("", *MODES)), ("side", SIDES), ("opponent", OPPONENTS)):
            _reader_of_choice(name, choices)(getattr(self, name))
        _read_moves(_write_moves(self.moves))
        _read_rule(self.rule)
        if (self.page is Page.EXPAND) != self.chosen.entry.grows:
            raise OptionError(f"algorithm: {_wrong_page_message(self.page, self.chosen.algorithm)}")
        if ENDLESS in self.chosen.options:
            raise OptionError(f"the value of endless play is the field {ENDLESS} of a scene, not an option in it")

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return self.chosen.algorithm

    @property
    def options(self) -> dict[str, Any]:
        """The options of the algorithm that differ from their defaults, and the value of endless play if it has one."""
        heeds = self.endless != 0 and self.chosen.entry.has_option(ENDLESS)
        return {**self.chosen.options, **({ENDLESS: self.endless} if heeds else {})}

    @property
    def path(self) -> str:
        """The path of its page in an address: "" for Explore."""
        return "" if self.page is Page.EXPLORE else str(self.page)

    def to_query(self) -> dict[str, str]:
        """Return the query that `from_query` reads, the same for equal scenes."""
        query = {"page": str(self.page)} if self.page is not Page.EXPLORE else {}
        if self.graph:
            name = next(name for name, begin in _SOURCES.items() if self.graph.startswith(begin))
            query[name] = self.graph.removeprefix(_SOURCES[name])
        query |= {"algorithm": self.algorithm} | _setting_fields(_SET, self.chosen)
        if self.endless != 0:
            query[f"{_SET}.{ENDLESS}"] = _WORTH.write(self.endless)
        if self.graph or self.step:
            query["step"] = LAST if self.step == MOST_STEP else str(self.step)
        for name, each in _FIELDS.items():
            value = getattr(self, each.attribute)
            if value != each.default:
                query[name] = each.write(value)
        for side, usual, chosen in zip(_SIDES, (LEFT, RIGHT), (self.left, self.right), strict=True):
            if chosen != AlgorithmChoice(usual):
                query |= {side: chosen.algorithm} | _setting_fields(side, chosen)
        return query

    def address(self) -> dict[str, str]:
        """Return the query of the address, whose path says the page."""
        return {name: text for name, text in self.to_query().items() if name != "page"}

    def text(self) -> str:
        """Return the query as one text."""
        return urlencode(self.to_query())

    def link(self, base: str) -> str:
        """Return the address at which an app at `base` shows the scene.

        Raises
        ------
        OptionError
            If the base is not the address of a server.
        LimitError
            If it is longer than links may be.
        """
        return link(base, self.path, self.address())

    @classmethod
    def from_query(cls, query: Query | str) -> Scene:
        """Return the scene of a query.

        Raises
        ------
        ExplorerError
            If a field does not exist, or says what cannot be; a sentence that names it.

        Examples
        --------
        >>> scene = Scene.from_query("sample=figure-1&algorithm=memoised&step=2&select=a")
        >>> scene.graph, scene.algorithm, scene.step, scene.selected
        ('sample:figure-1', 'memoised', 2, 'a')
        >>> Scene.from_query(scene.text()) == scene
        True
        """
        scene, errors = read_scene(query)
        if errors:
            raise errors[0]
        return scene


def graph_under_rule(scene: Scene, graph: GameGraph) -> GameGraph:
    """Return the graph that a scene shows of a graph: unfolded by its rule about repetition, if it has one.

    Raises
    ------
    ExplorerError
        If the graph cannot be unfolded by the rule.
    """
    return unfold(graph, scene.rule, endless=scene.endless).graph if scene.rule else graph


def with_graph(scene: Scene, graph: GameGraph) -> Scene:
    """Return the scene with the whole graph in it.

    Raises
    ------
    LimitError
        If a link to it would be longer than `MOST_CHARACTERS`.
    """
    whole = replace(scene, graph=pack(graph))
    if len(whole.text()) + HOST_ROOM > MOST_CHARACTERS:
        raise too_large(graph)
    return whole


def read_scene(query: Query | str) -> tuple[Scene, list[ExplorerError]]:
    """Return the scene of the valid fields of a query, and a sentence for each other field."""
    reader = _QueryReader()
    pairs = reader.attempt(partial(_query_of_text, query), dict[str, str]()) if isinstance(query, str) else query
    return reader.scene(pairs), reader.errors


def query_of(reference: str) -> dict[str, str]:
    """Return the part of a query that names a sample or a game; empty for a file."""
    begins = {name: begin for name, begin in _SOURCES.items() if begin and reference.startswith(begin)}
    return {name: reference.removeprefix(begin) for name, begin in begins.items()}


def is_field(name: str) -> bool:
    """Return whether a query may hold this name."""
    return name in _NAMES or bool(_SETTING.fullmatch(name))


# ---- fields of one text


@dataclass(frozen=True)
class _Field:
    """Field of a scene that is one text in the query."""

    attribute: str
    default: Any
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _reader_of_choice(name: str, choices: Iterable[str]) -> Callable[[str], str]:
    """Return a function that reads one of the choices from a text of the query."""

    def read(text: str) -> str:
        if text not in choices:
            raise OptionError(f"{name} must be one of {', '.join(filter(None, choices))}; got {quoted(text)}")
        return text

    return read


def _read_moves(text: str) -> tuple[int, ...]:
    """Return the numbers of moves in a text such as "0.2.1"."""
    numbers = text.split(".") if text else []
    if numbers and not _MOVES.fullmatch(text):
        raise OptionError(f"moves must be numbers of moves such as 0.2.1; got {quoted(text)}")
    if len(numbers) > MOST_MOVES:
        raise OptionError(f"moves must be {MOST_MOVES:,} moves at most; got {len(numbers):,}")
    return tuple(map(int, numbers))


def _write_moves(moves: Iterable[int]) -> str:
    """Return the numbers of moves as a text such as "0.2.1"."""
    return ".".join(map(str, moves))


def _read_rule(text: str) -> str:
    """Return the text of a rule about repetition as `Repetition` writes it; "" for none."""
    return str(Repetition.parse(text)) if text else ""


def _write_flag(on: bool) -> str:
    """Return "1" for a flag that is on, else "0"."""
    return "1" if on else "0"


_read_page, _read_tree = _reader_of_choice("page", tuple(Page)), _reader_of_choice("tree", tuple(TreeView))
_FIELDS: dict[str, _Field] = {
    "select": _Field("selected", "", str),
    "rule": _Field("rule", "", _read_rule),
    "tree": _Field("tree", TreeView.DEPTH, lambda text: TreeView(_read_tree(text))),
    "depth": _Field("depth", _DEPTH.default, _DEPTH.parse),
    "budget": _Field("budget", BUDGET, _BUDGET.parse),
    "mode": _Field("mode", "", _reader_of_choice("mode", MODES)),
    "from": _Field("start", "", str),
    "side": _Field("side", SIDES[0], _reader_of_choice("side", SIDES)),
    "opponent": _Field("opponent", OPPONENTS[0], _reader_of_choice("opponent", OPPONENTS)),
    "skill": _Field("skill", SKILL.default, SKILL.parse),
    "chance": _Field("chance", CHANCE.default, CHANCE.parse),
    "moves": _Field("moves", (), _read_moves, _write_moves),
    "ended": _Field("ended", False, _ENDED.parse, _write_flag),
    "lecture": _Field("lecture", False, _LECTURE.parse, _write_flag),
    "ask": _Field("ask", 0, _ASK.parse),
    "view": _Field(
        "view_only", False, lambda text: bool(_reader_of_choice("view", ("only",))(text)), lambda on: "only"
    ),
}
_NAMES = frozenset(["page", *_SOURCES, "algorithm", "step", *_SIDES, *_FIELDS])
_SETTING = re.compile(rf"(?:{'|'.join((_SET, *_SIDES))})\..+", re.DOTALL)


def _setting_fields(prefix: str, chosen: AlgorithmChoice) -> dict[str, str]:
    """Return the fields of a query for the options of an algorithm, after a prefix."""
    return {f"{prefix}.{name}": text for name, text in chosen.settings.items()}


def _wrong_page_message(page: Page, algorithm: str) -> str:
    """Return the message for an algorithm that the page does not show."""
    if page is Page.EXPAND:
        return f"the page Expand shows {EXPANSION} and no other; got {quoted(algorithm)}"
    return f"{algorithm} is shown on the page Expand; choose another one for the page {page.title()}"


# ---- reading


def _query_of_text(text: str) -> dict[str, str]:
    """Return the names and values of a query that is written as one text."""
    query: dict[str, str] = {}
    for name, value in parse_qsl(text.removeprefix("?"), keep_blank_values=True):
        if name in query:
            raise OptionError(f"{name} is given twice in the scene {quoted(text)}; give it once")
        query[name] = value
    return query


class _QueryReader:
    """Reader of a query, field by field, that collects its errors."""

    def __init__(self) -> None:
        self.errors: list[ExplorerError] = []

    def attempt(self, read: Callable[[], ReadValue], otherwise: ReadValue) -> ReadValue:
        """Return the result of `read`, or the default after keeping the error."""
        try:
            return read()
        except ExplorerError as error:
            self.errors.append(error)
            return otherwise

    def scene(self, query: Query) -> Scene:
        """Return the scene of a query, with defaults where its fields are wrong."""
        for name in query:
            if not is_field(name):
                self.errors.append(OptionError(f"a scene has no field {quoted(name)}; it has {', '.join(_WORDS)}"))
        graph = self.attempt(partial(_graph_reference, query), "")
        scene = self._with_algorithm(self._initial_scene(query, graph), query)
        for name, each in _FIELDS.items():
            if name in query:
                value: Any = self.attempt(partial(each.read, query[name]), each.default)
                scene = replace(scene, **{each.attribute: value})
        left, right = (self._choice_of_side(query, side, getattr(scene, side)) for side in _SIDES)
        step = self.attempt(partial(_parse_step, query["step"]), 0) if "step" in query else scene.step
        return replace(scene, step=step, left=left, right=right)

    def _initial_scene(self, query: Query, graph: str) -> Scene:
        """Return the scene to begin with: of the page in the query, or the best one of its sample or game."""
        if "page" in query:
            page = self.attempt(lambda: Page(_read_page(query["page"])), Page.EXPLORE)
            usual = EXPANSION if page is Page.EXPAND else FIRST_ALGORITHM
            return Scene(page=page, graph=graph, chosen=AlgorithmChoice(usual))
        own = "" if "algorithm" in query else self.attempt(lambda: _own_scene(graph), "")
        return replace(self.scene(_query_of_text(own)) if own else Scene(), graph=graph)

    def _with_algorithm(self, scene: Scene, query: Query) -> Scene:
        """Return the scene with the algorithm, its options and the value of endless play that the query names."""
        worth = f"{_SET}.{ENDLESS}"
        if worth in query:
            scene = replace(scene, endless=self.attempt(partial(_WORTH.parse, query[worth]), 0))
        chosen = scene.chosen
        if "algorithm" in query:
            chosen = self.attempt(partial(_algorithm_on, scene.page, query["algorithm"]), chosen)
        return replace(scene, chosen=self._with_options(chosen, query, _SET))

    def _choice_of_side(self, query: Query, side: str, usual: AlgorithmChoice) -> AlgorithmChoice:
        """Return the algorithm on a side of Compare, with the options that the query names."""
        chosen = self.attempt(partial(_algorithm_on, Page.COMPARE, query[side]), usual) if side in query else usual
        return self._with_options(chosen, query, side)

    def _with_options(self, chosen: AlgorithmChoice, query: Query, prefix: str) -> AlgorithmChoice:
        """Return the algorithm with the options that a query names after the prefix."""
        for name, text in query.items():
            before, dot, option = name.partition(".")
            if dot and before == prefix and name != f"{_SET}.{ENDLESS}":
                chosen = self.attempt(partial(_with_option, chosen, option, text), chosen)
        return chosen


def _own_scene(graph: str) -> str:
    """Return the query of the scene that shows a sample or a game best; "" if none is named."""
    if graph.startswith(SAMPLE):
        return samples.scene_query(graph.removeprefix(SAMPLE))
    if not graph.startswith(GAME):
        return ""
    name, given = games.parse_reference(graph.removeprefix(GAME))
    return games.find(name).scene_with(given)


_WORDS = ("page", *_SOURCES, "algorithm", f"{_SET}.OPTION", "step", *_FIELDS, *_SIDES)


def _graph_reference(query: Query) -> str:
    """Return the reference to the graph that a query names; "" if it names none."""
    named = [name for name in _SOURCES if name in query]
    if len(named) > 1:
        raise OptionError(f"a scene has one graph; name it by one of {', '.join(named)}")
    if not named:
        return ""
    name, text = named[0], query[named[0]]
    if name == "sample":
        samples.sample_path(text)
    elif name == "game":
        games.find(games.parse_reference(text)[0])
    else:
        require_packed(text)
    return _SOURCES[name] + text


def _algorithm_on(page: Page, algorithm: str) -> AlgorithmChoice:
    """Return the algorithm of this name; raise OptionError if the page does not show it."""
    if algorithms.find(algorithm).grows != (page is Page.EXPAND):
        raise OptionError(f"algorithm: {_wrong_page_message(page, algorithm)}")
    return AlgorithmChoice(algorithm)


def _with_option(chosen: AlgorithmChoice, name: str, text: str) -> AlgorithmChoice:
    """Return the choice of an algorithm with another option."""
    return replace(chosen, options={**chosen.options, name: text})


def _parse_step(text: str) -> int:
    """Return the number of a step in a query, the largest for the last step."""
    return MOST_STEP if text == LAST else int(_STEP.parse(text))
