"""Refusals are facts first: whatever a sentence says is also there as a code, so that every language can say it."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import zashiki
from zashiki.table.refusals import CODES, REASONS, Refused

SOURCE = Path(zashiki.__file__).parent
TRANSLATED = {"illegal", "refused_error", "refused_input"}
"""Functions that repeat the sentence of a rule or a validator; its facts come with it."""


def refusals() -> Iterator[tuple[str, str, ast.Call]]:
    """Every place that makes a refusal: where it is, in which function, and how."""
    for path in sorted(SOURCE.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", function.name, node


def given_reason(call: ast.Call) -> ast.expr | None:
    named = [one.value for one in call.keywords if one.arg == "reason"]
    return next(iter([*call.args[1:2], *named]), None)


def test_no_refusal_has_a_sentence_of_its_own() -> None:
    found = list(refusals())
    assert len(found) > 60
    for where, function, call in found:
        reason = given_reason(call)
        assert reason is None or (isinstance(reason, ast.Constant) and reason.value in REASONS), where
        assert not any(one.arg is None for one in call.keywords), f"{where}: name the arguments"
        if function not in TRANSLATED:
            assert not any(one.arg == "text" for one in call.keywords), f"{where}: add a reason to the catalogue"


def test_every_reason_is_given_somewhere() -> None:
    trees = (ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py") if path.name != "refusals.py")
    texts = {node.value for node in chain.from_iterable(map(ast.walk, trees)) if isinstance(node, ast.Constant)}
    assert [reason for reason in REASONS if reason not in texts] == []


def test_reasons_are_no_codes() -> None:
    assert not REASONS.keys() & CODES.keys()


def test_a_reason_is_sent_as_a_code_and_as_a_sentence() -> None:
    data = Refused("too-many", "tables.too_many", {"limit": 5}).data()
    assert data["text"] == "You can host at most 5 tables: finish or close one first."
    assert data["facts"] == {"reason": "tables.too_many", "limit": 5}
    with pytest.raises(KeyError):
        Refused("too-many", "you cannot do that")
