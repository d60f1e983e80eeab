"""Files are whole or not there: a file that cannot be written leaves what was there."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.command import is_one_sentence
from support.graphs import figure_1

from explorer import formats
from explorer.formats.files import write_files
from explorer.model.errors import FormatError

BEFORE = b"what was there before"
SMALLER_THAN_ANY = 10  # bytes that a file may have: each can be begun, and none be finished


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """The system lets no file become larger meanwhile, as a quota or a full disk does."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.large
@pytest.mark.parametrize(
    "argv",
    [
        ["convert", "sample:figure-1", "x.game.json"],
        ["export", "sample:figure-1", "-o", "x.svg"],
        ["lesson", "export", "minimax-cycles", "-o", "x.html"],
    ],
)
def test_a_command_that_finds_no_room_leaves_the_file_that_was_there_and_names_it(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str]
):
    monkeypatch.chdir(tmp_path)
    Path("answers.json").write_text("{}", encoding="utf-8")
    Path(argv[-1]).write_bytes(BEFORE)
    there = sorted(tmp_path.iterdir())
    with room_for(SMALLER_THAN_ANY):
        code, out, err = run(*argv)
    *notes, error = err.splitlines(keepends=True)
    assert (code, out, is_one_sentence(error)) == (2, "", True), notes
    assert f"{argv[-1]}: File too large" in error
    assert (Path(argv[-1]).read_bytes(), sorted(tmp_path.iterdir())) == (BEFORE, there)
    assert run(*argv)[0] in (0, 1)
    assert Path(argv[-1]).read_bytes() != BEFORE


def test_of_two_files_that_belong_together_both_are_written_or_none(tmp_path: Path):
    moves, nodes = tmp_path / "x.csv", tmp_path / "x.nodes.csv"
    formats.write(figure_1(), moves)
    before = moves.read_bytes(), nodes.read_bytes()
    with room_for(len(before[0])), pytest.raises(FormatError, match=r"x\.nodes\.csv: File too large"):
        formats.write(figure_1(d=3), moves)
    assert (moves.read_bytes(), nodes.read_bytes()) == before


def test_a_new_file_has_usual_permissions_and_one_that_was_there_keeps_its_own(tmp_path: Path):
    path, plain = tmp_path / "x", tmp_path / "plain"
    plain.write_bytes(b"")
    write_files({path: b"1"})
    assert path.stat().st_mode == plain.stat().st_mode
    for mode in (0o640, 0o666, 0o755):
        path.chmod(mode)
        write_files({path: b"2"})
        assert stat.S_IMODE(path.stat().st_mode) == mode
    if os.geteuid() == 0:
        os.chown(path, 1234, 4321)
        write_files({path: b"3"})
        assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


@pytest.fixture
def own() -> Iterator[Path]:
    """A folder of a user who is not root, to whom everything is permitted; meanwhile, this process is that user."""
    user = os.geteuid()
    with TemporaryDirectory() as folder:
        if user == 0:
            os.chown(folder, 65_534, -1)
            os.seteuid(65_534)
        yield Path(folder)
        Path(folder).chmod(0o700)
        os.seteuid(user)


def test_a_file_that_may_not_be_written_is_refused_and_stays(own: Path):
    path = own / "x"
    path.write_bytes(BEFORE)
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="x"):
        write_files({path: b"new"})
    assert (path.read_bytes(), [*own.iterdir()]) == (BEFORE, [path])


def test_a_link_stays_and_leads_to_the_new_content(tmp_path: Path):
    folder, link, broken = tmp_path / "folder", tmp_path / "link", tmp_path / "broken"
    folder.mkdir()
    for path, name in ((link, "there"), (broken, "missing")):
        path.symlink_to(Path("folder", name))
    (folder / "there").write_bytes(BEFORE)
    write_files({link: b"new", broken: b"made"})
    assert [path.is_symlink() for path in (link, broken)] == [True, True]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"there": b"new", "missing": b"made"}
