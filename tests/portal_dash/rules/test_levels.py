"""What each level puts on the table."""

from collections import Counter

import pytest

from tests.portal_dash.rules.table import Table

BASE = {"magma cube": 3, "ghast": 3, "enderman": 3}
ALL = {**BASE, "hoglin": 3, "blaze": 3, "wither skeleton": 3}
WILDFIRE, ANCIENT_HOGLIN = ("the Wildfire",), ("the Ancient Hoglin",)


def put_out(table):
    """Return the number of tiles, the mobs of each type, the bosses' names and their life."""
    mobs = Counter(mob.rstrip(" 123") for mob in [*table.mobs, *table.line])
    in_play = [i for i in range(2) if table.p.boss_kind[i] >= 0]
    names = ("the Wildfire", "the Ancient Hoglin")
    bosses = tuple(names[table.p.boss_kind[i]] for i in in_play)
    return table.p.parts, mobs, bosses, [int(table.p.boss_life[i]) for i in in_play]


@pytest.mark.rule("LEVEL-1", "LEVEL-2", "LEVEL-3", "LEVEL-4", "LEVEL-5")
@pytest.mark.parametrize(
    ("level", "edition", "boss", "expected"),
    [
        *((1, edition, None, (2, BASE, WILDFIRE, [20])) for edition in ("en", "fr")),
        (2, "en", None, (2, {**BASE, "hoglin": 2}, ANCIENT_HOGLIN, [20])),
        (2, "fr", None, (2, {**BASE, "hoglin": 3}, ANCIENT_HOGLIN, [20])),
        (3, "en", "wildfire", (2, {**BASE, "hoglin": 3, "blaze": 2}, WILDFIRE, [20])),
        (3, "fr", "ancient hoglin", (2, {**BASE, "hoglin": 3, "blaze": 3}, ANCIENT_HOGLIN, [20])),
        *((4, edition, None, (3, BASE, WILDFIRE, [25])) for edition in ("en", "fr")),
        *((5, edition, None, (2, ALL, ANCIENT_HOGLIN, [25])) for edition in ("en", "fr")),
    ],
)
def test_what_a_level_puts_out(level, edition, boss, expected):
    assert put_out(Table.new(level, edition=edition, boss=boss)) == expected
