"""Games in words: sentences, the text picture, the snapshot, the names of actions."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.files.documents import read_document
from tablemates.envs.core.records.vocabulary import words_of
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.speech import decision, describe
from tablemates.envs.portal_dash.speech import event as told
from tablemates.envs.portal_dash.text import WIDTH, painted, text_picture
from tablemates.envs.portal_dash.vocabulary import (
    SHARED_DECISIONS,
    Cause,
    Colour,
    Decision,
    Event,
    Reason,
)
from tests.portal_dash.bare import PlayedGame, names_of_parts

NAMES = names_of_parts()
KIND = {name: kind for kind, name in enumerate(NAMES.items)}
HERE, THERE = 2 * 64 + 3, 2 * 64 + 4
MC2, GH2, BOSS = 1, 4, 18


@pytest.fixture
def game():
    """Return a game in whose first turn Pink acts, with full hearts and active items."""
    game = PlayedGame(seed=3).started()
    game.p.hearts[:2] = 6
    for seat in range(2):
        game.p.item_active[seat, :5] = 1
        game.p.item_hearts[seat, 2] = 1
    return game


def row_of(event, values):
    return (event, *values, *[0] * (5 - len(values)))


@pytest.mark.parametrize("event", Event, ids=lambda event: event.name)
def test_every_event_has_a_sentence(game, event):
    reasons = {Event.BLOCK_REMOVED: Reason.MINED, Event.TILE_DISCARDED: Reason.NOT_KEPT}
    numbers = {
        "reason": reasons.get(event, Reason.USED),
        "cause": Cause.TASK_A_LATE,
        "action": V.DONE,
        "mode": 1,
    }
    row = row_of(event, [numbers.get(field, 0) for field in event.fields])
    assert re.fullmatch(r"[A-Z0-9].*\.", told(game, row)["text"])


@pytest.mark.parametrize("level", range(1, 6))
def test_choices_of_a_played_game_are_told_apart(level):
    for seed in range(4):
        game = PlayedGame(level=level, players=1 + seed, seed=seed)
        while game.p.outcome == Outcome.RUNNING:
            texts = [describe(game, action) for action in game.legal()]
            assert len(set(texts)) == len(texts), texts
            assert decision(game).endswith(".")
            for row in game.step_at_random():
                assert re.fullmatch(r"[A-Z0-9].*\.", told(game, row)["text"])


ANSI = re.compile(r"\x1b\[[0-9;]*m")


def picture(game):
    return text_picture(game, game.legal())


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players"), [(1, 1), (5, 4)])
def test_width_in_whole_games(level, players):
    game = PlayedGame(level=level, players=players, seed=level)
    while game.p.outcome == Outcome.RUNNING:
        assert max(map(len, picture(game).splitlines())) <= WIDTH
        game.step_at_random()


def test_colours_come_in_a_terminal_and_change_no_letter(game, monkeypatch):
    plain = picture(game)
    assert painted(plain) == plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = painted(plain)
    assert ANSI.sub("", coloured) == plain
    words = set(re.findall(r"m([A-Z][a-z]?\d?)\x1b", coloured))
    assert {"Mc1", "Re", "Gy", "Go", "Br", "Bk", "P", "B"} <= words
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted(plain) == plain


def test_a_long_track_is_broken_between_parts(game):
    game.p.parts, game.p.columns = 8, 43
    text = text_picture(game)
    assert max(map(len, text.splitlines())) <= WIDTH
    heads = [line.split() for line in text.splitlines() if re.fullmatch(r"[ \d]+", line)]
    assert [int(number) for head in heads for number in head] == list(range(43))
    assert text.count("┌") == 3


def test_every_block_colour_player_and_terrain_has_a_sign_of_its_own(game):
    p = game.p
    p.cube[0:5, 3] = list(Colour)
    p.height[:] = 4
    p.lava[:], p.magma[:], p.soul_sand[:], p.brown[:] = 1 << 1, 1 << 2, 1 << 3, 1 << 4
    p.players = 4
    p.player_space[:] = 5 * 64
    text = picture(game)
    assert all(sign in text for sign in ("~~~~~", "^^^^^", ":::::", "#####"))
    assert "│PBYG │" in text
    assert all(code in text for code in ("Re", "Gy", "Go", "Br", "Bk"))


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("level", "players"), [(2, 1), (5, 4)])
def test_every_key_of_a_snapshot_is_documented(level, players):
    game, rng = PortalDash(Settings(level=level, players=players)), np.random.default_rng(level)
    game.new(level)
    page = (ROOT / "docs/portal_dash/positions.md").read_text(encoding="utf-8")
    keys = page.partition("## Keys")[2].partition("## Maps")[0]
    common = (ROOT / "docs/positions.md").read_text(encoding="utf-8")
    snapshots = common.partition("## Snapshots")[2]
    known = re.findall(r"^\| `(\w+)` \|", keys, re.M) + re.findall(r"`(\w+)`", snapshots)
    while game.public.outcome == Outcome.RUNNING:
        game.step(int(rng.choice(game.legal)))
        data = game.snapshot()
        assert json.loads(json.dumps(data)) == data
        assert data.keys() <= {*known}
        assert not data.keys() & {"seed", "counters"}
    assert (data["decision"], data["end"]["outcome"], data["choices"]) == ("none", "lost", [])


def test_the_page_tells_what_every_decision_takes():
    page = (ROOT / "docs/portal_dash/actions.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (`.*?`) \| .* \| .* \| (yes)? ?\|$", page, re.M)
    told = {(name, group) for name, groups, _ in rows for group in re.findall(r"\w+", groups)}
    actions = read_document(ROOT / "envs/portal_dash/words.yaml").values["sentences"]["actions"]
    sentences = (re.sub("^player_[a-z]+", "player", key).split() for key in actions if " " in key)
    assert told == {(name, group) for name, group, *_ in sentences}
    assert {name for name, *_ in rows} == {*words_of(Decision)} - {"none", "chance"}
    assert {name for name, _, team in rows if team} == {*words_of(SHARED_DECISIONS)}
