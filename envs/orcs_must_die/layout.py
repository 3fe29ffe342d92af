"""The observation declared: its blocks, and what their numbers mean."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.observation_forms import Number, block, flags, layout_of, number, numbers
from tablemates.envs.core.vocabulary import words_of
from tablemates.envs.orcs_must_die import vocabulary as V

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1

_MINIONS: Final = words_of(V.Minion)
_HEROES: Final = words_of(V.Hero)
_ICONS: Final = words_of(V.Icon)
_PAID: Final = _ICONS[: V.PAID]
_SPENT: Final = _ICONS[: V.SPENT]
_DICE: Final = words_of(V.Colour)[: V.ATTACK_COLOURS]
_SEATS: Final = ("0", "1", "2", "3")
_TOKENS: Final = (*_MINIONS, "lesser", "major")


def _card(prefix: str, fields: tuple[str, ...], what: str) -> tuple[Number, ...]:
    """Return the numbers of a card of equipment or of a trap."""
    present = number(f"{prefix}present", f"{what} is there", 1)
    return present, *numbers(fields, f"{what}: {{}}", prefix=prefix)


_HERO_NUMBERS: Final = (
    *flags(("wounded_by_sword", "wounded_by_speed", "wounded_by_brain"), "{}"),
    number("most_health", "health of the unhurt hero"),
    number("hero_move", "steps of a move"),
    number("amulets", "places for amulets", 2),
    *flags(words_of(V.Power), "power: {}", "power_"),
    *flags(words_of(V.Ultimate), "ultimate: {}", "ultimate_"),
    number("ultimate_heal", "health that the ultimate gives"),
    *numbers(_SPENT, "icons of the ultimate: {}", prefix="ultimate_"),
)
_SEAT: Final = (
    number("present", "somebody sits there", 1),
    *flags(_HEROES, "the hero is: {}"),
    *_HERO_NUMBERS,
    number("rank", "rank of the weapon", V.RANKS - 1),
    number("next_cost", "cost of the next rank, 0: none"),
    *numbers(_DICE, "dice of the next attack, without a drum: {}", prefix="dice_"),
    *numbers(_DICE, "dice that the next rank has more: {}", prefix="next_"),
    *_card("amulet_0_", V.EQUIPMENT_FIELDS, "first amulet"),
    *_card("amulet_1_", V.EQUIPMENT_FIELDS, "second amulet"),
    *_card("ring_", V.EQUIPMENT_FIELDS, "ring"),
    *_card("trinket_", V.EQUIPMENT_FIELDS, "trinket"),
)
_STATE: Final = (
    number("lord", "the seat is the lord", 1),
    number("turn", "it is the hero's turn", 1),
    number("alive", "the hero is in the fortress", 1),
    number("distance", "arrows from the hero to the rift, -1: none", V.TILES, -1),
    number("health", "health"),
    number("stunned", "the hero is stunned", 1),
    number("skulls", "skulls of the seat", V.SKULLS),
    number("ready", "the ultimate is ready", 1),
    *flags(("transfer", "heal", "weapon", "equipment", "trap"), "done this phase: {}", "done_"),
    number("closed", "the pool is closed to the seat", 1),
    *flags(("attack", "move", "ultimate", "push"), "used in this turn: {}", "used_"),
    number("refused", "it refused to help in this turn", 1),
)
_TILE: Final = (
    number("present", "there is such a tile", 1),
    *flags(words_of(V.Kind), "kind of tile: {}"),
    number("distance", "arrows to the rift", V.TILES),
    *numbers(("0", "1", "2"), "exit {}: its tile + 1, 0: none", V.TILES, "exit_"),
    number("places", "places for traps", V.PLACES),
    number("start", "an army enters here at some stage", 1),
    number("cards", "face-down army cards that enter here"),
    number("about", "the decision is about this tile", 1),
    *flags(_SEATS, "the hero of seat {} is here", "hero_"),
    *numbers(_MINIONS, "standing: {}", prefix="up_"),
    *numbers(_MINIONS, "stunned: {}", prefix="down_"),
    *numbers(_MINIONS, "moved here in this phase: {}", prefix="arrived_"),
    *_card("trap_0_", V.TRAP_FIELDS, "first trap"),
    *_card("trap_1_", V.TRAP_FIELDS, "second trap"),
)
_TYPE: Final = (
    number("lesser", "a lesser minion", 1),
    number("harm", "damage to the rift"),
    number("hunts", "it goes for heroes", 1),
    number("forward", "it also attacks along its arrows", 1),
    *numbers(_PAID, "its presence adds to the needs of others: {}", prefix="aura_"),
    number("move", "steps at this stage", V.MOVES),
    *numbers(_DICE, "dice of a figure at this stage: {}", prefix="dice_"),
    *numbers(_PAID, "printed need at this stage: {}", prefix="need_"),
    number("next_move", "steps at the next stage", V.MOVES),
    *numbers(_DICE, "dice at the next stage: {}", prefix="next_dice_"),
    *numbers(_PAID, "printed need at the next stage: {}", prefix="next_need_"),
    number("figures", "figures there are"),
    number("here", "figures in the fortress"),
    number("coming", "mean figures on an unseen army card, in tenths"),
    number("stunned", "stunned in the present spending"),
    number("token", "tokens that kill one of them"),
)
LAYOUT: Final = layout_of(
    VERSION,
    block(
        "decision",
        "What is to be decided, and what is under way.",
        *flags(words_of(V.Decision)[1:-1], "the decision is: {}"),
        *flags([f"roll_{word}" for word in words_of(V.Colour)], "chance decides: {}"),
        *flags(
            [f"draw_{word}" for word in words_of(V.Chance)[V.COLOURS : -1]], "chance decides: {}"
        ),
        *flags(words_of(V.Phase), "the phase is: {}", "phase_"),
        *flags(_SEATS, "it is for, or about, seat {}", "for_"),
        *flags(_MINIONS, "it is about: {}", "about_"),
        number("cost", "skulls to be paid", V.SKULLS),
        number("pooled", "of them from the pool", V.SKULLS),
        number("count", "figures that move"),
        number("odd", "figures that still need an exit", V.EXITS),
        number("steps", "steps left"),
        number("drum", "a war drum's dice come into the next attack", 1),
        *numbers(words_of(V.Colour), "dice still to be rolled: {}", prefix="left_"),
        *numbers(_ICONS, "results rolled or still to be spent: {}", prefix="icon_"),
        number("lesser_token", "tokens that kill a lesser minion"),
        number("major_token", "tokens that kill a major minion"),
        *_card("card_", V.EQUIPMENT_FIELDS, "equipment that is bought or placed"),
        *_card("trap_", V.TRAP_FIELDS, "the trap that is bought, laid or asked about"),
    ),
    block(
        "table",
        "How the game stands.",
        number("stage", "the level of play", V.STAGES),
        number("round", "rounds begun"),
        number("rounds_left", "rounds until the game is lost"),
        number("rift", "health of the rift", 99),
        number("most_rift", "its maximum", 99),
        number("bank", "skulls in the bank", V.SKULLS),
        number("pool", "skulls in the pool", V.SKULLS),
        number("players", "number of players", V.SEATS),
        *flags(words_of(V.Mode), "mode: {}", "mode_"),
        number("revitalised", "the team has revitalised in this phase", 1),
        number("face_down", "face-down army cards of this stage", V.ARMIES * 6),
        number("waves", "army cards whose minions have entered", 84),
        number("cards", "army cards of the whole game", 84),
        number("minions", "minions in the fortress"),
    ),
    block("seats", "The seats, the observer's first, then clockwise.", *_STATE, seat=V.SEATS),
    block(
        "heroes",
        "Their heroes and cards, the observer's first, then clockwise.",
        *_SEAT,
        seat=V.SEATS,
    ),
    block("tiles", "The tiles of the fortress.", *_TILE, tile=V.TILES),
    block(
        "connections",
        "The connections and their support traps.",
        number("low", "its lower tile + 1, 0: there is no such connection", V.TILES),
        number("high", "its higher tile + 1", V.TILES),
        *_card("trap_", V.TRAP_FIELDS, "support trap"),
        connection=V.CONNECTIONS,
    ),
    block(
        "used",
        "Which support traps have fired.",
        number("used", "the support trap fired in this phase", 1),
        connection=V.CONNECTIONS,
    ),
    block("minions", "The types of minions.", *_TYPE, minion=V.TYPES),
    block(
        "targets",
        "What can be killed: types in order, standing and stunned.",
        number("down", "it is stunned", 1),
        number("count", "minions of the tile that the decision is about"),
        number("killed", "killed in the present spending"),
        *numbers(_PAID, "what kills one there: {}"),
        target=V.TYPES * V.STATES,
    ),
    block(
        "armies",
        "The armies of this stage.",
        number("tile", "start tile + 1, 0: there is no such army", V.TILES),
        number("cards", "its face-down cards"),
        *numbers(_MINIONS, "figures that it still wants: {}", prefix="wants_"),
        army=V.ARMIES,
    ),
    block(
        "equipment", "Equipment in the shop.", *_card("", V.EQUIPMENT_FIELDS, "card"), slot=V.SHOP
    ),
    block("traps", "Traps in the shop.", *_card("", V.TRAP_FIELDS, "card"), slot=V.SHOP),
    block(
        "decks",
        "What is left of equipment, traps and army cards, in the order of the parts.",
        number("left", "cards of the kind that are still unseen"),
        deck=3,
        kind=V.CARDS,
    ),
    block(
        "choices",
        "The heroes of the box.",
        number("free", "nobody plays this hero", 1),
        *_HERO_NUMBERS,
        *(
            one
            for rank in range(V.RANKS)
            for one in (
                number(f"cost_{rank}", f"cost of the weapon of rank {rank}"),
                *numbers(_DICE, "dice of the weapon: {}", prefix=f"rank_{rank}_"),
            )
        ),
        hero=V.HEROES,
    ),
)


#: Block whose rows the actions of a group are about.
ABOUT: Final = {
    "equipment": "equipment",
    "trap": "traps",
    "hero": "choices",
    "tile": "tiles",
    "ally": "seats",
    "kill": "targets",
    "stun": "minions",
    "group": "minions",
    "army": "armies",
}
