from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from explorer.drawing import bundle

Run = Callable[..., Any]


def returned(file: str, function: str) -> Any:
    """What a function of a module beside this one returns; neither it nor what it imports needs a page."""
    script = f"import {{ {function} }} from './{file}'; console.log(JSON.stringify({function}()))"
    deno = (Path(sys.executable).parent / "deno", "run", "--no-config", "-")
    folder = Path(__file__).parent
    done = subprocess.run(deno, cwd=folder, input=script, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


CLOCK = """
  let now = 0, number = 0;
  const due = new Map();
  const later = (act, after = 0) => { due.set(++number, { act, at: now + after }); return number; };
  const forget = id => due.delete(id);
  const wait = span => {
    for (const end = now + span;;) {
      const next = [...due].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0];
      if (!next) { now = end; return; }
      due.delete(next[0]);
      now = next[1].at;
      next[1].act();
    }
  };
"""  # that tests move: `later` and `forget` stand for setTimeout and clearTimeout


PLAIN = """(key, value) => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}`);
  return value === undefined ? null : value;
}"""  # values as text can hold them


@pytest.fixture(scope="session")
def run(browser: Browser) -> Iterator[Run]:
    """Runs a function in a blank page with the scripts of the stage: `$document` is document.js, and so on."""
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.add_script_tag(content=bundle.script())

    def returned(function: str, argument: Any = None) -> Any:
        """As JSON text there and back, which costs a fraction of what Playwright does with values."""
        call = f"async text => JSON.stringify([await ({function})(JSON.parse(text))], {PLAIN})"
        return json.loads(page.evaluate(call, json.dumps(argument, allow_nan=False)))[0]

    yield returned
    page.close()
    assert not complaints
