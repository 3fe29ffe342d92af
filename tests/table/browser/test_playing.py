"""Games played through the page by a scripted visitor."""

import json
import re

import pytest

from tests.table.browser.visitor import POINT

pytestmark = pytest.mark.slow


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players"), [(1, 2), (5, 1)])
def test_a_whole_game_by_hints(visit, level, players):
    visitor = visit()
    visitor.new_game(level=level, players=players, seed=4)
    visitor.play_by_hints()
    verdict = visitor.text("dialog .verdict")
    assert re.search("The team has (won|lost)", verdict)
    visitor.page.wait_for_selector("#report .balance")
    # Replay: from the beginning, with its slider, and back to the end.
    visitor.click("#end-replay")
    visitor.page.wait_for_selector("#looking")
    visitor.click("#to-now")
    visitor.page.wait_for_selector("#looking", state="detached")
    at, of = visitor.point
    assert at == of > 20


def test_undo_redo_and_branch_bring_the_same_table_back(visit):
    visitor = visit()
    visitor.new_game()
    for _ in range(3):
        visitor.choose()
    at, _ = visitor.point
    before = visitor.shown()
    visitor.choose()
    visitor.click("#undo")
    visitor.stands_at(at)
    assert visitor.shown() == before
    visitor.click("#redo")
    visitor.page.wait_for_selector("#redo:disabled")
    assert visitor.point[0] > at
    visitor.click("#undo")
    visitor.stands_at(at)
    assert visitor.shown() == before
    visitor.choose()
    later, address = visitor.point, visitor.page.url
    visitor.page.fill("#slider", "2")
    visitor.page.wait_for_selector("#looking")
    visitor.click("#branch")
    visitor.page.wait_for_function("a => location.href !== a", arg=address)
    assert visitor.point == (2, 2)
    visitor.page.go_back()
    visitor.page.wait_for_function("a => location.href === a", arg=address)
    visitor.turn_comes()
    assert visitor.point == later


#: Keeps what the page says to the server until it is let go.
HOLD = """() => {
  const say = WebSocket.prototype.send;
  window.held = [];
  WebSocket.prototype.send = function (text) { held.push(() => say.call(this, text)); };
  window.letGo = () => { WebSocket.prototype.send = say; held.forEach((one) => one()); };
}"""


def test_outdated_choices_can_not_be_taken(visit):
    visitor = visit()
    visitor.new_game(players=1)
    at = visitor.point[0]
    visitor.page.evaluate(HOLD)
    for n in range(2):
        visitor.page.locator("#choices button").nth(n).dispatch_event("click")
    assert visitor.page.evaluate("held.length") == 1
    assert visitor.page.locator("body[data-settled=true]").count() == 0
    assert visitor.page.locator("#choices:not([aria-busy]) button").count() == 0
    assert visitor.page.locator("#board .pick").count() == 0
    visitor.page.evaluate("letGo()")
    visitor.stands_at(at + 1)


def test_back_to_now_stays_there_when_an_answer_comes_late(visit):
    visitor = visit()
    visitor.new_game(players=1)
    for _ in range(3):
        visitor.choose()
    visitor.page.fill("#slider", "1")
    visitor.page.wait_for_selector("#looking")
    visitor.page.evaluate(HOLD)
    visitor.page.fill("#slider", "2")
    visitor.click("#to-now")
    visitor.page.wait_for_selector("#looking", state="detached")
    visitor.page.evaluate("letGo()")
    visitor.click("#hint")
    visitor.page.wait_for_selector("#advice .take")
    assert visitor.page.locator("#looking").count() == 0


def test_nothing_is_lost_by_a_reload_or_a_restart(visit, served):
    visitor = visit()
    visitor.new_game()
    for _ in range(2):
        visitor.choose()
    point, shown = visitor.point, visitor.shown()
    visitor.page.reload()
    visitor.turn_comes()
    assert (visitor.point, visitor.shown()) == (point, shown)
    served.stop()
    visitor.page.wait_for_selector("text=cannot be reached")
    served.start()
    visitor.page.wait_for_selector("text=cannot be reached", state="hidden")
    visitor.turn_comes()
    assert (visitor.point, visitor.shown()) == (point, shown)
    visitor.choose()


@pytest.mark.slow
def test_a_shared_text_opens_the_same_game(visit):
    visitor = visit()
    visitor.new_game(level=3)
    visitor.choose()
    point, shown, address = visitor.point, visitor.shown(), visitor.page.url
    visitor.click("#game-menu")
    visitor.click("#share")
    text = visitor.page.input_value("#share-text")
    other = visit()
    other.click("#open-text")
    other.page.fill("#shared-text", text)
    other.click("#open-shared")
    other.turn_comes()
    assert (other.point, other.shown()) == (point, shown)
    assert other.page.url != address


