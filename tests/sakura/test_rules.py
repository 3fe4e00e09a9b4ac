"""Sakura, rule by rule: the deal, turns, four of a kind."""

import re
from collections import Counter
from typing import Any

import pytest

import zashiki
from sakura.hands import FIELDS, HANDS, captured, deal_round, dealt, field, make, names, play, position, refusal, told
from support import Setting, rules_page
from zashiki import CHANCE, Rng
from zashiki.core.bits import count, mask, members
from zashiki.games.sakura import cards
from zashiki.games.sakura.phrases import ENGLISH
from zashiki.games.sakura.rules import SakuraState
from zashiki.games.sakura.score import SET_CARDS, SETS, value
from zashiki.testing.case import play_at_random

SEATS = [2, 3, 4, 5, 6, 7]


@pytest.mark.rules("SK-1.1")
def test_the_deck_is_the_one_of_the_rules_page() -> None:
    """Twelve months of four cards, with kinds and values as the page's table has them."""
    rows = re.findall(r"\| (\w+) \| (\w+) \| (.*\)?(?:chaff|wildcard\))) \|", rules_page("sakura"))
    assert len(rows) == 12
    for month, (_, plant, text) in enumerate(rows):
        assert cards.PLANTS[month] == plant
        found = []
        for name, told_kind, points in re.findall(r"([\w ]+) \((?:(\w+), )?(\d+)\)", text):
            full = f"{plant} scroll" if name.strip() == "scroll" else name.strip()
            kind = "scroll" if name.strip() == "scroll" else told_kind or {"rain man": "rain"}.get(full, "hawthorn")
            found.append((full, kind, int(points)))
        wild = "fireworks (chaff" in text
        found += [(name, "chaff", 0) for name in (["fireworks"] if wild else [f"{plant} chaff 1", f"{plant} chaff 2"])]
        numbers = range(4 * month, 4 * month + 4)
        deck = [
            (cards.NAMES[card], cards.kind(card), int(value(cards.cards_of([cards.NAMES[card]])))) for card in numbers
        ]
        assert sorted(deck) == sorted(found)
        assert {cards.plant(card) for card in numbers} == {plant}
    assert len(set(cards.NAMES)) == 48


@pytest.mark.rules("SK-R1")
def test_the_values_add_up_to_240() -> None:
    """Four cards of 20, eleven of 10, ten of 5; the rain man is one of the last."""
    values = Counter(int(value(cards.cards_of([name]))) for name in cards.NAMES)
    assert values == {20: 4, 10: 11, 5: 10, 0: 23}
    assert value(cards.DECK) == 240
    assert value(cards.cards_of(["rain man"])) == 5


