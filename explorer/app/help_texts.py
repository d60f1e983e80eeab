"""The pages of the help: Markdown files that read alike in the app and on a code host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from urllib.parse import urlencode

FOLDER = Path(__file__).parents[1] / "help"
INDEX = "README"  # the page of a folder on a code host; its links give the order of the pages
QUERY = "page"  # of an address

_PAGE_LINK = re.compile(r"\]\((?P<page>[\w-]+)\.md(?P<anchor>#[\w-]+)?\)")
_PICTURE = re.compile(r"!\[(?P<text>[^\]]*)\]\((?P<file>[^)]+)\)")
_HEADING = re.compile(r"#{1,6} (?P<title>.+)")
_FENCE = "```"
_RULE = re.compile(r"[|\-: ]+")  # below the head of a table
_MARKUP = re.compile(r"\]\([^)]*\)|[!\[*`]|^\||\|$")
_AROUND = 90  # characters on either side of a hit


@dataclass(frozen=True)
class HelpPicture:
    """A picture on a line of its own in a page of the help."""

    text: str
    file: Path


@dataclass(frozen=True)
class Section:
    """A heading of a help page with the text up to the next heading."""

    title: str
    text: str

    @property
    def anchor(self) -> str:
        """The fragment of an address that names the heading."""
        return "-".join(re.findall(r"\w+", self.title.lower()))

    @cached_property
    def plain(self) -> str:
        """The text of the section without the signs of Markdown, in one line."""
        lines = (_MARKUP.sub("", line) for line in self.text.splitlines() if not _RULE.fullmatch(line))
        return " ".join(" ".join(lines).replace(" | ", " – ").split())


@dataclass(frozen=True)
class HelpPage:
    """A page: the name of its file without a suffix, and its Markdown."""

    name: str
    text: str

    @property
    def title(self) -> str:
        """The first heading of the page."""
        return self.sections[0].title

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the page in order; a line of code is no heading."""
        sections: list[tuple[str, list[str]]] = []
        for line, is_code in _lines_and_whether_code(self.text):
            heading = None if is_code else _HEADING.fullmatch(line)
            if heading is not None:
                sections.append((heading["title"], []))
            elif sections:
                sections[-1][1].append(line)
        return tuple(Section(title, "\n".join(lines)) for title, lines in sections)

    @property
    def blocks(self) -> tuple[str | HelpPicture, ...]:
        """The page as stretches of Markdown, and the pictures between them."""
        blocks: list[str | HelpPicture] = [""]
        for line, is_code in _lines_and_whether_code(self.text):
            picture = None if is_code else _PICTURE.fullmatch(line)
            if picture is not None:
                blocks += [HelpPicture(picture["text"], FOLDER / picture["file"]), ""]
            else:
                blocks[-1] = f"{blocks[-1]}{line}\n"
        return tuple(block for block in blocks if isinstance(block, HelpPicture) or block.strip())

    @property
    def page_links(self) -> tuple[str, ...]:
        """The names of the help pages to which this page links, in order."""
        return tuple(dict.fromkeys(link["page"] for link in _PAGE_LINK.finditer(self.text)))


@dataclass(frozen=True)
class SearchHit:
    """A section of the help that contains all search words, with the text around the first of them."""

    page: HelpPage
    section: Section
    excerpt: str

    @property
    def link(self) -> str:
        """The address of the section in the app."""
        return f"{address(self.page.name)}#{self.section.anchor}"


@cache
def help_pages() -> dict[str, HelpPage]:
    """Return all pages of the help by name: the index, then the pages that it links to, in its order."""
    index = _read_page(INDEX)
    return {INDEX: index} | {name: _read_page(name) for name in index.page_links}


def search(words: str) -> list[SearchHit]:
    """Return the sections of the help that contain all words; those with the words in their title come first."""
    needles = words.lower().split()
    sections = [(page, section) for page in help_pages().values() for section in page.sections]
    hits = [
        (
            not all(word in section.title.lower() for word in needles),
            SearchHit(page, section, _excerpt(section, needles)),
        )
        for page, section in sections
        if needles and all(word in f"{section.title} {section.plain}".lower() for word in needles)
    ]
    return [hit for _, hit in sorted(hits, key=lambda hit: hit[0])]


def address(page: str) -> str:
    """Return the address of a help page, relative to any other."""
    return f"?{urlencode({QUERY: page})}"


def with_addresses(text: str) -> str:
    """Return Markdown whose links to files of other pages lead to these pages in the app."""
    return _PAGE_LINK.sub(lambda link: f"]({address(link['page'])}{link['anchor'] or ''})", text)


def _read_page(name: str) -> HelpPage:
    return HelpPage(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8"))


def _lines_and_whether_code(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a page, each with whether it belongs to a block of code."""
    inside = False
    for line in text.splitlines():
        is_fence = line.startswith(_FENCE)
        yield line, inside or is_fence
        inside ^= is_fence


def _excerpt(section: Section, words: list[str]) -> str:
    """Return the text around the first word that occurs in a section, else its beginning."""
    text = section.plain
    at = next((at for word in words if (at := text.lower().find(word)) >= 0), 0)
    start, end = max(0, at - _AROUND), at + _AROUND
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
