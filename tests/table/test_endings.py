"""After a game: scores, another one like it, the next level; a choice that loses says so."""

import random
import re
from pathlib import Path

import pytest

from tablemates.agents.roster import roster_of
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game
from tests.table.served import RefusedError

pytestmark = pytest.mark.slow


def finish(page, **fields):
    """Let bots that play at random finish a game."""
    page.new(seats=["random", "random"], seed=5, **fields)
    page.finish()
    return page.state


@pytest.mark.parametrize("rules", GAMES)
def test_scores_stand_where_all_play_against_each_other(page, rules):
    state = finish(page, rules=rules)
    ending, kind = state["ending"], find_game(rules)
    if kind.score_field is None:
        assert ending["scores"] is None
        return
    assert ending["unit"] == kind.score_unit
    assert [one["seat"] for one in ending["scores"]] == [0, 1]
    best = max(one["score"] for one in ending["scores"])
    for one in ending["scores"]:
        assert (ending["returns"][one["seat"]] == 1.0) == (one["place"] == 1)
        assert one["place"] > 1 or one["score"] == best


def test_another_game_with_the_same_dice_or_others_or_of_the_next_level(server, page):
    first = finish(page, rules=DEFAULT_GAME, level=1)
    assert first["ending"]["again"] == ["again", "same", "next"]
    room = server.games.room(first["game"])
    same = page.of("again", how="same")["game"]
    assert server.games.room(same).table.seed == room.table.seed
    assert server.games.room(same).table.actions == []
    again = page.ask("again", game=first["game"], how="again")["game"]
    assert server.games.room(again).table.seed != room.table.seed
    assert server.games.room(again).seats.who == room.seats.who
    assert server.games.room(again).table.game.recipe == room.table.game.recipe
    following = page.ask("again", game=first["game"], how="next")["game"]
    assert server.games.room(following).table.game.recipe["level"] == 2
    with pytest.raises(RefusedError, match="The game goes on"):
        page.ask("again", game=following, how="again")


def test_the_last_level_has_no_next_one(page):
    form = find_game(DEFAULT_GAME).settings_type.form(None)
    (levels,) = [one for one in form if one.name == "level"]
    state = finish(page, rules=DEFAULT_GAME, level=levels.options[-1].value)
    assert state["ending"]["again"] == ["again", "same"]


@pytest.mark.parametrize("rules", GAMES)
def test_a_choice_that_ends_the_game_says_for_whom(page, rules):
    page.new(rules=rules, seats=["person", "person"], seed=1)
    for n in range(300):
        if page.state["ending"]:
            break
        choices, seat = page.state["choices"], page.state["who"]["seat"]
        assert not [one for one in choices if one["leads"]["loses"] and not one["leads"]["over"]]
        ends = [one for one in choices if one["leads"]["over"]]
        taken = ends[0] if ends else choices[7 * n % len(choices)]
        page.now("choose", action=taken["action"])
        if ends:
            lost = page.state["ending"]["returns"][seat] < 1.0
            assert taken["leads"]["loses"] == lost


@pytest.mark.parametrize("rules", [one for one in GAMES if roster_of(one).regret])
def test_ones_own_mistakes_stand_on_the_ladder_of_partners(server, page, rules):
    page.new(rules=rules, seats=["person", "random"], seed=5)
    rng, chosen = random.Random(1), set()
    while page.state["ending"] is None:
        if page.state["who"]["kind"] == "person":
            chosen.add(page.state["moves"])
            page.choose(rng.randrange(len(page.state["choices"])))
        else:
            page.move()
    mistakes = page.of("report")["mistakes"]
    judged = server.games.room(page.state["game"]).report[1].result()
    costs = [
        one.before - one.after for one in judged[mistakes["judge"]][0].moves if one.at in chosen
    ]
    assert mistakes["judge"] == "value"  # by which the partners' regret was measured
    assert mistakes["made"] == sum(cost >= 0.01 for cost in costs) > 0
    assert mistakes["each"] == pytest.approx(sum(costs) / len(costs), abs=1e-5)
    assert [one["each"] for one in mistakes["ladder"]] == [*roster_of(rules).regret]
    page.new(rules=rules, seats=["random", "random"], seed=5)
    page.finish()
    assert page.of("report")["mistakes"] is None


@pytest.mark.parametrize("rules", GAMES)
def test_mistakes_of_partners_are_those_that_were_measured(rules):
    known = roster_of(rules)
    text = Path("docs/evaluation.md").read_text(encoding="utf-8")
    for mate, count in zip(known.mates, known.mistakes, strict=False):
        assert re.search(rf"`{mate}`: [^|]*{count or 'none'}\b", text)
        assert f"{count:.0f} " in known.sentences[mate] or not count
    for mate, regret in zip(known.mates, known.regret, strict=False):
        assert re.search(rf"`{mate}` \|[^|]*\| {f'{regret:.4f}' if regret else 0} \|", text)
    assert "{" not in "".join(known.sentences.values())
