"""The compiled entry point: many decisions in one call."""

from __future__ import annotations

from pathlib import Path

from tablemates.agents.portal_dash.rules_bot.rules import choose
from tablemates.envs.core.cache import own_cache
from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.record import Array8, Array16, Bytes
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of

with own_cache(sorted(Path(__file__).parent.glob("*.py"))) as CODE:

    @compiled
    def choose_all(
        publics: Bytes,
        box: Bytes,
        work: Bytes,
        masks: Array8,
        game: Bytes,
        actions: Array16,
        rules: Array16,
    ) -> None:
        """Answer decisions of many games.

        Args:
            publics: The public part of each game, shape ``(games, bytes)``.
            box: What is in the box.
            work: Scratch space.
            masks: Shape ``(games, actions)``.
            game: Scratch of one game's size; its hidden part stays empty.
            actions: Written: the answers.
            rules: Written: which ``Rule`` each one follows.
        """
        b = box_of(box)
        w = work_of(work)
        s = state_of(game)
        for i in range(len(publics)):
            game[: publics.shape[1]] = publics[i]
            actions[i], rules[i] = choose(s.public, b, w, masks[i])
