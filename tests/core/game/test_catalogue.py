import numpy as np
import pytest

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.catalogue import Action, Catalogue, Group

CATALOGUE = Catalogue(
    [Group("wait"), Group("mode", (2,), ("boots", "armour")), Group("space", (3, 4)), Group("yes")]
)


def test_numbers_records_and_names_are_one_list():
    assert len(CATALOGUE) == 1 + 2 + 12 + 1
    assert CATALOGUE.action(0) == Action("wait")
    assert CATALOGUE.action(2) == Action("mode", (1,))
    assert CATALOGUE.action(3 + 4 * 2 + 1) == Action("space", (2, 1))
    assert CATALOGUE.name(2) == "mode armour"
    assert CATALOGUE.name(12) == "space 2,1"
    assert CATALOGUE.first("yes") == 15
    for number in range(len(CATALOGUE)):
        assert CATALOGUE.number(CATALOGUE.action(number)) == number
        assert CATALOGUE.parse(CATALOGUE.name(number)) == number


def test_mask_parts_are_views():
    masks = np.arange(32).reshape(2, 16)
    parts = CATALOGUE.split(masks)
    assert parts["mode"].tolist() == [[1, 2], [17, 18]]
    assert sum(part.size for part in parts.values()) == masks.size
    parts["yes"][0] = -1
    assert masks[0, CATALOGUE.first("yes")] == -1


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: CATALOGUE.action(16), "between 0 and 15"),
        (lambda: CATALOGUE.parse("space 3,0"), "kinds are wait, mode, space, yes"),
        (lambda: CATALOGUE.number(Action("spice", (0, 0))), "no action is .*spice"),
        (lambda: CATALOGUE.first("spice"), "unknown kind"),
        (lambda: CATALOGUE.split(np.zeros(9)), "the catalogue has 16 actions, the mask 9"),
        (lambda: Catalogue([Group("yes")]), "'wait'"),
        (lambda: Catalogue([Group("wait"), Group("yes"), Group("yes")]), "same name"),
        (lambda: Group("mode", (3,), ("boots", "armour")), "2 labels"),
    ],
)
def test_what_is_no_action_gets_a_sentence(ask, says):
    with pytest.raises(SettingsError, match=says):
        ask()


def test_the_digest_notices_a_change_of_meaning():
    other = Catalogue([*CATALOGUE.groups[:-1], Group("no")])
    assert other.digest != CATALOGUE.digest
    assert Catalogue(CATALOGUE.groups).digest == CATALOGUE.digest
