"""The hidden part is in no message."""

import json

import pytest

from tablemates.envs.registry import DEFAULT_GAME, GAMES
from tests.table import hands
from tests.table.hands import with_secrets
from tests.table.race import RULES

#: What only the hidden part of a game and its files are made of.
SECRETS = {"seed", "hidden", "record", "counters", "actions"}


def keys_of(value):
    if isinstance(value, dict):
        yield from value
        for key, one in value.items():
            if key == "ending" and one:  # of a finished game, whose dice others may have
                one = {**one, "dice": None}
            yield from keys_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from keys_of(one)


def everything(page, hint=True):
    """Return all that a page may ask about the present moment, as it was sent."""
    begun = len(page.texts)
    page.of("open")
    if hint and page.state["who"]["kind"] == "person":
        page.now("hint")
    for choice in page.state["choices"][-3:]:
        page.now("whatif", action=choice["action"])
    page.of("look", at=page.state["moves"])
    return page.texts[begun:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "seats"),
    [(DEFAULT_GAME, 3), (hands.RULES, 3), *((key, 2) for key in [RULES, *GAMES])],
)
def test_permuting_what_is_hidden_changes_no_byte(server, page, rules, seats):
    game = page.new(seats=["person"] * seats, seed=17, rules=rules)
    table = server.games.room(game).table
    compared = 0
    while not page.state["ending"] and page.state["moves"] < 24:
        if page.state["moves"] % 6 == 0 and compared < 2:
            kept, ids, hints = table.game.save(), page._id, table.hints
            # Advisers are given what is public alone; some take seconds.
            hint = compared == 0 and rules in (DEFAULT_GAME, RULES)
            sent = everything(page, hint)
            for seed in (1,) if hint else (1, 2):
                table.game.resample(seed)
                assert table.game.save() != kept
                page._id, table.hints = ids, hints
                assert everything(page, hint) == sent
            table.game.restore(kept)
            compared += 1
        page.move(n=-1)
    assert compared >= 2


def test_reasons_are_given_for_no_choice_that_was_made_in_secret(server, page):
    """A click on the line of the log asks for them."""
    for rules, settings in with_secrets():
        game = page.new(seats=["person"] * 2, rules=rules, **settings)
        shown = server.games.room(game).table.game
        assert {one["action"] for one in page.state["choices"]} <= {*shown.secret_actions}
        chosen = page.state["choices"][-1]
        page.choose(-1)
        said = page.explain(page.state["moves"] - 1)
        assert (said["best"], "played" in said) == ([], False)
        assert chosen["text"] not in json.dumps(said)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_no_message_of_a_whole_game_names_a_secret(page, rules):
    page.new(rules=rules, seats=["person", "rules"], seed=23)
    page.of("pace", mode="run", seconds=0.0)
    while not page.state["ending"]:
        page.wait_for(lambda state: state["who"]["kind"] != "bot")
        if not page.state["ending"]:
            page.choose()
    everything(page)
    if rules == DEFAULT_GAME:  # others' advisers take minutes for it
        page.of("report")
    page.ask("hello")
    for text in page.texts:
        message = json.loads(text)
        message.pop("snapshot", None)  # its words are the game's own
        found = SECRETS & set(keys_of(message))
        assert not found - ({"seed"} if '"rules":[' in text else set()), text[:200]
    assert len(page.texts) > 30
