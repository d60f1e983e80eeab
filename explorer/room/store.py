"""The file of a room: its code, its secrets, the lecturer's scene, polls and votes, in SQLite.

Each change is written at once, so that a server that was killed goes on where it stood.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from explorer.formats.formulas import guarded
from explorer.formats.move_table import table_text
from explorer.model.errors import ExplorerError, quoted
from explorer.model.words import counted
from explorer.room.hand_ins import HandIns
from explorer.room.questions import ClassQuestions, read_questions

CODE_LENGTH = 6
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that no code is a word, and no letter that looks like a digit

_SECRET_BYTES = 16
_VOTER_BYTES, _SIGNATURE = 8, 16  # bytes of a voter's id, hexadecimal digits behind it
_TABLES = """
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS page (number INTEGER PRIMARY KEY CHECK (number = 0), content BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS rounds (
  id INTEGER PRIMARY KEY, slide INTEGER NOT NULL, question INTEGER NOT NULL, number INTEGER NOT NULL,
  state TEXT NOT NULL, UNIQUE (slide, question, number)
);
CREATE TABLE IF NOT EXISTS votes (
  round INTEGER NOT NULL, voter TEXT NOT NULL, answer TEXT NOT NULL, time REAL NOT NULL, PRIMARY KEY (round, voter)
);
"""
_VOTE_COLUMNS = ("slide", "question", "round", "voter", "answer", "time")


class RoomError(ExplorerError):
    """A room that cannot be opened, or a request that it refuses."""


class RoundState(StrEnum):
    """State of a round of a poll: votes count while it is open, and the class sees them once they are revealed."""

    OPEN = "open"
    CLOSED = "closed"
    REVEALED = "revealed"


@dataclass(frozen=True)
class PollRound:
    """A round of votes on a question.

    Attributes
    ----------
    id : its number in the room.
    slide, question : the question, by indices from 0.
    number : its number among the rounds on this question, from 1.
    """

    id: int
    slide: int
    question: int
    number: int
    state: RoundState


def _new_secrets() -> dict[str, str]:
    """Return what makes a new room: its code, the lecturer's token, and the key that signs voters."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return {"code": code} | {name: secrets.token_urlsafe(_SECRET_BYTES) for name in ("token", "key")}


class RoomStore:
    """The opened file of a room; another process that opens it meanwhile is refused."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin a new room in it.

        Raises
        ------
        RoomError
            If the file is no room, another server has it, or it cannot be written.
        """
        self.path = path
        try:
            self._connection = _connection_to(path)
        except (OSError, sqlite3.DatabaseError) as error:
            reason = _reason_of_refusal(error)
            raise RoomError(
                f"the room cannot be kept in {quoted(str(path))}: {reason}; name another file with --room"
            ) from None
        self.hand_ins = HandIns(self._connection)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def remove(self) -> None:
        """Close the file and delete it."""
        self.close()
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    # ---- settings

    def setting(self, name: str) -> str:
        """Return a setting, "" if there is none."""
        row = self._connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return "" if row is None else str(row[0])

    def set(self, name: str, value: str) -> None:
        """Store a setting."""
        self._connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    @property
    def code(self) -> str:
        """The code of the class, six letters."""
        return self.setting("code")

    @property
    def token(self) -> str:
        """The token of the lecturer's link."""
        return self.setting("token")

    def is_token(self, text: str) -> bool:
        """Return whether a text is the lecturer's token."""
        return hmac.compare_digest(text.encode(), self.token.encode())

    def page(self) -> bytes:
        """Return the page of the class, compressed by gzip."""
        row = self._connection.execute("SELECT content FROM page").fetchone()
        return b"" if row is None else bytes(row[0])

    def set_page(self, content: bytes) -> None:
        """Store the page of the class."""
        self._connection.execute("INSERT OR REPLACE INTO page VALUES (0, ?)", (content,))

    # ---- voters

    def new_voter(self) -> str:
        """Return the name for a browser that votes, signed, so that nobody can make one up."""
        id = secrets.token_hex(_VOTER_BYTES)
        return id + self._signature(id)

    def voter_id(self, name: str) -> str:
        """Return the id in a name that `new_voter` gave, "" for any other text."""
        id, signature = name[: 2 * _VOTER_BYTES], name[2 * _VOTER_BYTES :]
        return id if hmac.compare_digest(signature.encode(), self._signature(id).encode()) else ""

    def _signature(self, id: str) -> str:
        key = self.setting("key").encode()
        return hmac.new(key, id.encode(), hashlib.sha256).hexdigest()[:_SIGNATURE]

    # ---- polls

    def open_round(self, slide: int, question: int) -> PollRound:
        """Begin another round of votes on a question, and close those that are open."""
        with self._transaction():
            self._connection.execute(
                "UPDATE rounds SET state = ? WHERE state = ?", (RoundState.CLOSED, RoundState.OPEN)
            )
            number = 1 + len(self.rounds_of(slide, question))
            self._connection.execute(
                "INSERT INTO rounds (slide, question, number, state) VALUES (?, ?, ?, ?)",
                (slide, question, number, RoundState.OPEN),
            )
        return self.rounds_of(slide, question)[-1]

    def set_state(self, round: int, state: RoundState) -> None:
        """Close a round, or reveal its votes."""
        self._connection.execute("UPDATE rounds SET state = ? WHERE id = ?", (state, round))

    def rounds(self) -> list[PollRound]:
        """Return all rounds in the order in which they began."""
        rows = self._connection.execute("SELECT id, slide, question, number, state FROM rounds ORDER BY id")
        return [
            PollRound(id, slide, question, number, RoundState(state)) for id, slide, question, number, state in rows
        ]

    def rounds_of(self, slide: int, question: int) -> list[PollRound]:
        """Return the rounds on a question."""
        return [round for round in self.rounds() if (round.slide, round.question) == (slide, question)]

    def vote(self, round: int, voter: str, answer: str) -> None:
        """Store the vote of a browser, in place of its earlier one in this round.

        Raises
        ------
        RoomError
            If the round is not open.
        """
        stored = self._connection.execute(
            "INSERT OR REPLACE INTO votes SELECT id, ?, ?, ? FROM rounds WHERE id = ? AND state = ?",
            (voter, answer, time.time(), round, RoundState.OPEN),
        )
        if not stored.rowcount:
            raise RoomError("this vote is closed; your answer was not counted")

    def votes_of(self, voter: str) -> dict[int, str]:
        """Return the answers of a browser by round."""
        return dict(self._connection.execute("SELECT round, answer FROM votes WHERE voter = ?", (voter,)).fetchall())

    def count(self, round: int) -> int:
        """Return the number of votes in a round."""
        return int(self._connection.execute("SELECT count(*) FROM votes WHERE round = ?", (round,)).fetchone()[0])

    def answers(self, round: int) -> dict[str, int]:
        """Return the answers in a round with the number of votes for each, the most frequent ones first."""
        rows = self._connection.execute(
            "SELECT answer, count(*) FROM votes WHERE round = ? GROUP BY answer ORDER BY count(*) DESC, answer",
            (round,),
        )
        return dict(rows.fetchall())

    def size(self) -> tuple[int, int]:
        """Return the number of rounds that have votes, and of votes."""
        rows = self._connection.execute("SELECT count(DISTINCT round), count(*) FROM votes").fetchone()
        return int(rows[0]), int(rows[1])

    @property
    def questions(self) -> ClassQuestions:
        """The questions of the class."""
        return read_questions(self.setting("questions") or "[]")

    def csv(self) -> str:
        """Return all votes as CSV; slides and rounds count from 1, and voters are numbers."""
        questions = self.questions
        rows = self._connection.execute(
            "SELECT slide, question, number, voter, answer, time FROM votes JOIN rounds ON rounds.id = round "
            "ORDER BY rounds.id, votes.time"
        )
        voters: dict[str, int] = {}
        lines = []
        for slide, question, number, voter, answer, when in rows:
            about = questions[slide][question]
            cell = about.choices[int(answer)] if about.choices else answer
            who = voters.setdefault(voter, len(voters) + 1)
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))
            lines.append([str(slide + 1), guarded(about.text), str(number), str(who), guarded(cell), moment])
        return table_text(list(_VOTE_COLUMNS), lines, ",")

    def words(self) -> str:
        """Return the number of votes and polls, and of graphs, in words; of none of them only the votes."""
        (rounds, votes), graphs = self.size(), self.hand_ins.count()
        parts = [f"{counted(votes, 'vote')} in {counted(rounds, 'poll')}"] if votes or not graphs else []
        return " and ".join([*parts, *([counted(graphs, "graph")] if graphs else [])])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


def _connection_to(path: Path) -> sqlite3.Connection:
    """Return a connection to the file of a room, with its tables and secrets."""
    path.touch(mode=0o600)  # it holds the lecturer's token
    connection = sqlite3.connect(path, isolation_level=None, timeout=1)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(_TABLES)
        for name, secret in _new_secrets().items():
            connection.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, secret))
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _reason_of_refusal(error: OSError | sqlite3.DatabaseError) -> str:
    """Return the reason why a file cannot hold a room."""
    if isinstance(error, OSError):
        return f"{error.strerror}"
    if not isinstance(error, sqlite3.OperationalError):
        return "it is a file of another kind"
    return "another server has it" if "locked" in str(error) else str(error)
