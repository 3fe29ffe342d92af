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
        raise DocumentError(f"{_origin(place, document, given)}: {reason}") from error


def _found(path: Path) -> Path:
    shipped = configs_folder().parent / path
    return shipped if not path.exists() and shipped.exists() else path


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
        return "settings" if not place else ".".join(map(str, place))
    if place in document.lines and place:
        return f"{document.file}, line {document.lines[place]}: {'.'.join(map(str, place))}"
    return " with ".join([document.file, *(["--" + " --".join(options)] if options else [])])


class SettingsParser(argparse.ArgumentParser, Generic[_Model]):
    """Command line with an option for every setting of a model.

    Args:
        model: The settings.
        prog: Name of the command.
        description: What it does.
        recipe: Recipe that ``--config`` names by default; None: the model's defaults alone.
        epilog: Shown below the options.
    """

    def __init__(
        self,
        model: type[_Model],
        *,
        prog: str,
        description: str,
        recipe: Path | None = None,
        epilog: str | None = None,
    ) -> None:
        super().__init__(
            prog=prog,
            usage=f"{prog} [--config FILE] [--OPTION VALUE ...]",
            description=description,
            epilog=epilog,
            allow_abbrev=False,
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
                if not all("=" in word for word in words):
                    self.error(f"--{name}: takes words NAME=VALUE, such as progress=10")
                given[name] = dict(word.split("=", 1) for word in words)
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

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with code 2."""
        if message.startswith("unrecognized arguments: "):
            word = message.removeprefix("unrecognized arguments: ").split()[0]
            known = [name for name in self._option_string_actions if name.startswith("--")]
            hint = nearest(word.partition("=")[0], known) if word.startswith("-") else ""
            message = f"unknown option {word}{hint if '?' in hint else '; --help lists all'}"
        self.exit(2, f"{self.prog}: {message}\n")


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
