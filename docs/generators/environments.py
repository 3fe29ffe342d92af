"""The page of the environments: views, parameters, policies at the edge, methods."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.agents_view import AgentsView
from tablemates.envs.core.policies import PATIENCE, PENALTY, IllegalPolicy
from tablemates.envs.core.seeds import PURPOSES, SIZE, seed_for
from tablemates.envs.core.single import GameEnv
from tablemates.envs.core.vector import GameVectorEnv
from tablemates.envs.core.view import View
from tablemates.envs.portal_dash.reward import TERMS
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.view_settings import SeatSettings, VectorSettings

_VIEWS: dict[str, Callable[..., Any]] = {
    "env": portal_dash_v0.env,
    "parallel_env": portal_dash_v0.parallel_env,
    "gym_env": portal_dash_v0.gym_env,
    "vector_env": portal_dash_v0.vector_env,
}
#: Methods of the frameworks, which their own documentation explains.
_FRAMEWORK = {
    "render",
    "close",
    "infos",
    "step",
    "reset",
    "last",
    "np_random",
    "observation_space",
    "action_space",
}
#: What each policy does.
_ILLEGAL: dict[IllegalPolicy, tuple[str, str, str]] = {
    "raise": ("unchanged", "none", "`IllegalActionError` names the action and what was legal"),
    "penalty": (
        "unchanged",
        f"{PENALTY} for that seat",
        f'`info["illegal"]`; truncation after {PATIENCE} in a row',
    ),
    "end": ("lost", "0", "cause `illegal_action`"),
}


def pages() -> dict[str, str]:
    """Return the page of the environments."""
    text = f"""\
# Environments

```python
from tablemates.envs import portal_dash_v0

env = portal_dash_v0.env(level=1, players=2)           # PettingZoo, AEC
par = portal_dash_v0.parallel_env(level=1, players=2)  # PettingZoo, parallel
gym = portal_dash_v0.gym_env(level=5, players=2)       # Gymnasium, one controller for every seat
sol = portal_dash_v0.gym_env(players=3, seat=0, partners=["planner", "random"])  # ... for one seat
vec = portal_dash_v0.vector_env(64, level=[1, 2, 3], players=[1, 2, 4])  # many games at once
```

`raw_env` is `env`: order and bounds are checked in the environment itself, there are no
wrappers to leave out. `gymnasium.make("PortalDash-v0", level=3)`,
`gymnasium.make_vec("PortalDash-v0", num_envs=64, vectorization_mode="vector_entry_point")`,
`pettingzoo.make("aec", "portal_dash-v0", level=3)` and `pettingzoo.make("parallel", ...)` make
the same, without importing `envs`.

OpenSpiel, TorchRL, SuperSuit: [frameworks.md](frameworks.md).

## Parameters

{_table(("parameter", *(f"`{name}`" for name in _VIEWS), "what it is"), _parameters())}

A list of levels or of numbers of players is drawn from at every reset; `info` says which
it was. `reset(seed=...)` takes the game's own seed: the same seed and the same actions are
the same game in every view. Without a seed, the next game follows from the last seed.

## Observation, mask, info

| | `env`, `parallel_env` | `gym_env`, `vector_env` |
|---|---|---|
| observation | `{{"observation": int8 array, "action_mask": int8 array}}` | int8 array |
| `info["action_mask"]` | yes | yes, and `action_masks()` |
| further `info` | | `seat`, `level`, `players`, with partners `partners` |
| `info` at the end | `level`, `players`, `outcome`, `cause`, `progress`, `turns` | and `seat` |
| mask of a player who waits | `env`: all zeros; `parallel_env`: only `wait` | there is none |
| mask when the game is over | only `wait` | only `wait` |
| reward | the team's, for every agent: 1 when won, else 0 | the same |

The [observation](observation.md) is relative to whoever decides (in `parallel_env` to each
agent), the [actions](actions.md) are the same for every level and number of players.

## Parallel view

Every agent plays an action in every step. Whoever does not decide has one legal action,
`wait` (number 0). If anybody plays something illegal, nobody's action counts, and all those
who did are treated as `illegal_action` says.

## One seat with partners

`gym_env` and `vector_env` with `seat` (0 to 3, or `"random"`: drawn at every reset) play that
seat alone. `partners` answer inside `step` and `reset`; what they are asked never reaches the
learner:

- a list has one for each other seat, clockwise from the learner's, as above;
- `portal_dash_v0.Pool(["planner", "random", "runs/x/policy"])` is drawn from for every other seat
  at every reset.

A partner is a name, path or `module:factory` as in `evaluate.py --agents`, or an object of
`tablemates.envs.core.agent.Agent`. `info["seat"]` is the learner's, `info["partners"]` are their names. A
reward is what the team earned since the learner's decision before, shaping included; `events`
are those since then. A partner that fails stops the step with an error, and the game stands
where it stood (in `vector_env` there are no games then until `reset`). At explicit chance there
are no partners.

## Vector view

