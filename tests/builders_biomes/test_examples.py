"""The worked examples of the rulebook; whose boards it shows are built on board 0.

::

    forest   mountains  desert
    desert   forest     mountains
    tundra   desert     forest
"""

import pytest

from tests.builders_biomes.test_scoring import ALL, score

#: Numbers of mobs by what they give points for at the end.
BONUS = {"forest": 52, "sand": 56, "animal_house": 60, "obsidian": 62}


def building(*wanted, but=()):
    """Return a building that shows all of this, and another one than those."""
    return next(
        n
        for n, shows in enumerate(ALL)
        if {*wanted} <= {one.name.lower() for one in shows} and n not in but
    )


def buildings(*spaces, **shown):
    """Return different buildings on spaces, each showing the same word of its kind."""
    built = {}
    for space in spaces:
        built[space] = building(*shown.values(), but=built.values())
    return built


@pytest.mark.rule("SCORE-03", "SCORE-04", "SCORE-05")
def test_example_a_four_deserts_and_a_fifth_at_a_corner():
    events, _ = score(0, built=buildings(4, 8, biome="desert"))
    assert events[0] == ("desert", 4, 16)  # 3, 4, 7, 8; the printed one on 2 touches a corner


@pytest.mark.rule("SCORE-03", "SCORE-04")
def test_example_a_single_tundra_is_worth_six():
    assert score(0)[0][0] == ("tundra", 1, 6)


@pytest.mark.rule("SCORE-03", "SCORE-05")
def test_example_b_five_buildings_of_wood():
    events, _ = score(1, built=buildings(0, 1, 2, 4, 7, material="wood"))
    assert events[0] == ("wood", 5, 15)


@pytest.mark.rule("SCORE-04", "SCORE-05")
def test_example_c_two_animal_houses_before_two_dwellings():
    built = buildings(0, 1, kind="animal_house") | buildings(6, 7, kind="dwelling")
    assert score(2, built=built)[0][0] == ("animal_house", 2, 10)


@pytest.mark.rule("END-02", "SCORE-05")
def test_example_four_mobs_at_the_end():
    """2 for each of two forests, 3 for obsidian, 3 for each animal house, nothing for sand."""
    first = building("mountains", "obsidian", "animal_house")
    second = building("desert", "wood", "animal_house")
    _, table = score(2, mobs=list(BONUS.values()), built={0: first, 1: second})
    assert table.p.xp_by[0, 6] == 4 + 3 + 6
