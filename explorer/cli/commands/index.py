"""The command `index`: a solved folder of the tables that another solver wrote."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.cli.commands.command import Command
from explorer.cli.console import Arguments, note, say
from explorer.model.graph import Convention
from explorer.model.scores import parse_endless
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.indexing import index


def run_index(arguments: Arguments) -> int:
    """Write a solved folder of tables of nodes and moves, and say what it does not hold."""
    place = index(
        arguments.folder,
        arguments.out,
        convention=None if arguments.convention is None else Convention(arguments.convention),
        root=arguments.root,
        endless=None if arguments.endless is None else parse_endless(arguments.endless),
    )
    folder = SolvedFolder(place)
    folder.node(folder.root)
    say(f"{place}: {len(folder):,} nodes, {folder.move_count:,} moves, {folder.convention}, root {folder.root}")
    note("it has no bounds, so cut ends have their scores alone; values and distances were taken as they are")
    opened = arguments.folder if arguments.out is None else place
    note(f"next: open {Path(opened)}")
    return 0


def add(parser: argparse.ArgumentParser) -> None:
    about = (
        "a folder with nodes.parquet (id, value, perhaps distance and player) and moves.parquet (from, to), or parts"
    )
    parser.add_argument("folder", metavar="FOLDER", help=about)
    parser.add_argument("-o", dest="out", metavar="OUT", help="the folder to write (default FOLDER/solved)")
    about = "whose view values have: Max's, or that of the player to move (default: minimax if nodes have players)"
    parser.add_argument("--convention", choices=[*map(str, Convention)], help=about)
    parser.add_argument("--root", metavar="NODE", help="the node where play starts (default: the first)")
    parser.add_argument("--endless", metavar="D", help="value of endless play in these values (default 0)")


COMMAND = Command(
    "index", "make another solver's tables a solved folder, to be opened", run_index, add, takes_graph=False
)
