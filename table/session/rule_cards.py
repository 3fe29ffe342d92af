"""Rule cards: how a game goes, told on six cards by a file in its folder."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import StrictStr

from tablemates.envs.core.files.documents import DocumentModel, read_document
from tablemates.envs.core.game.game import Game

NAME: Final = "rule_cards.yaml"


class RuleCard(DocumentModel):
    """A card: what it is about, in a word or two, and a few sentences, a paragraph each."""

    title: StrictStr
    text: StrictStr


class _File(DocumentModel):
    cards: tuple[RuleCard, ...]


@cache
def rule_cards(kind: type[Game]) -> tuple[RuleCard, ...]:
    """Return the cards of a game; none where its folder has no such file."""
    file = Path(sys.modules[kind.__module__].__file__ or "").with_name(NAME)
    if not file.is_file():
        return ()
    return _File.model_validate(read_document(file).values).cards
