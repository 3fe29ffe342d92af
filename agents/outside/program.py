"""Programs as agents: ``cmd:./bot --fast`` reads questions and writes answers as JSON lines.

The models make the messages, check them and write their tables in ``docs/evaluation.md``.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import Any, Final, Literal

from pydantic import BaseModel, Field, StrictInt

from tablemates.agents.errors import AgentError, CrashError, StallError
from tablemates.agents.facts import GameFacts
from tablemates.agents.outside.guard import Answer, OutsideAgent
from tablemates.agents.outside.process import Process, shown, words_of_command
from tablemates.envs.core.files.documents import validated
from tablemates.envs.core.text.onlooker import Onlooker
from tablemates.envs.core.views.agent import Batch, Candidate, Explanation, Situation
from tablemates.envs.core.views.past import History, Past
from tablemates.envs.registry import new_game

#: Seconds that a program may take longer for its first answer: libraries are loaded.
START_SECONDS: Final = 60.0
#: Starts after which a program that has never answered is given up.
ATTEMPTS: Final = 3
#: In front of a command: each question has the history.
HISTORY: Final = "--history"
#: Bits of integers that are exact as JSON numbers in every language.
_SEED_BITS: Final = 53


class Option(BaseModel, frozen=True, extra="forbid"):
    """One of the choices."""

    action: int = Field(description="its number: the answer that chooses it")
    name: str = Field(description="its short name in the action catalogue")
    text: str = Field(description="what it means now, in words")


class Decided(BaseModel, frozen=True, extra="forbid"):
    """A decision that was taken before."""

    seat: str = Field(description="who decided")
    action: int = Field(description="the number of what was chosen")
    name: str = Field(description="its short name in the action catalogue")
    text: str = Field(description="what it meant then, in words")


class Told(BaseModel, frozen=True, extra="forbid"):
    """A game as everybody saw it, up to now or to its end."""

    decisions: list[Decided] = Field(description="what was decided, in order")
    returns: list[float] | None = Field(
        description="what each seat has earned by its end; null: it goes on"
    )


class Question(BaseModel, frozen=True, extra="forbid"):
    """The line that a program reads."""

    format: Literal["game-question"] = "game-question"
    version: Literal[2] = Field(
        2, description="incremented when a key changes its meaning or is removed"
    )
    game: str = Field(description="which game")
    seat: str = Field(description="who decides: you")
    decision: str = Field(description="what is to be decided, in a sentence")
    choices: list[Option] = Field(description="what is legal")
    snapshot: dict[str, Any] = Field(
        description="everything that can be seen, as the game documents it"
    )
    seed: int = Field(
        description="below `2**53`; random numbers made of it let the game be played again, and "
        "nothing in the game follows from it"
    )
    seconds: float = Field(description="the time for this answer")
    explain: bool = Field(description="whether somebody wants to read `candidates`")
    history: list[Told] | None = Field(
        None,
        description="of `'cmd:--history COMMAND'`: earlier games of a match, then this one so far; "
        "else null",
    )


class Reason(BaseModel, frozen=True):
    """The program's opinion of one choice."""

    action: StrictInt = Field(description="its number")
    value: float = Field(0.0, allow_inf_nan=False, description="how good, on a scale of your own")
    reason: str = Field("", description="a sentence")


class Reply(BaseModel, frozen=True):
    """The line that a program writes; unknown keys are ignored."""

    action: StrictInt = Field(description="the number of the choice")
    candidates: list[Reason] = Field(
        default_factory=list, description="why: the best choices, best first"
    )


