"""Sakura: what a seat sees (SK-8.1) and its prompts. Secrets are removed only here and in `events`."""

from typing import Final

from zashiki.core.bits import BIT, count, members
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import message, seat_fact
from zashiki.core.shapes import Message
from zashiki.games.sakura.cards import (
    ANIMALS,
    BRIGHTS,
    CARDS,
    CHAFF,
    FIREWORKS,
    FOUR,
    LEAVE,
    LEAVE_BIT,
    MATES,
    MONTH,
    NAMES,
    OAK_CARDS,
    PLANTS,
    RAIN_MAN,
    SCROLLS,
    STACK,
    TAKE,
    YELLOW_HAWTHORN,
    kind,
    months_of,
    plant,
)
from zashiki.games.sakura.explain import side_seats
from zashiki.games.sakura.phrases import ENGLISH, card_fact, card_facts, plant_fact, plant_facts
from zashiki.games.sakura.rules import CAPTURE, CHOOSE_FIRST, PHASES, PLAY, SakuraState
from zashiki.games.sakura.score import SET_CARDS, SET_NAMES, SETS, Tally, sets, value
from zashiki.games.sakura.shapes import (
    Apart,
    Captured,
    Card,
    FieldMonth,
    Four,
    HandCard,
    Pending,
    Player,
    SakuraBoard,
    SetProgress,
    SheetRow,
    Side,
    Wildcard,
)


def names(cards: int) -> list[str]:
    """The names of a set of cards."""
    return [NAMES[card] for card in members(cards)]


_FACES: Final[list[Card]] = [
    {
        "name": name,
        "month": (card >> 2) + 1,
        "plant": plant(card),
        "kind": kind(card),
        "value": int(value(BIT[card])),
        "action": None,
    }
    for card, name in enumerate(NAMES)
]


def card_view(card: int, action: int | None) -> Card:
    """A card for a view."""
    face = _FACES[card].copy()
    face["action"] = action
    return face


def card_views(cards: int) -> list[Card]:
    """Cards that cannot be touched."""
    return [_FACES[card].copy() for card in members(cards)]


def _hand_card(state: SakuraState, card: int) -> HandCard:
    meets: list[str] = []
    if state.choices(card) & ~LEAVE_BIT != 0:
        meets = names(state.field if card == FIREWORKS else state.field & MATES[card])
    return {**card_view(card, card), "meets": meets}


def board(state: SakuraState, viewer: int | None) -> SakuraBoard:
    """Everything the viewer may know."""
    began = state.phase != CHOOSE_FIRST
    mover = int(state.turn())
    return {
        "phase": PHASES[state.phase],
        "round": int(state.round),
        "rounds": int(state.rounds),
        "dealer": int(state.dealer) if began else None,
        "first": int((state.dealer + 1) % state.seats) if began else None,
        "mover": int(state.mover) if mover >= 0 else None,
        "players": [_player(state, seat, viewer) for seat in range(state.seats)],
        "sides": [_side(state, side, cards) for side, cards in enumerate(state.pooled())],
        "field": [_field_month(state, month) for month in members(months_of(state.field))],
        "pile_count": int(count(state.pile)),
        "pending": _pending(state),
        "fours": [] if viewer is None else _fours(state, viewer),
        "wildcard": _wildcard(state),
        "wildcard_left": state.left,
        "apart": _apart(state),
        "sheet": [_sheet_row(state, tally) for tally in state.sheet],
    }


def _player(state: SakuraState, seat: int, viewer: int | None) -> Player:
    hand = state.hands[seat]
    own = [_hand_card(state, card) for card in members(hand)] if seat == viewer else None
    return {
        "seat": seat,
        "side": seat % int(state.sides),
        "hand_count": int(count(hand)),
        "hand": own,
        "captured": _captured(state.captured[seat]),
    }


def _captured(cards: int) -> Captured:
    return {
        "bright": card_views(cards & BRIGHTS),
        "scroll": card_views(cards & SCROLLS),
        "hawthorn": card_views(cards & YELLOW_HAWTHORN),
        "animal": card_views(cards & ANIMALS),
        "rain": card_views(cards & RAIN_MAN),
        "chaff": card_views(cards & CHAFF),
    }


