from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from support.modules import modules, serve_modules

Run = Callable[..., Any]


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
  Object.assign(globalThis, { setTimeout: later, clearTimeout: forget });
"""  # that tests move, in place of the page's own until the function has returned


IMPORT = """async paths => {
  const named = async path => [`$${path.match(/(\\w+)\\.ts$/)[1]}`, await import(`/modules/${path}`)];
  Object.assign(globalThis, Object.fromEntries(await Promise.all(paths.map(named))));
  const plain = (key, value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}`);
    return value === undefined ? null : value;
  };
  const clock = { setTimeout, clearTimeout };
  globalThis.call = async (act, text) => {
    try {
      return JSON.stringify([await act(JSON.parse(text))], plain);
    } finally {
      Object.assign(globalThis, clock);
    }
  };
}"""  # and `call` a function with values as text can hold them


@pytest.fixture(scope="session")
def run(browser: Browser) -> Iterator[Run]:
    """Runs a function in a blank page with the modules of the stage: `$document` is document.ts, and so on."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    serve_modules(page)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("http://stage.invalid/")
    page.evaluate(IMPORT, [path for path in modules() if path.endswith(".ts") and "vendor" not in path])

    def returned(function: str, argument: Any = None) -> Any:
        """As JSON text there and back, which costs a fraction of what Playwright does with values."""
        return json.loads(page.evaluate(f"text => call({function}, text)", json.dumps(argument, allow_nan=False)))[0]

    yield returned
    page.close()
    assert not complaints
