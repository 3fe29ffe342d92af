"""YAML documents: what is a number, what is an error, and where errors point."""

import pytest
from pydantic import Field, ValidationError

from tablemates.envs.core.files.documents import (
    DocumentError,
    DocumentModel,
    parse_document,
    place_and_reason,
    read_document,
)


class Wheel(DocumentModel):
    size: int = Field(ge=1)
    spokes: int = 0


class Cart(DocumentModel):
    wheels: dict[str, Wheel]
    load: float = 0.0


def reason(text):
    values = parse_document(text, "cart.yaml").values
    with pytest.raises(ValidationError) as caught:
        Cart.model_validate(values)
    place, why = place_and_reason(caught.value, values)
    return ".".join(map(str, place)), why


@pytest.mark.parametrize("text", ["1e-4", "1E-4", "+1e-4", "0.0001", "1.0e-4"])
def test_numbers_with_an_exponent_are_numbers(text):
    assert parse_document(f"rate: {text}", "x").values == {"rate": 0.0001}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", "x.yaml, line 3: duplicate key 'a'"),
        ("a: {[1]: 2}\n", "x.yaml, line 1: .* cannot be a key"),
        ("a: [1\nb: 2\n", "x.yaml, line 2: is not YAML, "),
        ("a: 2001-02-31\n", "x.yaml, line 1: '2001-02-31' cannot be read"),
        ("a: 1\n---\nb: 2\n", "x.yaml, line 2: is not YAML, "),
    ],
)
def test_broken_documents_are_refused_with_their_line(text, message):
    with pytest.raises(DocumentError, match=message):
        parse_document(text, "x.yaml")


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(DocumentError, match=r"none\.yaml: cannot be read \(No such file"):
        read_document(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"a: \xe9\n")
    with pytest.raises(DocumentError, match=r"latin\.yaml: is not a text file in UTF-8"):
        read_document(tmp_path / "latin.yaml")


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("wheels: {}\nlod: 3", "lod", "unknown key 'lod'; did you mean 'load'?"),
        ("wheels: {}\nxyz: 3", "xyz", "unknown key 'xyz'; known: wheels, load"),
        ("wheels: {left: {}}", "wheels.left", "'size' is missing"),
        (
            "wheels: {left: 3}",
            "wheels.left",
            "keys with values are needed here; known: size, spokes",
        ),
        ("wheels: 3", "wheels", "input should be a valid dictionary, not 3"),
    ],
)
def test_faults_of_models_are_put_in_words(text, place, why):
    assert reason(text) == (place, why)
