"""Comments in the text of a document stay where they were, whatever is edited."""

from __future__ import annotations

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from explorer.formats import load_bytes

TAKEN = """([text, acts]) => {
  const shown = new $document.Document({ nodes: [], moves: [] });
  const found = $text.parse(text);
  shown.take({ ...found, meta: { ...found.meta, comments: $comments.commentsOf(text) } });
  for (const [act, ...given] of acts) shown[act](...given);
  return $comments.commentedText(shown);
}"""
comments = st.from_regex(r"# ?[a-z\"#:=>]{0,6}", fullmatch=True)
LINES = ("> a max: b c", 'c min: "# d" b', 'b "x # y" = -1', '"# d" ?')


def written(run: Run, text: str, *acts: list) -> str:
    """The text of the document that a text and some edits make."""
    return run(TAKEN, [text, acts])


@st.composite
def commented_lines(draw: st.DrawFn) -> list[str]:
    lines = []
    for line in LINES:
        lines += draw(st.lists(comments, max_size=2))
        beside = draw(st.just("") | comments)
        lines.append(f"{line} {beside}" if beside else line)
    return [*lines, *draw(st.lists(comments, max_size=2))]


@examples(40)
@given(commented_lines())
def test_a_text_is_written_again_with_all_its_comments(run: Run, lines: list[str]):
    text = "".join(f"{line}\n" for line in lines)
    bare = "".join(f"{line}\n" for line in LINES)
    assert written(run, bare).replace(" :", ":") == bare
    assert written(run, text) == text


@examples(60)
@given(commented_lines())
def test_python_reads_the_comments_that_the_canvas_reads(run: Run, lines: list[str]):
    text = "".join(f"{line}\n" for line in ["@name One # two", *lines])
    kept = load_bytes("x.txt", text.encode()).graph.extra.get("comments")
    assert run("text => $comments.commentsOf(text) ?? null", text) == kept


def test_a_comment_stays_with_a_node_that_is_renamed_and_comes_back_with_one_that_was_deleted(run: Run):
    text = "# start\n> a max: b # go\n# end\nb = 1\n"
    assert written(run, text, ["renameId", "a", "s"]) == "# start\n> s max: b # go\n# end\nb = 1\n"
    assert written(run, text, ["remove", ["b"], []]) == "# start\n> a max: # go\n"
    assert written(run, text, ["remove", ["b"], []], ["undo"]) == text
