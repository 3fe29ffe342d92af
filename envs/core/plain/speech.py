"""Words of a game that has no such module: those of its YAML file, or the names of its actions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.plain.positions import HIDDEN, SETTINGS, private_to
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.ranges import Range
from tablemates.envs.core.records.vocabulary import word_of


def decision(game: Game) -> str:
    """Return who decides what: the sentence of the public field ``decision``, or a plain one.

    The sentence may name the other public numbers.
    """
    words, seat, public = game.words(), game.to_move(), game.public
    told = game.engine.rules.ranges.get("public", {}).get("decision", Range(0, 0)).words
    key = "" if told is None else word_of(told(public.decision))
    if words.has("decisions", key):
        layout = game.engine.state["public"]
        single = [name for name in layout.names or () if not layout[name].shape]
        fields = {name: int(getattr(public, name)) for name in single}
        return words.say("decisions", key, seat=int(public.active), **fields)
    if seat == OVER:
        return "The game is over."
    who = "Chance" if seat == CHANCE else game.player_name(seat)
    return f"{who[:1].upper()}{who[1:]} decides."


def describe(game: Game, action: int) -> str:
    """Return the sentence of a group of actions, or of an outcome; else its name.

    A sentence names what is chosen by its group: ``card: "Play the {card}"``.
    """
    words, group = game.words(), game.catalogue.action(action).group
    name = game.catalogue.name(action)
    key = "outcome" if game.to_move() == CHANCE else group
    if words.has("actions", key):
        label = name.removeprefix(group).strip()
        return words.say("actions", key, outcome=action, **{group: label})
    return f"outcome {action}" if key == "outcome" else name


def event(game: Game, row: list[int], section: str = "events") -> dict[str, Any]:
    """Return an event with its fields and a sentence; without words, as its numbers."""
    words = game.words()
    if not words.kinds:
        return {"event": str(row[0]), "numbers": row[1:], "text": ""}
    labels = {one.name: one.labels for one in game.catalogue.groups if one.labels}

    def spoken(fields: dict[str, int]) -> dict[str, int | str]:
        return {
            name: labels[name][n] if name in labels and n < len(labels[name]) else n
            for name, n in fields.items()
        }

    return words.event(row[0], row[1:], spoken, section)


def snapshot(game: Game) -> dict[str, Any]:
    """Return what may be seen, with the legal actions; ``own`` is private to whose eyes look."""
    own = private_to(game, game.eyes)
    left_out = {*SETTINGS, *HIDDEN} - {"turn", "players"}
    return snapshot_of(game, 1, left_out, **({"own": own} if own else {}))


def public_only(game: Game) -> Bytes:
    """Return a game's record as it would be if chance were explicit: nothing is hidden in it."""
    record = np.zeros_like(game.record)
    record[: game.public_record.size] = game.public_record
    public: Any = RecordView(record, game.engine.state).public
    public.explicit_chance = 1
    return record


def snapshot_of(game: Game, version: int, left_out: Collection[str], **more: Any) -> dict[str, Any]:
    """Return the public part of a position, who decides what, and the choices in words.

    ``seat`` is None where chance decides or the game is over; ``choices`` hold the number, name and
    sentence of each legal action (at chance: outcome, without a name).

    ``version`` changes whenever a key comes to mean something else; ``left_out`` are keys of a
    position that are not on the table.
    """
    seat = game.to_move()
    position = game.position_of(public_only(game))
    shown = {key: one for key, one in position.items() if key not in left_out}
    return {
        "version": version,
        "game": game.name,
        **shown,
        **more,
        "progress": game.progress(),
        "seat": None if seat in (CHANCE, OVER) else seat,
        "question": game.decision(),
        "choices": [
            {
                "action": action,
                "name": None if seat == CHANCE else game.catalogue.name(action),
                "text": game.describe(action),
            }
            for action in game.shown_legal
        ],
    }
