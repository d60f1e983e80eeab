"""Memory of this machine; work that cannot fit into it is refused before it begins."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

from explorer.model.errors import SizeError

_GIGABYTE = 2**30
_STATM = Path("/proc/self/statm")  # of Linux: pages of the process, and those in memory


def most_memory() -> int | None:
    """Return the bytes that this process may have: those of the machine, or a limit below; None if unknown."""
    if sys.platform == "win32":
        return None
    import resource

    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limits = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    return min([physical, *(limit for limit in limits if limit != resource.RLIM_INFINITY)])


def used_memory() -> int | None:
    """Return the bytes of memory that this process takes; on macOS the most that it has taken; None if unknown."""
    if sys.platform == "win32":
        return None
    with suppress(OSError):
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def give_back() -> None:
    """Return unused memory to the system; the C library keeps it for later by itself."""
    with suppress(AttributeError, OSError):  # of other systems than Linux, and other libraries than glibc
        ctypes.CDLL(None).malloc_trim(0)


def require_memory(needed: int, what: str) -> None:
    """Raise SizeError if this process cannot have so many bytes.

    Raises
    ------
    SizeError
        If there are fewer, saying how many are needed and how many there are.
    """
    most = most_memory()
    if most is not None and needed > most:
        raise SizeError(
            f"{what} needs about {needed / _GIGABYTE:,.1f} GB of memory, and there are {most / _GIGABYTE:,.1f} GB; "
            "read it on a larger machine, or a part of it"
        )
