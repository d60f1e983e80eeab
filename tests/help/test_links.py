"""The README and the help read on a code host: their links lead somewhere, and nothing is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.help import PAGES, README, ROOT, prose, table_of
from support.layers import PICTURE, layers, picture
from support.ways import IMAGES, WAYS, Stop, drawing

from explorer.app.help_texts import INDEX, HelpPage, help_pages

TEXTS = [README, *PAGES.values()]
LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")

every_text = pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())


def targets(path: Path) -> list[str]:
    return [link["target"] for link in LINK.finditer(prose(path.read_text(encoding="utf-8")))]


def anchors(path: Path) -> set[str]:
    """The anchors that a code host gives the headings: in small letters, without signs, blanks as hyphens."""
    titles = [section.title for section in HelpPage(path.stem, path.read_text(encoding="utf-8")).sections]
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@every_text
def test_every_link_leads_to_a_file_and_to_a_heading_in_it(path: Path):
    for target in targets(path):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.is_relative_to(ROOT), target
        assert file.is_file(), target
        assert not anchor or anchor in anchors(file), target


def test_the_index_and_the_readme_list_every_page_in_one_order():
    listed = list(help_pages())
    assert (listed[0], set(listed)) == (INDEX, set(PAGES))
    rows = [(title, name.removesuffix(".md")) for title, name in _listed(PAGES[INDEX])]
    assert rows == [(help_pages()[name].title, name) for name in listed[1:]], "the index has its titles in its order"
    here = [(title, name.removeprefix("explorer/help/")) for title, name in _listed(README)]
    assert here == [(title, f"{name}.md") for title, name in rows], "README.md lists the pages as the index does"


def _listed(path: Path) -> list[tuple[str, str]]:
    cells = [row[0] for row in table_of(path.read_text(encoding="utf-8"))]
    found = [re.fullmatch(r"\[(.+)\]\((.+\.md)\)", cell) for cell in cells]
    return [(match[1], match[2]) for match in found if match is not None]


def test_every_picture_of_the_help_is_shown():
    shown = {(path.parent / target).resolve() for path in TEXTS for target in targets(path)}
    assert set((PAGES[INDEX].parent / "images").iterdir()) <= shown


def test_the_picture_of_the_layers_is_that_of_the_import_contract():
    assert PICTURE.read_text(encoding="utf-8") == picture(layers()), "python -m tests.support.layers draws it anew"


@pytest.mark.parametrize(("name", "stops"), WAYS.items(), ids=WAYS)
def test_the_drawing_of_a_way_names_functions_that_are_there(name: str, stops: list[Stop]):
    for function, file, _ in stops:
        definition = rf"^ *(export )?(default )?(async )?(def |function )?{function.rpartition('.')[2]}\([^;]*$"
        assert re.search(definition, (ROOT / "explorer" / file).read_text(encoding="utf-8"), re.M), function
    assert (IMAGES / f"{name}.svg").read_text(encoding="utf-8") == drawing(name, stops), "python -m tests.support.ways"
