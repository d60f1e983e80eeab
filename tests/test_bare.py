"""The package where nothing is installed but numpy, networkx and pandas."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.bare import answer, make_bare

RUNS = """
import json
from explorer import algorithms, games, read, solve, trace
from explorer.model.errors import ExplorerError
from explorer.trace.writing import plain

said = {}
for name in ("figure-1", "example-7-1", "nim-1-2-3"):
    graph = read(f"sample:{name}")
    said[name] = plain(dict(solve(graph).scores)), len(solve(graph).frame()), list(graph.to_networkx())
    for algorithm in algorithms.registered():
        try:
            run = trace(graph, algorithm)
        except ExplorerError as error:
            said[f"{algorithm} {name}"] = str(error)
        else:
            said[f"{algorithm} {name}"] = [len(run), run.to_csv(), plain(run.result)]
print(json.dumps(said, default=str))
"""

TEXTS = """
import json
from explorer import formats, read
from explorer.model.errors import ExplorerError

graph, said = read("sample:alpha-beta-tree"), {}
for name, entry in formats.writable().items():
    try:
        data = formats.dump(graph, name)
    except ExplorerError as error:
        said[name] = str(error)
    else:
        said[name] = data.decode(errors="replace"), formats.load_bytes(f"x{entry.suffixes[0]}", data).graph.to_json()
del said["parquet"]  # the one that is no text
print(json.dumps(said))
"""

LARGE = """
import json
from explorer.comparison.benchmark import random_moves
from explorer.games.e_valuate.search import evaluate
from explorer.solver import backwards, kernels
from explorer.solver.components import components
from explorer.solver.retrograde import best_moves, retrograde
from explorer.solver.visits import visits

kernels.LARGE, backwards._MANY = 1_000, 500
arrays = random_moves(3_000)
found = retrograde(arrays)
rows = [*found.floors, *found.levels, best_moves(arrays, found, 0), *arrays.predecessors]
rows.append(components(arrays.indptr, arrays.indices))
searched = evaluate("x*y - z/x", table=True)
seen = visits(arrays.indptr, arrays.indices, 0, memo=True, most=50_000)
print(json.dumps([[row.tolist() for row in rows], seen, str(searched), kernels.can_compile()]))
"""


MODULES = """
import json
from importlib import import_module
from pkgutil import walk_packages
import explorer

said = []
for module in walk_packages(explorer.__path__, "explorer."):
    if not module.name.startswith(("explorer.app", "explorer.room", "explorer.stage", "explorer.__main__")):
        try:
            import_module(module.name)
        except ModuleNotFoundError:
            said.append(module.name)
print(json.dumps(said))
"""
BUILT_ON_ANOTHER_LIBRARY = ["explorer.drawing.picture.painting", "explorer.solver.compilation"]

MISSING = """
import json
from explorer import formats, read, to_pyvis
from explorer.cli.launch import run_app
from explorer.drawing.exports import GraphView, export
from explorer.drawing.springs import springs
from explorer.games import generate
from explorer.model.errors import LibraryError

graph, said = read("sample:figure-1"), []
for use in (
    lambda: formats.dump(graph, "parquet"),
    lambda: generate("chess-ending"),
    lambda: generate("openspiel"),
    lambda: springs(graph),
    lambda: export(GraphView(graph), "pdf"),
    lambda: to_pyvis(graph),
    lambda: run_app(None, port=None, browser=False),
):
    try:
        use()
    except LibraryError as error:
        said.append(str(error))
print(json.dumps(said))
"""
LIBRARIES = {
    "Parquet files": "pyarrow",
    "chess endings": "chess",
    "games of OpenSpiel": "open_spiel",
    "layouts": "igraph",
    "pictures": "matplotlib",
    "networks": "pyvis",
    "pages in the browser": "streamlit",
}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bare(tmp_path_factory.mktemp("bare"))


@pytest.mark.large
@pytest.mark.parametrize("code", [RUNS, TEXTS])
def test_the_core_needs_three_libraries_and_says_the_same_with_them(code: str, bare: Path):
    assert answer(code, bare) == answer(code, None)


@pytest.mark.large
def test_without_numba_a_large_graph_has_the_same_numbers(bare: Path):
    *numbers, compiles = answer(LARGE, bare)
    assert not compiles
    assert [*numbers, True] == answer(LARGE, None)


@pytest.mark.large
def test_what_needs_another_library_says_which_in_a_sentence(bare: Path):
    sentences = [f"{use} need {name}, which is not installed: pip install {name}" for use, name in LIBRARIES.items()]
    assert answer(MISSING, bare) == sentences


@pytest.mark.large
def test_every_module_can_be_imported_but_those_that_are_built_on_another_library(bare: Path):
    assert answer(MODULES, bare) == BUILT_ON_ANOTHER_LIBRARY
