"""Rule cards: how a game goes, on six cards or a few more from a file, and first lessons."""

from __future__ import annotations

import sys
from collections.abc import Mapping
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


class Teaching(DocumentModel):
    """Teaching of a game: its cards, and what is said of choices in the first turns.

    ``lessons`` are by how the words of a choice begin, or by its kind.
    """

    cards: tuple[RuleCard, ...] = ()
    lessons: Mapping[str, StrictStr] = {}


def teaching_of(kind: type[Game]) -> Teaching:
    """Return how a game is taught; not at all where its folder has no such file."""
    return _read(Path(sys.modules[kind.__module__].__file__ or "").with_name(NAME))


@cache
def _read(file: Path) -> Teaching:
    return Teaching.model_validate(read_document(file).values) if file.is_file() else Teaching()
