"""Hijun: what a seat sees (HJ-5.1), and its prompts. Secrets are removed only here and in `events`."""

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, zeros
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
from zashiki.games.hijun.rules import DISCARD, END, PHASES, PLAY, HijunState
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
    """Everything the viewer may know."""
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
    """The cards played in this round, one word to a colour: those that are in no place."""
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
    """What the viewer has to do, or whom everybody is waiting for."""
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
