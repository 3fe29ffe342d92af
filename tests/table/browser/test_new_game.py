"""The form for a new game: levels that people put together, choices that depend on others."""

import pytest

from tablemates.agents.roster import roster_of
from tablemates.envs.registry import DEFAULT_GAME, GAMES
from tablemates.table.server.handlers import new_games
from tests.table.browser.test_page import scrolls_sideways, serious
from tests.table.test_new_games import CHOSEN, OWN, SEATED

pytestmark = pytest.mark.slow
CUSTOM = "custom"


def form_for(visitor, rules, **chosen):
    """Open the form for a game, and choose values by the names of their parameters."""
    visitor.settles()
    visitor.click("#new-game")
    pick(visitor, rules=list(GAMES).index(rules))
    for name, value in chosen.items():
        choose(visitor.page, name, value)
    return visitor.page


def choose(page, name, value):
    if value == CUSTOM:
        page.click(f"[data-key=own-{name}]")
    else:
        page.check(f"input[name='{name}'][value='{value}']", force=True)


def pick(visitor, rules):
    visitor.page.locator("input[name=rules]").nth(rules).check(force=True)


def figures(visitor):
    return visitor.text("#figures")


def begin(visitor):
    visitor.click("#begin")
    visitor.page.wait_for_selector("dialog[open]", state="detached")
    visitor.page.wait_for_selector("#table:not([hidden]) #question")
    visitor.turn_comes()


def test_the_difficulty_of_a_custom_level_is_told_while_it_is_put_together(visit):
    visitor = visit(apart=True)
    page = form_for(visitor, DEFAULT_GAME, level=CUSTOM, players=2)
    assert figures(visitor) == "Difficulty 1"
    for key, difficulty in (
        ("tiles-more", 3),
        ("mobs-hoglin-more", 4),
        ("mobs-hoglin-more", 4),
        ("bosses-wildfire-hard", 5),
        ("bosses-ancient hoglin-easy", 6),
        ("tiles-less", 4),
        ("mobs-magma cube-less", 4),
    ):
        page.click(f"[data-key='{key}']")
        page.wait_for_function(
            "words => document.querySelector('#figures').innerText === words",
            arg=f"Difficulty {difficulty}",
        )
    assert page.is_disabled("[data-key='bosses-either-easy']"), "two bosses are the most"
    page.click("[data-key='start_items-0']")
    page.select_option("[data-key='start_items-add']", label="Diamond boots")
    page.fill("#name", "Our Castle")
    page.press("#name", "Tab")
    visitor.seat(1, "rules")
    begin(visitor)
    assert "Portal Dash, Our Castle" in visitor.text("#where")
    page.click("#home")
    form_for(visitor, DEFAULT_GAME)
    assert page.input_value("#name") == "Our Castle", "the next time one begins there"


def test_a_boss_and_an_edition_are_offered_where_they_make_a_difference(visit):
    visitor = visit()
    page = form_for(visitor, DEFAULT_GAME)
    bosses = {1: 0, 2: 0, 3: 3, 4: 0, 5: 0, CUSTOM: 0}
    for level, count in bosses.items():
        choose(page, "level", level)
        assert page.locator("input[name=boss]").count() == count
        assert page.locator("input[name=edition]").count() == (2 if level in (2, 3) else 0)
    choose(page, "level", 3)
    assert "3 blazes" in visitor.text("[data-parameter=edition]")
    page.check("input[name=boss][value=wildfire]", force=True)
    choose(page, "level", 1)
    begin(visitor)


def test_chests_of_a_custom_game_are_chosen(visit):
    visitor = visit()
    page = form_for(visitor, CHOSEN, level=CUSTOM)
    for chest in (2, 3, 4, 5):
        page.uncheck(f"[data-key='several-{chest}']", force=True)
    page.wait_for_selector("#figures .fault:has-text('2 to 8 can be chosen, not 1')")
    visitor.click("#begin")
    page.wait_for_selector("dialog .notice.fault")
    for chest in (6, 9):
        page.check(f"[data-key='several-{chest}']", force=True)
    page.wait_for_selector("#figures .fault", state="detached")
    begin(visitor)
    assert "level of your own" in visitor.text("#where")


def test_boards_and_beginners_are_chosen_by_seat(visit):
    visitor = visit()
    page = form_for(visitor, SEATED, level=CUSTOM, players=3)
    page.check("[data-key=beginners-2]")
    page.select_option("[data-key=boards-2]", "1")
    page.select_option("[data-key=boards-0]", "3")
    assert page.is_disabled("[data-key=boards-1] option[value='3']"), "another has it"
    visitor.seat(1, "person")
    visitor.seat(2, "person")
    begin(visitor)
    page.click("#home")
    form_for(visitor, SEATED, players=2)
    assert page.locator("[data-key=boards-2]").count() == 0
    begin(visitor)


@pytest.mark.parametrize("rules", OWN)
def test_what_is_put_together_fits_the_screen(visit, rules):
    visitor = visit()
    page = form_for(visitor, rules, level=CUSTOM)
    figures(visitor)
    inside = "(d => d.scrollWidth <= d.clientWidth)(document.querySelector('dialog'))"
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert not scrolls_sideways(visitor)
        assert page.evaluate(inside)
        assert serious(visitor) == []


def test_the_form_seats_somebody_who_can_play_and_says_who_cannot(visit, served, monkeypatch):
    usual, unfit = roster_of(DEFAULT_GAME).usual, set()
    monkeypatch.setattr(new_games, "can_play", lambda who, _settings: who not in unfit)
    served.server.fits.clear()
    visitor = visit(apart=True)
    page = form_for(visitor, DEFAULT_GAME, level=1, players=2)
    assert page.locator("#seat-1").input_value() == usual
    unfit.add(usual)
    served.server.fits.clear()
    choose(page, "level", 2)
    page.wait_for_selector(f".unfit:has-text('{usual} cannot play this.')")
    assert page.locator("#seat-1").input_value() != usual
    begin(visitor)
    assert usual not in served.server.games()[0]["seats"]
    served.server.fits.clear()
