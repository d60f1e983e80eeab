"""The text of a lesson as HTML: only paragraphs, lists, tables, emphasis and formulas."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import TYPE_CHECKING
from xml.etree.ElementTree import tostring

from explorer.lessons.lesson import without_claims
from explorer.model.libraries import needed_for

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_FORMULA = re.compile(r"\$([^$\n]+)\$")
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'  # which a page of HTML does not need
_ELEMENT = re.compile(
    "m(ath|row|i|n|o|s|text|space|frac|root|sqrt|sub|sup|subsup|under|over|underover|multiscripts|prescripts|table|tr|td"
    "|style|padded|phantom)"
)
_LOOK = re.compile(
    "accent|columnalign|displaystyle|fence|form|linethickness|lspace|mathvariant|maxsize|minsize|movablelimits|rspace"
    "|stretchy|width"
)


def html_of(text: str) -> str:
    """Return a lesson's text as HTML of paragraphs, lists and tables, with claims as readers see them.

    Examples
    --------
    >>> print(html_of("Two\\nlines.\\n\\n- **one** <b>\\n- {{2 : nodes}}"))
    <p>Two
    lines.</p>
    <ul>
    <li><strong>one</strong> &lt;b&gt;</li>
    <li>2</li>
    </ul>
    """
    return str(_markdown().render(without_claims(text))).strip()


def inline_html(text: str) -> str:
    """Return one line of a lesson's text as HTML, without a paragraph around it.

    Examples
    --------
    >>> inline_html("so *that* _x_ $a_1$")
    'so <em>that</em> _x_ <math><mrow><msub><mi>a</mi><mn>1</mn></msub></mrow></math>'
    """
    return str(_markdown().renderInline(without_claims(text)))


@cache
def _markdown() -> MarkdownIt:
    """Return a Markdown parser for lessons: without links, pictures, headings, code and HTML."""
    with needed_for("texts of lessons"):
        from markdown_it import MarkdownIt

    found = MarkdownIt("zero").enable(["emphasis", "list", "table"])
    found.inline.ruler.before("emphasis", "formula", _formula_or_line)
    found.add_render_rule("formula", lambda renderer, tokens, index, *_: _formula(tokens[index].content))
    return found


def _formula_or_line(state: StateInline, silent: bool) -> bool:
    """Take a formula, or an underscore, which is no emphasis in a lesson."""
    formula = _FORMULA.match(state.src, state.pos)
    if not formula and state.src[state.pos] != "_":
        return False
    if not silent and formula:
        state.push("formula", "", 0).content = formula[1]
    elif not silent:
        state.pending += "_"
    state.pos = formula.end() if formula else state.pos + 1
    return True


def _formula(tex: str) -> str:
    """Return a formula as MathML; one that cannot be set, or has foreign elements, as its source."""
    with needed_for("formulas"):
        from defusedxml.ElementTree import fromstring
        from latex2mathml.converter import convert

    try:
        found = fromstring(convert(tex).replace(_NAMESPACE, "", 1))
    except Exception:  # which of a dozen depends on what is wrong
        return f"<code>{html.escape(tex)}</code>"
    if not all(_ELEMENT.fullmatch(each.tag) for each in found.iter()):
        return f"<code>{html.escape(tex)}</code>"
    for each in found.iter():
        each.attrib = {name: value for name, value in each.items() if _LOOK.fullmatch(name)}
    return tostring(found, encoding="unicode")
