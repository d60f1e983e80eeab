"""An algorithm as it was chosen: its name, and those of its options that are not at their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.algorithms import Algorithm, find


@dataclass(frozen=True)
class AlgorithmChoice:
    """An algorithm, by name, and those of its options that are not at their defaults, parsed.

    It raises what `find` and `Algorithm.parsed` raise.
    """

    algorithm: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        parsed = self.entry.parsed(self.options)
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
