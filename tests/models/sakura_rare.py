"""Luck and styles of play that make Sakura's rare rules come up, and checks that they did."""

from models.sakura import CHANCE, LEAVE, Deed, Round, Sakura
from models.sakura_cards import DECK, FIREWORKS, OAK, SETS, complete_sets, count, plant_of, value_of
from models.sakura_left import (
    DEALT_LUCK,
    LEFT_LUCK,
    LEFT_MUST_HAPPEN,
    dealt_situations,
    left_situations,
    lucky_dealt_field,
    lucky_dealt_flip,
    lucky_dealt_hand,
    lucky_left_field,
    lucky_left_flip,
    lucky_left_hand,
    plant_of_target,
    preferred_to_leave,
    way,
)

TABLES = (*((seats, "none") for seats in range(2, 8)), (4, "two"), (6, "two"), (6, "three"))
"""Every number of seats with every choice of teams (SK-7.1)."""

BY_TURNS = "by turns"
"""Chance favours leaving the fireworks in odd rounds, and deals them to the field in even ones."""
LUCK = ("plain", "clumps", "threes", "fours", "oaks", "clearing", "late", *LEFT_LUCK, DEALT_LUCK, BY_TURNS)
STYLES = ("plain", "eager", "wild", "shy", "oaken", "clearing", "leaving")


# Play that leads to situations random play rarely reaches


def preferred_moves(model: Sakura, luck: str, style: str) -> list[str]:
    """The moves preferred by this kind of luck or style; all moves if there are none."""
    (seat,) = model.waiting()
    moves = model.legal(seat)
    if not model.rounds:
        return moves
    now = model.rounds[-1]
    wanted = lucky(now, moves, luck) if seat == CHANCE else preferred(now, moves, style)
    return sorted(wanted or moves)


def lucky(now: Round, moves: list[str], luck: str) -> list[str]:
    by_card = {move.partition(" ")[2]: move for move in moves}
    if luck == BY_TURNS:
        luck = "beside 1" if now.number % 2 else DEALT_LUCK
    pick = {"deal": lucky_hand, "field": lucky_field, "flip": lucky_flip}[now.phase()]
    return [by_card[card] for card in pick(now, list(by_card), luck) if card in by_card]


def lucky_hand(now: Round, cards: list[str], luck: str) -> list[str]:
    if luck in LEFT_LUCK:
        return lucky_left_hand(now, cards, LEFT_LUCK[luck])
    if luck == DEALT_LUCK:
        return lucky_dealt_hand(now, cards)
    if luck in ("clumps", "threes"):
        dealt = sum(len(hand) for hand in now.hands)
        held = [plant_of(card) for card in now.hands[now.order()[dealt % now.seats]]]
        return [card for card in cards if plant_of(card) in held and card != FIREWORKS]
    return [card for card in cards if card != FIREWORKS] if luck == "late" else []


def lucky_field(now: Round, cards: list[str], luck: str) -> list[str]:
    if luck in LEFT_LUCK:
        return lucky_left_field(now, cards, LEFT_LUCK[luck])
    if luck == DEALT_LUCK:
        return lucky_dealt_field(now, cards)
    if luck == "clumps":
        return [card for card in cards if any(count(hand, plant_of(card)) >= 2 for hand in now.hands)]
    if luck == "oaks":
        return [card for card in cards if plant_of(card) == OAK and card != FIREWORKS]
    if luck in ("threes", "fours"):
        most = 2 if luck == "threes" else 3
        return [card for card in cards if 1 <= count(now.field, plant_of(card)) <= most]
    if luck == "late":
        if now.dealer % 2 and not now.lying(OAK):
            return [card for card in cards if plant_of(card) == OAK and card != FIREWORKS]
        completing = [
            card
            for card in cards
            if plant_of(card) != OAK
            and max(count(hand, plant_of(card)) for hand in now.hands) + count(now.field, plant_of(card)) in (2, 3)
        ]
        return [card for card in completing if now.lying(plant_of(card))] or completing
    return []


