"""YAML files of training and evaluation: where they lie, and how one is read.

Defaults stand in the files alone. A file may name another one as its ``base``,
whose values hold where it says nothing; ``key=value`` words of a command line
go over both. Sections are laid over each other key by key, everything else whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ValidationError

from tablemates.envs.core.documents import (
    Document,
    DocumentError,
    DocumentModel,
    Place,
    nearest,
    parse_document,
    place_and_reason,
    read_document,
)

_BASE: Final = "base"
_Model = TypeVar("_Model", bound=DocumentModel)


def _at_home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:  # of somebody who is not known here
        raise ValueError(f"nobody knows where {path.parts[0]} is") from error


#: A path as users write it: no shell looks at a file of settings, or at ``key=value``.
UserPath: TypeAlias = Annotated[Path, AfterValidator(_at_home)]


def configs_folder() -> Path:
    """Return the folder ``configs``, which lies beside ``agents`` in checkout and wheel alike."""
    return Path(__file__).resolve().parents[1] / "configs"


def read_config(
    model: type[_Model],
    path: Path,
    words: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
) -> _Model:
    """Read a file of settings.

    Args:
        model: What the settings are checked against.
        path: The file. One that is not there is looked for in ``configs`` too,
            so that ``configs/train/quick.yaml`` works away from the checkout.
        words: ``key=value``, such as ``ppo.learning_rate=1e-4``; values are YAML.
        options: Settings that a command line gives by options of its own.

    Raises:
        DocumentError: Something is wrong; the message says where and why.
    """
    documents = _with_base(_found(path))
    values: dict[str | int, Any] = {}
    for document in documents:
        values = _laid_over(model, values, document.values)
    values.update(options or {})
    given: list[Place] = [(name,) for name in options or {}]
    for word in words:
        place, value = _parsed(word)
        _set(values, place, value, word)
        given.append(place)
    if (flag := _wrong_flag(model, values)) is not None:
        name = ".".join(map(str, flag))
        raise DocumentError(
            f"{_where(flag, documents, given)}: {name}: true and false are no value here"
        )
    try:
        return model.model_validate(values)
    except ValidationError as error:
        place, reason = place_and_reason(error, values)
        words_to_it = [_where(place, documents, given), *[".".join(map(str, place))] * bool(place)]
        if reason.endswith("is missing") and len(documents) == 1:
            reason += f" (a file that says only what is otherwise names a {_BASE})"
        raise DocumentError(": ".join([*words_to_it, reason])) from error


def _found(path: Path) -> Path:
    inside = configs_folder().parent / path
    return inside if not path.exists() and inside.exists() else path


def _based_on(base: str, path: Path) -> Path:
    """Return the file that another one names: beside it, or found as on a command line."""
    beside, found = path.parent / base, _found(Path(base))
    return found if found.exists() and not beside.exists() else beside


def _with_base(path: Path) -> list[Document]:
    """Return the file after those that it is based on."""
    documents: list[Document] = []
    seen: list[Path] = []
    following: Path | None = path
    while following is not None:
        try:
            document = read_document(following)
        except DocumentError as error:
            if not seen:
                raise
            raise DocumentError(f"{seen[-1]}: {_BASE}: {error}") from error
        seen.append(following.resolve())
        base = document.values.pop(_BASE, None)
        if base is not None and not isinstance(base, str):
            raise DocumentError(f"{following}: base: is {base!r}, not the name of a file")
        following = None if base is None else _based_on(base, following)
        if following is not None and following.resolve() in seen:
            raise DocumentError(f"{path}: base: the files are based on each other")
        documents.insert(0, document)
    return documents


def _laid_over(
    model: type[BaseModel], below: Mapping[str | int, Any], above: Mapping[str | int, Any]
) -> dict[Any, Any]:
    """Return ``below`` with the values of ``above``: sections key by key, all else whole.

    Keys of a mapping that is no section are names of its own, such as agents with their
    shares: what a base has there goes.
    """
    values = dict(below)
    for key, value in above.items():
        old, section = values.get(key), _section(model, key)
        if section is not None and isinstance(old, Mapping) and isinstance(value, Mapping):
            value = _laid_over(section, old, value)
        values[key] = value
    return values


def _section(model: type[BaseModel], key: str | int) -> type[BaseModel] | None:
    """Return the settings that stand under a key, None where it holds a value."""
    fields = model.model_fields.items()
    found = next((one for name, one in fields if key in (name, one.alias)), None)
    kinds = () if found is None else (found.annotation, *get_args(found.annotation))
    return next(
        (kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None
    )


def _wrong_flag(
    model: type[BaseModel], values: Mapping[Any, Any], above: Place = ()
) -> Place | None:
    """Return where true or false stands and is none: it would be taken for 1 or 0."""
    for name, value in values.items():
        section, field = _section(model, name), model.model_fields.get(str(name))
        found = None
        if section is not None and isinstance(value, Mapping):
            found = _wrong_flag(section, value, (*above, name))
        elif field is not None and bool not in (field.annotation, *get_args(field.annotation)):
            inner = value.values() if isinstance(value, Mapping) else value
            some = [value, *inner] if isinstance(value, Mapping | list | tuple) else [value]
            found = (*above, name) if any(isinstance(one, bool) for one in some) else None
        if found is not None:
            return found
    return None


def _parsed(word: str) -> tuple[Place, Any]:
    key, equals, text = word.partition("=")
    if not equals or not key:
        raise DocumentError(f"{word!r} is not key=value, such as ppo.learning_rate=1e-4")
    value = parse_document(f"value: {text}", f"{word!r}").values["value"]
    return tuple(key.split(".")), value


def _set(values: dict[str | int, Any], place: Place, value: Any, word: str) -> None:
    for key in place[:-1]:
        inner = values.get(key)
        if not isinstance(inner, dict):
            raise DocumentError(f"{word!r}: unknown key {key!r}{nearest(key, values)}")
        values[key] = values = dict(inner)
    values[place[-1]] = value


def _where(place: Place, documents: list[Document], given: list[Place]) -> str:
    """Return where a value stands: the command line, or a file and perhaps its line."""
    if any(place[: len(one)] == one for one in given):
        return "command line"
    for document in reversed(documents):
        if place in document.lines:
            return f"{document.file}, line {document.lines[place]}"
    return documents[-1].file
