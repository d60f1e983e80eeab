"""Keys and what they are called: a chord is what was pressed, and the table of actions holds together."""

from __future__ import annotations

from pathlib import Path

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

SHARED_KEYS = (Path(__file__).parent / "shared_keys.js").read_text(encoding="utf-8")
NAMED = ["ArrowLeft", "Enter", "Escape", "Delete", "Home", "F2"]

# Keys of several actions: the first of them that makes sense is meant.
FIRST = {
    "Enter": ("expand", "pick", "rename"),
    "Shift+Enter": ("connect-by-name", "redirect"),
    ".": ("next-move", "blank"),  # in a lecture the page blanks the screen before either
    "x": ("next-wrong", "next-difference"),
    "-": ("fold", "score -", "zoom-out"),
    "−": ("score −", "zoom-out"),
}

keys = st.sampled_from([*"azAZäß09[]#/?−-+ ", *NAMED])
presses = st.fixed_dictionaries(
    {"key": keys, **dict.fromkeys(("ctrlKey", "metaKey", "altKey", "shiftKey"), st.booleans())}
)


def chord(press) -> str:
    """What was pressed: Shift counts for letters and named keys, AltGr (Ctrl with Alt) of a character for nothing."""
    key = press["key"]
    is_letter = key.isascii() and key.isalpha() and len(key) == 1
    is_typed = len(key) == 1 and press["ctrlKey"] and press["altKey"]
    parts = ["Ctrl"] if (press["ctrlKey"] or press["metaKey"]) and not is_typed else []
    parts += ["Alt"] if press["altKey"] and not is_typed else []
    parts += ["Shift"] if press["shiftKey"] and (is_letter or len(key) > 1) else []
    return "+".join([*parts, key.lower() if is_letter else key])


@examples(100)
@given(st.lists(presses, min_size=1, max_size=20))
def test_a_chord_is_what_was_pressed(run: Run, listed):
    assert run("listed => listed.map(press => $shortcuts.chord(press))", listed) == [chord(press) for press in listed]


def test_a_key_stands_for_one_action_wherever_it_is_pressed(run: Run):
    shared = run(f"() => {{ {SHARED_KEYS} return sharedKeys(); }}")
    wrong = [
        f"{key} stands for {' and '.join(names)} at once ({where})"
        for key, names, where in shared
        if names != [name for name in FIRST.get(key, ()) if name in names]
    ]
    ways = "change a key in frontend/edit/shortcuts.ts, let `when` keep the actions apart, or rank them in FIRST"
    assert not wrong, "\n".join([*wrong, ways])
    met = {key: {name for each, names, _ in shared if each == key for name in names} for key in FIRST}
    assert met == {key: {*names} for key, names in FIRST.items()}, "FIRST has an action that shares no such key"
