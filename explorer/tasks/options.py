"""Options of tasks."""

from __future__ import annotations

from explorer.model.errors import OptionError, quoted
from explorer.model.scores import format_score, parse_endless
from explorer.trace.options import Option

_LONG = 200  # characters


def node_option() -> Option:
    """The node that a task is about."""

    def parse(value: object) -> str:
        if not isinstance(value, str) or len(value) > _LONG:
            raise OptionError(f"node must be the id of a node, got {quoted(value)}")
        return value.strip()

    return Option("node", "Node", "", "The id of the node; the root if it is left out.", parse)


def value_option() -> Option:
    """The score that a node must get, ±∞ allowed."""

    def parse(value: object) -> object:
        try:
            return parse_endless(value)
        except OptionError:
            raise OptionError(f"value must be a number such as 2, -1/2 or inf, got {quoted(value)}") from None

    return Option("value", "Value", 0, "the score that the node must get", parse, write=format_score)
