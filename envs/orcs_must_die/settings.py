"""The parameters of the views, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import settings as core
from tablemates.envs.core.game.forms import Option, Parameter, offered
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.parts import Options, Rivals, load_components
from tablemates.envs.orcs_must_die.swaps import read_swaps
from tablemates.envs.orcs_must_die.vocabulary import Mode

#: Rounds after which games are truncated where nobody says it.
_ROUNDS: Final = {"off": 100, "on": 60}


@dataclass(frozen=True, kw_only=True)
class Settings(core.Settings):
    """The parameters of every view: those of ``tablemates.envs.core.game.settings``, and these.

    Attributes:
        fortress: ``"straight_shot"``, ``"straight_shot_2"``, ``"twin_gates"``, ``"cubicle_1"``,
            ``"keep"``, ``"gauntlet"``, or one of your own parts; of a list, one is drawn at every
            reset.
        mode: ``"standard"``, or ``"challenge"``: ultimates have to be revitalised first; of a
            list, one is drawn too.
        choices: ``"brief"``, or ``"full"``: what the book leaves to the players is not simplified,
            with eleven more actions: seats upgrade in turns and may wait for others, scarce figures
            are given out one by one, and an attack may be made without amulets or power.
        edition: ``"order"``, or ``"unchained"``: minions and heroes of the other box, most of whose
            numbers are assumed.
        heroes: ``"box"``, or ``"all"``: heroes of expansions can be chosen too.
        boss_stage_2: A boss that enters with the first wave of level 2: ``"moneybags"``,
            ``"earth_lord"``, ``"fire_lord"``, ``"veyetality"``, ``"swiftyhooves"``, a hero such as
            ``"hero:ivy"``, whom nobody can choose then, or ``"none"``.
        boss_stage_3: The same for level 3.
        boss_end: The same for the round after the last cards of level 3.
        rivalry: ``"off"``, or ``"on"``: two teams of the same size, 2 to 8 players, each with a
            fortress of its own, win or lose against each other.
        rival_edition: The box of the second team.
        rival_fortress: The fortress of the second team; ``"same"``: as that of the first.
        seating: ``"blocks"``: the first team has the first seats; ``"alternate"``: every other.
        consent: Who decides for the team that does not have the lord: ``"speaker"``, its first seat
            clockwise from the lord, or ``"vote"``: the others have to agree, else the lord does.
        swaps: Standard tiles of the first team's fortress that special ones lie in the place of,
            such as ``"2 lava_lake, 3 trapdoor"``, or ``"none"``; what the box has of them.
        first_lord: ``"drawn"``, or with full choices ``"agreed"``: the seats vote. ``first_player``
            gives it.
        max_rounds: A game is truncated at the end of this round, 1 to 1000, which the rules do not
            ask for; most end before the twelfth, but rivalry need not end. 0: 60 in rivalry, else
            100.
    """

    game: ClassVar = "orcs_must_die"
    seats: ClassVar = range(1, V.SEATS + 1)
    axes: ClassVar = ("fortress", "mode", "players")
    benchmark: ClassVar = {
        "fortress": (
            *("straight_shot", "straight_shot_2", "twin_gates"),
            *("cubicle_1", "keep", "gauntlet"),
        ),
        "players": (1, 2, 3, 4),
    }
    fullest: ClassVar = {"choices": "full", "heroes": "all", "rivalry": "on"}
    recipe_fields: ClassVar = (
        *("fortress", "mode", "players", "choices", "first_lord", "max_rounds"),
        *("edition", "heroes", "boss_stage_2", "boss_stage_3", "boss_end"),
        *("rivalry", "rival_edition", "rival_fortress", "seating", "consent", "swaps"),
        *("first_player", "chance", "skip_forced"),
    )

    fortress: str | Sequence[str] = "straight_shot"
    mode: str | Sequence[str] = "standard"
    choices: str = "brief"
    first_lord: str = "drawn"
    edition: str = "order"
    heroes: str = "box"
    boss_stage_2: str = "none"
    boss_stage_3: str = "none"
    boss_end: str = "none"
    rivalry: str = "off"
    rival_edition: str = "unchained"
    rival_fortress: str = "same"
    seating: str = "blocks"
    consent: str = "speaker"
    swaps: str = "none"
    max_rounds: int = 0

    def __post_init__(self) -> None:
        core.check_choice("rivalry", self.rivalry, words_of(V.Rivalry))
        super().__post_init__()
        core.check_choice("rival_edition", self.rival_edition, words_of(V.Edition))
        core.check_choice("seating", self.seating, words_of(V.Seating))
        core.check_choice("consent", self.consent, words_of(V.Consent))
        for name in ("rival_fortress", "boss_stage_2", "boss_stage_3", "boss_end"):
            if not isinstance(value := getattr(self, name), str):
                raise SettingsError(f"{name}={value!r} is no name")
        if self.rivalry == "on":
            self._check_rivalry()
        for name in ("fortress", "mode"):
            given = self.listed(name)
            if not given or not all(isinstance(one, str) for one in given):
                value = getattr(self, name)
                raise SettingsError(f"{name}={value!r} is neither a name nor a list of some names")
        core.check_choice("choices", self.choices, words_of(V.Choices))
        core.check_choice("first_lord", self.first_lord, words_of(V.FirstLord))
        core.check_choice("edition", self.edition, words_of(V.Edition))
        core.check_choice("heroes", self.heroes, words_of(V.Roster))
        if not isinstance(self.swaps, str):
            raise SettingsError(f"swaps={self.swaps!r} is no text")
        read_swaps(self.swaps)
        if self.first_lord == "agreed" and self.choices == "brief":
            raise SettingsError("first_lord='agreed' needs choices='full'")
        limit = core.as_integer("max_rounds", self.max_rounds, 0)
        self.replace_by("max_rounds", limit or _ROUNDS[self.rivalry])
        if self.max_rounds > 1000:
            raise SettingsError(f"max_rounds={self.max_rounds}: 1000 are the most")

    def _check_rivalry(self) -> None:
        """Refuse what two teams cannot have (RIV)."""
        if self.boss_end != "none":
            raise SettingsError("boss_end is not for rivalry, where level 3 never ends")  # BOSS-13
        for name, boss in zip(("boss_stage_2", "boss_stage_3"), self.bosses, strict=False):
            if str(boss).startswith("hero:"):
                raise SettingsError(f"{name}={boss!r}: in rivalry heroes are no bosses")  # BOSS-12
        if self.first_lord == "agreed":
            raise SettingsError("first_lord='agreed' is not for rivalry: the lord is drawn")

    @property
    def seat_counts(self) -> Sequence[int]:
        """Numbers of players that a game of these settings can have."""
        return _counts(self.rivalry)

    @classmethod
    def stated_in(cls, position: object) -> dict[str, Any]:
        """Return the parameters that a position states, of which one with teams is of rivalry."""
        stated = super().stated_in(position)
        teams = position.get("teams") if isinstance(position, Mapping) else None
        if teams is None:
            return stated
        own: dict[str, Any] = {"rivalry": "on", "players": list(_counts("on"))}
        if isinstance(teams, Mapping) and (box := teams.get("rival_edition")) is not None:
            own["rival_edition"] = box
        return stated | own

    def rivals_of(self, draw: Mapping[str, Any]) -> Rivals | None:
        """Return how two teams play a scenario of ``draws``; None: there is one team."""
        if self.rivalry == "off":
            return None
        fortress = draw["fortress"] if self.rival_fortress == "same" else self.rival_fortress
        return Rivals(fortress, self.seating, self.consent)

    @property
    def bosses(self) -> tuple[str, str, str]:
        """Bosses that enter at each moment, or ``"none"`` (BOSS-01)."""
        return self.boss_stage_2, self.boss_stage_3, self.boss_end

    @property
    def options(self) -> Options:
        """Options that put other parts on the table."""
        bosses = self.bosses != ("none",) * V.BOSSES
        rival = self.rival_edition if self.rivalry == "on" else ""
        return Options(self.edition, self.heroes, self.choices, bosses, rival)

    @property
    def turn_limit(self) -> int:
        """The round after which views truncate a game (END-04)."""
        return min(self.max_rounds, self.max_turns or self.max_rounds)

    @classmethod
    def form(cls, components: Any = None) -> Sequence[Parameter]:
        """Return the parameters that a form for a new game has."""
        parts = load_components(components)
        fortresses = parts.parts.fortresses
        named = [Option(name, one.difficulty) for name, one in fortresses.items()]
        modes = offered("mode", words_of(Mode))
        choices = offered("choices", words_of(V.Choices))
        one, two = {"rivalry": ["off"]}, {"rivalry": ["on"]}
        further = [
            offered("edition", words_of(V.Edition)),
            offered("heroes", words_of(V.Roster)),
            *(
                Parameter(
                    f"boss_{word_of(moment)}",
                    [
                        Option("none"),
                        *(
                            Option(boss, where=one if moment == V.Moment.END or ":" in boss else {})
                            for boss in parts.bosses
                        ),
                    ],
                )
                for moment in V.Moment
            ),
        ]
        rivalry = offered("rivalry", words_of(V.Rivalry))
        rivals = [
            Parameter(
                "rival_edition",
                [Option("unchained"), *(Option(one, where=two) for one in words_of(V.Edition))],
            ),
            Parameter(
                "rival_fortress",
                [
                    Option("same"),
                    *(Option(name, one.difficulty, two) for name, one in fortresses.items()),
                ],
            ),
            Parameter("seating", [Option("blocks"), Option("alternate", where=two)]),
            Parameter("consent", [Option("speaker"), Option("vote", where=two)]),
        ]
        fortress = Parameter("fortress", named)
        _, first = super().form(components)
        seats = range(1, V.ALL_SEATS + 1)
        counts = [
            Option(n, where={"rivalry": [w for w in ("off", "on") if n in _counts(w)]})
            for n in seats
        ]
        return [
            *(fortress, modes, choices, rivalry, *further, *rivals),
            *(Parameter("players", [one for one in counts if one.where["rivalry"]]), first),
        ]


def _counts(rivalry: str) -> Sequence[int]:
    """Return the numbers of players with one team, or with two."""
    return range(2, V.ALL_SEATS + 1, V.TEAMS) if rivalry == "on" else range(1, V.SEATS + 1)
