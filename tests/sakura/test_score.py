"""Sakura: the end of a round, the score, teams and the examples, rule by rule."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import zashiki
from sakura.hands import captured, dealt, field, in_front_of, listed, make, names, play, position
from zashiki import CHANCE, Rng
from zashiki.core.bits import members
from zashiki.games.sakura import cards
from zashiki.games.sakura.rules import SakuraState
from zashiki.games.sakura.score import SET_CARDS, SET_NAMES, parts, round_points, sets, value
from zashiki.testing.case import play_at_random

GAME = zashiki.games()["sakura"]


def points(*sides: str) -> list[int]:
    """The round's points of sides that captured the cards named."""
    return [int(each) for each in round_points(vec[i64]([cards.cards_of(listed(side)) for side in sides]))]


@pytest.mark.rules("SK-6.1")
def test_the_round_ends_after_the_second_action() -> None:
    """When no one has a card in hand; what is left in the field goes to nobody."""
    state = position(["crane", ""], field="moon")
    make(state, "play crane")
    assert state.turn() == CHANCE
    make(state, "flip pine scroll")
    assert state.turn() == -2
    assert in_front_of(state, 0) == ["crane", "pine scroll"]
    assert state.scores() == [30, 0]
    for seed in range(5):
        match = play_at_random(zashiki.new("sakura", seats=3, seed=seed, rounds=1), Rng(seed))
        board = match.view(None)["board"]
        assert [player["hand_count"] for player in board["players"]] == [0, 0, 0]
        assert board["field"] == []
        assert board["sheet"][0]["values"] == [side["value"] for side in board["sides"]]


@pytest.mark.rules("SK-1.2", "SK-6.2")
@pytest.mark.parametrize("name", SET_NAMES)
def test_a_set_costs_every_opponent_fifty(name: str) -> None:
    """Whole, or it costs nothing; the score may be negative."""
    whole = ", ".join(SET_CARDS[name])
    own = int(value(cards.cards_of(SET_CARDS[name])))
    assert points(whole, "phoenix", "") == [own, -30, -50]
    part = ", ".join(SET_CARDS[name][1:])
    assert points(part, "phoenix", "")[1:] == [20, 0]
    assert members(sets(cards.cards_of(SET_CARDS[name]))) == [SET_NAMES.index(name)]


@pytest.mark.rules("SK-R2")
def test_a_card_counts_for_every_set_it_is_in() -> None:
    """Curtain, sake cup, boar and deer are each in two."""
    assert points("crane, warbler, curtain, moon, sake cup", "") == [70, -100]
    assert points("boar, geese, deer, cuckoo, bridge", "") == [25, -100]
    assert points("boar, geese, deer, butterflies, sake cup", "") == [25, -100]
    both = "crane, warbler, curtain", "boar, geese, deer", "phoenix"
    assert points(*both) == [45 - 50, 15 - 50, 20 - 100]


@pytest.mark.rules("SK-6.3")
def test_the_highest_total_wins_and_ties_share() -> None:
    """After the last round, not before."""
    state = position(["crane", "phoenix"], rounds=1)
    make(state, "play crane", "flip pine scroll", "play phoenix", "flip yellow hawthorn")
    assert state.scores() == [30, 30]
    assert state.winners() == (0, 1)
    later = position(["crane", "phoenix"], rounds=3)
    make(later, "play crane", "flip pine scroll", "play phoenix", "flip hawthorn chaff 1")
    assert later.winners() == ()
    assert later.round == 2
    assert play_at_random(zashiki.new("sakura", seats=2, seed=3), Rng(3)).winners in {(0,), (1,)}


@pytest.mark.rules("SK-6.2", "SK-6.3")
def test_totals_add_up_over_the_rounds() -> None:
    """The sheet is the sum, each row as the pure functions score it."""
    match = play_at_random(zashiki.new("sakura", seats=5, seed=2), Rng(2))
    sheet = match.view(None)["board"]["sheet"]
    assert [sum(row["points"][seat] for row in sheet) for seat in range(5)] == match.scores
    for row in sheet:
        every = [len(names_) for names_ in row["sets"]]
        expected = [row["values"][seat] - 50 * (sum(every) - every[seat]) for seat in range(5)]
        assert row["points"] == expected
    high = max(match.scores)
    assert match.winners == tuple(seat for seat in range(5) if match.scores[seat] == high)


