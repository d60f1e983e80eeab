"""State of the page *Play*: the play so far, the opponent, and the solved graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from explorer.app.browser import canvas_aspect
from explorer.app.session.open_graph import OpenGraph
from explorer.app.views import PageView
from explorer.drawing.graph_view import GraphView
from explorer.drawing.layout import with_positions
from explorer.drawing.messages.to_browser import SceneData
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.play_picture import PlayPicture, play_data
from explorer.model.errors import ExplorerError, GraphError, OptionError, quoted, sentence
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.model.scores import Score
from explorer.model.words import counted
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.play.known import KnownGame
from explorer.play.match import LoopExit, Match, PlayLoop, PlayOutcome, better_exit, loop_of
from explorer.play.opponents import OPPONENTS, choose
from explorer.play.verdicts import Judge, MoveVerdict
from explorer.scenes.scene import MOST_MOVES, SIDES, SKILL, Page, Scene
from explorer.solver.states import State
from explorer.stage import Stage

AT_FIRST, LATER = 20_000, 1_000  # open nodes that the rules expand when play begins, and when it comes near others
_HINT = "Click a successor of the present position to move there."
_CANCELLED = "The graph was not solved, since that was cancelled."
_SIDES = dict(zip(SIDES, (FIRST, SECOND), strict=True))


@dataclass
class PlayView(PageView):
    """State of the page *Play*: one play of the open graph against an opponent.

    Attributes
    ----------
    side : the user's side.
    swaps : number of changes of side and opponent other than by their widgets.
    opponent, skills, seed : the name of the opponent, and by name the skill of each opponent.
    endless : value of endless play for Max, or for the player who moves first.
    shows_scores : whether moves are shown with their scores.
    shows_hint : whether the best move is marked.
    failure : the reason why there is no play, or "".
    pending_play : the scene whose play `resume` restores; None after that.
    resume_failure : the reason why it could not be restored, or "".
    game : the known part of the game; None before a graph is open.
    judge : the verdicts on its moves; None before it is solved.
    """

    page = Page.PLAY
    open_graph: OpenGraph
    stage: Stage = field(default_factory=lambda: Stage("play", panel=False, transport=False, hint=_HINT))
    side: int = FIRST
    swaps: int = 0
    opponent: str = "exact"
    skills: dict[str, int] = field(default_factory=dict)
    seed: int = 1
    endless: Score = 0
    shows_scores: bool = False
    shows_hint: bool = False
    failure: str = ""
    pending_play: Scene | None = None
    resume_failure: str = ""
    match: Match = field(default_factory=lambda: Match(""))
    game: KnownGame | None = None
    judge: Judge | None = None
    _version: int = -1  # of the graph
    _graph_number: int = 0
    _pending_graph_number: int = 0  # the number of the graph of `pending_play`
    _hurries: bool = False  # whether to expand as little as possible
    _solution_key: tuple[Any, ...] | None = None
    _drawn_key: tuple[Any, ...] | None = None
    _picture: PlayPicture | None = None

    # ---- as a view

    def begin(self, scene: Scene) -> None:
        """Take over side and opponent of a scene, and have `resume` restore its play."""
        if scene.page is not Page.PLAY:
            return
        self.pending_play, self._pending_graph_number, self.resume_failure = scene, self.open_graph.number, ""
        self.side, self.opponent, self.seed = _SIDES[scene.side], scene.opponent, scene.chance
        if (skill_range := OPPONENTS[scene.opponent].skill) is not None:
            _, least, most = skill_range
            self.skills[scene.opponent] = min(max(scene.skill, least), most)
        self.swaps += 1

    def in_scene(self, scene: Scene) -> Scene:
        """Return the scene with the play in it, if that is a play of the open graph."""
        if (pending := self.pending_play) is not None and self._pending_graph_number == self.open_graph.number:
            start, moves, ended = pending.start, pending.moves, pending.ended
        elif self.game is not None and self._graph_number == self.open_graph.number:
            start, moves, ended = self._play_fields(self.game.graph)
        else:
            start, moves, ended = "", (), False
        side = SIDES[0] if self.side == FIRST else SIDES[1]
        scene = replace(scene, page=self.page, start=start, moves=moves, ended=ended, side=side)
        scene = replace(scene, opponent=self.opponent, chance=self.seed)
        return scene if OPPONENTS[self.opponent].skill is None else replace(scene, skill=self.skill)

    def on_screen(self) -> GraphView:
        raise OptionError("an export shows no game that is played; Explore exports the graph")

    # ---- the graph

    def open(self) -> None:
        """Play on the open graph: continue the play if its moves are still there, else begin at the root.

        Another graph begins a new play.
        """
        graph = self.open_graph.playable
        self._open(graph, self.open_graph.version, self.open_graph.number)
        self.endless = self.open_graph.endless
        if self.pending_play is not None and self.open_graph.number != self._pending_graph_number:
            self.pending_play = None
        if self.pending_play is not None and self.game is not None:
            start = self.pending_play.start or graph.root or ""
            if start in self.game.graph.index:
                self._begin_match(start)

    def _open(self, graph: GameGraph, version: int, graph_number: int) -> None:
        if (version, graph_number) == (self._version, self._graph_number):
            return
        is_other, self._graph_number = graph_number != self._graph_number, graph_number
        if not is_other and self._grows_by(graph.rules):
            self._version = version
            return  # the same game, and this object knows more of it
        self._version, self.game = version, KnownGame(graph)
        if is_other:
            self._begin_match(graph.root or "")
        self.judge, self._solution_key, self.failure, self._hurries = None, None, "", False
        if not _has_play(self.game.graph, self.match):
            self._begin_match(graph.root or "")

    def _grows_by(self, rules: Rules | None) -> bool:
        """Return whether these very rules expand the current game."""
        return self.game is not None and rules is not None and self.game.graph.rules is rules

    def play_against(self, challenger: int, start: str) -> None:
        """Begin a play of the open graph at a node, as this player against the perfect opponent."""
        self.open()
        self.side, self.swaps = challenger, self.swaps + 1  # a new number shows the side
        self.opponent = "exact"
        self.begin_play(start)

    def begin_play(self, start: str) -> None:
        """Begin a new play."""
        self.pending_play, self.resume_failure = None, ""
        self._begin_match(start)

    def _begin_match(self, start: str) -> None:
        self.match, self.shows_hint = Match(start), False

    def prepare(self, progress: Callable[[int], None]) -> None:
        """Expand open nodes near the position by the rules, if there are rules, and solve the graph."""
        if self.failure or self.game is None:
            return
        try:
            self._expand_near(self.game, progress)
            key = (self._version, len(self.game.graph.nodes), len(self.game.graph.moves), len(self.game.rule_scores))
            if (*key, self.endless) != self._solution_key:
                analysis = Analysis.of(
                    self.game.graph, endless=self.endless, rule_scores=self.game.rule_scores, progress=progress
                )
                self.judge, self._solution_key = Judge(analysis), (*key, self.endless)
        except ExplorerError as error:
            self.failure = sentence(error)

    def cancel(self) -> None:
        """Cancel solving the graph; another try solves the known part."""
        self.failure, self._hurries = _CANCELLED, True

    def try_again(self) -> None:
        """Have the graph solved after all."""
        self.failure = ""

    def _expand_near(self, game: KnownGame, progress: Callable[[int], None]) -> None:
        """Expand enough nodes around the position, and at first a large part of the game."""
        if game.tells_values:
            game.look_around(self.match.here)
        elif self.judge is None or _is_open_near(game.graph, self.match.here):
            game.expand_near(
                self.match.here, most=LATER if self.judge or self._hurries else AT_FIRST, progress=progress
            )

    # ---- the play in an address

    def resume(self, progress: Callable[[int], None]) -> None:
        """Restore the pending play, if any; if the graph does not have it, begin a new play."""
        if self.pending_play is None or self.game is None or self.failure:
            return
        try:
            self.match = self._play_of_scene(self.game, self.pending_play, progress)
        except ExplorerError as error:
            self._begin_match(self.match.start)
            self.resume_failure = f"The play in the address could not be followed: {error}. Play begins anew."
        self.pending_play = None
        self.prepare(progress)

    def _play_of_scene(self, game: KnownGame, scene: Scene, progress: Callable[[int], None]) -> Match:
        """Return the play of a scene, move by move; expand the game on the way."""
        start = scene.start or self.match.start
        if start not in game.graph.index:
            raise GraphError(f"there is no node {quoted(start)} where it could begin")
        self._begin_match(start)
        for number, index in enumerate(scene.moves, 1):
            self._expand_near(game, progress)
            after = game.graph.successors_of(self.match.here)
            if index >= len(after):
                name = quoted(game.graph.node(self.match.here).name)
                raise GraphError(
                    f"{name} has {counted(len(after), 'move')}, and its move number {number} is none of them"
                )
            self.match = self.match.play(game.graph, after[index].id)
        if scene.ended and game.graph.node(self.match.here).kind is not Kind.LEAF:
            return self.match.agreed_endless()
        return self.match

    def _play_fields(self, graph: GameGraph) -> tuple[str, tuple[int, ...], bool]:
        """Return the start of the play, its move numbers, and whether it was ended; of a long play no moves."""
        start = "" if self.match.start == graph.root else self.match.start
        if len(self.match.moves) > MOST_MOVES:
            return start, (), False
        indices = [graph.index[id] for id in self.match.ids]
        moves = tuple(graph.successors[here].index(after) for here, after in pairwise(indices))
        return start, moves, self.match.is_endless

    # ---- the play

    def turn(self, judge: Judge) -> int:
        """Return the player to move; 0 if nobody can move or play has ended."""
        return 0 if self.match.is_endless else judge.analysis.to_move(self.match.state(judge.analysis))

    def moves(self, judge: Judge) -> Sequence[MoveVerdict]:
        """Return the verdicts on the user's moves; none if it is not the user's turn."""
        if self.turn(judge) != self.side:
            return ()
        return judge.verdicts(self.match.state(judge.analysis))

    def move_name(self, id: str, after: str) -> str:
        """Return the name of a move in the current game."""
        return after if self.game is None else self.game.move_name(id, after)

    def outcome(self, judge: Judge) -> PlayOutcome | None:
        """Return the outcome of the play; None while it goes on."""
        result = self.match.outcome(judge.analysis)
        if result is None or self.game is None or not result.is_compared or result.minimax is not None:
            return result
        return self.match.outcome(judge.analysis, self.game.value(self.match.start))

    def play(self, id: str) -> None:
        """Make a move of the user's; do nothing if the position does not have it any more."""
        if self.judge is None or id not in [self.judge.node(verdict.state).id for verdict in self.moves(self.judge)]:
            return
        self.match, self.shows_hint, self.resume_failure = self.match.play(self.judge.analysis.graph, id), False, ""

    def take(self) -> None:
        """Make the move that the user picked on the canvas since the last run."""
        if (picked := self.stage.picked_node()) is not None:
            self.play(picked)

    def reply(self, progress: Callable[[int], None]) -> None:
        """Let the opponent move until it is the user's turn, the play ends, or its own moves repeat."""
        visited: set[State] = set() if self.judge is None else set(self._states_since_move(self.judge))
        while self.judge is not None and not self.failure and self.turn(self.judge) == -self.side:
            state = self.match.state(self.judge.analysis)
            if state in visited:
                return
            visited.add(state)
            move = choose(self.opponent, self.judge, self.match, skill=self.skill, seed=self.seed)
            self.match = self.match.play(self.judge.analysis.graph, move)
            self.prepare(progress)

    def _states_since_move(self, judge: Judge) -> list[State]:
        """Return the states since the user's last move, without the current one."""
        before = self.match.states(judge.analysis)[:-1]
        last = self._last_own_move()
        return before if last is None else before[last + 1 :]

    @property
    def skill(self) -> int:
        """The skill of the current opponent."""
        return self.skills.get(self.opponent, SKILL.default if OPPONENTS[self.opponent].skill else 0)

    @property
    def can_take_back(self) -> bool:
        """Return whether the user has made a move, or has ended the play."""
        return self.match.is_endless or self._last_own_move() is not None

    def take_back(self) -> None:
        """Take back the user's last move with all later ones, or the end of the play."""
        last = self._last_own_move()
        if self.match.is_endless:
            self.match = self.match.take_back(0)
        elif last is not None:
            self.match = self.match.take_back(len(self.match.moves) - last)
        self.shows_hint = False

    def go_back(self, number: int) -> None:
        """Take back all moves but the first `number` ones."""
        self.match, self.shows_hint = self.match.take_back(len(self.match.moves) - number), False

    def _last_own_move(self) -> int | None:
        """Return the number of the user's last move; None if there is none."""
        if self.judge is None:
            return None
        before = self.match.states(self.judge.analysis)[:-1]
        own = (number for number, state in enumerate(before) if self.judge.analysis.to_move(state) == self.side)
        return max(own, default=None)

    def swap(self) -> None:
        """Play the other side from here on."""
        self.side, self.shows_hint, self.swaps = -self.side, False, self.swaps + 1

    def hint(self) -> None:
        """Show the best move as a hint."""
        self.shows_hint = True

    def end_endless(self) -> None:
        """End a play that would go on for ever."""
        self.match = self.match.agreed_endless()

    def loop(self, judge: Judge) -> tuple[PlayLoop, LoopExit | None] | None:
        """Return the loop that the play has closed, and the user's move that leaves it for more, if any."""
        result = None if self.match.is_endless else loop_of(self.match.states(judge.analysis))
        return None if result is None else (result, better_exit(judge, result, self.side))

    # ---- the stage

    def show(self, part: GameGraph, picture: PlayPicture, scale: ColourScale, scene: SceneData | None = None) -> None:
        """Mount the stage with a part of the graph and a picture of the play, coloured by a scale.

        The successors of the position can be picked if it is the user's turn.
        """
        key = (self._version, part.nodes, part.moves, not self.match.moves)  # the hint goes after the first move
        if key != self._drawn_key:
            self._drawn_key, drawing = key, with_positions(part, canvas_aspect())
            self.stage.hint = "" if self.match.moves else _HINT
            self.stage.show_graph(drawing)
            self._picture = None
        if picture != self._picture:
            self.stage.set_trace(play_data(part, picture, scale), restart=True)
            self._picture = picture
        own = self.judge is not None and self.turn(self.judge) == self.side
        picks = part.ids_after(picture.here) if own else []
        self.stage.show(picks=picks, scene=scene)


def _has_play(graph: GameGraph, match: Match) -> bool:
    """Return whether all moves of a play are moves of a graph."""
    ids = match.ids
    if match.start not in graph.index:
        return False
    return all(later in graph.ids_after(id) for id, later in pairwise(ids))


def _is_open_near(graph: GameGraph, id: str) -> bool:
    """Return whether there are open nodes within two moves of a node."""
    after = graph.successors_of(id)
    near = [graph.node(id), *after, *(node for each in after for node in graph.successors_of(each.id))]
    return any(node.kind is Kind.OPEN for node in near)
