"""Scenes: one encoding, both ways, and one sentence for what cannot be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1

from explorer import algorithms, games
from explorer.algorithms import AlgorithmChoice
from explorer.comparison.align import AlignedBy
from explorer.games.samples import sample_names, scene_query
from explorer.model.errors import ExplorerError, LimitError
from explorer.scenes.link import HOST_ROOM, MOST_CHARACTERS, MOST_STEP, pack, unpack
from explorer.scenes.scene import (
    EXPANSION,
    FIRST_ALGORITHM,
    MODES,
    MOST_MOVES,
    OPPONENTS,
    SIDES,
    Page,
    Scene,
    is_field,
    read_scene,
    sample_scene,
    with_graph,
)
from explorer.trace.options import ENDLESS, Option
from explorer.unwinding import View
from explorer.unwinding.limits import LEAST_BUDGET, MOST_BUDGET, MOST_LEVELS

SEARCHES = st.sampled_from(algorithms.for_explore())
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
WORTHS = st.fractions() | st.integers() | st.sampled_from([float("inf"), float("-inf"), 0.5])
GRAPHS = st.sampled_from(
    ["", *(f"sample:{name}" for name in sample_names()), "game:nim?heaps=1%2C+2", pack(figure_1())]
)
LESSON = "sample=figure-1&algorithm=score-iteration&step=2&select=a&page=unwind&tree=depth&depth=3&lecture=1"


def values(option: Option) -> st.SearchStrategy[Any]:
    """Values that an option can have."""
    if option.choices is not None:
        return st.sampled_from(list(option.choices))
    if isinstance(option.default, bool):
        return st.booleans()
    if isinstance(option.default, int) and option.minimum is not None and option.maximum is not None:
        return st.integers(int(option.minimum), int(option.maximum))
    if option.default == ():
        return st.lists(TEXTS.map(str.strip).filter(bool), max_size=3).map(tuple)
    return st.just(option.default)


@st.composite
def chosen(draw: st.DrawFn, name: str, *, worth: bool = False) -> AlgorithmChoice:
    """An algorithm with some of its options, that for endless play only if `worth`."""
    options = [option for option in algorithms.find(name).options if worth or option.name != ENDLESS]
    drawn = {option.name: draw(WORTHS if option.name == ENDLESS else values(option)) for option in options}
    return AlgorithmChoice(name, drawn)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    page = draw(st.sampled_from(list(Page)))
    return Scene(
        page=page,
        graph=draw(GRAPHS),
        chosen=draw(chosen(EXPANSION if page is Page.EXPAND else draw(SEARCHES))),
        step=draw(st.integers(0, 99) | st.just(MOST_STEP)),
        selected=draw(TEXTS),
        endless=draw(WORTHS | st.just(0)),
        tree=draw(st.sampled_from(list(View))),
        depth=draw(st.integers(0, MOST_LEVELS)),
        budget=draw(st.integers(LEAST_BUDGET, MOST_BUDGET)),
        left=draw(chosen(draw(SEARCHES), worth=True)),
        right=draw(chosen(draw(SEARCHES), worth=True)),
        mode=draw(st.sampled_from(["", *MODES])),
        start=draw(TEXTS),
        side=draw(st.sampled_from(SIDES)),
        opponent=draw(st.sampled_from(OPPONENTS)),
        skill=draw(st.integers(0, 10)),
        chance=draw(st.integers(0, 99)),
        moves=tuple(draw(st.lists(st.integers(0, 200), max_size=9))),
        ended=draw(st.booleans()),
        lecture=draw(st.booleans()),
        ask=draw(st.integers(0, 99)),
        view_only=draw(st.booleans()),
    )


# ---- both ways


@given(scenes())
def test_a_scene_comes_back_from_its_query_and_from_its_text(scene: Scene):
    assert Scene.from_query(scene.to_query()) == scene
    assert Scene.from_query(scene.text()) == scene
    assert Scene.from_query(scene.text()).to_query() == scene.to_query()


@given(scenes())
def test_the_address_is_the_query_and_its_path_the_page(scene: Scene):
    address = scene.address() | ({"page": scene.path} if scene.path else {})
    assert Scene.from_query(address) == scene
    assert all(is_field(name) for name in scene.to_query())


@given(scenes().filter(lambda scene: len(scene.text()) < 7_000))
def test_a_link_is_followed_to_the_same_scene(scene: Scene):
    parts = urlsplit(scene.link("https://example.org/games"))
    assert parts.path == f"/games/{scene.path}"
    page = {} if scene.page is Page.EXPLORE else {"page": parts.path.rpartition("/")[2]}
    assert Scene.from_query(dict(parse_qsl(parts.query, keep_blank_values=True)) | page) == scene


def test_what_lessons_write_is_read():
    scene = Scene.from_query(LESSON)
    assert scene == Scene(Page.UNWIND, "sample:figure-1", step=2, selected="a", depth=3, lecture=True)


def test_queries_that_were_written_before_stay_readable():
    scene = Scene.from_query("sample=components&algorithm=score-iteration&step=1&set.endless=16/3&set.detail=node")
    assert (scene.endless, scene.step, scene.page) == (Fraction(16, 3), 1, Page.EXPLORE)
    assert scene.options == {"detail": "node", ENDLESS: Fraction(16, 3)}
    assert scene.text() == urlencode(scene.to_query())


def test_the_modes_are_the_ways_to_align_two_runs():
    assert list(AlignedBy) == list(MODES)


def test_no_field_of_a_play_is_called_as_a_parameter_of_a_game_which_links_may_name_beside_it_by_mistake():
    parameters = {option.name for game in games.registered().values() for option in game.parameters}
    options = {option.name for entry in algorithms.registered().values() for option in entry.options}
    written = Scene(start="a", side="second", opponent="erring", skill=3, chance=2, moves=(0,), ended=True).to_query()
    assert written.keys() == {"algorithm", "from", "side", "opponent", "skill", "chance", "moves", "ended"}
    assert not (written.keys() - {"algorithm"}) & (parameters | options)


def test_the_moves_of_a_play_are_short_in_the_address():
    scene = Scene(Page.PLAY, "sample:figure-1", moves=(1, 10, 0))
    assert scene.address()["moves"] == "1.10.0"
    assert Scene.from_query("page=play&moves=").moves == ()


def test_the_last_step_is_written_as_such():
    assert Scene.from_query("sample=figure-1&algorithm=minimax&step=last").step == MOST_STEP
    assert Scene.from_query(f"step={MOST_STEP}").to_query()["step"] == "last"


def test_the_value_of_endless_play_is_an_option_only_where_there_is_one():
    assert Scene(endless=1, chosen=AlgorithmChoice("depth-first")).options == {}
    assert Scene(endless=1).options == {ENDLESS: 1}


# ---- what samples and games open with


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_alone_stands_for_the_scene_that_its_file_names(name: str):
    scene = sample_scene(name)
    assert scene == Scene.from_query({"sample": name})
    assert replace(Scene.from_query(scene_query(name)), graph=f"sample:{name}") == scene
    assert Scene.from_query(scene.to_query()) == scene


@pytest.mark.parametrize("name", sample_names())
def test_a_step_moves_within_the_scene_of_a_sample_and_an_algorithm_leaves_it(name: str):
    assert Scene.from_query({"sample": name, "step": "1"}) == replace(sample_scene(name), step=1)
    graph = f"sample:{name}"
    assert Scene.from_query({"sample": name, "algorithm": FIRST_ALGORITHM}) == Scene(graph=graph)
    assert Scene.from_query({"sample": name, "page": "play"}) == Scene(Page.PLAY, graph)


@pytest.mark.parametrize("game", games.registered().values(), ids=lambda game: game.name)
def test_a_game_alone_stands_for_the_scene_that_its_entry_names(game: games.Game):
    scene, graph = Scene.from_query({"game": game.name}), f"game:{game.name}"
    assert scene == replace(Scene.from_query(game.scene), graph=graph)
    assert Scene.from_query({"game": game.name, "algorithm": FIRST_ALGORITHM}) == Scene(graph=graph)
    assert Scene.from_query({"game": game.name, "page": "play"}) == Scene(Page.PLAY, graph)
    assert Scene.from_query(scene.to_query()) == scene


# ---- what cannot be


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("page=lobby", "page must be one of explore, expand"),
        ("sample=nothing", "no sample 'nothing'"),
        ("sample=../../etc/passwd", "no sample"),
        ("game=nothing", "no game 'nothing'"),
        ("game=nim?heaps", "name?parameter=value"),
        ("graph=zz", "the graph in the link is damaged"),
        ("graph=B12", "newer version"),
        ("graph=", "the graph in the link is damaged"),
        ("sample=figure-1&game=nim", "one of sample, game"),
        ("algorithm=nothing", "no algorithm 'nothing'"),
        ("algorithm=expansion", "expansion is shown on the page Expand"),
        ("page=expand&algorithm=minimax", "the page Expand shows expansion"),
        ("set.colour=red", "no option 'colour'"),
        ("set.detail=all", "detail must be one of"),
        ("set.endless=much", "endless"),
        ("step=-1", "step must lie between"),
        ("step=x", "step must be a whole number"),
        ("step=" + "9" * 30, "step must lie between"),
        ("depth=99", "depth must lie between 0 and 60"),
        ("tree=oak", "tree must be one of depth, unravelled"),
        ("budget=1", "budget must lie between"),
        ("left=nothing", "no algorithm 'nothing'"),
        ("right=expansion", "page Compare"),
        ("left.table=naive", "depth-first has no option 'table'"),
        ("mode=both", "mode must be one of step, visit"),
        ("side=third", "side must be one of first, second"),
        ("opponent=me", "opponent must be one of exact, erring"),
        ("skill=11", "skill must lie between 0 and 10"),
        ("chance=x", "chance must be a whole number"),
        ("moves=0.-1", "moves must be numbers of moves such as 0.2.1"),
        ("moves=0..1", "moves must be numbers of moves"),
        ("moves=0" + ".0" * MOST_MOVES, "moves must be 1,000 moves at most; got 1,001"),
        ("ended=perhaps", "ended must be yes or no"),
        ("lecture=perhaps", "lecture must be yes or no"),
        ("ask=me", "ask must be a whole number"),
        ("view=all", "view must be one of only"),
        ("algoritm=minimax", "no field 'algoritm'"),
        ("step=1&step=2", "step is given twice"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence_that_names_the_field(query: str, said: str):
    with pytest.raises(ExplorerError) as caught:
        Scene.from_query(query)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(read_scene(query)[1]) == 1


def test_what_can_be_read_is_kept_beside_what_cannot():
    scene, refused = read_scene({"sample": "ladder-3", "algorithm": "guess", "step": "x", "depth": "2", "utm": "7"})
    assert (scene.graph, scene.algorithm, scene.depth) == ("sample:ladder-3", FIRST_ALGORITHM, 2)
    assert len(refused) == 3


@given(st.dictionaries(st.sampled_from([*"abc", "page", "graph", "step", "tree", "left", "set.a"]), TEXTS) | TEXTS)
def test_nonsense_never_gives_more_than_sentences(query: Any):
    scene, refused = read_scene(query)
    assert Scene.from_query(scene.to_query()) == scene
    assert all(str(error) for error in refused)


@pytest.mark.parametrize(
    "wrong",
    [
        {"step": -1},
        {"depth": 1_000},
        {"budget": 0},
        {"mode": "both"},
        {"side": "max"},
        {"opponent": ""},
        {"skill": 11},
        {"moves": (-1,)},
        {"moves": (0,) * (MOST_MOVES + 1)},
        {"graph": "file.json"},
        {"page": Page.EXPAND},
        {"chosen": AlgorithmChoice(EXPANSION)},
        {"chosen": AlgorithmChoice(FIRST_ALGORITHM, {ENDLESS: 1})},
    ],
)
def test_a_scene_that_cannot_be_shown_is_not_made(wrong: dict[str, Any]):
    with pytest.raises(ExplorerError):
        Scene(**wrong)


# ---- graphs in scenes


def test_a_scene_can_hold_its_graph():
    scene = with_graph(Scene(step=2), figure_1())
    assert unpack(Scene.from_query(scene.text()).graph).graph == figure_1()


def test_a_scene_that_no_link_can_hold_is_refused():
    with pytest.raises(LimitError, match=f"{MOST_CHARACTERS:,} characters"):
        with_graph(Scene(selected="x" * MOST_CHARACTERS), figure_1())


def test_a_scene_may_have_the_most_characters_and_no_more():
    room = MOST_CHARACTERS - HOST_ROOM - len(with_graph(Scene(selected="x"), figure_1()).text())
    assert with_graph(Scene(selected="x" * (room + 1)), figure_1()).graph
    with pytest.raises(LimitError):
        with_graph(Scene(selected="x" * (room + 2)), figure_1())
