"""What the package promises to those who import it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from inspect import signature
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import mypy.api
import pytest

import explorer
from explorer.algorithms import option_types
from explorer.model import errors

ROOT = Path(explorer.__file__).parents[1]
HEAVY = ("streamlit", "pyvis", "networkx", "pandas", "numba", "altair", "IPython", "matplotlib", "urllib.request")


def test_the_public_names_are_these():
    assert sorted(explorer.__all__) == [
        "ExplanationError",
        "ExplorerError",
        "FormatError",
        "GameGraph",
        "GraphError",
        "LibraryError",
        "LimitError",
        "OptionError",
        "ReadingWarning",
        "Rules",
        "SizeError",
        "UnknownNameError",
        "algorithms",
        "as_graph",
        "compare",
        "diff",
        "from_rules",
        "path",
        "poisoned",
        "read",
        "replay",
        "shrink",
        "solve",
        "to_pyvis",
        "trace",
        "unfold",
        "verify",
        "why",
        "write",
    ]
    assert all(hasattr(explorer, name) for name in explorer.__all__)


def test_the_function_is_there_whichever_package_of_its_name_was_imported_first():
    code = "from explorer.trace import Step; import explorer; assert explorer.trace is explorer.library.trace"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_server_answers_without_the_rest_of_the_program():
    code = """if True:
        import sys
        import explorer.cli  # which begins with the process of the server
        from explorer.app import process, whole_messages
        from explorer.app.page_style import PageStyle
        assert not {"numpy", "pandas", "explorer.model", "explorer.library"} & set(sys.modules)"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_pages_are_loaded_without_the_libraries_of_charts():
    code = "import sys, explorer.app.main; assert not {'pandas', 'altair'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_graph_alone_loads_little_of_the_package():
    code = "import sys, explorer.model.graph; print(sum(name.split('.')[0] == 'explorer' for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 15


def test_imports_go_round_in_one_module_alone():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (late,) = [contract["ignore_imports"] for contract in contracts if contract["type"] == "acyclic_siblings"]
    assert {line.partition(" -> ")[0] for line in late} == {"explorer.model.conversions"}
    assert len(late) <= 14


def test_a_small_file_passes_few_modules(tmp_path):
    path, passed = tmp_path / "figure-1.graphml", set()
    explorer.write(explorer.read("sample:figure-1"), path)
    explorer.read(path)  # after which nothing is loaded any more
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: passed.add(frame.f_code.co_filename) if event == "call" else None)
    try:
        explorer.read(path)
    finally:
        sys.setprofile(before)
    assert 10 < len([name for name in passed if Path(name).is_relative_to(ROOT / "explorer")]) <= 17


