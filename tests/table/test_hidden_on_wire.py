"""What nobody at the table knows is in no message."""

import json

import pytest

#: What only the hidden part of a game and its files are made of.
SECRETS = {"seed", "hidden", "record", "counters", "actions"}


def keys_of(value):
    if isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from keys_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from keys_of(one)


def everything(page):
    """Return all that a page may ask about the present moment, as it was sent."""
    begun = len(page.texts)
    page.of("open")
    if page.state["who"]["kind"] == "person":
        page.now("hint")
    for choice in page.state["choices"]:
        page.now("whatif", action=choice["action"])
    page.of("look", at=page.state["moves"])
    return page.texts[begun:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "seats"), [({"level": 1}, 1), ({"level": 5}, 3), ({"rules": "dice_race"}, 2)]
)
def test_permuting_what_is_hidden_changes_no_byte(server, page, scenario, seats):
    game = page.new(seats=["person"] * seats, seed=17, **scenario)
    table = server.games.room(game).table
    compared = 0
    while not page.state["ending"] and page.state["moves"] < 60:
        if page.state["moves"] % 6 == 0:
            kept, ids = table.game.save(), page._id
            sent = everything(page)
            for seed in (1, 2):
                table.game.resample(seed)
                assert table.game.save() != kept
                page._id = ids
                assert everything(page) == sent
            table.game.restore(kept)
            compared += 1
        page.move(n=-1)
    assert compared >= 2


@pytest.mark.slow
def test_no_message_of_a_whole_game_names_a_secret(page):
    page.new(level=1, seats=["person", "rules"], seed=23)
    while not page.state["ending"]:
        page.move()
    everything(page)
    page.of("report")
    page.ask("hello")
    for text in page.texts:
        found = SECRETS & set(keys_of(json.loads(text)))
        assert not found - ({"seed"} if '"rules":[' in text else set()), text[:200]
    assert len(page.texts) > 30


def test_a_face_down_tile_is_not_named_before_it_is_turned(server, page):
    game = page.new(level=4, seats=["person"], seed=3)
    room = server.games.room(game)
    names = room.table.game.names.tiles
    tiles = room.table.game.dump_position()["tiles"]
    face_down = set(tiles[1:])
    assert face_down <= set(names)
    text = "".join(page.texts)
    assert tiles[0] in text
    for name in face_down:
        assert name not in text
