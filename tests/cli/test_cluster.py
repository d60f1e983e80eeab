"""The command `solve` for graphs that do not fit into memory; `tests/cluster` solves them."""

from __future__ import annotations

from support.datasets import write_dataset
from support.graphs import figure_1

from explorer import cli, write
from explorer.formats import parquet
from explorer.model import libraries


def test_a_graph_that_is_too_large_names_the_line_that_solves_it(tmp_path, monkeypatch, capsys):
    file = str(tmp_path / "x.parquet")
    write(figure_1(), file)
    monkeypatch.setattr(parquet, "MAX_MOVES", 3)
    assert cli.main(["solve", file]) == 2
    line = f"solve it on disk, by workers, with: game-graph-explorer solve {file} -o FOLDER --engine dask"
    assert line in capsys.readouterr().err


def test_a_data_set_names_the_line_that_solves_it(tmp_path, capsys):
    write_dataset(figure_1(), tmp_path)
    assert cli.main(["solve", str(tmp_path)]) == 2
    assert f"game-graph-explorer solve {tmp_path} -o FOLDER --engine dask" in capsys.readouterr().err


def test_a_cluster_needs_a_folder_to_write_to(tmp_path, capsys):
    assert cli.main(["solve", str(tmp_path), "--engine", "dask"]) == 2
    assert "name it with -o FOLDER" in capsys.readouterr().err


def test_a_missing_library_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    assert cli.main(["solve", str(tmp_path), "--engine", "dask", "-o", str(tmp_path / "out")]) == 2
    assert "pip install dask[distributed]" in capsys.readouterr().err