@pytest.mark.slow
def test_a_saved_file_opens_the_same_game(visit):
    visitor = visit()
    visitor.new_game()
    visitor.choose()
    shown, address = visitor.shown(), visitor.page.url
    visitor.click("#game-menu")
    with visitor.page.expect_download() as download:
        visitor.click("#save")
    file = download.value.path()
    json.loads(file.read_text())
    with visitor.page.expect_file_chooser() as chooser:
        visitor.page.get_by_role("button", name="Load a file").click()
    chooser.value.set_files(file)
    visitor.page.wait_for_function("a => location.href !== a", arg=address)
    visitor.turn_comes()
    assert visitor.shown() == shown


@pytest.mark.slow
def test_what_if_shows_a_choice_without_taking_it(visit):
    visitor = visit()
    visitor.new_game(players=1)
    visitor.choose()
    before = visitor.shown(), visitor.point
    visitor.page.locator("#choices button").first.click(modifiers=["Shift"])
    visitor.page.wait_for_selector("#whatif")
    assert visitor.point == before[1]
    visitor.page.get_by_role("button", name="Back", exact=True).click()
    assert (visitor.shown(), visitor.point) == before


@pytest.mark.slow
def test_a_bot_says_why(visit):
    visitor = visit()
    visitor.new_game(partner="planner", seed=8)
    while not visitor.page.locator("[data-key=why]").count():
        visitor.choose()
    visitor.click("[data-key=why]")
    visitor.page.wait_for_selector("#advice .best li")
    assert "played" in visitor.text("#advice")


def test_paused_bots_wait_for_step(visit):
    visitor = visit()
    visitor.new_game(level=1, players=4, partner="rules", seed=5)
    visitor.click("#pace")
    step = visitor.page.locator("[data-key=step-bot]")
    while not step.count():
        visitor.take()
        visitor.settles()
    before = visitor.point[0]
    step.click()
    further = f"wanted => {{ {POINT} return at > wanted; }}"
    visitor.page.wait_for_function(further, arg=before)
    assert visitor.point[0] == before + 1
    visitor.click("#pace")
    visitor.page.wait_for_function(further, arg=before + 1)
    assert not visitor.faults


def test_a_real_table_takes_typed_dice_and_corrects_them(visit):
    visitor = visit()
    visitor.new_game(players=1, real=True)
    while not visitor.page.locator("#typed").count():
        visitor.choose()
    before = visitor.point[0]
    visitor.page.fill("#typed", "gold")
    assert visitor.page.locator("#outcomes button").count() == 1
    visitor.page.press("#typed", "Enter")
    visitor.moved_from(before)
    assert "rolls gold on the blocks die" in visitor.text("#log")
    visitor.page.fill("#slider", str(before))
    visitor.page.wait_for_selector("#looking")
    visitor.click("details.correct summary")
    visitor.page.locator("details.correct #typed").fill("red")
    visitor.page.locator("details.correct #typed").press("Enter")
    visitor.page.wait_for_selector("#looking", state="detached")
    visitor.turn_comes()
    assert "rolls red on the blocks die" in visitor.text("#log")


def test_a_replay_ends_where_the_game_is_left(visit):
    visitor = visit()
    visitor.new_game(players=1)
    for _ in range(3):
        visitor.choose()
    visitor.click("#replay")
    visitor.page.wait_for_selector("#looking")
    visitor.click("#home")
    visitor.page.wait_for_selector("#start-new")
    visitor.page.wait_for_timeout(2000)  # more than two moves of a replay
    assert visitor.faults == []
    visitor.page.go_back()
    visitor.turn_comes()
    assert visitor.page.get_attribute("#replay", "aria-label") == "Replay"
    visitor.page.fill("#slider", "1")
    visitor.page.wait_for_selector("#looking")


def test_forward_leads_back_into_the_game(visit):
    visitor = visit()
    visitor.new_game(players=1)
    address = visitor.page.url
    visitor.page.go_back()
    visitor.page.wait_for_selector("#start-new")
    visitor.page.go_forward()
    visitor.turn_comes()
    assert visitor.page.url == address


#: Counts what is taken out of the log and what is put into it.
COUNT = """() => {
  window.log = { out: 0, into: 0 };
  new MutationObserver((all) => all.forEach((one) => {
    log.out += one.removedNodes.length;
    log.into += one.addedNodes.length;
  })).observe(document.querySelector("#log"), { childList: true });
}"""


def test_the_log_is_only_added_to(visit):
    visitor = visit()
    visitor.new_game(players=1)
    sentences = visitor.page.locator("#log li")
    begun = sentences.count()
    visitor.page.evaluate(COUNT)
    while sentences.count() <= 45:  # more than one state tells
        visitor.choose()
    assert visitor.page.evaluate("log") == {"out": 0, "into": sentences.count() - begun}
    at, told = visitor.point[0], sentences.all_inner_texts()
    visitor.choose()
    visitor.click("#undo")
    visitor.stands_at(at)
    assert sentences.all_inner_texts() == told


