"""Canonical JSON and hashes."""

import pytest

from pincite.canonical import canonical_json, sha256_text, sha256_value


def test_keys_are_sorted_and_numbers_shortest() -> None:
    """The bytes are those of RFC 8785."""
    assert (
        canonical_json({"b": 1.0, "a": [1e21, 0.1, "é"]}) == '{"a":[1e+21,0.1,"é"],"b":1}'.encode()
    )


def test_order_of_keys_does_not_matter() -> None:
    """Equal mappings have equal hashes."""
    assert sha256_value({"a": 1, "b": 2}) == sha256_value({"b": 2, "a": 1})


def test_known_hash() -> None:
    """The hash of a text is SHA-256 of its UTF-8 bytes."""
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert sha256_text("abc") == f"sha256:{digest}"


def test_scripts_do_not_collide() -> None:
    """Texts in any script, or without letters, have hashes of their own."""
    texts = ["秋は短い。", "冬は長い。", "Зима долгая.", "!?"]
    assert len({sha256_text(text) for text in texts}) == len(texts)


def test_nan_is_refused() -> None:
    """A number that JSON cannot hold is an error, not a hash."""
    with pytest.raises(ValueError, match=r"."):
        canonical_json(float("nan"))
