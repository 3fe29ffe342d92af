"""The companion: a belief about partners from what they did, and plans with that."""

import numpy as np
import pytest

from tablemates.agents.arena import AgentPlayer, play_all
from tablemates.agents.companion.belief import Believer
from tablemates.agents.companion.partner_types import kind_of, types_of
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.studies import recognition
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of
from tablemates.agents.games import Observer, Start
from tablemates.agents.names import names_of
from tablemates.agents.networks.weight_files import read_card
from tablemates.agents.population import games_with_strangers, population_of
from tablemates.agents.registry import find_agent, load_agent
from tablemates.agents.value.files import ValueCard
from tablemates.envs.core.views.agent import Guess, Situation
from tablemates.envs.core.views.past import History, Past
from tablemates.envs.registry import GAMES, find_game, new_game
from tablemates.table.session.game import TableGame

GAMES_HERE = games_with_strangers()
#: A script that every one of these games has.
SCRIPT = "rules"


def facts_of(game, players=2):
    return GameFacts.of(find_game(game).settings_type(players=players))


def believer(game, players=2):
    return Believer(facts_of(game, players), pytest.fail)


class Keeper(Observer):
    def end(self, games):
        self.past = games[0].past


def past_of(facts, name, seed=3):
    """Return what was seen of a game in which an agent has all seats."""
    keeper, agent = Keeper(), find_agent(name, facts)
    agent.wants_history = True
    players = facts.settings.player_choices[0]
    start = Start(seed, 0, [0] * players)
    play_all(new_game(facts.settings), AgentPlayer(name, agent), [start], [keeper], 500)
    return keeper.past


def first(past, count):
    return Past(past.seats[:count], past.actions[:count], past.publics[:count])


@pytest.mark.parametrize("game", GAMES_HERE)
def test_types_cover_all_kinds_of_strangers_that_a_game_declares(game):
    types, population = types_of(game), population_of(game)
    assert {*population.dev, *population.ladder} <= {one.name for one in types}
    drawn = {f"{kind}:{one.agent}" for one in population.sealed for kind, *_ in one.kinds()}
    kinds = {one.kind for one in types}
    assert all(any(kind.startswith(one) for kind in kinds) for one in drawn)
    assert sum(one.prior for one in types) == pytest.approx(1)
    for kind in kinds:  # however many types there are of it
        shares = [one.prior for one in types if one.kind == kind]
        assert sum(shares) == pytest.approx(1 / len(kinds))
    assert kind_of("prefers:value:heal=-0.2") != kind_of("prefers:value:heal=0.1")
    assert kind_of("soft:value:0.01") == kind_of("soft:value:0.1") == "soft:value"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_HERE)
def test_a_belief_finds_the_script_in_a_short_game_and_repeats_itself(game):
    facts, mind = facts_of(game, 3), believer(game, 3)
    past = past_of(facts, SCRIPT)
    before = mind.beliefs(History(0, first(past, 0)), 3)
    assert [one.seat for one in before] == [1, 2]
    assert before[0].kinds()[SCRIPT] == pytest.approx(1 / len(before[0].kinds()))
    found = mind.beliefs(History(0, first(past, 60)), 3)
    for one in found:
        assert next(iter(one.kinds())) == SCRIPT
        assert one.kinds()[SCRIPT] > 0.5
    # Back at an earlier decision, and from nothing, it is what it was: nothing else is remembered.
    for count in (0, 30, 60):
        history = History(0, first(past, count))
        rebuilt = believer(game, 3).beliefs(history, 3)
        for one, other in zip(mind.beliefs(history, 3), rebuilt, strict=True):
            assert np.array_equal(one.shares, other.shares)
    # What was decided counts, not only where: the same positions with other choices tell others.
    masks = mind._player.look(mind._player.records_of(past.publics[:60]), past.seats[:60])[1]
    others = Past(past.seats[:60], masks[:, ::-1].argmax(1).astype(np.int16), past.publics[:60])
    others.actions[:] = masks.shape[1] - 1 - others.actions
    assert mind.beliefs(History(0, others), 3)[0].kinds().get(SCRIPT) < found[0].kinds()[SCRIPT]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_HERE)
def test_who_knows_enough_looks_no_further_however_the_game_goes_on(game):
    facts, mind = facts_of(game), believer(game)
    past, judged = past_of(facts, SCRIPT), []
    look = mind._judged
    mind._judged = lambda seats, *more: judged.append(len(seats)) or look(seats, *more)

    def enough(beliefs):
        return beliefs[0].kinds().get(SCRIPT) > 0.5

    counts = range(20, len(past), 7)
    found = [mind.beliefs(History(0, first(past, n)), 2, enough)[0] for n in counts]
    assert found[-1].kinds()[SCRIPT] > 0.5
    sure = next(n for n, one in enumerate(found) if enough([one]))
    assert all(np.array_equal(one.shares, found[sure].shares) for one in found[sure:])
    assert sum(judged) < np.count_nonzero(past.seats == 1) / 2
    # In a match the next game begins with it, and nobody looks at it.
    seen = sum(judged)
    (later,) = mind.beliefs(History(0, past, (past,)), 2, enough)
    assert np.array_equal(later.shares, found[-1].shares)
    assert sum(judged) == seen


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_HERE)
def test_earlier_games_of_a_match_count_as_much_as_this_one(game):
    facts, mind = facts_of(game), believer(game)
    past = past_of(facts, "value")
    new = first(past, 0)
    (here,) = mind.beliefs(History(0, past), 2)
    (later,) = mind.beliefs(History(0, new, (past,)), 2)
    (nothing,) = mind.beliefs(History(0, new), 2)
    assert np.allclose(here.shares, later.shares)
    assert here.kinds()["value"] > nothing.kinds()["value"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_HERE)
