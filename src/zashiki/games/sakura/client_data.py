"""Sakura: what the browser client must know of the pieces before it sees a view."""

from typing import Any

from zashiki.games.sakura.cards import FIREWORKS, KINDS, NAMES, PLANTS, kind
from zashiki.games.sakura.score import SET_CARDS


def client_data() -> dict[str, Any]:
    """The deck, four cards for each plant; what is of which kind (SK-1.1); the sets (SK-1.2); the wildcard (SK-5.1)."""
    return {
        "plants": PLANTS,
        "cards": NAMES,
        "kinds": {one: [name for card, name in enumerate(NAMES) if kind(card) == one] for one in KINDS},
        "sets": [{"name": name, "cards": cards} for name, cards in SET_CARDS.items()],
        "wildcard": NAMES[FIREWORKS],
    }
