"""A large file is read by the command line and by the app alike."""

from __future__ import annotations

import psutil
import pytest
from streamlit.testing.v1 import AppTest
from support.script import run as run_script

from explorer.formats.text import MAX_MEGABYTES

NODES = 146  # with moves from each to each, that is 40.7 MB: few moves, and ids as long as they may be


@pytest.fixture(scope="module")
def table() -> bytes:
    """A CSV of moves."""
    ids = [f"{number:03}".rjust(1_000, "x") for number in range(NODES)]
    content = "".join(["from,to\n", *(f"{source},{target}\n" for source in ids for target in ids)]).encode()
    assert len(content) > 40.5 * 2**20
    return content


def uploading() -> None:
    from explorer.app import sources
    from explorer.app.state import Session

    sources._show_upload(Session())


@pytest.mark.large
def test_solve_reads_a_csv_of_40_megabytes(run, tmp_path, table):
    path = tmp_path / "large.csv"
    path.write_bytes(table)
    code, out, err = run("solve", path)
    assert code == 0
    assert len(out.splitlines()) == 2 + NODES
    assert "MB" not in err


@pytest.mark.large
def test_the_app_takes_a_csv_of_40_megabytes_and_all_that_the_command_line_reads(table):
    app = run_script(AppTest.from_function(uploading, default_timeout=60))
    assert {each.proto.max_upload_size_mb for each in app.file_uploader} == {MAX_MEGABYTES}
    app.file_uploader[0].set_value(("large.csv", table, "text/csv"))
    app = run_script(app)
    assert [each.label for each in app.button] == [f"Open it: {NODES} nodes, {NODES**2:,} moves"]
    assert not app.error


@pytest.mark.large
def test_the_server_gives_back_the_memory_of_an_upload_that_is_gone():
    app = run_script(AppTest.from_function(uploading, default_timeout=60))
    moves = "".join(f"{number},{number * 7 % 200_000}\n{number},{number * 11 % 200_000}\n" for number in range(200_000))
    sizes = [memory()]
    for content in (("large.csv", f"from,to\n{moves}".encode(), "text/csv"), None):
        app.file_uploader[0].set_value(content)
        app = run_script(app)
        sizes.append(memory())
    before, _, gone = sizes
    assert gone - before < 50 * 2**20, [size >> 20 for size in sizes]


def memory() -> int:
    return int(psutil.Process().memory_info().rss)