@pytest.mark.rules("SK-1.1")
def test_the_literals_of_the_card_sets() -> None:
    """The sets that are written as literals for the compiler."""
    kinds = (cards.BRIGHTS, cards.SCROLLS, cards.YELLOW_HAWTHORN, cards.ANIMALS, cards.RAIN_MAN, cards.CHAFF)
    assert sum(kinds) == cards.DECK == 2**48 - 1
    assert cards.SCROLLS == cards.cards_of([name for name in cards.NAMES if name.endswith("scroll")])
    assert cards.CHAFF == cards.cards_of([name for name in cards.NAMES if " chaff " in name] + ["fireworks"])
    assert cards.BRIGHTS == cards.cards_of(["crane", "curtain", "moon", "phoenix"])
    assert cards.TENS == cards.SCROLLS + cards.YELLOW_HAWTHORN
    assert cards.FIVES == cards.ANIMALS + cards.RAIN_MAN
    assert cards.NAMES[cards.FIREWORKS] == "fireworks"
    assert cards.OAK_CARDS == cards.MONTH[10] == mask([40, 41, 42, 43])
    assert [int(cards.MATES[card]) for card in range(48)] == [int(cards.MONTH[card // 4]) for card in range(48)]
    assert cards.FIRST_OF_EACH == mask(list(range(0, 48, 4)))
    assert cards.LEAVE_BIT == 2**cards.LEAVE
    for month in range(12):
        whole = int(cards.MONTH[month])
        assert cards.whole_months(whole | 5) == 2**month
        assert [cards.whole_months(whole & ~(2**card)) for card in members(whole)] == [0] * 4
        assert cards.months_of(whole & -whole) == 2**month


@pytest.mark.rules("SK-1.2", "SK-R2")
def test_the_sets_are_those_of_the_rules_page() -> None:
    """Eight sets of three, as the page's table has them."""
    rows = dict(
        re.findall(r"\| ([a-z\- ]+) \| ([a-z, ]+) \|", rules_page("sakura").split("SK-1.2")[1].split("SK-R2")[0])
    )
    rows.pop("set")
    for name, text in rows.items():
        words = re.split(r", | and ", text.removeprefix("the scrolls of "))
        assert SET_CARDS[name] == [f"{word} scroll" if "scrolls" in text else word for word in words]
    assert list(rows) == list(SET_CARDS)
    assert [int(count(each)) for each in SETS] == [3] * 8


@pytest.mark.rules("SK-2.1")
def test_the_number_of_rounds() -> None:
    """12 by default, or 6, 3 or 1; nothing else."""
    game = zashiki.games()["sakura"]
    for seats in SEATS:
        assert game.checked(seats, {})["rounds"] == 12
        for rounds in (12, 6, 3, 1):
            match = play_at_random(zashiki.new("sakura", seats=seats, seed=3, rounds=rounds), Rng(3))
            assert len(match.view(None)["board"]["sheet"]) == match.view(None)["board"]["rounds"] == rounds
    for wrong in (0, 2, 13, "12", True):
        with pytest.raises(zashiki.BadOption, match="one of 12, 6, 3, 1"):
            zashiki.new("sakura", rounds=wrong)


@pytest.mark.rules("SK-2.2")
def test_the_first_player_is_random_and_the_right_neighbour_deals() -> None:
    """For the first round."""
    firsts: Counter[int] = Counter()
    for seed in range(100):
        board = zashiki.new("sakura", seats=5, seed=seed).view(None)["board"]
        assert board["dealer"] == (board["first"] - 1) % 5
        assert board["mover"] == board["first"]
        firsts[board["first"]] += 1
    assert sorted(firsts) == [0, 1, 2, 3, 4]
    assert min(firsts.values()) > 8


@pytest.mark.rules("SK-2.2")
def test_who_scored_highest_deals_and_the_left_neighbour_begins() -> None:
    """In every later round; among equals the earlier in the turn order of the round before."""
    ties = 0
    for seed in range(30):
        match = play_at_random(zashiki.new("sakura", seats=3, seed=seed), Rng(seed))
        sheet = match.view(None)["board"]["sheet"]
        begins: list[Any] = [event["facts"] for event in match.events(None) if event["code"] == "event.round"]
        for row, after, facts in zip(sheet, sheet[1:], begins[1:], strict=False):
            order = [(row["dealer"] + 1 + place) % 3 for place in range(3)]
            best = [seat for seat in order if row["points"][seat] == max(row["points"])]
            ties += len(best) > 1
            assert after["dealer"] == best[0] == facts["dealer"]["n"]
            assert facts["first"]["n"] == (best[0] + 1) % 3
    assert ties > 3


@pytest.mark.rules("SK-2.3")
@pytest.mark.parametrize("seats", SEATS)
def test_how_many_cards_are_dealt(seats: int) -> None:
    """One at a time, clockwise from the first player, then the field; the rest is the pile."""
    match = dealt(seats, "", {}, first=1)
    board = match.view(None)["board"]
    assert [player["hand_count"] for player in board["players"]] == [HANDS[seats]] * seats
    assert len(field(match)) == FIELDS[seats]
    assert board["pile_count"] == 48 - seats * HANDS[seats] - FIELDS[seats]
    deals = [line.removeprefix("* deal ") for line in match.record().moves[1:]]
    for seat in range(seats):
        hand = [card["name"] for card in match.view(seat)["board"]["players"][seat]["hand"]]
        start = (seat - 1) % seats
        assert sorted(hand) == sorted(deals[start : seats * HANDS[seats] : seats])
    assert sorted(field(match)) == sorted(deals[seats * HANDS[seats] :])


@pytest.mark.rules("SK-2.3", "SK-3.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_pile_never_runs_out(seats: int) -> None:
    """There are at most as many flips as cards dealt to hands, and the pile has as many."""
    assert 48 - seats * HANDS[seats] - FIELDS[seats] >= seats * HANDS[seats]
    rng = Rng(seats)
    for _ in range(60):
        state = Setting("sakura", seats, (("rounds", "1"),)).start()
        flips = 0
        while state.waiting():
            assert isinstance(state, SakuraState)
            flips += state.phase == 4
            assert state.phase != 4 or state.pile
            state.step(rng)
        assert flips <= seats * HANDS[seats]


@pytest.mark.rules("SK-2.4", "SK-3.2")
def test_three_of_a_month_in_the_dealt_field_are_a_stack() -> None:
    """And a card that meets it takes all four, played or flipped."""
    match = dealt(2, "deer, maple scroll, maple chaff 1, crane", {0: "maple chaff 2, boar"}, pile="pine scroll, moon")
    stacks = [month["plant"] for month in match.view(None)["board"]["field"] if month["stack"]]
    assert stacks == ["maple"]
    assert "Three of maple form a stack: the deer, the maple scroll and maple chaff 1." in told(match)
    play(match, "play maple chaff 2", "flip moon")
    assert captured(match, 0) == ["deer", "maple scroll", "maple chaff 1", "maple chaff 2"]
    assert not any(name in field(match) for name in captured(match, 0))
    other = dealt(2, "deer, maple scroll, maple chaff 1, crane", {0: "boar"}, pile="maple chaff 2")
    play(other, "play boar", "flip maple chaff 2")
    assert captured(other, 0) == ["deer", "maple scroll", "maple chaff 1", "maple chaff 2"]


@pytest.mark.rules("SK-2.4")
def test_four_of_a_month_in_the_dealt_field_go_to_the_dealer() -> None:
    """At once; the fireworks among them are not captured with the wildcard."""
    match = dealt(4, "rain man, swallow, oak scroll, fireworks, crane, boar", {}, first=2)
    assert captured(match, 1) == ["rain man", "swallow", "oak scroll", "fireworks"]
    assert len(field(match)) == 4
    assert match.view(None)["board"]["wildcard"] is None
    assert "All four of oak were dealt to the field: Seat 1 captures them as the dealer." in told(match)
    two = dealt(
        4, "crane, pine scroll, pine chaff 1, pine chaff 2, boar, clover scroll, clover chaff 1, clover chaff 2", {}
    )
    assert field(two) == []
    assert len(captured(two, 3)) == 8


@pytest.mark.rules("SK-2.4", "SK-3.2")
def test_three_that_gather_later_would_be_no_stack() -> None:
    """The field never has three of a month but in a dealt stack, because matching is compulsory."""
    rng = Rng(9)
    for seats in SEATS:
        state = Setting("sakura", seats, (("rounds", "3"),)).start()
        while state.waiting():
            assert isinstance(state, SakuraState)
            if state.phase > 2:
                for month in cards.MONTH:
                    lying = int(count(state.field & month))
                    assert lying <= 2 or (lying == 3 and state.stacked & month == state.field & month)
            state.step(rng)


@pytest.mark.rules("SK-3.1")
def test_a_turn_is_a_card_from_the_hand_and_a_card_from_the_pile() -> None:
    """Both compulsory, then the next player clockwise."""
    match = dealt(3, "crane", {0: "boar", 1: "deer"}, pile="moon, geese")
    assert match.waiting == (0,)
    assert names(match) == [f"play {card['name']}" for card in match.view(0)["board"]["players"][0]["hand"]]
    play(match, "play boar")
    assert match.waiting == (CHANCE,)
    assert len(match.state().legal(CHANCE)) == match.view(None)["board"]["pile_count"] == 21
    play(match, "flip moon")
    assert match.waiting == (1,)
    assert match.view(None)["board"]["players"][0]["hand_count"] == 6
    assert match.view(None)["board"]["pile_count"] == 20


@pytest.mark.rules("SK-3.1", "SK-4.2")
def test_without_a_card_in_hand_one_only_flips() -> None:
    """The turn begins with the flip, without a decision before it."""
    state = position(["", "boar, crane", "deer"], field="moon", mover=1)
    make(state, "play boar", "flip swallow", "play deer", "flip phoenix")
    assert state.waiting() == (CHANCE,)
    assert state.mover == 0
    make(state, "flip geese")
    assert "geese" in [cards.NAMES[card] for card in members(state.captured[0])]
    assert state.waiting() == (1,)


@pytest.mark.rules("SK-3.2")
def test_a_card_that_meets_one_card_takes_it() -> None:
    """The player is not asked, and may not decline."""
    table = dealt(2, "crane, boar", {0: "pine scroll"}, pile="clover scroll")
    play(table, "play pine scroll")
    assert captured(table, 0) == ["crane", "pine scroll"]
    play(table, "flip clover scroll")
    assert captured(table, 0) == ["crane", "pine scroll", "boar", "clover scroll"]
    assert told(table)[-2:] == [
        "Seat 0 plays the pine scroll and captures the crane.",
        "Seat 0 flips the clover scroll and captures the boar.",
    ]


@pytest.mark.rules("SK-3.2")
@pytest.mark.parametrize("word", ["play", "flip"])
def test_a_card_that_meets_two_takes_the_one_its_player_chooses(word: str) -> None:
    """Played or flipped; the other stays."""
    pile = "phoenix" if word == "play" else "pine scroll"
    match = dealt(2, "crane, pine chaff 1", {0: "boar, pine scroll" if word == "play" else "boar"}, pile=pile)
    play(match, *(["play pine scroll"] if word == "play" else ["play boar", "flip pine scroll"]))
    assert match.waiting == (0,)
    assert names(match) == ["take crane", "take pine chaff 1"]
    pending = match.view(1)["board"]["pending"]
    assert (pending["seat"], pending["card"]["name"], pending["flipped"]) == (0, "pine scroll", word == "flip")
    assert refusal(match, 0, "leave") == (
        "reason.must_capture",
        "SK-3.2",
        "you must capture: with the pine scroll you can take the crane and pine chaff 1",
    )
    play(match, "take pine chaff 1")
    assert captured(match, 0) == ["pine scroll", "pine chaff 1"]
    assert "crane" in field(match)
    assert match.waiting == ((CHANCE,) if word == "play" else (1,))


@pytest.mark.rules("SK-3.2")
def test_a_card_that_meets_nothing_stays() -> None:
    """In the field, open to be taken by the next."""
    table = dealt(2, "crane", {0: "boar", 1: "clover scroll"}, pile="moon, geese")
    play(table, "play boar", "flip moon")
    assert {"boar", "moon"} <= set(field(table))
    play(table, "play clover scroll", "flip geese")
    assert captured(table, 1) == ["boar", "clover scroll", "moon", "geese"]


@pytest.mark.rules("SK-3.3", "SK-8.1")
def test_captured_cards_lie_open() -> None:
    """Chaff too, for everybody alike."""
    match = play_at_random(zashiki.new("sakura", seats=3, seed=4, rounds=1), Rng(4), most=12)
    boards = [match.view(seat)["board"] for seat in (None, 0, 1, 2)]
    for board in boards:
        assert [player["captured"] for player in board["players"]] == [
            player["captured"] for player in boards[0]["players"]
        ]
    assert sum(len(captured(match, seat)) for seat in range(3)) > 8
    assert any(player["captured"]["chaff"] for player in boards[0]["players"])


@pytest.mark.rules("SK-4.1")
def test_four_of_a_kind_takes_all_four_and_then_one_flips() -> None:
    """From hand and field together."""
    match = dealt(2, "crane, boar", {0: "pine scroll, pine chaff 1, pine chaff 2, deer"}, pile="clover scroll")
    assert "four pine" in names(match)
    assert match.view(0)["prompt"]["text"] == "Play a card from your hand, or declare four of a kind: pine."
    play(match, "four pine")
    assert captured(match, 0) == ["crane", "pine scroll", "pine chaff 1", "pine chaff 2"]
    assert match.waiting == (CHANCE,)
    play(match, "flip clover scroll")
    assert match.waiting == (1,)
    assert match.view(None)["board"]["players"][0]["hand_count"] == 5


@pytest.mark.rules("SK-4.1")
def test_four_of_a_kind_is_a_choice_and_needs_a_card_in_hand() -> None:
    """All in hand, or one with a stack; never from the field or another's hand; one may also play a card."""
    state = position(["crane, pine scroll, pine chaff 1, pine chaff 2, maple chaff 2", "boar"], field="moon")
    state.field |= cards.cards_of(["deer", "maple scroll", "maple chaff 1"])
    state.stacked = cards.cards_of(["deer", "maple scroll", "maple chaff 1"])
    game = zashiki.games()["sakura"]
    legal = [game.name(0, action) for action in state.legal(0)]
    assert [name for name in legal if name.startswith("four")] == ["four pine", "four maple"]
    assert "play crane" in legal
    split = position(["crane, pine scroll, pine chaff 1", "pine chaff 2"], field="moon")
    assert not any(game.name(0, action).startswith("four") for action in split.legal(0))
    make(state, "four maple")
    assert state.hands[0] == cards.cards_of(["crane", "pine scroll", "pine chaff 1", "pine chaff 2"])
    assert state.stacked == 0


@pytest.mark.rules("SK-4.2")
def test_four_of_a_kind_empties_the_hand_sooner() -> None:
    """That player flips on while the others still play; the round goes on as long as anyone holds a card."""
    state = position(["crane, pine scroll, pine chaff 1, pine chaff 2", "boar, deer"], field="moon")
    make(state, "four pine", "flip swallow", "play boar", "flip phoenix")
    assert state.hands[0] == 0
    assert state.turn() == CHANCE
    make(state, "flip geese", "play deer")
    assert state.phase != 6
    make(state, "flip warbler")
    assert state.turn() == -2


@pytest.mark.rules("SK-3.1", "SK-3.2", "SK-4.1", "SK-2.4", "SK-6.3")
def test_every_kind_of_illegal_move_has_its_reason() -> None:
    """Codes, rules and facts."""
    table = dealt(2, "crane, pine chaff 1", {0: "pine scroll, boar", 1: "deer"}, pile="moon")
    assert refusal(table, 0, "play deer") == ("reason.card_not_held", "SK-3.1", "you do not hold the deer")
    assert refusal(table, 0, "take crane")[:2] == ("reason.play_first", "SK-3.1")
    assert refusal(table, 0, "leave")[:2] == ("reason.play_first", "SK-3.1")
    assert refusal(table, 1, "play deer") == (
        "reason.wait_play",
        "SK-3.1",
        "it is not your turn: waiting for Seat 0 to play a card",
    )
    assert refusal(table, 0, "four pine") == (
        "reason.not_four",
        "SK-4.1",
        "four of a kind needs all four of pine: neither your hand nor the field has pine chaff 2",
    )
    play(table, "play pine scroll")
    assert refusal(table, 0, "play boar") == (
        "reason.choose_first",
        "SK-3.2",
        "first choose what to capture with the pine scroll",
    )
    assert refusal(table, 0, "take deer")[:2] == ("reason.not_in_field", "SK-3.2")
    assert refusal(table, 0, "take pine stack")[:2] == ("reason.no_stack", "SK-2.4")
    other_month = next(name for name in field(table) if "pine" not in name and name != "crane")
    assert refusal(table, 0, f"take {other_month}") == (
        "reason.other_month",
        "SK-3.2",
        "with the pine scroll you can capture only pine",
    )
    assert refusal(table, 1, "take crane")[:2] == ("reason.wait_capture", "SK-3.2")
    play(table, "take crane")
    assert refusal(table, 0, "play boar")[:2] == ("reason.wait_chance", "SK-3.1")
    over = play_at_random(zashiki.new("sakura", seed=1, rounds=1), Rng(1))
    assert refusal(over, 0, "play boar")[:2] == ("reason.over", "SK-6.3")


@pytest.mark.rules("SK-1.1")
@pytest.mark.parametrize("seats", SEATS)
def test_cards_are_conserved(seats: int) -> None:
    """In hands, field, pile, in front of players or under way, every card is somewhere exactly once."""
    rng = Rng(seats)
    for _ in range(5):
        state = Setting("sakura", seats, (("rounds", "3"),)).start()
        while state.waiting():
            assert isinstance(state, SakuraState)
            places = [*state.hands, *state.captured, state.pile, state.field]
            if state.phase == 5:
                places.append(2 ** int(state.card))
            assert sum(int(place) for place in places) == cards.DECK
            assert sum(int(count(place)) for place in places) == 48
            assert state.stacked & ~state.field == 0
            state.step(rng)
        assert isinstance(state, SakuraState)
        for tally in state.sheet:
            assert sum(int(cards_) for cards_ in tally.captured) & tally.discarded == 0


@pytest.mark.rules("SK-8.1")
def test_the_view_is_enough_to_draw_the_table() -> None:
    """Own hand with what each card meets, field by month, counts, sets, and the moves that touching means."""
    match = dealt(2, "crane, pine chaff 1, moon", {0: "pine scroll, fireworks, boar"}, pile="deer")
    board = match.view(0)["board"]
    hand = {card["name"]: card for card in board["players"][0]["hand"]}
    assert hand["pine scroll"]["meets"] == ["crane", "pine chaff 1"]
    assert set(hand["fireworks"]["meets"]) == set(field(match))
    assert board["players"][1]["hand"] is None
    assert match.view(None)["board"]["players"][0]["hand"] is None
    for card in hand.values():
        assert match.name(0, card["action"]) == f"play {card['name']}"
    for month in board["field"]:
        for card in month["cards"]:
            assert match.name(0, card["action"]) == f"take {card['name']}"
            assert card["plant"] == month["plant"]
    fours = {four["plant"]: four for four in board["fours"]}
    assert fours["pine"]["lacking"] == ["pine chaff 2"]
    assert match.name(0, fours["pine"]["action"]) == "four pine"
    play(match, "play pine scroll", "take crane", "flip deer")
    spring = match.view(1)["board"]["sides"][0]["sets"][0]
    assert spring == {
        "name": "spring",
        "cards": ["crane", "warbler", "curtain"],
        "captured": ["crane"],
        "complete": False,
    }
    assert match.view(1)["board"]["sides"][0]["value"] == 30


@pytest.mark.rules("SK-2.2", "SK-2.3")
def test_a_second_round_is_dealt_anew() -> None:
    """All 48 cards again."""
    match = zashiki.Match(zashiki.games()["sakura"], 2, {"rounds": 3}, None)
    match.chance(0)
    deal_round(match, "", {})
    rng = Rng(1)
    while match.view(None)["board"]["round"] == 1:
        seat = match.waiting[0]
        legal = match.state().legal(seat)
        action = legal[int(rng.below(len(legal)))]
        match.chance(action) if seat == CHANCE else match.play(seat, action)
    board = match.view(None)["board"]
    assert board["pile_count"] == 48
    assert field(match) == captured(match, 0) == captured(match, 1) == []
    deal_round(match, "", {}, first=board["first"])
    assert match.waiting == (board["first"],)


def test_no_sentence_makes_a_single_card_the_subject_of_a_verb() -> None:
    """Fireworks, geese and butterflies are one card each, but plural nouns: "the fireworks captures" is no English."""
    verbs = ("captures", "does", "has", "is", "lies", "meets", "stays", "takes")
    wrong = [text for text in ENGLISH.values() if any(f"{{card}} {verb}" in text for verb in verbs)]
    assert wrong == []
