"""Circles of imports are found, also where a module imports only a type, or itself."""

from __future__ import annotations

from pathlib import Path

from frontend.circles import circles

MODULES = {
    "store.ts": "import { signal } from '../vendor/signals.mjs';\n",
    "stage.ts": "import { Store } from './store.ts';\nimport {\n  Panel,\n} from './panel.tsx';\n",
    "panel.tsx": "export { signal } from './store.ts';\nimport type { Stage } from './stage.ts';\n",
    "alone.ts": "import { alone } from './alone.ts';\n",
}


def test_a_circle_is_found_by_types_alone(tmp_path: Path):
    for name, text in MODULES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = sorted(sorted(path.name for path in circle) for circle in circles(tmp_path.iterdir()))
    assert found == [["alone.ts"], ["panel.tsx", "stage.ts"]]
    assert not [*circles(path for path in tmp_path.iterdir() if path.stem in ("store", "stage"))]
