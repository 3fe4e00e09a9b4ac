"""Sakura's strategy: obvious moves, nothing that the seat cannot know, chances that add up."""

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import zashiki
from sakura.hands import listed, make, position
from support import Setting, settings
from zashiki import CHANCE, Rng
from zashiki.core.bits import count, members
from zashiki.core.game import OVER
from zashiki.games.sakura.cards import CARDS, CHAFF, FIREWORKS, LEAVE, NAMES, OAK_CARDS, TAKE, cards_of
from zashiki.games.sakura.rules import CAPTURE, DEAL_HANDS, END, SakuraState
from zashiki.games.sakura.rules import PLAY as PLAY_PHASE
from zashiki.games.sakura.score import SETS
from zashiki.games.sakura.strategy.card_values import CardValues
from zashiki.games.sakura.strategy.heuristics import FIRST_TWINS, HEURISTICS, MOST, SECOND_TWINS
from zashiki.games.sakura.strategy.set_values import LOSSES, VALUES, add_sets

SETTINGS = [setting for setting in settings() if setting.key == "sakura"]


def decisions(setting: Setting, seed: int) -> Iterator[SakuraState]:
    """Every position of the first three rounds of a game where a seat may choose; half of the moves are random."""
    rng = Rng(seed)
    state = setting.start()
    assert isinstance(state, SakuraState)
    while state.turn() != OVER and state.round <= 3:
        if state.turn() != CHANCE:
            if len(state.legal(state.turn())) > 1:
                yield state
            if rng.below(2) == 0:
                HEURISTICS.playout_move(state, rng)
                continue
        state.step(rng)


def liked(state: SakuraState) -> str:
    """The name of the move that whoever is to act makes at once."""
    seat = state.turn()
    return zashiki.games()["sakura"].name(seat, HEURISTICS.greedy(state, seat))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_moves_are_legal_and_the_first_of_the_shortlist_is_made_at_once(setting: Setting) -> None:
    seen = 0
    for state in decisions(setting, 1):
        seat = state.turn()
        legal = state.legal(seat)
        short = HEURISTICS.shortlist(state, seat)
        assert short[0] == HEURISTICS.greedy(state, seat)
        assert 1 <= len(short) <= MOST
        assert len(set(short)) == len(short)
        assert set(short) <= set(legal)
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nothing_depends_on_what_the_seat_cannot_know(setting: Setting) -> None:
    """SK-8.1: in every consistent world it makes the same move, and its playouts begin alike."""
    differed = 0
    for state in decisions(setting, 2):
        seat = state.turn()
        worlds = [state.resample(seat, Rng(n)) for n in range(3)]
        differed += len({str(world.hands) for world in worlds}) > 1
        assert len({HEURISTICS.greedy(world, seat) for world in worlds}) == 1
        assert len({str(HEURISTICS.shortlist(world, seat)) for world in worlds}) == 1
        if state.phase == PLAY_PHASE or state.card != FIREWORKS:
            for world in worlds:
                HEURISTICS.playout_move(world, Rng(0))
            # Only an interruption (SK-5.2), which needs the wildcard, could show what others hold.
            assert len({(int(world.hands[seat]), int(world.captured[seat])) for world in worlds}) == 1
    assert differed > 5


# Obvious moves


def test_a_set_before_a_bright() -> None:
    state = position(
        ["curtain, phoenix", "iris scroll, iris chaff 1"],
        "cherry chaff 1, hawthorn chaff 1",
        ["crane, pine chaff 1, warbler, plum chaff 1", "clover scroll, clover chaff 1"],
    )
    assert liked(state) == "play curtain"


def test_the_others_set_is_spoilt_before_a_better_card_is_taken() -> None:
    captured = ["", "boar, clover chaff 2, deer, maple chaff 1"]
    hands = ["pampas chaff 1, hawthorn chaff 1", "iris scroll, iris chaff 1"]
    state = position(hands, "geese, yellow hawthorn", captured)
    assert liked(state) == "play pampas chaff 1"
    # Now nobody can complete the boar, the geese and the deer.
    state = position(hands, "geese, yellow hawthorn", ["deer, maple chaff 1", "boar, clover chaff 2"])
    assert liked(state) == "play hawthorn chaff 1"


