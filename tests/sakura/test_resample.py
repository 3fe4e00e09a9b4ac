"""`resample` draws uniformly from all worlds consistent with what a seat has seen, and from no others."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

import zashiki
from sakura.hands import dealt, play
from sakura.watch import Watcher
from zashiki import CHANCE, Match, Rng
from zashiki.core.bits import count, members
from zashiki.games.sakura.cards import NAMES
from zashiki.games.sakura.rules import SakuraState
from zashiki.testing.case import play_at_random

# Both lanes say the same: test_traces checks that.
pytestmark = pytest.mark.once

World = tuple[tuple[str, ...], ...]
"""The hands of all seats."""


def state_of(match: Match) -> SakuraState:
    state = match.state()
    assert isinstance(state, SakuraState)
    return state


def hands_of(state: SakuraState) -> World:
    return tuple(tuple(NAMES[card] for card in members(hand)) for hand in state.hands)


def drawn(state: SakuraState, seat: int, times: int) -> Counter[World]:
    """How often each world came up."""
    rng = Rng(77)
    return Counter(hands_of(state.resample(seat, rng)) for _ in range(times))


def worlds(match: Match, seat: int) -> tuple[set[World], int]:
    """By enumeration: every consistent world, and how many deals contradict what the seat saw."""
    watcher = Watcher(match.record())
    now = watcher.rounds[-1]
    truth = hands_of(state_of(match))
    unseen = watcher.unseen(now, seat)
    others = [other for other in range(match.seats) if other != seat]
    hidden = [(holder, card) for _, holder, card in now.dealt if card in unseen]
    possible: set[World] = set()
    contradictions = 0
    for hands in _deals(unseen, [len(truth[other]) for other in others]):
        row = [list(hands[others.index(holder)]) for holder, _ in hidden]
        swap = {}
        for index, (holder, card) in enumerate(hidden):
            place = [at for at, (other, _) in enumerate(hidden) if other == holder].index(index)
            swap[card] = row[index][place]
        if watcher.contradicts(now, swap):
            contradictions += 1
            continue
        world = list(truth)
        for other, hand in zip(others, hands, strict=True):
            world[other] = tuple(sorted(hand, key=NAMES.index))
        possible.add(tuple(world))
    return possible, contradictions


def _deals(cards: list[str], sizes: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in _deals(rest, sizes[1:]):
            yield (hand, *others)


def even(found: Counter[World], possible: set[World]) -> bool:
    """Chi-square against a uniform distribution, at a limit that a correct sampler passes with these fixed seeds."""
    assert set(found) <= possible, "a world that cannot be"
    expected = sum(found.values()) / len(possible)
    square = sum((found[world] - expected) ** 2 / expected for world in possible)
    freedom = len(possible) - 1
    return square < freedom + 4 * math.sqrt(2 * freedom)


def near_the_end(seats: int, wanted: int) -> Iterator[tuple[Match, int, set[World]]]:
    """Positions late in random rounds where silence after the wildcard rules out some deals but not all."""
    found = 0
    for seed in range(400):
        whole = play_at_random(zashiki.new("sakura", seats=seats, seed=seed, rounds=1), Rng(seed)).record()
        for back in (4, 7, 10):
            match = zashiki.replay(whole, ply=len(whole.moves) - back)
            state = state_of(match)
            if state.apart == 0:
                continue
            for seat in range(seats):
                hidden = [int(count(hand)) for other, hand in enumerate(state.hands) if other != seat]
                if math.comb(sum(hidden) + int(count(state.pile)), sum(hidden)) > 300 or sum(hidden) > 3:
                    continue
                possible, contradictions = worlds(match, seat)
                if contradictions > 0 and len(possible) > 1:
                    yield match, seat, possible
                    found += 1
                    break
            if found >= wanted:
                return


@pytest.mark.rules("SK-5.2", "SK-8.1")
@pytest.mark.parametrize(("seats", "wanted"), [(2, 4), (3, 4), (4, 4), (5, 2)])
def test_uniform_over_all_that_silence_leaves(seats: int, wanted: int) -> None:
    """Who did not interrupt did not hold the rest of the month; all else is equally likely."""
    tried = 0
    for table, seat, possible in near_the_end(seats, wanted):
        assert even(drawn(state_of(table), seat, 40 * len(possible)), possible)
        tried += 1
    assert tried == wanted


@pytest.mark.rules("SK-8.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_uniform_when_only_the_own_hand_is_known(seats: int) -> None:
    """After the deal each unseen card is in each other hand in proportion to its size."""
    match = zashiki.new("sakura", seats=seats, seed=5)
    state = state_of(match)
    times = 4000
    cards: Counter[tuple[int, str]] = Counter()
    for world, often in drawn(state, 0, times).items():
        assert world[0] == hands_of(state)[0]
        for seat in range(1, seats):
            for card in world[seat]:
                cards[seat, card] += often
    own_and_field = int(count(state.hands[0]) + count(state.field) + count(state.captured[state.dealer]))
    expected = times * int(count(state.hands[1])) / (48 - own_and_field)
    assert len(cards) == (seats - 1) * (48 - own_and_field)
    assert all(abs(often - expected) < 6 * math.sqrt(expected) for often in cards.values())


@pytest.mark.rules("SK-5.2", "SK-R4")
def test_silence_binds_all_but_the_wildcards_player() -> None:
    """The last card of a stack may be in that player's hand or in the pile, but nowhere else."""
    field = "deer, maple scroll, maple chaff 1, moon"
    match = dealt(3, field, {0: "fireworks, maple chaff 2"}, pile="oak scroll")
    play(match, "play fireworks", "take maple stack", "flip oak scroll")
    state = state_of(match)
    assert match.view(2)["board"]["apart"] == {"seats": [1, 2], "cards": ["maple chaff 2"]}
    for seat in (1, 2):
        held = Counter("maple chaff 2" in world[0] for world in drawn(state, seat, 1000).elements())
        assert not any("maple chaff 2" in hand for world in drawn(state, seat, 1000) for hand in world[1:])
        # Six cards in that hand and 20 in the pile: it is with that player in 6 of 26 worlds.
        assert abs(held[True] - 1000 * 6 / 26) < 60


