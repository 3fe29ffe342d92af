"""At a real table people throw the dice: typed-in outcomes, set-ups, corrections."""

import pytest

from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import Choice, TableGame
from tablemates.table.setups import KEYS, begin_setup, setup_of
from tablemates.table.text import fitting, numbers_of
from tests.table.served import RefusedError


def outcome_of(state, **wanted):
    """Return the outcome that says what was thrown."""
    (action,) = [one["action"] for one in state["choices"] if one["at"] == wanted]
    return action


def begun(page, **fields):
    """Begin a game and choose until the first roll."""
    page.new(**{"chance": "explicit", "level": 1, "seats": ["person"], **fields})
    while page.state["who"]["kind"] != "chance":
        page.move()


@pytest.mark.slow
def test_a_game_with_typed_dice_to_its_end(page):
    page.new(chance="explicit", level=1, seats=["person", "planner"])
    thrown = set()
    while not page.state["ending"]:
        if page.state["who"]["kind"] == "chance":
            choices = page.state["choices"]
            assert sum(one["chance"] for one in choices) == pytest.approx(1.0, abs=0.01)
            assert all(one["kind"] == "outcome" and one["at"] for one in choices)
            thrown |= {key for one in choices for key in one["at"]}
            page.choose(n=page.state["moves"] % len(choices))
        else:
            page.move(n=-1)
    assert {"face", "number"} <= thrown
    assert page.of("report")["luck"]


def test_what_was_thrown_is_what_happens(page):
    begun(page)
    page.now("choose", action=outcome_of(page.state, face="black"))
    assert page.state["happened"]["sentences"][0] == "Pink rolls black on the blocks die."
    page.now("choose", action=outcome_of(page.state, number=3))
    assert page.state["snapshot"]["dice"] | {"combat": []} == {
        "blocks": "black", "mob": 3, "combat": [], "combat_to_roll": 0, "rerolls_left": 0,
        "against": None,
    }  # fmt: skip


def test_a_mistyped_outcome_is_mended_and_the_rest_is_kept(page):
    begun(page)
    at = page.state["moves"]
    page.now("choose", action=outcome_of(page.state, face="red"))
    page.now("choose", action=outcome_of(page.state, number=2))
    while page.state["who"]["kind"] != "person":
        page.choose()
    logs = page.state["log"]
    before = page.state["moves"]
    found = page.now("correct", at=at + 1, outcome=3)
    assert found["kept"] + found["dropped"] == before - at - 2
    assert page.state["snapshot"]["dice"]["mob"] == 3
    assert page.state["log"] != logs
    with pytest.raises(RefusedError, match="no roll or draw"):
        page.now("correct", at=0, outcome=3)
    with pytest.raises(RefusedError, match="no roll or draw"):
        page.now("correct", at=at + 1, outcome=99)
    state = page.state
    page.of("open")
    assert page.state["snapshot"] == state["snapshot"]


def test_a_set_up_that_is_typed_in(page, server):
    form = page.ask("setup_form", level=3, players=2)
    position, words = form["position"], form["words"]
    assert position.keys() <= set(KEYS)
    assert words["visible_blocks"] == 52
    names = [name for name in words["tiles"] if name != position["tiles"][0]]
    mobs = sorted([*position["mobs"], *position["line"]])
    typed = {"tiles": [names[0]], "first_player": 1, "line": mobs[::-1]}
    shown = page.ask("setup_form", level=3, players=2, setup=typed)
    assert shown["position"]["tiles"][0] == names[0]
    spawners = shown["words"]["spawners"]
    assert sorted(shown["position"]["mobs"].values()) == sorted(spawners)
    assert set(shown["position"]["mobs"]) == set(typed["line"][: len(spawners)])
    page.new(level=3, seats=["person"] * 2, chance="explicit", setup=typed)
    assert page.state["snapshot"]["track"]["tiles"][0] == names[0]
    assert page.state["snapshot"]["first_player"] == "blue"
    assert page.state["who"]["seat"] == 1
    for _ in range(4):
        page.move()
    data = server.client.get(page.save_url()).json()
    page.ask("open", game=server.client.post("/games", json=data).json()["game"])
    assert page.state["moves"] == 4


@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_set_up_typed_in_whole_is_that_set_up(level):
    settings = Settings(level=level, players=3, chance="explicit", boss=None)
    game = PortalDash(settings)
    game.new(5)
    table = TableGame.begin_from(settings, begin_setup(settings, setup_of(game), 99))
    assert setup_of(table.game) == setup_of(game)
    assert table.game.snapshot()["decision"] == game.snapshot()["decision"]
    table.game.check(table.game.save())


@pytest.mark.parametrize(
    "given",
    [
        {"hearts": 3},
        {"cube": ["RRRR"]},
        {"tiles": ["Nowhere"]},
        {"mobs": {"ghast 1": [0, 0]}, "line": ["ghast 1"]},
        {"line": "ghast 1"},
        {"line": [3]},
        {"first_player": 7},
        {"first_player": True},
        {"bosses": []},
    ],
)
def test_set_ups_that_are_none(given):
    with pytest.raises(FormatError):
        begin_setup(Settings(level=1, players=2, chance="explicit"), given, 1)


def outcomes(*texts):
    return [Choice(n, f"outcome {n}", text) for n, text in enumerate(texts)]


def test_a_die_is_typed_by_what_it_shows():
    hits = outcomes("the combat die shows 0 hits", "the combat die shows 1 hit")
    assert numbers_of(hits, chance=True) == [0, 1]
    assert fitting("1", hits, chance=True) == [hits[1]]
    tiles = outcomes("the tile is the long bow", "the tile is the bow", "the tile is the iron 2")
    assert numbers_of(tiles, chance=True) == [1, 2, 3]
    assert fitting("Bow", tiles, chance=True) == [tiles[1]]  # exactly that beats longer names
    assert fitting("long", tiles, chance=True) == [tiles[0]]
    assert fitting("the", tiles, chance=True) == tiles
    assert fitting("bow", tiles, chance=False) == []


def test_mobs_that_were_not_drawn_can_be_typed_in(page):
    form = page.ask("setup_form", level=3, players=2)
    position, words = form["position"], form["words"]
    assert [one for one in words["mobs"] if "blaze" in one] == ["blaze 1", "blaze 2", "blaze 3"]
    assert not [one for one in words["mobs"] if "skeleton" in one]
    assert words["in_play"]["blaze"] == 2
    drawn = {*position["mobs"], *position["line"]}
    (left,) = set(words["mobs"]) - drawn
    other = next(one for one in position["line"] if "blaze" in one)
    line = [left if one == other else one for one in position["line"]]
    page.new(level=3, seats=["person"] * 2, chance="explicit", setup=position | {"line": line})
    lies = [f"{one['kind']} {one['number']}" for one in page.state["snapshot"]["line"]]
    assert lies == line
