"""The flower cards of Sakura with their values and sets, copied from the rules."""

# SK-1.1, month by month.
DECK = {
    "pine": ("crane", "pine scroll", "pine chaff 1", "pine chaff 2"),
    "plum": ("warbler", "plum scroll", "plum chaff 1", "plum chaff 2"),
    "cherry": ("curtain", "cherry scroll", "cherry chaff 1", "cherry chaff 2"),
    "wisteria": ("cuckoo", "wisteria scroll", "wisteria chaff 1", "wisteria chaff 2"),
    "iris": ("bridge", "iris scroll", "iris chaff 1", "iris chaff 2"),
    "peony": ("butterflies", "peony scroll", "peony chaff 1", "peony chaff 2"),
    "clover": ("boar", "clover scroll", "clover chaff 1", "clover chaff 2"),
    "pampas": ("moon", "geese", "pampas chaff 1", "pampas chaff 2"),
    "chrysanthemum": ("sake cup", "chrysanthemum scroll", "chrysanthemum chaff 1", "chrysanthemum chaff 2"),
    "maple": ("deer", "maple scroll", "maple chaff 1", "maple chaff 2"),
    "oak": ("rain man", "swallow", "oak scroll", "fireworks"),
    "hawthorn": ("phoenix", "yellow hawthorn", "hawthorn chaff 1", "hawthorn chaff 2"),
}
PLANTS = list(DECK)
CARDS = [card for plant in PLANTS for card in DECK[plant]]

FIREWORKS = "fireworks"
OAK = "oak"

# SK-1.1 and SK-R1. All other cards are chaff, including the fireworks.
MEMBERS = {
    "bright": ("crane", "curtain", "moon", "phoenix"),
    "scroll": tuple(card for card in CARDS if card.endswith("scroll")),
    "hawthorn": ("yellow hawthorn",),
    "animal": ("warbler", "cuckoo", "bridge", "butterflies", "boar", "geese", "sake cup", "deer", "swallow"),
    "rain": ("rain man",),
}
VALUES = {"bright": 20, "scroll": 10, "hawthorn": 10, "animal": 5, "rain": 5, "chaff": 0}
KINDS = tuple(VALUES)

# SK-1.2.
SETS = {
    "spring": ("crane", "warbler", "curtain"),
    "drinking": ("curtain", "moon", "sake cup"),
    "red scrolls": ("pine scroll", "plum scroll", "cherry scroll"),
    "blue scrolls": ("peony scroll", "chrysanthemum scroll", "maple scroll"),
    "plain scrolls": ("wisteria scroll", "iris scroll", "clover scroll"),
    "summer animals": ("cuckoo", "bridge", "boar"),
    "autumn animals": ("butterflies", "sake cup", "deer"),
    "boar-geese-deer": ("boar", "geese", "deer"),
}
SET_COST = 50

# SK-2.3: cards per player, cards in the field.
SHARES = {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}

_PLANT_OF = {card: plant for plant in PLANTS for card in DECK[plant]}
_KIND_OF = {card: kind for kind, cards in MEMBERS.items() for card in cards}


def plant_of(card: str) -> str:
    return _PLANT_OF[card]


def month_of(card: str) -> int:
    """January is 1."""
    return PLANTS.index(plant_of(card)) + 1


def kind_of(card: str) -> str:
    return _KIND_OF.get(card, "chaff")


def value_of(card: str) -> int:
    return VALUES[kind_of(card)]


def count(cards: list[str], plant: str) -> int:
    """How many of the cards belong to a month."""
    return sum(plant_of(card) == plant for card in cards)


def complete_sets(cards: list[str]) -> list[str]:
    """SK-1.2: a card counts towards every set it belongs to (SK-R2)."""
    return [name for name, members in SETS.items() if all(member in cards for member in members)]
