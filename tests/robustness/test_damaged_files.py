"""Damaged and hostile files are refused in a sentence: data only, nothing in them is executed."""

import base64
import importlib
import json
import os
import pickle
import shutil
import struct
import sys
import zlib

import pytest

from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.policy import CARD, WEIGHTS, load_policy
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.files.documents import DocumentError
from tablemates.envs.core.history.saves import MAGIC
from tablemates.envs.registry import GAMES, find_game
from tablemates.table.server.messages import RequestError
from tablemates.table.session.game import TableGame
from tablemates.table.session.saves import SavedGame, read_position
from tests.agents.conftest import write_random_policy
from tests.core.dice_race import Settings

resource = pytest.importorskip("resource", reason="Windows has no such module")
#: Bytes that the system counts memory in.
UNIT = 1 if sys.platform == "darwin" else 1024
REFUSALS = (GameError, DocumentError, RequestError)
games = pytest.mark.parametrize("game", GAMES)


class Payload:
    def __reduce__(self):
        return os.system, ("touch executed",)


PICKLE = pickle.dumps(Payload())
NESTED = "[" * 100_000 + "]" * 100_000


def in_text(data):
    return base64.urlsafe_b64encode(data).decode()


def zeros(millions):
    """Return so many millions of zeros, deflated: one of them is, which takes no second."""
    maker = zlib.compressobj(1, wbits=-15)
    one = maker.compress(bytes(10**6)) + maker.flush(zlib.Z_FULL_FLUSH)
    checksum = (millions * 10**6 % 65521) << 16 | 1
    return b"\x78\x01" + one * millions + maker.flush() + checksum.to_bytes(4)


BOMB = in_text(zeros(400))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder of its own in which nothing may be executed, with bounded memory."""
    monkeypatch.chdir(tmp_path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield tmp_path
    assert not (tmp_path / "executed").exists()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * UNIT
    assert grown < 600_000_000, f"{grown:,} bytes more"


def refuses(read, what):
    with pytest.raises((*REFUSALS, OSError)) as caught:
        read(what)
    sentence = str(caught.value)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 1_500
    if isinstance(caught.value, OSError) and not isinstance(caught.value, REFUSALS):
        assert caught.value.strerror  # commands make a sentence of it
        assert caught.value.filename


def written(folder, content, name="it.json"):
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


# -- saved games, replays, games of the table ----------------------------------------------------
def test_the_bomb_is_one():
    assert zlib.decompress(zeros(2)) == bytes(2 * 10**6)


def views(game):
    return importlib.import_module(GAMES[game].module)


@games
@pytest.mark.parametrize(
    "damage",
    [
        lambda good: MAGIC + PICKLE,
        lambda good: b"",
        lambda good: good[:-1],
        lambda good: good[:40] + bytes([good[40] ^ 1]) + good[41:],
    ],
)
def test_saved_games(game, damage):
    env = views(game).env()
    env.reset(seed=4)
    good = env.save()
    refuses(env.restore, damage(good))
    assert env.save() == good


TEXTS = [PICKLE, "", NESTED, '{"format": ' + "9" * 1_000_000 + "}", "{}", "[]", b"\xff\xfe", "\0"]
FIELDS = [
    {"version": [[]]},
    {"seed": 2**64},
    {"hashes": {}},
    {"actions": BOMB},
    {"seed": None, "record": in_text(zlib.compress(b"\xff" * 5000, 1))},
    {"recipe": {}},
]
RECIPES = [{"players": 10**9}, {"components": "/etc/passwd"}, {"level": [["x"]]}]


def load_game(file):
    TableGame.of_saved(SavedGame.read(file), None)


@games
def test_games_of_the_table(folder, game):
    view = views(game).gym_env()
    view.reset(seed=1)
    view.step(view.legal_actions()[0])
    replay = json.loads(json.dumps(view.replay().to_json()))
    texts = [*TEXTS, *(json.dumps(replay | fields) for fields in FIELDS)]
    texts += [json.dumps(replay | {"recipe": replay["recipe"] | one}) for one in RECIPES]
    texts += [
        json.dumps(replay | {"table": about})
        for about in ([1], {"seats": ["cmd:touch executed", 1]}, {"shared": 3})
    ]
    for text in texts:
        refuses(load_game, written(folder, text))


# -- rows, positions, parts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [PICKLE, "\n", NESTED + "\n", '{"agents": "' + "x" * 10_000_000]
)
def test_rows(folder, content):
    refuses(read_rows, written(folder, content, "rows.jsonl"))


@pytest.mark.parametrize(
    "text",
    [
        NESTED,
        '{"turn": NaN}',
        "!!python/object/apply:os.system ['touch executed']",
        '{"players": [[[]]]}',
    ],
    ids=range(4),
)
@games
def test_positions(folder, game, text):
    file = written(folder, text)
    refuses(lambda given: views(game).load_position(read_position(given)), file)


LAUGHS = "\n".join(
    ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
)


@pytest.mark.parametrize(
    "text",
    [LAUGHS, "!!python/object/apply:os.system ['touch executed']\n", b"a: \xff\xfe\n"],
    ids=range(3),
)
@games
def test_parts(folder, game, text):
    settings = find_game(game).settings_type
    file = written(folder, text, "it.yaml")
    refuses(lambda given: find_game(game)(settings(components=given)), file)


# -- policies ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    facts = GameFacts.of(Settings())
    folder = tmp_path_factory.mktemp("policy") / "policy"
    write_random_policy(folder, facts)
    return folder, facts


@pytest.mark.parametrize(
    "content", [PICKLE, b"", struct.pack("<Q", 2**63)], ids=["pickle", "empty", "length"]
)
def test_weights(folder, policy, content):
    good, facts = policy
    shutil.copytree(good, folder / "it")
    written(folder / "it", content, WEIGHTS)
    refuses(lambda where: load_policy(where, facts, print), folder / "it")


@pytest.mark.parametrize(
    "fields",
    [
        {"weights": "../../../../etc/passwd"},
        {"interface": "0" * 16},
        {"steps": -1},
        {"network": {"kind": "os:system"}},
    ],
    ids=str,
)
def test_cards(folder, policy, fields):
    good, facts = policy
    shutil.copytree(good, folder / "it")
    card = json.loads((good / CARD).read_text(encoding="utf-8"))
    written(folder / "it", json.dumps(card | fields), CARD)
    refuses(lambda where: load_policy(where, facts, print), folder / "it")
