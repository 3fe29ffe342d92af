"""Where a set comes from: folders, files of changes, and the canonical form."""

import json
import re
from pathlib import Path

import pytest

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.portal_dash.components import load_components


def test_a_changed_file_is_read_again(changes):
    path = changes("regular_items: {long bow: {range: 5, mark: printed}}")
    first = load_components(path)
    path.write_text("regular_items: {long bow: {range: 16, mark: printed}}")
    assert first.parts.regular_items["long bow"].range == 5
    assert load_components(path).parts.regular_items["long bow"].range == 16


def test_a_file_changes_only_what_it_names(standard, changes):
    path = changes(
        "mark: printed\n"
        "regular_items:\n"
        "  iron sword: {dice: 6}\n"
        "mobs:\n"
        "  ghast: {life: 3}\n"
        "  blaze: {numbers: [1, 1, 2], mark: reviewed}\n"
    )
    own = load_components(path)
    assert own.parts.regular_items["iron sword"].dice == 6
    assert own.parts.regular_items["iron sword"].copies == 3
    assert own.item_names == standard.item_names
    mine, theirs = own.canonical(), standard.canonical()
    assert mine != theirs
    theirs["regular_items"][0]["dice"] = 6
    theirs["mobs"]["ghast"]["life"] = 3
    theirs["mobs"]["blaze"]["numbers"] = (1, 1, 2)
    assert json.dumps(mine) == json.dumps(theirs)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "mark: printed\nregular_items: {iron swrd: {dice: 5}}",
            "line 2, regular_items.iron swrd: 'type' is missing .*did you mean 'iron sword'",
        ),
        ("mark: printed\nmobs: {ghast: ~}", "own.yaml over the standard set|'ghast' is missing"),
        ("replace: tiles", "line 1, replace: a list of sections is needed"),
        (
            "mark: printed\nreplace: [tils]\ntils: {}",
            "line 2, replace: unknown section 'tils'; did you mean 'tiles'",
        ),
        ("[]", "own.yaml: keys with values are needed at the top"),
    ],
)
def test_broken_changes_are_refused(changes, text, message):
    with pytest.raises(ComponentsError, match=message):
        load_components(changes(text))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("dice.yaml", "copies: [1, 3, 2]", "copies: [2, 2, 2]"),
        ("cube.yaml", "red: 16, gray: 16", "red: 15, gray: 17"),
        ("mobs.yaml", "effect: push", "effect: none"),
        ("items.yaml", "steps: 5", "steps: 6"),
        ("board.yaml", ". . ~ C", ". . C ~"),
        ("levels.yaml", "{hoglin: 2}", "{hoglin: 1}"),
        ("levels.yaml", "ghast: 3", "ghast: 2"),
    ],
)
def test_the_digest_notices_what_play_depends_on(standard, edited, file, old, new):
    assert load_components(edited(file, old, new)).digest() != standard.digest()


def test_the_example_in_the_documentation_works(changes):
    page = Path(__file__).parents[3] / "docs" / "components.md"
    example = re.search(r"```yaml\n(.*?)```", page.read_text(), re.DOTALL)
    own = load_components(changes(example[1]))
    assert own.parts.regular_items["iron sword"].dice == 5
    assert "crossbow" in own.item_names
