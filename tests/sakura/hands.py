"""Tables and positions of Sakura with chosen cards: chance is put in by hand."""

from librt.vecs import vec
from mypy_extensions import i64

import zashiki
from zashiki import CHANCE, Match
from zashiki.core.bits import members
from zashiki.games.sakura.cards import DECK, NAMES, cards_of
from zashiki.games.sakura.rules import PLAY, VERSION, SakuraState

GAME = zashiki.games()["sakura"]
HANDS = {2: 8, 3: 7, 4: 5, 5: 4, 6: 3, 7: 3}
FIELDS = {2: 8, 3: 6, 4: 8, 5: 8, 6: 12, 7: 6}


def listed(text: str) -> list[str]:
    """The cards named in a text, separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def dealt(
    seats: int, field: str, hands: dict[int, str], first: int = 0, rounds: int = 1, teams: str = "none", pile: str = ""
) -> Match:
    """A table where the named cards were dealt, and for the rest chaff and others, but none of those in `pile`."""
    match = Match(GAME, seats, {"rounds": rounds, "teams": teams}, None)
    match.chance(match.parse(CHANCE, f"first {first}"))
    return deal_round(match, field, hands, first, pile)


def deal_round(match: Match, field: str, hands: dict[int, str], first: int = 0, pile: str = "") -> Match:
    """Deal a round by hand."""
    seats = match.seats
    named = [*listed(field), *listed(pile), *(card for hand in hands.values() for card in listed(hand))]
    assert len(set(named)) == len(named)
    # The last cards of the months first, so that those filled into the field are of different months.
    order = [number for place in (3, 2, 1, 0) for number in range(place, 48, 4)]
    spare = [NAMES[number] for number in order if NAMES[number] not in [*named, "fireworks"]]
    # The field is filled with months that are not in question, as long as there are any.
    months = {NAMES.index(card) // 4 for card in [*named, "fireworks"]}
    spare.sort(key=lambda card: NAMES.index(card) // 4 in months)
    laid = listed(field)
    while len(laid) < FIELDS[seats]:
        laid.append(spare.pop(0))
    rows = [listed(hands.get(seat, "")) for seat in range(seats)]
    for row in rows:
        while len(row) < HANDS[seats]:
            row.append(spare.pop(0))
    for place in range(HANDS[seats]):
        for turn in range(seats):
            match.chance(match.parse(CHANCE, f"deal {rows[(first + turn) % seats][place]}"))
    for card in laid:
        match.chance(match.parse(CHANCE, f"deal {card}"))
    return match


def play(match: Match, *moves: str) -> Match:
    """Moves in order: "flip …" by chance, all others by whoever is to act."""
    for move in moves:
        if move.startswith("flip "):
            match.chance(match.parse(CHANCE, move))
        else:
            (seat,) = match.waiting
            match.play(seat, match.parse(seat, move))
    return match


def names(match: Match) -> list[str]:
    """The legal moves of whoever is to act."""
    (seat,) = match.waiting
    return [match.name(seat, action) for action in match.legal(seat)]


def field(match: Match) -> list[str]:
    """The cards in the field."""
    return [card["name"] for month in match.view(None)["board"]["field"] for card in month["cards"]]


def captured(match: Match, seat: int) -> list[str]:
    """The cards in front of a seat, in the order of the deck."""
    kinds = match.view(None)["board"]["players"][seat]["captured"]
    return sorted((card["name"] for cards in kinds.values() for card in cards), key=NAMES.index)


def told(match: Match, since: int = 0) -> list[str]:
    """The public events from a ply on."""
    return [event["text"] for event in match.events(None) if event["ply"] >= since]


def refusal(match: Match, seat: int, move: str) -> tuple[str, str, str]:
    """Code, rule and sentence of the reason why not."""
    reason = match.why_not(seat, match.parse(seat, move))
    assert reason is not None
    return reason.code, reason.rule, reason.text


def position(
    hands: list[str],
    field: str = "",
    captured: list[str] | None = None,
    dealer: int | None = None,
    mover: int = 0,
    rounds: int = 1,
    sides: int | None = None,
    version: int = VERSION,
) -> SakuraState:
    """A state in the middle of a round, the mover to play a card; all cards not named are in the pile."""
    seats = len(hands)
    state = SakuraState(seats, rounds, seats if sides is None else sides, version)
    state.set_up()
    rows = [cards_of(listed(hand)) for hand in hands]
    taken = [cards_of(listed(cards)) for cards in captured or [""] * seats]
    state.hands = vec[i64](rows)
    state.captured = vec[i64](taken)
    state.field = cards_of(listed(field))
    state.pile = DECK & ~int(state.field) & ~sum(rows) & ~sum(taken)
    state.dealer = seats - 1 if dealer is None else dealer
    state.mover = mover
    state.phase = PLAY
    return state


def make(state: SakuraState, *moves: str) -> SakuraState:
    """Moves in order on a state, as `play` makes them on a table; each must be legal."""
    for move in moves:
        seat = state.turn()
        action = GAME.parse(seat, move)
        assert action in state.legal(seat), move
        state.apply(seat, action)
    return state


def legal(state: SakuraState) -> list[str]:
    """The legal moves of whoever is to act."""
    return [GAME.name(state.turn(), action) for action in state.legal(state.turn())]


def in_front_of(state: SakuraState, seat: int) -> list[str]:
    """The cards that the seat has captured."""
    return [NAMES[card] for card in members(state.captured[seat])]
