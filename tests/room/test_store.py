"""What the file of a room keeps, and whom it trusts."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.rooms import QUESTIONS, new_store

from explorer.room.questions import questions_json
from explorer.room.store import CODE_LETTERS, RoomError, RoomStore, RoundState

PLACES = [(0, 0), (1, 0)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "room.sqlite"


def test_a_room_keeps_its_code_its_token_and_its_voters_when_it_is_opened_again(path: Path):
    store = RoomStore(path)
    before, voter = (store.code, store.token), store.new_voter()
    assert len(store.code) == 6
    assert {*store.code} <= {*CODE_LETTERS}
    assert path.stat().st_mode & 0o077 == 0, "others on this computer would read the token"
    store.close()
    again = RoomStore(path)
    assert (again.code, again.token) == before
    assert again.voter_id(voter) == voter[:16]
    again.remove()
    assert [*path.parent.iterdir()] == []


@examples(50)
@given(st.text(max_size=40))
def test_nobody_makes_up_a_voter_or_the_token(text: str):
    with new_store() as store:
        voter = store.new_voter()
        for forged in (text, voter[:16] + text, text + voter[16:], voter[:-1]):
            assert forged == voter or not store.voter_id(forged)
        assert not store.is_token(text)
        assert store.is_token(store.token)


votes = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 1)) | st.sampled_from(["open 0", "open 1", "close"]), max_size=60
)


@examples(40)
@given(votes)
def test_each_browser_counts_once_in_a_round_and_only_while_it_is_open(events):
    """Against a dictionary of the last answers."""
    with new_store() as store:
        expected: dict[int, dict[int, str]] = {}
        current: int | None = None
        for event in events:
            if event == "close":
                if current is not None:
                    store.set_state(current, RoundState.CLOSED)
                current = None
            elif isinstance(event, str):
                current = store.open_round(*PLACES[int(event[-1])]).id
                expected[current] = {}
            elif current is None:
                for round in store.rounds():
                    with pytest.raises(RoomError, match="closed"):
                        store.vote(round.id, f"{event[0]}", f"{event[1]}")
            else:
                store.vote(current, f"{event[0]}", f"{event[1]}")
                expected[current][event[0]] = f"{event[1]}"
        assert {round.id: store.answers(round.id) for round in store.rounds()} == {
            id: dict(Counter(answers.values())) for id, answers in expected.items()
        }
        assert sum(round.state is RoundState.OPEN for round in store.rounds()) == (current is not None)
        assert len(store.csv().splitlines()) == 1 + sum(map(len, expected.values()))


def test_the_table_of_votes_names_no_browser_and_holds_no_formula(path: Path):
    store = RoomStore(path)
    store.set("questions", questions_json(QUESTIONS))
    store.vote(store.open_round(0, 0).id, "5eccafe", "1")
    store.vote(store.open_round(1, 0).id, "5eccafe", "=1+2")
    head, *rows = [line.split(",") for line in store.csv().splitlines()]
    assert head == ["slide", "question", "round", "voter", "answer", "time"]
    assert [row[:5] for row in rows] == [["1", "Which?", "1", "1", "'=two"], ["2", "How many?", "1", "1", "'=1+2"]]
    assert store.words() == "2 votes in 2 polls"
    store.close()


def test_a_file_of_another_kind_or_of_another_server_is_refused_in_a_sentence(path: Path):
    path.write_text("no room " * 200)
    with pytest.raises(RoomError, match="it is a file of another kind; name another file with --room"):
        RoomStore(path)
    assert path.read_text() == "no room " * 200
    with pytest.raises(RoomError, match="No such file or directory; name another file"):
        RoomStore(path.parent / "missing" / "room")
    other = path.with_name("other")
    store = RoomStore(other)
    store.set("a", "b")
    with pytest.raises(RoomError, match="another server has it"):
        RoomStore(other)
    store.close()
    with closing(sqlite3.connect(other)) as file:
        assert file.execute("SELECT value FROM settings WHERE name = 'a'").fetchone() == ("b",)
