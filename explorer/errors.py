"""The exceptions of the package, as one tree.

Every message says what was expected, what came, where (file, line, node) and what to do.  Pages and the
command line show the message as it stands; nothing else of an `ExplorerError` reaches a user.
"""


class ExplorerError(Exception):
    """Anything that the package refuses, in one sentence for the user."""


class GraphError(ExplorerError):
    """A graph that cannot be built, or that an algorithm cannot work on."""


class FormatError(ExplorerError):
    """A file or text that cannot be read as a graph, or a graph that a format cannot hold."""


class OptionError(ExplorerError):
    """An option or parameter that does not exist or has an impossible value."""


class UnknownNameError(ExplorerError):
    """A name that is not in a registry: algorithm, sample, game, format."""


class LimitError(ExplorerError):
    """Work that would pass a stated limit of size or steps."""