def lucky_flip(now: Round, cards: list[str], luck: str) -> list[str]:
    if luck in LEFT_LUCK:
        return lucky_left_flip(now, cards, LEFT_LUCK[luck])
    if luck == DEALT_LUCK:
        return lucky_dealt_flip(now, cards)
    matching = [card for card in cards if now.lying(plant_of(card)) and card != FIREWORKS]
    if luck == "clearing":
        return matching if now.field else [FIREWORKS]
    if luck == "late":
        # The fireworks come when an interruption would leave them almost nothing to take, or nobody a card in hand.
        others = [seat for seat in range(now.seats) if seat != now.turn]
        fours = [(seat, plant) for seat in others for plant in DECK if now.has_four(seat, plant)]
        left = [card for card in now.field if plant_of(card) not in [OAK, *(plant for _, plant in fours)]]
        hands = [hand for hand in now.hands if hand]
        last = len(fours) == len(hands) == 1 and {plant_of(card) for card in hands[0]} == {fours[0][1]}
        if fours and (last or not left):
            return [FIREWORKS]
        return matching or [card for card in cards if card != FIREWORKS]
    return [] if luck == "plain" else [FIREWORKS]


def preferred(now: Round, moves: list[str], style: str) -> list[str]:
    if style == "leaving":
        return preferred_to_leave(now, moves)
    if style == "eager":
        return [move for move in moves if move.startswith("four")]
    if style == "oaken":
        return [move for move in moves if move == f"play {FIREWORKS}" or plant_of_target(move) == OAK]
    if style == "clearing":
        matching = [move for move in moves if move.startswith("play") and now.lying(plant_of(move[5:]))]
        return matching if now.field else [move for move in moves if move == f"play {FIREWORKS}"]
    return preferred_with_fours(now, moves, style) if style in ("wild", "shy") else []


def preferred_with_fours(now: Round, moves: list[str], style: str) -> list[str]:
    """Keep four of a kind for an interruption; aim the wildcard at one."""
    if f"play {FIREWORKS}" in moves:
        return [f"play {FIREWORKS}"]
    if now.pending and now.pending.card == FIREWORKS:
        holders = [seat for seat in range(now.seats) if style == "wild" or seat != now.turn]
        fours = [plant for plant in DECK if any(now.has_four(seat, plant) for seat in holders)]
        aimed = [move for move in moves if plant_of_target(move) in fours]
        return aimed or [move for move in moves if move == LEAVE and style == "shy"]
    return [move for move in moves if move.startswith("play") and not now.has_four(now.turn, plant_of(move[5:]))]


# What happened


def situations(model: Sakura) -> set[str]:
    """The situations in a game that the comparison must cover."""
    found = {f"{model.seats} seats, teams {model.teams}, {len(model.finished())} rounds"}
    for played in model.finished():
        found |= deal_situations(played) | silence_situations(played) | score_situations(model, played)
        found |= left_situations(model, played) | dealt_situations(model, played)
        earlier: list[Deed] = []
        for deed in played.deeds:
            found |= deed_situations(model, deed, earlier)
            earlier.append(deed)
    if len(model.winners()) > 1 and len(model.sides) == model.seats:
        found.add("a shared victory")
    if (
        model.winners()
        and len({model.side_of(seat) for seat in model.winners()}) > 1
        and len(model.sides) < model.seats
    ):
        found.add("a victory shared by teams")
    return found


def deal_situations(played: Round) -> set[str]:
    found: set[str] = set()
    fours = [deed for deed in played.deeds if deed.verb == "dealt four"]
    stacks = [deed for deed in played.deeds if deed.verb == "stack"]
    for name, deeds in (("four in the field", fours), ("stack", stacks)):
        if deeds:
            found.add(f"a dealt {name}")
        if len(deeds) > 1:
            found.add(f"two of a dealt {name}")
        if any(FIREWORKS in deed.cards for deed in deeds):
            found.add(f"a dealt {name} with the fireworks")
    if FIREWORKS in played.deeds[0].field:
        found.add("the fireworks are dealt to the field")
    return found