def test_answers_repeat_after_undo_and_in_a_replay(game):
    facts = facts_of(game)
    agent, partner = find_agent("companion:4", facts), find_agent(SCRIPT, facts)
    table = TableGame.begin(facts.settings, seed=4)
    given = {}

    def here():
        at = table.moves
        return Situation.of(table.game, table.seed, at, table.history(at))

    def go(count):
        for _ in range(count):
            now = here()
            if table.game.to_move() != 0:
                table.take(partner.act(now))
                continue
            answer = agent.act(now)
            assert given.setdefault(table.moves, answer) == answer
            table.take(answer)

    go(14)
    for _ in range(10):
        table.undo()
    go(10)
    anew = find_agent("companion:4", facts)
    for at, answer in reversed(given.items()):
        while table.moves > at:
            table.undo()
        assert anew.act(here()) == answer


@pytest.mark.slow
def test_it_says_what_it_believes_and_plays_what_it_explains():
    facts = facts_of(GAMES_HERE[0])
    agent = find_agent("companion:4", facts)
    table = TableGame.begin(facts.settings, seed=4)
    for _ in range(6):
        at = table.moves
        now = Situation.of(table.game, table.seed, at, table.history(at))
        table.take(agent.act(now))
    seat = table.game.to_move()
    now = Situation.of(table.game, table.seed, table.moves, table.history(table.moves))
    found = agent.explain(now)
    assert found.candidates[0].action == agent.act(now)
    (guess,) = found.guesses
    assert guess.seat == 1 - seat
    shares = [share for _, share in guess.kinds]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1.0 + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("game", [one for one in GAMES_HERE if population_of(one).taught])
def test_it_plays_by_the_network_that_fits_its_partners(game):
    (taught, (kind, *_)), *_ = population_of(game).taught.items()
    trained = read_card(agents_of(game).policies[taught], ValueCard).config["environment"]
    axes = trained["scenario"] | {"players": 2}
    facts = GameFacts.of(find_game(game).settings_type(**axes))
    agent = find_agent("companion:4", facts)
    for partner, plays in ((kind, taught), ("value", "value")):
        past = past_of(facts, partner)
        at = int(np.flatnonzero(past.seats == 0)[-1])
        known = History(0, first(past, at), (past, past))
        (belief,) = agent._believer.beliefs(known, 2)
        assert next(iter(belief.kinds())) == partner
        player, here = agent._believer._player, slice(at, at + 1)
        seen, masks = player.look(player.records_of(past.publics[here]), past.seats[here])
        situation = Situation(seen[0], masks[0], past.publics[at], at, known)
        other = find_agent(f"champion:4:{plays}", facts)
        assert agent.act(situation) == other.act(situation)
        assert agent.explain(situation).candidates == other.explain(situation).candidates


def test_a_guess_is_a_sentence():
    assert Guess(1, (("rules", 0.834), ("value", 0.1))).sentence("blue") == (
        "Blue plays like rules: 83%"
    )


def test_it_is_offered_where_a_game_says_what_partners_may_be():
    for game in GAMES:
        offered = any(name.startswith("companion:") for name in names_of(game))
        assert offered == (game in GAMES_HERE)
        if not offered:
            with pytest.raises(AgentError, match=f"{game} has no strangers"):
                find_agent("companion", facts_of(game))


def test_it_needs_a_history():
    facts = facts_of(GAMES_HERE[0])
    with pytest.raises(AgentError, match="'x' is not a search budget"):
        find_agent("companion:x", facts)
    with pytest.raises(AgentError, match="companion needs more than the observation"):
        load_agent("companion")


@pytest.mark.slow
def test_the_command_says_how_often_a_kind_is_named_right(tmp_path, capsys):
    out, game = tmp_path / "recognition.csv", GAMES_HERE[0]
    asked = ["--game", game, "--scenario", "players=2", "--partners", SCRIPT, "--games", "2"]
    assert recognition.main([*asked, "--out", str(out)]) == 0
    assert "2 of 2 games" in capsys.readouterr().out
    head, line = out.read_text().splitlines()
    assert head == ",".join(recognition.HEAD)
    assert line.endswith(f",{SCRIPT},2,2,{SCRIPT}")
