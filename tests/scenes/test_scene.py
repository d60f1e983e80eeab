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
from explorer.games.samples import sample_names, scene_query
from explorer.model.errors import ExplorerError
from explorer.scenes.link import MOST_STEP, pack, unpack
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
    with_graph,
)
from explorer.trace.options import ENDLESS, Option
from explorer.unwinding import TreeView
from explorer.unwinding.limits import LEAST_BUDGET, MOST_BUDGET, MOST_LEVELS

SEARCHES = st.sampled_from(algorithms.for_explore())
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
WORTHS = st.fractions() | st.integers() | st.sampled_from([float("inf"), float("-inf"), 0.5])
GRAPHS = st.sampled_from(
    ["", *(f"sample:{name}" for name in sample_names()), "game:nim?heaps=1%2C+2", pack(figure_1())]
)


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
        tree=draw(st.sampled_from(list(TreeView))),
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


def test_queries_that_were_written_before_stay_readable():
    scene = Scene.from_query("sample=components&algorithm=score-iteration&step=1&set.endless=16/3&set.detail=node")
    assert (scene.endless, scene.step, scene.page) == (Fraction(16, 3), 1, Page.EXPLORE)
    assert scene.options == {"detail": "node", ENDLESS: Fraction(16, 3)}
    assert scene.text() == urlencode(scene.to_query())


def test_the_value_of_endless_play_is_an_option_only_where_there_is_one():
    assert Scene(endless=1, chosen=AlgorithmChoice("depth-first")).options == {}
    assert Scene(endless=1).options == {ENDLESS: 1}


# ---- what samples and games open with


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_alone_stands_for_the_scene_that_its_file_names(name: str):
    scene = Scene.from_query({"sample": name})
    assert scene == Scene.from_query({"sample": name})
    assert replace(Scene.from_query(scene_query(name)), graph=f"sample:{name}") == scene
    assert Scene.from_query(scene.to_query()) == scene


@pytest.mark.parametrize("game", games.registered().values(), ids=lambda game: game.name)
def test_a_game_alone_stands_for_the_scene_that_its_entry_names(game: games.Game):
    scene, graph = Scene.from_query({"game": game.name}), f"game:{game.name}"
    assert scene == replace(Scene.from_query(game.scene_with({})), graph=graph)
    assert Scene.from_query({"game": game.name, "algorithm": FIRST_ALGORITHM}) == Scene(graph=graph)
    assert Scene.from_query({"game": game.name, "page": "play"}) == Scene(Page.PLAY, graph)
    assert Scene.from_query(scene.to_query()) == scene


# ---- what cannot be


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("page=lobby", "page must be one of explore, expand"),
        ("sample=../../etc/passwd", "no sample"),
        ("sample=figure-1&game=nim", "one of sample, game"),
        ("algorithm=nothing", "no algorithm 'nothing'"),
        ("algorithm=expansion", "expansion is shown on the page Expand"),
        ("set.endless=much", "endless"),
        ("step=x", "step must be a whole number"),
        ("tree=oak", "tree must be one of depth, unravelled"),
        ("opponent=me", "opponent must be one of exact, erring"),
        ("moves=0.-1", "moves must be numbers of moves such as 0.2.1"),
        ("moves=0" + ".0" * MOST_MOVES, "moves must be 1,000 moves at most; got 1,001"),
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


# ---- graphs in scenes


def test_a_scene_can_hold_its_graph():
    scene = with_graph(Scene(step=2), figure_1())
    assert unpack(Scene.from_query(scene.text()).graph).graph == figure_1()
