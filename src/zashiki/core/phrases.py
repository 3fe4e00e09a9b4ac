"""Sentences made from a code and its facts, so that other languages can make their own from the same.

A *fact* is a number, a word, a list of facts, or a smaller phrase (`{"code": "card.samurai", "n": 21}`).
A catalogue maps each code to a template. `{card}` puts in a fact; `{tricks:trick|tricks}` puts in a number and
the singular or plural word. The browser keeps catalogues of its own with the same codes.

Events that always come in a row can share one line of the log: `"event.tile.run"` is the sentence for several
consecutive events `"event.tile"`, and each of its facts is the list of theirs (`joined_runs`).
"""

from typing import Final

from zashiki.core.jsontypes import Facts, Json
from zashiki.core.shapes import Message, ScoreLine

Catalogue = dict[str, str]

COMMON: Final[Catalogue] = {
    "seat": "Seat {n}",
    "prompt.over": "The game is over. {winners:wins|win}.",
    "prompt.chance": "Waiting for chance.",
    "reason.over": "the game is over",
    "reason.no_such_move": "there is no such move in this game",
    "hint.only": "It is your only move.",
    "hint.points": (
        'You have {points} points on average, and {other} with "{second}": counted in {of} games played on from here.'
    ),
    "hint.rivals": (
        'Your best opponent has {points} points on average, and {other} with "{second}": counted in {of} games played '
        "on from here."
    ),
    "hint.chances": 'The search won {percent} % of the games it played on from here, and {other} % with "{second}".',
    "hint.alike": '"{second}" is about as good: the difference is too small to tell.',
    "option.unknown": "there is no option {option}: this game takes {known}",
    "option.seats": "this game is not for {count:seat|seats}: it takes {known}",
    "option.value": "{option} must be {expected}",
}
"""Phrases that every game may use."""


def seat_fact(seat: int) -> Facts:
    """A seat as a fact; a client may show the player's name instead."""
    return {"code": "seat", "n": seat}


def seat_facts(seats: list[int] | tuple[int, ...]) -> list[Json]:
    """Several seats as one fact."""
    return [seat_fact(seat) for seat in seats]


def message(catalogue: Catalogue, code: str, facts: Facts) -> Message:
    """A code and its facts, with their sentence from the catalogue."""
    return {"code": code, "facts": facts, "text": sentence(catalogue, code, facts)}


def score_line(
    catalogue: Catalogue, seat: int, round_number: int, rule: str, points: int, code: str, facts: Facts
) -> ScoreLine:
    """Points with their rule and a sentence about where they came from."""
    return {
        "seat": seat,
        "round": round_number,
        "rule": rule,
        "points": points,
        "code": code,
        "facts": facts,
        "text": sentence(catalogue, code, facts),
    }


def sentence(catalogue: Catalogue, code: str, facts: Facts) -> str:
    """The sentence of `code`; `KeyError` names what is missing from the catalogue or the facts."""
    template = catalogue[code] if code in catalogue else COMMON[code]
    parts: list[str] = []
    for position, piece in enumerate(template.split("{")):
        if position == 0:
            parts.append(piece)
            continue
        field, _, after = piece.partition("}")
        parts.append(_filled(catalogue, field, facts))
        parts.append(after)
    return "".join(parts)


def _filled(catalogue: Catalogue, field: str, facts: Facts) -> str:
    key, _, forms = field.partition(":")
    value = facts[key]
    words = _worded(catalogue, value)
    if not forms:
        return words
    one, _, many = forms.partition("|")
    amount = len(value) if isinstance(value, list) else value
    return f"{words} {one if amount == 1 else many}"


def _worded(catalogue: Catalogue, value: Json) -> str:
    if isinstance(value, dict):
        return sentence(catalogue, str(value["code"]), value)
    if isinstance(value, list):
        words = [_worded(catalogue, item) for item in value]
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else "nothing"
    return str(value)
