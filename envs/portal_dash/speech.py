"""Decisions, choices, events and endings in words; the sentences are those of ``words.yaml``.

A choice is described to the one who decides: "you" is the decider. Chance decisions have outcomes
instead of actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.core.vocabulary import word_of
from tablemates.envs.core.words import Words
from tablemates.envs.portal_dash.naming import (
    Names,
    colour_name,
    count_of,
    lowest_dice,
    player_name,
    space_name,
)
from tablemates.envs.portal_dash.reading import BROWN_BLOCK, PLAIN, as_python, terrain_at
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.items import needs_repair
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import (
    SHARED_DECISIONS,
    BlocksFace,
    Cause,
    Chance,
    Decision,
    Event,
    Outcome,
    Reason,
)

if TYPE_CHECKING:
    from tablemates.envs.portal_dash.game import PortalDash

WORDS: Final = Words(Path(__file__).with_name("words.yaml"))
Fields: TypeAlias = dict[str, int | str]

#: Nouns of the numbers that are counted in some sentences: "1 hit", "3 hits".
_NOUNS: Final = {"players": "player", "steps": "step", "hits": "hit", "tiles": "tile"}


# -- what the core asks for ------------------------------------------------------------


def event(game: PortalDash, row: list[int]) -> dict[str, Any]:
    """Return an event with its fields, spaces as row and column, and a sentence."""
    kind = Event(row[0])
    record: dict[str, Any] = {"event": word_of(kind)}
    for name, value in zip(kind.fields, row[1:], strict=False):
        is_space = name in ("space", "origin") and value >= 0
        record[name] = divmod(value, L.COLUMNS) if is_space else value
    return record | {"text": _happened(game, row)}


def decision(game: PortalDash) -> str:
    """Return who chooses what now: ``Blue chooses which mob acts next.`` or such.

    A decision that is the team's in spirit says so.
    """
    p, names = game.public, game.names
    decision = Decision(int(p.decision))
    if decision == Decision.NONE:
        return describe_ending(p) if p.outcome else WORDS.say("endings", "none")
    team = " for the team" if decision in SHARED_DECISIONS and p.players > 1 else ""
    fields = _about(p, names) | {"who": f"{player_name(max(0, p.decider))} chooses{team}"}
    key = _key(p)
    match decision:
        case Decision.REMOVE_BLOCK if p.decision_about == BlocksFace.ANY:
            key = "remove_any_block"
        case Decision.ACTION:
            fields["number"] = int(p.actions_done) + 1
        case Decision.STEP:
            fields["steps"] = count_of(int(p.steps_left), "step")
        case Decision.REROLL:
            fields["dice"] = lowest_dice(p, int(p.dice_count))
        case Decision.KEEP_TILE:
            tiles = [f"the {names.item(kind)}" for kind in p.drawn if kind >= 0]
            fields["tiles"] = " or ".join(tiles)
    return WORDS.say("decisions", key, **fields)


def describe_ending(p: Public) -> str:
    """Return how the game stands and, once it is over, why (END-02 to END-04, PIG-03)."""
    if p.outcome == Outcome.RUNNING:
        return WORDS.say("endings", "running")
    return _ending(int(p.cause), int(p.cause_player), int(p.cause_source))


def _ending(cause: int, player: int, source: int) -> str:
    return WORDS.say("endings", Cause(cause).name.lower(), player=player, source=source)


def _key(p: Public) -> str:
    """Return the decision's name, with the kind of chance or the colour that helps a player."""
    decision, about = Decision(int(p.decision)), int(p.decision_about)
    name = decision.name.lower()
    if decision == Decision.CHANCE:
        return f"{name}_{Chance(about).name.lower()}"
    return f"{name}_{colour_name(about)}" if decision == Decision.PLAYER else name


def _about(p: Public, names: Names) -> Fields:
    """Return what the decision is about."""
    about = int(p.decision_about)
    match Decision(int(p.decision)):
        case Decision.MOB_END | Decision.TARGET | Decision.PUSH | Decision.DAMAGE_ITEM:
            return {"mob": names.mob(p, about)}
        case Decision.SPAWNER:
            return {"mob": names.mob(p, int(p.line[0]))}
        case Decision.STEP | Decision.FIGHT | Decision.REROLL | Decision.MODE:
            return {"item": names.owned(p, p.decider, about)}
        case Decision.REPLACE | Decision.ENCHANT:
            return {"tile": names.item(about)}
        case Decision.USE:
            return {"colour": about, "ability": about}
        case Decision.REMOVE_BLOCK:
            return {"face": about}
        case Decision.WOUND:
            return {"source": about}
        case Decision.REVEAL:
            open_all = p.parts_open == p.parts
            return {"part": "the portal strip" if open_all else "the next gameboard tile"}
        case Decision.CHANCE if about == Chance.BLOCK_UNCOVERED:
            frame = p.agenda[int(p.agenda_length) - 1]
            return {"column": int(frame[2]), "layer": L.CUBE_LAYERS - int(frame[3])}
    return {}


# -- choices ---------------------------------------------------------------------------


