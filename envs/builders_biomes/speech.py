"""Actions, decisions and events in words, the sentences of ``words.yaml``; snapshots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.prospects import PROSPECTS, prospects
from tablemates.envs.builders_biomes.rules.places import STACK_CELLS, TOUCHED
from tablemates.envs.builders_biomes.vocabulary import CATALOGUE, Chance, Decision, Event, Weapon
from tablemates.envs.core.display.sentences import Spoken, Words, with_article
from tablemates.envs.core.plain.speech import public_only, snapshot_of
from tablemates.envs.core.records.vocabulary import word_of

WORDS: Final = Words(Path(__file__).with_name("words.yaml"))

_ROWS: Final = "ABCDEF"


def cell_name(cell: int) -> str:
    """Return a cell as the picture labels it, such as ``"B3"``: row B, third column."""
    return f"{_ROWS[cell // V.SIDE]}{cell % V.SIDE + 1}"


def crossing_name(crossing: int) -> str:
    """Return a crossing by the cell north-west of it, such as ``"B3/C4"``."""
    return f"{cell_name(TOUCHED[crossing, 0])}/{cell_name(TOUCHED[crossing, 3])}"


def tile_name(box: Any, tile: int) -> str:
    """Return what a building shows, or a mob's kind, hearts and icon."""
    if tile < box.buildings:
        return " ".join(WORDS.name("characteristic", int(one)) for one in box.shows[tile])
    if box.action[tile]:
        icon = "action"
    else:
        wanted = with_article(WORDS.name("characteristic", int(box.bonus_for[tile])))
        icon = f"{box.bonus[tile]} XP {wanted}"
    hearts = WORDS.count(int(box.hearts[tile]), "heart")
    return f"{WORDS.name('mob', int(box.kind[tile]))} ({hearts}, {icon})"


def cost_name(box: Any, tile: int) -> str:
    """Return what a building costs, such as ``"2 wood, 1 sand"``."""
    cost = enumerate(box.cost[tile].tolist())
    return ", ".join(WORDS.count(n, WORDS.name("colour", colour)) for colour, n in cost if n)


def decision_key(p: Any) -> str:
    """Return the kind of decision or, where chance decides, of what it decides."""
    return word_of(Chance(p.chance) if p.decision == Decision.CHANCE else Decision(p.decision))


def decision(game: BuildersBiomes) -> str:
    """Return who decides what, as a sentence."""
    p, box = game.public, game.box_record
    fields: dict[str, int | str] = {
        "seat": p.active,
        "cause": p.cause,
        "number": p.actions + 1,
        "count": p.hand[Weapon.TNT],
    }
    if p.placing >= 0:
        fields["tile"] = tile_name(box, p.placing)
    if p.chance == Chance.COLOUR:
        fields["layer"] = V.LAYERS - p.about % V.LAYERS
    elif p.chance in (Chance.TILE, Chance.TOKEN):
        fields["cell"] = cell_name(p.about)
    return WORDS.say("decisions", decision_key(p), **fields)


def describe(game: BuildersBiomes, action: int) -> str:
    """Return a legal action or outcome in words."""
    p, box = game.public, game.box_record
    key = decision_key(p)
    if p.decision == Decision.CHANCE:
        fields = _spoken(box, {_OUTCOMES[p.chance]: action})
        return WORDS.say("actions", f"{key} outcome", **fields)
    group, place = CATALOGUE.action(action)
    fields = _fields(p, box, group, place[0]) if place else {}
    alone = group in ("space", "detonate")
    return WORDS.say("actions", group if alone else f"{key} {group}", **fields)


_OUTCOMES: Final = ("", "colour", "tile", "weapon", "weapon")


def _fields(p: Any, box: Any, group: str, n: int) -> dict[str, int | str]:
    """Return the fields of the sentence about action ``n`` of a group."""
    if group == "block":
        level = p.height[n] - 1
        return {"column": n, "layer": V.LAYERS - level, "colour": p.cube[n, level]}
    if group == "go":
        return {"crossing": crossing_name(n)}
    if group == "space":
        covered = p.built[p.active, n]
        biome = int(box.boards[p.board[p.active], n])
        under = tile_name(box, covered) if covered >= 0 else WORDS.name("characteristic", biome)
        return {"space": n + 1, "under": under}
    if group == "detonate":
        return {"count": n + 1}
    face = p.face[TOUCHED[p.at[p.active], n]]
    if group == "weapon":
        return {"weapon": face, "corner": n}
    return {"tile": tile_name(box, face), "cost": cost_name(box, face), "corner": n}


def _spoken(box: Any, fields: dict[str, int]) -> dict[str, int | str]:
    """Return fields with tiles, cells and crossings by name."""
    spoken: Mapping[str, Callable[[int], int | str]] = {
        "tile": partial(tile_name, box),
        "cell": cell_name,
        "crossing": crossing_name,
        "space": lambda space: space + 1,
    }
    return {name: spoken.get(name, int)(value) for name, value in fields.items()}


