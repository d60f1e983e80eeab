"""The text of a lesson as HTML holds what a lesson may hold, whatever is written in it."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.lessons.markup import html_of, inline_html

NASTY = [
    r"$\text{<img src=x onerror=alert(1)>}$",
    r"$\text{<![CDATA[ > <img src=x onerror=alert(1)> ]]>}$",
    r"$\href{//x.y}{z}$ $\style{position:fixed}{x}$ $\class{stage}{x}$",
    "<script>x</script> <!-- [a](javascript:x) ![a](//x.y) `c` <//x.y> &lt;b&gt;",
    "|a|b|\n|-|-:|\n|<b>|$<b>$|",
]


class Found(HTMLParser):
    """What elements and attributes a page holds."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {tag, *(f"{name}={value}" for name, value in attrs if name not in ("stretchy", "form", "fence"))}

    def handle_comment(self, data: str) -> None:
        self.names.add(data)

    unknown_decl = handle_decl = handle_pi = handle_comment


def foreign(html: str) -> set[str]:
    """What no text of a lesson is made of."""
    known = {"p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "em", "strong", "code"}
    return {
        name
        for name in Found(html).names - known - {"style=text-align:right"}
        if not (name.startswith("m") and "=" not in name)
    }


@pytest.mark.parametrize("text", NASTY)
def test_nothing_but_text_comes_of_html_links_and_commands_of_formulas(text: str):
    assert foreign(html_of(text)) == set()
    assert foreign(inline_html(text)) == set()


@given(
    st.lists(st.sampled_from([*r"<>&\"'\{}$_^*ab|= /", r"\text{", r"\href{", "<b ", "on=", "-->", "]]>"])).map("".join)
)
def test_nothing_but_text_comes_of_any_formula(tex: str):
    assert foreign(inline_html(f"${tex}$")) == set()
