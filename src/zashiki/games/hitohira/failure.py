"""Hitohira: why a turn failed (HT-3.3, HT-3.4)."""

from zashiki.core.bits import members
from zashiki.core.jsontypes import Facts
from zashiki.games.hitohira.phrases import colour_fact
from zashiki.games.hitohira.pieces import BLACK, FIVE, counts, kinds


def failure(heap: int) -> tuple[str, int, int]:
    """Which failure it was, the colour there is most of, and how many of it there are, counting black if that did it.

    The failure is `three`, `three_black`, `five` or `five_black`.
    """
    many = counts(heap)
    black = many[BLACK]
    colour = many.index(max(many[:BLACK])) if max(many[:BLACK]) else BLACK
    if many[colour] >= 3:
        return "three", colour, many[colour]
    if kinds(heap) & FIVE == FIVE:
        return "five", colour, many[colour]
    if many[colour] + black >= 3:
        return "three_black", colour, many[colour] + black
    return "five_black", colour, many[colour]


def failure_fact(heap: int) -> Facts:
    """Why these pieces fail, as a fact of a sentence."""
    kind, colour, count = failure(heap)
    return {"code": "failure." + kind, "colour": colour_fact(colour), "count": count}


def culprits(heap: int) -> list[int]:
    """The colours that made these pieces fail."""
    kind, colour, _ = failure(heap)
    if kind == "three":
        return [colour]
    if kind == "three_black":
        return [colour, BLACK]
    return [one for one in members(kinds(heap)) if one != BLACK or kind == "five_black"]
