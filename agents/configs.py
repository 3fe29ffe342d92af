"""Settings of the commands: pydantic models filled from a YAML recipe and from options.

Defaults are in the models alone; a recipe holds what differs, an option goes over the
recipe. A command is written like this:

    class EvalConfig(SettingsModel):
        seed: int = Field(0, ge=0)
        \"\"\"Block of seeds.\"\"\"  # becomes the help text of --seed

    parser = SettingsParser(EvalConfig, prog="evaluate.py", description="...",
                            recipe=Path("configs/eval/default.yaml"))
    parser.add_argument("--verify", type=Path)  # options that are no settings
    config, options = parser.parse_settings(argv)

What is wrong is printed in one sentence and ends the program with exit code 2, as argparse
does. Options of nested models are ``--section.name``, those of lists take several words
(``--agents random rules``), mappings ``--scenario level=1,2 players=2``, booleans ``--flag`` and
``--no-flag``, and ``null`` means None.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Annotated, Any, Generic, NoReturn, TypeAlias, TypeVar, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from tablemates.envs.core.documents import (
    Document,
    DocumentError,
    DocumentModel,
    Place,
    closest,
    nearest,
    place_and_reason,
    read_document,
)

#: A path as users write it, with ``~`` for their home.
UserPath: TypeAlias = Annotated[Path, AfterValidator(Path.expanduser)]


class SettingsModel(DocumentModel):
    """Immutable settings; the docstring below a field is the help text of its option."""

    model_config = ConfigDict(use_attribute_docstrings=True, validate_default=True)


_Model = TypeVar("_Model", bound=DocumentModel)


def configs_folder() -> Path:
    """Return the folder ``configs``, which lies beside ``agents`` in checkout and wheel alike."""
    return Path(__file__).resolve().parents[1] / "configs"


def read_config(
    model: type[_Model], recipe: Path | None = None, options: Mapping[str, Any] | None = None
) -> _Model:
    """Validate a recipe with options over it.

    Args:
        model: The settings.
        recipe: YAML file, looked for in the shipped ``configs`` too; None: defaults alone.
        options: Values by their name, ``ppo.learning_rate`` for those of a section.

    Raises:
        DocumentError: The message says what is wrong, where, and what to do.
    """
    document = None if recipe is None else read_document(_found(recipe))
    values: dict[str | int, Any] = {} if document is None else dict(document.values)
    given: list[Place] = []
    for name, value in (options or {}).items():
        given.append(tuple(name.split(".")))
        _set(values, given[-1], value)
    try:
        return model.model_validate(values)
    except ValidationError as error:
        place, reason = place_and_reason(error, values)
        where = _origin(place, document, given)
        raise DocumentError(": ".join(filter(None, [where, reason]))) from error


def _found(path: Path) -> Path:
    root = configs_folder().parent
    if path.exists() or (root / path).exists():
        return path if path.exists() else root / path
    recipes = {one.stem: one.relative_to(root) for one in configs_folder().rglob("*.yaml")}
    if (name := closest(path.stem, recipes)) is not None:
        raise DocumentError(f"{path}: there is no such file; did you mean {recipes[name]}?")
    return path


def _set(values: dict[str | int, Any], place: Place, value: Any) -> None:
    for key in place[:-1]:
        inner = values.get(key)
        values[key] = dict(inner) if isinstance(inner, Mapping) else {}
        values = values[key]
    values[place[-1]] = value


def _origin(place: Place, document: Document | None, given: Sequence[Place]) -> str:
    """Return where a value comes from: an option, a line of the file, or both."""
    options = [".".join(map(str, one)) for one in given]
    if place and any(place[: len(one)] == one for one in given):
        return f"--{'.'.join(map(str, place))}"
    if document is None:
        inside = [one for one in given if place and one[: len(place)] == place]
        return " ".join(f"--{'.'.join(map(str, one))}" for one in inside)
    if place in document.lines and place:
        return f"{document.file}, line {document.lines[place]}: {'.'.join(map(str, place))}"
    return " with ".join([document.file, *(["--" + " --".join(options)] if options else [])])


class CommandParser(argparse.ArgumentParser):
    """Command line whose errors are one sentence.

    Args:
        stray: The option that a word without one was probably meant for.
        keywords: Those of ``argparse.ArgumentParser``.
    """

    def __init__(self, *, stray: str = "", **keywords: Any) -> None:
        super().__init__(allow_abbrev=False, **keywords)
        self._stray = stray
        self._words: list[str] = []

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Note the words, which an error may quote."""
        self._words = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(self._words, namespace)

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with code 2."""
        message = message.removeprefix("argument ")
        if message.startswith("unrecognized arguments: "):
            first = message.removeprefix("unrecognized arguments: ").split()[0]
            message = self._unknown(first)
        self.exit(2, f"{self.prog}: {message}\n")

    def _unknown(self, word: str) -> str:
        """Return what is wrong with a word that is no option, and what may have been meant."""
        known = {name: one for name, one in self._option_string_actions.items() if name[:2] == "--"}
        if not word.startswith("-"):
            return f"unexpected word {word!r}{self._meant(word, known)}; --help lists all options"
        given = word.partition("=")[0]
        options = [name for name in known if not any(one.startswith(f"{name}.") for one in known)]
        hint = nearest(given, options)
        return f"unknown option {given}{hint if '?' in hint else '; --help lists all'}"

    def _meant(self, word: str, known: Mapping[str, argparse.Action]) -> str:
        """Return the part of the command line that was probably meant."""
        recipe = word.endswith((".yaml", ".yml")) and "--config" in known
        option = "--config" if recipe else self._stray
        if not option:
            return ""
        place = self._words.index(word) if word in self._words else 0
        flag = self._words[place - 1] if place else ""
        several = known[option].nargs == "+" if option in known else False
        end = place + 1
        while several and end < len(self._words) and not self._words[end].startswith("-"):
            end += 1
        meant = [option, *(self._words[place:end] or [word])]
        if flag in known and known[flag].nargs == 0:
            meant.append(flag)
        return f"; did you mean {shlex.join(meant)}?"


class SettingsParser(CommandParser, Generic[_Model]):
    """Command line with an option for every setting of a model.

    Args:
        model: The settings.
        prog: Name of the command.
        description: What it does.
        recipe: Recipe that ``--config`` names by default; None: the model's defaults alone.
        stray: As in ``CommandParser``.
    """

    def __init__(
        self,
        model: type[_Model],
        *,
        prog: str,
        description: str,
        recipe: Path | None = None,
        stray: str = "",
    ) -> None:
        super().__init__(
            stray=stray,
            prog=prog,
            usage=f"{prog} [--config FILE] [--OPTION VALUE ...]",
            description=description,
        )
        self.add_argument(
            "--config",
            type=Path,
            default=recipe,
            metavar="FILE",
            help=f"YAML recipe with the settings that differ from the defaults (default: {recipe})",
        )
        self._model = model
        self._source = _option_source(model, self)
        self._kinds = kinds_of(model)

    def parse_settings(
        self, argv: Sequence[str] | None = None
    ) -> tuple[_Model, argparse.Namespace]:
        """Return the settings, and the namespace with the options that are no settings, or exit."""
        options = self.parse_args(argv)
        given: dict[str, Any] = {}
        for name, words in list(vars(options).items()):
            if words == ["null"]:
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
        try:
            return read_config(self._model, options.config, given), options
        except DocumentError as error:
            self.error(str(error))

    def _named_values(self, option: str, words: Sequence[str]) -> dict[str, str]:
        """Return what words NAME=VALUE say, or exit."""
        values: dict[str, str] = {}
        for word in words:
            name, sign, value = word.partition("=")
            if not sign:
                example = "level=1" if option.endswith("scenario") else "progress=10"
                self.error(f"--{option}: {word!r} is not NAME=VALUE, such as {example}")
            if name in values:
                self.error(
                    f"--{option}: {name} is given twice; of several values write "
                    f"{name}={values[name]},{value}"
                )
            values[name] = value
        return values


def kinds_of(model: type[BaseModel], above: str = "") -> dict[str, set[Any]]:
    """Return the classes that each setting is made of, by its dotted name."""
    kinds: dict[str, set[Any]] = {}
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            kinds |= kinds_of(kind, f"{above}{name}.")
        else:
            kinds[f"{above}{name}"] = _kinds(kind)
    return kinds


def _kinds(annotation: Any) -> set[Any]:
    """Return the classes that an annotation is made of."""
    inner = [_kinds(one) for one in get_args(annotation)]
    return {get_origin(annotation) or annotation}.union(*inner)


def _number(value: Any) -> Any:
    """Return words that are numbers as such, so that ``1e6`` is taken for an integer."""
    if isinstance(value, list):
        return [_number(one) for one in value]
    for number in (int, float) if isinstance(value, str) else ():
        with suppress(ValueError):
            return number(value)
    return value


def _metavar(kinds: str) -> str:
    """Return how the type of an option's words is shown, such as ``int``."""
    kinds = re.sub(r"dict\[str,\w+\]", "NAME=VALUE", kinds.strip("{}"))
    kinds = re.sub(r"tuple\[(.*?)(,\.\.\.)?\]", r"\1", kinds)
    names = [*dict.fromkeys(kinds.split(","))]
    return names[0] if len(names) == 1 else f"{{{','.join(names)}}}"


