"""The notebooks run from the first cell to the last."""

import os
import re
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

from docs.generators.pages import DOCS

NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


#: Amounts that a reader's hardware has a minute for; the site runs the notebooks as they are.
FEWER = {
    r"(total_timesteps: )[\d_]+": r"\g<1>4_000",
    r"(checkpoint_every: )[\d_]+": r"\g<1>2_000",
    r"(evaluate_games: )\d+": r"\g<1>4",
    r"(--games |games=)\d+": r"\g<1>4",
}


def name_of(file):
    return file.stem


def shortened(source):
    for amount, fewer in FEWER.items():
        source = re.sub(amount, fewer, source)
    return source


@pytest.fixture(params=NOTEBOOKS, ids=name_of)
def notebook(request):
    return nbformat.read(request.param, as_version=4)


def test_a_notebook_is_kept_without_what_it_printed(notebook):
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.source for cell in code if cell.outputs or cell.execution_count] == []


def test_links_of_a_notebook_lead_to_pages(notebook):
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)#]+)", text)
    assert links
    assert [link for link in links if not (DOCS / "notebooks" / link).exists()] == []


@pytest.mark.slow
def test_a_notebook_runs(notebook, monkeypatch, tmp_path):
    folder = Path(sys.executable).parent  # the commands of the package
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    for cell in notebook.cells:
        cell.source = shortened(cell.source)
    client = nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3")
    client.execute(cwd=tmp_path)
    shown = "".join(
        str(output.get("text", output.get("data", "")))
        for cell in notebook.cells
        for output in cell.get("outputs", ())
    )
    assert "policy: run/policy" in shown
    assert "image/svg+xml" in shown
    assert "image/png" in shown
