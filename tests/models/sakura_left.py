"""Fireworks left in the field, beside oaks or not (SK-R3, SK-R7, SK-R8): play that gets there, and what follows.

Fireworks dealt to the field (SK-5.3) are covered too, since other rules apply to them.
"""

from models.sakura import LEAVE, Deed, Round, Sakura
from models.sakura_cards import DECK, FIREWORKS, OAK, SHARES, count, plant_of

LEFT_LUCK = {"beside 0": 0, "beside 1": 1, "beside 2": 2, "beside 3": 3}
"""How many oaks chance puts in the field before the fireworks are left beside them."""
DEALT_LUCK = "dealt"
"""Chance deals the fireworks and at most one oak to the field."""


# Play that leads there


def threatened(now: Round) -> list[str]:
    """The months with which someone could interrupt the current player (SK-5.2)."""
    others = [seat for seat in range(now.seats) if seat != now.turn]
    return [plant for plant in DECK if plant != OAK and any(now.has_four(seat, plant) for seat in others)]


def oaks_among(cards: list[str]) -> list[str]:
    """The oaks among the cards, without the fireworks."""
    return [card for card in cards if plant_of(card) == OAK and card != FIREWORKS]


def lucky_left_hand(now: Round, cards: list[str], oaks: int) -> list[str]:
    """Everyone starts with cards of one month, to interrupt with; `oaks` oaks are kept for the field."""
    dealt = sum(len(hand) for hand in now.hands)
    hand = now.hands[now.order()[dealt % now.seats]]
    size, _ = SHARES[now.seats]
    others = [card for card in cards if plant_of(card) != OAK]
    if not hand:
        return others
    month = plant_of(hand[0])
    if count(hand, month) < min(3, size - 1):
        return [card for card in others if plant_of(card) == month]
    free = oaks_among(cards) if len(oaks_among(cards)) > oaks else []
    if free and oaks_among(hand):
        return free
    return [*others, *free, *(card for card in cards if card == FIREWORKS)]


def lucky_left_field(now: Round, cards: list[str], oaks: int) -> list[str]:
    """The oaks, and cards that complete four of a kind with the hands."""
    if count(now.field, OAK) < oaks:
        return oaks_among(cards)
    others = [card for card in cards if plant_of(card) != OAK]
    together = {card: max(count(hand + now.field, plant_of(card)) for hand in now.hands) for card in others}
    completing = [card for card in others if 2 <= together[card] <= 3]
    return [card for card in completing if together[card] == 3] or completing or others


def lucky_left_flip(now: Round, cards: list[str], oaks: int) -> list[str]:
    """The fireworks when they can be interrupted, for some dealers only if the field has little else; then oaks."""
    others = [card for card in cards if plant_of(card) != OAK]
    if now.left or now.wildcard:
        return others if now.dealer % 3 == 0 else oaks_among(cards) + others[:4]
    fours = threatened(now)
    bare = all(plant_of(card) in [OAK, *fours] for card in now.field)
    if FIREWORKS in cards and count(now.field, OAK) == oaks and (fours or not oaks) and (bare or now.dealer % 2 == 0):
        return [FIREWORKS]
    harmless = [card for card in others if plant_of(card) not in fours]
    return [card for card in harmless if now.lying(plant_of(card))] or harmless or others


def lucky_dealt_hand(now: Round, cards: list[str]) -> list[str]:
    """No oaks, but fours of a kind: they shorten the round, so oaks stay in the pile."""
    return [card for card in lucky_left_hand(now, cards, 3) if card != FIREWORKS]


def lucky_dealt_field(now: Round, cards: list[str]) -> list[str]:
    """The fireworks, and for some dealers an oak."""
    if FIREWORKS in cards:
        return [FIREWORKS]
    return lucky_left_field(now, cards, 1 + now.dealer % 2)


def lucky_dealt_flip(now: Round, cards: list[str]) -> list[str]:
    """An oak to take the fireworks, and one to be left over."""
    oaks = oaks_among(cards)
    wanted = FIREWORKS in now.field or not now.lying(OAK)
    return oaks if wanted else [card for card in cards if card not in oaks]


def preferred_to_leave(now: Round, moves: list[str]) -> list[str]:
    """Aim the wildcard at another player's four of a kind, then leave it; hold back oaks and fours until then."""
    if now.pending and now.pending.card == FIREWORKS:
        aimed = [move for move in moves if plant_of_target(move) in threatened(now)]
        alone = count(now.field, OAK) == len(now.field)
        return aimed or [move for move in moves if move == LEAVE and not alone]
    if now.pending or not any(FIREWORKS in cards for cards in (now.pile, *now.hands)):
        return []
    if f"play {FIREWORKS}" in moves and threatened(now):
        return [f"play {FIREWORKS}"]
    kept = [OAK, *threatened(now), *(plant for plant in DECK if now.has_four(now.turn, plant))]
    return [move for move in moves if move.startswith("play") and plant_of(move[5:]) not in kept]


def plant_of_target(move: str) -> str:
    """The month that a move captures from; empty for other moves."""
    verb, _, what = move.partition(" ")
    if verb != "take":
        return ""
    return what.removesuffix(" stack") if what.endswith(" stack") else plant_of(what)


# What happened


def way(deed: Deed) -> str:
    return "flipped" if deed.flipped else "played"


