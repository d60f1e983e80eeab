"""Scripts for shells that complete commands, options and names of the registries; made by shtab."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping

from explorer import algorithms, games, tasks
from explorer.drawing import exports
from explorer.model.libraries import needed_for

SHELLS = ("bash", "zsh", "fish")

_NAMES: dict[str, Callable[[], Iterable[str]]] = {  # by the name of the argument
    "algorithm": algorithms.registered,
    "game": games.registered,
    "task": tasks.registered,
    "to": exports.registered,
}
_FILES = ("graph", "out")


def script(parser: argparse.ArgumentParser, commands: Mapping[str, argparse.ArgumentParser], shell: str) -> str:
    """Return the completion script for a shell.

    Parameters
    ----------
    commands : the parsers of the commands; this function gives them choices, so do not use them afterwards.
    """
    with needed_for("scripts for a shell"):
        import shtab

    for command in commands.values():
        for action in command._actions:
            if action.dest in _NAMES and action.choices is None:
                action.choices = tuple(_NAMES[action.dest]())
            elif action.dest in _FILES:
                vars(action)["complete"] = shtab.FILE
    return shtab.complete(parser, shell)