#: Which of the spaces is the first that is not lit.
FIRST_UNLIT = """all => all.findIndex(({ dataset: { row, column } }) =>
  !document.querySelector(`#board .pick[data-row="${row}"][data-column="${column}"]`))"""


def test_what_cannot_be_chosen_says_so(visit):
    visitor = visit()
    visitor.new_game(players=1)
    visitor.until_an_action()
    notice = visitor.page.locator("#notices .notice")
    unlit = visitor.page.eval_on_selector_all("#board .place", FIRST_UNLIT)
    for _ in range(2):
        visitor.page.locator("#board .place").nth(unlit).click()
        assert "what can be chosen is lit" in notice.inner_text()  # once
    used = visitor.page.locator("#players .tile.bottom:not(.pick)")
    while not used.count():
        use = visitor.page.locator("#choices [role=group][aria-label=Use] button")
        (use if use.count() else visitor.page.locator("#choices button")).first.click()
        visitor.settles()
    used.first.click()
    assert "epair it first" in notice.first.inner_text()


def test_another_future_is_another_one(visit):
    visitor = visit(hear=lambda message: None)
    visitor.new_game(players=1)
    visitor.page.locator("#choices button").first.click(modifiers=["Shift"])
    futures = []
    for _ in range(5):
        visitor.page.locator("#whatif").get_by_role("button", name="future").click()
        visitor.settles()
        futures.append(visitor.text("#whatif .happens"))
    assert len(set(futures)) > 1
    asked = [one["future"] for one in visitor.said if one["do"] == "whatif"]
    assert asked == [0, 1, 2, 3, 4, 5]


def test_back_closes_what_is_about_the_game_that_is_left(visit):
    visitor = visit()
    visitor.new_game(players=1)
    visitor.click("#game-menu")
    visitor.page.go_back()
    visitor.page.wait_for_selector("#start-new")
    assert visitor.page.locator("dialog[open]").count() == 0


def test_a_second_click_on_undo_is_none(visit):
    visitor = visit(hear=lambda message: None)
    visitor.new_game(players=1)
    for _ in range(3):
        before = visitor.point[0]
        visitor.choose()
    for button, there in (("#undo", before), ("#redo", visitor.point[0])):
        visitor.page.eval_on_selector(button, "one => { one.click(); one.click(); }")
        visitor.stands_at(there)
        assert visitor.page.locator("#notices .fault").count() == 0


def test_the_key_for_a_hint_says_that_dice_decide(visit):
    visitor = visit()
    visitor.new_game(players=1, real=True)
    while not visitor.page.locator("#typed").count():
        visitor.choose()
    visitor.page.locator("#question").click()
    visitor.page.keyboard.press("h")
    assert "decide this" in visitor.text("#notices")
    assert visitor.page.locator("#notices .fault").count() == 0


def test_a_game_keeps_its_name_where_none_is_given(visit):
    visitor = visit()
    visitor.new_game(players=1)
    visitor.click("#game-menu")
    name = visitor.page.input_value("#name")
    visitor.page.fill("#name", "   ")
    visitor.page.press("#name", "Tab")
    assert "needs a name" in visitor.text("dialog .notice.fault")
    assert visitor.page.input_value("#name") == name


def test_a_window_that_gets_lower_has_a_smaller_board(visit):
    visitor = visit(width=1280, height=900)
    visitor.new_game(players=1)
    high = visitor.page.locator("#board svg").first.bounding_box()["height"]
    visitor.page.set_viewport_size({"width": 1280, "height": 640})
    visitor.page.wait_for_function(
        "high => document.querySelector('#board svg').getBoundingClientRect().height < high - 50",
        arg=high,
    )


def test_the_block_that_comes_into_sight_is_marked_on_the_cube(visit):
    def ask_of_column_six(message):
        if message.get("push") == "state" and message["who"]["kind"] == "chance":
            for choice in message["choices"]:
                choice["at"] = {"colour": "red", "column": 6, "layer": 2}

    visitor = visit(hear=ask_of_column_six)
    visitor.new_game(players=1, real=True)
    while not visitor.page.locator("#typed").count():
        assert visitor.page.locator("#cube-above .glow").count() == 0
        visitor.choose()
    (tip,) = visitor.page.eval_on_selector_all(
        "#cube-above .column:has(.glow)", "all => all.map((one) => one.dataset.tip)"
    )
    assert tip.startswith("Column 6:")


def test_what_a_tile_can_do_is_not_cut_off(visit):
    def find_a_diamond_pickaxe(message):
        if message.get("push") == "state":
            item = message["snapshot"]["players"][0]["items"][0]
            item |= {"name": "diamond pickaxe", "details": "2 from the used pile, 2 blocks"}

    visitor = visit(hear=find_a_diamond_pickaxe)
    visitor.new_game(players=2)
    worth = visitor.page.locator(".tile-worth", has_text="2 b").first
    assert worth.inner_text() == "2 b + 2"
    assert worth.evaluate("one => one.scrollWidth <= one.clientWidth")
