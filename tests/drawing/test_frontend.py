"""The scripts of the stage as an import map."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from explorer.drawing.frontend import ENTRY, FRONTEND, import_map, style_sheet, with_bare_imports

PREFIX = "data:text/javascript;charset=utf-8,"
NAME = re.compile(r"^import\s(?:[^'\"]*\sfrom\s)?['\"]([^'\"]+)['\"]", re.MULTILINE)


def test_every_module_comes_back_from_its_address_with_bare_imports():
    for name, address in import_map().items():
        assert address.startswith(PREFIX)
        assert "#" not in address
        assert "\n" not in address
        text = unquote(address.removeprefix(PREFIX))
        assert text == with_bare_imports(name, (FRONTEND / name).read_text(encoding="utf-8"))[0]
        assert not re.search(r"(from|import)\s*\(?\s*['\"]\.", text)


def test_every_import_is_in_the_map():
    modules = import_map()
    assert ENTRY in modules
    for address in modules.values():
        assert set(NAME.findall(unquote(address))) <= set(modules)


@pytest.mark.parametrize(
    ("name", "text", "bare", "imported"),
    [
        ("main.js", "import './vis.js';", "import 'vis.js';", ["vis.js"]),
        ("a.js", 'import { b } from "./b.js"', 'import { b } from "b.js"', ["b.js"]),
        ("a.js", "export * from './b/c.js';", "export * from 'b/c.js';", ["b/c.js"]),
        ("x/a.js", "await import('./b.js')", "await import('x/b.js')", ["x/b.js"]),
        ("x/a.js", "import y from '../y.js'", "import y from 'y.js'", ["y.js"]),
        ("a.js", "const text = 'from here'; // import nothing", "const text = 'from here'; // import nothing", []),
        ("a.js", "import {\n  b,\n  c,\n} from './b.js';", "import {\n  b,\n  c,\n} from 'b.js';", ["b.js"]),
    ],
)
def test_imports_of_every_form_are_made_bare(name: str, text: str, bare: str, imported: list[str]):
    assert with_bare_imports(name, text) == (bare, imported)


def test_the_style_sheet_loads_nothing():
    assert ".stage" in style_sheet()
    assert "url(" not in style_sheet()
    assert "@import" not in style_sheet()
