"""From the papers: the statements of the five sources, in order, each with a scene and checks.

Each source is a text file here, `NAME.toml`.  Nothing in it runs: it names scenes, facts (`explorer.lessons.facts`) and
functions of `explorer.papers.checks`, and everything that they find is computed when it is asked for.
"""

from explorer.papers.checking import Report, check
from explorer.papers.finding import Finding
from explorer.papers.item import Item, ItemKind, Paper
from explorer.papers.library import item, items, papers

__all__ = ["Finding", "Item", "ItemKind", "Paper", "Report", "check", "item", "items", "papers"]
