"""The page of training: commands, settings, run folder, policies."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill, indent

from docs import clones_of_actions, newcomers, teammates

_ROOT = Path(__file__).resolve().parents[2]
_LINE = re.compile(r"(?P<indent> *)(?P<key>\w+): *(?P<value>[^#]*?) *(?:# (?P<comment>.*))?")


def pages() -> dict[str, str]:
    """Return the page of training."""
    text = f"""\
# Training

```bash
make setup                                             # once: PyTorch, Stable-Baselines3, ...
.venv/bin/python train.py --config configs/train/quick.yaml       # maskable_ppo
.venv/bin/python train.py --config configs/train/quick_ppo.yaml   # ppo
.venv/bin/python evaluate.py --agents random runs/quick/policy runs/quick_ppo/policy --levels 1
```

Each of these trains for less than a minute on level 1 and leaves a policy that makes twice the
progress of chance; it does not win yet. A policy is an agent like any other:
`play.py --text --partners runs/quick/policy`, `evaluate.py --agents runs/quick/policy`. It plays
its likeliest action; `runs/quick/policy:sample` draws from its probabilities, as in training.

{newcomers.section()}
## Four learners

The first three are proximal policy optimisation with the same settings and the same policies as
results; illegal actions have no probability in any of them.

- `maskable_ppo`: the one of sb3-contrib, as its users know it
  ([agents/learn/sb3.py](../agents/learn/sb3.py)).
- `ppo`: our own in PyTorch, one file to read and to change
  ([agents/learn/ppo.py](../agents/learn/ppo.py)).
