"""The command `open`, and the program as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from socket import create_connection, socket
from urllib.parse import urlsplit

import psutil
import pytest
from support.app import PATIENCE, ROOT, eventually, free_port, running_script
from support.command import STOPPED, is_one_sentence

from explorer.cli import launch
from explorer.cli.commands import open as open_command
from explorer.cli.parser import INTERRUPTED
from explorer.formats.text import MAX_MEGABYTES
from explorer.scenes.scene import Page, Scene

# ---- open


@pytest.fixture
def opened(monkeypatch):
    """The calls of `run_app`, which are not carried out."""
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(open_command, "run_app", lambda reference, **settings: calls.append((reference, settings)))
    return calls


def test_without_arguments_the_app_opens(run, opened):
    assert run()[0] == 0
    assert opened == [(None, {"port": None, "browser": True, "scene": "", "base": "", "algorithms": []})]


def test_open_hands_on_a_scene_and_where_links_lead(run, opened):
    code, _, err = run("open", "sample:figure-1", "--page", "unwind", "--depth", "4", "--base-url", "https://x.org/")
    assert (code, err) == (0, "")
    ((reference, settings),) = opened
    assert reference == "sample:figure-1"
    assert Scene.from_query(settings["scene"]) == Scene(Page.UNWIND, "sample:figure-1", depth=4)
    assert settings["base"] == "https://x.org/"
    command = launch.command_for(reference, port=None, browser=True, scene=settings["scene"])
    assert command[-3:] == ["--", "sample:figure-1", settings["scene"]]


def test_a_scene_that_cannot_be_does_not_open(run, opened):
    code, _, err = run("open", "sample:figure-1", "--page", "unwind", "--depth", "400")
    assert (code, opened) == (2, [])
    assert "depth must lie between" in err


def test_open_hands_on_an_absolute_file(run, opened, file, monkeypatch):
    monkeypatch.chdir(file.parent)
    assert run("open", file.name, "--port", "8600", "--no-browser") == (0, "", "")
    assert opened == [(str(file), {"port": 8600, "browser": False, "scene": "", "base": "", "algorithms": []})]


def test_a_graph_with_problems_still_opens_and_they_are_said(run, opened, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("from,to\na,b\n\nid,player\na,max\nb,grey\n", encoding="utf-8")
    code, _, err = run("open", path)
    assert (code, len(opened)) == (0, 1)
    assert "line 6: node 'b' has the unknown player 'grey'" in err


def test_what_cannot_be_read_does_not_open(run, opened, tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{", encoding="utf-8")
    code, _, err = run("open", path)
    assert (code, opened) == (2, [])
    assert "line 1, column 2" in err


def test_the_app_is_run_by_this_python_without_telemetry_and_for_this_machine_alone():
    command = launch.command_for("sample:figure-1", port=8600, browser=False)
    assert command[:4] == [sys.executable, "-m", "streamlit", "run"]
    assert command[-2:] == ["--", "sample:figure-1"]
    assert {
        "--browser.gatherUsageStats=false", "--server.showEmailPrompt=false", "--server.headless=true",
        "--server.port=8600", f"--server.maxUploadSize={MAX_MEGABYTES}", "--server.address=127.0.0.1",
        "--runner.fastReruns=false",
    } <= set(command)  # fmt: skip
    assert "--server.headless=false" in launch.command_for(None, port=None, browser=True)
    assert launch.MAIN.is_file()


@pytest.mark.large
def test_a_bare_streamlit_run_listens_to_this_computer_alone():
    """What listens to others answers at every address of this computer."""
    with running_script(str(launch.SERVED.relative_to(ROOT))) as url, pytest.raises(ConnectionRefusedError):
        create_connection(("127.0.0.2", urlsplit(url).port))


@pytest.mark.large
def test_streamlit_knows_every_flag():
    known = subprocess.run(
        [sys.executable, "-m", "streamlit", "run", "--help"], capture_output=True, text=True, check=True
    )
    for flag in launch.command_for(None, port=1, browser=False)[5:]:
        assert flag.split("=")[0] in known.stdout


def test_ctrl_c_ends_the_app_with_one_line(run, monkeypatch):
    def interrupted(*args: object, **settings: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(open_command, "run_app", interrupted)
    assert run("open") == (INTERRUPTED, "", STOPPED)


@pytest.mark.parametrize(
    ("program", "code"), [("import time; time.sleep(60)", INTERRUPTED), ("raise SystemExit(7)", 2)]
)
def test_the_app_is_ended_with_its_parent_and_its_failure_is_said(run, monkeypatch, program, code):
    monkeypatch.setattr(launch, "command_for", lambda *args, **settings: [sys.executable, "-c", program])
    started: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen):
        def __init__(self, *args, **settings):
            super().__init__(*args, **settings)
            started.append(self)

        def wait(self, timeout=None):
            if code == INTERRUPTED and timeout is None and self.returncode is None and len(started) == 1:
                started.append(self)
                raise KeyboardInterrupt
            return super().wait(timeout)

    monkeypatch.setattr(launch.subprocess, "Popen", Watched)
    assert run("open")[0] == code
    assert started[0].returncode is not None


def is_served(port: int) -> bool:
    with socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.large
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])
def test_the_app_ends_and_tidies_up_however_the_command_is_ended(number: int, tmp_path: Path):
    port = free_port()
    command = [sys.executable, "-m", "explorer", "open", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command], env=os.environ | {"TMPDIR": str(tmp_path)}
    )
    eventually(lambda: is_served(port), True)
    children = psutil.Process(process.pid).children(recursive=True)
    assert children
    process.send_signal(number)
    process.wait(PATIENCE / 1000)
    assert psutil.wait_procs(children, PATIENCE / 1000)[1] == []
    assert not is_served(port)
    assert not [*tmp_path.iterdir()]


# ---- as a process


@pytest.mark.large
@pytest.mark.parametrize(
    ("closed", "argv", "said"),
    [
        (">&-", ["solve", "nowhere.json"], (2, "", "nowhere.json: No such file or directory")),
        ("<&-", ["solve", "-"], (2, "", "standard input: the file is empty")),
        ("2>&-", ["check", "sample:figure-1"], (0, "4 nodes, 4 moves: 0 errors, 0 warnings", "")),
        ("<&- >&- 2>&-", ["export", "sample:figure-1", "-o", "x.svg"], (0, "", "")),
    ],
)
def test_a_closed_stream_is_as_if_it_led_nowhere(
    tmp_path: Path, closed: str, argv: list[str], said: tuple[int, str, str]
):
    command = ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "explorer", *argv]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    err = f"game-graph-explorer: {said[2]}" if said[2] else ""
    assert (done.returncode, done.stdout.strip(), done.stderr.strip()) == (*said[:2], err)


def python(*argv: str, **settings: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "explorer", *argv]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False, **settings
    )


@pytest.mark.large
def test_the_module_runs_and_help_is_help():
    done = python("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(
        command in done.stdout for command in ("open", "solve", "trace", "check", "convert", "games", "generate")
    )


@pytest.mark.large
def test_output_is_utf_8_whatever_the_terminal_says():
    done = python(
        "trace",
        "sample:figure-1",
        "--algorithm",
        "score-iteration",
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0
    assert done.stdout.startswith("s₀")


@pytest.mark.large
def test_an_error_has_no_traceback_and_code_2(tmp_path):
    done = python("solve", str(tmp_path / "missing.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_sentence(done.stderr)


@pytest.mark.large
def test_a_reader_that_goes_away_hears_nothing_more():
    script = f'"{sys.executable}" -m explorer trace game:ladder?layers=6 --algorithm depth-first --json | head -c 10'
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == '{"format":'
    assert done.stderr == ""


def test_a_node_that_is_not_there_is_said_before_the_app_opens(run, opened):
    code, _, err = run("open", "sample:figure-1", "--select", "zz")
    assert (code, opened) == (2, [])
    assert "there is no node 'zz' in the graph" in err