def _option_source(model: type[BaseModel], parser: argparse.ArgumentParser) -> Any:
    """Add an option for every setting and return what makes values of parsed options."""
    try:
        from pydantic_settings import BaseSettings, CliSettingsSource
    except ImportError:
        raise SystemExit(
            f"{parser.prog}: error: needs pydantic-settings: pip install 'tablemates[train]' for "
            "training or 'tablemates[evaluation]' for evaluation"
        ) from None

    def add_argument(group: Any, *names: str, **keywords: Any) -> argparse.Action:
        if keywords.get("action") == "append":
            keywords |= {"action": "extend", "nargs": "+"}
        # Quotes and class names of Python are no syntax of the command line.
        keywords["help"] = re.sub(r"PosixPath\('(.*?)'\)", r"\1", keywords.get("help") or "")
        if metavar := keywords.get("metavar"):
            keywords["metavar"] = _metavar(metavar)
        return argparse.ArgumentParser.add_argument(group, *names, **keywords)

    return CliSettingsSource(
        type(model.__name__, (model, BaseSettings), {}),
        cli_prog_name=parser.prog,
        cli_parse_none_str="null",
        cli_hide_none_type=True,
        cli_avoid_json=True,
        cli_implicit_flags=True,
        root_parser=parser,
        add_argument_method=add_argument,
    )
