"""The attack on the deal: a host who reads the database, sits down last, and tries seeds until the deal is right.

Against `zashiki-fair/1` it works every time, which shows that the attacker knows their trade. Against sealed seats the
same attacker gets what they wish for as often as anybody: by chance.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from math import sqrt

import pytest

from support import record_of
from table.harness import BEGIN, PEOPLE, settings
from zashiki import Fair, Match, registry
from zashiki.core.fair import SealedFair, commitment_of, from_data, seal_of_record, server_made_seed
from zashiki.games.hagakure.shapes import HagakureBoard
from zashiki.table import sealing
from zashiki.table.persistence import row_of, seats_of
from zashiki.table.refusals import Refused
from zashiki.table.sealing import REVEAL
from zashiki.table.state import TableState, new_table_state

HOST, VICTIM, OTHER = PEOPLE[:3]
SEATS = 3
CHOSEN = settings("hagakure", SEATS)
TRIES = 100
"""Seeds that the host tries before they commit themselves."""
TABLES = 600


def seed(*of: object) -> str:
    return hashlib.sha256(repr(of).encode()).hexdigest()


def dealt(fair: Fair) -> Match:
    return Match(registry.find(CHOSEN.game), SEATS, dict(CHOSEN.options), fair)


def wish(match: Match, seat: int) -> bool:
    """What the host would like: more samurai than two in their own hand."""
    hand = match.view(seat, HagakureBoard)["board"]["players"][seat]["hand"] or []
    return sum(card["kind"] == "samurai" for card in hand) > 2


def before_the_host_sits(number: int) -> TableState:
    """The others sit, each with a seed that only their own device knows."""
    server_seed = bytes.fromhex(seed("server", number))
    state = new_table_state(f"t{number}", CHOSEN, HOST, server_seed, BEGIN)
    for seat, name in ((0, VICTIM), (1, OTHER)):
        state = state.sit(name, name, seat, commitment_of(seed(name, number))).after
    return state


def reveal(state: TableState, name: str, own: str, at: float = BEGIN + 1) -> TableState:
    """An honest device: it reveals its seed to a seal whose list has its commitment."""
    (seat,) = state.seats_of(name)
    assert sealing.commitments(state)[seat] == commitment_of(own)
    return state.reveal(name, sealing.seal(state) or "", {seat: own}, at).after


def guesses(state: TableState, number: int) -> Iterator[Callable[[str], tuple[str, ...]]]:
    """What the host may believe the others' seeds to be, from everything that the database has."""
    row, seats = row_of(state, BEGIN), seats_of(state)
    assert [seat.seed for seat in seats] == [None] * SEATS, "nobody's seed is there"
    known = [seat.commitment or "" for seat in seats[:2]]
    yield lambda own: (known[0], known[1], own)
    yield lambda own: (server_made_seed(row.seed, 0, 1), server_made_seed(row.seed, 1, 1), own)
    yield lambda own: (seed("guess", number, 0), seed("guess", number, 1), own)


def test_with_the_first_algorithm_the_host_gets_every_deal() -> None:
    for number in range(20):
        server_seed = bytes.fromhex(seed("server", number))
        others = ("text of the victim", "text of the other")  # the database has them
        tried = next(own for own in map(str, count()) if wish(dealt(Fair(server_seed, (*others, own))), 2))
        assert wish(dealt(Fair(server_seed, (*others, tried))), 2)
        assert Fair(server_seed, (*others, tried)).commitment == Fair(server_seed).commitment


