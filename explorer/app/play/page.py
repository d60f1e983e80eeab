"""The page *Play*: the open graph as a game against an opponent, with the scores of all moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

import numpy as np
import streamlit as st

from explorer.app.play import moves as play_moves
from explorer.app.play import record as play_record
from explorer.app.play.record import move_words
from explorer.app.play.state import PlayView
from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.widgets import ask, plain
from explorer.comparison.rule_effects import RuleEffects
from explorer.drawing.excerpt import surroundings
from explorer.drawing.messages.to_browser import SceneData
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.play_picture import MoveMark, PlayPicture
from explorer.expansion.checked_rules import PICTURE
from explorer.model.board_json import board_of
from explorer.model.columns import IS_INNER
from explorer.model.graph import GameGraph, Move
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, SECOND
from explorer.play.match import Ending, PlayOutcome
from explorer.play.mistake import better_words, mistake_of, result_words
from explorer.play.opponents import OPPONENTS
from explorer.play.verdicts import Judge, MoveVerdict
from explorer.play.words import loop_words, outcome_words, position_words, side_name, verdict_words, view_words
from explorer.scenes.scene import CHANCE
from explorer.solver.states import State
from explorer.trace.caption import named

_MOST_STARTS = 2_000  # positions to choose the start from
_ENDINGS: dict[Ending, tuple[Callable[..., object], str]] = {
    Ending.GOOD: (st.success, ":material/flag:"),
    Ending.EVEN: (st.info, ":material/sports_score:"),
    Ending.BAD: (st.warning, ":material/sports_score:"),
}
_MOST_PATH = 3  # positions of the play on the stage, with the current one


def show(open_graph: OpenGraph, place: Place, playing: PlayView) -> None:
    """Show the page *Play*."""
    if errors := open_graph.errors:
        st.warning(f"The graph cannot be played yet: {plain(errors[0].message)}.")
        return
    playing.stage.title = open_graph.origin.title
    playing.open()
    with st.container(key="screen"):
        controls, view = st.container(key="controls"), st.container(key="play_view")
    with controls, st.container(horizontal=True, vertical_alignment="center", key="play_buttons"):
        if not place.view_only:
            with st.popover("Sides and opponent", icon=":material/group:"):
                _show_options(playing, open_graph.playable)
        buttons = st.container(horizontal=True, vertical_alignment="center")
    start = playing.match.start
    with progress("the solver", playing.cancel, "position") as report:
        playing.prepare(report)
        playing.resume(report)
        playing.take()
        playing.prepare(report)
        playing.reply(report)
    if playing.failure or playing.judge is None:
        _show_failure(playing)
        return
    if playing.match.start != start:
        st.rerun()  # since the options show the previous start
    if playing.resume_failure:
        st.warning(plain(playing.resume_failure))
    with buttons:
        _show_buttons(playing, playing.judge)
    with view:
        left, right = st.columns([13, 9] if board_of(playing.judge.analysis.graph) else [15, 7], gap="medium")
        with left:
            _show_stage(playing, playing.judge, place.initial_scene)
        with right:
            _show_state(playing, playing.judge)
            _show_rule(open_graph, playing.match.here)
            play_moves.show_position(playing, playing.judge)
            play_moves.show(playing, playing.judge)
    play_record.show(playing, playing.judge)
    play_moves.keep_focus(playing, playing.judge)


def _show_options(playing: PlayView, graph: GameGraph) -> None:
    """Show the choice of side, opponent and start."""
    sides = [FIRST, SECOND]
    playing.side = st.radio(
        "You play",
        sides,
        index=sides.index(playing.side),
        format_func=lambda side: _capitalized(side_name(graph, side)),
        horizontal=True,
        key=f"play_side_{playing.swaps}",  # a new one after each swap or link, which shows the side
    )
    names = list(OPPONENTS)
    playing.opponent = st.selectbox(
        "Opponent",
        names,
        index=names.index(playing.opponent),
        format_func=lambda name: OPPONENTS[name].title,
        key=f"play_opponent_{playing.swaps}",
    )
    _choose_skill(playing)
    if playing.game is not None:
        _choose_start(playing, playing.game.graph)
    if playing.opponent != "exact":
        seed = ask(CHANCE, playing.seed, key=f"play_seed_{playing.swaps}")
        playing.seed = playing.seed if seed is None else seed


def _choose_skill(playing: PlayView) -> None:
    opponent = OPPONENTS[playing.opponent]
    if opponent.skill is not None:
        title, least, most = opponent.skill
        playing.skills[playing.opponent] = st.slider(
            title, least, most, playing.skill, key=f"play_skill_{playing.opponent}_{playing.swaps}"
        )
    st.caption(opponent.help)


def _choose_start(playing: PlayView, graph: GameGraph) -> None:
    """Show the choice of the start; another start begins a new play."""
    inner = (graph.ids[index] for index in np.flatnonzero(graph.is_reachable & IS_INNER[graph.columns.kinds]).tolist())
    listed = list(dict.fromkeys([playing.match.start, *islice(inner, _MOST_STARTS)]))
    start = st.selectbox(
        "Start",
        listed,
        index=0,
        format_func=_distinct_names(graph, listed),
        key=f"play_start_{playing.match.start}",
        help="The position where play begins.",
    )
    if start != playing.match.start:
        playing.begin_play(start)
        st.rerun()  # with a new select box, since the old one would report no other choice


def _distinct_names(graph: GameGraph, listed: Sequence[str]) -> Callable[[str], str]:
    """Return a function that names nodes apart, since a select box treats entries of one name as one."""
    counts = Counter(graph.node(id).name for id in listed)

    def name(id: str) -> str:
        label = graph.node(id).name
        return label if counts[label] == 1 else f"{label} ({id})"

    return name


def _show_failure(playing: PlayView) -> None:
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.warning(plain(playing.failure))
    right.button("Try again", on_click=playing.try_again, width="stretch")


def _show_buttons(playing: PlayView, judge: Judge) -> None:
    """Show the buttons for a hint, for taking back a move, and for a new play."""
    own = bool(playing.moves(judge))
    st.button("Hint", icon=":material/lightbulb:", on_click=playing.hint, disabled=not own)
    st.button("Take back", icon=":material/undo:", on_click=playing.take_back, disabled=not playing.can_take_back)
    st.button(
        "New game",
        icon=":material/restart_alt:",
        on_click=playing.begin_play,
        args=(playing.match.start,),
        disabled=not playing.match.moves,
    )
    st.button("Swap sides", icon=":material/swap_horiz:", on_click=playing.swap)
    playing.shows_scores = st.toggle(
        "Show the scores of moves",
        playing.shows_scores,
        key="play_shows",
        help="The score of every move, the distance to the end, and the score that the move gives away.",
    )


# ---- the stage


def _show_stage(playing: PlayView, judge: Judge, scene: SceneData | None) -> None:
    state = playing.match.state(judge.analysis)
    loop = playing.loop(judge)
    path = list(playing.match.ids[-_MOST_PATH:])
    if loop is not None:
        path += [judge.node(each).id for each in loop[0].cycle]
        path += [judge.node(loop[1].verdict.state).id] if loop[1] is not None else []
    if playing.shows_hint and playing.moves(judge):
        path.append(judge.node(judge.best(state)[0].state).id)
    here, part = playing.match.here, surroundings(judge.analysis.graph, playing.match.here, path)
    by_id = {judge.node(each.state).id: each for each in judge.verdicts(state)} if playing.shows_scores else {}
    picture = PlayPicture(
        here,
        _visible_scores(judge, state, part) if playing.shows_scores else {node.id: node.score for node in part.nodes},
        _move_marks(playing, judge),
        {(here, id): play_moves.opacity(judge, verdict) for id, verdict in by_id.items()},
        {id: verdict_words(judge, state, verdict, playing.side) for id, verdict in by_id.items()},
    )
    playing.show(part, picture, ColourScale.of(judge.analysis.graph), scene)


def _move_marks(playing: PlayView, judge: Judge) -> dict[Move, MoveMark]:
    """Return the marks of moves: of the play, the loop, its exit, and the hint; later ones cover earlier ones."""
    ids = playing.match.ids
    marks: dict[Move, MoveMark] = dict.fromkeys(pairwise(ids), "played")
    if (loop_and_exit := playing.loop(judge)) is not None:
        loop, way = loop_and_exit
        cycle = [judge.node(state).id for state in loop.cycle]
        marks |= dict.fromkeys(zip(cycle, [*cycle[1:], cycle[0]], strict=True), "lasso")
        if way is not None:
            marks[judge.node(way.source).id, judge.node(way.verdict.state).id] = "leave"
    if playing.shows_hint and playing.moves(judge):
        best = judge.best(playing.match.state(judge.analysis))[0]
        marks[playing.match.here, judge.node(best.state).id] = "best"
    return marks


def _visible_scores(judge: Judge, here: State, part: GameGraph) -> dict[str, Score | None]:
    """Return the known scores of the visible nodes, each for the view in which play reaches the node."""
    analysis = judge.analysis
    visible = {analysis.graph.index[node.id] for node in part.nodes}
    views, waiting = {here.node: here}, [here]
    for state in waiting:  # grows while it is walked
        for after in analysis.after(state):
            if after.node in visible and after.node not in views:
                views[after.node] = after
                waiting.append(after)
    states = [views.get(index, State(index)) for index in visible]
    pairs = ((state, analysis.is_known(state)) for state in states)
    return {
        judge.node(state).id: analysis.assured_score(state, state.view) if is_known else None
        for state, is_known in pairs
    }


# ---- words


def _show_state(playing: PlayView, judge: Judge) -> None:
    """Show whose turn it is, the last move, a closed loop, or the outcome of the play."""
    graph, state = judge.analysis.graph, playing.match.state(judge.analysis)
    outcome = playing.outcome(judge)
    if outcome is not None:
        _show_outcome(playing, judge, outcome)
        _show_viewpoint(graph, playing.side)
        return
    turn = playing.turn(judge)
    if not _last_move_name(playing):
        _show_last_move(playing, judge)
    if not turn:
        st.info(f"Nothing is known beyond {plain(named(judge.node(state)).text)}: play stops here.")
        return
    words = plain(position_words(judge, state, playing.side)) if playing.shows_scores else ""
    st.markdown(f"**{_turn_words(playing, judge, turn)}.** {words}")
    if _last_move_name(playing) and playing.shows_scores:
        _show_last_move(playing, judge)
    if playing.shows_scores:
        _show_viewpoint(graph, playing.side)
    _show_loop(playing, judge)
    if playing.shows_hint and turn == playing.side:
        best = judge.best(state)[0]
        move = playing.move_name(playing.match.here, judge.node(best.state).id)
        st.info(f"Play **{plain(move)}**: {_worth_words(judge, state, best, playing.side)}.", icon=":material/star:")


def _show_rule(open_graph: OpenGraph, here: str) -> None:
    """Say what the rule about repetition does in the position: a move that it forbids, or that it ends the play."""
    unfolded = open_graph.origin.unfolded
    if unfolded is not None and here in unfolded.graph.index and (words := RuleEffects(unfolded).act(here)):
        st.caption(plain(f"{words[0].upper()}{words[1:]} (rule {unfolded.rule})."))


def _turn_words(playing: PlayView, judge: Judge, turn: int) -> str:
    """Return whose turn it is, with the last move or the node; a board shows a node better than its id."""
    graph, node = judge.analysis.graph, judge.analysis.graph.node(playing.match.here)
    who = "it is your turn" if turn == playing.side else f"{_capitalized(side_name(graph, turn))} is to move"
    if name := _last_move_name(playing):
        mover = judge.analysis.to_move(playing.match.states(judge.analysis)[-2])
        return (
            f"{'You' if mover == playing.side else _capitalized(side_name(graph, mover))} played {plain(name)}: {who}"
        )
    if board_of(graph) is not None or node.extra.get(PICTURE):
        return _capitalized(who)
    return f"At {plain(named(node).text)} {who}"


def _last_move_name(playing: PlayView) -> str:
    """Return the name of the last move; "" if it has only the name of the node after it."""
    if not playing.match.moves or playing.game is None:
        return ""
    name = playing.move_name(*playing.match.ids[-2:])
    return "" if name == named(playing.game.graph.node(playing.match.here)).text else name


def _show_outcome(playing: PlayView, judge: Judge, outcome: PlayOutcome) -> None:
    """Show the outcome of the play, as good or bad news to the user, and the mistake."""
    graph, states = judge.analysis.graph, playing.match.states(judge.analysis)
    worth = judge.analysis.assured_score(states[0], playing.side) if judge.analysis.is_known(states[0]) else None
    show, icon = _ENDINGS[outcome.ending(playing.side, worth)]
    mistake = mistake_of(judge, states, playing.side, outcome)
    result = result_words(graph, outcome, playing.side)
    if mistake is None:
        as_expected = " The start is lost against best play." if worth == -1 == playing.side * outcome.score else ""
        words = f"{result}.{as_expected}" if result else outcome_words(graph, outcome, playing.side, worth)
        show(plain(words), icon=icon)
        return
    before, after = (judge.node(state) for state in states[mistake.number : mistake.number + 2])
    name = move_words(playing, before, after)
    better = move_words(playing, before, judge.node(mistake.better.state))
    outcome_part = f"{result}:" if result else outcome_words(graph, outcome, playing.side, worth)
    words = f"{outcome_part} {name} was the mistake; {better} {better_words(graph, mistake, playing.side)}."
    show(plain(words), icon=icon)
    back = f"Back to before {plain(name)}"
    st.button(back, icon=":material/undo:", key="play_back", on_click=playing.go_back, args=(mistake.number,))


def _show_viewpoint(graph: GameGraph, side: int) -> None:
    """Show for which player the scores on this page are, unless that is clear."""
    if words := view_words(graph, side):
        st.caption(words)


def _show_last_move(playing: PlayView, judge: Judge) -> None:
    """Show the opponent's last move."""
    states = playing.match.states(judge.analysis)
    if len(states) < 2 or judge.analysis.to_move(states[-2]) == playing.side:
        return
    verdict = next(each for each in judge.verdicts(states[-2]) if each.state == states[-1])
    worth = _worth_words(judge, states[-2], verdict, playing.side) if playing.shows_scores and verdict.is_known else ""
    if _last_move_name(playing):
        st.caption(f"{_capitalized(worth)}.") if worth else None
        return
    name, words = plain(playing.move_name(*playing.match.ids[-2:])), f": {worth}" if worth else ""
    who = _capitalized(side_name(judge.analysis.graph, -playing.side))
    st.caption(f"{who} played {name}{words}.")


def _worth_words(judge: Judge, before: State, verdict: MoveVerdict, side: int) -> str:
    """Return the end of a sentence on the worth of a move; it begins with "it" where a verb follows."""
    words = plain(verdict_words(judge, before, verdict, side))
    return f"it {words}" if verdict.is_known and (verdict.keeps or verdict.loses) else words


def _show_loop(playing: PlayView, judge: Judge) -> None:
    """Show the loop that the play has closed, if any, and a button that ends the play there."""
    loop_and_exit = playing.loop(judge)
    if loop_and_exit is None:
        return
    loop, way = loop_and_exit
    st.warning(plain(loop_words(judge, loop, way, playing.side, playing.move_name)), icon=":material/sync:")
    st.button("Stop: count it as endless play", on_click=playing.end_endless, icon=":material/all_inclusive:")


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]
