"""The text of a game's rules by id, with a ruling where the printed texts leave a point open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, StrictStr

from tablemates.envs.core.files.documents import DocumentModel, read_document

Id = Annotated[str, Field(pattern=r"^[A-Z]+-(\d\d?|C|[a-z]+)$")]


class Rule(DocumentModel):
    """One rule."""

    rule: StrictStr
    # Interpretation of a point that the printed texts leave open, else None.
    ruling: StrictStr | None = None


class Rulebook(DocumentModel):
    """All rules."""

    version: Annotated[int, Field(strict=True, ge=1)]  # increases with every change of behaviour
    # Heading of each group of rules, by the first part of their ids.
    titles: Mapping[str, StrictStr]
    rules: Mapping[Id, Rule]  # the rules by id, in the order of the groups

    def group(self, title: str) -> dict[str, Rule]:
        """Return the rules of a group by id, such as those of ``"MOB"``."""
        return {name: rule for name, rule in self.rules.items() if name.partition("-")[0] == title}


@cache
def read_rulebook(file: Path) -> Rulebook:
    """Return the rules of a game."""
    return Rulebook.model_validate(read_document(file).values)
