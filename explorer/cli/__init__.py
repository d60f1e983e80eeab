"""The command line: what is asked, and what each command does."""

from explorer.cli.parser import main

__all__ = ["main"]
