"""An algorithm as it was chosen: its name, and those of its options that are not at their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.algorithms import Algorithm, find
from explorer.trace.options import parse_options


@dataclass(frozen=True)
class Chosen:
    """An algorithm, by name, and those of its options that are not at their defaults, parsed.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    OptionError
        If there is no such option, or its value is impossible.
    """

    algorithm: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        parsed = parse_options(self.algorithm, self.entry.options, self.options)
        chosen = {each.name: parsed[each.name] for each in self.entry.options if parsed[each.name] != each.default}
        object.__setattr__(self, "options", chosen)

    @property
    def entry(self) -> Algorithm:
        """The algorithm as the registry has it."""
        return find(self.algorithm)

    @property
    def settings(self) -> dict[str, str]:
        """The options as text."""
        return {
            each.name: each.write(self.options[each.name]) for each in self.entry.options if each.name in self.options
        }
