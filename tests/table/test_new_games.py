"""The form for a new game: all that it offers can be begun, and nothing else."""

import re
from contextlib import nullcontext
from itertools import islice, product
from random import Random

import pytest

from tablemates.agents.roster import roster_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game, new_game
from tablemates.table.server.handlers import new_games
from tablemates.table.session.parameters import fields_of
from tests.table.served import RefusedError

CUSTOM = {
    "name": "Both at Once",
    "tiles": 3,
    "mobs": {"magma cube": 0, "ghast": 2, "enderman": 3, "hoglin": 1, "wither skeleton": 3},
    "bosses": [["wildfire", "hard"], ["ancient hoglin", "easy"]],
    "start_items": ["stone sword", "stone sword", "diamond boots"],
}


def parts_of(rules):
    """Return the parts of a level of a game that people put together, by kind."""
    fields = {field.name: field for field in fields_of(find_game(rules).settings_type)}
    return {part.kind: part for part in fields["level"].own} if "level" in fields else {}


def game_with(kind):
    """Return a game of whose levels a part is of a kind."""
    return next(rules for rules in GAMES if kind in parts_of(rules))


CHOSEN, SEATED = game_with("several"), game_with("by_seat")
LAST = [*GAMES][-1]
#: Levels that people put together, by game, and what they are called.
OWN = {
    DEFAULT_GAME: (CUSTOM, "Both at Once"),
    CHOSEN: ([2, 3, 5, 7, 11, 12], "level of your own"),
    SEATED: ({"name": "", "beginners": [1], "boards": [None, 2]}, "level of your own"),
}


def form_of(page, rules):
    (form,) = (one for one in page.ask("hello")["rules"] if one["rules"] == rules)
    return form


def offered(field, scenario):
    """Return what is offered of a parameter beside the others, as the page finds it."""
    goes = [
        one["value"]
        for one in field["options"]
        if all(scenario[name] in known for name, known in one["where"].items())
    ]
    return list(dict.fromkeys(goes))


def completions(fields, scenario, pick):
    """Yield whole scenarios with what is offered of each field beside those before it.

    ``pick`` chooses among the values of a field.
    """
    if not fields:
        yield scenario
        return
    for value in pick(offered(fields[0], scenario)):
        yield from completions(fields[1:], {**scenario, fields[0]["name"]: value}, pick)


