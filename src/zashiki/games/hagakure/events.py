"""Hagakure: what happened, for everybody and for those who saw more."""

from zashiki.core.bits import count
from zashiki.core.game import CHANCE, Event
from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import seat_fact, seat_facts
from zashiki.games.hagakure.cards import EXCHANGE_MOVE, FOOL, LOOK_YOMI, PASS, TOKEN_BASE
from zashiki.games.hagakure.phrases import card_fact, card_facts, place_fact
from zashiki.games.hagakure.rules import CHOOSE_DEALER, DEAL, FIGHT, NOBORI, HagakureState
from zashiki.games.hagakure.score import TOKEN_RULES, TOKENS
from zashiki.games.hagakure.view import looked_at


def narrate(before: HagakureState, seat: int, action: int, after: HagakureState) -> list[Event]:
    """What happened when `seat` made this move, for everybody and for those who saw more."""
    events: list[Event] = []
    if before.phase == CHOOSE_DEALER:
        events.append(Event("event.dealer", "HG-1.4", {"seat": seat_fact(int(after.dealer))}))
        events.append(_round_begins(after))
    elif before.phase == DEAL:
        if after.phase != DEAL:
            events.extend(_dealt(after))
    elif before.phase == NOBORI:
        events.append(_token_played(before, seat, action, after))
    elif before.phase == FIGHT:
        events.append(Event("event.card", "HG-3.1", {"seat": seat_fact(seat), "card": card_fact(action)}))
        if after.trick_size == 0:
            events.append(_trick_won(after))
        if len(after.sheet) > len(before.sheet):
            events.extend(_round_ends(after))
    return events


def _round_begins(state: HagakureState) -> Event:
    facts: Facts = {
        "dealer": seat_fact(int(state.dealer)),
        "first": seat_fact(int((state.dealer + 1) % state.seats)),
    }
    if state.round > state.rounds:
        return Event("event.extra_round", "HG-5.1", {"extra": int(state.round - state.rounds), **facts})
    return Event("event.round", "HG-1.4", {"round": int(state.round), "rounds": int(state.rounds), **facts})


def _dealt(state: HagakureState) -> list[Event]:
    events: list[Event] = []
    for place in range(state.seats):
        seat = int((state.dealer + 1 + place) % state.seats)
        hand = state.cards[seat]
        whose = seat_fact(seat)
        public: Facts = {"seat": whose, "count": int(count(hand))}
        secret: Facts = {"seat": whose, "cards": card_facts(hand)}
        events.append(Event("event.dealt", "HG-1.3", public, (seat,), secret))
    return events


def _token_played(before: HagakureState, seat: int, action: int, after: HagakureState) -> Event:
    whose = seat_fact(seat)
    if action == PASS:
        return Event("event.pass", "HG-2.1", {"seat": whose})
    if action == EXCHANGE_MOVE:
        secret: Facts = {
            "seat": whose,
            "gave": card_facts(before.cards[seat]),
            "took": card_facts(before.cards[before.seats]),
        }
        return Event("event.exchange", "HG-2.5", {"seat": whose}, (seat,), secret)
    if action >= LOOK_YOMI:
        place = looked_at(action, before.seats)
        where = place_fact(place, before.seats)
        seen: list[Json] = card_facts(before.cards[place])
        public: Facts = {"seat": whose, "place": where}
        return Event("event.look", "HG-2.6", public, (seat,), {"seat": whose, "place": where, "cards": seen})
    token = action - TOKEN_BASE
    return Event("event.token", TOKEN_RULES[token], {"seat": whose, "token": {"code": "token." + TOKENS[token]}})


def _trick_won(state: HagakureState) -> Event:
    winner = int(state.best)
    card = state.trick[winner]
    if card == FOOL and state.best_value > 0:
        fools = len([1 for played in state.trick if played == FOOL])
        return Event("event.trick_fools", "HG-3.3", {"seat": seat_fact(winner), "count": fools})
    return Event("event.trick", "HG-3.3", {"seat": seat_fact(winner), "card": card_fact(card)})


def _round_ends(state: HagakureState) -> list[Event]:
    tally = state.sheet[-1]
    events = [
        Event(
            "event.points",
            "HG-4.1",
            {"seat": seat_fact(seat), "points": int(tally.points(seat)), "total": int(state.total[seat])},
        )
        for seat in range(state.seats)
    ]
    if state.turn() == CHANCE:
        events.append(_round_begins(state))
    else:
        events.append(Event("event.over", "HG-5.1", {"winners": seat_facts(state.winners())}))
    return events
