"""Decisions, choices, events and endings in words; the sentences are those of ``words.yaml``.

A choice is described to the one who decides: "you" is the decider. Chance decisions have outcomes
instead of actions. What a sentence may name is given by name, and looked up only where it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np

from tablemates.envs.core.display.sentences import Spoken
from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.core.history.positions import counts_by_name
from tablemates.envs.core.plain.speech import snapshot_of
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import WORDS, Names, lowest_dice, space_name
from tablemates.envs.portal_dash.positions_keys import COLOURS, UNKNOWN
from tablemates.envs.portal_dash.positions_stock import cube_rows
from tablemates.envs.portal_dash.reading import BROWN_BLOCK, PLAIN, terrain_at
from tablemates.envs.portal_dash.rules.items import needs_repair
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.state import Public
from tablemates.envs.portal_dash.vocabulary import (
    SHARED_DECISIONS,
    BlocksFace,
    Cause,
    Chance,
    Decision,
    Event,
    Reason,
)

Fields: TypeAlias = dict[str, Spoken]


def decision(game: PortalDash) -> str:
    """Return who chooses what now: ``Blue chooses which mob acts next.`` or such.

    A decision that is the team's in spirit says so. Without a decision, how the game has ended, and
    why (END-02 to END-04, PIG-03).
    """
    p = game.public
    if p.decision == Decision.NONE:
        return _ending(p.cause, player=p.cause_player, source=p.cause_source)
    wild = p.decision == Decision.REMOVE_BLOCK and p.decision_about == BlocksFace.ANY
    team = " for the team" if p.decision in SHARED_DECISIONS and p.players > 1 else ""
    who = f"{WORDS.name('seat', max(0, p.decider))} chooses{team}"
    key = "remove_any_block" if wild else _key(p)
    return WORDS.say("decisions", key, who=who, **_about(p, game.names))


def _ending(cause: int, **fields: int) -> str:
    return WORDS.say("endings", word_of(Cause(cause)), **fields)


def _key(p: Public) -> str:
    """Return the decision's name, with the kind of chance or the colour that helps a player."""
    name, about = word_of(Decision(p.decision)), p.decision_about
    if p.decision == Decision.CHANCE:
        return f"{name}_{word_of(Chance(about))}"
    return f"{name}_{WORDS.name('colour', about)}" if p.decision == Decision.PLAYER else name


def _about(p: Public, names: Names) -> Fields:
    """Return what the decision is about."""
    about, frame = p.decision_about, p.agenda[p.agenda_length - 1]
    return {
        **dict.fromkeys(("face", "source", "colour", "effect"), about),
        "mob": partial(names.mob, p, about),
        "spawning": lambda: names.mob(p, int(p.line[0])),
        "item": partial(names.owned, p, p.decider, about),
        "tile": partial(names.item, about),
        "tiles": lambda: " or ".join(f"the {names.item(kind)}" for kind in p.drawn if kind >= 0),
        "part": "the portal strip" if p.parts_open == p.parts else "the next gameboard tile",
        "number": p.actions_done + 1,
        "steps": int(p.steps_left),
        "dice": lowest_dice(p, p.dice_count),
        "pushed": lambda: WORDS.name("seat", frame[1]),
        "column": int(frame[2]),  # of the block that is looked at
        "layer": V.CUBE_LAYERS - int(frame[3]),
    }


# -- choices ---------------------------------------------------------------------------


def describe(game: PortalDash, action: int) -> str:
    """Return what a choice (at a chance decision: an outcome) means, e.g. ``move north to ...``."""
    p, names = game.public, game.names
    about, key = _about(p, names), _key(p)
    if p.decision == Decision.CHANCE:
        return _lower(WORDS.say("actions", key, **about | _outcome(names, action)))
    if action == V.WAIT:
        return "wait"
    decision, group = Decision(p.decision), game.catalogue.action(action).group
    place = action - game.catalogue.first(group)
    key = f"{key} {group}"
    if not WORDS.has("actions", key):
        raise IllegalActionError(
            f"action {action} is none that the decision {decision.name} offers: "
            "describe one of the legal actions"
        )
    match group:
        case "slot" if decision == Decision.ACTION:
            key += " repair" * bool(needs_repair(p, names.box, p.decider, place))
        case "count" if place < 2:
            key += f" {place}"
        case "player" if decision == Decision.PLAYER:
            key += " own" * (place == 0)
    return _lower(WORDS.say("actions", key, **about | _chosen(p, names, group, place, action)))


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _outcome(names: Names, value: int) -> Fields:
    """Return an outcome of a chance decision."""
    return {
        **dict.fromkeys(("face", "number", "colour"), value),
        "hits": value,
        "tile": partial(names.item, value),
        "part": lambda: names.tiles[value],
    }


