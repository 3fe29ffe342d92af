"""The page of training: commands, settings, run folder, policies."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill, indent
from typing import Final

from docs.tables import provenance_of, rows_of, share, table
from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.learn.config import TrainConfig
from tablemates.envs.core.documents import DocumentError

_ROOT: Final = Path(__file__).resolve().parents[2]
_TEMPLATE: Final = Path(__file__).with_suffix(".md")
_LINE = re.compile(r"(?P<indent> *)(?P<key>\w+): *(?P<value>[^#]*?) *(?:# (?P<comment>.*))?")
_FROM_GAMES: Final = ("maskable_ppo", "ppo", "rllib")
#: Settings that not every learner knows, each with words that make use of it.
_NOT_OF_ALL: Final[Mapping[str, tuple[str, ...]]] = {
    "network.kind: tokens": ("network.kind=tokens",),
    "network.kind: plans": ("network.kind=plans", "network.adviser=ahead"),
    "network.value: win": ("network.value=win",),
    "network.adviser": ("network.adviser=planner-tuned",),
    "symmetry": ("symmetry=0.5",),
    "environment.curriculum": ("environment.curriculum=0.5",),
    "environment.perturbed": ("environment.perturbed=0.5",),
    "environment.perturbed_parts": ("environment.perturbed_parts=0.5",),
    "environment.partners": ("environment.partners=[rules]",),
    "ppo.target_kl": ("ppo.target_kl=0.01",),
    "ppo.reference": ("ppo.reference=bc",),
    "ppo.critic: privileged": ("ppo.critic=privileged",),
}


def pages() -> dict[str, str]:
    """Return the page of training."""
    newcomers = rows_of("newcomers")
    text = _TEMPLATE.read_text(encoding="utf-8").format(
        newcomers_games=f"{int(newcomers[0]['games']):,}",
        newcomers_digest=provenance_of("newcomers")["digest of rows.jsonl"],
        newcomers=table(
            ["agent", "games won, %", "progress, %", "turns"],
            [
                [
                    f"`{row['agent']}`",
                    share(row, "won"),
                    share(row, "progress"),
                    f"{float(row['turns']):.0f}",
                ]
                for row in newcomers
            ],
        ),
        known=_known(),
        data_settings=_settings("data", "key of a data set"),
        settings=_settings("train", "key"),
        run_folder=_run_folder(),
        speed=_speed(),
    )
    return {"training.md": text}


def _known() -> str:
    """Return which learner takes which setting, as the settings' own checks say it."""
    lines = [
        [f"`{setting}`", *("yes" if _takes(learner, words) else "no" for learner in _FROM_GAMES)]
        for setting, words in _NOT_OF_ALL.items()
    ]
    return table(["setting", *(f"`{learner}`" for learner in _FROM_GAMES)], lines)


def _takes(learner: str, words: tuple[str, ...]) -> bool:
    base = configs_folder() / "train" / "base.yaml"
    try:
        read_config(TrainConfig, base, [f"learner={learner}", *words])
    except DocumentError:
        return False
    return True


def _speed() -> str:
    """Return what of the time of training is learning."""
    found = json.loads((_ROOT / "docs" / "results" / "learning.json").read_text("utf-8"))
    words = f"""
`ppo` with the network of [maskable_ppo.yaml](../configs/train/maskable_ppo.yaml) learns from
{found["games"]:,.0f} decisions/s; from recorded decisions, without playing any game, from
{found["recorded"]:,.0f}. The ratio is {found["ratio"]:.2f} (median of {found["updates"]} updates of
each in turn); the games take {100 * found["share"]:.1f} % of the time
({found["machine"]["processor"]}, one core: `python -m benchmarks.learning --keep`).
"""
    return indent(fill(" ".join(words.split()), 98, break_on_hyphens=False), "  ")


def _settings(kind: str, head: str) -> str:
    lines = [f"| {head} | default | what it is |", "| --- | --- | --- |"]
    lines += [f"| {' | '.join(line)} |" for line in _lines_of(kind)]
    return "\n".join(lines)


def _lines_of(kind: str) -> Iterator[tuple[str, str, str]]:
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
