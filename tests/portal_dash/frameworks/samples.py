"""The Python samples of the documentation, to be run by tests."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs"


def sample(page, heading):
    """Return the first Python block under a heading of a page, such as ``frameworks.md``."""
    text = (DOCS / page).read_text(encoding="utf-8")
    section = text.split(f"## {heading}\n", 1)[1].split("\n## ")[0]
    found = re.search(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert found, f"{page} has no sample under {heading!r}"
    return found[1]
