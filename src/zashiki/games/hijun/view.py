"""Hijun: what a seat sees (HJ-5.1), what it is asked, what happened. Secrets are removed here and nowhere else."""

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, zeros
from zashiki.core.game import Event
from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import message, seat_fact, seat_facts
from zashiki.core.shapes import Message
from zashiki.games.hijun.cards import (
    CARDS,
    COLOUR_COUNT,
    COLOURS,
    DISCARD_BASE,
    VALUES,
    add_cards,
    card_name,
    discards_due,
    full_colour,
    held,
    highest_value,
    listed,
)
from zashiki.games.hijun.phrases import ENGLISH, card_fact, card_facts, colour_fact
from zashiki.games.hijun.rules import DEAL, DISCARD, END, LEADER, PHASES, PLAY, HijunState
from zashiki.games.hijun.score import EXACT, GOAL, ROUNDS, ROW
from zashiki.games.hijun.shapes import Card, HijunBoard, Player, Token, Trick


def card_view(state: HijunState, card: int) -> Card:
    """A card for a view."""
    return {
        "name": card_name(card),
        "colour": COLOURS[card // VALUES],
        "value": card % VALUES + 1,
        "action": card + DISCARD_BASE if state.phase == DISCARD else card,
    }


def card_views(state: HijunState, cards: list[int]) -> list[Card]:
    """Several cards for a view."""
    return [card_view(state, card) for card in cards]


def board(state: HijunState, viewer: int | None) -> HijunBoard:
    """All that the viewer may know."""
    trick = _trick(state)
    return {
        "phase": PHASES[state.phase],
        "round": int(state.round),
        "rounds": ROUNDS,
        "goal": GOAL,
        "highest_value": int(highest_value(state.seats)),
        "discards_due": int(discards_due(state.seats)),
        "leader": leader(state),
        "tokens": [_token(state, place) for place in range(state.laid)],
        "to_lay": state.tokens_to_lay(),
        "token_table": [[int(number) for number in state.tokens[ROW * n : ROW * n + ROW]] for n in range(ROUNDS)],
        "players": [_player(state, seat, seat == viewer) for seat in range(state.seats)],
        "trick": trick if state.trick_size > 0 else None,
        "last_trick": trick if state.trick_size == 0 else None,
        "played": card_views(state, listed(_played(state), 0)),
        "sheet": [[int(tally.points(seat)) for seat in range(state.seats)] for tally in state.sheet],
    }


def leader(state: HijunState) -> int | None:
    """Who leads the trick that is being played or comes next (HJ-2.4, HJ-3.3)."""
    if state.phase == END:
        return None
    if state.phase == PLAY:
        return int(state.leader if state.trick_size > 0 else state.mover)
    return int(state.best) if state.round > 1 else None


def _token(state: HijunState, place: int) -> Token:
    number = int(state.row[place])
    for seat in range(state.seats):
        if state.taken[seat] == place + 1:
            return {"number": number, "state": "out" if state.tricks[seat] > EXACT else "taken", "seat": seat}
    return {"number": number, "state": "left", "seat": None}


def _player(state: HijunState, seat: int, own: bool) -> Player:
    discards = state.seats + seat
    taken = state.taken[seat]
    return {
        "seat": seat,
        "hand_count": int(held(state.cards, seat)),
        "hand": card_views(state, listed(state.cards, seat)) if own else None,
        "discard_count": int(held(state.cards, discards)),
        "discards": card_views(state, listed(state.cards, discards)) if own else None,
        "owes": int(state.owes[seat]),
        "lacks": [COLOURS[n] for n in range(COLOUR_COUNT) if state.void & BIT[COLOUR_COUNT * seat + n] != 0],
        "tricks": int(state.tricks[seat]),
        "token": int(state.row[taken - 1]) if taken > 0 else None,
        "covered": bool(taken > 0 and state.tricks[seat] > EXACT),
    }


def _trick(state: HijunState) -> Trick | None:
    """The trick that is being played, or else the last one; None before the first card of the game."""
    size = state.trick_size if state.trick_size > 0 else state.seats
    if state.trick_size == 0 and not state.sheet and not any(state.tricks):
        return None
    order = [int((state.leader + place) % state.seats) for place in range(size)]
    return {
        "leader": int(state.leader),
        "winner": int(state.best),
        "colour": COLOURS[state.trick_colour],
        "cards": [{"seat": seat, "card": card_view(state, int(state.trick[seat]))} for seat in order],
    }


def _played(state: HijunState) -> vec[i64]:
    """The cards that lie in no place any more, one word to a colour: they have been played in this round."""
    gone = zeros(COLOUR_COUNT)
    for colour in range(COLOUR_COUNT):
        gone[colour] = full_colour(state.seats)
        for place in range(2 * state.seats + 1):
            gone[colour] &= ~state.cards[COLOUR_COUNT * place + colour]
    return gone


def label(action: int) -> Message:
    """A move in words."""
    code = "move.discard" if action >= DISCARD_BASE else "move.play"
    return message(ENGLISH, code, {"card": card_fact(action % CARDS)})


def prompt(state: HijunState, viewer: int | None) -> Message:
    """What is asked of the viewer, or whom everybody waits for."""
    if state.phase == DISCARD:
        owed = 0 if viewer is None else int(state.owes[viewer])
        if owed == 0:
            return message(ENGLISH, "prompt.wait_discards", {"seats": seat_facts(state.waiting())})
        code = "prompt.discard" if owed == discards_due(state.seats) else "prompt.discard_more"
        return message(ENGLISH, code, {"owed": owed})
    mover = int(state.mover)
    if viewer != mover:
        return message(ENGLISH, "prompt.wait_card", {"seat": seat_fact(mover)})
    if state.trick_size == 0:
        return message(ENGLISH, "prompt.lead", {})
    colour = int(state.trick_colour)
    cards: list[int] = []
    add_cards(cards, state.cards[COLOUR_COUNT * mover + colour], colour, 0)
    if not cards:
        return message(ENGLISH, "prompt.cannot_follow", {"colour": colour_fact(colour)})
    return message(ENGLISH, "prompt.follow", {"colour": colour_fact(colour), "cards": card_facts(cards)})


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
    # HJ-2.3: discards are secret, and so is their order; a seat is told of when it is done.
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
