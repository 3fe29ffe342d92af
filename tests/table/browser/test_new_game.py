"""The dialog for a new game: what is remembered, what is sent, a real table's set-up."""

import re

import pytest

pytestmark = pytest.mark.slow


def check(visitor, name, n):
    visitor.page.locator(f"input[name={name}]").nth(n).check(force=True)


def begun_with(**fields):
    """Return what makes a server of one that was begun with such settings."""

    def change(message):
        if "hello" in message.get("result", {}) or "levels" in message.get("result", {}):
            message["result"]["new"] |= fields
            message["result"]["given"] = list(fields)

    return change


def asked(visit, memory, **fields):
    """Return a visitor at the form of a new game who remembers one, where a server was begun so."""
    visitor = visit(hear=begun_with(**fields))
    visitor.page.evaluate("text => localStorage.setItem('portal-dash.new', text)", memory)
    visitor.click("#new-game")
    return visitor


def test_what_the_server_was_started_with_goes_before_what_is_remembered(visit):
    memory = '{"level": 4, "players": 3, "edition": "en", "shared": "people"}'
    visitor = asked(visit, memory, edition="fr", shared="bots")
    assert visitor.page.input_value("[data-key=edition]") == "fr"
    assert visitor.page.locator("dialog .check input").first.is_checked()
    # What it was not started with is as it was last time.
    assert visitor.page.locator("input[name=level]").nth(3).is_checked()
    assert visitor.page.locator("input[name=players]").nth(2).is_checked()


def test_mobs_of_a_tile_with_five_spawners_are_tapped_in_as_they_lie(visit):
    visitor = visit()
    visitor.click("#new-game")
    check(visitor, "level", 1)
    check(visitor, "players", 0)
    check(visitor, "chance", 1)
    # Where it was drawn already, choosing it once more would let its mobs be drawn anew later.
    if visitor.page.input_value("#first-tile") != "Brood Hall":
        visitor.page.select_option("#first-tile", "Brood Hall")
    mobs = visitor.page.locator("#setup select[data-key^=mob-]")
    mobs.nth(4).wait_for()

    def standing():
        return [mobs.nth(n).input_value() for n in range(5)]

    before = standing()
    assert len(set(before)) == 5
    # Two that stand on the board change places ...
    mobs.nth(3).select_option(before[4])
    assert standing() == [*before[:3], before[4], before[3]]
    # ... and one of any kind may come from the line.
    kinds = {re.sub(r" \d+$", "", name) for name in mobs.nth(4).inner_text().split("\n")}
    assert kinds >= {"magma cube", "ghast", "enderman", "hoglin"}
    options = mobs.nth(4).locator("option").all_inner_texts()
    new = next(name for name in options if name not in before)
    mobs.nth(4).select_option(new)
    assert standing() == [*before[:3], before[4], new]
    visitor.click("#begin")
    visitor.turn_comes()
    tips = visitor.page.eval_on_selector_all(
        "#board .place[data-tip*=reach]", "all => all.map((one) => one.dataset.tip)"
    )
    assert len(tips) == 5
    for name in (*before[:3], before[4], new):
        assert sum(name in tip for tip in tips) == 1
