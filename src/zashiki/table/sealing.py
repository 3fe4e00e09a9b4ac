"""How a table's seats fix their seeds before the deal (`zashiki-fair/2`), and reveal them.

While a table is open, people commit themselves to seeds that only their own devices know. The start *seals* the seats:
from then on the list of commitments cannot change. The devices reveal their seeds to exactly this list, and with the
last one the game is dealt. Whoever does not reveal in time has no part in any deal of this table: the seat is emptied,
nothing is dealt, and everybody else commits anew. So nobody can get another deal and play it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pydantic import JsonValue

from zashiki.core.errors import BadSeed
from zashiki.core.fair import ALGORITHM, SEALED, SEED_BYTES, Fair, SealedFair, commitment_of, seal_of, server_made_seed
from zashiki.table.refusals import Refused
from zashiki.table.seats import Seat, player_seeds

if TYPE_CHECKING:
    from zashiki.table.state import TableState

REVEAL: Final = 20.0
"""Seconds in which all seeds must be revealed. At a table with days per move it is as long as a move."""
HEX: Final = rf"^[0-9a-f]{{{2 * SEED_BYTES}}}$"
"""A seed, a commitment or a seal."""


@dataclass(frozen=True)
class Failure:
    """A seat that did not reveal its seed."""

    attempt: int
    seat: int
    player: str | None = None
    """Whoever sat there; forgotten with the deal."""
    name: str | None = None


@dataclass(frozen=True)
class Sealing:
    """How far the seats are with their seeds."""

    algorithm: str = SEALED
    attempt: int = 1
    """How often the seats have been, or will have been, sealed."""
    sealed_at: float | None = None
    """When that was; None while seats can still change, and after the deal."""
    failures: tuple[Failure, ...] = ()
    """The seats that did not reveal their seeds in earlier attempts."""

    def data(self) -> dict[str, Any]:
        """For the database."""
        return {
            "algorithm": self.algorithm,
            "attempt": self.attempt,
            "sealed_at": self.sealed_at,
            "failures": [vars(failure) for failure in self.failures],
        }


def sealing_of(data: Mapping[str, Any]) -> Sealing:
    """From the database."""
    return Sealing(**{**data, "failures": tuple(Failure(**failure) for failure in data["failures"])})


def commitments(state: "TableState") -> tuple[str | None, ...]:
    """What every seat is committed to; None for an empty one."""
    return seat_commitments(state.seats, state.server_seed, state.sealing)


def seat_commitments(seats: Sequence[Seat], server_seed: bytes, sealing: Sealing) -> tuple[str | None, ...]:
    """The same from its parts: a seat without a seed of its own has one that the server made."""
    if sealing.algorithm != SEALED:
        return tuple(None for _ in seats)
    return tuple(
        seat.commitment or (None if seat.kind == "empty" else commitment_of(_own(seat, index, server_seed, sealing)))
        for index, seat in enumerate(seats)
    )


def has_own_seed(seat: Seat, index: int, server_seed: bytes, sealing: Sealing) -> bool:
    """Whether the seat's seed is its player's, not one that the server made."""
    if sealing.algorithm != SEALED:
        return bool(seat.seed)
    return seat.commitment is not None and seat.seed != server_made_seed(server_seed, index, sealing.attempt)


def _own(seat: Seat, index: int, server_seed: bytes, sealing: Sealing) -> str:
    return seat.seed or server_made_seed(server_seed, index, sealing.attempt)


def seal(state: "TableState") -> str | None:
    """One hash of all that is fixed; None if nothing is."""
    settings = state.settings
    return seal_at(
        state.status,
        settings.game,
        state.rules,
        settings.options,
        state.commitment,
        commitments(state),
        state.sealing,
    )


def seal_at(
    status: str,
    game: str,
    rules: int,
    options: Mapping[str, JsonValue],
    commitment: str,
    seats: Sequence[str | None],
    sealing: Sealing,
) -> str | None:
    """The same from its parts, of which `seats` are the commitments of the seats."""
    fixed = status in ("running", "over") or (status == "open" and sealing.sealed_at is not None)
    listed = [one for one in seats if one is not None]
    if not fixed or len(listed) < len(seats):
        return None
    return seal_of(game, rules, dict(options), commitment, listed, sealing.attempt)


def unrevealed(state: "TableState") -> tuple[int, ...]:
    """The seats whose players have yet to reveal their seeds."""
    if state.status != "open" or state.sealing.sealed_at is None:
        return ()
    return tuple(index for index, seat in enumerate(state.seats) if seat.commitment is not None and seat.seed is None)


def reveal_by(state: "TableState") -> float | None:
    """Until when the seeds must be revealed; None if the seats are not sealed."""
    clock, sealed_at = state.settings.clock, state.sealing.sealed_at
    if sealed_at is None:
        return None
    return sealed_at + (REVEAL if clock.kind != "days" or clock.per_move is None else clock.per_move)


def checked_commitment(commitment: str | None, where: list[str | int]) -> str | None:
    """A commitment; `Refused` if it is none."""
    if commitment is not None and (len(commitment) != 2 * SEED_BYTES or set(commitment) - set("0123456789abcdef")):
        expected: JsonValue = {"pattern": HEX}
        raise Refused("bad-request", "seal.commitment", {"digits": 2 * SEED_BYTES}, expected=expected, where=where)
    return commitment


def committed(state: "TableState", player: str, given: Mapping[int, str]) -> tuple[Seat, ...]:
    """The seats after somebody has committed themselves, for seats of theirs."""
    seats = list(state.seats)
    for index, commitment in given.items():
        state.own_seat(player, index)
        commitment_there = checked_commitment(commitment, ["body", "commitments"])
        seats[index] = replace(seats[index], commitment=commitment_there)
    return tuple(seats)


def revealed(state: "TableState", player: str, shown: str, seeds: Mapping[int, str]) -> tuple[Seat, ...]:
    """The seats after somebody has revealed seeds to the seal that they were shown."""
    if state.sealing.sealed_at is None and state.status == "open":
        raise Refused("not-open", "seal.none")
    if seal(state) != shown:
        raise Refused("stale", "seal.changed")
    seats = list(state.seats)
    for index, seed in seeds.items():
        state.own_seat(player, index)
        try:
            fits = commitment_of(seed) == seats[index].commitment
        except BadSeed:
            fits = False
        if not fits:
            raise Refused("bad-request", "seal.wrong_seed", {"seat": index}, where=["body", "seeds"])
        if state.status == "open":
            seats[index] = replace(seats[index], seed=seed)
    return tuple(seats)


def without(state: "TableState", absent: Sequence[int]) -> "TableState":
    """The table, open again, after these seats have not revealed their seeds: they are empty, the others commit anew.

    If nobody is left, it is closed.
    """
    sealing = state.sealing
    failures = tuple(
        Failure(sealing.attempt, index, state.seats[index].player, state.seats[index].name) for index in absent
    )
    seats = tuple(
        Seat() if index in absent else replace(seat, commitment=None, seed=None)
        for index, seat in enumerate(state.seats)
    )
    gone = {failure.player for failure in failures}
    host = state.host
    if host in gone:
        host = next((seat.player for seat in seats if seat.kind == "person"), None)
    fresh = replace(sealing, attempt=sealing.attempt + 1, sealed_at=None, failures=sealing.failures + failures)
    return replace(state, seats=seats, host=host, status="closed" if host is None else "open", sealing=fresh)


def is_barred(sealing: Sealing, player: str) -> bool:
    """Whether somebody has kept a seed back at this table: then they cannot sit here again."""
    return any(failure.player == player for failure in sealing.failures)


def with_all_seeds(state: "TableState") -> "TableState":
    """The table with a seed for every seat, as the deal needs it."""
    sealing = state.sealing
    if sealing.algorithm == ALGORITHM:
        # Every seat has a seed, if only an empty one: the draws depend on all of them.
        return replace(state, seats=tuple(replace(seat, seed=seat.seed or "") for seat in state.seats))
    seats = tuple(
        replace(seat, seed=(seed := _own(seat, index, state.server_seed, sealing)), commitment=commitment_of(seed))
        for index, seat in enumerate(state.seats)
    )
    names_forgotten = tuple(Failure(failure.attempt, failure.seat) for failure in sealing.failures)
    return replace(state, seats=seats, sealing=replace(sealing, sealed_at=None, failures=names_forgotten))


def fair_of(server_seed: bytes, seats: Sequence[Seat], sealing: Sealing) -> Fair:
    """The stream of a table's game."""
    seeds = player_seeds(seats)
    return SealedFair(server_seed, seeds, sealing.attempt) if sealing.algorithm == SEALED else Fair(server_seed, seeds)
