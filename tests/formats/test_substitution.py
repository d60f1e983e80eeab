"""What is written in place of parts of texts: in columns as in one text, and as other libraries write it."""

from __future__ import annotations

import html
import json
import re

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from explorer.formats.dot_syntax import UNESCAPED
from explorer.formats.gml_syntax import text_of
from explorer.formats.json_text import in_quotes
from explorer.formats.plain_text_syntax import id_text
from explorer.formats.substitution import Quoting, Substitution
from explorer.formats.xml_text import in_attribute, in_element, made_fit_xml, without_references
from explorer.model import plain

PARTS = (
    *("a", "B", "node", "&", "&amp;", "&#55357;", "&#56832;", "<", '"', "\\", "\n", "\r", "\t", "\0"),
    *("\x1f", " ", "é", "♞", "\U0010ffff"),
)
TEXTS = st.lists(st.lists(st.sampled_from(PARTS), max_size=5).map("".join), max_size=8)
CHAIN = Substitution(("a", "B&"), (r"B|\r\n?|&\w*;", lambda found: f"<{len(found)}>"), ("<", "a"))
NAMES = Quoting("[A-Za-z]+|&", CHAIN, but=("node",))
REFERENCE = re.compile("&(?:amp|#[0-9]+);")


def in_columns(write, texts):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "LARGE", 0)
        return [*write.of(texts)]


@pytest.mark.parametrize("write", [in_quotes, in_element, in_attribute, made_fit_xml, UNESCAPED, text_of, CHAIN])
@given(texts=TEXTS)
@example(texts=["", "\U0010ffff<\\", "<", "\r\n", "&amp;lt;"])
def test_columns_hold_what_is_written_for_each_text(write, texts):
    written = [write(text) for text in texts]
    column = pa.chunked_array([pa.array(texts, pa.string()), pa.array([None], pa.string())])
    assert in_columns(write, texts) == written
    assert write.column(column).to_pylist() == [*written, None]


@pytest.mark.parametrize("quote", [id_text, NAMES])
@given(words=TEXTS)
def test_words_of_columns_stand_in_quotes_where_one_word_would(quote, words):
    assert in_columns(quote, words) == [quote(word) for word in words]


@given(TEXTS)
def test_escapes_are_those_of_other_libraries(texts):
    assert in_columns(in_quotes, texts) == [json.dumps(text, ensure_ascii=False)[1:-1] for text in texts]
    assert in_columns(in_element, texts) == [html.escape(text, quote=False) for text in texts]
    fitting = ["".join(REFERENCE.split(made_fit_xml(text))) for text in texts]
    assert in_columns(without_references, in_columns(in_attribute, fitting)) == fitting


def test_words_that_mean_something_stand_in_quotes():
    assert [NAMES(word) for word in ("x", "Node", "&", "x<")] == ["x", '"Node"', "&", '"xa"']


def test_half_of_a_character_is_written_text_by_text():
    assert in_columns(in_quotes, ["\ud800", "\n"]) == ["\ud800", "\\n"]
