"""Language models as agents: ``chat:MODEL@URL`` asks a service that speaks OpenAI's chat protocol.

A question has the rules, what was decided since the seat's last decision, the position, and the
legal choices; an answer that takes none of them is told why and what is legal, and asked again. No
text has a seed or what is hidden.

A model that fails forfeits its game. A service that is out of reach, or refuses the key, is no
fault of the model: the game has no row, and the same command plays it later.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Annotated, Any, Final, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import BaseModel, ConfigDict, Field

from tablemates.agents.errors import AgentError, CrashError, OwnError, StallError, plain
from tablemates.agents.facts import GameFacts
from tablemates.agents.outside.chat_service import ChatService, Reply
from tablemates.agents.outside.guard import Answer, OutsideAgent
from tablemates.agents.outside.spent import Spent
from tablemates.envs.core.files.documents import validated
from tablemates.envs.core.game.catalogue import WAIT
from tablemates.envs.core.text.answers import Choice, Refused, read_answer
from tablemates.envs.core.text.asking import HOW_TO_ANSWER, asked_as_text
from tablemates.envs.core.text.onlooker import Onlooker
from tablemates.envs.core.text.rules import rules_as_text
from tablemates.envs.core.views.agent import Batch, Situation
from tablemates.envs.registry import new_game

FORM: Final = "chat:MODEL@URL"
#: The environment variable that has the key.
KEY: Final = "TABLEMATES_CHAT_KEY"
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")
_PRICE: Final = r"\d+(\.\d+)?/\d+(\.\d+)?"


class Options(BaseModel):
    """Options that may follow a URL, such as ``#rules=short&retries=1``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rules: Literal["short", "full"] = Field("full", description="how much of the rules is told")
    legal: Literal["shown", "hidden"] = Field("shown", description="whether choices are listed")
    retries: Annotated[int, Field(ge=0, le=20)] = Field(
        2, description="refused answers to one decision that cost nothing; one more forfeits"
    )
    seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        60, description="for one answer; what takes longer forfeits"
    )
    tries: Annotated[int, Field(ge=1, le=20)] = Field(
        4, description="requests before a service counts as out of reach, with longer and longer "
        "pauses between them",
    )  # fmt: skip
    parallel: Annotated[int, Field(ge=1, le=256)] = Field(
        8, description="questions that are asked side by side, and games that are played so"
    )
    key: Annotated[str, Field(pattern=r"^\w+$")] = Field(
        KEY, description="the environment variable with the key of the service"
    )
    price: Annotated[str, Field(pattern=f"^{_PRICE}$")] | None = Field(
        None, description="of a million tokens read and of a million written, such as `0.5/1.5`"
    )
    temperature: Annotated[float, Field(ge=0, le=2)] | None = Field(
        None, description="passed on; else the service's own"
    )
    max_tokens: Annotated[int, Field(ge=1)] | None = Field(
        None, description="passed on; else the service's own"
    )

    @property
    def prices(self) -> tuple[float, float] | None:
        """The prices of one token read and of one written."""
        if self.price is None:
            return None
        read, written = (float(one) / 1e6 for one in self.price.split("/"))
        return read, written


class OutageError(OwnError):
    """A service is out of reach or refuses to answer: no model is to blame for it."""


class ChatAgent(OutsideAgent):
    """Asks a chat service; the ``spec`` is as users type it."""

    wants_history = True

    def __init__(self, name: str, spec: str, facts: GameFacts, secret: bytes | None = None) -> None:
        super().__init__(name, name, secret)
        model, url, given = _parts(name, spec)
        self._options = options = validated(
            Options, given, lambda why: AgentError(f"{name!r}: {why}")
        )
        key = os.environ.get(options.key, "")
        host = urlsplit(url)
        if key and host.scheme == "http" and host.hostname not in _LOCAL:
            raise AgentError(f"{name!r}: the key would travel unencrypted: write https://")
        asked = {"temperature": options.temperature, "max_tokens": options.max_tokens}
        body = {"model": model, **{one: v for one, v in asked.items() if v is not None}}
        self._service = ChatService(name, url, key, body, options.seconds, options.tries)
        self._onlooker = Onlooker(new_game(replace(facts.settings, components=facts.components)))
        self._rules = f"{rules_as_text(self._onlooker.game, options.rules)}\n\n{HOW_TO_ANSWER}"
        self.remote = options.parallel

    def answers(self, batch: Batch) -> list[Answer]:
        """Ask for every decision, some side by side."""
        told = [self.question(batch[n]) for n in range(len(batch))]
        with ThreadPoolExecutor(self.remote) as pool:
            found = list(pool.map(lambda one: self._answer(*one), told))
        self.spent = [spent for _, spent in found]
        return [answer for answer, _ in found]

    def question(self, situation: Situation) -> tuple[list[dict[str, str]], list[Choice]]:
        """Return the messages about a decision, and what is legal."""
        onlooker = self._onlooker
        happened = onlooker.since(situation.history)
        choices = onlooker.choices(situation.public, situation.mask)
        seat = onlooker.game.to_move()
        shown = choices if self._options.legal == "shown" else None
        asked = asked_as_text(onlooker.game, seat, happened, shown)
        messages = [{"role": "system", "content": self._rules}, {"role": "user", "content": asked}]
        return messages, choices

    def _answer(
        self, messages: list[dict[str, str]], choices: list[Choice]
    ) -> tuple[Answer, Spent]:
        """Ask until an answer takes a choice, a refused one is one too many, or none comes."""
        found: Refused
        spent = Spent(decisions=1)
        for _ in range(self._options.retries + 1):
            try:
                reply = self._service.ask(messages)
            except (CrashError, StallError) as error:
                return error, spent
            except OwnError as error:
                return OutageError(f"{error}; the same command plays the game later"), spent
            spent = spent.plus(self._cost_of(reply))
            read = read_answer(reply.text, choices)
            if isinstance(read, int):
                return read, spent
            found = read
            spent = spent.plus(_refusal(found))
            messages = [
                *messages,
                {"role": "assistant", "content": reply.text},
                {"role": "user", "content": found.reason},
            ]
        if found.fault == "illegal":
            return WAIT, spent  # which is never legal: the row says ``illegal_action``
        said = plain(found.reason).partition(": answer with")[0]
        return CrashError(f"{self.name!r} gave no answer that can be read: {said}"), spent

    def _cost_of(self, reply: Reply) -> Spent:
        prices = self._options.prices
        price = None if prices is None else prices[0] * reply.read + prices[1] * reply.written
        return Spent(requests=1, tokens_read=reply.read, tokens_written=reply.written, price=price)


def _refusal(found: Refused) -> Spent:
    return Spent(**{found.fault: 1})


def _parts(name: str, spec: str) -> tuple[str, str, Mapping[str, Any]]:
    """Return model, URL and options of ``MODEL@URL#OPTIONS``."""
    at = spec.find("@http")
    url = spec[at + 1 :]
    parts = urlsplit(url)
    if at < 1 or parts.scheme not in ("http", "https") or not parts.hostname:
        raise AgentError(
            f"{name!r} names no model and service: write {FORM}, such as "
            "chat:my-model@http://127.0.0.1:8000/v1"
        )
    if parts.username is not None:
        raise AgentError(f"{name!r}: the key of a service stands in the variable {KEY}, not here")
    pairs = parse_qsl(parts.fragment, keep_blank_values=True, separator="&")
    return unquote(spec[:at]), url.partition("#")[0], dict(pairs)