def until_few_are_left(match: Match, held: int, hidden: set[str]) -> Match:
    """Play on until seat 1 has this many cards and seat 0 is to play one; the hidden cards stay where they are."""
    rng = Rng(3)
    while match.waiting != (0,) or len(hands_of(state_of(match))[1]) > held:
        state = state_of(match)
        moves = [move for move in state.legal(state.turn()) if match.name(state.turn(), move)[5:] not in hidden]
        move = moves[int(rng.below(len(moves)))]
        if state.turn() == CHANCE:
            match.chance(move)
        else:
            match.play(state.turn(), move)
    return match


@pytest.mark.rules("SK-5.2")
def test_uniform_after_an_interruption_and_a_silence() -> None:
    """Seat 1 spoke up for the moon and kept silent about the crane, so it cannot hold all other pines."""
    pines = {"pine scroll", "pine chaff 1", "pine chaff 2"}
    hands = {0: "fireworks", 1: "geese, pampas chaff 1, pampas chaff 2"}
    match = dealt(2, "moon, crane", hands, pile=", ".join(sorted(pines)))
    play(match, "play fireworks", "take moon", "take crane")
    until_few_are_left(match, 3, pines)
    assert match.view(0)["board"]["apart"] == {"seats": [1], "cards": ["pine scroll", "pine chaff 1", "pine chaff 2"]}
    possible, contradictions = worlds(match, 0)
    assert contradictions == 1
    assert even(drawn(state_of(match), 0, 40 * len(possible)), possible)


@pytest.mark.rules("SK-5.2", "SK-R3")
def test_uniform_after_an_interrupted_wildcard_was_left() -> None:
    """Whoever spoke up has shown what they held; that nobody took anything says nothing more."""
    hands = {0: "fireworks", 1: "geese, pampas chaff 1, pampas chaff 2, rain man"}
    match = dealt(2, "moon, swallow", hands, pile="oak scroll, phoenix")
    play(match, "play fireworks", "take moon", "leave", "flip phoenix", "play rain man", "take fireworks")
    until_few_are_left(match, 2, {"oak scroll"})
    assert match.view(0)["board"]["apart"] is None
    possible, contradictions = worlds(match, 0)
    assert contradictions == 0
    assert even(drawn(state_of(match), 0, 40 * len(possible)), possible)


@pytest.mark.rules("SK-5.2")
def test_what_comes_to_light_ends_or_narrows_the_silence() -> None:
    """A card from the pile ends it, a card from a hand leaves it to that hand alone."""
    field = "moon, crane, warbler"
    hands = {0: "fireworks, curtain", 1: "geese, boar", 2: "pampas chaff 2, deer"}
    match = dealt(3, field, hands, pile="oak scroll, rain man, pampas chaff 1")
    play(match, "play fireworks", "take moon", "flip oak scroll")
    missing = ["geese", "pampas chaff 1", "pampas chaff 2"]
    assert match.view(None)["board"]["apart"] == {"seats": [1, 2], "cards": missing}
    play(match, "play geese", "flip rain man")
    assert match.view(None)["board"]["apart"] == {"seats": [1], "cards": missing[1:]}
    play(match, "play pampas chaff 2")
    assert match.view(None)["board"]["apart"] is None
    other = dealt(3, field, hands, pile="oak scroll, rain man, pampas chaff 1")
    play(other, "play fireworks", "take moon", "flip oak scroll", "play boar", "flip pampas chaff 1")
    assert other.view(None)["board"]["apart"] is None


@pytest.mark.rules("SK-5.2")
def test_nothing_follows_when_a_card_of_the_month_is_gone() -> None:
    """With a card of the month captured before, nobody could have had all four anyway."""
    match = dealt(2, "moon, geese, crane", {0: "fireworks, curtain", 1: "pampas chaff 1"}, first=1, pile="oak scroll")
    play(match, "play pampas chaff 1", "take geese", "flip oak scroll", "play fireworks", "take moon")
    assert match.view(None)["board"]["apart"] is None