def test_a_partners_cards_count_for_the_own_set() -> None:
    """SK-7.2: the crane is the own one, the warbler the partner's."""
    hands = ["curtain, phoenix", "iris scroll, iris chaff 1", "deer, maple chaff 1", "boar, clover chaff 1"]
    captured = ["crane, pine chaff 1", "", "warbler, plum chaff 1", ""]
    field = "cherry chaff 1, yellow hawthorn, rain man"
    assert liked(position(hands, field, captured, sides=2)) == "play curtain"
    assert liked(position(hands, field, captured, sides=4)) == "play phoenix"


def test_the_better_of_two_is_taken() -> None:
    state = position(["pine chaff 2, moon", "iris scroll, iris chaff 1"], "crane, pine chaff 1")
    assert liked(make(state, "play pine chaff 2")) == "take crane"


def test_of_two_scrolls_the_one_that_completes_a_set_is_taken() -> None:
    state = position(
        ["oak scroll, fireworks", "crane, moon"],
        "wisteria scroll, pine scroll",
        ["iris scroll, iris chaff 1, clover scroll, clover chaff 1", ""],
    )
    assert liked(make(state, "play fireworks")) == "take wisteria scroll"


def test_what_nobody_else_can_take_may_wait() -> None:
    """The clover scroll can only be taken from the own hand; the iris scroll by anybody."""
    state = position(
        ["clover chaff 1, clover chaff 2, iris chaff 1", "crane, moon, sake cup"],
        "clover scroll, iris scroll",
        ["boar, fireworks", ""],
    )
    assert liked(state) == "play iris chaff 1"


def test_a_dead_month_is_thrown_away_first() -> None:
    """The other three pines are captured: nobody can ever take the last one."""
    state = position(
        ["pine chaff 2, moon, plum scroll", "iris scroll, iris chaff 1"],
        "yellow hawthorn, rain man",
        ["crane, pine chaff 1, pine scroll, fireworks", ""],
    )
    assert liked(state) == "play pine chaff 2"


def test_a_card_is_thrown_that_the_own_hand_can_take_back() -> None:
    """Two plums are captured, two are in hand: nobody else can take either."""
    state = position(
        ["plum chaff 2, plum scroll, moon", "iris scroll, iris chaff 1"],
        "yellow hawthorn, rain man",
        ["warbler, plum chaff 1", ""],
    )
    assert liked(state) in {"play plum chaff 2", "play plum scroll"}


def test_the_wildcard_is_kept_for_something_better() -> None:
    state = position(
        ["fireworks, iris chaff 1", "crane, moon"],
        "iris chaff 2, wisteria chaff 1, plum chaff 1",
    )
    assert liked(state) == "play iris chaff 1"


def test_the_wildcard_takes_the_month_whose_last_card_comes_at_the_end() -> None:
    """SK-5.4: of the pines only the crane is unseen; once nothing can take it, it is worth more than a swallow."""
    state = position(
        ["fireworks, iris scroll, deer", "sake cup, boar, moon"],
        "pine chaff 2, pampas chaff 1, swallow",
        ["pine scroll, pine chaff 1, plum scroll, plum chaff 1, rain man, oak scroll", ""],
    )
    assert liked(make(state, "play fireworks")) == "take pine chaff 2"


def test_the_wildcard_shuns_an_interruption() -> None:
    """SK-5.2: the opponent surely holds the last of the stack and would take all four."""
    state = position(
        ["fireworks, iris scroll", "sake cup, boar, moon, deer"],
        "geese, pampas chaff 1, pampas chaff 2, wisteria scroll",
    )
    state.stacked = vec[i64]([cards_of(listed("geese, pampas chaff 1, pampas chaff 2"))])[0]
    plenty = make(state.clone(), "play fireworks")
    assert liked(plenty) == "take pampas stack"
    # The same with nothing left in the pile: what is unseen is in the opponent's hand.
    state.captured[0] = state.pile
    state.pile = 0
    assert liked(make(state, "play fireworks")) == "take wisteria scroll"


def test_the_wildcard_is_left_for_an_own_oak_that_nobody_else_can_take_it_with() -> None:
    """SK-R7: two oaks are captured and the third is in hand; the chaff in the field is worth nothing."""
    state = position(
        ["fireworks, oak scroll", "sake cup, deer"], "iris chaff 1, plum chaff 1", ["rain man, swallow", ""]
    )
    assert liked(make(state, "play fireworks")) == "leave"
    without = position(["fireworks, moon", "sake cup, deer"], "iris chaff 1, plum chaff 1", ["rain man", ""])
    make(without, "play fireworks")
    assert TAKE + LEAVE in without.legal(0)
    assert TAKE + LEAVE not in HEURISTICS.shortlist(without, 0), "it would be given away"