def test_the_public_names_are_seen_before_they_are_loaded():
    code = """if True:
        import sys, explorer
        assert not {"numpy", "explorer.model", "explorer.library"} & set(sys.modules)
        assert set(dir(explorer)) >= {*explorer.__all__}
        from explorer import *
        assert solve(GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "score": 1}], "moves": []})).score == 1"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_error_of_the_package_is_an_explorer_error():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert all(issubclass(kind, explorer.ExplorerError) for kind in kinds)
    assert {kind.__name__ for kind in kinds} <= set(explorer.__all__)


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (explorer.read, ["path", "root"]),
        (explorer.write, ["graph", "path"]),
        (explorer.solve, ["graph", "endless"]),
        (explorer.compare, ["graph", "contenders", "limits", "progress", "observe"]),
        (explorer.from_rules, ["rules", "positions", "progress"]),
        (explorer.poisoned, ["graph", "algorithm", "to_end", "limits", "progress"]),
        (explorer.shrink, ["graph", "predicate", "tries", "progress", "found"]),
        (explorer.trace, ["graph", "algorithm", "limits", "from_step", "progress", "options"]),
        (explorer.why, ["graph", "node", "endless"]),
        (explorer.GameGraph.from_json, ["data"]),
        (explorer.as_graph, ["given", "root", "max", "convention", "lost_without_moves"]),
        (explorer.GameGraph.from_networkx, ["graph", "root"]),
        (explorer.GameGraph.from_frames, ["moves", "nodes", "root", "convention"]),
    ],
)
def test_signatures_stay(function, parameters):
    assert list(signature(function).parameters) == parameters


def test_the_example_of_the_design_works(tmp_path):
    graph = explorer.GameGraph.from_json(
        {
            "root": "a",
            "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": "5/2"}, {"id": "c", "player": "min"}],
            "moves": [["a", "b"], ["a", "c"], ["c", "a"]],
        }
    )
    explorer.write(graph, tmp_path / "x.game.json")
    solution = explorer.solve(explorer.read(tmp_path / "x.game.json"), endless=0)
    assert (str(solution.score), solution.lower["c"], solution.best["a"]) == ("5/2", solution.upper["b"], "b")
    trace = explorer.trace(graph, "score-iteration")
    assert trace.result["steps"] == len(trace) - 2
    assert list(trace.table().columns) == ["a", "b", "c"]


@pytest.mark.large
def test_a_plain_import_loads_nothing_heavy():
    program = f"import sys, explorer, explorer.cli; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.large
@pytest.mark.parametrize(
    "command", [["solve"], ["trace", "--algorithm", "memoised"], ["check"], ["convert", "-", "--to", "dot"]]
)
def test_a_small_graph_needs_nothing_that_is_for_large_ones(command):
    name, *options = command
    program = (
        f"import sys; from explorer.cli import main; code = main(['{name}', 'sample:figure-1', *sys.argv[1:]]); "
        "print(code, [name for name in ('pandas', 'numba', 'pyarrow') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program, *options], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


@pytest.mark.large
def test_a_small_file_of_any_format_is_written_and_read_without_what_is_for_large_ones(tmp_path):
    """Formats that cannot hold the graph refuse it; Arrow reads tables of Parquet, and takes apart those of text."""
    program = (
        "import sys; from explorer import formats; from explorer.games import samples\n"
        "from explorer.model.errors import ExplorerError\n"
        "for name, format in formats.registered().items():\n"
        "    if name in ('parquet', 'csv', 'tsv', 'edge-list'): continue\n"
        "    path = f'{sys.argv[1]}/x{format.suffixes[0]}'\n"
        "    try:\n"
        "        formats.write(samples.load_sample('negamax-tree'), path), formats.load(path)\n"
        "    except ExplorerError: pass\n"
        "    if 'pyarrow' in sys.modules: sys.exit(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.large
def test_a_large_file_is_checked_without_compiled_code(tmp_path):
    explorer.write(explorer.read("game:random?nodes=100000"), tmp_path / "g.parquet")
    program = "import sys; from explorer.cli import main; main(['check', sys.argv[1]]); print('numba' in sys.modules)"
    command = [sys.executable, "-c", program, str(tmp_path / "g.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == ["False"], done.stdout


def test_an_algorithm_may_be_given_as_the_registry_has_it():
    entry, reference = explorer.algorithms.find("bounds"), "sample:figure-1"
    assert explorer.trace(reference, entry).result == explorer.trace(reference, "bounds").result
    assert explorer.compare(reference, [entry]) == explorer.compare(reference, "bounds")
    with pytest.raises(explorer.UnknownNameError, match=r"there is no algorithm \{\}; choose one of"):
        explorer.trace(reference, {})


def test_the_package_has_its_version():
    assert explorer.__version__ == metadata.version("game-graph-explorer")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        explorer.nothing  # noqa: B018


def _values_of(annotation: object) -> set[str]:
    """The strings of a Literal; none if an option is no choice."""
    return set(get_args(annotation)) if get_origin(annotation) is Literal else set()


def test_the_types_of_a_trace_are_the_algorithms_and_their_options():
    entries = explorer.algorithms.registered().values()
    assert get_args(option_types.AlgorithmName) == tuple(entry.name for entry in entries)
    choices: dict[str, set[str]] = {}
    for option in (option for entry in entries for option in entry.options):
        choices.setdefault(option.name, set()).update(option.choices or ())
    types = get_type_hints(option_types.TraceOptions)
    assert {name: _values_of(annotation) for name, annotation in types.items()} == choices


@pytest.mark.large
def test_a_type_checker_knows_the_options_of_a_trace(tmp_path):
    """A name or a value that does not exist is refused; an entry and a function of one's own may have any options."""
    lines = [
        'trace(graph, "alpha-beta", order="best", endless="1/2", seed=2)',
        'trace(graph, algorithms.find("alpha-beta"), order="best")',
        "trace(graph, lambda graph, speed: [], speed=2)",
        'trace(graph, "alpha-beta", order="bset")',
        'trace(graph, "alpha-betta")',
        'trace(graph, "minimax", endles=1)',
        'frames, kind = graph.to_frames(), GameGraph.from_json({"nodes": []}).convention',
        'GameGraph.from_json("a")',
        "graph.to_json().name",
    ]
    head = "from explorer import GameGraph, algorithms, trace\ngraph: GameGraph\n"
    (tmp_path / "user.py").write_text(head + "\n".join(lines))
    told, _, _ = mypy.api.run(["--follow-imports=silent", str(tmp_path / "user.py")])
    assert sorted({int(line.split(":")[1]) - 3 for line in told.splitlines() if ": error:" in line}) == [3, 4, 5, 7, 8]
