"""Sentences: every code has one, and every one is used."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import zashiki
from support import Setting, settings
from zashiki import Rng
from zashiki.core.event_runs import joined_runs
from zashiki.core.phrases import COMMON, sentence
from zashiki.core.record import split_line
from zashiki.core.shapes import EventView
from zashiki.testing.case import play_at_random

TESTS = Path(__file__).parents[1]
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


def happened(n: int, code: str, **facts: Any) -> EventView:
    return {"n": n, "ply": 2 * n, "rule": "HB-2.1", "code": code, "facts": facts, "text": f"event {n}"}


def test_a_run_of_events_is_one_line_where_there_is_a_sentence_for_it() -> None:
    catalogue = {"tile.run": "Tiles {tile} at {place}."}
    alone = happened(0, "tile", tile=9, place="z")
    tiles = [happened(2, "tile", tile=5, place="a"), happened(3, "tile", tile=4, place="b")]
    stones = [happened(n, "stone") for n in (1, 4, 5)]
    lines = joined_runs(catalogue, [alone, stones[0], *tiles, *stones[1:]])
    run = {**happened(3, "tile.run", tile=[5, 4], place=["a", "b"]), "text": "Tiles 5 and 4 at a and b."}
    assert lines == [alone, stones[0], run, *stones[1:]]
    assert joined_runs(catalogue, []) == []


def codes_in(value: Any) -> set[str]:
    """Every code in a JSON value, those of small phrases inside facts too."""
    found: set[str] = set()
    inside = [value]
    while inside:
        one = inside.pop()
        if type(one) is dict:
            if type(one.get("code")) is str:
                found.add(one["code"])
            inside += [item for item in one.values() if type(item) is dict or type(item) is list]
        elif type(one) is list:
            inside += [item for item in one if type(item) is dict or type(item) is list]
    return found


def said_at(match: zashiki.Match) -> set[str]:
    """All codes that a match uses now: for every viewer, and for every move that a seat could try."""
    game, state = match.game, match.state()
    reasons = [game.why_not(state, seat, action) for seat in range(match.seats) for action in range(game.action_count)]
    # Reasons with the same words have the same small phrases.
    unlike = {(reason.code, reason.text): reason for reason in reasons if reason is not None}
    views = [match.view(seat) for seat in (None, *range(match.seats))]
    return codes_in([*views, *(reason.data() for reason in unlike.values())])


def said_in_the_end(match: zashiki.Match) -> set[str]:
    """All codes in the events, the log and the scores of the whole game."""
    seen = [match.events(seat) for seat in (None, *range(match.seats))]
    logs = [joined_runs(match.game.catalogue, events) for events in seen]
    return codes_in([seen, logs, match.breakdown()])


def said_in_play(setting: Setting, seed: int, *, closely: bool) -> set[str]:
    """All codes that one random game uses; if not `closely`, just those of its events and scores."""
    match = setting.table(seed)
    state = match.game.start(setting.seats, match.options)
    said = codes_in(match.game.prompt(state, 0))
    said.update(codes_in([reason.data() for a in (0, 1) if (reason := match.game.why_not(state, 0, a))]))
    rng = Rng(seed)
    while closely and not match.over:
        said |= said_at(match)
        play_at_random(match, rng, most=4)
    return said | said_in_the_end(play_at_random(match, rng)) | said_at(match)


def said_in_rare_games(key: str) -> set[str]:
    """The codes of the games in `tests/<game>/rare`, which reach what random play hardly ever does."""
    said: set[str] = set()
    for file in sorted((TESTS / key / "rare").glob("*.json")):
        record = zashiki.load(file)
        match = zashiki.replay(record, ply=0)
        match.fair = None  # chance gives what the record says
        for ply, line in enumerate(record.moves):
            if (len(record.moves) - ply) % 3 == 0:
                said |= said_at(match)
            seat, name = split_line(line, ply)
            match.repeat([(seat, match.parse(seat, name))])
        assert match.record().moves == record.moves
        said |= said_at(match) | said_in_the_end(match)
    return said


def said_of_options(key: str) -> set[str]:
    """The codes of the problems with the options in `tests/<game>/wrong_options.json`, which no game uses."""
    file = TESTS / key / "wrong_options.json"
    game = zashiki.games()[key]
    given = json.loads(file.read_text("utf-8")) if file.exists() else []
    return {problem.code for options in given for problem in game.problems(game.usual_seats, options)}


@pytest.mark.once
@pytest.mark.parametrize("key", sorted(zashiki.games()))
def test_every_sentence_is_used(key: str) -> None:
    """A phrase that is never used is dead, or its code is misspelt somewhere."""
    # Reasons for hints are counted, not said in play: `test_every_reason_for_a_hint_is_used` is about them.
    wanted = {code for code in zashiki.games()[key].catalogue if not code.startswith("hint.")}
    said = said_in_rare_games(key) | said_of_options(key)
    tables = [setting for setting in settings() if setting.key == key]
    for setting in tables:
        said |= said_in_play(setting, 0, closely=True)
    # An option that is a number makes a game longer or shorter; nothing else is said in it.
    tables = [setting for setting in tables if not any(value.isdigit() for _, value in setting.given)]
    for seed in range(1, 60):
        for setting in tables:
            if not wanted <= said:
                said |= said_in_play(setting, seed, closely=seed < 4)
    assert said <= wanted | set(COMMON)
    assert wanted - said == set()


def test_templates_are_well_formed() -> None:
    for catalogue in (COMMON, *(game.catalogue for game in zashiki.games().values())):
        for code, template in catalogue.items():
            assert re.fullmatch(r"[a-z_]+(\.[a-z_]+)*", code), code
            assert re.fullmatch(r"([^{}]|\{[a-z_]+(:[^{}|]+\|[^{}|]+)?\})*", template), template