def test_an_oak_takes_the_left_wildcard_if_november_is_worth_more_at_the_end() -> None:
    """SK-R7, SK-5.4: it is the last oak, so both that lie beside the wildcard are still there at the end."""
    state = position(["swallow, deer", "boar, moon"], "fireworks, oak scroll, rain man, iris chaff 1")
    state.left = True
    left = make(state.clone(), "play swallow")
    assert liked(left) == "take fireworks"
    state.left = False  # they were dealt to the field (SK-5.3)
    assert liked(make(state, "play swallow")) == "take oak scroll"


# Worth


def test_a_set_is_worth_50_between_the_two_who_want_its_last_card() -> None:
    """SK-1.2: what completing it gives and what losing it costs are together the 50 points."""
    warbler = NAMES.index("warbler")
    pooled = vec[i64]([cards_of(["crane", "curtain"]), 0])
    for side in (0, 1):
        gains, threats = VALUES[:], LOSSES[2][:]
        add_sets(pooled, side, cards_of(["warbler"]), gains, threats)
        assert gains[warbler] + threats[warbler] - 2 * 5 == pytest.approx(50)


def test_a_dead_set_adds_nothing() -> None:
    """SK-1.2: once two sides have cards of it, nobody can complete it."""
    gains, threats = VALUES[:], LOSSES[2][:]
    add_sets(vec[i64]([cards_of(["crane"]), cards_of(["curtain"])]), 0, cards_of(["warbler"]), gains, threats)
    assert list(gains) == list(VALUES)
    assert list(threats) == list(LOSSES[2])


def test_risk_counts_the_cards_that_may_be_elsewhere() -> None:
    context = CardValues(position(["pine chaff 1, moon", "plum scroll, deer"], "crane"), 0, thorough=True)
    assert context.unseen == (2**CARDS - 1) & ~cards_of(["pine chaff 1", "moon", "crane"])
    risks = [context.risk(cards_of(cards)) for cards in ([], ["pine scroll"], ["pine scroll", "pine chaff 2"])]
    assert risks[0] == 0
    assert risks[1] == pytest.approx(3 / 45)
    assert risks[1] < risks[2] < 2 * risks[1]


def test_twins_differ_in_nothing_that_counts() -> None:
    twins = list(zip(members(FIRST_TWINS), members(SECOND_TWINS), strict=True))
    assert len(twins) == 12
    in_sets = 0
    for cards in SETS:
        in_sets |= int(cards)
    for first, second in twins:
        assert first + 1 == second
        assert first // 4 == second // 4
        assert VALUES[first] == VALUES[second]
        assert (2**first | 2**second) & in_sets == 0
    assert (FIRST_TWINS | SECOND_TWINS) & ~OAK_CARDS == CHAFF & ~OAK_CARDS
    assert count(CHAFF & OAK_CARDS) == 1


def test_of_two_equivalent_moves_one_is_searched() -> None:
    state = position(["pine chaff 1, pine chaff 2, moon", "plum scroll, deer, boar"], "crane, geese")
    names = [NAMES[card] for card in HEURISTICS.shortlist(state, 0)]
    assert sorted(names) == ["moon", "pine chaff 1"]


@pytest.mark.parametrize("setting", SETTINGS[::4], ids=str)
def test_priors_follow_the_shortlist(setting: Setting) -> None:
    for state in decisions(setting, 5):
        short = HEURISTICS.shortlist(state, state.turn())
        priors = HEURISTICS.priors(state, state.turn(), short)
        assert len(priors) == len(short)
        assert priors == sorted(priors, reverse=True)


def test_a_point_means_more_when_less_is_to_come() -> None:
    hands, field = ["moon, deer", "iris scroll, iris chaff 1"], "pampas chaff 1"
    cards = [NAMES.index("moon"), NAMES.index("deer")]
    gaps = []
    for rounds in (12, 1):
        priors = HEURISTICS.priors(position(hands, field, rounds=rounds), 0, cards)
        gaps.append(priors[0] - priors[1])
    assert 0 < gaps[0] < gaps[1]


