"""Sakura: what a card is worth to a side beyond its value, because of the sets (SK-1.2).

Values are points by which a side gets ahead of the others on average: a set costs every opponent 50, so it is worth
50 to whoever completes it, while the set of one opponent among several hurts the others as much as oneself.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from zashiki.core.bits import BIT, count, lowest
from zashiki.games.sakura.cards import CARDS
from zashiki.games.sakura.score import SET_COST, SETS, value

_LIKELY: Final = 0.75
"""How likely it is that a missing card of a set goes to any side at all; the sides share this chance."""

VALUES: Final = vec[float]([float(value(BIT[card])) for card in range(CARDS)])
"""What each card counts (SK-1.1)."""

LOSSES: Final = [
    vec[float]([float(value(BIT[card])) / max(sides - 1, 1) for card in range(CARDS)]) for sides in range(8)
]
"""By number of sides: how far one falls behind, on average over all others, when one of them takes the card."""

_HOPES: Final = vec[float](
    [SET_COST * (_LIKELY / max(sides, 1)) ** (3 - have) for sides in range(8) for have in range(4)]
)
"""At 4 * sides + have: what a set is worth to the side that has `have` of its cards, if nobody else has any."""

_NOBODY: Final = -1
_DEAD: Final = -2


def add_sets(pooled: vec[i64], side: i64, cards: i64, gains: vec[float], threats: vec[float]) -> None:
    """Add what these cards mean for the sets, given the captured cards of each side.

    `gains` is what taking a card gives the side, `threats` what it loses if another side takes it.
    """
    sides: i64 = len(pooled)
    others = 1.0 / float(sides - 1)
    index: i64 = 0
    while index < 8:
        missing = SETS[index] & cards
        if missing != 0:
            owner = _owner(pooled, SETS[index])
            if owner == _NOBODY:
                _add(missing, _HOPES[4 * sides + 1], _HOPES[4 * sides + 1] * others, gains, threats)
            elif owner != _DEAD:
                have = count(pooled[owner] & SETS[index])
                hope = _HOPES[4 * sides + have]
                more = _HOPES[4 * sides + have + 1] - hope
                if owner == side:
                    _add(missing, more, hope, gains, threats)
                else:
                    # The one who takes it may be the owner, or another opponent, who spoils the set for us.
                    threat = others * others * (more - float(sides - 2) * hope)
                    _add(missing, hope * others, threat, gains, threats)
        index += 1


def _owner(pooled: vec[i64], cards: i64) -> i64:
    """The only side that has cards of the set, or _NOBODY; _DEAD if several have, so that none can complete it."""
    owner: i64 = _NOBODY
    side: i64 = 0
    while side < i64(len(pooled)):
        if pooled[side] & cards != 0:
            if owner != _NOBODY:
                return _DEAD
            owner = side
        side += 1
    return owner


def _add(cards: i64, gain: float, threat: float, gains: vec[float], threats: vec[float]) -> None:
    while cards != 0:
        card = lowest(cards)
        gains[card] += gain
        threats[card] += threat
        cards &= cards - 1