@pytest.mark.parametrize("guess", range(3))
def test_with_sealed_seats_the_same_host_is_as_lucky_as_anybody(guess: int) -> None:
    granted = dict.fromkeys((HOST, VICTIM, OTHER), 0)
    for number in range(TABLES):
        state = before_the_host_sits(number)
        believed = list(guesses(state, number))[guess]
        tried = (seed("mine", number, one) for one in range(TRIES))
        own = next((one for one in tried if wish(dealt(SealedFair(state.server_seed, believed(one))), 2)), seed("last"))
        state = state.sit(HOST, HOST, 2, commitment_of(own)).after.start(HOST, BEGIN).after
        for name in (VICTIM, OTHER):
            state = reveal(state, name, seed(name, number))
        state = reveal(state, HOST, own)
        assert state.match is not None
        for name in granted:
            granted[name] += wish(state.match, state.seats_of(name)[0])
    # Somebody has the card in most deals; three seats are alike, up to three standard errors.
    mean = sum(granted.values()) / SEATS
    error = sqrt(TABLES * (mean / TABLES) * (1 - mean / TABLES))
    assert mean > 0.05 * TABLES, "the wish comes true now and then, or the test means nothing"
    assert abs(granted[HOST] - mean) < 3 * error, granted


def known_to_the_host() -> tuple[TableState, str]:
    """The others have revealed: from the database the host knows now what their own seed would give."""
    own = seed("mine")
    state = before_the_host_sits(7).sit(HOST, HOST, 2, commitment_of(own)).after.start(HOST, BEGIN).after
    for name in (VICTIM, OTHER):
        state = reveal(state, name, seed(name, 7))
    assert [row.seed for row in seats_of(state)][:2] == [seed(VICTIM, 7), seed(OTHER, 7)]
    return state, own


def test_who_knows_the_deal_can_only_have_this_one_or_none() -> None:
    state, own = known_to_the_host()
    seal = sealing.seal(state) or ""
    for other in (seed("better"), "0" * 64):
        with pytest.raises(Refused) as refusal:
            state.reveal(HOST, seal, {2: other}, BEGIN)
        assert refusal.value.facts["reason"] == "seal.wrong_seed"
    for kept_back in (state.time_out(BEGIN + REVEAL), state.leave(HOST, BEGIN + 1)):
        assert kept_back is not None
        again = kept_back.after
        assert (again.match, again.seats_of(HOST), again.host) == (None, (), VICTIM)
        assert [one.name for one in again.sealing.failures] == [HOST], "everybody sees who it was"
        with pytest.raises(Refused):
            again.sit(HOST, HOST, 2, commitment_of(seed("better")))
    assert reveal(state, HOST, own).status == "running"


def forged(state: TableState) -> TableState:
    """The host changes the database: another seed for their own seat, with its commitment."""
    server_seed, (first, second) = state.server_seed, [seat.seed or "" for seat in state.seats[:2]]
    better = next(
        one
        for one in (seed("better", n) for n in count())
        if wish(dealt(SealedFair(server_seed, (first, second, one))), 2)
    )
    seat = replace(state.seats[2], commitment=commitment_of(better), seed=better)
    return replace(state, seats=(*state.seats[:2], seat)).deal(BEGIN).after


def test_a_changed_database_gives_another_seal_than_the_players_have_seen() -> None:
    """The record of such a game verifies by itself; the devices of the others know better."""
    state, _ = known_to_the_host()
    seen = sealing.seal(state)
    game = forged(state)
    assert game.match is not None
    assert wish(game.match, 2)
    fair = record_of(game).data["fair"]
    assert fair is not None
    assert from_data(fair) is not None
    shown = seal_of_record(record_of(game).data)
    assert shown != seen


def test_a_device_reveals_nothing_to_a_list_without_its_commitment() -> None:
    state = before_the_host_sits(3)
    stripped = replace(state, seats=(replace(state.seats[0], commitment=None), *state.seats[1:]))
    sealed = stripped.sit(HOST, HOST, 2, None).after.start(HOST, BEGIN).after
    with pytest.raises(AssertionError):
        reveal(sealed, VICTIM, seed(VICTIM, 3))
    with pytest.raises(Refused):
        sealed.reveal(VICTIM, sealing.seal(sealed) or "", {0: seed(VICTIM, 3)}, BEGIN)
