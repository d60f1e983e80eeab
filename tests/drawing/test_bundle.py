"""The scripts of the stage as one."""

from __future__ import annotations

import re

import pytest

from explorer.drawing import bundle
from explorer.drawing.bundle import ENTRY, FRONTEND, as_function, module, namespace, script, style_sheet


def test_every_module_is_in_the_script_once_and_after_those_that_it_imports():
    constants = re.findall(r"^const (\$\w+) = \(\(\) => \{$", script(), re.MULTILINE)
    assert sorted(constants) == sorted(namespace(path.name) for path in FRONTEND.glob("*.js"))
    for path in FRONTEND.glob("*.js"):
        _, imported = as_function(path.name, path.read_text(encoding="utf-8"))
        for other in imported:
            assert constants.index(namespace(other)) < constants.index(namespace(path.name))


def test_what_a_module_imports_is_exported_by_the_other():
    exported = dict(
        re.findall(r"^const (\$\w+) = .*?^return \{(.*?)\};\n\}\)\(\);$", script(), re.MULTILINE | re.DOTALL)
    )
    for names, other in re.findall(r"^const \{([^{}]*)\} = (\$\w+);$", script(), re.MULTILINE):
        wanted = {name.split(":")[0].strip() for name in names.split(",")}
        assert wanted <= {name.strip() for name in exported[other].split(",")}


def test_lines_have_at_most_120_characters():
    """The formatter leaves comments and texts as they are."""
    own = [path for path in FRONTEND.glob("*.js") if not path.name.startswith("vis-network")]
    lines = [(path.name, line) for path in own for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 5_000
    assert not [(name, line) for name, line in lines if len(line) > 120]


def test_it_can_stand_in_a_page():
    assert not re.search("</script|<!--", script(), re.IGNORECASE)
    assert module().endswith(f"\nexport default {namespace(ENTRY)}.mount;\n")


@pytest.mark.parametrize(
    ("text", "body", "exported", "imported"),
    [
        ("import './vis.js'; // sets vis\nvis();", " // sets vis\nvis();", "", ["vis.js"]),
        ('import { b } from "./b.js";\nb();', "const { b } = $b;\nb();", "", ["b.js"]),
        ("import {\n  b as d,\n  c,\n} from './x-y.js';", "const {\n  b: d,\n  c,\n} = $x_y;", "", ["x-y.js"]),
        ("export const b = 1;\nexport class C {}", "const b = 1;\nclass C {}", "b, C", []),
        ("export default function f() {}\n", "function f() {}", "f", []),
        ("export async function f() {}\n", "async function f() {}", "f", []),
        ("const text = 'from here'; // import nothing", "const text = 'from here'; // import nothing", "", []),
    ],
)
def test_a_module_becomes_a_function(text: str, body: str, exported: str, imported: list[str]):
    wanted = f"const $a = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"
    assert as_function("a.js", text) == (wanted, imported)


@pytest.mark.parametrize(
    "text",
    [
        "import b from './b.js';",
        "import * as b from './b.js';",
        "import { b } from 'b';",
        "import { b } from 'https://example.com/b.js';",
        "export { b };",
        "export * from './b.js';",
        "export let b = 1;",
        "export const { b } = c;",
        "export default 5;",
    ],
)
def test_a_form_that_is_not_known_is_refused(text: str):
    with pytest.raises(ValueError, match=r"^a\.js: cannot be put into one script: (import|export) "):
        as_function("a.js", text)


def test_modules_that_import_each_other_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path):
    (tmp_path / "a.js").write_text("import { b } from './b.js';\nexport const a = 1;\n", encoding="utf-8")
    (tmp_path / "b.js").write_text("import { a } from './a.js';\nexport const b = 1;\n", encoding="utf-8")
    monkeypatch.setattr(bundle, "FRONTEND", tmp_path)
    with pytest.raises(ValueError, match=r"^modules import each other: a\.js → b\.js → a\.js$"):
        script.__wrapped__("a.js")


def test_the_style_sheet_loads_nothing():
    assert ".stage" in style_sheet()
    assert "url(" not in style_sheet()
    assert "@import" not in style_sheet()
