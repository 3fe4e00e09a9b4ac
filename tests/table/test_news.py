"""What the processes of a house tell each other: who is where, what was said, whose turn it is."""

import asyncio
from collections import Counter
from pathlib import Path

from sqlalchemy import update

from table.harness import BEGIN, PEOPLE, Ear, Parlour, changed, parlour, play, settings, sit, started, table_of
from zashiki.store.rows import ChatRow
from zashiki.store.schema import seats, tables
from zashiki.table.presence import Elsewhere
from zashiki.table.room import Room
from zashiki.table.rooms import COMPARE_EVERY, SILENT, Notice

ANNA, BERT, CLEO = PEOPLE[:3]


async def everywhere(house: Parlour, room: Room) -> list[Room]:
    """The room in every process."""
    return [await rooms.room(room.id) for rooms in house.all_rooms]


def here(ear: Ear) -> tuple[list[int], int]:
    """Who is connected, as this listener was told last."""
    table = ear.of("table")[-1]["table"]
    return [seat["seat"] for seat in table["seats"] if seat["here"]], table["spectators"]


# Who is where


async def test_everybody_knows_who_is_connected_to_any_process(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=3) as house:
        rooms = await everywhere(house, await table_of(house.rooms, settings(), people=2))
        ears = [Ear(ANNA, 0), Ear(BERT, 1), Ear(None)]
        for room, ear in zip(rooms, ears, strict=True):
            room.enter(ear)
            await house.quiet()
        assert [here(ear) for ear in ears] == [([0, 1], 1)] * 3
        assert [room.presence() for room in rooms] == [(frozenset({0, 1}), 1)] * 3
        # Somebody who was here already sits down.
        watching = Ear(CLEO)
        rooms[2].enter(watching)
        await house.quiet()
        assert [here(ear) for ear in ears] == [([0, 1], 2)] * 3
        await sit(rooms[0], CLEO, 2)
        await house.quiet()
        assert [here(ear) for ear in ears] == [([0, 1, 2], 1)] * 3
        # A second connection of the same person makes no difference, until both are gone.
        again = Ear(BERT, 1)
        rooms[0].enter(again)
        rooms[1].exit(ears[1])
        await house.quiet()
        assert here(ears[0]) == ([0, 1, 2], 1)
        rooms[0].exit(again)
        await house.quiet()
        assert here(ears[2]) == ([0, 2], 1)


