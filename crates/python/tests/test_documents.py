"""What the documents and the notebooks show is so."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import List

import pytest

ROOT = Path(__file__).parents[3]
NOTEBOOKS = sorted((ROOT / "crates" / "python" / "examples").glob("*.ipynb"))


def blocks(document: str) -> List[str]:
    return re.findall(r"```python\n(.*?)```", document, re.DOTALL)


@pytest.mark.parametrize("name", ["docs/PYTHON.md", "crates/python/README.md", "README.md"])
def test_code_in_the_documents_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / name
    if not path.exists():
        pytest.skip(f"{name} is not there")
    monkeypatch.chdir(tmp_path)
    scope: "dict[str, object]" = {"__name__": "document"}
    for block in blocks(path.read_text(encoding="utf-8")):
        exec(compile(block, name, "exec"), scope)


@pytest.mark.parametrize("notebook", [path.stem for path in NOTEBOOKS])
def test_the_notebooks_run(notebook: str) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed: notebooks are left out")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: notebooks are left out")
    if notebook == "a_cluster":
        pytest.importorskip("ray", reason="Ray is not installed: its notebook is left out")
    os.environ["JUPYTER_PLATFORM_DIRS"] = "1"
    document = nbformat.read(ROOT / "crates" / "python" / "examples" / f"{notebook}.ipynb", as_version=4)
    nbclient.NotebookClient(document, timeout=300).execute()
