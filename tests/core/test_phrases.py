"""Sentences: every code has one, and every one is used."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import zashiki
from support import default_settings, play_on
from zashiki import Rng
from zashiki.core.phrases import COMMON, sentence

CATALOGUE = {"card": "card {n}", "won": "{who} won {tricks:trick|tricks} with {cards}.", "win": "{seats:wins|win}!"}


@pytest.mark.parametrize(
    ("code", "facts", "text"),
    [
        ("won", {"who": {"code": "seat", "n": 2}, "tricks": 1, "cards": []}, "Seat 2 won 1 trick with nothing."),
        ("won", {"who": "You", "tricks": 0, "cards": ["a"]}, "You won 0 tricks with a."),
        (
            "won",
            {"who": "You", "tricks": 2, "cards": ["a", {"code": "card", "n": 5}]},
            "You won 2 tricks with a and card 5.",
        ),
        ("won", {"who": "You", "tricks": 2, "cards": ["a", "b", "c"]}, "You won 2 tricks with a, b and c."),
        ("win", {"seats": ["a"]}, "a wins!"),
        ("win", {"seats": ["a", "b"]}, "a and b win!"),
    ],
)
def test_a_sentence_is_made_from_its_facts(code: str, facts: dict[str, Any], text: str) -> None:
    assert sentence(CATALOGUE, code, facts) == text


def test_what_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="nowhere"):
        sentence(CATALOGUE, "nowhere", {})
    with pytest.raises(KeyError, match="who"):
        sentence(CATALOGUE, "won", {"tricks": 1, "cards": []})


def codes_in(value: Any) -> Iterator[str]:
    """Every code in a JSON value, those of small phrases inside facts too."""
    if isinstance(value, dict):
        if isinstance(value.get("code"), str):
            yield value["code"]
        for item in value.values():
            yield from codes_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from codes_in(item)


def said_in_play(key: str, games: int) -> set[str]:
    """All codes that random games bring up, in views, events, reasons and breakdowns."""
    said: set[str] = set()
    for setting in default_settings():
        if setting.key != key:
            continue
        for seed in range(games):
            table = setting.table(seed)
            rng = Rng(seed)
            while True:
                for seat in (None, *range(setting.seats)):
                    said.update(codes_in(table.view(seat)))
                for seat in range(setting.seats):
                    for action in range(table.game.action_count):
                        reason = table.why_not(seat, action)
                        if reason is not None:
                            said.update(codes_in(reason.data()))
                if table.over:
                    break
                play_on(table, rng, most=4)
            for seat in (None, *range(setting.seats)):
                said.update(codes_in(table.events(seat)))
            said.update(codes_in(table.breakdown()))
            state = table.game.start(setting.seats, table.options)
            said.update(codes_in(table.game.prompt(state, 0)))
            said.update(codes_in([reason.data() for a in (0, 1) if (reason := table.game.why_not(state, 0, a))]))
    return said


@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_no_sentence_is_idle(key: str) -> None:
    """A phrase that no game ever says is dead, or its code is misspelt somewhere."""
    catalogue = zashiki.games()[key].catalogue
    said = said_in_play(key, games=6)
    assert said <= set(catalogue) | set(COMMON)
    assert set(catalogue) - said == set()


def test_templates_are_well_formed() -> None:
    for catalogue in (COMMON, *(game.catalogue for game in zashiki.games().values())):
        for code, template in catalogue.items():
            assert re.fullmatch(r"[a-z_]+(\.[a-z_]+)*", code), code
            assert re.fullmatch(r"([^{}]|\{[a-z_]+(:[^{}|]+\|[^{}|]+)?\})*", template), template