# Chances


def between_rounds(seats: int, sides: int, rounds: int, total: list[int]) -> SakuraState:
    """A state with the second round to be dealt."""
    state = SakuraState(seats, rounds, sides)
    state.set_up()
    state.round = 2
    state.phase = DEAL_HANDS
    state.total = vec[i64](total)
    return state


@pytest.mark.parametrize(("seats", "sides"), [(2, 2), (3, 3), (4, 4), (4, 2), (5, 5), (6, 6), (6, 3), (6, 2), (7, 7)])
def test_chances_add_up_and_grow_with_the_points(seats: int, sides: int) -> None:
    """SK-6.3, SK-7.2: together 1, alike for a team's members, and more points are better."""
    before = 0.0
    for points in range(-200, 201, 50):
        state = between_rounds(seats, sides, 6, [points] + [0] * (sides - 1))
        assert HEURISTICS.can_evaluate(state)
        chances = list(HEURISTICS.evaluate(state))
        assert sum(chances) == pytest.approx(1)
        assert all(chances[seat] == chances[seat % sides] for seat in range(seats))
        assert chances[0] > before
        before = chances[0]
    assert before < 1 / (seats // sides)


def test_a_lead_is_worth_more_when_less_is_to_come() -> None:
    chances = [HEURISTICS.evaluate(between_rounds(2, 2, rounds, [60, 0]))[0] for rounds in (12, 6, 3, 2)]
    assert chances == sorted(chances)
    assert 0.6 < chances[0] < chances[-1] < 0.95


@pytest.mark.parametrize("setting", [setting for setting in SETTINGS if setting.seats in (2, 4)], ids=str)
def test_at_the_end_the_winners_share(setting: Setting) -> None:
    """SK-6.3: exact when the game is over."""
    state = setting.start()
    rng = Rng(3)
    state.playout(rng)
    winners = state.winners()
    assert list(HEURISTICS.evaluate(state)) == [
        pytest.approx(1 / len(winners)) if seat in winners else 0 for seat in range(setting.seats)
    ]


def test_a_tie_is_shared() -> None:
    """SK-6.3."""
    state = between_rounds(3, 3, 2, [40, 10, 40])
    state.phase = END
    assert list(HEURISTICS.evaluate(state)) == [0.5, 0, 0.5]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_playouts_stop_at_the_end_of_the_round(setting: Setting) -> None:
    state = setting.start()
    rng = Rng(4)
    state.resolve_chance(rng)
    assert not HEURISTICS.can_evaluate(state)
    for play_on in (HEURISTICS.playout, HEURISTICS.random_playout):
        twin = state.clone()
        play_on(twin, rng)
        assert isinstance(twin, SakuraState)
        assert len(twin.sheet) == 1
        assert HEURISTICS.can_evaluate(twin)
        assert twin.phase in (DEAL_HANDS, END)
        assert sum(HEURISTICS.evaluate(twin)) == pytest.approx(1)


@pytest.mark.parametrize(("seats", "teams"), [(2, "none"), (3, "none"), (4, "two"), (7, "none")])
def test_greedy_beats_random_play(seats: int, teams: str) -> None:
    """In the same deals, the seats with a plan once even and once odd: more points, and not by luck."""
    ahead = 0.0
    deals = 12
    for deal in range(deals):
        for turn in (0, 1):
            state = Setting("sakura", seats, (("rounds", "1"), ("teams", f'"{teams}"'))).start()
            luck, moves = Rng(deal), Rng(100 + deal)
            while state.turn() != OVER:
                seat = state.turn()
                if seat == CHANCE:
                    state.step(luck)
                elif seat % 2 == turn:
                    state.apply(seat, HEURISTICS.greedy(state, seat))
                else:
                    state.step(moves)
            for seat, points in enumerate(state.scores()):
                planned = seat % 2 == turn
                number = (seats + 1 - turn) // 2 if planned else (seats + turn) // 2
                ahead += points / number if planned else -points / number
    assert ahead / (2 * deals) > 8


def test_a_capture_phase_is_judged_too() -> None:
    """A flipped card with a choice is a decision like any other."""
    state = position(["moon, deer", "iris scroll, iris chaff 1"], "pine scroll, pine chaff 2")
    make(state, "play deer", "flip crane")
    assert state.phase == CAPTURE
    assert liked(state) == "take pine scroll"
