"""Games played through the page by a scripted visitor."""

import json
import re

import pytest

pytestmark = pytest.mark.slow


def test_a_whole_race_with_a_bot(visit):
    visitor = visit()
    visitor.new_game(rules=-1)
    visitor.play("count > 2 ? 1 : 0")  # hold what was rolled
    assert re.search("(Red|Teal) won", visitor.text("dialog .verdict"))
    rows = visitor.page.locator("#scores tr")
    shown = rows.evaluate_all("all => all.map((one) => getComputedStyle(one).display)")
    assert set(shown) == {"table-row"}
    visitor.page.wait_for_selector("#report >> text=No report came")


HERE = """async () => {
  const { now } = (await import("/page/js/store.js")).read();
  return [now.ending.returns[now.mine[0]] === 1 ? "won" : "lost", now.name, now.game];
}"""


def test_the_end_is_in_ones_own_colours_and_leads_on(visit):
    visitor = visit()
    visitor.new_game(rules=-1)
    visitor.play("0")
    outcome, name, game = visitor.page.evaluate(HERE)
    assert visitor.page.locator(f"dialog .verdict.{outcome}").count() == 1
    said = visitor.text("dialog .verdict .outcome")
    assert said == {"won": "Victory!", "lost": "Defeat"}[outcome]
    visitor.page.wait_for_selector("#report >> text=No report came")
    visitor.click("#again-same")
    visitor.page.wait_for_function("game => !location.href.includes(game)", arg=game)
    visitor.turn_comes()
    assert not visitor.over
    assert name in visitor.text("#where")
    visitor.play("0")  # the same done again ends in the same way
    assert visitor.page.evaluate(HERE)[0] == outcome


def test_choices_are_taken_in_the_picture(visit):
    visitor = visit()
    visitor.new_game(rules=-1, players=1)
    at = visitor.point[0]
    visitor.page.locator(".zone .pick").first.click()
    visitor.moved_from(at)
    assert "rolled 0" in visitor.text("#cards")


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


def test_a_real_table_takes_outcomes_and_corrects_them(visit):
    visitor = visit()
    visitor.fill_in(players=1, real=True)
    while not visitor.page.locator("#outcomes-now, #rolls").count():
        visitor.choose()
    before = visitor.point[0]
    visitor.page.get_by_role("button", name="The blocks die shows gold").click()
    visitor.page.locator("#rolls [data-row-of='1']").first.click()  # both dice on one screen
    visitor.moved_from(before + 1)
    assert "rolls gold" not in visitor.text("#drawer"), "hands have rolled it already"
    assert "rolls gold on the blocks die" in visitor.text("#cards")
    visitor.page.fill("#slider", str(before))
    visitor.page.wait_for_selector("#looking")
    visitor.click("details.correct summary")
    visitor.page.locator("details.correct button", has_text="red").click()
    visitor.page.wait_for_selector("#looking", state="detached")
    visitor.turn_comes()
    assert "rolls red on the blocks die" in visitor.text("#cards")


def test_the_end_and_the_list_say_how_often_undo_was_used(visit):
    visitor = visit()
    visitor.new_game(rules=-1)
    visitor.choose()
    visitor.click("#undo")
    visitor.stands_at(0)
    visitor.play("at % 2")
    assert "undo used once" in visitor.text("#effort")
    visitor.page.keyboard.press("Escape")
    visitor.click("#home")
    assert "undo used once" in visitor.text("#start")
