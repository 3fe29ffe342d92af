"""What the README shows works."""

import re
import runpy

import pytest

from docs.rule_index import ROOT
from tablemates.envs.portal_dash.actions import MASKS
from tablemates.envs.portal_dash.components import load_components

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language):
    """Return the one block of code of a language."""
    (code,) = re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return code


def test_the_example_plays_a_game_to_its_end(tmp_path, capsys):
    script = tmp_path / "example.py"
    script.write_text(block("python"), encoding="utf-8")
    assert len(block("python").splitlines()) == 15
    end = runpy.run_path(str(script), run_name="__main__")
    assert end["info"]["outcome"] in ("won", "lost")
    printed = capsys.readouterr().out
    assert re.match(r"player_[01] \(\d+ columns\): begin on ", printed)
    assert "The team has" in printed


def test_the_parts_of_ones_own_load_and_change_what_they_say(tmp_path):
    file = tmp_path / "my_parts.yaml"
    file.write_text(block("yaml"), encoding="utf-8")
    assert load_components(file).digest() != load_components().digest()


def test_the_table_of_masks_is_that_of_the_code():
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (`[^|]*) \|", README, re.MULTILINE))
    assert {name: tuple(re.findall(r"`(\w+)`", row)) for name, row in rows.items()} == MASKS


def test_the_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"^make ([a-z-]+)", README, re.MULTILINE)
    assert named == ["demo", "test"]
    assert all(re.search(rf"^{name}:", makefile, re.MULTILINE) for name in named)


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#]+)\)", README))
def test_links_lead_somewhere(path):
    assert (ROOT / path).exists()
