"""Saves, replays, rows, shared games and positions from strangers."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.recording import read_recording
from tablemates.agents.evaluation.rows import read_rows
from tablemates.agents.evaluation.verify import verify
from tablemates.envs import portal_dash_v0
from tablemates.envs.core.game import OVER
from tablemates.envs.core.replay import Replay
from tablemates.envs.core.saving import _HEAD, MAGIC, pack
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.positions import parse_position
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.saves import SavedGame
from tests.judge.strangers.case import (
    Case,
    endless,
    holes,
    loop,
    nested,
    pickled,
    pipe,
    special,
    written,
)

_MOVES = 200


def cases(noise: int) -> Iterator[Case]:
    """Yield the cases, with so many saves that were changed at random."""
    yield from _saves(noise)
    yield from _replays()
    yield from _rows()
    yield from _shared()
    yield from _positions()


# -- saves ------------------------------------------------------------------------------


def _saves(noise: int) -> Iterator[Case]:
    env = portal_dash_v0.env(level=3, players=2)
    env.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(30):
        env.step(int(rng.choice(env.legal_actions())))
    good = env.save()

    def read(data: Any) -> None:
        """Restore it and play on: what is accepted has to be a game."""
        env.restore(data)
        play = np.random.default_rng(1)
        for _ in range(_MOVES):
            if env.agent_selection is None or not env.agents or not env.legal_actions():
                break
            env.step(int(play.choice(env.legal_actions())))

    read(good)  # machine code is loaded before anybody looks at the clock
    env.restore(good)

    def case(name: str, data: Any, harmless: bool = False) -> Case:
        return Case(f"save/{name}", lambda _folder: data, read, harmless)

    head = list(_HEAD.unpack(good[: _HEAD.size]))
    yield case("a pickle", pickled())
    yield case("a pickle after the magic", MAGIC + pickled())
    yield case("nothing", b"")
    yield case("no bytes", nested(10))
    yield case("cut", good[:-1])
    yield case("a record of 4 GB", _HEAD.pack(*head[:5], 2**32 - 1, 2**32 - 1) + good[_HEAD.size :])
    yield case("an old version", good[:8] + struct.pack("<H", 1) + good[10:])
    yield case("zeros", good[: _HEAD.size] + bytes(len(good) - _HEAD.size))
    record = np.frombuffer(env.unwrapped._game.save(), np.uint8)
    edge = env.save()[_HEAD.size + 16 + len(record) :]
    for n in range(noise):
        wrong = record.copy()
        places = rng.integers(len(wrong), size=int(rng.integers(1, 8)))
        wrong[places] = rng.choice([0, 1, 127, 128, 255, int(rng.integers(256))], size=len(places))
        data = pack(_Packed(env.unwrapped._game, wrong.tobytes()), edge)
        yield case(f"well packed noise {n}", data, harmless=True)
    for n, value in enumerate((b"", b"\xff" * len(edge), pickled())):
        data = pack(_Packed(env.unwrapped._game, record.tobytes()), value)
        yield case(f"well packed edge {n}", data, harmless=value == b"\xff" * len(edge))


class _Packed:
    """A game that says that it is in another state."""

    def __init__(self, game: Any, record: bytes) -> None:
        self.name, self.hashes, self.record_layout = game.name, game.hashes, game.record_layout
        self._record = record

    def save(self) -> bytes:
        return self._record


# -- replays ----------------------------------------------------------------------------


def _replays() -> Iterator[Case]:
    game = Game(Settings())
    game.new(1)
    replay = Replay.of_seed(game, 1)
    rng = np.random.default_rng(2)
    answer = 0
    while answer != OVER and len(replay.actions) < 40:
        action = int(rng.choice(np.flatnonzero(game.mask)))
        replay.actions.append(action)
        answer = game.step(action)
    good = replay.to_json()

    def look(file: Path) -> None:
        """As ``evaluate.py --replay`` does."""
        Playback(read_recording(str(file)))

    def load(file: Path) -> None:
        """As ``play.py --load`` does."""
        TableGame.load(file, None)

    for name, text in _replay_texts(good):
        make = written("it.json", text)
        yield Case(f"replay/{name}", make, look)
        yield Case(f"saved game/{name}", make, load)
    for name, about in _tables():
        text = json.dumps(good | {"table": about})
        yield Case(f"saved game/{name}", written("it.json", text), load)
    for name, how in (
        ("a device", endless),
        ("a pipe", pipe),
        ("a link to itself", loop),
        ("64 GB", holes),
    ):
        yield Case(f"replay/{name}", special("it.json", how), look)
        yield Case(f"saved game/{name}", special("it.json", how), load)


def _replay_texts(good: dict[str, Any]) -> Iterator[tuple[str, str | bytes]]:
    recipe = good["recipe"]
    huge = "1" + "0" * 4000
    yield "a pickle", pickled()
    yield "nothing", ""
    yield "nested", nested(100_000)
    yield "nested, but not too deeply for JSON", nested(900)
    yield "a number of a million digits", '{"format": ' + "9" * 1_000_000 + "}"
    yield "another format", json.dumps(good | {"format": "pickle"})
    for name, fields in (
        ("a version that is a list", {"version": [[]]}),
        ("a seed below 0", {"seed": -1}),
        ("a seed of 2**64", {"seed": 2**64}),
        ("a seed that is a fraction", {"seed": 0.5}),
        ("a seed and a record", {"record": "AA=="}),
        ("no hashes", {"hashes": {}}),
        ("hashes that are lists", {"hashes": {"ruleset": [], "interface": []}}),
        ("other rules", {"hashes": good["hashes"] | {"ruleset": "0" * 16}}),
        ("actions that are no text", {"actions": [1, 2, 3]}),
        ("actions that are no base64", {"actions": "../../etc/passwd"}),
        ("actions that inflate to 400 MB", {"actions": _bomb()}),
        ("a record that inflates to 400 MB", {"seed": None, "record": _bomb()}),
        ("a record of noise", {"seed": None, "record": _deflated(b"\xff" * 5000)}),
        ("a record that is empty", {"seed": None, "record": _deflated(b"")}),
        ("a million illegal actions", {"actions": _deflated(b"\xff\x7f" * 999_999)}),
        ("illegal actions", {"actions": _deflated(struct.pack("<HH", 3000, 3000))}),
        ("no recipe", {"recipe": {}}),
    ):
        yield name, json.dumps(good | fields)
    for name, fields in (
        ("10**9 players", {"players": 10**9}),
        ("players that are a list", {"players": [[2]]}),
        ("no number of players", {"players": []}),
        ("a board of 10**9 by 10**9", {"board_shape": [10**9, 10**9]}),
        ("a board of 0 by 0", {"board_shape": [0, 0]}),
        ("a board of -1 by 24", {"board_shape": [-1, 24]}),
        ("a level that there is not", {"level": 10**18}),
        ("a level of words", {"level": "../../x"}),
        ("a level of 10**9 tiles", {"level": {"tiles": 10**9}}),
        ("a level of a million bosses", {"level": {"bosses": [["wildfire", "easy"]] * 100_000}}),
        ("a level with a million mobs", {"level": {"mobs": {f"m{n}": 1 for n in range(100_000)}}}),
        ("mobs that are a list", {"level": {"mobs": [1]}}),
        ("an unknown key of a level", {"level": {"__class__": 1}}),
        ("parts named in the recipe", {"components": "/etc/passwd"}),
        ("a first player of 10**9", {"first_player": 10**9}),
        ("a first player that is a word", {"first_player": "x"}),
        ("an edition that is a list", {"edition": [["en"]]}),
        ("a boss that is a mapping", {"boss": {"a": 1}}),
        ("chance that is a list", {"chance": [1]}),
        ("forced decisions that are a word", {"skip_forced": "x" * 1000}),
    ):
        yield name, json.dumps(good | {"recipe": recipe | fields})
    yield "a level of 10**4000", json.dumps(good).replace('"level": 1', f'"level": {huge}')


def _tables() -> Iterator[tuple[str, Any]]:
    yield "a table that is a list", [1]
    yield "seats by the million", {"seats": ["person"] * 1_000_000}
    yield "seats that are commands", {"seats": ["cmd:touch executed", 1]}
    yield "a name of a million letters", {"name": "x" * 1_000_000}
    yield "rerolls below 0", {"rerolls": [[-1, 3]]}
    yield "rerolls of 2**64", {"rerolls": [[1, 2**64]]}
    yield "rerolls that are words", {"rerolls": [["a", "b"]]}


@cache
def _bomb() -> str:
    packer = zlib.compressobj(1)
    megabyte = bytes(1_000_000)
    data = b"".join(packer.compress(megabyte) for _ in range(400)) + packer.flush()
    return base64.urlsafe_b64encode(data).decode()


def _deflated(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data)).decode()


# -- rows -------------------------------------------------------------------------------


def _rows() -> Iterator[Case]:
    for name, make in (
        ("a pickle", written("rows.jsonl", pickled())),
        ("nothing in a line", written("rows.jsonl", "\n")),
        ("nested", written("rows.jsonl", nested(100_000) + "\n")),
        ("one line of 60 MB", written("rows.jsonl", b'{"agents": "' + b"x" * 60_000_000)),
        ("a device", special("rows.jsonl", endless)),
        ("a pipe", special("rows.jsonl", pipe)),
        ("64 GB", special("rows.jsonl", holes)),
    ):
        yield Case(f"rows/{name}", make, read_rows)
        yield Case(f"rows to verify/{name}", make, verify)
    for name, text in (
        ("nested", nested(100_000)),
        ("a list", "[]"),
        ("games of 10**18", '{"policies": {}, "plan": {"games": 1000000000000000000}}'),
    ):

        def make(folder: Path, text: str = text) -> Path:
            (folder / "plan.json").write_text(text)
            return written("rows.jsonl", "{}\n")(folder)

        yield Case(f"plan beside rows/{name}", make, verify)


# -- shared games and positions ---------------------------------------------------------


def _shared() -> Iterator[Case]:
    for name, text in (
        ("inflates to 400 MB", "PD1." + _bomb()),
        ("no base64", "PD1.../../etc/passwd"),
        ("a pickle", "PD1." + base64.urlsafe_b64encode(pickled()).decode()),
        ("nested", "PD1." + _deflated(nested(50_000).encode())),
        ("10 MB of letters", "PD1." + "A" * 10_000_000),
        ("nothing", ""),
    ):
        yield Case(f"shared game/{name}", lambda _folder, t=text: t, SavedGame.of_share)


def _positions() -> Iterator[Case]:
    game = Game(Settings(level=2))
    game.new(5)
    good = game.dump_position()

    def read(text: str) -> None:
        portal_dash_v0.load_position(parse_position(text))

    huge = "1" + "0" * 4000
    wrong: list[tuple[str, str]] = [
        ("nested", nested(100_000)),
        ("nested, but not too deeply for JSON", '{"players": ' + nested(900) + "}"),
        ("a number of 4,000 digits", '{"turn": ' + huge + "}"),
        ("a number of a million digits", '{"turn": ' + "9" * 150_000 + "}"),
        ("NaN", '{"turn": NaN}'),
        ("a million letters", '{"turn": "' + "x" * 1_000_000 + '"}'),
        ("a YAML tag", "!!python/object/apply:os.system ['touch executed']"),
        ("one key twice", '{"turn": 1, "turn": 2}'),
    ]
    for key in good:
        for words, value in (
            ("huge", 2**63),
            ("below 0", -(2**31)),
            ("a list in a list", [[[]]]),
            ("a word", "../../etc/passwd"),
            ("many", [0] * 4000),
        ):
            wrong.append((f"{key} is {words}", json.dumps(good | {key: value})))
    for name, text in wrong:
        free = name.startswith("seed ") or name == "ruleset is a word"
        yield Case(f"position/{name}", lambda _folder, t=text: t, read, harmless=free)