`vector_env` steps all its games by one compiled call (`threads=2`: by one in each of two
threads). Lane `n` of `reset(seed=s)` plays exactly what `gym_env` plays after
`reset(seed=s + n)`, one game after the other, and all it returns is what Gymnasium's
`SyncVectorEnv` makes of single views, in all three autoreset modes. Observations and masks
are buffers that the next call writes into, and of an observation it writes only what has
changed: copy what you want to keep or to change (what you write into one may stay there until
that lane's next game). Each partner answers all lanes in which it is to decide at once
(`act_batch`). `save()` and `restore()` hold all games and what the next ones are drawn from, so
that training goes on exactly; `game(n)` is a lane's game for `restore` of a view of one game, to
look at it.

```python
import numpy as np

vec = portal_dash_v0.vector_env(64, autoreset_mode="SameStep")
vec.reset(seed=0)
keys, actions = np.arange(64, dtype=np.uint64), np.zeros(64, np.int64)
for _ in range(100):
    portal_dash_v0.sample_legal(vec.action_masks(), keys, actions)  # compiled, one a lane
    observations, rewards, terminated, truncated, info = vec.step(actions)
```

Stable-Baselines3 takes `LanesVecEnv(make_lanes(Settings(...), 64, seed=0))`
(`tablemates.agents.learn.sb3.LanesVecEnv`, `tablemates.agents.learn.lanes.make_lanes`),
which answers its `action_masks` from the batch.

## Illegal actions

`illegal_action` chooses what happens; what is outside the action space always raises.

{_table(("`illegal_action`", "game", "reward", "and"), _policies())}

Registered ids use `penalty`, because checkers and learners that do not look at the mask
sample freely.

## Shaping

`shaping={{"progress": 1.0}}` adds `shaping_discount * potential(after) - potential(before)`
to every reward. The potential is the weighted sum of these terms, each from 0 to 1; that
of a finished game is 0, so the best policy stays the best.

{_table(("term", "what it is"), TERMS.items())}

## Explicit chance

With `chance="explicit"` the game stops at every roll and draw. In `env` and `parallel_env`
the agent `chance_0` decides then, in `gym_env` the seat is -3; the mask marks the possible
outcomes, `info["outcomes"]` and `info["probabilities"]` have them with their exact chances,
and `step` takes the outcome. Set-up is drawn from the seed all the same.

## Methods beside the framework's own

{_table(("views of one game", "what it does"), _methods(View, AgentsView, GameEnv))}

{_table(("`vector_env`", "what it does"), _methods(GameVectorEnv))}

`save()` holds the hidden part of the game as well, and `restore` refuses bytes that are
cut, damaged, of other rules, or of no possible game. To take moves back, keep a `mark()`
before each and `go_back` to it.

## Seeds by purpose

`seed_for(purpose, n)` in `tablemates.envs.core.seeds` gives each purpose {SIZE:,} seeds
of its own, so that games to learn from are never games to be judged on.

{_table(("purpose", "first seed"), ((f"`{p}`", str(seed_for(p, 0))) for p in PURPOSES))}
"""
    return {"environments.md": text}


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [head, *rows]
    text = [f"| {' | '.join(line)} |" for line in lines]
    text.insert(1, "|" + "---|" * len(tuple(lines[0])))
    return "\n".join(text)


def _parameters() -> Iterator[tuple[str, ...]]:
    meanings = _attributes(Settings) | _attributes(SeatSettings) | _attributes(VectorSettings)
    signatures = [inspect.signature(view).parameters for view in _VIEWS.values()]
    for name in meanings:
        yield (
            f"`{name}`",
            *(_shown(signature.get(name)) for signature in signatures),
            meanings[name],
        )


def _shown(parameter: inspect.Parameter | None) -> str:
    """Return a parameter's default, or what stands for it where there is none."""
    if parameter is None:
        return "–"
    if parameter.default is parameter.empty:
        return "(first)"
    return f"`{parameter.default!r}`"


def _attributes(documented: type) -> dict[str, str]:
    """Return the entries of a class's section ``Attributes``."""
    section = (inspect.getdoc(documented) or "").split("Attributes:\n")[1]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", section, re.MULTILINE)
    return {name: " ".join(text.replace("``", "`").split()) for name, text in entries}


def _policies() -> Iterator[tuple[str, ...]]:
    for policy, (game, reward, more) in _ILLEGAL.items():
        where = [f"`{n}`" for n, v in _VIEWS.items() if _default(v, "illegal_action") == policy]
        note = f" (default of {', '.join(where)})" if where else ""
        yield f"`{policy}`{note}", game, reward, more


def _default(view: Callable[..., Any], name: str) -> Any:
    return inspect.signature(view).parameters[name].default


def _methods(*owners: type) -> Iterator[tuple[str, str]]:
    found: dict[str, object] = {}
    for owner in owners:
        for name, member in vars(owner).items():
            if name.startswith("_") or name in _FRAMEWORK:
                continue
            if callable(member) or isinstance(member, property):
                brackets = "" if isinstance(member, property) else "()"
                found.setdefault(f"`{name}{brackets}`", member)
    for name, member in found.items():
        yield name, _first_sentence(member)


def _first_sentence(member: object) -> str:
    doc = (inspect.getdoc(member) or "").split("\n\n")[0]
    return doc.replace("\n", " ").replace("``", "`")
