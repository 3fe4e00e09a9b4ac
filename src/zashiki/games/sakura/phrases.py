"""Sakura: every sentence in English, by its code."""

from typing import Final

from zashiki.core.bits import members
from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import Catalogue
from zashiki.games.sakura.cards import NAMES, PLANTS
from zashiki.games.sakura.score import SET_NAMES


def _code(group: str, name: str) -> str:
    return group + "." + name.replace(" ", "_").replace("-", "_")


def card_fact(card: int) -> Facts:
    """A card as a fact of a sentence."""
    name = NAMES[card]
    if " chaff " in name:
        return {"code": _code("card", name[:-2]), "n": int(name[-1])}
    return {"code": _code("card", name)}


def card_facts(cards: int) -> list[Json]:
    """A set of cards as one fact."""
    return [card_fact(card) for card in members(cards)]


def plant_fact(month: int) -> Facts:
    """A month as a fact, by its plant."""
    return {"code": _code("plant", PLANTS[month])}


def plant_facts(months: int) -> list[Json]:
    """Several months as one fact."""
    return [plant_fact(month) for month in members(months)]


def set_fact(index: int) -> Facts:
    """A set of three as a fact."""
    return {"code": _code("set", SET_NAMES[index])}


_CARDS: Final[Catalogue] = {
    str(card_fact(card)["code"]): (f"{name[:-2]} {{n}}" if " chaff " in name else f"the {name}")
    for card, name in enumerate(NAMES)
}

ENGLISH: Final[Catalogue] = {
    # parts of sentences
    **_CARDS,
    **{_code("plant", plant): plant for plant in PLANTS},
    "set.spring": "Spring",
    "set.drinking": "Drinking",
    "set.red_scrolls": "Red scrolls",
    "set.blue_scrolls": "Blue scrolls",
    "set.plain_scrolls": "Plain scrolls",
    "set.summer_animals": "Summer animals",
    "set.autumn_animals": "Autumn animals",
    "set.boar_geese_deer": "Boar, geese, deer",
    # moves
    "move.play": "Play {card}",
    "move.four": "Declare four of a kind: {plant}",
    "move.take": "Capture {card}",
    "move.stack": "Capture the stack of {plant}",
    "move.leave": "Leave the wildcard in the field",
    # prompts
    "prompt.play": "Play a card from your hand.",
    "prompt.play_four": "Play a card from your hand, or declare four of a kind: {plants}.",
    "prompt.capture": "Choose what to capture with {card}: {cards:matches|match}.",
    "prompt.wild": "The wildcard may capture any card in the field, or be left there.",
    "prompt.wild_again": "Four of a kind came first. The wildcard may capture another card, or be left in the field.",
    "prompt.wild_must": "The wildcard must capture a card: {cards:lies|lie} in the field, and oak is its own month.",
    "prompt.wait_play": "Waiting for {seat} to play a card.",
    "prompt.wait_capture": "Waiting for {seat} to choose what to capture with {card}.",
    # reasons
    "reason.wait_chance": "a card is still to be dealt or flipped",
    "reason.wait_play": "it is not your turn: waiting for {seat} to play a card",
    "reason.wait_capture": "it is not your turn: waiting for {seat} to choose what to capture with {card}",
    "reason.play_first": "play a card from your hand first, then choose what it captures",
    "reason.card_not_held": "you do not hold {card}",
    "reason.not_four": "four of a kind needs all four of {plant}: neither your hand nor the field has {cards}",
    "reason.four_in_field": "all four of {plant} lie in the field: at least one of them must be in your hand",
    "reason.choose_first": "first choose what to capture with {card}",
    "reason.not_in_field": "the field does not have {card}",
    "reason.no_stack": "there is no stack of {plant} in the field",
    "reason.other_month": "with {card} you can capture only {plant}",
    "reason.in_stack": "the wildcard takes the whole stack of {plant}, not only {card}",
    "reason.must_capture": "you must capture: with {card} you can take {cards}",
    "reason.wild_must": "{cards:lies|lie} in the field, and oak is the wildcard's own month: it must capture something",
    # events
    "event.first": "{seat} wins the cut and is the first player.",
    "event.round": "Round {round} of {rounds}: {dealer} deals, {first} plays first.",
    "event.dealt": "{seat} is dealt {count:card|cards}.",
    "event.dealt.seen": "{seat} is dealt {cards}.",
    "event.field": "Dealt to the field: {cards}.",
    "event.stack": "Three of {plant} form a stack: {cards}.",
    "event.dealer_four": "All four of {plant} were dealt to the field: {seat} captures them as the dealer.",
    "event.play": "{seat} plays {card}.",
    "event.play_captures": "{seat} plays {card} and captures {cards}.",
    "event.play_stays": "{seat} plays {card} to the field.",
    "event.flip": "{seat} flips {card}.",
    "event.flip_captures": "{seat} flips {card} and captures {cards}.",
    "event.flip_stays": "{seat} flips {card} to the field.",
    "event.captures": "{seat} captures {cards} with {card}.",
    "event.leaves": "{seat} leaves {card} in the field.",
    "event.four": "{seat} declares four of a kind and captures {cards}.",
    "event.interrupts": "{seat} holds {held}, has four of a kind and captures {cards} before the wildcard can.",
    "event.set": "{seats:completes|complete} the set {set}: {cards}.",
    "event.paired": "{seat} has captured the wildcard, paired with {card}: any {plant} left at the end is theirs.",
    "event.late": "{seat} captured the wildcard and takes what is left of its month: {cards}.",
    "event.discarded": "Left in the field and discarded: {cards}.",
    "event.points": "{seats:scores|score} {points} this round: {total} in all.",
    "event.over": "The game is over. {winners:wins|win}.",
    # points
    "points.bright": "{count:bright|brights}",
    "points.scroll": "{count:scroll|scrolls}",
    "points.hawthorn": "the yellow hawthorn",
    "points.animal": "{count:animal|animals}",
    "points.rain": "the rain man",
    "points.chaff": "{count:chaff card|chaff cards}, worth nothing",
    "points.no_cards": "no card captured",
    "points.set": "{seats:has|have} the set {set}",
    # reasons for a hint
    "hint.four": "four of a kind, {plant}",
    "hint.stack": "the stack of {plant}",
    "hint.leave": "leaving the wildcard",
    "hint.completes": "It completes {sets}: each set costs every opponent 50.",
    "hint.set": "You complete the set {set} in {hits} of {of} deals that fit what you see; with {second} in {other}.",
    "hint.denies": "An opponent completes the set {set} in {hits} of {of} deals; with {second} in {other}.",
    "hint.captures": "It captures {cards}: {points} points.",
    "hint.captures_for": "It captures {cards}: {points} points, and only one card is missing for {sets}.",
    "hint.round": "You score {points} on average this round, with {second} {other}: counted in {of} deals.",
}
