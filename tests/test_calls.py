"""Requests for packs over HTTP: both cases, repeats, and citations that resolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pincite
from pincite.codec.calls import PackCall, Repeats, pack_answer, pack_call, untraceable
from pincite.errors import MismatchError, RecordError
from pincite.records import Library

MakeLibrary = Callable[..., Library]
CAMEL: dict[str, Any] = {
    "clientRequestId": "r1",
    "task": "How many boats?",
    "tokenBudget": 1800,
    "documents": [{"id": "yard", "title": "Yard", "text": "The yard built nine boats."}],
}
SNAKE: dict[str, Any] = {
    "client_request_id": "r1",
    "task": "How many boats?",
    "token_budget": 1800,
    "documents": CAMEL["documents"],
}


def answered(body: dict[str, Any], make_library: MakeLibrary) -> dict[str, Any]:
    """The answer to a request of one document."""
    call = pack_call(body)
    library = make_library(yard=call.documents[0].text)
    pack = pincite.pack(call.task, library, budget_tokens=call.token_budget, style=call.style)
    return pack_answer(body, pack, library)


def test_the_answer_has_the_case_of_the_request(make_library: MakeLibrary) -> None:
    """`includedPassages[].passageId` and `context` for one that asked in camelCase."""
    camel = answered(CAMEL, make_library)
    snake = answered(SNAKE, make_library)
    passage = camel["includedPassages"][0]["passageId"]
    assert passage == snake["included_passages"][0]["passage_id"]
    assert passage in camel["context"]
    assert pack_call(CAMEL) == pack_call(SNAKE)


def test_every_accepted_citation_resolves(make_library: MakeLibrary) -> None:
    """One call names those that do not."""
    library = make_library(yard="The yard built nine boats.")
    pack = pincite.pack("boats", library, budget_tokens=200)
    name = pack.passages[0].passage_id
    assert untraceable([name, f"[{name}]"], pack) == []
    assert untraceable(["[yard:p00000000]"], pack) == ["[yard:p00000000]"]


def test_a_repeat_gives_the_same_and_another_body_is_refused() -> None:
    """The pack of an id is made once."""
    made = []

    def make(call: PackCall) -> dict[str, Any]:
        made.append(call)
        return {"n": len(made)}

    kept = Repeats(most=1)
    assert kept.answer(pack_call(CAMEL), CAMEL, make) == {"n": 1}
    assert kept.answer(pack_call(CAMEL), CAMEL, make) == {"n": 1}
    other = {**CAMEL, "task": "Why?"}
    with pytest.raises(MismatchError, match="another body"):
        kept.answer(pack_call(other), other, make)


@pytest.mark.parametrize(
    "change",
    [
        {"task": ""},
        {"tokenBudget": 0},
        {"documents": []},
        {"documents": [{"id": "a"}]},
        {"documents": [{"id": "a", "text": "x", "uri": "https://example.org"}]},
        {"extra": 1},
    ],
)
def test_a_malformed_request_is_named(change: dict[str, Any]) -> None:
    """Nothing is guessed and nothing is ignored."""
    with pytest.raises(RecordError, match="malformed"):
        pack_call({**CAMEL, **change})
