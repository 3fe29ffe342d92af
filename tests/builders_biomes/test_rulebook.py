"""Every rule of the docs stands behind a line of code and in the marker of a test."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ID = r"[A-Z]+-\d\d"


def ids(files, pattern):
    found = set()
    for file in files:
        for words in re.findall(pattern, file.read_text(encoding="utf-8"), re.M):
            found |= set(re.findall(ID, words))
    return found


def test_docs_code_and_tests_name_the_same_rules():
    page = ROOT / "docs" / "builders_biomes" / "rules.md"
    rules = ids([page], rf"^- \*\*({ID})\*\*")
    game = ROOT / "envs" / "builders_biomes"
    code = ids(game.rglob("*.py"), r"# (.*)$")
    tests = ids(Path(__file__).parent.glob("test_*.py"), r"pytest\.mark\.rule\((.*)\)")
    assert len(rules) == 58
    assert rules - code == set()
    assert rules == tests
