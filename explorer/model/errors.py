"""The exceptions of the package, as one tree.

Every message says what was expected, what came, where (file, line, node) and what to do.  Pages and the
command line show the message as it stands (`reason`, `sentence`); nothing else of an `ExplorerError` reaches a user.
`quoted` and `brief` cut short what a message quotes from an input.
"""

from __future__ import annotations

from reprlib import Repr

from explorer.model.words import short_name

MOST_QUOTED = 60  # characters
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = MOST_QUOTED


class ExplorerError(Exception):
    """Anything that the package refuses, in one sentence for the user."""


class GraphError(ExplorerError):
    """A graph that cannot be built, or that an algorithm cannot work on."""


class FormatError(ExplorerError):
    """A file or text that cannot be read as a graph, or a graph that a format cannot hold."""


class SizeError(FormatError):
    """A file whose graph is too large to be read into the memory of this program."""


class OptionError(ExplorerError):
    """An option or parameter that does not exist or has an impossible value."""


class UnknownNameError(ExplorerError):
    """A name that is not in a registry: algorithm, sample, game, format."""


class ExplanationError(ExplorerError):
    """An explanation that its own checker does not accept; it is not shown."""


class LimitError(ExplorerError):
    """Work that would pass a stated limit of size or steps."""


class LibraryError(ExplorerError):
    """A feature that needs a library which is not installed."""


FORESEEN = (ExplorerError, MemoryError, RecursionError)
"""Errors in which a run of an algorithm on a sound graph may end."""


def quoted(value: object) -> str:
    """Return a value of an input as Python writes it, cut to `MOST_QUOTED` characters.

    Examples
    --------
    >>> quoted("a"), quoted(None), quoted("long " * 30)
    ("'a'", 'None', "'long long long long long lo...ng long long long long long '")
    """
    try:
        text = _SHORT.repr(value)
    except ValueError:  # Python does not write out integers of many thousand digits
        return f"a {type(value).__name__} too long to write"
    return brief(text)


def brief(text: str) -> str:
    """Return a name cut to `MOST_QUOTED` characters, for a sentence.

    Examples
    --------
    >>> brief("a"), len(brief("long " * 30))
    ('a', 60)
    """
    return short_name(text, MOST_QUOTED)


def reason(error: BaseException) -> str:
    """Return the reason in any error, foreseen or not, for a user: without a capital and a full stop.

    Examples
    --------
    >>> reason(GraphError("there is no node c")), reason(MemoryError())
    ('there is no node c', 'it is too large for the memory of this machine; choose a smaller one')
    >>> reason(KeyError("c"))
    "unexpected KeyError: 'c'; this is a fault of the program, please report it"
    """
    if isinstance(error, ExplorerError):
        return str(error)
    if isinstance(error, MemoryError | RecursionError):
        return "it is too large for the memory of this machine; choose a smaller one"
    return f"unexpected {type(error).__name__}: {error}; this is a fault of the program, please report it"


def sentence(error: BaseException) -> str:
    """Return the `reason` as a sentence."""
    text = reason(error)
    return f"{text[:1].upper()}{text[1:]}."