def combinations(fields, scenario, most=5):
    """Return all whole scenarios, or as many random ones as ``most``."""
    found = list(islice(completions(fields, scenario, lambda values: values), most + 1))
    if len(found) <= most:
        return found
    rng = Random(0)
    return [
        next(completions(fields, scenario, lambda values: [rng.choice(values)]))
        for _ in range(most)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_a_game_can_be_made_of_whatever_is_offered_together(page, rules):
    form, kind = form_of(page, rules), find_game(rules).settings_type
    names = {field["name"]: field for field in form["fields"]}
    first = [name for name in names if name in form["axes"]]
    rest = [name for name in names if name not in first]
    values = [[one["value"] for one in names[name]["options"]] for name in first]
    made = refused = 0
    for chosen in product(*values):
        scenario = dict(zip(first, chosen, strict=True))
        for whole in combinations([names[name] for name in rest], scenario):
            if not all(whole[name] in offered(names[name], whole) for name in first):
                continue  # such as a number of players that another parameter rules out
            settings = kind.of_form(whole)
            assert len(settings.scenarios()) == 1
            if made % 7 == 0:
                fault = page.ask("set_up", rules=rules, scenario=whole, named=[])["fault"]
                with (
                    pytest.raises(SettingsError, match=re.escape(fault[1:-1]))
                    if fault
                    else nullcontext()
                ):
                    new_game(settings)  # what only goes wrong together is told before it begins
                refused += bool(fault)
            made += 1
    assert made > 8
    assert 20 * refused < made


@pytest.mark.parametrize("level", [1, 2, 4, 5])
def test_a_boss_is_offered_only_where_the_level_leaves_it_open(page, level):
    fields = {one["name"]: one for one in form_of(page, DEFAULT_GAME)["fields"]}
    scenario = {"level": level, "players": 2}
    assert offered(fields["boss"], scenario) == [None]
    assert offered(fields["boss"], {**scenario, "level": 3})[1:] == ["wildfire", "ancient hoglin"]
    assert offered(fields["boss"], {**scenario, "level": CUSTOM}) == [None]
    with pytest.raises(RefusedError, match="Boss 'wildfire' is not offered"):
        page.ask("new", rules=DEFAULT_GAME, scenario={"level": level, "boss": "wildfire"})


def test_an_edition_is_offered_where_it_changes_something_and_says_what(page):
    fields = {one["name"]: one for one in form_of(page, DEFAULT_GAME)["fields"]}
    for level, notes in ((2, ["2 hoglins", "3 hoglins"]), (3, ["2 blazes", "3 blazes"])):
        told = [
            (one["value"], one["note"])
            for one in fields["edition"]["options"]
            if one["where"] == {"level": [level]}
        ]
        assert told == list(zip(("en", "fr"), notes, strict=True))
    for level in (1, 4, 5, CUSTOM):
        assert offered(fields["edition"], {"level": level}) == ["en"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", OWN)
def test_a_value_that_was_put_together_is_played_and_saved(server, page, rules):
    value, title = OWN[rules]
    page.new(rules=rules, level=value, players=2)
    room = server.games.room(page.state["game"])
    given = room.table.game.recipe["level"]
    assert given == (value if isinstance(value, list) else {**given, **value})
    assert page.state["name"] == f"{find_game(rules).title}, {title}"
    for _ in range(4):
        page.choose()
    text = server.client.get(page.save_url()).text
    before = page.state["snapshot"]
    page.ask("open", game=server.client.post("/games", content=text).json()["game"])
    assert page.state["snapshot"] == before


def test_a_custom_level_puts_out_what_was_asked_for(server, page):
    page.new(rules=DEFAULT_GAME, level=CUSTOM, players=2)
    game = server.games.room(page.state["game"]).table.game
    level, box = game.scenarios[0], game.components.custom_level(CUSTOM)
    assert level.tolist() == box.tolist()
    assert game.public.columns == game.components.parts.columns(3)


def test_seats_have_the_boards_and_the_rule_that_were_chosen(server, page):
    level = {"beginners": [1], "boards": [None, 2, None, 0]}
    page.new(rules=SEATED, seats=["person"] * 4, level=level, players=4)
    public = server.games.room(page.state["game"]).table.game.public
    assert public.beginner[:4].tolist() == [0, 1, 0, 0]
    assert (public.board[1], public.board[3]) == (2, 0)
    assert sorted(public.board[:4].tolist()) == [0, 1, 2, 3]


@pytest.mark.slow
def test_a_track_that_is_longer_than_the_usual_board_is_played(server, page):
    page.new(rules=DEFAULT_GAME, level={"tiles": 8}, seats=["person", "rules"], players=2)
    for _ in range(30):
        page.move()
    assert page.state["moves"] == 30
    text = server.client.get(page.save_url()).text
    page.ask("open", game=server.client.post("/games", content=text).json()["game"])
    assert page.state["moves"] == 30


@pytest.mark.parametrize(
    ("rules", "scenario"),
    [
        (DEFAULT_GAME, {"level": "/etc/passwd"}),
        (DEFAULT_GAME, {"level": {"tiles": 9}}),
        (DEFAULT_GAME, {"level": {"tiles": "2"}}),
        (DEFAULT_GAME, {"level": {"file": "x"}}),
        (DEFAULT_GAME, {"level": {"mobs": {"hoglin": 4}}}),
        (DEFAULT_GAME, {"level": {"mobs": {"cat": 1}}}),
        (DEFAULT_GAME, {"level": {"bosses": []}}),
        (DEFAULT_GAME, {"level": {"bosses": [["wildfire", "easy"], ["wildfire", "easy"]]}}),
        (DEFAULT_GAME, {"level": {"start_items": ["stone sword"] * 7}}),
        (DEFAULT_GAME, {"level": {"name": "x" * 41}}),
        (DEFAULT_GAME, {"level": [1, 2]}),
        (DEFAULT_GAME, {"edition": "fr"}),
        (DEFAULT_GAME, {"first_player": 2, "players": 2}),
        (CHOSEN, {"level": [1]}),
        (CHOSEN, {"level": [1, 1]}),
        (CHOSEN, {"level": [1, "2"]}),
        (CHOSEN, {"level": [True, 2]}),
        (CHOSEN, {"level": [[1, 2], [3, 4]]}),
        (CHOSEN, {"level": [1, 99]}),
        (CHOSEN, {"level": ["easy", "hard"]}),
        (SEATED, {"level": {"boards": [1, 1]}, "players": 2}),
        (SEATED, {"level": {"boards": [0, 1, 2]}, "players": 2}),
        (SEATED, {"level": {"beginners": [2]}, "players": 2}),
        (SEATED, {"level": {"beginners": [0, 0]}, "players": 2}),
        (LAST, {"fortress": {"tiles": []}}),
        (LAST, {"fortress": ["keep", "gauntlet"]}),
    ],
    ids=str,
)
def test_what_is_not_offered_is_refused_with_a_sentence(page, rules, scenario):
    with pytest.raises(RefusedError, match="refused"):
        page.ask("new", rules=rules, scenario=scenario)
    fault = page.ask("set_up", rules=rules, scenario=scenario, named=[])["fault"]
    assert fault[-1] in ".?!"
    assert "No game can be made of this" not in fault


@pytest.mark.parametrize("rules", GAMES)
def test_every_parameter_has_a_meaning_and_every_part_a_sentence(rules):
    kind = find_game(rules).settings_type
    for field in fields_of(kind):
        assert field.meaning
        assert field.default in [one.value for one in field.options]
        for part in field.own:
            assert part.meaning.endswith(".")
            assert part.fault(part.default, kind.seats[-1]) is None


def test_a_game_begins_from_what_lies_on_the_table(server, page):
    page.new(rules=DEFAULT_GAME, seats=["person", "person"], chance="explicit")
    for _ in range(6):
        page.move()
    shown = page.state["snapshot"]["board"]
    lies = server.games.room(page.state["game"]).table.game.dump_position()
    page.new(rules=DEFAULT_GAME, seats=["person", "person"], chance="explicit", position=lies)
    assert page.state["snapshot"]["board"] == shown
    with pytest.raises(RefusedError, match="2 players, not 3"):
        page.new(rules=DEFAULT_GAME, seats=["person"] * 3, chance="explicit", position=lies)
    with pytest.raises(RefusedError, match="refused"):
        page.new(rules=DEFAULT_GAME, seats=["person"] * 2, chance="explicit", position={"turn": 0})


@pytest.fixture
def unfit(server, monkeypatch):
    """Let some agents refuse every game, as networks do with parts they have not learned with."""

    def refuse(*names):
        server.games.fits.clear()
        monkeypatch.setattr(new_games, "can_play", lambda who, _settings: who not in names)

    yield refuse
    server.games.fits.clear()


def partners_in(page, rules, *named):
    scenario = {one["name"]: one["default"] for one in form_of(page, rules)["fields"]}
    answer = page.ask("set_up", rules=rules, scenario=scenario, named=list(named))
    return {key: answer[key] for key in ("partner", "unfit")}


@pytest.mark.parametrize("rules", GAMES)
def test_who_sits_down_unless_people_choose_can_play_what_is_set_up(server, page, unfit, rules):
    roster = roster_of(rules)
    unfit()
    assert partners_in(page, rules, roster.usual) == {"partner": roster.usual, "unfit": []}
    networks = [roster.usual, roster.partner, roster.mates[-1]]
    unfit(*networks)
    found = partners_in(page, rules, "person", roster.usual)
    assert found["unfit"] == [roster.usual]
    assert found["partner"] not in (*networks, *roster.slow)
    assert found["partner"] in roster.sentences
    game = page.ask("new", rules=rules, seed=3)["game"]
    players = server.games.room(game).seats.who
    assert players == ["person", *[found["partner"]] * (len(players) - 1)]
    unfit(*roster.sentences)
    assert partners_in(page, rules)["partner"] == "random"


def test_who_fits_is_not_asked_of_what_is_no_game(page):
    asked = {"rules": DEFAULT_GAME, "scenario": {"level": {"bosses": []}}, "named": ["value"]}
    answer = page.ask("set_up", **asked)
    assert answer["fault"]
    assert (answer["partner"], answer["unfit"]) == (roster_of(DEFAULT_GAME).usual, [])
    with pytest.raises(RefusedError, match="Nobody here is called"):
        page.ask("set_up", **{**asked, "named": ["valeu"]})
