"""Tanzaku: what a seat may see and read. The one place where secrets are removed."""

from typing import TypedDict

from zashiki.core.game import CHANCE
from zashiki.core.phrases import message, seat_fact
from zashiki.core.shapes import Message, Piece, Place
from zashiki_tanzaku.phrases import ENGLISH
from zashiki_tanzaku.rules import KEEP, SWAP, TanzakuState


class TanzakuBoard(TypedDict):
    """The board of a view."""

    round: int
    rounds: int
    places: list[Place]
    """What lies where: a client that has no table of its own for this game draws this."""


def board(state: TanzakuState, viewer: int | None) -> TanzakuBoard:
    """What the viewer (None: a spectator) may know."""
    pile: Piece = {
        "key": "pile",
        "label": message(ENGLISH, "piece.pile", {"count": len(state.left())}),
        "face": None,
        "action": SWAP if viewer is not None else None,
    }
    return {
        "round": min(state.round, state.rounds),
        "rounds": state.rounds,
        "places": [
            *(_hand(state, seat, viewer) for seat in range(int(state.seats))),
            {"key": "pile", "title": message(ENGLISH, "place.pile", {}), "seat": None, "pieces": [pile]},
            {
                "key": "revealed",
                "title": message(ENGLISH, "place.revealed", {}),
                "seat": None,
                "pieces": [_card(card, f"revealed {card}") for card in state.revealed],
            },
        ],
    }


def _hand(state: TanzakuState, seat: int, viewer: int | None) -> Place:
    card = state.cards[seat]
    return {
        "key": f"hand {seat}",
        "title": message(ENGLISH, "place.hand", {"seat": seat_fact(seat)}),
        "seat": seat,
        "pieces": [_card(card if seat == viewer else None, f"card {seat}", KEEP if seat == viewer else None)]
        if card
        else [],
    }


def _card(card: int | None, key: str, action: int | None = None) -> Piece:
    label = message(ENGLISH, "piece.hidden", {}) if card is None else message(ENGLISH, "piece.card", {"n": card})
    return {"key": key, "label": label, "face": None if card is None else str(card), "action": action}


def prompt(state: TanzakuState, viewer: int | None) -> Message:
    """What is asked of the viewer, or whom everybody waits for, while the game is on."""
    turn = state.turn()
    if turn == CHANCE:
        return message(ENGLISH, "prompt.chance", {})
    if turn == viewer:
        return message(ENGLISH, "prompt.decide", {"n": state.cards[turn]})
    return message(ENGLISH, "prompt.wait", {"seat": seat_fact(turn)})


def label(action: int) -> Message:
    """The move as a button has it."""
    return message(ENGLISH, "move.keep" if action == KEEP else "move.swap", {})