def event(game: BuildersBiomes, row: list[int], section: str = "events") -> dict[str, Any]:
    """Return an event with its fields and a sentence, of a section of the words."""
    spoken = partial(_spoken, game.box_record)
    return WORDS.event(Event(row[0]), row[1:], spoken, section)


# -- what things are: a name, numbers, a rule ------------------------------------------------


def thing_words(p: Any, box: Any, cell: int) -> str:
    """Return what lies on a cell."""
    left, face = int(p.left[cell]), int(p.face[cell])
    where: dict[str, Spoken] = {"cell": cell_name(cell), "count": left}
    stack = cell in STACK_CELLS
    if face < 0:
        return WORDS.say("about", "stack" if stack else "hidden token", **where)
    if not stack:
        return held_words(box, face, 1) + " " + WORDS.say("about", "token")
    if face >= box.buildings:
        return mob_words(box, face) + " " + WORDS.say("about", "fight mob")
    fields: dict[str, Spoken] = {
        "tile": tile_name(box, face),
        "cost": cost_name(box, face),
        "xp": int(box.xp[face]),
    }
    return WORDS.say("about", "building", **fields)


def mob_words(box: Any, tile: int) -> str:
    """Return what a mob is worth."""
    fields: dict[str, int | str] = {"mob": int(box.kind[tile]), "hearts": int(box.hearts[tile])}
    fields["xp"] = int(box.xp[tile])
    if box.action[tile]:
        return WORDS.say("about", "action mob", **fields)
    fields |= {"points": int(box.bonus[tile]), "characteristic": int(box.bonus_for[tile])}
    return WORDS.say("about", "bonus mob", **fields)


def held_words(box: Any, kind: int, count: int) -> str:
    """Return what a weapon does."""
    words = WORDS.say(
        "about", "held", weapon=kind, hearts=int(box.weapon_hearts[kind]), count=count
    )
    key = word_of(Weapon(kind))
    return f"{words} {WORDS.say('about', key)}" if WORDS.has("about", key) else words


def column_words(p: Any, column: int) -> str:
    """Return what lies in a column of the cube, from the top."""
    high = int(p.height[column])
    blocks = [
        WORDS.name("colour", look) if look >= 0 else WORDS.say("about", "unseen block")
        for look in map(int, p.cube[column, :high][::-1])
    ]
    return WORDS.say("about", "column", blocks=", ".join(blocks) or "empty", count=high)


def space_words(box: Any, tile: int, biome: int) -> str:
    """Return what a space of a board shows."""
    if tile < 0:
        return WORDS.say("about", "space", characteristic=biome)
    return WORDS.say("about", "built", tile=tile_name(box, tile))


# -- snapshots: what can be seen and chosen, as documented and versioned plain data -----------

VERSION: Final = 2
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("hidden", "skip_forced", "chance")


def snapshot(game: BuildersBiomes) -> dict[str, Any]:
    """Return the public state with the legal actions, see ``snapshot_of``.

    - ``seats``: also with ``name``, ``score``, ``standing`` (XP if nothing more were built) and
      ``prospects`` (the part of it that is still to come, by scoring and bonus).
    - ``scorings``: each with ``name``, ``done``, ``blocks`` (left in its layer) and ``points``.
    - ``tiles``: face-up, built and won ones by number: ``text``, and ``cost`` of a building.
    """
    p, box, standings = game.public, game.box_record, game.standings()
    to_come = prospects(game.record, game.box)
    seats = game.position_of(public_only(game))["seats"]
    for seat, one in enumerate(seats):
        one["name"] = game.player_name(seat)
        one["score"], one["standing"] = int(p.xp[seat]), standings[seat]
        one["prospects"] = dict(zip(PROSPECTS, to_come[seat].tolist(), strict=True))
    seen = np.flatnonzero((p.where != V.UNSEEN_TILE) & (p.where != V.OUT)).tolist()
    return snapshot_of(
        game,
        VERSION,
        _LEFT_OUT,
        seats=seats,
        scorings=[_scoring(game, category) for category in range(V.SCORINGS)],
        tiles={
            str(tile): {
                "text": tile_name(box, tile),
                **({"cost": cost_name(box, tile)} if tile < box.buildings else {}),
            }
            for tile in seen
        },
    )


def _scoring(game: BuildersBiomes, category: int) -> dict[str, Any]:
    p, box = game.public, game.box_record
    first = V.PER_CATEGORY * category
    return {
        "name": WORDS.name("scoring", category),
        "done": bool(p.scored > category),
        "blocks": int((p.height >= V.LAYERS - category).sum()),
        "points": {
            WORDS.name("characteristic", n): int(box.points[n])
            for n in range(first, first + V.PER_CATEGORY)
        },
    }
