"""The modules of the stage as a page of the tests imports them: each for itself, from the sources as they are now."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

from frontend.build import ESBUILD
from playwright.sync_api import Page, Route

from explorer.drawing.bundle import FRONTEND

STRIP = f"""
  import {{ stripTypeScriptTypes }} from 'node:module';
  import {{ stop, transform }} from '{ESBUILD}';
  const how = {{ loader: 'tsx', jsxFactory: 'h', jsxFragment: 'Fragment', target: 'es2022' }};
  const strip = async ([path, text]) => [
    path,
    path.endsWith('.tsx') ? (await transform(text, how)).code : stripTypeScriptTypes(text, {{ mode: 'transform' }}),
  ];
  const sources = JSON.parse(await new Response(Deno.stdin.readable).text());
  console.log(JSON.stringify(Object.fromEntries(await Promise.all(Object.entries(sources).map(strip)))));
  stop();
"""


@cache
def modules() -> dict[str, str]:
    """The modules without their types, by their paths in the folder of the stage."""
    paths = [path for ending in ("ts", "tsx", "mjs") for path in FRONTEND.rglob(f"*.{ending}")]
    sources = {path.relative_to(FRONTEND).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    deno = (Path(sys.executable).parent / "deno", "eval", "--no-config", STRIP)
    done = subprocess.run(deno, input=json.dumps(sources), capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def serve_modules(page: Page) -> None:
    """Have a page find the modules at `/modules/` of its own server."""

    def answer(route: Route) -> None:
        path = route.request.url.partition("/modules/")[2]
        route.fulfill(body=modules()[path], content_type="text/javascript")

    page.route("**/modules/**", answer)
