"""ED: other boxes and expansions are data."""

import numpy as np
import pytest

from tablemates.envs import orcs_must_die_v0
from tablemates.envs.core.errors import ComponentsError, PositionError, SettingsError
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.parts import load_components
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.testing import check_game
from tests.orcs_must_die.table import NO_CARDS, Table, crowd

BOX = [f"hero {one.name.lower()}" for one in V.Hero]  # named by their place in the Order box


def table_of(components=None, edition="order", heroes="all", **position):
    """Return a position of a box with all its heroes."""
    made = OrcsMustDie(
        Settings(
            components=components,
            chance="explicit",
            players=len(position["seats"]),
            edition=edition,
            heroes=heroes,
        )
    )
    made.load_position({"chance": "explicit", "edition": edition, "heroes": heroes, **position})
    return Table(made)


@pytest.mark.rule("ED-01", "ED-02")
def test_unchained_has_minions_and_heroes_of_its_own_in_the_same_roles():
    game = OrcsMustDie(Settings(edition="unchained"))
    assert game.components.minions == (
        *("soldier", "crossbowman", "satyr", "lion"),
        *("dwarf shaman", "bear", "giant"),
    )
    box = game.box_record
    assert box.figures[: V.TYPES].tolist() == [14, 12, 9, 8, 3, 4, 3]
    assert (box.hunts == 1).nonzero()[0].tolist() == [V.Minion.GNOLL]
    assert len(game.catalogue) == 166
    table = table_of(edition="unchained", seats=[{"at": 3}], standing={0: crowd(gnoll=1)})
    picture = table.game.picture("text")
    assert "1 lion" in picture
    assert "Ball and Chain" in picture


@pytest.mark.rule("ED-03")
@pytest.mark.parametrize(
    ("edition", "names"),
    [("order", [*BOX, "extra_hero 0"]), ("unchained", [*BOX, "extra_hero 0", "extra_hero 1"])],
)
def test_heroes_of_expansions_come_last(edition, names):
    game = OrcsMustDie(Settings(edition=edition, heroes="all", players=2))
    game.new(1)
    legal = np.flatnonzero(game.mask)
    assert [game.catalogue.name(n) for n in legal] == names
    assert game.describe(int(legal[-1])) == {"order": "Hogarth", "unchained": "Blackpaw"}[edition]
    game.step(int(legal[-1]))
    game.step(int(np.flatnonzero(game.mask)[0]))
    assert [game.catalogue.name(n) for n in np.flatnonzero(game.mask)] == names[:-1]
    assert OrcsMustDie(Settings(edition=edition)).box_record.heroes[0] == 4


@pytest.mark.rule("ED-04")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_who_guards_may_take_an_attack_upon_another_hero(answer):
    seats = [{"hero": "ivy"}, {"hero": "hogarth"}]
    table = table_of(seats=seats, step="attack", decision="none", cards_left=NO_CARDS,
                     standing={3: crowd(ogre=1)}, stage=2)  # fmt: skip
    assert table.choices == ["ally 0", "ally 1"]
    table.do("ally 0")
    assert (table.decision, table.game.to_move()) == ("guard", 1)
    position = table.position
    again = table_of(**position)
    assert again.position == position
    table.do(answer)
    table.roll("B", "B", "-", "-")
    wounded = {event[1] for event in table.happened("hero_wounded")}
    assert wounded == ({1} if answer == "yes" else {0})
    seats[1]["at"] = 1
    apart = table_of(seats=seats, step="attack", decision="none", cards_left=NO_CARDS,
                     standing={3: crowd(ogre=1)}, stage=2)  # fmt: skip
    assert apart.decision == "battle"


@pytest.mark.rule("ED-04")
def test_spoils_bring_a_skull_more_and_weapons_may_make_faster():
    keys = {"edition": "unchained", "standing": {3: crowd(orc=1)}}
    table = table_of(seats=[{"hero": "bloodspike"}], **keys)
    table.do("attack")
    table.roll("S", "-", "-")
    table.do("kill orc up")
    if table.decision == "assign":
        table.do("done")
    assert table.p.skulls[0] == 1 + 1
    table = table_of(seats=[{"hero": "kobold_king", "rank": 3}], **keys, stage=3)
    table.do("move")
    assert table.p.steps == 2 + 2
    table = table_of(seats=[{"hero": "blackpaw", "rank": 3}], **keys, stage=3)
    table.do("move")
    assert table.p.steps == 2