def describe(game: PortalDash, action: int) -> str:
    """Return what a choice (at a chance decision: an outcome) means, e.g. ``move north to ...``."""
    p, names = game.public, game.names
    if p.decision == Decision.CHANCE:
        fields = _about(p, names) | _outcome(p, names, action)
        return _lower(WORDS.say("actions", _key(p), **fields))
    if action == C.WAIT:
        return "wait"
    decision, group = Decision(int(p.decision)), game.catalogue.action(action).group
    place = action - game.catalogue.first(group)
    key = f"{_key(p)} {group}"
    if not WORDS.has("actions", key):
        raise IllegalActionError(
            f"action {action} is none that the decision {decision.name} offers: "
            "describe one of the legal actions"
        )
    fields = _about(p, names) | _chosen(p, names, group, place, action)
    match group:
        case "slot" if decision == Decision.ACTION:
            key += " repair" * bool(as_python(needs_repair)(p, names.box, p.decider, place))
        case "count" if place < 2:
            key += f" {place}"
        case "player" if decision == Decision.PLAYER:
            key += " own" * (place == 0)
    return _lower(WORDS.say("actions", key, **fields))


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _outcome(p: Public, names: Names, value: int) -> Fields:
    """Return an outcome of the chance decision."""
    match Chance(int(p.decision_about)):
        case Chance.COMBAT_DIE:
            return {"hits": count_of(value, "hit")}
        case Chance.TILE_DRAWN:
            return {"tile": names.item(value)}
        case Chance.PART_REVEALED:
            return {"part": names.tiles[value]}
    fields: Fields = {"face": value, "number": value}
    return fields | {"colour": value} if value < L.COLOURS else fields


def _chosen(p: Public, names: Names, group: str, place: int, action: int) -> Fields:
    """Return what a choice names, by the group of its action."""
    here = int(p.player_space[p.decider])
    match group:
        case "done":
            return {"here": space_name(here)}
        case "step":
            to = here + 64 * C.ROW_STEP[place] + C.COLUMN_STEP[place]
            terrain = terrain_at(p, to)
            onto = "" if terrain in (PLAIN, BROWN_BLOCK) else f", onto {terrain}"
            return {"where": f"{WORDS.name('direction', place)} to {space_name(to)}{onto}"}
        case "column":
            height = int(p.height[place])
            colour, layer = colour_name(p.cube[place, height - 1]), L.CUBE_LAYERS + 1 - height
            return {"block": f"the {colour} block of column {place} (layer {layer})"}
        case "slot":
            chosen = names.owned(p, p.decider, place)
            return {"chosen": chosen, "details": names.owned_details(p, p.decider, place)}
        case "player":
            seat = (int(p.decider) + place) % int(p.players)
            return {"whom": player_name(seat) if place else "you", "hearts": int(p.hearts[seat])}
        case "tile" | "supply":
            kind = int(p.drawn[place] if group == "tile" else names.box.netherite[place])
            return {"chosen": names.item(kind), "details": names.tile_details(kind)}
        case "colour":
            return {"colour": place}
        case "place":
            size = names.box.piglin[0 if p.players <= 2 else 1, place]
            return {"place": place, "filled": f"{p.place_count[place]} of {size}"}
        case "count":
            return {"n": place, "dice": lowest_dice(p, place)}
        case "mode":
            n = names.numbers(int(p.item_kind[p.decider, int(p.decision_about)]))
            worn = count_of(n.hearts, "heart") if place else count_of(n.steps, "step")
            return {"mode": place + 1, "numbers": worn}
        case "space":
            space = names.space_of(action)
            fields: Fields = {"space": space_name(space), "terrain": terrain_at(p, space)}
            for mob in [piece for piece in range(L.MOBS) if p.mob_space[piece] == space]:
                fields |= {"mob": names.mob(p, mob), "life": names.mob_life(p, mob)}
            return fields
    return {}


# -- events --------------------------------------------------------------------------


def _happened(game: PortalDash, row: Sequence[int]) -> str:
    """Return an event as one sentence: ``Ghast 2 moves from (2, 3) to (2, 4).`` or such.

    Of the public state only what never changes in a game is read.
    """
    p, names, kind = game.public, game.names, Event(int(row[0]))
    f = {name: int(value) for name, value in zip(kind.fields, row[1:], strict=False)}
    if kind in (Event.GAME_LOST, Event.GAME_WON):
        return _ending(f["cause"], f.get("player", -1), f.get("source", -1))
    fields: Fields = {name: _word(p, names, name, value) for name, value in f.items()}
    key = kind.name.lower()
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
        case Event.FIGHT_STARTED:
            fields["dice"] = count_of(f["dice"], "die")
        case Event.DICE_REROLLED:
            key, fields["number"] = "die_rerolled" if f["dice"] == 1 else key, f["dice"]
        case Event.PART_REVEALED if f["player"] < 0:
            key = "first_part_revealed"
        case Event.FORCED:
            fields["choice"] = _forced(game, f["player"], f["action"])
    return WORDS.say("events", key, **fields)


def _word(p: Public, names: Names, field: str, value: int) -> int | str:
    """Return a field of an event in words where it has any."""
    match field:
        case "mob":
            return names.mob(p, value)
        case "item" | "enchantment":
            return names.item(value)
        case "tile":
            return names.tiles[value]
        case "space" | "origin":
            return space_name(value)
        case "part":
            return value + 1
    return count_of(value, _NOUNS[field]) if field in _NOUNS else value


def _forced(game: PortalDash, player: int, action: int) -> str:
    """Say what the only choice was, in words that hold whatever the decision was."""
    p, names, group = game.public, game.names, game.catalogue.action(action).group
    n = action - game.catalogue.first(group)
    fields: Fields = {"n": n}
    match group:
        case "player":
            return player_name((player + n) % int(p.players))
        case "step":
            fields["direction"] = n
        case "mode":
            fields["mode"] = n + 1
        case "tile":
            fields["ordinal"] = n
        case "supply":
            fields["item"] = names.item(names.box.netherite[n])
        case "colour" | "place":
            fields[group] = n
        case "count":
            fields["dice"] = count_of(n, "die")
        case "space":
            fields["space"] = space_name(names.space_of(action))
    return _lower(WORDS.say("choices", group, **fields))
