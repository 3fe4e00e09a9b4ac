"""Hagakure: what a seat sees (HG-6.1), and its prompts. Secrets are removed only here and in `events`."""

from zashiki.core.bits import BIT, count
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import message, seat_fact
from zashiki.core.shapes import Message
from zashiki.games.hagakure.cards import (
    EXCHANGE_MOVE,
    FOOL,
    LAST_VILLAGER,
    LOOK_SEAT,
    LOOK_YOMI,
    PASS,
    SAMURAI_BITS,
    TOKEN_BASE,
    listed,
)
from zashiki.games.hagakure.phrases import ENGLISH, card_fact, card_facts, place_fact
from zashiki.games.hagakure.rules import CHOOSE_DEALER, NOBORI, PHASES, HagakureState
from zashiki.games.hagakure.score import LOOK, TOKENS, VILLAGERS, villagers_needed
from zashiki.games.hagakure.shapes import Card, HagakureBoard, Player, Token, Trick, TrickCard, Yomi


def card_name(card: int) -> str:
    """The word for a card in moves and views."""
    return "fool" if card == FOOL else str(card)


def card_view(card: int) -> Card:
    """A card for a view."""
    kind = "fool" if card == FOOL else "villager" if card <= LAST_VILLAGER else "samurai"
    return {"name": card_name(card), "kind": kind, "action": card}


def card_views(cards: int) -> list[Card]:
    """A set of cards for a view, ascending."""
    return [card_view(card) for card in listed(cards)]


def look_places(seats: int, seat: int) -> list[int]:
    """The moves that Look offers a seat."""
    return [LOOK_YOMI] + [LOOK_SEAT + other for other in range(seats) if other != seat]


def board(state: HagakureState, viewer: int | None) -> HagakureBoard:
    """Everything the viewer may know."""
    began = state.phase != CHOOSE_DEALER
    known = 0 if viewer is None else int(state.knows[viewer])
    yomi_known = known & int(BIT[state.seats]) != 0
    trick = _trick(state) if any(state.trick) else None
    return {
        "phase": PHASES[state.phase],
        "round": int(state.round),
        "rounds": int(state.rounds),
        "extra_round": max(0, int(state.round - state.rounds)),
        "dealer": int(state.dealer) if began else None,
        "first": int((state.dealer + 1) % state.seats) if began else None,
        "players": [_player(state, seat, known) for seat in range(state.seats)],
        "yomi": yomi(state, yomi_known),
        "trick": trick if state.trick_size > 0 else None,
        "last_trick": trick if state.trick_size == 0 else None,
        "sheet": [[int(tally.points(seat)) for seat in range(state.seats)] for tally in state.sheet],
    }


def yomi(state: HagakureState, known: bool) -> Yomi:
    """The Yomi; until all hands are dealt the cards there are still to be dealt."""
    lies = state.cards[state.seats] if state.phase >= NOBORI else 0
    return {"count": int(count(lies)), "cards": card_views(lies) if known else None}


def _player(state: HagakureState, seat: int, known: int) -> Player:
    hand = state.cards[seat]
    token = state.tokens[seat]
    return {
        "seat": seat,
        "hand_count": int(count(hand)),
        "hand": card_views(hand) if known & int(BIT[seat]) != 0 else None,
        "holds_no_samurai": state.void & BIT[seat] != 0,
        "token": TOKENS[token] if token else None,
        "tokens": [_token(state, seat, number) for number in range(1, len(TOKENS))],
        "tricks": int(state.tricks[seat]),
        "won": card_views(state.won[seat]),
    }


def _token(state: HagakureState, seat: int, token: int) -> Token:
    actions = look_places(state.seats, seat) if token == LOOK else [TOKEN_BASE + token]
    return {"name": TOKENS[token], "used": state.tokens_left[seat] & BIT[token] == 0, "actions": actions}


def _trick(state: HagakureState) -> Trick:
    order = [int((state.leader + place) % state.seats) for place in range(state.seats)]
    cards: list[TrickCard] = [
        {"seat": seat, "card": card_view(state.trick[seat])} for seat in order if state.trick[seat]
    ]
    return {"leader": int(state.leader), "winner": int(state.best), "cards": cards}


def label(action: int, seats: int) -> Message:
    """A move in words."""
    code, facts = move_words(action, seats)
    return message(ENGLISH, code, facts)


def move_words(action: int, seats: int) -> tuple[str, Facts]:
    """The code and facts of a move."""
    if action == PASS:
        return "move.pass", {}
    if action <= FOOL:
        return "move.card", {"card": card_fact(action)}
    if action <= EXCHANGE_MOVE:
        token = action - TOKEN_BASE
        facts: Facts = {"needed": int(villagers_needed(seats))} if token == VILLAGERS else {}
        return "move." + TOKENS[token], facts
    return "move.look", {"place": place_fact(looked_at(action, seats), seats)}


def looked_at(action: int, seats: int) -> int:
    """The place that a Look sees."""
    return seats if action == LOOK_YOMI else action - LOOK_SEAT


def prompt(state: HagakureState, viewer: int | None) -> Message:
    """What the viewer has to do, or whom everybody is waiting for."""
    mover = int(state.mover)
    if viewer != mover:
        code = "prompt.wait_token" if state.phase == NOBORI else "prompt.wait_card"
        return message(ENGLISH, code, {"seat": seat_fact(mover)})
    if state.phase == NOBORI:
        return message(ENGLISH, "prompt.token", {})
    if state.trick_size == 0:
        return message(ENGLISH, "prompt.lead", {})
    led = state.trick[state.leader]
    if led <= LAST_VILLAGER:
        return message(ENGLISH, "prompt.free", {})
    samurai = state.cards[mover] & SAMURAI_BITS
    facts: Facts = {"cards": card_facts(samurai)} if samurai else {}
    code = "prompt.follow" if samurai else "prompt.cannot_follow"
    return message(ENGLISH, code + "_fool" if led == FOOL else code, facts)