async def test_a_process_that_takes_a_table_up_later_knows_as_well(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        room = await table_of(house.rooms, settings(), people=1)
        room.enter(Ear(ANNA, 0))
        await house.quiet()
        other = await house.all_rooms[1].room(room.id)
        assert other.presence() == (frozenset({0}), 0)


async def test_a_process_that_begins_later_asks_who_is_there(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        late = house.buses[1]
        hear, late.hear = late.hear, None
        room = await table_of(house.rooms, settings(), people=1)
        room.enter(Ear(ANNA, 0))
        await house.quiet()
        late.hear = hear
        await late.publish({"kind": "who"})
        await house.quiet()
        assert (await house.all_rooms[1].room(room.id)).presence() == (frozenset({0}), 0)


async def test_people_of_a_process_that_has_closed_are_gone(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        rooms = await everywhere(house, await table_of(house.rooms, settings(), people=2))
        ear = Ear(ANNA, 0)
        rooms[0].enter(ear)
        rooms[1].enter(Ear(BERT, 1))
        await house.quiet()
        assert here(ear) == ([0, 1], 0)
        await house.all_rooms[1].close()
        await house.quiet()
        assert here(ear) == ([0], 0)


async def test_people_of_a_process_that_was_killed_are_gone_after_a_while(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        rooms = await everywhere(house, await table_of(house.rooms, settings(), people=2))
        ear = Ear(ANNA, 0)
        rooms[0].enter(ear)
        rooms[1].enter(Ear(BERT, 1))
        await house.quiet()
        for _ in range(3):
            house.clock.wait(COMPARE_EVERY)
            await house.all_rooms[1]._compare()
            await house.quiet()
        assert here(ear) == ([0, 1], 0)
        house.clock.wait(SILENT + 0.1)
        await house.all_rooms[0]._compare()
        assert here(ear) == ([0], 0)
        # It was only asleep.
        await house.all_rooms[1]._compare()
        await house.quiet()
        assert here(ear) == ([0, 1], 0)


def test_what_a_process_has_told_is_kept_for_each() -> None:
    others = Elsewhere()
    assert [others.heard("a", 1.0), others.heard("b", 2.0), others.heard("a", 3.0)] == [True, True, False]
    others.note("a", "table", Counter({"anna": 2}))
    others.note("b", "table", Counter({"anna": 1, "": 3}))
    assert others.at("table") == {"anna": 3, "": 3}
    assert others.at("another") == {}
    assert others.silent(2.5) == ["b"]
    assert others.forget("b") == ["table"]
    assert others.at("table") == {"anna": 2}
    others.note("a", "table", Counter())
    assert others.at("table") == {}
    assert others.forget("a") == []


# What was said


class Deaf(Ear):
    """Somebody who does not want to hear one of the others."""

    def mutes(self, player: str | None) -> bool:
        return player == BERT


async def test_everything_said_is_heard_once_everywhere(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        rooms = await everywhere(house, await table_of(house.rooms, settings(), people=2))
        ears = [Ear(ANNA, 0), Ear(BERT, 1), Deaf(CLEO)]
        for number, ear in enumerate(ears):
            rooms[number % 2].enter(ear)

        async def say(number: int) -> None:
            here = house.all_rooms[number % 2]
            name = (ANNA, BERT)[number % 2]
            row = ChatRow(0, name, name, number % 2, None, f"line {number}", BEGIN)
            here.said(rooms[number % 2], await here.tables.say(rooms[0].id, row))

        await asyncio.gather(*(say(number) for number in range(10)))
        await house.quiet()
        for ear in ears[:2]:
            assert sorted(message["chat"]["text"] for message in ear.of("said")) == [f"line {n}" for n in range(10)]
            assert sorted(message["chat"]["n"] for message in ear.of("said")) == list(range(10))
        assert {message["chat"]["player"] for message in ears[2].of("said")} == {ANNA}


# Whose turn it is, and what lists show


async def test_whose_turn_it_is_is_known_everywhere_and_told_once_outside(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        notices: list[list[Notice]] = [[], []]
        for rooms, noted in zip(house.all_rooms, notices, strict=True):
            rooms.on_turn = noted.append
        room = await started(house.rooms, settings("hijun"))
        await house.quiet()
        for noted, ours in zip(notices, (True, False), strict=True):
            assert {(notice.player, notice.seat) for notice in noted} == {(PEOPLE[n], n) for n in range(4)}
            assert {notice.ours for notice in noted} == {ours}
            assert {notice.here for notice in noted} == {False}
            noted.clear()
        room.enter(Ear(ANNA, 0))
        await play(room, 0)  # the first of two discards: asked again
        await house.quiet()
        assert [(notice.seat, notice.here) for notice in notices[1]] == [(0, True)]
        notices[0].clear()
        await changed(room, lambda state: state.leave(BERT, house.clock()))
        await house.rooms.bot_turn(room.state.bots_due()[0])
        assert notices[0] == []  # nobody is told of a bot's turn


async def test_lists_are_told_of_tables_that_they_show(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        told: list[list[tuple[str, list[str] | None]]] = [[], []]
        for rooms, noted in zip(house.all_rooms, told, strict=True):
            rooms.on_lobby = lambda table, people, noted=noted: noted.append((table, people))
        listed = await table_of(house.rooms, settings(access="open"))
        private = await table_of(house.rooms, settings())
        await house.quiet()
        for noted in told:
            assert (listed.id, None) in noted
            assert (listed.id, [ANNA]) not in noted
            assert noted[-1] == (private.id, [ANNA, BERT, CLEO])
        # Whoever has left is told, too; whoever moves tells no list.
        await changed(private, lambda state: state.leave(BERT, house.clock()))
        await house.quiet()
        assert [noted[-1] for noted in told] == [(private.id, [ANNA, BERT, CLEO])] * 2
        await changed(listed, lambda state: state.start(ANNA, house.clock()))
        await house.quiet()
        for noted in told:
            noted.clear()
        for _ in range(4):
            await play(listed, listed.state.waiting()[0])
        await house.quiet()
        assert told == [[], []]


async def test_a_rematch_is_told_at_the_old_table(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        old = await everywhere(house, await table_of(house.rooms, settings()))
        ears = [Ear(ANNA, 0), Ear(BERT, 1)]
        for room, ear in zip(old, ears, strict=True):
            room.enter(ear)
        fresh = await house.rooms.create(settings(), ANNA, rematch_of=old[0].id)
        await house.quiet()
        assert [ear.of("table")[-1]["table"]["rematch"] for ear in ears] == [fresh.id] * 2
        assert fresh.state.rematch_of == old[0].id


async def test_a_change_from_outside_is_read(tmp_path: Path) -> None:
    async with parlour(tmp_path, workers=2) as house:
        rooms = await everywhere(house, await table_of(house.rooms, settings()))
        async with house.databases[0].writing() as connection:
            await connection.execute(update(seats).where(seats.c.player == BERT).values(player=None))
            await connection.execute(update(tables).values(revision=tables.c.revision + 1))
        await house.rooms.changed_outside(rooms[0].id)
        await house.quiet()
        for room in rooms:
            assert room.state.seats_of(BERT) == ()
            assert room.state.seats[1].name == BERT
