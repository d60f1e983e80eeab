"""The page Help shows a page at its address, with its pictures, and finds words."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest
from support.script import run

from explorer.app.help_texts import QUERY, HelpPicture, address, help_pages, search, with_addresses


def help_script() -> None:
    """The page Help with its contents, alone."""
    from explorer.app import help_page

    help_page.show()


def shown(page: str) -> AppTest:
    app = AppTest.from_function(help_script, default_timeout=60)
    app.query_params[QUERY] = page
    return run(app)


def texts(app: AppTest) -> list[str]:
    return [each.value for each in app.markdown]


@pytest.mark.parametrize("name", ["tour", "algorithms"])
def test_every_page_is_shown_at_its_address_and_can_be_reached_from_it(name: str):
    contents, *parts = texts(shown(name))
    page = help_pages()[name]
    assert parts == [with_addresses(block).strip() for block in page.blocks if not isinstance(block, HelpPicture)]
    assert parts[0].startswith(f"# {page.title}\n")
    assert f"**{page.title}**" in contents
    assert {f"({address(other)})" for other in help_pages() if other != name} == set(re.findall(r"\(.*?\)", contents))


def test_nothing_of_a_page_is_lost_but_the_pictures_that_are_shown_as_such():
    for page in help_pages().values():
        pictures = [block for block in page.blocks if isinstance(block, HelpPicture)]
        lines = "".join(block for block in page.blocks if isinstance(block, str)).splitlines()
        drawn = [line for line in page.text.splitlines() if line.startswith("![")]
        assert lines == [line for line in page.text.splitlines() if line not in drawn]
        assert len(pictures) == len(drawn)
        assert all(picture.file.is_file() and picture.text for picture in pictures)


def test_words_are_found_in_titles_first():
    first, *rest = search("Back LINK")
    assert (first.page.name, first.section.title) == ("glossary", "Back link")
    assert first.link == "?page=glossary#back-link"
    assert any(each.page.name == "algorithms" for each in rest)
    assert all("back" in f"{each.section.title} {each.section.plain}".lower() for each in rest)