@pytest.mark.rules("SK-6.2")
def test_where_the_points_came_from() -> None:
    """By kind, then the opponents' sets."""
    state = position(
        ["crane", "phoenix"],
        captured=["warbler, curtain, rain man", "plum scroll, yellow hawthorn, boar, deer, cherry scroll"],
    )
    make(state, "play crane", "flip pine scroll", "play phoenix", "flip hawthorn chaff 1")
    lines = [(line["seat"], line["points"], line["rule"], line["text"]) for line in GAME.breakdown(state)]
    assert lines == [
        (0, 40, "SK-6.2", "2 brights"),
        (0, 10, "SK-6.2", "1 scroll"),
        (0, 5, "SK-6.2", "1 animal"),
        (0, 5, "SK-6.2", "the rain man"),
        (1, 20, "SK-6.2", "1 bright"),
        (1, 20, "SK-6.2", "2 scrolls"),
        (1, 10, "SK-6.2", "the yellow hawthorn"),
        (1, 10, "SK-6.2", "2 animals"),
        (1, -50, "SK-6.2", "Seat 0 has the set Spring"),
    ]


@pytest.mark.rules("SK-7.1")
@pytest.mark.parametrize(
    ("seats", "teams", "sides"),
    [
        (4, "two", [[0, 2], [1, 3]]),
        (6, "two", [[0, 2, 4], [1, 3, 5]]),
        (6, "three", [[0, 3], [1, 4], [2, 5]]),
        (4, "none", [[0], [1], [2], [3]]),
    ],
)
def test_how_teams_sit(seats: int, teams: str, sides: list[list[int]]) -> None:
    """Alternating, so that both neighbours are opponents."""
    board = zashiki.new("sakura", seats=seats, seed=1, teams=teams).view(None)["board"]
    assert [side["seats"] for side in board["sides"]] == sides
    for seat in range(seats):
        assert board["players"][seat]["side"] != board["players"][(seat + 1) % seats]["side"]
        assert seat in sides[board["players"][seat]["side"]]


@pytest.mark.rules("SK-7.1")
def test_which_tables_may_have_teams() -> None:
    """Four and six seats only."""
    for seats, teams in ((2, "two"), (3, "three"), (4, "three"), (5, "two"), (7, "two")):
        with pytest.raises(zashiki.BadOption):
            zashiki.new("sakura", seats=seats, teams=teams)


@pytest.mark.rules("SK-7.2", "SK-5.4")
def test_a_team_pools_its_cards() -> None:
    """Values, sets and late captures; a set costs each other team 50 once, and every member has the score."""
    taken = ["crane, warbler", "phoenix", "curtain, fireworks", "boar"]
    state = position(["deer", "", "", ""], field="maple scroll", captured=taken, sides=2)
    state.wild_seat = 2
    state.wild_took = cards.cards_of(["curtain"])
    state.field |= cards.cards_of(["cherry scroll"])
    make(state, "play deer", "flip moon")
    # Team 0 and 2: crane 20, warbler 5, curtain 20, deer 5, maple scroll 10 and, late, the cherry scroll 10.
    assert state.scores() == [70, 25 - 50, 70, 25 - 50]
    assert state.winners() == (0, 2)
    lines = [line for line in GAME.breakdown(state) if line["seat"] == 3]
    assert [(line["points"], line["rule"], line["text"]) for line in lines] == [
        (20, "SK-7.2", "1 bright"),
        (5, "SK-7.2", "1 animal"),
        (-50, "SK-7.2", "Seat 0 and Seat 2 have the set Spring"),
    ]
    three = position(["deer", *[""] * 5], captured=["crane", "", "", "warbler, curtain", "", ""], sides=3)
    make(three, "play deer", "flip moon")
    assert three.scores() == [45, -50, -50, 45, -50, -50]


@pytest.mark.rules("SK-7.2", "SK-8.1")
def test_teammates_do_not_see_each_others_hands() -> None:
    """Every hand is for its own seat alone."""
    match = zashiki.new("sakura", seats=6, seed=2, teams="three")
    for viewer in range(6):
        players = match.view(viewer)["board"]["players"]
        assert [player["hand"] is not None for player in players] == [seat == viewer for seat in range(6)]


