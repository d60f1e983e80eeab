"""The folders of the stage stand in an order: the code of one has code of those before it, and of none after it."""

from __future__ import annotations

from frontend.build import IMPORTED

from explorer.drawing.bundle import FRONTEND

ORDER = ("model", "page", "session", "draw", "player", "edit", "panels")


def test_a_folder_runs_no_code_of_one_that_stands_after_it():
    for place, folder in enumerate(ORDER):
        for path in (FRONTEND / folder).glob("*.ts"):
            imported = IMPORTED.findall(path.read_text(encoding="utf-8"))
            others = {other.split("/")[1] for other in imported if other.startswith("../") and other.count("/") > 1}
            assert others <= {*ORDER[: place + 1]}, path.name
