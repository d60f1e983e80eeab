"""Checks of the sources: a function for each item that needs more than facts.

Each takes the scene of the item and a function to call during long work, and yields findings.  A statement about all
graphs is tried on the graph of the scene and on generated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import isfunction, signature

from explorer.lessons.scenes import SlideScene
from explorer.papers.checks import e_valuate, iteration, kars, lecture, loops, pf_games, repetition, sharing, tiling
from explorer.papers.finding import Finding, Heartbeat

Check = Callable[[SlideScene, Heartbeat], Iterator[Finding]]

_PARAMETERS = ("scene", "heartbeat")  # of a check; other functions beside the checks have others
_MODULES = {
    "kars": (kars, iteration, repetition),
    "loops": (loops,),
    "pf-games": (pf_games,),
    "lecture": (lecture,),
    "e-valuate": (e_valuate, sharing, tiling),
}
CHECKS: dict[str, Check] = {
    f"{paper}.{name}": function
    for paper, modules in _MODULES.items()
    for module in modules
    for name, function in vars(module).items()
    if isfunction(function) and tuple(signature(function).parameters) == _PARAMETERS and not name.startswith("_")
}
"""By the name of the source and of the function: "kars.theorem_5_4"."""
