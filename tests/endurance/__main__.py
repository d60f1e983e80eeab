"""`python -m tests.endurance [NAME ...] [--seed N] [--minutes N]`: what a program has to bear over months, in minutes.

Each other module of this package with a function `run` is a try: its docstring says what is done to the program, `run`
is given a `Trial` and returns its figures in a line, and it raises if something was lost, was said wrongly or stopped.
All share the time, ten minutes unless another number is given.  The seed is printed; with it, a try that failed can be
repeated.  The exit code is 1 if any try failed.
"""

from __future__ import annotations

import argparse
import faulthandler
import pkgutil
import secrets
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

from tests.endurance.trial import Trial

LATE = 60.0  # seconds after the last minute, when a try that hangs is ended


def main() -> int:
    """Run the tries that the arguments name, or all; 1 if one failed."""
    arguments = _arguments()
    tries = [module for name, module in _tries().items() if name in arguments.names or not arguments.names]
    end = time.monotonic() + 60 * arguments.minutes
    faulthandler.dump_traceback_later(60 * arguments.minutes + LATE, exit=True)
    sys.stdout.write(f"seed {arguments.seed}\n")
    failed = 0
    for number, each in enumerate(tries):
        share = (end - time.monotonic()) / (len(tries) - number)
        failed += not _is_borne(each, arguments.seed, share)
    return 1 if failed else 0


def _tries() -> dict[str, ModuleType]:
    names = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.name != "__main__"]
    modules = {name: import_module(f"tests.endurance.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "run")}


def _is_borne(module: ModuleType, seed: int, seconds: float) -> bool:
    """Run a try and write what came of it; whether nothing failed."""
    name, began = module.__name__.rpartition(".")[2], time.monotonic()
    sys.stdout.write(f"{name}: {(module.__doc__ or '').splitlines()[0]}\n")
    sys.stdout.flush()
    try:
        said = module.run(Trial(Random(f"{seed} {name}"), began + seconds))
    except Exception:
        said = f"FAILED; again: python -m tests.endurance {name} --seed {seed}\n{traceback.format_exc()}"
    sys.stdout.write(f"  {time.monotonic() - began:.0f} s: {said}\n")
    sys.stdout.flush()
    return not said.startswith("FAILED")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.endurance")
    parser.add_argument("names", metavar="NAME", nargs="*", choices=[[], *_tries()], help="a try (default: all)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="of all chance")
    parser.add_argument("--minutes", type=float, default=10.0, help="that all tries have together (default 10)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
