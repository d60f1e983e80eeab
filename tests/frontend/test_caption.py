"""The caption reads as the plain text does, and every name in it is a button for its node."""

from __future__ import annotations

import re
from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

SHOWN = """listed => {
  const element = document.createElement('div'), selected = [];
  document.body.append(element);
  const caption = new $caption.Caption(element, new $store.Store({ choose: id => selected.push(id) }));
  const found = listed.map(({ number, text, names }) => {
    caption.show(number, text, names);
    const buttons = [...element.querySelectorAll('[role=button]')];
    buttons.forEach(button => button.click());
    const read = buttons.map(button => button.textContent);
    return { text: element.textContent, names: read, selected: selected.splice(0) };
  });
  element.remove();
  return found;
}"""

words = st.text(st.sampled_from("ab ,.=≤−∞😀é"), max_size=6)
parts = st.lists(st.tuples(words, st.booleans()), max_size=8)


def written(listed: list[tuple[str, bool]]) -> dict[str, Any]:
    """A caption as the browser has it: some of its words are names."""
    names, done = [], 0
    for word, is_name in listed:
        if is_name and word:
            names.append({"start": done, "end": done + len(word), "id": f"node {len(names)}"})
        done += len(word)
    return {"number": "7", "text": "".join(word for word, _ in listed), "names": names}


@examples(80)
@given(st.lists(parts, min_size=1, max_size=5))
def test_a_caption_reads_as_its_text_and_each_name_selects_its_node(run: Run, listed: list[list[tuple[str, bool]]]):
    captions = [written(each) for each in listed]
    for caption, found in zip(captions, run(SHOWN, captions), strict=True):
        text = re.sub("(?<=[=≤−]) ", "\xa0", caption["text"])
        assert found["text"] == caption["number"] + text
        assert found["names"] == [text[name["start"] : name["end"]] for name in caption["names"]]
        assert found["selected"] == [name["id"] for name in caption["names"]]
