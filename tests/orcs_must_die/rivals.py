"""A table of two teams for tests of rivalry."""

from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings
from tests.orcs_must_die.table import WORDS, Table

_SETTINGS = ("choices", "heroes", "edition", "boss_stage_2", "boss_stage_3")
#: Nowhere in the open fortress.
AWAY = {"at": -1}


class Rivals(Table):
    """A game of two teams at which a test chooses and looks; both play heroes of Order."""

    WORDS = WORDS | {"minion": WORDS["minion"] * 2, "hero": [*WORDS["hero"], *"----"] * 2}

    @classmethod
    def at(cls, far=None, rival_edition="order", **position):
        stated = {key: position[key] for key in _SETTINGS if key in position}
        seats = position.setdefault("seats", [{"at": 3}, {**AWAY}])
        teams = {"far": far or {}, **position.pop("teams", {})}
        made = OrcsMustDie(
            Settings(
                rivalry="on",
                rival_edition=rival_edition,
                chance="explicit",
                players=len(seats),
                **stated,
            )
        )
        made.load_position({"chance": "explicit", **position, "teams": teams})
        return cls(made)

    @property
    def rifts(self):
        """Health of the rifts by team."""
        p = self.p
        own, far = int(p.rift), int(p.far.rift)
        return (own, far) if p.team == 0 else (far, own)

    @property
    def tiles(self):
        """Fortress and tile of each hero; None: nowhere."""
        p, found = self.p, []
        for seat in range(p.players):
            spot = (int(p.team), int(p.at[seat])) if p.at[seat] >= 0 else None
            if p.far.at[seat] >= 0:
                spot = (1 - int(p.team), int(p.far.at[seat]))
            found.append(spot)
        return found


def far_at(*tiles):
    """Return heroes in the fortress that is not open, by seat."""
    return {"at": [*tiles]}
