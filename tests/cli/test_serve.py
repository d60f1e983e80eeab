"""The command `serve`: what it prints, what survives, and what hostile visitors get."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection
from urllib.parse import quote, urlsplit

import pytest
from support.raw_session import raw_session
from support.rooms import LESSON, Served, follower, running_room
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from explorer.cli.commands import serve
from explorer.room.class_room import ROOM
from explorer.room.limits import Capacity


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("class")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    (folder / "class.md").write_text(LESSON, encoding="utf-8")
    with running_room(str(folder / "class.md"), "--sessions", "2", room=folder / "room") as room:
        yield room


def get(url: str, path: str, method: str = "GET", body: str | None = None, **headers: str) -> tuple[int, str]:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=60)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    text = gzip.decompress(data) if answer.getheader("content-encoding") == "gzip" else data
    return answer.status, text.decode(errors="replace")


def slide_count(page: str) -> int:
    """The slides in the text of a page, before its scripts."""
    return page.partition('<main id="stage">')[0].count("<section ")


pytestmark = pytest.mark.large


def test_it_prints_the_way_in_and_listens_to_this_computer_alone(served: Served):
    assert f"Class code:       {served.code}\n" in served.text
    assert f"Link for all:     {served.link}\n" in served.text
    assert "Only this computer can open them; --host 0.0.0.0 lets everybody in who reaches it." in served.text
    with pytest.raises(ConnectionRefusedError):
        create_connection(("127.0.0.2", urlsplit(served.url).port))
    assert get(served.url, "/class")[0] == 200
    assert get(served.url, f"/class?code={served.code.lower()}")[0] == 303
    assert get(served.url, "/class?code=AAAAAA")[0] == get(served.url, "/class/AAAAAA")[0] == 404


def test_the_page_of_the_class_has_no_answers_and_no_secret(served: Served):
    status, page = get(served.link, urlsplit(served.link).path, Accept="text/html")
    assert (status, slide_count(page)) == (200, 3)
    assert served.token not in page
    assert "<summary>Answer" not in page
    assert "Yes." not in page
    assert "connect-src 'self'" in page


def test_a_graph_is_served_as_one_slide_to_the_address_that_host_names(tmp_path: Path):
    with running_room("sample:figure-1", "--step", "2", host="127.0.0.2", room=tmp_path / "room") as room:
        assert f"Link for all:     {room.link}\n" in room.text
        assert "▀" in room.text, "a QR code"
        status, page = get(room.url, f"/class/{room.code}")
        assert (status, slide_count(page)) == (200, 1)
        assert room.stop().strip().endswith("The room has ended; nothing was kept.")
    assert not [*tmp_path.iterdir()]


def test_a_room_survives_a_server_that_is_killed_and_ends_with_its_votes_in_a_table(tmp_path: Path):
    lesson, room, table = tmp_path / "class.md", tmp_path / "room", tmp_path / "votes.csv"
    lesson.write_text(LESSON, encoding="utf-8")
    with running_room(str(lesson), room=room) as before:
        with follower(before, token=before.token) as lecturer, follower(before) as student:
            lecturer.say({"scene": {"slide": 2, "step": 1, "selected": ""}})
            lecturer.say({"open": {"slide": 1, "question": 0}})
            voter = student.hear("voter")
            student.hear_until("polls", bool)
            student.say({"vote": {"round": 1, "answer": "−1"}})
            student.hear_until("polls", lambda polls: polls and polls[0]["mine"] == "-1")
        before.kill()
    with running_room(str(lesson), "--votes", str(table), room=room) as after:
        assert (after.code, after.token) == (before.code, before.token)
        with follower(after, voter=voter) as student:
            assert student.hear("scene") == {"slide": 2, "step": 1, "selected": ""}
            assert [(poll["state"], poll["mine"]) for poll in student.hear("polls")] == [("open", "-1")]
        assert (
            after.stop()
            .strip()
            .endswith(f"The room has ended; 1 vote in 1 poll are in {table}, and nothing else was kept.")
        )
    assert table.read_text().splitlines()[1].split(",")[:5] == ["2", "What is the score of a?", "1", "1", "-1"]
    assert not room.exists()


def test_an_own_lesson_with_other_questions_does_not_take_over_votes(tmp_path: Path, run, monkeypatch):
    monkeypatch.setattr(serve, "run_app", lambda reference, **settings: None)
    lesson = tmp_path / "class.md"
    lesson.write_text(LESSON, encoding="utf-8")
    assert run("serve", lesson, "--room", tmp_path / "room", "--port", "8600")[0] == 0
    assert ROOM not in os.environ
    store = serve.RoomStore(tmp_path / "room")
    store.vote(store.open_round(0, 0).id, "voter", "1")
    store.close()
    lesson.write_text(LESSON.replace("* one", "* won"), encoding="utf-8")
    code, _, err = run("serve", lesson, "--room", tmp_path / "room", "--port", "8600")
    assert (code, err) == (
        2, "game-graph-explorer: room has votes on another lesson; name another file with --room, or delete it\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--sessions", "0"], "--sessions is a number from 1"),
        (["--memory", "much"], "--memory is a number of GB"),
        (["minimax-cycles", "--step", "3"], "a lesson has its own scenes"),
        (["game:random?nodes=50000"], "this server takes graphs with at most 20,000 nodes"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(run, tmp_path: Path, arguments, sentence):
    code, _, err = run("serve", *arguments, "--room", tmp_path / "room")
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


# ---- hostile visitors


def test_a_forged_token_leads_nowhere(served: Served):
    for token in ("guess", served.code, served.token[:-1], served.token + "x", "\0", "ü"):
        with follower(served, token=token) as forger:
            assert "not the lecturer's link" in forger.hear("end")
            with pytest.raises(ConnectionClosed):
                forger.hear("scene")
    assert get(served.link, f"{urlsplit(served.link).path}/votes.csv", "POST", "guess")[0] == 403
    assert get(served.link, f"{urlsplit(served.link).path}/votes.csv", "POST", "x" * 5_000_000)[0] == 403
    for body in ("", "{", "[]", "{}", '{"token": 1}', '{"token": "guess", "show": 1}', "9" * 5_000, "x" * 5_000_000):
        assert get(served.link, f"{urlsplit(served.link).path}/graphs", "POST", body)[0] in (403, 409)
    assert get(served.link, f"{urlsplit(served.link).path}/graphs/1")[0] == 303, "a graph that is not shown"
    with follower(served, voter="0" * 32) as forger:
        assert forger.hear("voter") != "0" * 32


def test_pages_of_other_origins_get_no_connection(served: Served):
    for origin in ("http://localhost:1", "https://evil.example.org", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            connect(served.live, origin=origin)  # type: ignore[arg-type]
    with connect(served.live, origin=served.url):  # type: ignore[arg-type]
        pass
    connection = HTTPConnection(urlsplit(served.url).netloc)
    connection.request("GET", urlsplit(served.link).path)
    assert "frame-ancestors 'self'" in connection.getresponse().headers.get_all("content-security-policy")
    connection.close()
    assert get(served.url, "/_stcore/metrics")[0] == 404


def test_a_flood_of_votes_ends_its_own_connection_and_nobody_elses(served: Served):
    with follower(served, token=served.token) as lecturer, follower(served) as student, follower(served) as flood:
        lecturer.say({"open": {"slide": 0, "question": 0}})
        (poll,) = student.hear_until("polls", lambda polls: polls and polls[-1]["state"] == "open")[-1:]
        with suppress(ConnectionClosed):
            for number in range(5_000):
                flood.say({"vote": {"round": poll["id"], "answer": f"{number % 3}"}})
        with pytest.raises(ConnectionClosed):
            flood.hear("never")
        student.say({"vote": {"round": poll["id"], "answer": "1"}})
        student.hear_until("polls", lambda polls: polls and polls[-1]["mine"] == "1")
        lecturer.say({"close": poll["id"]})
        counted = lecturer.hear_until("polls", lambda polls: polls and polls[-1]["state"] == "closed")
        assert counted[-1]["count"] == 2


def test_huge_messages_end_their_connection_and_the_room_goes_on(served: Served):
    for message in ("x" * 50_000_000, "x" * 10_000, "[" * 1_900, "not JSON", "[]", '"a"', b"\0\1", ""):
        with follower(served) as hostile:
            hostile.hear("scene")
            with suppress(ConnectionClosed):
                hostile.connection.send(message)
            with pytest.raises(ConnectionClosed):
                hostile.hear("never")
    with connect(served.url.replace("http", "ws") + "/_stcore/stream") as session:
        with suppress(ConnectionClosed):
            session.send(b"x" * 50_000_000)
        with pytest.raises(ConnectionClosed):
            session.recv(30)
    with follower(served) as good:
        assert good.hear("scene")


def test_no_address_reads_a_file_or_runs_rules(served: Served, folder: Path):
    ran = folder / "ran"
    rules = folder / "evil.py"
    rules.write_text(f"open({str(ran)!r}, 'w')\nclass Game: pass\ndef algorithm(graph): yield\n", encoding="utf-8")
    secret = folder / "secret.txt"
    secret.write_text("> xyzzy max: b\nb = 1", encoding="utf-8")
    by_name = dict.fromkeys(("game", "graph"), (f"{rules}:Game", str(secret), f"../{secret}")) | dict.fromkeys(
        ("sample", "file", "lesson"), (str(secret),)
    )
    for name, values in (by_name | {"algorithm": (f"{rules}:algorithm",)}).items():
        for value in values:
            with raw_session(served.url) as visitor:
                assert b"xyzzy" not in visitor.answer(f"{name}={quote(value)}")
    for path in ("/class/../../etc/passwd", f"/class/{quote(str(secret), safe='')}", f"/{secret}", f"/media/{secret}"):
        assert "xyzzy" not in get(served.url, path)[1]
    assert not ran.exists()


def test_beyond_its_capacity_the_program_refuses_in_a_sentence_and_the_class_still_has_room(served: Served):
    with raw_session(served.url), raw_session(served.url):
        status, page = get(served.url, "/", Accept="text/html")
        assert status == 503
        assert "The program is full: 2 of 2 places are taken. Try again in a minute." in page
        assert f'href="/class/{served.code}"' in page
        with pytest.raises(InvalidStatus, match="403"), raw_session(served.url):
            pass
        assert get(served.link, urlsplit(served.link).path, Accept="text/html")[0] == 200
    assert Capacity(5, memory=1000).refusal(4) == ""
    assert "GB of memory. Try again" in Capacity(5, memory=0.001).refusal(0)


def test_a_graph_of_a_visitor_that_is_too_large_is_a_sentence(served: Served):
    with raw_session(served.url) as visitor:
        assert b"this server takes graphs with at most 20,000 nodes" in visitor.answer("game=random?nodes=50000")
