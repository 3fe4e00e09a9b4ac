"""Hagakure: every sentence in English, by its code."""

from typing import Final

from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import Catalogue, seat_fact
from zashiki.games.hagakure.cards import FOOL, LAST_VILLAGER, listed

ENGLISH: Final[Catalogue] = {
    # parts of sentences
    "card.villager": "villager {n}",
    "card.samurai": "samurai {n}",
    "card.fool": "an old fool",
    "token.double": "Double",
    "token.zero": "Zero",
    "token.villagers": "Villagers",
    "token.exchange": "Exchange",
    "token.look": "Look",
    "place.yomi": "the Yomi",
    "place.hand": "{seat}'s hand",
    # moves
    "move.pass": "No token",
    "move.card": "Play {card}",
    "move.double": "Play Double: this round counts twice, a penalty too",
    "move.zero": "Play Zero: score 0 this round",
    "move.villagers": "Play Villagers: 2 more points for {needed} villagers",
    "move.exchange": "Play Exchange: swap hands with the Yomi",
    "move.look": "Play Look: see {place}",
    # prompts
    "prompt.token": "Play one of your Nobori tokens for this round, or none.",
    "prompt.lead": "Lead a card.",
    "prompt.follow": "Follow with a samurai or an old fool: you hold {cards}.",
    "prompt.follow_fool": "An old fool was led and counts as a samurai, so you must follow: you hold {cards}.",
    "prompt.cannot_follow": "A samurai was led and you hold none: play any card.",
    "prompt.cannot_follow_fool": "An old fool was led, and you hold no samurai to follow with: play any card.",
    "prompt.free": "A villager was led: play any card.",
    "prompt.wait_token": "Waiting for {seat} to choose a token or none.",
    "prompt.wait_card": "Waiting for {seat} to play a card.",
    # reasons
    "reason.wait_token": "it is not your turn: waiting for {seat} to choose a token or none",
    "reason.wait_card": "it is not your turn: waiting for {seat} to play a card",
    "reason.wait_deal": "the cards are still being dealt",
    "reason.tokens_first": 'first choose a token, or "No token"',
    "reason.tokens_closed": "tokens are played before the first card of a round",
    "reason.token_used": "you have already used {token}: each token can be played once per game",
    "reason.look_self": "Look shows the Yomi or another player's hand, not your own",
    "reason.no_such_place": "there is no seat {n} at this table",
    "reason.card_not_in_game": "{card} is not used with {seats} players",
    "reason.card_not_held": "you do not hold {card}",
    "reason.must_follow": "{led} was led and you hold {cards}: you must play a samurai or an old fool",
    "reason.must_follow_fool": "an old fool was led and counts as a samurai, and you hold {cards}: "
    "you must play a samurai or an old fool",
    # events
    "event.dealer": "{seat} deals first.",
    "event.round": "Round {round} of {rounds}: {dealer} deals, {first} begins.",
    "event.extra_round": "The lead is tied: extra round {extra}. {dealer} deals, {first} begins.",
    "event.dealt": "{seat} is dealt {count:card|cards}.",
    "event.dealt.seen": "{seat} is dealt {cards}.",
    "event.pass": "{seat} plays no token.",
    "event.token": "{seat} plays {token}.",
    "event.exchange": "{seat} plays Exchange and swaps hands with the Yomi.",
    "event.exchange.seen": "{seat} plays Exchange, gives {gave} to the Yomi and takes {took}.",
    "event.look": "{seat} plays Look and sees {place}.",
    "event.look.seen": "{seat} plays Look and sees {place}: {cards}.",
    "event.card": "{seat} plays {card}.",
    "event.trick": "{seat} wins the trick with {card}.",
    "event.trick_fools": "{seat} wins the trick with the last of {count} old fools.",
    "event.points": "{seat} scores {points} this round and has {total}.",
    "event.over": "The game is over. {winners:wins|win}.",
    # points
    "points.tricks": "{count:trick|tricks}",
    "points.eighteen": "won samurai 18",
    "points.no_trick": "no trick",
    "points.double": "Double doubles {plain}",
    "points.zero": "Zero cancels {plain}",
    "points.villagers": "Villagers: won {count}, needed {needed}",
    # reasons for a hint
    "hint.trick": "{card} wins this trick in {wins} of {of} deals that fit what you have seen.",
    "hint.first_trick": (
        "{card} wins this trick in {wins} of {of} deals that fit what you have seen. No trick at all would cost you 2."
    ),
    "hint.trick_than": (
        "{card} wins this trick in {wins} of {of} deals that fit what you have seen, {second} in {other}."
    ),
    "hint.saves": (
        "Someone else wins this trick in {losses} of {of} deals that fit what you have seen: {card} costs little, and "
        "you save {saved}."
    ),
    "hint.token": ("You score {points} on average this round with it, {other} without: counted in {of} deals."),
    "hint.token_than": (
        "You score {points} on average this round with it, {other} with {token}: counted in {of} deals."
    ),
    "hint.token_saved": (
        "You score {points} on average this round with it, {other} with {token}: but {token} is worth more in a later "
        "round."
    ),
    "hint.no_token": (
        "You score {points} on average this round without a token, {other} with {token}: keep it for a later round."
    ),
}


def card_fact(card: int) -> Facts:
    """A card as a fact of a sentence."""
    if card == FOOL:
        return {"code": "card.fool"}
    return {"code": "card.villager" if card <= LAST_VILLAGER else "card.samurai", "n": card}


def card_facts(cards: int) -> list[Json]:
    """A set of cards as one fact."""
    return [card_fact(card) for card in listed(cards)]


def place_fact(place: int, seats: int) -> Facts:
    """A hand or the Yomi as a fact."""
    return {"code": "place.yomi"} if place == seats else {"code": "place.hand", "seat": seat_fact(place)}
