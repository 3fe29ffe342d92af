"""Settings of the commands: pydantic models filled from a YAML recipe and from options.

Defaults are in the models alone; a recipe holds what differs, an option goes over the
recipe. ``command_line`` makes options of a model::

    class EvalConfig(SettingsModel):
        seed: int = Field(0, ge=0)
        \"\"\"Block of seeds.\"\"\"  # becomes the help text of --seed
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from tablemates.envs.core.files.documents import (
    Document,
    DocumentError,
    DocumentModel,
    Place,
    closest,
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
    return Path(__file__).resolve().parents[2] / "configs"


def read_config(
    model: type[_Model],
    recipe: Path | None = None,
    options: Mapping[str, Any] | None = None,
    short: Mapping[str, str] = MappingProxyType({}),
) -> _Model:
    """Validate a recipe with options over it.

    Args:
        model: The settings.
        recipe: YAML file, looked for in the shipped ``configs`` too; None: defaults alone.
        options: Values by their name, ``ppo.learning_rate`` for those of a section.
        short: Names of options that are not those of the settings, as in ``option_of``.

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
        where = _origin(place, document, given, short)
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


def option_of(place: str, short: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the option for a setting, such as ``--ppo.learning-rate``.

    ``short`` has names of options for dotted names of settings in sections.
    """
    return f"--{short.get(place, place).replace('_', '-')}"


def _origin(
    place: Place, document: Document | None, given: Sequence[Place], short: Mapping[str, str]
) -> str:
    """Return where a value comes from: an option, a line of the file, or both."""

    def named(options: Sequence[Place]) -> str:
        return " ".join(option_of(".".join(map(str, one)), short) for one in options)

    if around := [one for one in given if place and place[: len(one)] == one]:
        inside = [one for one in place[len(around[0]) :] if isinstance(one, str)]
        return " ".join([named(around[:1]), *inside])
    if document is None:
        return named([one for one in given if place and one[: len(place)] == place])
    if place in document.lines and place:
        return f"{document.file}, line {document.lines[place]}: {'.'.join(map(str, place))}"
    return " with ".join([document.file, *([named(given)] if given else [])])


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


def narrowed(model: type[_Model], settings: BaseModel) -> _Model:
    """Return the part of settings that a base of their model has."""
    names = model.model_fields
    values: dict[str, Any] = {name: getattr(settings, name) for name in names}
    given = settings.model_fields_set & names.keys()
    return cast(_Model, model.model_construct(given, **values))