def _side(state: SakuraState, side: int, cards: int) -> Side:
    return {
        "seats": side_seats(state, side),
        "value": int(value(cards)),
        "sets": [_set_progress(index, cards & SETS[index]) for index in range(len(SET_NAMES))],
        "total": int(state.total[side]),
    }


def _set_progress(index: int, captured: int) -> SetProgress:
    return {
        "name": SET_NAMES[index],
        "cards": SET_CARDS[SET_NAMES[index]][:],
        "captured": names(captured) if captured else [],
        "complete": captured == SETS[index],
    }


def _field_month(state: SakuraState, month: int) -> FieldMonth:
    stack = state.stacked & MONTH[month]
    action = TAKE + STACK + month
    return {
        "month": month + 1,
        "plant": PLANTS[month],
        "stack": stack != 0,
        "action": action if stack else None,
        "cards": [
            # A wildcard that was left beside a stack is no part of it (SK-R8).
            card_view(card, action if stack & BIT[card] else TAKE + card)
            for card in members(state.field & MONTH[month])
        ],
    }


def _pending(state: SakuraState) -> Pending | None:
    if state.phase != CAPTURE:
        return None
    card = int(state.card)
    return {
        "seat": int(state.mover),
        "card": card_view(card, None),
        "flipped": state.flipped,
        "interrupted": state.was_interrupted(),
        "leave": TAKE + LEAVE,
    }


def _fours(state: SakuraState, viewer: int) -> list[Four]:
    hand = state.hands[viewer]
    return [
        {
            "month": month + 1,
            "plant": PLANTS[month],
            "action": FOUR + month,
            "lacking": names(MONTH[month] & ~(hand | state.field)),
        }
        for month in members(months_of(hand))
    ]


def _wildcard(state: SakuraState) -> Wildcard | None:
    if state.wild_took == 0:
        return None
    return {"seat": int(state.wild_seat), "cards": card_views(state.wild_took | BIT[FIREWORKS])}


def _apart(state: SakuraState) -> Apart | None:
    if state.apart == 0:
        return None
    return {"seats": members(state.apart_seats), "cards": names(state.apart)}


def _sheet_row(state: SakuraState, tally: Tally) -> SheetRow:
    return {
        "dealer": int(tally.dealer),
        "values": [int(value(cards)) for cards in tally.captured],
        "sets": [[SET_NAMES[index] for index in members(sets(cards))] for cards in tally.captured],
        "points": [int(tally.points[seat % state.sides]) for seat in range(state.seats)],
    }


def label(action: int) -> Message:
    """A move in words."""
    if action < CARDS:
        return message(ENGLISH, "move.play", {"card": card_fact(action)})
    if action < TAKE:
        return message(ENGLISH, "move.four", {"plant": plant_fact(action - FOUR)})
    choice = action - TAKE
    if choice < CARDS:
        return message(ENGLISH, "move.take", {"card": card_fact(choice)})
    if choice < LEAVE:
        return message(ENGLISH, "move.stack", {"plant": plant_fact(choice - STACK)})
    return message(ENGLISH, "move.leave", {})


def prompt(state: SakuraState, viewer: int | None) -> Message:
    """What the viewer has to do, or whom everybody is waiting for."""
    mover = int(state.mover)
    if state.phase == PLAY:
        if viewer != mover:
            return message(ENGLISH, "prompt.wait_play", {"seat": seat_fact(mover)})
        fours = state.moves(mover) >> FOUR
        if fours == 0:
            return message(ENGLISH, "prompt.play", {})
        return message(ENGLISH, "prompt.play_four", {"plants": plant_facts(fours)})
    card: Facts = card_fact(int(state.card))
    if viewer != mover:
        return message(ENGLISH, "prompt.wait_capture", {"seat": seat_fact(mover), "card": card})
    if state.card != FIREWORKS:
        met = card_facts(state.field & MATES[state.card])
        return message(ENGLISH, "prompt.capture", {"card": card, "cards": met})
    if state.was_interrupted() and state.choices(FIREWORKS) & LEAVE_BIT != 0:
        return message(ENGLISH, "prompt.wild_again", {})
    oaks = state.field & OAK_CARDS
    if oaks == 0:
        return message(ENGLISH, "prompt.wild", {})
    return message(ENGLISH, "prompt.wild_must", {"cards": card_facts(oaks)})