@pytest.mark.rules("SK-R5", "SK-2.2")
@pytest.mark.parametrize(("sides", "dealer", "expected"), [(2, 3, 0), (2, 0, 2), (2, 1, 2), (2, 2, 0), (4, 3, 0)])
def test_the_next_dealer_in_teams(sides: int, dealer: int, expected: int) -> None:
    """Of the best team, whoever came first in the turn order."""
    taken = ["crane", "deer", "curtain", "boar"]
    state = position(["phoenix", "", "", ""], captured=taken, dealer=dealer, rounds=3, sides=sides)
    make(state, "play phoenix", "flip hawthorn chaff 1")
    assert state.dealer == expected


@pytest.mark.rules("SK-R5")
def test_the_next_dealer_when_teams_tie() -> None:
    """Of all members of the teams tied for best, the first in the turn order."""
    for dealer, expected in ((0, 1), (1, 3), (2, 3), (5, 0), (3, 4), (4, 0)):
        taken = ["crane", "phoenix", "", "", "", ""]
        state = position(["boar", *[""] * 5], captured=taken, dealer=dealer, rounds=3, sides=3)
        make(state, "play boar", "flip deer")
        assert state.dealer == expected


@pytest.mark.rules("SK-8.1")
def test_what_each_player_knows() -> None:
    """The own hand, the field, captured cards, and numbers; nothing of other hands or the pile."""
    match = play_at_random(zashiki.new("sakura", seats=4, seed=6), Rng(6), most=5)
    state = match.state()
    assert isinstance(state, SakuraState)
    for viewer in (None, 0, 1, 2, 3):
        text = str(match.view(viewer)["board"]["players"]) + str(match.view(viewer)["board"]["field"])
        hidden = int(state.pile)
        for seat in range(4):
            if seat != viewer:
                hidden |= int(state.hands[seat])
        assert not [card for card in members(hidden) if f"'name': '{cards.NAMES[card]}'" in text]
        assert match.view(viewer)["board"]["pile_count"] == len(members(state.pile))


@pytest.mark.rules("SK-6.2")
def test_the_rulebooks_example() -> None:
    """Three brights, two scrolls, the yellow hawthorn, two animals: 100; a set: each opponent loses 50."""
    mine = "crane, curtain, moon, pine scroll, oak scroll, yellow hawthorn, warbler, swallow, pine chaff 1"
    assert parts(cards.cards_of(listed(mine))) == [
        ("bright", 3, 60),
        ("scroll", 2, 20),
        ("hawthorn", 1, 10),
        ("animal", 2, 10),
    ]
    assert members(sets(cards.cards_of(listed(mine)))) == [SET_NAMES.index("spring")]
    assert points(mine, "", "") == [100, -50, -50]


@pytest.mark.rules("SK-3.2", "SK-2.4", "SK-5.2", "SK-5.4")
def test_the_examples_of_the_rules_page() -> None:
    """The other examples at the end of the page."""
    match = dealt(2, "pine chaff 1, pine chaff 2", {0: "crane"}, pile="moon")
    play(match, "play crane")
    assert names(match) == ["take pine chaff 1", "take pine chaff 2"]
    play(match, "take pine chaff 1")
    assert "pine chaff 2" in field(match)
    match = dealt(2, "maple scroll, maple chaff 1, maple chaff 2", {0: "boar"}, pile="deer")
    play(match, "play boar", "flip deer")
    assert captured(match, 0) == ["deer", "maple scroll", "maple chaff 1", "maple chaff 2"]
    match = dealt(3, "moon", {0: "fireworks", 1: "geese, pampas chaff 1, pampas chaff 2"})
    play(match, "play fireworks", "take moon")
    assert captured(match, 1) == ["moon", "geese", "pampas chaff 1", "pampas chaff 2"]
    assert match.waiting == (0,)
    assert "leave" in names(match)
    state = position(["fireworks", "clover scroll"], field="boar, clover chaff 1")
    make(state, "play fireworks", "take boar", "flip moon", "play clover scroll", "flip clover chaff 2")
    assert in_front_of(state, 0) == ["boar", "clover chaff 2", "fireworks"]