- `rllib`: the one of Ray RLlib, in as many processes as one likes, on one machine or on a cluster
  ([frameworks](frameworks.md#ray-rllib)).
- `bc`: behaviour cloning, from a data set of a teacher's games
  ([agents/learn/cloning.py](../agents/learn/cloning.py)); [below](#cloning).

One policy plays every seat: the observation is relative to whoever decides, and so are the
actions. Nothing says which colour somebody has or which number: the same position gives the same
logits from every seat and in every colour (a test rotates the seats). There is nothing to permute
there, and seats in another order are another position, because turns go clockwise.

What can be told in several ways is the rest of the table: the cube turned and mirrored (8 ways),
items in other slots, two piglin columns of one size.
`symmetry` is the share of decisions that are seen in another of these forms, drawn anew each
time, with the actions that go with it; all learners but `rllib` know it
([agents/learn/symmetry.py](../agents/learn/symmetry.py)). A test lets the engine go on from both
forms. Networks of `tokens` pool items and columns of the cube and so know most of it already.
The board is no such thing: upside down its face-up parts play alike, but the parts to come do not
turn with it. Nor is the Netherite supply: of equal tiles there only the first may be chosen.

`environment.perturbed_parts` is the share of games whose parts have other numbers: 16 sets, drawn
anew for every seed around the usual one, in which what is marked *assumed*
([components](components.md)) moves by one or stays. They lie side by side in the same lanes. So
that a bot survives the numbers of a user's own box; how much it keeps is measured on three boxes
that no training sees: `evaluate.py --components configs/parts/blunt.yaml` (and `heavy`, `swift`).
An adviser is asked with the parts of each game.

`environment.partners` names agents of which every seat but the learner's draws one in each game;
the learner's own seat is drawn, too. So it learns to play beside others than itself: a list that
names one twice draws it twice as often. Without it the learner plays all seats.

## Three kinds of networks

`network.kind` chooses; all learn with the same settings and play through NumPy alone.

- `mlp`: fully connected layers over the flat observation, a logit for every action
  ([agents/networks/mlp.py](../agents/networks/mlp.py)). `maskable_ppo` learns this kind alone.
- `tokens`: encoders for items, mobs, cube and supply, convolutions over the board, and a logit
  for each legal choice from [what it points at](observation.md#candidates)
  ([agents/networks/tokens.py](../agents/networks/tokens.py)). It plays and learns
  several times more slowly than an `mlp` of two layers of 256, which has more weights.
- `plans`: the encoders of `tokens`, over the position and over those where a script's best plans
  for the turn lead, and a logit for each of these plans
  ([agents/networks/plans.py](../agents/networks/plans.py)). The script proposes, the network
  chooses: it plays the first action of a plan and nothing else. With `network.adviser: ahead` it is
  also told what the next two rolls of the mob die make of each plan ([agents](agents.md#ahead)).

`network.value: win` lets the network state the chance of winning, judged by its logarithm; it
needs rewards of wins alone (no shaping, `ppo.discount: 1`).

With `network.adviser: planner-tuned` (or `planner:STYLE`) an `mlp` or `tokens` is also told
what a script thinks of each legal action ([agents/portal_dash/advice.py](
../agents/portal_dash/advice.py)): the mask that it is given anyway holds marks of 1 to 127 in
place of ones. It begins with the script's play and learns where to leave it, which is far less
to learn than the play itself; the price is the script's own time at
each decision. What such an opinion does not show is what comes after the turn: a network of
`plans` is shown the positions that its adviser's plans end in instead of marks.

## On from a clone

`ppo` can begin with a clone (`parent`: its folder, or `bc`, which ships) and be made to pay for
leaving it (`ppo.reference`, the same one): `ppo.kl` is what a nat of divergence costs at the
beginning, and it falls to nothing in a straight line, so that what the clone knows of late
positions is not forgotten while early ones are learned. With `ppo.critic: privileged` advantages
come from a network of its own that also sees [what is hidden](observation.md#blocks); the
policy's own value learns from the same returns, and it alone ships. With several levels or numbers
of players, `environment.curriculum` draws a share of the games by *p*(1 − *p*), *p* the share of
the recent games of that level and number of players that were won: what is always won or always
lost teaches little. `environment.perturbed` lets a share of the games begin with random actions.

## Cloning

```bash
.venv/bin/python -m agents.learn.dataset --config configs/data/planner.yaml   # runs/data/planner
.venv/bin/python train.py --config configs/train/bc_quick.yaml                # runs/bc_quick
```

The first command plays games of a teacher on all cores and notes every decision: the observation,
the legal actions, what the teacher does, with `scores: true` what it thinks of its best choices,
and whether the game was won. In half of the games there is a stretch of random moves, so that
the clone also sees what to do off the usual paths; the outcome of a game counts for the value
only after that stretch. The command may be stopped at any time: the same one goes on, and more
`decisions` make a finished set larger. The tuned planner's games take minutes, a million decisions
of it and the search agent (`configs/data/rollout.yaml`) a quarter of an hour to half an hour.

`bc` learns from it, judges itself after each epoch on the games held out (accuracy by kind of
decision, how honest its chances of winning are), keeps the network that did best there and ends
when it no longer becomes better. `--resume`, checkpoints, curves and card are those of the other
learners; its policy is a `parent` for `ppo`. For a round of DAgger the clone plays and `label`
names who says what it would have done (`configs/data/dagger.yaml`); a run that names both folders
in `bc.data` learns from them.

{clones_of_actions.paragraphs()}
```bash
.venv/bin/python -m agents.learn.dataset --config configs/data/futures.yaml   # runs/data/futures
.venv/bin/python train.py --config configs/train/bc.yaml                      # runs/bc
```

Which of the planner's plans is best hangs on what the next mobs do, and a teacher that plays on
a few times finds mostly luck: whoever copies its actions copies that. So `futures:4` takes no
choice; it plays every plan on in the *same* four futures and states the mean chance of winning
in each, and with `bc.target: chances` the network learns to play what has the best of them
(`chance_loss` in [agents/learn/cloning.py](../agents/learn/cloning.py)). What is noise in one
decision averages out over many. The gain on the screen is by how much the teacher finds the
network's choices better than those that were played, in the games held out.

Told of `planner-tuned` alone, and so shown no more than the end of the turn, such networks found
hardly more than the planner knows itself, with nearly twice the decisions no more than before
and lost by it: where they left the planner's plan they were wrong as often as right, and
came to positions that nobody had labelled. That is why `bc.yaml` is told of
[`ahead`](agents.md#ahead), which plays better before anything is learned; what came of that stands
[below](#teammates-on-all-levels).

`python -m agents.learn.dataset.export runs/data/rollout portal-dash/rollout-v0` writes a
[Minari](https://minari.farama.org) data set (`pip install 'portal-dash[minari]'`).

{_table(("key of a data set", "default", "what it is"), _settings("data"))}

{teammates.section()}## Settings

Defaults stand in [configs/train/base.yaml](../configs/train/base.yaml) and nowhere else. A
file names its `base` and says only what it wants otherwise; `key=value` words go over both:

```bash
.venv/bin/python train.py --config configs/train/quick.yaml run=runs/mine learner=ppo \\
    seed=3 ppo.learning_rate=5e-4 environment.level='[1, 2]'
```

A key that is unknown and a value that is out of range are refused before anything is
written.

{_table(("key", "default", "what it is"), _settings())}

`ppo.rollout` × `environment.lanes` decisions are played before every update and have to be
whole minibatches. The terms of `environment.shaping` are those of
[environments.md](environments.md#shaping). With `shaping_discount: null` the best policy
stays the best one, but then progress earns nothing unless it leads to a win. `quick.yaml`
sets it to 1 and `ppo.discount` to 0.99: progress pays for as long as the game lasts.

## The run folder

{_run_folder()}

Only one process at a time writes into a run folder. A run that lies there is never
overwritten, unless `overwrite: true` says so, as in the quick files.

- **Progress**: a bar with decisions a second, and by level the win rate and the mean progress
  of the last 500 games.
- **Curves**: `curves.png` in the run folder is drawn anew at every checkpoint: games won and
  progress by level, losses, and how far the chances of winning that the network states are from
  what happened (expected calibration error over the last 500 games of each level, for
  `network.value: win`). The numbers lie in `journal.jsonl` and, for
  `.venv/bin/tensorboard --logdir runs`, in `tensorboard`. Several runs in one picture, with the
  mean of those that differ by nothing but their seed:

  ```bash
  .venv/bin/python -m agents.learn.curves runs/ppo-0 runs/ppo-1 runs/ppo-2 --out ppo.png
  ```

- **Speed**: small networks are fastest with one thread. Two that have to share a core with
  another program were ten times slower than one.
{_speed()}
- **Ctrl-C** stops after the update that is going on, with a checkpoint; a second one stops at
  once.
- **`--resume`** goes on from the newest checkpoint, exactly: on the CPU of one machine, the
  policy is the same to the last byte as if the run had never stopped. A run may be killed at
  any time. Only `steps`, `checkpoint_every`, `device`, `threads`, `overwrite` and `rllib` may be
  others than before; with a larger `steps`, a finished run learns on. A run of `rllib` goes on
  with its weights and its optimiser, but in new games, and so not exactly.
- **`parent`** begins with the weights of a policy, for instance to go on with another level.

The same settings and seed give the same policy on the CPU of one machine, with the same
libraries and `threads` (with `rllib` that was not tried). All games are of the seeds for training
(`seed_for("train", n)`), never of those that agents are judged on.

## Policies

`policy.safetensors` holds the weights, with `precision: float16` in half the space;
`card.json` says what they are: hashes of interface, ruleset and engine, the network's kind and
sizes, learner, settings, seeds, decisions, hardware, and the digest of the parent. Playing needs
NumPy alone: a policy answers with its likeliest action, and with the same one on every machine
(where two are nearly as likely, it computes with numbers twice as long), so that
`evaluate.py --verify rows.jsonl --ask-agents` can ask it again. A policy for other actions or
another observation is refused with a sentence, and so is a network of `tokens` once tokens or
candidates have changed; one that was trained under other parts plays, with a notice. Files of
strangers are safe to load: nothing in them is executed.

## From a script of your own

```python
from pathlib import Path

from agents.configs import read_config
from agents.learn.config import TrainConfig
from agents.learn.training import train

quick = Path("configs/train/quick.yaml")
train(read_config(TrainConfig, quick, ["run=runs/mine", "steps=20_000"]))
```

Any other learner trains on the environments themselves; this is sb3-contrib without us:

```python
from sb3_contrib import MaskablePPO

from envs import portal_dash_v0

env = portal_dash_v0.gym_env(level=1, players=2, shaping={{"progress": 1.0}})
model = MaskablePPO("MlpPolicy", env, n_steps=256)
model.learn(1_000)
```
"""
    return {"training.md": text}


def _speed() -> str:
    """Return what of the time of training is learning."""
    found = json.loads((_ROOT / "docs" / "results" / "learning.json").read_text("utf-8"))
    words = f"""
`ppo` with the network of [maskable_ppo.yaml](../configs/train/maskable_ppo.yaml) learns from
{found["games"]:,.0f} decisions/s; where they were recorded before and no game is played, from
{found["recorded"]:,.0f}. The ratio is {found["ratio"]:.2f} (median of {found["updates"]} updates of
each in turn); the games take {100 * found["share"]:.1f} % of the time
({found["machine"]["processor"]}, one core: `python -m benchmarks.learning --keep`).
"""
    return indent(fill(" ".join(words.split()), 98, break_on_hyphens=False), "  ")


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _settings(kind: str = "train") -> Iterator[tuple[str, str, str]]:
    """Yield key, default and comment of every line of the base file."""
    section = ""
    for line in (_ROOT / "configs" / kind / "base.yaml").read_text("utf-8").splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            continue  # a comment of several lines, or nothing
        indent, key, value, comment = match.group("indent", "key", "value", "comment")
        if not value:
            section = f"{key}."
            continue
        name = f"{section}{key}" if indent else key
        yield f"`{name}`", f"`{value}`", comment.replace("|", "\\|")


def _run_folder() -> str:
    """Return the table in the docstring of the module, which needs PyTorch to be imported."""
    source = (_ROOT / "agents" / "learn" / "run_folder.py").read_text("utf-8")
    lines = (ast.get_docstring(ast.parse(source)) or "").splitlines()
    return "\n".join(line.replace("``", "`") for line in lines if line.startswith("|"))
