"""The page of a replay plays a game as the table tells it: beats, pieces that move, dice."""

import random

import pytest

from tablemates.agents.evaluation.replays.page import page_of
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.registry import GAMES, find_game

pytestmark = pytest.mark.slow

#: Notes what is told, how many things are lit then, and what moves.
WATCHES = """() => {
  window.told = [];
  new MutationObserver(() => {
    const words = document.querySelector("#told .beat")?.innerText;
    const lit = document.querySelectorAll("#table .focus").length;
    const moving = document.getAnimations().filter((one) => one.effect.target.dataset.piece).length;
    if (words) window.told.push({ words, lit, moving });
  }).observe(document.querySelector("#told"), { childList: true });
}"""


MOVES = 6
#: The colours of the page and of what lies below the drawings.
GROUNDS = """() => [getComputedStyle(document.body).backgroundColor,
  ...[...document.querySelectorAll(".zone svg")].map((one) => one.querySelector("rect"))
    .map((one) => getComputedStyle(one).fill)]"""


@pytest.fixture(scope="module", params=GAMES)
def file(request, tmp_path_factory):
    kind, rng = find_game(request.param), random.Random(4)
    game = kind(kind.settings_type(players=2))
    replay = Replay.of(game, 3)
    game.new(3)
    for _ in range(MOVES):
        replay.actions.append(rng.choice(game.legal))
        game.step(replay.actions[-1])
    playback = Playback(replay, "game.json")
    file = tmp_path_factory.mktemp("replay") / "game.html"
    file.write_text(page_of(playback, Reasons(playback, [])), encoding="utf-8")
    return file


def test_playing_tells_each_beat_at_its_piece_and_ends_at_the_last_step(browser, file):
    page = browser.new_page(bypass_csp=True)
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(file.as_uri())
    page.evaluate(WATCHES)
    page.select_option("#speed", "8")
    page.click("#play")
    page.wait_for_function(f"document.querySelector('#slider').value === '{MOVES}'")
    page.wait_for_selector("#play[aria-label=Play]")
    told = page.evaluate("window.told")
    assert sum(one["lit"] > 0 for one in told) > len(told) / 4
    assert any(one["moving"] for one in told)
    assert len(told) >= MOVES
    assert page.locator("#told .beat").count() == 0, "the last step is shown, nothing is told"
    # Who does something else meanwhile is obeyed, and nothing goes on behind it.
    page.click("[data-to=start]")
    page.click("#play")
    page.wait_for_selector("#told .beat")
    page.click("[data-to=next]")
    at = page.input_value("#slider")
    page.wait_for_timeout(400)
    assert page.input_value("#slider") == at
    assert page.get_attribute("#play", "aria-label") == "Play"
    assert faults == []
    page.close()


def test_the_page_fits_and_is_dark_in_the_dark(browser, file):
    page = browser.new_page()
    page.goto(f"{file.as_uri()}#3")
    page.wait_for_selector(".zone svg")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        wide = page.evaluate("document.querySelector('#board svg').getBoundingClientRect().width")
        assert wide > 0.48 * width
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            grounds = page.evaluate(GROUNDS)
            lights = [sum(map(int, one[4:-1].split(","))) / 3 for one in grounds]
            assert all((light > 128) == (colours == "light") for light in lights), grounds
    page.close()
