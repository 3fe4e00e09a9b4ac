"""What people agree to before a rated game, who may sit down at it, and whom the host keeps away from a table.

A rated game is played by accounts, on terms that each of them has agreed to. Whoever sits down agrees to the terms that
they were shown. After every change they have to agree anew, so nobody finds out at the deal that a game is rated, or
how short its clock is.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from zashiki.table.refusals import Refused
from zashiki.table.seats import Seat
from zashiki.table.settings import Settings

if TYPE_CHECKING:
    from zashiki.table.state import TableState

SHORTEST_CLOCK: Final = 15
"""The fewest seconds per move at a rated table: a bot moves for whoever is too slow, and then they have left."""
MOST_BARRED: Final = 100
TERMS: Final = ("game", "seats", "options", "clock")


@dataclass(frozen=True)
class Caller:
    """What is known about whoever sits down or agrees, apart from their name."""

    account: bool = False
    """Whether they have an account; else they are a guest."""
    program: bool = False
    """Whether they act through a program's token."""
    network: str | None = None
    """A keyed hash of the network they come from, if it is known."""
    terms: str | None = None
    """The terms that they were shown."""


GUEST: Final = Caller()


@dataclass(frozen=True)
class Barred:
    """Somebody whom the host has sent away."""

    player: str
    name: str | None = None
    network: str | None = None


def terms_of(settings: Mapping[str, Any]) -> str | None:
    """A digest of what people have to agree to, from settings as JSON; None if the game is not rated."""
    if settings.get("rated") is not True:
        return None
    text = json.dumps([settings[name] for name in TERMS], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def terms_at(settings: Settings) -> str | None:
    """The same, from settings."""
    return terms_of(settings.model_dump(mode="json")) if settings.rated else None


def check_settings(settings: Settings, caller: Caller) -> None:
    """`Refused` if this person cannot set up such a table."""
    if not settings.rated:
        return
    check_rated_person(caller)
    if settings.clock.kind == "move" and settings.clock.seconds < SHORTEST_CLOCK:
        where: list[str | int] = ["settings", "clock", "seconds"]
        given, least = settings.clock.seconds, SHORTEST_CLOCK
        raise Refused(
            "bad-settings", "settings.rated_clock", {"least": least}, value=given, expected={"min": least}, where=where
        )


def check_rated_person(caller: Caller) -> None:
    """`Refused` unless it is a person with an account."""
    if caller.program:
        raise Refused("forbidden", "rated.program")
    if not caller.account:
        raise Refused("account-needed")


def check_sitter(state: "TableState", player: str, caller: Caller) -> None:
    """`Refused` if this person may not sit down here."""
    if player != state.host and any(_is(barred, player, caller) for barred in state.barred):
        raise Refused("removed")
    if state.settings.rated:
        check_rated_person(caller)


def _is(barred: Barred, player: str, caller: Caller) -> bool:
    """Whether it is the person who was sent away, or a new guest from the same network."""
    same_network = barred.network is not None and barred.network == caller.network
    return barred.player == player or (same_network and not caller.account)


def agreed(state: "TableState", player: str, caller: Caller) -> tuple[Seat, ...]:
    """The seats after this person has agreed to the terms they were shown; `Refused` if there are others by now."""
    state.own_seat(player, None)
    if not state.settings.rated:
        return state.seats
    check_rated_person(caller)
    if caller.terms != terms_at(state.settings):
        raise Refused("stale", "rated.terms_changed")
    return tuple(
        replace(seat, agreed=caller.terms, network=caller.network) if seat.player == player else seat
        for seat in state.seats
    )


def host_agreed(seats: Sequence[Seat], host: str, settings: Settings) -> tuple[Seat, ...]:
    """The seats after the host has changed the settings: nobody else has agreed to them."""
    terms = terms_at(settings)
    return tuple(replace(seat, agreed=terms) if seat.player == host else seat for seat in seats)


def check_agreed(seats: Sequence[Seat], settings: Settings) -> None:
    """`Refused` unless there is a different person on every seat, each of whom has agreed to the terms."""
    where: list[str | int] = ["settings", "rated"]
    if any(seat.kind == "bot" for seat in seats):
        raise Refused("bad-settings", "settings.rated_bots", value=True, expected=[False], where=where)
    if len({seat.player for seat in seats}) < len(seats):
        raise Refused("bad-settings", "settings.rated_person_twice", value=True, expected=[False], where=where)
    terms = terms_at(settings)
    waiting = [index for index, seat in enumerate(seats) if seat.player is None or seat.agreed != terms]
    if waiting:
        raise Refused("not-agreed", facts={"seats": [*waiting]})


def with_barred(barred: tuple[Barred, ...], seat: Seat, by: str) -> tuple[Barred, ...]:
    """The list after `by` has emptied this seat: whoever was sent away stays away until the host lets them in again."""
    if seat.player is None or seat.player == by:
        return barred
    others = [one for one in barred if one.player != seat.player]
    return (*others, Barred(seat.player, seat.name, seat.network))[-MOST_BARRED:]


def barred_data(barred: Sequence[Barred]) -> list[dict[str, Any]]:
    """For the database."""
    return [asdict(one) for one in barred]


def barred_of(data: Sequence[Mapping[str, Any]]) -> tuple[Barred, ...]:
    """From the database."""
    return tuple(Barred(**one) for one in data)
