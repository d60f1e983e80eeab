"""Letters typed while a node is selected: one alone is a shortcut, a word a name."""

from __future__ import annotations

from frontend.conftest import Run

TYPED = """async ([keys, chosen]) => {
  const done = [], named = [], steps = [];
  let now = 0, selected = chosen;
  const editor = {
    document: { past: { done: steps }, retract: () => done.push(`not ${steps.pop()}`) },
    get nameable() { return selected; },
    name: (id, text) => named.push([id, text]),
  };
  const typing = new $typing.Typing(editor, () => {}, () => now);
  const acts = { m: ['add', true], r: ['node', true], f: ['view', false], t: ['view', true, true] };
  for (const [key, after] of keys) {
    now += after;
    const event = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const [group, draws, leaves] = acts[key] ?? [];
    if (typing.takes(event, Boolean(group))) break;  // the form has the keys now
    if (group) {
      typing.act(event, { group, draws, leaves }, () => {
        done.push(key);
        if (draws) steps.push(key);
        if (group === 'add') selected = [`added by ${key}`];
      });
    }
  }
  await new Promise(resolve => setTimeout(resolve, 350));
  return [done, named];
}"""


def typed(run: Run, keys: str, chosen: list[str], *, pause: int = 50) -> list[list]:
    """What the letters did, and which nodes they began to name with what."""
    return run(TYPED, [[[key, pause] for key in keys], chosen])


def test_a_letter_alone_is_its_shortcut(run: Run):
    assert typed(run, "r", ["a"]) == [["r"], []]
    assert typed(run, "t", ["a"]) == [["t"], []]


def test_the_second_letter_of_a_word_takes_back_what_the_first_did(run: Run):
    assert typed(run, "ro", ["a"]) == [["r", "not r"], [["a", "ro"]]]
    assert typed(run, "mo", ["a"]) == [["m", "not m"], [["a", "mo"]]]


def test_what_is_no_edit_and_what_takes_the_keys_away_is_not_begun(run: Run):
    assert typed(run, "fo", ["a"]) == [[], [["a", "fo"]]]
    assert typed(run, "to", ["a"]) == [[], [["a", "to"]]]


def test_a_letter_that_is_no_shortcut_begins_the_name_of_one_selected_node(run: Run):
    assert typed(run, "é", ["a"]) == [[], [["a", "é"]]]
    assert typed(run, "s", ["a", "b"]) == [[], []]
    assert typed(run, "s", []) == [[], []]
