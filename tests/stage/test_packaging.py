"""However the package is installed, Streamlit finds the component's assets and the package its samples."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import chdir
from dataclasses import fields
from inspect import signature
from pathlib import Path
from zipfile import ZipFile

import hatchling.build
import pytest
import streamlit
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunContext
from support.app import ROOT

from explorer.drawing.bundle import BUILT, ENTRY, FRONTEND, STYLE, module, style_sheet
from explorer.games.samples import sample_names
from explorer.stage import component

OWN = ("explorer", "game_graph_explorer", "_editable_impl", "__editable__")
SEEN = "seen in Streamlit 1.67; see explorer/stage/component.py whether this version can do better"

ASK = """
import json, site, sys
for folder in sys.argv[1:]:
    site.addsitedir(folder)
from streamlit.components.v2.component_manager import BidiComponentManager
from explorer.stage import component
manager = BidiComponentManager()
component.get_bidi_component_manager = lambda: manager
component._register_if_missing()
assets = {path.name: path.stat().st_size for path in manager.get_component_asset_root("explorer.stage").iterdir()}
from explorer.games.samples import sample_names
import explorer.app.explore.page, explorer.app.tree.page, streamlit.runtime
is_running = streamlit.runtime.exists()
print(json.dumps({"package": component.__file__, "assets": assets, "samples": sample_names(), "runs": is_running}))
"""


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything that is installed here but this package."""
    folder = tmp_path_factory.mktemp("libraries")
    installed = Path(streamlit.__file__).parents[1]
    for each in installed.iterdir():
        if not each.name.startswith(OWN) and each.suffix != ".pth":
            (folder / each.name).symlink_to(each)
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    with chdir(ROOT):
        return folder / hatchling.build.build_wheel(str(folder))


def run(*command: str, cwd: Path | None = None, path: list[Path] | None = None) -> str:
    environment = os.environ | ({} if path is None else {"PYTHONPATH": os.pathsep.join(map(str, path))})
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def answers(tmp_path: Path, path: list[Path], *site_folders: Path) -> dict[str, object]:
    """What a Python without any site-packages of its own finds on this path."""
    python = (sys.executable, "-S", "-W", "error::UserWarning")
    answer = run(*python, "-c", ASK, *map(str, site_folders), cwd=tmp_path, path=path)
    found: dict[str, object] = json.loads(answer)
    return found


def check(found: dict[str, object], place: Path) -> None:
    """The package of this place has everything, and its pages can be imported without a running app."""
    assets = {ENTRY: len(module().encode()), STYLE: len(style_sheet().encode())}
    assert found["package"] == str(place / "explorer" / "stage" / "component.py")
    assert (found["assets"], found["samples"], found["runs"]) == (assets, list(sample_names()), False)


@pytest.mark.large
def test_the_wheel_holds_assets_samples_and_help(wheel: Path):
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assets = {path.relative_to(ROOT).as_posix() for path in (*BUILT.iterdir(), FRONTEND / STYLE)}
    samples = {f"explorer/sample_graphs/{name}.game.json" for name in sample_names()}
    texts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "explorer" / "help").rglob("*.*")}
    assert len(assets) > 10
    assert len(texts) > 10
    assert {*assets, *samples, *texts, "explorer/py.typed"} <= names
    assert not [name for name in names if "test" in name or name.endswith((".pyc", ".ts"))]


@pytest.mark.large
def test_assets_and_samples_are_found_in_an_installed_wheel(wheel: Path, libraries: Path, tmp_path: Path):
    target = tmp_path / "site"
    options = ["--quiet", "--no-deps", "--no-index", "--target", str(target)]
    run(sys.executable, "-m", "pip", "install", *options, str(wheel))
    check(answers(tmp_path, [target, libraries]), target)


def test_what_is_used_of_streamlit_and_is_not_documented_is_as_it_was_seen():
    taken = [*signature(BidiComponentManager.register_from_manifest).parameters][1:]
    asked = [*signature(BidiComponentManager.get_component_asset_root).parameters][1:]
    assert (taken, asked) == (["manifest", "package_root"], ["name"]), SEEN
    assert [each.name for each in fields(ComponentManifest)] == ["name", "version", "components"], SEEN
    assert [each.name for each in fields(ComponentConfig)] == ["name", "asset_dir"], SEEN
    assert Runtime.exists() is False, SEEN
    assert "is_history_navigation" in {each.name for each in fields(ScriptRunContext)}, SEEN  # used in app/main.py
    assert _make_trigger_id("key", "events").endswith(f"_{component.triggers_of('key')}"), SEEN


def test_assets_that_were_cleaned_away_come_back(monkeypatch: pytest.MonkeyPatch):
    manager = BidiComponentManager()
    monkeypatch.setattr(component, "get_bidi_component_manager", lambda: manager)
    component._register_if_missing()
    folder = manager.get_component_asset_root("explorer.stage")
    assert folder is not None
    shutil.rmtree(folder)
    component._register_if_missing()
    assert (folder / ENTRY).read_text(encoding="utf-8") == module()
    assert (folder / STYLE).read_text(encoding="utf-8") == style_sheet()