def _chosen(p: Public, names: Names, group: str, n: int, action: int) -> Fields:
    """Return what action ``n`` of a group chooses."""
    seat, space = (p.decider + n) % p.players, names.space_of(p, action)
    pushed = int(p.agenda[p.agenda_length - 1, 1])

    def standing() -> int:
        return int(p.mob_space.tolist().index(space))

    fields: Fields = {
        group: n,  # such as a place or colour
        "n": n,
        "mode": n + 1,
        "here": space_name(p.player_space[p.decider]),
        "space": space_name(space),
        "where": lambda: _step(p, n, space),
        "terrain": lambda: terrain_at(p, space),
        "target": lambda: names.mob(p, standing()),
        "life": lambda: names.mob_life(p, standing()),
        "block": lambda: _block(p, n),
        "whom": WORDS.name("seat", seat) if n else "you",
        "pushed": lambda: "you" if pushed == p.decider else WORDS.name("seat", pushed),
        "hearts": int(p.hearts[seat]),
        "chosen": partial(names.owned, p, p.decider, n),
        "details": partial(names.owned_details, p, p.decider, n),
        "filled": lambda: f"{p.place_count[n]} of {names.box.piglin[side_of(p), n]}",
        "dice": lowest_dice(p, n),
        "numbers": lambda: _worn(p, names, n),
    }
    if group in ("tile", "supply"):
        kind = p.drawn[n] if group == "tile" else names.box.netherite[n]
        fields |= {"chosen": names.item(kind), "details": names.tile_details(kind)}
    return fields


def _step(p: Public, direction: int, space: int) -> str:
    terrain = terrain_at(p, space)
    onto = "" if terrain in (PLAIN, BROWN_BLOCK) else f", onto {terrain}"
    return f"{WORDS.name('direction', direction)} to {space_name(space)}{onto}"


def _block(p: Public, column: int) -> str:
    height = int(p.height[column])
    colour = WORDS.name("colour", p.cube[column, height - 1])
    return f"the {colour} block of column {column} (layer {V.CUBE_LAYERS + 1 - height})"


def _worn(p: Public, names: Names, as_armour: int) -> str:
    n = names.numbers(p.item_kind[p.decider, p.decision_about])
    return WORDS.count(n.hearts, "heart") if as_armour else WORDS.count(n.steps, "step")


# -- events --------------------------------------------------------------------------


def event(game: PortalDash, row: list[int], section: str = "events") -> dict[str, Any]:
    """Return an event with its fields, spaces as row and column, and a sentence of a section."""
    kind = Event(row[0])
    fields = dict(zip(kind.fields, row[1:], strict=False))
    spaces = {
        name: divmod(value, V.COLUMNS)
        for name, value in fields.items()
        if name in ("space", "origin") and value >= 0
    }
    text = _happened(game, kind, fields, section)
    return {"event": word_of(kind), **fields, **spaces, "text": text}


def _happened(game: PortalDash, kind: Event, f: dict[str, int], section: str) -> str:
    """Return an event as one sentence: ``Ghast 2 moves from (2, 3) to (2, 4).`` or such.

    Of the public state only what never changes in a game is read.
    """
    if kind in (Event.GAME_LOST, Event.GAME_WON):
        return _ending(**f)
    p, names, key = game.public, game.names, word_of(kind)
    words: Mapping[str, Callable[[int], Spoken]] = {
        "mob": partial(names.mob, p),
        **dict.fromkeys(("item", "enchantment"), names.item),
        "tile": names.tiles.__getitem__,
        **dict.fromkeys(("space", "origin"), space_name),
        "part": lambda part: part + 1,
    }
    fields = {name: words.get(name, int)(value) for name, value in f.items()}
    match kind:
        case Event.GAME_STARTED if f["players"] == 1:
            key += "_alone"
        case Event.BLOCK_REMOVED if f["reason"] == Reason.MINED:
            key = "block_mined"
        case Event.MOB_MOVED if f["origin"] == f["space"]:
            key = "mob_stayed"
        case Event.PLAYER_MOVED if f["steps"] != 1:
            key += "_slowly"
        case Event.TILE_DISCARDED if f["reason"] == Reason.STARTING:
            key = "tile_left"
        case Event.DICE_REROLLED:
            key, fields["number"] = "die_rerolled" if f["dice"] == 1 else key, f["dice"]
        case Event.PART_REVEALED if f["player"] < 0:
            key = "first_part_revealed"
        case Event.FORCED:
            fields["choice"] = _forced(game, f["player"], f["action"])
    return WORDS.say(section if WORDS.has(section, key) else "events", key, **fields)


def _forced(game: PortalDash, player: int, action: int) -> str:
    """Say what the only choice was, in words that hold whatever the decision was."""
    names, group = game.names, game.catalogue.action(action).group
    n = action - game.catalogue.first(group)
    if group == "player":
        return WORDS.name("seat", (player + n) % game.public.players)
    fields: Fields = {
        **dict.fromkeys(("n", "direction", "ordinal", "colour", "place"), n),
        "mode": n + 1,
        "item": lambda: names.item(names.box.netherite[n]),
        "dice": n,
        "space": lambda: space_name(names.space_of(game.public, action)),
    }
    return _lower(WORDS.say("choices", group, **fields))


# -- snapshots: what can be seen and chosen, as documented and versioned plain data -----------

VERSION: Final = 2
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("format", "ruleset", "chance", "skip_forced", "seed", "counters")


def snapshot(game: PortalDash) -> dict[str, Any]:
    """Return the public state with the legal actions, see ``snapshot_of``.

    ``stack`` counts the tiles left in it, ``unseen`` the blocks that show no face.
    """
    p, names = game.public, game.names
    return snapshot_of(
        game,
        VERSION,
        _LEFT_OUT,
        tiles=[names.tiles[tile] if tile >= 0 else UNKNOWN for tile in p.tiles[: p.parts]],
        cube=cube_rows(p, np.full_like(p.cube, -1)),
        unseen=counts_by_name(p.unseen, COLOURS),
        stack=counts_by_name(p.stack_count, names.items),
    )
