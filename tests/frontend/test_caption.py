"""The caption reads as the plain text does, and every name in it is a button for its node."""

from __future__ import annotations

import re
from typing import Any

import pytest
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

FOCUS = """counts => {
  const element = document.createElement('div'), stage = document.createElement('div');
  let closed = 0;
  stage.className = 'stage';
  stage.tabIndex = 0;
  stage.addEventListener('focus', () => closed++);
  stage.append(element);
  document.body.append(stage);
  const caption = new $caption.Caption(element, new $store.Store());
  const text = 'abcdef';
  const names = [...text].map((id, i) => ({ start: i, end: i + 1, id }));
  const show = count => caption.show('1', text, names.slice(0, count));
  show(counts[0]);
  element.querySelectorAll('[role=button]')[counts[0] - 1].focus();
  show(counts[1]);
  const found = { focused: document.activeElement?.dataset?.node ?? null, closed };
  element.remove();
  return found;
}"""

# In a box of each width: the signs after which a line ends.
ENDS = """([text, widths]) => {
  const element = document.createElement('div');
  document.body.append(element);
  const caption = new $caption.Caption(element, new $store.Store());
  caption.show('1', text, [{ start: text.indexOf('root'), end: text.indexOf('root') + 4, id: 'root' }]);
  const walker = document.createTreeWalker(caption.text, NodeFilter.SHOW_TEXT), characters = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (let at = 0; at < node.length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      characters.push([node.data[at], range]);
    }
  }
  const top = ([, range]) => range.getBoundingClientRect().top;
  const found = widths.map(width => {
    element.style.width = `${width}px`;
    const ends = characters.filter((each, at) => '=≤≥<>'.includes(each[0]) && top(characters[at + 2]) > top(each) + 5);
    return [ends.length, element.scrollWidth <= width, caption.text.getClientRects().length];
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


def test_no_line_of_a_caption_ends_between_a_sign_and_what_follows_it(run: Run):
    text = "alpha = 3 ≤ 10 and beta ≥ 12 > 4, so value = root < 7 = 7"
    found = run(ENDS, [text, list(range(90, 500, 5))])
    assert [ends for ends, _, _ in found] == [0] * len(found)
    assert all(fits for _, fits, _ in found)
    assert len({lines for _, _, lines in found}) > 3  # some of the boxes are narrow


@pytest.mark.parametrize(("before", "after", "focused"), [(2, 3, "b"), (3, 1, "a"), (2, 0, None)])
def test_the_focus_stays_with_the_names_as_long_as_there_are_any(run: Run, before, after, focused):
    assert run(FOCUS, [before, after]) == {"focused": focused, "closed": 0 if focused else 1}
