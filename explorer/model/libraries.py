"""Libraries that may be missing: the core needs numpy, networkx and pandas alone; others are needed where used.

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
    "dask": "dask[distributed]",
    "distributed": "dask[distributed]",
    "graphblas": "python-graphblas",
    "markdown_it": "markdown-it-py",
    "pyspiel": "open_spiel",
    "quickjs": "quickjs-ng",
}
"""Names of packages in pip, where they differ from those of the modules."""


@contextmanager
def needed_for(things: str) -> Iterator[None]:
    """Raise LibraryError if an import in this block fails; `things` names the users of the library, in the plural.

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
        raise _missing_error(things, error.name or "") from None


def require(module: str, things: str) -> None:
    """Raise LibraryError if the library that things need is missing, without the time to import it.

    Raises
    ------
    LibraryError
        If it is.
    """
    if find_spec(module) is None:
        raise _missing_error(things, module)


def _missing_error(things: str, module: str) -> LibraryError:
    """Return the error that a library is not installed, with the command that installs it."""
    library = module.partition(".")[0]
    package = _PACKAGES.get(library, library)
    return LibraryError(f"{things} need {package}, which is not installed: pip install {package}")
