"""Back and Forward arrive in Python, also if Streamlit forgets that they were pressed; a later choice is not undone.

What only the browser knows stands in the address of the page on which it was said, once Python has told of that page.
"""

from __future__ import annotations

from frontend.conftest import CLOCK, Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

SCENES = ["?sample=a", "?sample=b"]
# Happenings are ["back", scene], ["choose", scene], ["tell", scene] and ["wait", ms].
FOLLOWED = (
    f"""({{ happenings }}) => {{ {CLOCK}"""
    """
  const repeated = [], isTold = [];
  const hear = ({ isTrusted, state }) => { if (!state?.isPressed) repeated.push([location.search, now]); };
  addEventListener('popstate', hear);
  const tell = query => $address.keepAddress({ query, loose: ['step'], browser_keys: ['step'], run: 0 });
  history.replaceState({}, '', '/?sample=a');
  tell('sample=a');
  for (const [name, given] of happenings) {
    if (name === 'wait') wait(given);
    else if (name === 'tell') tell(given.slice(1));
    else history.replaceState({}, '', `/${given}`);
    if (name === 'back') dispatchEvent(new PopStateEvent('popstate', { state: { isPressed: true } }));
  }
  const before = repeated.length, query = location.search;
  tell('sample=other');
  wait(5000);
  const after = repeated.slice(before);
  tell(query.slice(1));
  wait(5000);
  removeEventListener('popstate', hear);
  return { before: repeated.slice(0, before), after, end: repeated.length - before };
}"""
)

happenings = st.one_of(
    st.tuples(st.sampled_from(["back", "choose", "tell"]), st.sampled_from(SCENES)),
    st.tuples(st.just("wait"), st.sampled_from([100, 499, 501])),
)


@examples(60)
@given(st.lists(happenings, max_size=8))
def test_back_is_repeated_only_while_python_tells_of_another_scene_than_it_led_to(run: Run, listed):
    found = run(FOLLOWED, {"happenings": listed})
    shown, awaited = "?sample=a", ""
    for name, value in listed:
        shown = value if name in ("back", "choose") else shown
        awaited = value if name == "back" else "" if name == "tell" and value == shown else awaited
    assert bool(found["after"]) <= (awaited == shown)
    assert found["end"] == len(found["after"])  # what Python tells of is not asked for again
    if not any(name == "back" for name, _ in listed):
        assert not found["before"]
    if listed and listed[-1][0] == "back":
        assert found["after"]


# Happenings are ["own", value], ["tell"], ["go", path] and ["wait", ms]; answered are the addresses after each.
WRITTEN = (
    f"""happenings => {{ {CLOCK}"""
    """
  const tell = () => $address.keepAddress({ query: 'sample=a', loose: ['step'], browser_keys: ['step'], run: 0 });
  const go = path => history.replaceState({}, '', `${path}?sample=a`);
  go('/');
  dispatchEvent(new PopStateEvent('popstate', { state: {} }));  // what was to be written is forgotten
  tell();
  const acts = { tell, go, wait, own: value => { $address.own('step', value); $address.own('foreign', value); } };
  const written = happenings.map(([name, given]) => { acts[name](given); return location.search; });
  go('/');
  wait(5000);
  return written;
}"""
)
WRITE_AFTER = 250  # ms

writings = st.one_of(
    st.tuples(st.just("own"), st.sampled_from(["", "1", "2"])),
    st.tuples(st.just("tell"), st.none()),
    st.tuples(st.just("go"), st.sampled_from(["/", "/other"])),
    st.tuples(st.just("wait"), st.sampled_from([100, WRITE_AFTER + 1])),
)


@examples(50)
@given(st.lists(writings, max_size=14))
def test_what_the_browser_knows_is_written_on_its_page_once_python_has_told_of_it(run: Run, listed):
    path, told_of, said_on, waiting, written = "/", "/", "", None, ""
    now, due = 0, None
    for (name, value), found in zip(listed, run(WRITTEN, listed), strict=True):
        if name == "own":
            said_on, waiting = path, value
        elif name == "tell":
            told_of = path
        elif name == "go":
            path, written = value, ""
        elif due is not None and now + value >= due:
            due = None
            if path == said_on == told_of and waiting is not None:
                written, waiting = waiting, None
        now += value if name == "wait" else 0
        if due is None and (name == "own" or (name == "tell" and waiting is not None)):
            due = now + WRITE_AFTER
        assert found == "?sample=a" + (f"&step={written}" if written else "")