class ProgramAgent(OutsideAgent):
    """Asks a program, which is started with the first question and again after every failure.

    The command is as typed in a shell, but run without one; an answer has ``seconds``. With
    ``HISTORY`` in front of it, questions have the history. Making the question is our part: an
    error there is none of the program's.
    """

    def __init__(
        self, name: str, command: str, facts: GameFacts, seconds: float, secret: bytes | None = None
    ) -> None:
        super().__init__(name, name, secret)
        asks, _, rest = command.strip().partition(" ")
        self.wants_history = asks == HISTORY
        self._asked_as = command
        self._command = _checked(name, rest if self.wants_history else command)
        self._seconds = seconds
        self._facts = facts
        game = new_game(replace(facts.settings, components=facts.components))
        self._onlooker = Onlooker(game)
        self._process: Process | None = None
        self._has_answered = False
        self._failures: list[AgentError] = []

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy starts its own program.
        return ProgramAgent, (self.name, self._asked_as, self._facts, self._seconds, self._secret)

    def answers(self, batch: Batch) -> list[Answer]:
        """Return the program's answers, actions that may not be legal, or its errors."""
        return [self._answer(self.question(batch[n])) for n in range(len(batch))]

    def _answer(self, question: Question) -> Answer:
        try:
            return self._ask(question).action
        except (CrashError, StallError) as error:
            return error

    def explain(self, situation: Situation) -> Explanation:
        """Return the program's candidates."""
        reply = self._ask(self.question(situation, explain=True))
        return Explanation(
            tuple(Candidate(one.action, one.value, one.reason) for one in reply.candidates)
        )

    def close(self) -> None:
        """End the program."""
        self._end(kill=False)

    def question(self, situation: Situation, explain: bool = False) -> Question:
        """Return the question about a decision; ``explain`` asks for reasons as well.

        It is made of what is public alone: the hidden part of the game here is empty.
        """
        game, name = self._onlooker.game, self._facts.catalogue.name
        history = self._told(situation.history) if self.wants_history else None
        (key,) = self._for_outside(situation.alone()).keys
        choices = self._onlooker.choices(situation.public, situation.mask)
        return Question(
            game=self._facts.game,
            seat=game.player_name(game.to_move()).lower(),
            decision=game.decision(),
            choices=[Option(action=one.id, name=name(one.id), text=one.text) for one in choices],
            snapshot=game.snapshot(),
            seed=key >> (64 - _SEED_BITS),
            seconds=self._seconds,
            explain=explain,
            history=history,
        )

    def _told(self, history: History | None) -> list[Told] | None:
        if history is None:
            return None
        return [
            Told(decisions=self._decisions(past), returns=past.returns)
            for past in (*history.earlier, history.now)
        ]

    def _decisions(self, past: Past) -> list[Decided]:
        """Return decisions in words, which are those of the games then."""
        game, name = self._onlooker.game, self._facts.catalogue.name
        return [
            Decided(
                seat=game.player_name(one.seat).lower(),
                action=one.action,
                name=name(one.action),
                text=one.text,
            )
            for one in self._onlooker.told(past)
        ]

    def _ask(self, question: Question) -> Reply:
        if not self._has_answered and len(self._failures) >= ATTEMPTS:
            raise self._failures[-1].with_traceback(None)
        line = json.dumps(question.model_dump(), separators=(",", ":")).encode()
        seconds = self._seconds
        try:
            if self._process is None:
                self._process = Process(self.name, self._command)
                seconds += START_SECONDS
            reply = self._read(self._process.ask(line, seconds), question)
        except (CrashError, StallError) as error:
            error = self._with_last_words(error)
            if not self._has_answered:
                self._failures.append(error)
            raise error from None
        except BaseException:
            self._end(kill=True)  # its answer would be taken for the next one
            raise
        self._has_answered = True
        return reply

    def _read(self, line: bytes, question: Question) -> Reply:
        no_answer = f"{self.name!r} answered {shown(line)}, which is no answer"
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise CrashError(f"{no_answer}: it is not JSON") from error
        reply = validated(Reply, values, lambda why: CrashError(f"{no_answer}: {why}"))
        if not 0 <= reply.action < len(self._facts.catalogue):
            raise CrashError(
                f"{self.name!r} answered {reply.action}, but actions go from 0 to "
                f"{len(self._facts.catalogue) - 1}"
            )
        legal = {option.action for option in question.choices}
        for candidate in reply.candidates:
            if candidate.action not in legal:
                raise CrashError(
                    f"{self.name!r} named the candidate {candidate.action}, which is not legal"
                )
        return reply

    def _with_last_words(self, error: CrashError | StallError) -> CrashError | StallError:
        """End the program; return the error with the last lines of its stderr."""
        words = [] if self._process is None else self._process.last_words()
        self._end(kill=True)
        if not words:
            return error
        return type(error)(f"{error} (on stderr: {' | '.join(words)})")

    def _end(self, kill: bool) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close(kill)


def _checked(name: str, command: str) -> str:
    try:
        words = words_of_command(command)
    except ValueError as error:
        raise AgentError(f"{name!r}: {str(error).lower()}") from error
    if not words:
        raise AgentError(f"{name!r} names no program: write, for example, 'cmd:./bot --fast'")
    program = words[0].strip('"')
    if shutil.which(program) is None:
        raise AgentError(f"{name!r}: there is no program {program!r} that can be executed")
    return command
