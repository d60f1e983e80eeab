"""The commands: each is a file with its arguments, what it does and what it prints."""

from explorer.cli.commands import (
    bench,
    check,
    compare,
    convert,
    diff,
    e_valuate,
    export,
    generate,
    lesson,
    link,
    lists,
    open,
    papers,
    solve,
    task,
    trace,
    why,
)

COMMANDS = (
    open.COMMAND,
    solve.COMMAND,
    why.COMMAND,
    trace.COMMAND,
    compare.COMMAND,
    e_valuate.COMMAND,
    check.COMMAND,
    diff.COMMAND,
    convert.COMMAND,
    export.COMMAND,
    link.COMMAND,
    lesson.COMMAND,
    task.COMMAND,
    papers.COMMAND,
    generate.COMMAND,
    bench.COMMAND,
    lists.GAMES,
    lists.SAMPLES,
    lists.ALGORITHMS,
)
"""In the order in which the help lists them."""
