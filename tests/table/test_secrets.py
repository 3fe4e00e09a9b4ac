"""What leaves a table: each hears what their own seat may know, and nobody the server's seed before the end."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support import dumped
from table.parlour import PEOPLE, STRANGER, Ear, changed, parlour, play, settings, started, table_of
from zashiki import Table, house
from zashiki.core.errors import IllegalMove
from zashiki.core.fair import Fair
from zashiki.core.game import CHANCE
from zashiki.table import seen
from zashiki.table.keeping import row_of, seats_of
from zashiki.table.messages import TableData, Update
from zashiki.table.refusals import Refused
from zashiki.table.room import Listener, Room
from zashiki.table.sitting import Sitting

GAMES = sorted(house.games())


class Raw(Listener):
    """An ear that keeps the texts."""

    def __init__(self, player: str | None, seat: int | None, eyes: int | None) -> None:
        self.player = player
        self.seat = seat
        self.eyes = eyes
        """With which they really look."""
        self.texts: list[str] = []
        self.checked = 0
        """How many of them were looked at."""

    def hear(self, text: str) -> None:
        self.texts.append(text)


def listeners(seats: int) -> list[Raw]:
    """Everybody who sits here, honest or not; and others, who pretend to sit here or not."""
    found = [Raw(PEOPLE[seat], seat, seat) for seat in range(seats)]
    found += [Raw(PEOPLE[seat], None, None) for seat in range(seats)]
    found += [Raw(PEOPLE[seat], (seat + 1) % seats, None) for seat in range(seats)]
    found += [Raw(player, seat, None) for player in (STRANGER, None) for seat in (None, 0, seats - 1, 99)]
    return found


def out(sitting: Sitting) -> str:
    """Everything that can be asked about a table, by anybody, as one text."""
    row, places = row_of(sitting, 0.0), seats_of(sitting)
    asked: list[Any] = [repr(sitting)]
    for player in (None, STRANGER, *PEOPLE):
        asked += [seen.table_data(sitting, player), seen.listed(row, places, player)]
    for seat in (None, *range(len(sitting.places))):
        asked += [seen.synced(sitting, seat, 0, 0.0), seen.view(sitting, seat), seen.events(sitting, seat, 0)]
    return dumped(asked)


def check_refusals(room: Room, ideal: Table, choices: random.Random, secret: str) -> None:
    """A move that is not possible is answered with the reason of the rules, for this seat, and nothing more."""
    seat = choices.randrange(ideal.seats)
    action = choices.randrange(ideal.game.action_count)
    reason = ideal.why_not(seat, action)
    if reason is None:
        return
    with pytest.raises(Refused) as refusal:
        room.sitting.play(seat, action, ideal.ply, None, 0.0)
    with pytest.raises(IllegalMove) as error:
        ideal.play(seat, action)
    facts = {"reason": reason.code, **error.value.reason.facts}
    assert refusal.value.data() == {"code": "illegal", "text": reason.text, "rule": reason.rule, "facts": facts}
    assert secret not in dumped(refusal.value.data())


@pytest.mark.parametrize("game", GAMES)
async def test_everybody_hears_what_their_seat_may_know(game: str, tmp_path: Path) -> None:
    choices = random.Random(game)
    async with parlour(tmp_path) as kept:
        chosen = settings(game)
        room = await table_of(kept.rooms, chosen)
        ears = listeners(chosen.seats)
        for ear in ears:
            room.enter(ear)
        secret = room.sitting.server_seed.hex()
        await changed(room, lambda sitting: sitting.start(PEOPLE[0], kept.clock()))
        assert secret not in out(room.sitting)
        fair = Fair(room.sitting.server_seed, ("",) * chosen.seats)
        ideal, told = Table(room.sitting.game, chosen.seats, dict(chosen.options), fair), 0
        while True:
            check_heard(ears, ideal, room, told)
            if ideal.over:
                break
            told = ideal.told
            check_refusals(room, ideal, choices, secret)
            kept.clock.wait(1)
            seat = choices.choice(ideal.waiting())
            action = choices.choice(ideal.legal(seat))
            await play(room, seat, choice=ideal.legal(seat).index(action))
            ideal.play(seat, action)
        assert room.sitting.status == "over"
        for ear in ears:
            *before, last = ear.texts
            assert secret not in "".join(before)
            assert json.loads(last)["table"]["server_seed"] == secret
        assert secret in out(room.sitting)


def check_heard(ears: list[Raw], ideal: Table, room: Room, told: int) -> None:
    """Exactly one update, word for word; and of the table only what everybody may know."""
    views = {eyes: (ideal.view(eyes), ideal.events(eyes, told)) for eyes in {ear.eyes for ear in ears}}
    loads = cache(json.loads)
    public: dict[str, Any] = {**ideal.view(None)}
    for ear in ears:
        heard = [loads(text) for text in ear.texts[ear.checked :]]
        ear.checked = len(ear.texts)
        (update,) = [message for message in heard if message["type"] == "update"]
        assert set(update) == set(Update.__annotations__)
        assert update["version"] == ideal.ply
        assert (update["view"], update["events"]) == views[ear.eyes]
        assert update["clocks"] == seen.clocks(room.sitting)
        for table in [message["table"] for message in heard if message["type"] == "table"]:
            assert set(table) == set(TableData.__annotations__)
            if table["status"] in ("running", "over"):
                assert all(table[key] == public[key] for key in ("waiting", "scores", "winners"))


async def test_the_seeds_of_others_are_not_told(tmp_path: Path) -> None:
    async with parlour(tmp_path) as kept:
        room = await kept.rooms.create(settings(), PEOPLE[0])
        await changed(room, lambda sitting: sitting.sit(PEOPLE[1], PEOPLE[1], 0, "open sesame"))
        data = seen.table_data(room.sitting, PEOPLE[0])
        assert data["seats"][0]["seeded"]
        assert "sesame" not in dumped(data)


async def test_whoever_has_left_a_seat_looks_through_it_no_more(tmp_path: Path) -> None:
    async with parlour(tmp_path) as kept:
        room = await table_of(kept.rooms, settings())
        ear = Ear(PEOPLE[1], 1)
        room.enter(ear)
        await changed(room, lambda sitting: sitting.leave(PEOPLE[1], kept.clock()))
        await changed(room, lambda sitting: sitting.sit(PEOPLE[3], PEOPLE[3], 1, None))
        await changed(room, lambda sitting: sitting.start(PEOPLE[0], kept.clock()))
        (update,) = ear.of("update")
        assert update["view"]["seat"] is None
        assert room.sitting.table is not None
        assert update["events"] == room.sitting.table.events(None)


async def test_a_seed_stays_secret_where_a_game_is_given_up(tmp_path: Path) -> None:
    async with parlour(tmp_path) as kept:
        room = await table_of(kept.rooms, settings())
        await changed(room, lambda sitting: sitting.close(PEOPLE[0]))
        assert room.sitting.server_seed.hex() not in out(room.sitting)


async def test_the_moves_of_a_running_game_are_in_no_message(tmp_path: Path) -> None:
    """What was dealt is in the database, for the server alone."""
    async with parlour(tmp_path) as kept:
        room = await started(kept.rooms, settings("hijun"))
        ear = Ear(None)
        room.enter(ear)
        hidden = {row.move for row in await kept.written(room.id) if row.seat == CHANCE}
        assert hidden
        for seat in room.sitting.waiting():
            await play(room, seat)
        for update in ear.of("update"):
            assert hidden.isdisjoint(json.dumps(update).split('"'))
