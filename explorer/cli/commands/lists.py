"""The commands `games`, `samples` and `algorithms`: the entries of the registries."""

from __future__ import annotations

from collections.abc import Iterable

from explorer import algorithms, games
from explorer.cli.commands.command import Command
from explorer.cli.console import Arguments, say
from explorer.games import samples
from explorer.trace.options import Option


def run_games(arguments: Arguments) -> int:
    """Write the games and their parameters."""
    for game in games.registered().values():
        say(f"{game.name}: {game.title}")
        _write_options(game.parameters)
    return 0


def run_samples(arguments: Arguments) -> int:
    """Write the samples."""
    for name in samples.sample_names():
        say(f"{name}: {samples.load_sample(name).name or name}")
    return 0


def run_algorithms(arguments: Arguments) -> int:
    """Write the algorithms and their options."""
    for algorithm in algorithms.registered().values():
        say(f"{algorithm.name}: {algorithm.title}")
        _write_options(algorithm.options)
    return 0


def _write_options(options: Iterable[Option]) -> None:
    for option in options:
        allowed = f" ({', '.join(option.choices)})" if option.choices else ""
        say(f"    {option.name}={option.write(option.default)}{allowed}: {option.help}")


GAMES = Command("games", "list the games and their parameters", run_games, takes_graph=False)
SAMPLES = Command("samples", "list the sample graphs", run_samples, takes_graph=False)
ALGORITHMS = Command("algorithms", "list the algorithms and their options", run_algorithms, takes_graph=False)
