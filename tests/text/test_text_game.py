"""Games as text: what is read, what is answered, and what neither may tell."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from tablemates.agents import arena
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Observer, Start
from tablemates.agents.registry import find_agent
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.text.answers import choices_of, last_object, read_answer
from tablemates.envs.registry import GAMES
from tablemates.text import TextGame

PLAYERS = {"players": 2}


@pytest.fixture(params=GAMES)
def key(request):
    return request.param


def play_randomly(game, rng, most=10_000):
    """Yield before each decision; take a random choice by id or by text in turn."""
    for n in range(most):
        if game.over:
            return
        yield n
        choice = rng.choice(len(game.legal(game.to_move)))
        one = game.legal(game.to_move)[int(choice)]
        assert game.step(json.dumps({"action": one.id if n % 2 else one.text})).action == one.id


@pytest.mark.slow
def test_text_and_action_are_exact_both_ways(key):
    game, rng = TextGame(key, PLAYERS, seed=3), np.random.default_rng(0)
    for _ in play_randomly(game, rng, 60):
        choices = game.legal(game.to_move)
        assert [one.id for one in choices] == game.game.legal
        for one in choices:
            assert game.parse(json.dumps({"action": one.text})) == one.id
            assert game.parse(json.dumps({"action": one.id})) == one.id
            assert game.parse(json.dumps({"action": str(one.id)})) == one.id


def test_a_text_is_never_read_as_the_id_of_another_choice():
    """Words that are a figure get the name of the action beside them."""
    game = SimpleNamespace(
        legal=[2, 3],
        describe=lambda action: f"{action + 1}",
        catalogue=SimpleNamespace(name=lambda action: f"count {action + 1}"),
    )
    choices = choices_of(game)
    assert choices == [(2, "3 (count 3)"), (3, "4 (count 4)")]
    assert read_answer('{"action": "3"}', choices) == 3
    assert read_answer('{"action": "3 (count 3)"}', choices) == 2


@pytest.mark.exhaustive
def test_text_and_action_are_exact_in_many_decisions(key, capsys):
    decisions, told, seed, rng = 0, 0, 0, np.random.default_rng(1)
    game = TextGame(key, PLAYERS).game
    while decisions < 250_000:
        game.new(seed)
        while game.to_move() >= 0 and decisions < 250_000:
            choices = choices_of(game)
            texts = {one.text: one.id for one in choices}
            assert len(texts) == len(choices)
            assert list(texts.values()) == game.legal
            assert not any(map(str.isdecimal, texts))  # which would be another choice's id
            one = choices[int(rng.integers(len(choices)))]
            assert read_answer(json.dumps({"action": one.text}), choices) == one.id
            game.step(one.id)
            decisions += 1
            told += len(choices)
        seed += 1
    with capsys.disabled():
        print(f"\n{key}: {decisions:,} decisions, {told:,} texts of choices")


def test_nothing_hidden_is_in_a_text(key):
    """The hidden part is drawn anew: no text changes, and no seed is told."""
    game, rng = TextGame(key, PLAYERS, seed=987654321), np.random.default_rng(0)
    for n in play_randomly(game, rng, 60):
        if n % 6:
            continue
        record = game.game.save()
        told = [(game.observation(seat), game.observation_json(seat)) for seat in range(2)]
        assert "987654321" not in str(told)
        assert "seed" not in str(told).lower()
        for drawn in range(3):
            game.game.resample(drawn)
            again = [(game.observation(seat), game.observation_json(seat)) for seat in range(2)]
            assert again == told
            assert game.legal(game.to_move) == choices_of(game.game)
        game.game.restore(record)


def test_an_observation_has_what_happened_the_position_and_the_question(key):
    game = TextGame(key, PLAYERS, seed=5, seat=1, partners="random")
    while not game.over:
        text, data = game.observation(), game.observation_json()
        assert text.startswith(f"You are {game.game.player_name(1)}, seat 1 of 2")
        assert game.game.decision() in text
        assert data["question"] == game.game.decision()
        assert json.loads(json.dumps(data)) == data
        assert [one["id"] for one in data["choices"]] == game.game.legal
        assert all(f"{one['id']}: {one['text']}" in text for one in data["choices"])
        assert game.step(json.dumps({"action": game.legal()[-1].id})).accepted
        assert data["happened"] or game.decisions
    assert game.game.decision() in game.observation()
    assert "Choices:" not in TextGame(key, PLAYERS, show_legal=False).observation()
    assert TextGame(key, PLAYERS, show_legal=False).observation_json()["choices"] is None


def test_partners_moves_are_told(key):
    game = TextGame(key, PLAYERS, seed=5, seat=0, partners="random")
    other = game.game.player_name(1)
    while not game.over:
        if f"{other[:1].upper()}{other[1:]} chose:" in game.observation():
            return
        game.step(json.dumps({"action": game.legal()[0].id}))
    pytest.fail("nothing was told of the partner")


def test_rules_come_short_and_in_full(key):
    game = TextGame(key, PLAYERS)
    short, full = game.rules(), game.rules("full")
    assert 200 < len(short) < len(full) < 12_000
    assert '{"action": ID}' in short
    for words in ("play.py", "```", "](", "env."):
        assert words not in full
    with pytest.raises(GameError, match="'short' or 'full'"):
        game.rules("long")


BAD = [
    ("I end the turn.", "unreadable"),
    ("", "unreadable"),
    ("{", "unreadable"),
    ("null", "unreadable"),
    ("[1]", "unreadable"),
    ('{"move": 1}', "unreadable"),
    ('{"answer": {"action": LEGAL}}', "unreadable"),
    ('{"action": LEGAL} {"note": 1}', "unreadable"),
    ('{"action": [LEGAL]}', "unreadable"),
    ('{"action": LEGAL.0}', "unreadable"),
    ('{"action": true}', "unreadable"),
    ('{"action": null}', "unreadable"),
    ('{"action": 100000}', "illegal"),
    ('{"action": -1}', "illegal"),
    ('{"action": 1' + "0" * 400 + "}", "illegal"),
    ('{"action": 1' + "0" * 5000 + "}", "unreadable"),
    ('{"action": "fly away"}', "illegal"),
    ('{"action": LEGAL} no, {"action": 100000}', "illegal"),
    ('{"a":' * 3000, "unreadable"),
    ("{" * 70_000, "unreadable"),
    (None, "unreadable"),
    (7, "unreadable"),
]


@pytest.mark.parametrize(("answer", "fault"), BAD, ids=[repr(one)[:30] for one, _ in BAD])
def test_bad_answers_are_refused_in_a_sentence_and_change_nothing(answer, fault):
    game = TextGame(next(iter(GAMES)), PLAYERS, retries=1)
    legal, before = game.legal(), game.game.save()
    if isinstance(answer, str):
        answer = answer.replace("LEGAL", str(legal[0].id))
    turn = game.step(answer)
    assert (turn.accepted, turn.over, turn.retries) == (False, False, 0)
    assert f"{legal[0].id} ({legal[0].text})" in turn.reason
    assert turn.reason.endswith(".")
    assert game.game.save() == before
    counts = game.result.answers[game.to_move]
    assert getattr(counts, fault) == 1
    assert counts.unreadable + counts.illegal == 1
    turn = game.step(answer)
    assert (turn.over, game.result.cause, game.result.won) == (True, "forfeit", False)
    assert sum(one.forfeits for one in game.result.answers.values()) == 1
    assert game.step('{"action": 1}').reason == "The game is over."
    assert game.observation()


@pytest.mark.parametrize(
    "answer",
    [
        '{"action": LEGAL}',
        '```json\n{"action": LEGAL}\n```',
        'First {"action": 99999}, or rather {not json} {"action": LEGAL} is best.',
        '{"thought": "a {brace} in a text", "action": "LEGAL"}',
        '{"action": "  TEXT "}',
    ],
)
def test_the_last_object_is_the_answer(answer):
    game = TextGame(next(iter(GAMES)), PLAYERS)
    last = game.legal()[-1]
    text = answer.replace("LEGAL", str(last.id)).replace("TEXT", last.text.replace(" ", "  "))
    assert game.step(text).action == last.id


def test_objects_within_an_object_are_no_answers():
    assert last_object('{"a": {"action": 1}}') == {"a": {"action": 1}}
    assert last_object("nothing") is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"scenario": {"lvl": 1}}, "no parameter 'lvl'"),
        ({"scenario": {"players": 99}}, "players=99"),
        ({"scenario": {"players": [1, 2]}}, "one value"),
        ({"seat": 2, "partners": "rules"}, "0 to 1"),
        ({"seat": 0}, "0 partners do not fill 1 seats"),
        ({"partners": "rules"}, "need a seat"),
        ({"seat": 0, "partners": "rulez"}, "no agent is called"),
        ({"retries": -1}, "retries"),
    ],
    ids=str,
)
def test_bad_settings_are_refused_in_a_sentence(given, words):
    with pytest.raises(GameError, match=words):
        TextGame(**{"game": next(iter(GAMES)), "scenario": PLAYERS} | given)


@pytest.mark.slow
def test_an_agent_that_speaks_text_plays_as_its_native_twin(key):
    """By the same seeds the same actions, and so the same results."""
    game = TextGame(key, PLAYERS)
    facts = GameFacts.of_game(game.game)
    starts = [Start(seed, 0, [0, 0]) for seed in range(3)]
    native = []

    class Keep(Observer):
        def end(self, games):
            native.extend(games)

    player = arena.AgentPlayer("rules", find_agent("rules", facts))
    arena.play_all(game.game, player, starts, [Keep()], 500)
    agent = find_agent("rules", facts)
    for one in native:
        game.reset(one.start.seed)
        actions = []
        while not game.over:
            text = {c.id: c.text for c in game.legal(game.to_move)}[agent.act(game.situation())]
            actions.append(game.step(json.dumps({"action": text})).action)
        assert actions == one.actions
        assert game.result.returns == tuple(one.ending["returns"][:2])
        assert game.result.cause == one.ending["cause"]


@pytest.mark.slow
def test_many_sessions_side_by_side_keep_their_seeds(key):
    """Sessions that take turns play the games that they would play alone."""

    def ids(game):
        return game.legal(game.to_move)[seeds.index(game.seed) % len(game.game.legal)].id

    seeds = list(range(24))
    games = [TextGame(key, PLAYERS, seed=seed) for seed in seeds]
    for _ in range(12):
        for game in games:
            if not game.over:
                game.step(json.dumps({"action": ids(game)}))
    for game in games[::8]:
        alone = TextGame(key, PLAYERS, seed=game.seed)
        while alone.decisions < game.decisions:
            alone.step(json.dumps({"action": ids(alone)}))
        assert alone.game.save() == game.game.save()
        assert alone.observation() == game.observation()
    assert len({game.game.save() for game in games}) == 24
