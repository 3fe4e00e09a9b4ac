"""Four people on two servers play every game to its end, and a spectator watches."""

import json

import pytest

import zashiki
from cluster.harness import Cluster
from server_process import Player, at_once, eventually
from support import dumped

SAMPLES = 8
"""How many moments of each game are compared with the record."""


@pytest.mark.parametrize("game", sorted(zashiki.games()))
async def test_a_whole_game_on_two_workers(cluster: Cluster, game: str) -> None:
    people = await cluster.guests("Aki", "Ben", "Chie", "Dora", "Emil")
    host, *others = people[:4]
    with cluster.no_problems():
        table = await host.open_table(game, seats=4)
        for guest in others:
            await guest.sit(table)
        players = [Player(guest, table, seed=7) for guest in people]

        async def begin() -> None:
            await eventually(lambda: all(_everybody_is_here(player) for player in players))
            await host.start(table)

        await at_once(begin(), *(player.play() for player in players))

    records = [await guest.record(table) for guest in people]
    assert all(record == records[0] for record in records)
    assert zashiki.verify(records[0]) > 0
    _check(records[0], players)
    for guest in people:
        await guest.leave()


def _everybody_is_here(player: Player) -> bool:
    return (
        bool(player.about) and all(seat["here"] for seat in player.about["seats"]) and player.about["spectators"] == 1
    )


def _check(record: dict[str, object], players: list[Player]) -> None:
    """Each player saw the whole game from their own seat only, and every acknowledged move was made."""
    end = zashiki.replay(record)
    assert [player.seat for player in players] == [0, 1, 2, 3, None]
    moves = end.history()
    for player in players:
        assert player.view is not None
        assert player.view["scores"] == end.scores
        assert dumped(player.events) == dumped(end.events(player.seat))
        assert not player.refusals
        assert all(moves[ply][0] == player.seat for ply in player.made.values())
    made = sorted(ply for player in players for ply in player.made.values())
    assert made == [ply for ply, (seat, _) in enumerate(moves) if seat >= 0]

    seen = sorted(set.intersection(*(set(player.views) for player in players)))
    assert len(seen) >= SAMPLES
    for ply in seen[:: len(seen) // SAMPLES]:
        then = zashiki.replay(record, ply)
        for player in players:
            assert player.views[ply] == json.loads(dumped(then.view(player.seat)))
