"""Tanzaku: what happened, for everybody and for the seat that saw more."""

from zashiki.core.game import CHANCE, OVER, Event
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import seat_fact, seat_facts
from zashiki_tanzaku.rules import KEEP, TanzakuState


def narrate(before: TanzakuState, seat: int, action: int, after: TanzakuState) -> list[Event]:
    """The events of one move."""
    events: list[Event] = []
    if seat == CHANCE:
        holder = before.cards.index(0)
        whose = seat_fact(holder)
        if before.decided == 0 and not any(before.cards):
            facts: Facts = {"round": before.round, "rounds": before.rounds, "first": seat_fact(before.first)}
            events.append(Event("event.round", "TA-1.2", facts))
        events.append(Event("event.dealt", "TA-1.3", {"seat": whose}, (holder,), {"seat": whose, "n": action + 1}))
    elif action == KEEP:
        events.append(Event("event.keep", "TA-2.1", {"seat": seat_fact(seat)}))
    else:
        secret: Facts = {"seat": seat_fact(seat), "n": before.cards[seat]}
        events.append(Event("event.swap", "TA-2.2", {"seat": seat_fact(seat)}, (seat,), secret))
    if after.round > before.round:
        events += _round_ends(after)
    return events


def _round_ends(after: TanzakuState) -> list[Event]:
    events = [
        Event("event.revealed", "TA-3.1", {"seat": seat_fact(seat), "n": card})
        for seat, card in enumerate(after.revealed)
    ]
    gains = after.gains[-1]
    winner = gains.index(max(gains))
    events.append(Event("event.gain", "TA-3.1", {"seat": seat_fact(winner), "points": gains[winner]}))
    if after.turn() == OVER:
        events.append(Event("event.over", "TA-4.1", {"winners": seat_facts(after.winners())}))
    return events
