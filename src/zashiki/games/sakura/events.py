"""Sakura: what happened, as everybody saw it and, for some seats, as only they saw it."""

from zashiki.core.bits import BIT, count, members
from zashiki.core.game import Event
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import seat_fact, seat_facts
from zashiki.games.sakura.cards import FIREWORKS, FIREWORKS_BIT, FLIP_BASE, FOUR, MONTH, months_of
from zashiki.games.sakura.explain import side_seats
from zashiki.games.sakura.phrases import card_fact, card_facts, plant_fact, set_fact
from zashiki.games.sakura.rules import (
    CAPTURE,
    CHOOSE_FIRST,
    DEAL_FIELD,
    DEAL_HANDS,
    END,
    FLIP,
    NOBODY,
    PLAY,
    SakuraState,
)
from zashiki.games.sakura.score import SETS, sets


def narrate(before: SakuraState, action: int, after: SakuraState) -> list[Event]:
    """What happened when somebody made this move."""
    events: list[Event] = []
    if before.phase == CHOOSE_FIRST:
        first = int(after.mover)
        return [Event("event.first", "SK-2.2", {"seat": seat_fact(first)}), _round_begins(after)]
    if before.phase == DEAL_HANDS or (before.phase == DEAL_FIELD and after.phase == DEAL_FIELD):
        return _dealt(after) if after.phase != before.phase else []
    if before.phase == DEAL_FIELD:
        events.extend(_field_dealt(after))
    elif before.phase == PLAY:
        events.append(_played(before, action, after))
        events.extend(_paired(before, action, after))
    elif before.phase == FLIP:
        events.append(_card_met("flip", int(before.mover), action - FLIP_BASE, after))
        events.extend(_paired(before, action - FLIP_BASE, after))
    elif before.phase == CAPTURE:
        events.extend(_chosen(before, after))
        events.extend(_paired(before, int(before.card), after))
    ended = len(after.sheet) > len(before.sheet)
    if ended:
        events.extend(_cleared(after))
    events.extend(_sets_completed(before, after, ended))
    if ended:
        events.extend(_scored(after))
    return events


def _round_begins(state: SakuraState) -> Event:
    facts: Facts = {
        "round": int(state.round),
        "rounds": int(state.rounds),
        "dealer": seat_fact(int(state.dealer)),
        "first": seat_fact(int(state.mover)),
    }
    return Event("event.round", "SK-2.2", facts)


def _dealt(state: SakuraState) -> list[Event]:
    events: list[Event] = []
    for place in range(state.seats):
        seat = int((state.dealer + 1 + place) % state.seats)
        hand = state.hands[seat]
        public: Facts = {"seat": seat_fact(seat), "count": int(count(hand))}
        secret: Facts = {"seat": seat_fact(seat), "cards": card_facts(hand)}
        events.append(Event("event.dealt", "SK-2.3", public, (seat,), secret))
    return events


def _field_dealt(after: SakuraState) -> list[Event]:
    given = after.captured[after.dealer]
    events = [Event("event.field", "SK-2.3", {"cards": card_facts(after.field | given)})]
    for month in members(months_of(after.stacked)):
        stack: Facts = {"plant": plant_fact(month), "cards": card_facts(after.field & MONTH[month])}
        events.append(Event("event.stack", "SK-2.4", stack))
    for month in members(months_of(given)):
        four: Facts = {"plant": plant_fact(month), "seat": seat_fact(int(after.dealer))}
        events.append(Event("event.dealer_four", "SK-2.4", four))
    return events


def _played(before: SakuraState, action: int, after: SakuraState) -> Event:
    seat = int(before.mover)
    if action >= FOUR:
        return Event("event.four", "SK-4.1", {"seat": seat_fact(seat), "cards": card_facts(after.took)})
    return _card_met("play", seat, action, after)


def _card_met(word: str, seat: int, card: int, after: SakuraState) -> Event:
    """A card was played or flipped: what it captured, if that needed no choice."""
    facts: Facts = {"seat": seat_fact(seat), "card": card_fact(card)}
    if after.took != 0:
        facts["cards"] = card_facts(after.took & ~BIT[card])
        return Event(f"event.{word}_captures", "SK-3.2", facts)
    if after.phase == CAPTURE:
        return Event(f"event.{word}", "SK-3.1", facts)
    return Event(f"event.{word}_stays", "SK-3.2", facts)


def _chosen(before: SakuraState, after: SakuraState) -> list[Event]:
    seat = int(before.mover)
    card = int(before.card)
    events: list[Event] = []
    if after.interrupter != NOBODY:
        held = after.interrupted & before.hands[after.interrupter]
        events.append(
            Event(
                "event.interrupts",
                "SK-5.2",
                {
                    "seat": seat_fact(int(after.interrupter)),
                    "held": card_facts(held),
                    "cards": card_facts(after.interrupted),
                },
            )
        )
        if after.phase == CAPTURE:
            return events
    who: Facts = {"seat": seat_fact(seat), "card": card_fact(card)}
    if after.took == 0:
        return [*events, Event("event.leaves", "SK-R3", who)]
    who["cards"] = card_facts(after.took & ~BIT[card])
    return [*events, Event("event.captures", "SK-5.1" if card == FIREWORKS else "SK-3.2", who)]


def _paired(before: SakuraState, card: int, after: SakuraState) -> list[Event]:
    """An oak took the wildcard that had been left in the field: what is left of its month is at stake (SK-R7)."""
    if not before.left or card >= FOUR or after.took & FIREWORKS_BIT == 0:
        return []
    facts: Facts = {"seat": seat_fact(int(before.mover)), "card": card_fact(card), "plant": plant_fact(card >> 2)}
    return [Event("event.paired", "SK-R7", facts)]


def _sets_completed(before: SakuraState, after: SakuraState, ended: bool) -> list[Event]:
    events: list[Event] = []
    earlier = before.pooled()
    later = after.sheet[-1].captured if ended else after.pooled()
    for side in range(after.sides):
        for index in members(sets(later[side]) & ~sets(earlier[side])):
            facts: Facts = {
                "seats": seat_facts(side_seats(after, side)),
                "set": set_fact(index),
                "cards": card_facts(SETS[index]),
            }
            events.append(Event("event.set", "SK-1.2", facts))
    return events


def _cleared(after: SakuraState) -> list[Event]:
    """What became of the field at the end of a round."""
    tally = after.sheet[-1]
    events: list[Event] = []
    if tally.late != 0:
        facts: Facts = {"seat": seat_fact(int(tally.wild_seat)), "cards": card_facts(tally.late)}
        events.append(Event("event.late", "SK-5.4", facts))
    if tally.discarded != 0:
        events.append(Event("event.discarded", "SK-6.1", {"cards": card_facts(tally.discarded)}))
    return events


def _scored(after: SakuraState) -> list[Event]:
    tally = after.sheet[-1]
    events: list[Event] = []
    for side in range(after.sides):
        facts: Facts = {
            "seats": seat_facts(side_seats(after, side)),
            "points": int(tally.points[side]),
            "total": int(after.total[side]),
        }
        events.append(Event("event.points", "SK-6.2" if after.sides == after.seats else "SK-7.2", facts))
    if after.phase == END:
        events.append(Event("event.over", "SK-6.3", {"winners": seat_facts(after.winners())}))
    else:
        events.append(_round_begins(after))
    return events
