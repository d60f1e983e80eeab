"""Items of the sources: definitions, theorems, figures and so on, each with its scene and checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from explorer.lessons.scenes import SlideScene, scene_of
from explorer.scenes.scene import Scene


class ItemKind(StrEnum):
    """A kind of item."""

    DEFINITION = "definition"
    LEMMA = "lemma"
    THEOREM = "theorem"
    COROLLARY = "corollary"
    CONJECTURE = "conjecture"
    ALGORITHM = "algorithm"
    EXAMPLE = "example"
    FIGURE = "figure"
    TABLE = "table"
    REMARK = "remark"


@dataclass(frozen=True)
class Item:
    """A statement or figure of a source.

    Attributes
    ----------
    paper : the name of the source.
    key : its name in an address, unique in the source: "theorem-5.4".
    number : as the source numbers it; "" if it does not.
    section : the section of the source.
    title, text : its name and its statement, in own words.
    query : the scene that shows it, as links have it; "" if there is none, and then `no_scene` says why.
    reconstruction : of a figure, what of it is the source's own and what is a reconstruction.
    facts : for each the expected value, the phrase of the fact, and its description in words.
    check : the name of a function of `explorer.papers.checks`; "": facts alone.
    not_checked : why nothing is computed, if nothing is.
    erratum : a statement that is wrong in the source, or true in fewer cases.
    """

    paper: str
    key: str
    kind: ItemKind
    section: str
    title: str
    text: str
    number: str = ""
    query: str = ""
    no_scene: str = ""
    reconstruction: str = ""
    facts: tuple[tuple[str, str, str], ...] = ()
    check: str = ""
    not_checked: str = ""
    erratum: str = ""

    @property
    def name(self) -> str:
        """The kind with the number, as the source cites it: "Theorem 5.4"."""
        return f"{self.kind.capitalize()} {self.number}".strip()

    @property
    def is_checked(self) -> bool:
        """Return whether the program can compute something to check the item."""
        return bool(self.facts or self.check)

    @property
    def is_reconstruction(self) -> bool:
        """Return whether the item's scene stands for a drawing that is lost."""
        return bool(self.reconstruction)

    @cached_property
    def scene(self) -> SlideScene:
        """Scene of the item; its graph is looked up when needed, and is empty if there is none."""
        return scene_of(self.query) if self.query else SlideScene(Scene())

    def matches(self, words: str) -> bool:
        """Return whether every word of a search occurs in the item, in capitals or not."""
        told = " ".join((self.name, self.section, self.title, self.text, self.reconstruction, self.erratum)).casefold()
        return all(word in told for word in words.casefold().split())


@dataclass(frozen=True)
class Paper:
    """A source with its items, in order.

    Attributes
    ----------
    name : as addresses and the command line write it.
    short, title : as menus and as bibliographies have it.
    about : remarks on the source as a whole.
    """

    name: str
    short: str
    title: str
    about: str
    items: tuple[Item, ...]

    @cached_property
    def by_key(self) -> Mapping[str, Item]:
        """The items by their names in addresses."""
        return {item.key: item for item in self.items}

    def count(self) -> dict[ItemKind, int]:
        """Return by kind the number of items of the source."""
        kinds = [item.kind for item in self.items]
        return {kind: kinds.count(kind) for kind in ItemKind if kind in kinds}
