"""The command `open`, and the program as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection, socket
from urllib.parse import urlsplit

import psutil
import pytest
from support.app import PATIENCE, ROOT, eventually, free_port, running_script

from explorer.cli import launch
from explorer.cli.commands import open as open_command
from explorer.formats.text import MAX_MEGABYTES
from explorer.scenes.scene import Page, Scene

# ---- open


@pytest.fixture
def opened(monkeypatch):
    """The calls of `run_app`, which are not carried out."""
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        open_command, "run_app", lambda reference, reading, **settings: calls.append((reference, settings))
    )
    return calls


def test_without_arguments_the_app_opens(run, opened):
    assert run()[0] == 0
    assert opened == [(None, {"port": None, "browser": True, "scene": "", "base": "", "algorithms": [], "origins": []})]


def test_open_hands_on_a_scene_and_where_links_lead(run, opened):
    code, _, err = run("open", "sample:figure-1", "--page", "unwind", "--depth", "4", "--base-url", "https://x.org/")
    assert (code, err) == (0, "")
    ((reference, settings),) = opened
    assert reference == "sample:figure-1"
    assert Scene.from_query(settings["scene"]) == Scene(Page.UNWIND, "sample:figure-1", depth=4)
    assert settings["base"] == "https://x.org/"
    command = launch.command_for(reference, port=None, browser=True, scene=settings["scene"])
    assert command[-3:] == ["--", "sample:figure-1", settings["scene"]]


def test_open_hands_on_the_name_of_a_lesson_unless_a_file_has_it(run, opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("open", "memo-search") == (0, "", "")
    assert opened[0][0] == "memo-search"
    (tmp_path / "memo-search").mkdir()
    assert run("open", "memo-search")[0] == 2  # a folder without lessons


def test_open_hands_on_an_absolute_file(run, opened, file, monkeypatch):
    monkeypatch.chdir(file.parent)
    assert run("open", file.name, "--port", "8600", "--no-browser") == (0, "", "")
    assert opened == [
        (str(file), {"port": 8600, "browser": False, "scene": "", "base": "", "algorithms": [], "origins": []})
    ]


def test_a_graph_with_problems_still_opens_and_they_are_said(run, opened, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("from,to\na,b\n\nid,player\na,max\nb,grey\n", encoding="utf-8")
    code, _, err = run("open", path)
    assert (code, len(opened)) == (0, 1)
    assert "line 6: node 'b' has the unknown player 'grey'" in err


def test_the_app_is_run_by_this_python_without_telemetry_and_for_this_machine_alone():
    command = launch.command_for("sample:figure-1", port=8600, browser=False)
    assert command[:2] == ["streamlit", "run"]
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


def handshake(url: str, origin: str) -> str:
    """The status with which the app answers a page that wants to connect."""
    host = urlsplit(url)
    request = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host.netloc}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with create_connection((host.hostname, host.port)) as connection:
        connection.sendall(request.encode())
        return connection.recv(100).split()[1].decode()


@pytest.mark.large
def test_pages_of_other_servers_get_no_connection_and_nobody_hears_how_the_app_runs():
    with running_script(str(launch.SERVED.relative_to(ROOT))) as url:
        assert handshake(url, url.rstrip("/")) == "101"
        assert handshake(url, "http://localhost:1") == "403"
        answer = HTTPConnection(urlsplit(url).netloc)
        answer.request("GET", "/_stcore/metrics")
        assert answer.getresponse().status == 404
        answer.close()
        assert holders(url, "/") == "frame-ancestors 'self'"
    flags = launch.command_for(None, port=1, browser=False, origins=["http://a:1", "http://b"])
    assert {"--server.corsAllowedOrigins=http://a:1", "--server.corsAllowedOrigins=http://b"} <= {*flags}


def holders(url: str, page: str) -> str | None:
    """The pages that may hold a page of the app in a frame; None for all."""
    connection = HTTPConnection(urlsplit(url).netloc)
    connection.request("GET", page, headers={"Accept": "text/html"})
    answer = connection.getresponse()
    connection.close()
    assert (answer.status, answer.headers.get_content_type()) == (200, "text/html")
    return answer.getheader("content-security-policy")


@pytest.mark.large
def test_a_page_is_framed_by_its_own_origin_and_friends_and_only_what_cannot_edit_by_all():
    origins = ["http://localhost:1", "https://course.example.org"]
    flags = [f"--server.corsAllowedOrigins={origin}" for origin in origins]
    with running_script(str(launch.SERVED.relative_to(ROOT)), *flags) as url:
        assert handshake(url, origins[0]) == "101"
        for page in ("/", "/unwind?sample=figure-1", "/?view=only&view=all", "/?view=", "/?sample=view%3Donly"):
            assert holders(url, page) == "frame-ancestors 'self' http://localhost:1 https://course.example.org"
        assert holders(url, "/unwind?sample=figure-1&view=only&embed=true") is None


def test_an_origin_is_a_scheme_and_a_host(run, opened):
    assert run("open", "--origin", "https://Course.example.org/", "--origin", "http://[::1]:80")[0] == 0
    assert opened[0][1]["origins"] == ["https://course.example.org", "http://[::1]:80"]
    for wrong in ("*", "course.example.org", "https://a.org/page", "https://a.org;", "http://a b", "http://a\nb"):
        code, _, err = run("open", "--origin", wrong)
        assert (code, len(opened)) == (2, 1)
        assert "an origin is a scheme and a host" in err


@pytest.mark.large
def test_streamlit_knows_every_flag():
    known = subprocess.run(
        [sys.executable, "-m", "streamlit", "run", "--help"], capture_output=True, text=True, check=True
    )
    for flag in launch.command_for(None, port=1, browser=False)[3:]:
        assert flag.split("=")[0] in known.stdout


def is_served(port: int) -> bool:
    with socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.large
def test_the_app_ends_and_tidies_up_though_the_command_was_killed(tmp_path: Path):
    port = free_port()
    command = [sys.executable, "-m", "explorer", "open", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command], env=os.environ | {"TMPDIR": str(tmp_path)}
    )
    eventually(lambda: is_served(port), True)
    children = psutil.Process(process.pid).children(recursive=True)
    assert children
    process.kill()
    process.wait(PATIENCE / 1000)
    assert psutil.wait_procs(children, PATIENCE / 1000)[1] == []
    assert not is_served(port)
    assert not [*tmp_path.iterdir()]


# ---- as a process


def python(*argv: str, **settings: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "explorer", *argv]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False, **settings
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
def test_a_reader_that_goes_away_hears_nothing_more():
    script = f'"{sys.executable}" -m explorer trace game:ladder?layers=6 --algorithm depth-first --json | head -c 10'
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == '{"format":'
    assert done.stderr == ""


@pytest.mark.large
def test_a_file_that_is_not_there_is_one_sentence_and_its_app_never_runs(tmp_path: Path):
    missing, port = tmp_path / "missing.json", free_port()
    done = python("open", str(missing), "--no-browser", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"game-graph-explorer: {missing}: No such file or directory\n"
    assert not is_served(port)


def test_open_and_link_hand_on_a_rule_about_repetition_beside_the_plain_graph(run, opened):
    assert run("open", "sample:no-repeats", "--rule", "no-repeats")[0] == 0
    ((reference, settings),) = opened
    assert reference == "sample:no-repeats"
    assert Scene.from_query(settings["scene"]).rule == "no-repeats"
    link = run("link", "sample:no-repeats", "--rule", "no-repeats", "--select", "b")[1]
    scene = Scene.from_query(urlsplit(link.strip()).query)
    assert (scene.rule, scene.selected) == ("no-repeats", "b")