@pytest.mark.rule("ED-01")
def test_an_owner_types_in_the_numbers_of_a_box(tmp_path):
    parts = tmp_path / "parts.yaml"
    parts.write_text(
        "editions: {unchained: {minions: {orc: {figures: 9}}, heroes: {midnight: {health: 5}}}}\n"
        "bosses: {fire_lord: {health: {1: 12}}}\n",
        encoding="utf-8",
    )
    usual, own = (load_components(file) for file in (None, parts))
    assert own.digest() == usual.digest()  # usual games have no use for them
    game = OrcsMustDie(Settings(components=parts, edition="unchained"))
    assert game.box_record.figures[0] == 9
    assert game.box_record.hero_health[2] == 5
    assert game.box_record.boss_health[own.bosses.index("fire_lord"), 1] == 12
    for text, says in (
        ("editions: {unchained: {minions: {orc: {size: major}}}}", "size of its role"),
        ("editions: {unchained: {heroes: {midnight: null}}}", "a box has 4 heroes"),
        ("full_equipment: {change: {ring: 1}}", "there is no such card"),
        ("full_equipment: {add: {bolas ring: {replace: B}}}", "only amulets"),
    ):
        parts.write_text(text, encoding="utf-8")
        with pytest.raises(ComponentsError, match=says):
            load_components(parts)


@pytest.mark.rule("ED-03", "SET-01")
def test_a_position_states_its_box():
    env = orcs_must_die_v0.env(edition="unchained", heroes="all", boss_end="earth_lord", players=1)
    env.reset(seed=1)
    position = env.dump_position()
    loaded = orcs_must_die_v0.load_position(position)
    assert loaded.dump_position() == position
    with pytest.raises(PositionError, match="made for edition='order'"):
        Table.at(edition="unchained")


@pytest.mark.slow
@pytest.mark.rule("ED-05")
def test_special_tiles_lie_in_the_place_of_standard_ones():
    game = OrcsMustDie(Settings(swaps="1 lava_lake, 3 trapdoor"))
    game.new(1)
    kinds = [int(kind) for kind in game.box_record.tile_kind[game.public.fortress, :5]]
    standard = V.Kind.STANDARD
    assert kinds == [standard, V.Kind.LAVA_LAKE, standard, V.Kind.TRAPDOOR, V.Kind.RIFT]
    usual = OrcsMustDie(Settings())
    assert game.layout is usual.layout  # networks play on
    assert game.components.digest() != usual.components.digest()
    assert "1 lava lake" in game.picture("text")
    check_game(Settings(swaps="1 lava_lake, 3 trapdoor", players=2), games=1, most=60)


@pytest.mark.rule("ED-05")
@pytest.mark.parametrize(
    ("swaps", "why"),
    [
        ("1 lava", "lava_lake"),
        ("lava_lake", "write each tile once"),
        ("1 lava_lake, 1 trapdoor", "write each tile once"),
        ("4 lava_lake", "no standard tile 4"),
        ("9 lava_lake", "no standard tile 9"),
        ("1 lava_lake, 2 lava_lake", "the box has 1"),
        (3, "no text"),
    ],
)
def test_swaps_that_cannot_be_are_refused(swaps, why):
    with pytest.raises((SettingsError, ComponentsError), match=why):
        OrcsMustDie(Settings(swaps=swaps))


@pytest.mark.rule("ED-06")
@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({}, "novice"),
        ({"mode": "challenge"}, "intermediate"),
        ({"swaps": "1 trapdoor, 2 gas_chamber"}, "hard"),
        ({"swaps": "1 trapdoor, 2 lava_lake, 3 teleporter"}, "novice"),
        ({"fortress": "gauntlet", "mode": "challenge", "swaps": "0 teleporter"}, "expert"),
        ({"fortress": "twin_gates", "swaps": "0 acid_bath, 1 lava_lake, 2 trapsburg"}, "novice"),
    ],
)
def test_challenge_and_hard_tiles_are_a_word_up_and_easy_ones_a_word_down(settings, word):
    game = OrcsMustDie(Settings(**settings))
    game.new(1)
    assert game.difficulty == word
