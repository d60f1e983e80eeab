"""A solver of the user's own: a command that reads the file of a graph and prints values."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

from explorer import formats
from explorer.comparison.claims import ValuesInput
from explorer.comparison.supplied import parsed_values
from explorer.formats.text import one_line
from explorer.model.errors import ExplorerError, FormatError, OptionError, quoted
from explorer.model.graph import GameGraph

PLACE = "{graph}"
_SECONDS_TO_END = 2


@dataclass(frozen=True)
class OwnSolver:
    """A command that computes the values of a graph.

    Attributes
    ----------
    words : the words of the command; one contains `{graph}`, unless `process` goes on.
    suffix : of the files that it reads.
    process : the running command, if it reads a path per line and answers each with a line.
    errors : the standard error of that process.
    """

    words: Sequence[str]
    suffix: str
    process: subprocess.Popen[str] | None = None
    errors: IO[str] | None = None

    def values(self, graph: GameGraph) -> ValuesInput:
        """Return the values that the command prints for a graph.

        Raises
        ------
        ExplorerError
            If it cannot be run, ends with an error, or prints no values.
        """
        with TemporaryDirectory(prefix="diff-") as folder:
            path = Path(folder, f"graph{self.suffix}")
            formats.write(graph, path)
            printed, output = self._run_once(path) if self.process is None else self._ask_process(self.process, path)
        try:
            return parsed_values(printed)
        except FormatError as error:
            raise ExplorerError(f"{self.words[0]} printed no values: {error}{_last_line(output)}") from None

    def _run_once(self, path: Path) -> tuple[str, str]:
        """Run the command on the path of a graph, and return what it writes."""
        command = [word.replace(PLACE, str(path)) for word in self.words]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise _start_error(command, error) from None
        if ended.returncode:
            raise ExplorerError(
                f"{command[0]} ended with exit code {ended.returncode}{_last_line(ended.stderr) or ': it said nothing'}"
            )
        return ended.stdout, ended.stderr

    def _ask_process(self, process: subprocess.Popen[str], path: Path) -> tuple[str, str]:
        """Return the line with which the running process answers the path of a graph, and its error output."""
        answer = ""
        if process.stdin is not None and process.stdout is not None:
            try:
                process.stdin.write(f"{path}\n")
                process.stdin.flush()
                answer = process.stdout.readline()
            except OSError:  # it has ended
                pass
        if not answer:
            raise ExplorerError(f"{self.words[0]} ended without an answer{_last_line(self._error_output())}")
        return answer, self._error_output()

    def _error_output(self) -> str:
        if self.errors is None:
            return ""
        self.errors.seek(0)
        return self.errors.read()


@contextmanager
def own_solver(command: str, suffix: str, *, stays: bool) -> Iterator[OwnSolver]:
    """Yield the solver of a command; one that stays is started here, and ended after the block.

    Raises
    ------
    OptionError
        If it is no command, lacks the place for a graph that it needs, or has one that it must not have.
    ExplorerError
        If it cannot be started.
    """
    words = _command_words(command)
    has_place = any(PLACE in word for word in words)
    if not words or has_place == stays:
        if stays:
            raise OptionError(f"with --keep-running the solver has no {PLACE}: it reads the path of a file a line")
        raise OptionError(f"--solver needs {PLACE} where the file of a graph goes, as in 'my {PLACE}'")
    if not stays:
        yield OwnSolver(words, suffix)
        return
    with TemporaryFile("w+", errors="replace") as errors:
        try:
            process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True)
        except OSError as error:
            raise _start_error(words, error) from None
        try:
            yield OwnSolver(words, suffix, process, errors)
        finally:
            _end_process(process)


def _end_process(process: subprocess.Popen[str]) -> None:
    """End a process by closing its input, and by force if it goes on."""
    try:
        process.communicate(timeout=_SECONDS_TO_END)
    except (subprocess.TimeoutExpired, OSError):
        process.kill()
        process.wait()


def _command_words(command: str) -> list[str]:
    """Return the words of a command line, as a shell splits it."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise OptionError(f"--solver {quoted(command)} is no command: {error}") from None


def _start_error(words: Sequence[str], error: OSError) -> ExplorerError:
    """Return the error of a command that cannot be started."""
    return ExplorerError(f"{words[0]} cannot be run: {error.strerror}")


def _last_line(output: str) -> str:
    """Return the last line of an output, such as the error of a traceback, as the end of a sentence."""
    lines = output.strip().splitlines()
    return f": {one_line(lines[-1])}" if lines else ""