def deed_situations(model: Sakura, deed: Deed, earlier: list[Deed]) -> set[str]:
    interruptions = earlier[len(before_interruptions(earlier)) :]
    found: set[str] = set()
    if deed.verb in ("four", "interruption"):
        found |= four_situations(deed, len(interruptions))
    elif deed.verb == "only a flip":
        found.add(deed.verb)
        if any(each.verb == "interruption" and each.seat == deed.seat for each in earlier):
            found.add("whoever interrupted later only flips")
    elif deed.verb == "late capture":
        found |= late_situations(deed)
    elif deed.verb == "discard" and interruption_ended_it(earlier):
        found.add("an interruption takes the last hand in the last action")
    elif deed.with_card == FIREWORKS:
        found |= wildcard_situations(deed, " after an interruption" if interruptions else "")
        for each in interruptions:
            mate = model.side_of(each.seat) == model.side_of(deed.seat)
            found.add("an interruption by a teammate" if mate else "an interruption by an opponent")
            found.add(f"a {way(deed)} wildcard is interrupted")
    elif deed.verb == "stay":
        found.add(f"a {way(deed)} card stays")
    elif deed.verb == "capture":
        # Three cards without a stack are oaks with the fireworks left beside them (SK-R8).
        lying = count(deed.field, plant_of(deed.cards[0]))
        found.add(f"a {way(deed)} card meets {'a stack' if len(deed.cards) == 3 else lying}")
        if FIREWORKS in deed.cards:
            left = any(each.verb == "stay" and each.with_card == FIREWORKS for each in earlier)
            found.add(f"fireworks that were {'left' if left else 'dealt'} are taken by an oak")
    return found


def four_situations(deed: Deed, interruptions: int) -> set[str]:
    """SK-4.1 and SK-5.2."""
    name = f"a{'n' if deed.verb == 'interruption' else ''} {deed.verb}"
    found = {f"{name} with {len(deed.cards)} from hand"}
    if deed.verb == "interruption":
        found.add(f"{interruptions + 1} interruptions")
    if set(deed.cards) == set(deed.hand):
        found.add(f"{name} empties the hand")
    if plant_of(deed.cards[0]) == OAK:
        found.add(f"{name} of oak with the fireworks {'in hand' if FIREWORKS in deed.cards else 'in the field'}")
    return found


def before_interruptions(deeds: list[Deed]) -> list[Deed]:
    """The deeds without the interruptions at the end."""
    last = max((at for at, deed in enumerate(deeds) if deed.verb != "interruption"), default=-1)
    return deeds[: last + 1]


def interruption_ended_it(deeds: list[Deed]) -> bool:
    rest = [deed for deed in deeds if deed.verb != "late capture"]
    if len(rest) < 2 or not rest[-1].flipped or rest[-2].verb != "interruption":
        return False
    return set(rest[-2].cards) == set(rest[-2].hand)


def wildcard_situations(deed: Deed, after: str) -> set[str]:
    """SK-5.1, SK-R3, SK-R6."""
    found = {f"{way(deed)} fireworks {deed.verb}{after}"}
    if deed.verb == "stay":
        return found | {f"fireworks stay {'with cards' if deed.field else 'alone'} in the field{after}"}
    month = plant_of(deed.cards[0])
    what = "oak" if month == OAK else "another month despite an oak" if count(deed.field, OAK) else "another month"
    found |= {f"fireworks take {what}", f"fireworks take {what}{after}"}
    if len(deed.cards) == 3:
        found.add(f"fireworks take a stack of {what}")
    elif count(deed.field, month) == 2:
        found.add(f"fireworks take one of two of {what}")
    if len(deed.field) == len(deed.cards) and month == OAK:
        # After an interruption they could have stayed (SK-R3), so this was a choice.
        only = "a stack of oak" if len(deed.cards) == 3 else "an oak"
        found.add(f"fireworks take {only} rather than stay alone with it" if after else f"fireworks must take {only}")
    if all(card in deed.hand + deed.field for card in DECK[month]):
        found.add("fireworks take from their own player's four of a kind")
    return found


def late_situations(deed: Deed) -> set[str]:
    """SK-5.4."""
    found = {f"a late capture of {'oak' if plant_of(deed.cards[0]) == OAK else 'another month'}"}
    if sum(map(value_of, deed.cards)):
        found.add("a late capture of value")
    if len(deed.field) > len(deed.cards):
        found.add("a late capture and a discard")
    return found