def left_situations(model: Sakura, played: Round) -> set[str]:
    """What happened to fireworks left in the field."""
    for at, deed in enumerate(played.deeds):
        if deed.verb == "stay" and deed.with_card == FIREWORKS:
            found = leaving_situations(played.deeds[: at + 1], last=played.deeds[at + 1].verb == "discard")
            for later in played.deeds[at + 1 :]:
                found |= later_situations(model, deed, later)
            taken = any(FIREWORKS in later.cards and later.verb == "capture" for later in played.deeds[at + 1 :])
            if taken and played.deeds[-2].verb != "late capture":
                found.add("left fireworks are taken and nothing is left of November")
            return found
    return set()


def leaving_situations(deeds: list[Deed], *, last: bool) -> set[str]:
    """Situations in which the fireworks are left, by the last of these deeds."""
    deed = deeds[-1]
    oaks = count(deed.field, OAK)
    if not oaks:
        return {f"{way(deed)} fireworks are left without an oak"}
    stack = any(each.verb == "stack" and plant_of(each.cards[0]) == OAK for each in deeds)
    beside = "a stack of oak" if stack else f"{oaks} oaks"
    found = {f"{way(deed)} fireworks are left beside {beside}"}
    if len(deed.field) == oaks:
        found.add(f"fireworks are left beside {beside} and nothing else")
    if [each.verb for each in deeds[-3:-1]] == ["interruption", "interruption"]:
        found.add("fireworks are left beside oak after 2 interruptions")
    if last:
        found.add("the last action leaves the fireworks beside oak")
    return found


def later_situations(model: Sakura, left: Deed, deed: Deed) -> set[str]:
    """What a later deed does with fireworks left earlier."""
    lying = count(deed.field, OAK)
    if deed.verb == "discard":
        return {f"left fireworks lie to the end with {lying - 1} oaks"} if FIREWORKS in deed.field else set()
    if deed.verb == "late capture":
        return late_left_situations(model, left, deed)
    if deed.verb == "four" and plant_of(deed.cards[0]) == OAK:
        return {f"a four of oak with left fireworks and {len(deed.cards)} from hand"}
    found: set[str] = set()
    if lying == 4 and deed.verb in ("capture", "stay", "four") and not deed.flipped:
        found.add("a card is played while four oaks lie in the field")
    if deed.verb == "capture" and plant_of(deed.cards[0]) == OAK:
        if FIREWORKS in deed.cards:
            found.add(f"left fireworks are taken by a {way(deed)} oak out of {lying}")
            found.add(f"left fireworks are taken by {relation(model, left.seat, deed.seat)}")
        elif FIREWORKS in deed.field:
            found.add(f"a {way(deed)} oak takes another out of {lying} and the left fireworks stay")
        else:
            found.add("an oak takes an oak after the left fireworks were taken")
    return found


def late_left_situations(model: Sakura, left: Deed, deed: Deed) -> set[str]:
    """SK-5.4 for whoever took left fireworks: always worth points, since the other oaks are not chaff."""
    found = {f"a late capture of {len(deed.cards)} oaks with left fireworks"}
    if len(deed.field) > len(deed.cards):
        found.add("a late capture with left fireworks and a discard")
    if deed.cards[0] not in left.field:
        found.add("a late capture with left fireworks of an oak that came later")
    if len(model.sides) < model.seats:
        found.add("a late capture with left fireworks for a team")
    return found


def relation(model: Sakura, one: int, other: int) -> str:
    if one == other:
        return "whoever left them"
    return "a teammate" if model.side_of(one) == model.side_of(other) else "an opponent"


def dealt_situations(model: Sakura, played: Round) -> set[str]:
    """SK-5.3: taking fireworks that were dealt to the field brings no late capture."""
    was_left = [each.left for each in model.rounds[: played.number - 1]]
    takers = [deed for deed in played.deeds if deed.verb == "capture" and FIREWORKS in deed.cards]
    rest = oaks_among(played.deeds[-1].cards)
    if played.left or not takers or not rest:
        return set()
    lay = rest[0] in takers[0].field
    found = {f"dealt fireworks are taken and an oak that {'lay there' if lay else 'came later'} is discarded"}
    if any(was_left):
        found.add("dealt fireworks are taken and an oak is discarded in a round after they were left")
    return found


LEFT_MUST_HAPPEN = {
    *(
        f"{how} fireworks are left {where}"
        for how in ("played", "flipped")
        for where in ("without an oak", "beside 1 oaks", "beside 2 oaks", "beside a stack of oak")
    ),
    *(f"fireworks are left beside {oaks} and nothing else" for oaks in ("1 oaks", "2 oaks", "a stack of oak")),
    "fireworks are left beside oak after 2 interruptions",
    "the last action leaves the fireworks beside oak",
    *(
        f"left fireworks are taken by a {how} oak out of {lying}"
        for how in ("played", "flipped")
        for lying in (1, 2, 3)
    ),
    *(f"left fireworks are taken by {who}" for who in ("whoever left them", "a teammate", "an opponent")),
    *(
        f"a {how} oak takes another out of {lying} and the left fireworks stay"
        for how in ("played", "flipped")
        for lying in (2, 3)
    ),
    "an oak takes an oak after the left fireworks were taken",
    "left fireworks are taken and nothing is left of November",
    *(f"a four of oak with left fireworks and {number} from hand" for number in (1, 2, 3)),
    *(f"left fireworks lie to the end with {oaks} oaks" for oaks in (0, 1, 2, 3)),
    "a card is played while four oaks lie in the field",
    *(f"a late capture of {oaks} oaks with left fireworks" for oaks in (1, 2)),
    "a late capture with left fireworks of an oak that came later",
    "a late capture with left fireworks and a discard",
    "a late capture with left fireworks for a team",
    *(f"dealt fireworks are taken and an oak that {how} is discarded" for how in ("lay there", "came later")),
    "dealt fireworks are taken and an oak is discarded in a round after they were left",
}
