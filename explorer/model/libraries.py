"""Libraries that may be missing: the core needs numpy, networkx and pandas alone, and each other one where it is used.

A module imports such a library in the function that uses it, under `needed_for`, so that a missing one is named in a
sentence with what installs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from explorer.model.errors import LibraryError

_PACKAGES = {
    "PIL": "pillow",
    "graphblas": "python-graphblas",
    "markdown_it": "markdown-it-py",
    "pyspiel": "open_spiel",
    "quickjs": "quickjs-ng",
}
"""What pip calls them, where that is not the name of the module."""


@contextmanager
def needed_for(things: str) -> Iterator[None]:
    """A block that imports libraries; `things` is what needs them, in the plural.

    Raises
    ------
    LibraryError
        If one is missing.

    Examples
    --------
    >>> with needed_for("clay tablets"):
    ...     import clay
    Traceback (most recent call last):
    ...
    explorer.model.errors.LibraryError: clay tablets need clay, which is not installed: pip install clay
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise _missing(things, error.name or "") from None


def require(module: str, things: str) -> None:
    """Refuse things whose library is missing, without the time that it takes to import it.

    Raises
    ------
    LibraryError
        If it is.
    """
    if find_spec(module) is None:
        raise _missing(things, module)


def _missing(things: str, module: str) -> LibraryError:
    library = module.partition(".")[0]
    package = _PACKAGES.get(library, library)
    return LibraryError(f"{things} need {package}, which is not installed: pip install {package}")
