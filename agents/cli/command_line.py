"""The one grammar of all commands: options made of settings, help with examples, hints.

A command is declared by its settings, whose docstrings become the help of its options:

    class EvalConfig(SettingsModel):
        max_turns: int = Field(500, ge=1)
        \"\"\"Turn limit.\"\"\"  # of the option --max-turns

    COMMAND = Command(
        script="evaluate.py",
        settings=EvalConfig,
        purpose="Play games and report how they went.",
        examples=["--max-turns 200"],
    )

    def main(argv: Sequence[str] | None = None) -> int:
        return COMMAND.run(argv, work)  # work(settings)

Options are written with dashes, those of a section ``--ppo.learning-rate``; a list takes several
words (``--agents random rules``), a mapping ``--scenario level=1,2 players=2``, a switch ``--luck``
and ``--no-luck``; ``null`` means None. ``--config`` names a YAML recipe, over which options go.
What is wrong is said in one sentence and ends the program with exit code 2.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any, Final, Generic, NoReturn, TypeVar

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, CliSettingsSource

from tablemates.agents.cli import running
from tablemates.agents.cli.scenarios import meaning_of
from tablemates.agents.cli.settings_models import SettingsModel, kinds_of, option_of, read_config
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import DocumentError, nearest
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game

_Settings = TypeVar("_Settings", bound=SettingsModel)

#: Stands for None on the command line.
_NULL: Final = "null"
#: Ends options where words without one follow.
_END: Final = "--"
_GAME: Final = "--game"
_SCENARIO: Final = "--scenario"
_SCRIPT: Final = re.compile(r"\b(train|evaluate|play)\.py\b")
#: How a word of an option is shown, by the class of its value; the first that fits.
_WORDS: Final = {dict: "NAME=VALUE", Path: "PATH", float: "X", int: "N", str: "WORD"}


@dataclass(frozen=True, kw_only=True)
class Command(Generic[_Settings]):
    """A command.

    Attributes:
        script: How it is called in a checkout, such as ``train.py``.
        settings: The model of its settings.
        purpose: What it does, in sentences.
        examples: What may follow the name; ``{game}`` stands for a game other than the usual one.
        recipe: Recipe that ``--config`` names by default; None: the model's defaults alone.
        main: The option that words without one are probably meant for, such as ``--run``.
        short: Names of options for settings in sections, by their dotted names.
        groups: Settings that are shown under a title, by title.
        renamed: Old names of options and what replaces them; they work for one version.
        words: Option for words without one, which worked in an old version.
        fields: Whether parameters of games were options in an old version: ``--level 1``.
    """

    script: str
    settings: type[_Settings]
    purpose: str
    examples: Sequence[str]
    recipe: Path | None = None
    main: str = ""
    short: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    words: str = ""
    fields: bool = False

    @property
    def name(self) -> str:
        """Name by which the user called it."""
        return running.called(self.script)

    def run(self, argv: Sequence[str] | None, work: Callable[[_Settings], int | None]) -> int:
        """Run the command and return its exit code; wrong words end the program."""
        settings = self.parse(argv)
        return running.run(self.name, lambda: work(settings))

    def parse(self, argv: Sequence[str] | None = None) -> _Settings:
        """Return the settings that words say, or end the program with a sentence."""
        words = list(sys.argv[1:] if argv is None else argv)
        parser = _Parser(self, words)
        options = parser.options_in(words)
        given = parser.values_of(options)
        try:
            return read_config(self.settings, options.config, given, self.short)
        except DocumentError as error:
            parser.error(str(error))


class _Parser(argparse.ArgumentParser):
    """The command line of a command."""

    def __init__(self, command: Command[Any], words: Sequence[str]) -> None:
        super().__init__(
            prog=command.name,
            usage=f"{command.name} [--config FILE] [--OPTION VALUE ...]",
            description=_as_called(f"{command.purpose}\n\n{_examples(command)}"),
            epilog=_parameters(words) if {"-h", "--help"} & {*words} else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self._command = command
        self._kinds = kinds_of(command.settings)
        default = "" if command.recipe is None else f" (default: {command.recipe})"
        self.add_argument(
            "--config",
            type=Path,
            default=command.recipe,
            metavar="FILE",
            help=f"YAML recipe with the settings that differ from the defaults{default}",
        )
        self._titles = {name: title for title, names in command.groups.items() for name in names}
        self._groups: dict[str, Any] = {}
        self._source = CliSettingsSource[Any](
            type(command.settings.__name__, (command.settings, BaseSettings), {}),
            cli_prog_name=command.name,
            cli_parse_none_str=_NULL,
            cli_hide_none_type=True,
            cli_avoid_json=True,
            cli_implicit_flags=True,
            root_parser=self,
            add_argument_method=self._add,
        )
        self._known = {
            name: one
            for name, one in self._option_string_actions.items()
            if name.startswith("--") and one.help != argparse.SUPPRESS
        }

    def _add(self, group: Any, *names: str, **keywords: Any) -> argparse.Action:
        """Add an option for a setting: its name with dashes, help and words as people read them."""
        place = keywords["dest"]
        if place in self._kinds:
            names = (option_of(place, self._command.short),)
            keywords["help"] = _help(_field(self._command.settings, place))
            if keywords.get("action") == "append":
                keywords |= {"action": "extend", "nargs": "+"}
            kinds = self._kinds[place]
            if word := next((word for kind, word in _WORDS.items() if kind in kinds), None):
                keywords["metavar"] = word
            if title := self._titles.get(place):
                group = self._groups.get(title) or self.add_argument_group(title)
                self._groups[title] = group
        return argparse.ArgumentParser.add_argument(group, *names, **keywords)

    # -- words
    def options_in(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the parsed options; hints at new spellings go to stderr."""
        self._given, hints = self._respelled(words)
        options, others = self.parse_known_args(self._given)
        others = [one for one in others if one != _END]
        if others and self._command.words and not any(one.startswith("-") for one in others):
            hints[" ".join(others)] = shlex.join([self._command.words, *others])
            rest = [one for one in self._given if one not in (*others, _END)]
            options = self.parse_args([*rest, self._command.words, *others])
        elif others:
            self.error(self._unknown(others[0]))
        for old, new in hints.items():
            sentence = f"{old} is now {new}; the old spelling works in this version only"
            print(f"{self.prog}: {sentence}", file=sys.stderr)
        return options

    def _respelled(self, words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """Return the words in today's spelling, and old spellings with the new ones."""
        made: list[str] = []
        hints: dict[str, str] = {}
        left = list(words)
        while left:
            word = left.pop(0)
            name, sign, value = word.partition("=")
            dashed = name.replace("_", "-")
            new = self._command.renamed.get(dashed, dashed)
            if not name.startswith("--") or name in self._known:
                made.append(word)
            elif new in self._known:
                made.append(f"{new}{sign}{value}")
                hints[name] = new
            elif self._command.fields and (parameter := self._parameter(name, words)) is not None:
                given = value if sign or not left else left.pop(0)
                made += [_SCENARIO, f"{parameter}={given}"]
                hints[f"{name} {given}"] = " ".join(made[-2:])
            else:
                made.append(word)
        return made, hints

    def _parameter(self, option: str, words: Sequence[str]) -> str | None:
        """Return the parameter of the game that an option would name."""
        name = option.removeprefix("--").replace("-", "_")
        with suppress(SettingsError):
            fields = find_game(_game_in(words)).settings_type.recipe_fields
            return name if _SCENARIO in self._known and name in fields else None
        return None

    def values_of(self, options: argparse.Namespace) -> dict[str, Any]:
        """Return what was given, by dotted names of settings."""
        given: dict[str, Any] = {}
        for name, words in list(vars(options).items()):
            if words == [_NULL]:
                given[name] = None
            elif dict in self._kinds.get(name, ()) and isinstance(words, list):
                given[name] = self._named_values(name, words)
            else:
                continue
            delattr(options, name)
        values = self._source(parsed_args=options)()
        for name, kinds in self._kinds.items():
            if name in options:
                value = reduce(getitem, name.split("."), values)
                given[name] = value if kinds & {str, Path} else _number(value)
        return given

    def _named_values(self, place: str, words: Sequence[str]) -> dict[str, str]:
        """Return what words NAME=VALUE say, or exit."""
        values: dict[str, str] = {}
        option = option_of(place, self._command.short)
        for word in words:
            name, sign, value = word.partition("=")
            if not sign:
                example = "level=1" if option == _SCENARIO else "progress=10"
                self.error(f"{option}: {word!r} is not NAME=VALUE, such as {example}")
            if name in values:
                self.error(
                    f"{option}: {name} is given twice; of several values write "
                    f"{name}={values[name]},{value}"
                )
            values[name] = value
        return values

    # -- errors
    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with code 2."""
        self.exit(2, f"{self.prog}: {message.removeprefix('argument ')}\n")

    def _unknown(self, word: str) -> str:
        """Return what is wrong with a word that is no option, and what may have been meant."""
        if not word.startswith("-"):
            return f"unexpected word {word!r}{self._meant(word)}; --help lists all options"
        name = word.partition("=")[0]
        if (parameter := self._parameter(name, self._given)) is not None:
            place = self._given.index(word) + 1
            value = word.partition("=")[2] or "".join(self._given[place : place + 1]) or "VALUE"
            hint = f"; did you mean {_SCENARIO} {parameter}={value}?"
        else:
            hint = nearest(name, self._known)
        return f"unknown option {name}{hint if '?' in hint else '; --help lists all'}"

    def _meant(self, word: str) -> str:
        """Return the part of the command line that was probably meant."""
        option = "--config" if word.endswith((".yaml", ".yml")) else self._command.main
        if option not in self._known:
            return ""
        place = self._given.index(word) if word in self._given else 0
        flag = self._given[place - 1] if place else ""
        end = place + 1
        while (
            self._known[option].nargs == "+"
            and end < len(self._given)
            and not self._given[end].startswith("-")
        ):
            end += 1
        meant = [option, *(self._given[place:end] or [word])]
        if flag in self._known and self._known[flag].nargs == 0:
            meant.append(flag)
        return f"; did you mean {shlex.join(meant)}?"


# -- help
def _examples(command: Command[Any]) -> str:
    lines = [f"  {command.name} {one}".rstrip() for one in examples_of(command)]
    return "\n".join(["examples:", *lines])


def examples_of(command: Command[Any]) -> list[str]:
    """Return the examples of a command as its help shows them."""
    return [one.format(game=[*GAMES][1]) for one in command.examples]


def _parameters(words: Sequence[str]) -> str | None:
    """Return the parameters of a game for a help that was asked for with ``--game``."""
    if not any(one.partition("=")[0] == _GAME for one in words):
        return None
    try:
        kind = find_game(_game_in(words))
        lines = [f"parameters of {kind.title} for {_SCENARIO}:"]
        for one in kind.settings_type.form():
            usual = ", ".join("none" if value is None else str(value) for value in one.values)
            own = ", ".join(part.name for part in one.own if part.name)
            more = f"; or JSON with {own}" if own else ""
            meaning = meaning_of(kind.settings_type, one.name)
            lines.append(f"  {one.name:14}{meaning} Usual: {usual}{more}")
    except SettingsError:
        return None
    return "\n".join(lines)


def _game_in(words: Sequence[str]) -> str:
    for n, word in enumerate(words):
        if word.startswith(f"{_GAME}="):
            return word.removeprefix(f"{_GAME}=")
        if word == _GAME:
            return "".join(words[n + 1 : n + 2])
    return DEFAULT_GAME


def _field(model: type[BaseModel], place: str) -> FieldInfo:
    """Return the field of a setting."""
    *sections, name = place.split(".")
    inner: Any = model
    for section in sections:
        inner = inner.model_fields[section].annotation
    found: FieldInfo = inner.model_fields[name]
    return found


def _help(one: FieldInfo) -> str:
    """Return the sentence about a setting, and its default."""
    text = " ".join((one.description or "").replace("``", "").split())
    default = None if one.is_required() else _shown(one.get_default(call_default_factory=True))
    text = _as_called(text if default is None else f"{text} (default: {default})")
    return text.replace("%", "%%")


def _as_called(text: str) -> str:
    return _SCRIPT.sub(lambda found: running.called(found[0]), text)


def _shown(value: Any) -> str | None:
    """Return a default as words; None: nothing is the default, as one expects."""
    if isinstance(value, tuple | list):
        return " ".join(map(str, value)) or None
    if isinstance(value, bool):
        return "on" if value else None
    return None if value is None or value in ("", {}) else str(value)


def _number(value: Any) -> Any:
    """Return words that are numbers as such, so that ``1e6`` is taken for an integer."""
    if isinstance(value, list):
        return [_number(one) for one in value]
    for number in (int, float) if isinstance(value, str) else ():
        with suppress(ValueError):
            return number(value)
    return value
