"""Whatever comes over the wire is a message of the protocol or refused; nothing else happens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zashiki.table.messages import INCOMING, LONGEST, Move, described, id_of, read, write
from zashiki.table.refusals import Refused

GOOD = [
    {"type": "move", "id": "a", "version": 3, "action": 4},
    {"type": "move", "id": "a", "version": 3, "action": "play 4", "seat": 2},
    {"type": "look", "id": "a", "seat": None},
    {"type": "sync", "id": "a", "since": 17},
    {"type": "sync", "id": "~" * 64},
    {"type": "chat", "id": "a", "text": "お願いします"},
    {"type": "phrase", "id": "a", "code": "hello"},
    {"type": "ping", "id": "a"},
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize("message", GOOD)
def test_messages_of_the_protocol(message: dict[str, object]) -> None:
    for raw in (json.dumps(message), json.dumps(message).encode()):
        understood = read(raw)
        assert understood.model_dump(exclude_unset=True) == message
        assert id_of(raw) == message["id"]


def refusal_of(raw: str | bytes) -> str | None:
    try:
        read(raw)
    except Refused as refused:
        return refused.code if "\n" not in str(refused) else "more than a line"
    return None


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_bytes(raw: str | bytes) -> None:
    assert refusal_of(raw) in ("bad-message", None)
    id_of(raw)


@given(st.sampled_from(GOOD), st.sampled_from(["type", "id", "version", "action", "seat", "text", "x"]), json_values)
def test_one_field_that_is_anything(message: dict[str, object], field: str, value: object) -> None:
    raw = json.dumps({**message, field: value})
    assert refusal_of(raw) in ("bad-message", None)
    key = id_of(raw)
    assert key is None or (isinstance(key, str) and len(key) <= 64)


@pytest.mark.parametrize(
    "raw",
    [
        '{"type": "move", "id": "a", "version": 3, "action": 4, "seat": true}',
        '{"type": "move", "id": "a", "version": "3", "action": 4}',
        '{"type": "move", "id": "a", "version": 3.5, "action": 4}',
        '{"type": "move", "id": "a", "version": 3, "action": true}',
        '{"type": "move", "id": "a", "version": -1, "action": 4}',
        '{"type": "move", "id": "a b", "version": 3, "action": 4}',
        '{"type": "move", "id": "", "version": 3, "action": 4}',
        '{"type": "move", "id": "ä", "version": 3, "action": 4}',
        '{"type": "move", "version": 3, "action": 4}',
        '{"type": "move", "id": "a", "version": 3}',
        '{"type": "move", "id": "a", "version": 3, "action": 4, "extra": 1}',
        '{"type": "look", "id": "a"}',
        '{"type": "chat", "id": "a", "text": ""}',
        '{"type": "chat", "id": "a", "text": "\\ud800"}',
        '{"id": "a"}',
        '["move"]',
        "[" * LONGEST,
        "NaN",
        "",
    ],
)
def test_invalid_messages(raw: str) -> None:
    assert refusal_of(raw) == "bad-message"


def test_long_messages() -> None:
    assert refusal_of("x" * (LONGEST + 1)) == "too-big"
    assert refusal_of(b"x" * (LONGEST + 1)) == "too-big"


def test_the_id_of_a_broken_message_is_found() -> None:
    assert id_of('{"type": "dance", "id": "a"}') == "a"
    assert id_of('{"type": "dance", "id": 5}') is None
    assert id_of('{"id": "' + "x" * 65 + '"}') is None
    assert id_of("[]") is None
    assert id_of(b"\xff") is None


def test_errors_do_not_repeat_the_input() -> None:
    with pytest.raises(ValueError, match="version") as error:
        INCOMING.validate_json('{"type": "move", "id": "a", "version": "sesame", "action": 4}')
    assert "sesame" not in described(error.value)  # type: ignore[arg-type]


def test_numbers_of_any_size() -> None:
    message = read('{"type": "move", "id": "a", "version": 3, "action": ' + "9" * 300 + "}")
    assert isinstance(message, Move)
    assert refusal_of('{"type": "move", "id": "a", "version": ' + "9" * 3000 + ', "action": 1}') == "bad-message"


def test_outgoing_messages_are_json() -> None:
    assert json.loads(write({"type": "ok", "id": "ä", "version": 3})) == {"type": "ok", "id": "ä", "version": 3}
