"""Rare games that show each case of the wildcard, and games that were played by an earlier version of the rules."""

from pathlib import Path
from typing import Any

import pytest

import zashiki
from sakura.hands import make, position
from zashiki import CHANCE, Record, RecordVersion, TamperedRecord
from zashiki.core.record import checksum

GAME = zashiki.games()["sakura"]
RARE = Path(__file__).parent / "rare"
OLD = zashiki.load(RARE / "by-version-1.json")


def as_version(record: Record, version: int) -> Record:
    """The same moves, as if they had been played by another version of the rules."""
    data = record.data.copy()
    data["version"] = version
    data["checksum"] = checksum(data)
    return Record(data)


def told(name: str) -> list[tuple[str, str, Any]]:
    """Code, rule and facts of all events of a rare game."""
    match = zashiki.replay(zashiki.load(RARE / f"{name}.json"))
    return [(event["code"], event["rule"], event["facts"]) for event in match.events(None)]


def cards_of(facts: Any) -> list[str]:
    return [card["code"] for card in facts["cards"]]


@pytest.mark.rules("SK-R3", "SK-R7", "SK-R8", "SK-5.4")
@pytest.mark.parametrize(
    ("name", "late"),
    [
        ("a-left-wildcard-is-taken-beside-an-oak", ["card.swallow"]),
        ("two-oaks-go-to-whoever-took-the-left-wildcard", ["card.swallow", "card.oak_scroll"]),
    ],
)
def test_rare_a_left_wildcard_brings_what_is_left_of_november(name: str, late: list[str]) -> None:
    """Left beside oaks after an interruption, then taken with another oak."""
    events = told(name)
    order = [code for code, _, _ in events]
    rules = {code: rule for code, rule, _ in events}
    steps = ["event.interrupts", "event.leaves", "event.paired", "event.late"]
    assert [order.count(step) for step in steps] == [1, 1, 1, 1]
    assert sorted(steps, key=order.index) == steps
    assert [rules[step] for step in steps] == ["SK-5.2", "SK-R3", "SK-R7", "SK-5.4"]
    facts = next(facts for code, _, facts in events if code == "event.late")
    assert facts["seat"]["n"] == 1
    assert cards_of(facts) == late


@pytest.mark.rules("SK-R8")
@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("an-oak-takes-another-and-the-wildcard-stays", {"card.swallow", "card.fireworks"}),
        (
            "four-oaks-stay-in-the-field",
            {"card.rain_man", "card.swallow", "card.oak_scroll", "card.fireworks"},
        ),
    ],
)
def test_rare_oaks_lie_to_the_end_of_the_round(name: str, left: set[str]) -> None:
    """Nobody has captured the wildcard, so nobody takes them late."""
    events = told(name)
    codes = [code for code, _, _ in events]
    assert "event.leaves" in codes
    assert not {"event.paired", "event.late"} & set(codes)
    discarded = next(facts for code, _, facts in events if code == "event.discarded")
    assert {card for card in cards_of(discarded) if card in left} == left


def test_a_record_of_version_1_is_replayed_by_its_own_rules() -> None:
    """SK-R7 came with version 2: by version 1 the oak scroll was discarded, and seat 0 won alone."""
    match = zashiki.replay(OLD)
    assert match.game.version == match.view(None)["version"] == 1
    assert match.record() == OLD
    assert (match.scores, match.winners) == ([40, 30], (0,))
    assert zashiki.verify(OLD) == sum(line.startswith("* ") for line in OLD.moves)
    with pytest.raises(TamperedRecord) as error:
        zashiki.replay(as_version(OLD, 2))
    assert error.value.where == "result"
    assert "'scores': [40, 40], 'winners': [0, 1]" in error.value.expected


@pytest.mark.parametrize("version", [0, 3])
def test_a_record_of_an_unknown_version_is_refused(version: int) -> None:
    for read in (zashiki.replay, zashiki.verify):
        with pytest.raises(RecordVersion, match="expected version 1 or 2 of Sakura"):
            read(as_version(OLD, version))


def test_new_games_are_played_by_the_newest_version() -> None:
    match = zashiki.new("sakura", seed=1)
    assert match.game.version == match.record().data["version"] == 2
    assert GAME.of_version(2) is GAME
    assert GAME.of_version(3) is None


def test_by_version_1_an_oak_binds_after_an_interruption_too() -> None:
    """SK-R3 as it was: with an oak in the field the wildcard took something, a lone oak by itself."""
    hands = ["fireworks, boar", "geese, pampas chaff 1, pampas chaff 2, crane"]
    state = make(position(hands, field="moon, swallow, phoenix", version=1), "play fireworks", "take moon")
    assert [GAME.name(0, action) for action in state.legal(0)] == ["take swallow", "take phoenix"]
    assert GAME.prompt(state, 0)["code"] == "prompt.wild_must"
    lone = make(position(hands, field="moon, swallow", version=1), "play fireworks", "take moon")
    assert lone.turn() == CHANCE
    assert lone.wild_seat == 0


def test_by_version_1_a_left_wildcard_was_an_ordinary_oak() -> None:
    """SK-R7 as it was."""
    state = position(["fireworks", "swallow"], field="moon", version=1)
    make(state, "play fireworks", "leave", "flip boar", "play swallow")
    assert state.clone().version == 1
    assert state.wild_seat == -1
    make(state, "flip oak scroll")
    assert state.sheet[0].late == 0