def silence_situations(played: Round) -> set[str]:
    """SK-5.2: what everyone learns when nobody interrupts."""
    silence = played.silence
    if silence is None:
        return set()
    found = {f"silence about {len(silence.cards)}"}
    origins = [origin for origin, _ in silence.shown]
    if origins and origins[0] == CHANCE:
        found.add("silence broken by the pile")
    elif origins and origins[0] not in silence.seats:
        found.add("silence broken by the wildcard's player")
    elif origins:
        found.add(f"silence about {len(silence.cards)} narrowed to one seat")
        if len(origins) > 1:
            found.add(
                "silence of one seat broken" if origins[1] != origins[0] else "silence of one seat narrowed again"
            )
    return found


def score_situations(model: Sakura, played: Round) -> set[str]:
    found: set[str] = set()
    points = model.points(played)
    teams = len(model.sides) < model.seats
    for side, members in enumerate(model.sides):
        sets = model.sets(played, side)
        found |= {f"the set {name}" for name in sets}
        if len(sets) > len([name for seat in members for name in complete_sets(played.captured[seat])]):
            found.add("a set pooled by a team")
        late = [card for deed in played.deeds if deed.verb == "late capture" for card in deed.cards]
        if any(card in late for name in sets for card in SETS[name]):
            found.add("a late capture completes a set")
    if min(points) < 0:
        found.add("a negative score")
    best = {model.side_of(seat) for seat in range(model.seats) if points[seat] == max(points)}
    if played.number < model.set_rounds:
        if len(best) > 1:
            found.add("a tie of teams for the deal" if teams else "a tie for the deal")
        found.add("the dealer deals again" if model.next_dealer(played) == played.dealer else "another dealer")
    return found


MUST_HAPPEN = {
    *(f"{seats} seats, teams {teams}, {rounds} rounds" for seats, teams in TABLES for rounds in (1, 3)),
    "a dealt four in the field",
    "two of a dealt four in the field",
    "a dealt four in the field with the fireworks",
    "a dealt stack",
    "two of a dealt stack",
    "a dealt stack with the fireworks",
    "the fireworks are dealt to the field",
    *(
        f"a {how} card {what}"
        for how in ("played", "flipped")
        for what in ("stays", "meets 1", "meets 2", "meets a stack")
    ),
    "only a flip",
    *(f"a four with {number} from hand" for number in (1, 2, 3, 4)),
    "a four empties the hand",
    "a four of oak with the fireworks in hand",
    "a four of oak with the fireworks in the field",
    *(
        f"{how} fireworks {what}{after}"
        for how in ("played", "flipped")
        for what in ("capture", "stay")
        for after in ("", " after an interruption")
    ),
    *(
        f"fireworks stay {how} in the field{after}"
        for how in ("alone", "with cards")
        for after in ("", " after an interruption")
    ),
    *(
        f"fireworks take {how}{what}"
        for how in ("", "one of two of ", "a stack of ")
        for what in ("oak", "another month", "another month despite an oak")
    ),
    *(f"fireworks take {what} after an interruption" for what in ("oak", "another month despite an oak")),
    "fireworks must take an oak",
    "fireworks must take a stack of oak",
    "fireworks take an oak rather than stay alone with it",
    "fireworks take a stack of oak rather than stay alone with it",
    "fireworks take from their own player's four of a kind",
    "fireworks that were dealt are taken by an oak",
    "fireworks that were left are taken by an oak",
    *LEFT_MUST_HAPPEN,
    *(f"an interruption with {number} from hand" for number in (1, 2, 3)),
    "1 interruptions",
    "2 interruptions",
    "3 interruptions",
    "a played wildcard is interrupted",
    "a flipped wildcard is interrupted",
    "an interruption by a teammate",
    "an interruption by an opponent",
    "an interruption empties the hand",
    "whoever interrupted later only flips",
    "an interruption takes the last hand in the last action",
    *(f"silence about {number}" for number in (1, 2, 3)),
    "silence about 2 narrowed to one seat",
    "silence about 3 narrowed to one seat",
    "silence of one seat narrowed again",
    "silence of one seat broken",
    "silence broken by the pile",
    "silence broken by the wildcard's player",
    "a late capture of oak",
    "a late capture of another month",
    "a late capture of value",
    "a late capture and a discard",
    "a late capture completes a set",
    *(f"the set {name}" for name in SETS),
    "a set pooled by a team",
    "a negative score",
    "the dealer deals again",
    "another dealer",
    "a tie for the deal",
    "a tie of teams for the deal",
    "a shared victory",
    "a victory shared by teams",
}
