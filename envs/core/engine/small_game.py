"""Engine of a game in one file, made of the functions and layouts there by their names.

``Game`` does so for a class without an engine.

| name | what it is |
|---|---|
| ``State`` | layout with ``public``, perhaps ``private``, and ``hidden``, see ``Rules`` |
| ``Decision`` | enum of what is decided, with ``NONE`` (the game is over) and ``CHANCE`` |
| ``begin`` | ``(s, w, seed, first)``: sets the game up; the header is written, all else is 0 |
| ``go_on``, ``list_options``, ``choose`` | as for ``flow_of`` |
| ``receive``, ``weight_of``, ``hidden_outcome`` | the same, in a game with chance |
| ``observe`` | ``(s, box, seat, out)``: writes what a seat sees over zeros |
| ``draw_hidden``, ``forfeit``, ``write_returns``, ``write_progress`` | as in ``Rules`` |
| ``viewer``, ``prefer``, ``write_potential`` | the same, if there are any |
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions, helper
from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.engine.events import EVENT_WIDTH
from tablemates.envs.core.engine.flow import flow_of
from tablemates.envs.core.engine.header import WorkHeader
from tablemates.envs.core.engine.rules import Rules
from tablemates.envs.core.records.borrowed import clear_record
from tablemates.envs.core.records.elements import clear
from tablemates.envs.core.records.layout import dtype_of
from tablemates.envs.core.records.ranges import ranges_in

#: Events of one move that are told.
_EVENTS: Final = 256
#: Parts and set-ups that a game in one file has none of.
_NOTHING: Final = np.dtype([("unused", np.int8)])
#: Names that every game in one file has.
NEEDED: Final = (
    *("State", "Decision", "begin", "go_on", "list_options", "choose", "observe"),
    *("draw_hidden", "forfeit", "write_returns", "write_progress"),
)


@helper
def _no_chance(_s: Any, _box: Any, _w: Any, _value: int) -> None:
    """Do nothing: a game without chance receives no outcome."""


@helper
def _no_weight(_s: Any, _box: Any, _value: int) -> int:
    """Return 0: there is no outcome."""
    return 0


@helper
def _no_outcome(_s: Any, _box: Any) -> int:
    """Return 0: there is no outcome."""
    return 0


@helper
def _no_potential(_s: Any, _box: Any, _weights: Any, _out: Any) -> None:
    """Write nothing: there are no terms for shaping."""


def engine_of(module: dict[str, Any], seats: int, actions: int, seconds: int = 10) -> Engine:
    """Return the engine of a game in one file, whose functions are compiled from now on.

    Args:
        module: Its ``globals()``.
        seats: Most players.
        actions: Numbers of the catalogue; outcomes of chance are below.
        seconds: That compiling takes about.

    Raises:
        TypeError: A function or layout is missing, or a field is too narrow for its range.
    """
    compile_functions(module)
    for name in NEEDED:
        if name not in module:
            raise TypeError(f"{module['__name__']} has no {name!r}, which a game in one file needs")
    begin, observe, decision = module["begin"], module["observe"], module["Decision"]
    hidden_outcome = module.get("hidden_outcome", _no_outcome)
    chance: Any = getattr(decision, "CHANCE", -1)
    flow = flow_of(
        over=int(decision.NONE),
        chance=int(chance),
        go_on=module["go_on"],
        list_options=module["list_options"],
        choose=module["choose"],
        receive=module.get("receive", _no_chance),
        hidden_outcome=hidden_outcome,
        weight_of=module.get("weight_of", _no_weight),
        ends=(actions,),
    )

    @helper
    def set_up(
        s: Any,
        _box: Any,
        _scenario: Any,
        w: Any,
        seed: int,
        players: int,
        first_player: int,
        explicit_chance: int,
        skip_forced: int,
    ) -> None:
        clear_record(s)
        p = s.public
        p.turn, p.players = 1, players
        p.explicit_chance, p.skip_forced = explicit_chance, skip_forced
        begin(s, w, seed, first_player)

    @helper
    def show(s: Any, box: Any, seat: int, _seen_by: int, _now: Any, _shown: Any, out: Any) -> None:
        clear(out, 0, len(out))
        observe(s, box, seat, out)

    state = dtype_of(module["State"])
    log = [("legal", np.int16, actions), ("events", np.int16, (_EVENTS, EVENT_WIDTH))]
    rules = Rules(
        set_up=set_up,
        **flow._asdict(),
        forfeit=module["forfeit"],
        show=show,
        hidden_outcome=hidden_outcome,
        draw_hidden=module["draw_hidden"],
        write_returns=module["write_returns"],
        write_progress=module["write_progress"],
        state=state,
        box=_NOTHING,
        scenario=_NOTHING,
        work=np.dtype(dtype_of(WorkHeader).descr + log),
        shown=_NOTHING,
        seats=seats,
        **{name: module[name] for name in ("viewer", "prefer") if name in module},
        write_potential=module.get("write_potential", _no_potential),
        ranges=ranges_in(module["State"]),
    )
    name = module["__name__"]
    return Engine(name.rpartition(".")[2], name, rules, seconds)
