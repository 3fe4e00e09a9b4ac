"""Hijun: every sentence in English, by its code."""

from typing import Final

from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import Catalogue
from zashiki.games.hijun.cards import COLOURS, VALUES

ENGLISH: Final[Catalogue] = {
    # parts of sentences
    "card.poppy": "poppy {n}",
    "card.iris": "iris {n}",
    "card.clover": "clover {n}",
    "card.plum": "plum {n}",
    "colour.poppy": "poppy",
    "colour.iris": "iris",
    "colour.clover": "clover",
    "colour.plum": "plum",
    # moves
    "move.play": "Play {card}",
    "move.discard": "Discard {card}",
    # prompts
    "prompt.discard": "Discard {owed:card|cards} face down.",
    "prompt.discard_more": "Discard {owed:more card|more cards} face down.",
    "prompt.lead": "Lead any card.",
    "prompt.follow": "Follow {colour}: you hold {cards}.",
    "prompt.cannot_follow": "Play any card: the trick is {colour} and you hold none.",
    "prompt.wait_discards": "Waiting for {seats} to discard.",
    "prompt.wait_card": "Waiting for {seat} to play a card.",
    # reasons
    "reason.setting_up": "the round is still being set up",
    "reason.discard_first": "first discard {owed:more card|more cards}",
    "reason.wait_discards": "tricks begin once everyone has discarded: {seats:still has|still have} cards to discard",
    "reason.discards_done": "you have already discarded your {count:card|cards}",
    "reason.discards_closed": "you can discard only before the first trick of a round",
    "reason.wait_card": "it is not your turn: waiting for {seat} to play a card",
    "reason.card_not_in_game": "{card} is not used with {seats} players: the highest value is {highest}",
    "reason.card_discarded": "you discarded {card}",
    "reason.card_not_held": "you do not hold {card}",
    "reason.must_follow": "the trick is {colour} and you hold {cards}: you must play {colour}",
    # events
    "event.round": "Round {round}: the tokens are {tokens}, in this order.",
    "event.dealt": "{seat} is dealt {count:card|cards}.",
    "event.dealt.seen": "{seat} is dealt {cards}.",
    "event.discarded": "{seat} has discarded {count:card|cards}.",
    "event.discarded.seen": "{seat} has discarded {cards}.",
    "event.first_leader": "{seat} is drawn to lead the first trick.",
    "event.leader": "{seat} won the last trick of round {round} and leads.",
    "event.lead": "{seat} leads {card}.",
    "event.follow": "{seat} plays {card}.",
    "event.no_follow": "{seat} plays {card}, having no {colour}.",
    "event.trick": "{seat} wins the trick with {card} and has {tricks:trick|tricks}.",
    "event.token": "{seat} takes token {number}.",
    "event.no_token": "{seat} has won two tricks, but no token is left.",
    "event.covered": "{seat} covers token {number}: it no longer counts.",
    "event.points": "{seat} scores {points} this round and has {total}.",
    "event.over": "The game is over. {winners:wins|win}.",
    # points
    "points.token": "token {number} for exactly two tricks",
    "points.covered": "token {number}, covered after {tricks} tricks",
    "points.few": "{tricks:trick|tricks}, exactly {needed} are needed",
    "points.no_trick": "no trick, exactly {needed} are needed",
    "points.no_token": "two tricks, but no token was left",
    # reasons for a hint
    "hint.needs": (
        "{card} leads to exactly two tricks in {hits} of {of} deals that fit what you have seen; you still need {need}."
    ),
    "hint.needs_than": (
        "{card} leads to exactly two tricks in {hits} of {of} deals that fit what you have seen, {second} in {other}; "
        "you still need {need}."
    ),
    "hint.safe": "You have your two tricks: after {card} it stays at two in {hits} of {of} deals.",
    "hint.safe_than": (
        "You have your two tricks: after {card} it stays at two in {hits} of {of} deals, after {second} in {other}."
    ),
    "hint.discard": "Without {card} you win exactly two tricks in {hits} of {of} deals that fit your hand.",
    "hint.discard_than": (
        "Without {card} you win exactly two tricks in {hits} of {of} deals, without {second} in {other}."
    ),
    "hint.spoils": (
        "You can't score this round, but you can spoil it for others: they score {points} in all on average after "
        "{card}, {other} after {second}."
    ),
}


def card_fact(card: int) -> Facts:
    """A card as a fact of a sentence."""
    return {"code": "card." + COLOURS[card // VALUES], "n": card % VALUES + 1}


def card_facts(cards: list[int]) -> list[Json]:
    """Several cards as one fact."""
    return [card_fact(card) for card in cards]


def colour_fact(colour: int) -> Facts:
    """A colour as a fact of a sentence."""
    return {"code": "colour." + COLOURS[colour]}
