"""The page Help shows every page at its address, with its pictures, and finds words."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest
from support.script import run

from explorer.app.help_texts import INDEX, QUERY, Picture, Section, address, help_pages, search, with_addresses


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


@pytest.mark.parametrize("name", help_pages())
def test_every_page_is_shown_at_its_address_and_can_be_reached_from_it(name: str):
    contents, *parts = texts(shown(name))
    page = help_pages()[name]
    assert parts == [with_addresses(block).strip() for block in page.blocks if not isinstance(block, Picture)]
    assert parts[0].startswith(f"# {page.title}\n")
    assert f"**{page.title}**" in contents
    assert {f"({address(other)})" for other in help_pages() if other != name} == set(re.findall(r"\(.*?\)", contents))


def test_an_address_that_names_no_page_leads_to_the_index():
    assert texts(shown("no-such-page"))[1:] == texts(shown(INDEX))[1:]


def test_nothing_of_a_page_is_lost_but_the_pictures_that_are_shown_as_such():
    for page in help_pages().values():
        pictures = [block for block in page.blocks if isinstance(block, Picture)]
        lines = "".join(block for block in page.blocks if isinstance(block, str)).splitlines()
        drawn = [line for line in page.text.splitlines() if line.startswith("![")]
        assert lines == [line for line in page.text.splitlines() if line not in drawn]
        assert len(pictures) == len(drawn)
        assert all(picture.file.is_file() and picture.text for picture in pictures)


def test_no_link_to_a_file_is_left_in_what_the_app_shows():
    assert all(".md)" not in with_addresses(page.text) for page in help_pages().values())
    assert with_addresses("[x](glossary.md#back-link)") == "[x](?page=glossary#back-link)"


def test_a_line_of_code_is_no_heading_and_no_picture():
    page = next(page for page in help_pages().values() if page.name == "add-your-own")
    assert all(not section.title.startswith("where the cat is") for section in page.sections)
    assert any("# where the cat is" in section.text for section in page.sections)


def test_words_are_found_in_titles_first():
    first, *rest = search("Back LINK")
    assert (first.page.name, first.section.title) == ("glossary", "Back link")
    assert first.link == "?page=glossary#back-link"
    assert any(each.page.name == "algorithms" for each in rest)
    assert all("back" in f"{each.section.title} {each.section.plain}".lower() for each in rest)


def test_what_is_not_there_is_not_found():
    assert search("") == search("  ") == search("xyzzy") == []


def test_the_plain_text_of_a_table_has_neither_signs_nor_rules():
    section = Section("T", "| a | b |\n|---|---|\n| `x` | [y](z.md#w) *very* |")
    assert section.plain == "a – b x – y very"


def test_the_page_shows_what_is_found():
    app = shown("tour")
    app.text_input[0].set_value("back link")
    run(app)
    assert any(text.startswith("[Glossary: Back link](?page=glossary#back-link)") for text in texts(app))
    app.text_input[0].set_value("xyzzy")
    run(app)
    assert [each.value for each in app.text] == ["No section has “xyzzy” in it."]
