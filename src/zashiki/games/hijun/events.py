"""Hijun: what happened, for everybody and for those who saw more."""

from zashiki.core.game import Event
from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import seat_fact, seat_facts
from zashiki.games.hijun.cards import VALUES, held, listed
from zashiki.games.hijun.phrases import card_fact, card_facts, colour_fact
from zashiki.games.hijun.rules import DEAL, DISCARD, END, LEADER, PLAY, HijunState
from zashiki.games.hijun.score import EXACT, ROW


def narrate(before: HijunState, seat: int, action: int, after: HijunState) -> list[Event]:
    """What happened when `seat` made this move, for everybody and for those who saw more."""
    if before.phase == PLAY:
        return _card_played(before, seat, action, after)
    if before.phase == DISCARD:
        return _discarded(before, seat, after)
    events: list[Event] = []
    if before.phase == LEADER:
        events.append(Event("event.first_leader", "HJ-2.4", {"seat": seat_fact(int(after.mover))}))
    if before.phase == DEAL and held(before.cards, 0) == 0:
        tokens: list[Json] = [int(number) for number in after.row]
        events.append(Event("event.round", "HJ-2.1", {"round": int(after.round), "tokens": tokens}))
    if before.phase == DEAL and after.phase == DISCARD:
        events += [_cards_event("event.dealt", "HJ-2.2", after, whose, whose) for whose in range(after.seats)]
    return events


def _cards_event(code: str, rule: str, state: HijunState, seat: int, place: int) -> Event:
    """Cards of a seat: everybody knows how many, the seat alone knows which."""
    cards = listed(state.cards, place)
    public: Facts = {"seat": seat_fact(seat), "count": len(cards)}
    return Event(code, rule, public, (seat,), {"seat": seat_fact(seat), "cards": card_facts(cards)})


def _discarded(before: HijunState, seat: int, after: HijunState) -> list[Event]:
    events: list[Event] = []
    # HJ-2.3: discards and their order are secret; only that a seat has finished is announced.
    if after.owes[seat] == 0:
        events.append(_cards_event("event.discarded", "HJ-2.3", after, seat, before.seats + seat))
    if after.phase == PLAY:
        facts: Facts = {"seat": seat_fact(int(after.mover)), "round": int(after.round) - 1}
        events.append(Event("event.leader", "HJ-2.4", facts))
    return events


def _card_played(before: HijunState, seat: int, card: int, after: HijunState) -> list[Event]:
    facts: Facts = {"seat": seat_fact(seat), "card": card_fact(card)}
    if before.trick_size == 0:
        events = [Event("event.lead", "HJ-3.1", facts)]
    elif card // VALUES == before.trick_colour:
        events = [Event("event.follow", "HJ-3.2", facts)]
    else:
        colour = colour_fact(int(before.trick_colour))
        events = [Event("event.no_follow", "HJ-3.2", {**facts, "colour": colour})]
    if after.trick_size == 0:
        events.extend(_trick_won(before, after))
    if len(after.sheet) > len(before.sheet):
        events.extend(_round_ends(after))
    return events


def _trick_won(before: HijunState, after: HijunState) -> list[Event]:
    winner = int(after.best)
    whose = seat_fact(winner)
    tricks = int(before.tricks[winner]) + 1
    card = card_fact(int(after.trick[winner]))
    events = [Event("event.trick", "HJ-3.3", {"seat": whose, "card": card, "tricks": tricks})]
    if tricks == EXACT and before.next_token < ROW:
        events.append(Event("event.token", "HJ-3.4", {"seat": whose, "number": int(before.row[before.next_token])}))
    elif tricks == EXACT:
        events.append(Event("event.no_token", "HJ-R2", {"seat": whose}))
    elif tricks == EXACT + 1:
        # There is a token to cover: whoever got none (HJ-R2) won their second trick with the last cards of the round.
        number = int(before.row[before.taken[winner] - 1])
        events.append(Event("event.covered", "HJ-3.5", {"seat": whose, "number": number}))
    return events


def _round_ends(state: HijunState) -> list[Event]:
    tally = state.sheet[-1]
    events = [
        Event(
            "event.points",
            "HJ-4.1",
            {"seat": seat_fact(seat), "points": int(tally.points(seat)), "total": int(state.total[seat])},
        )
        for seat in range(state.seats)
    ]
    if state.phase == END:
        events.append(Event("event.over", "HJ-4.2", {"winners": seat_facts(state.winners())}))
    return events
