"""Hagakure: how a game ends, rule by rule."""

from pathlib import Path

import pytest

import zashiki
from hagakure.hands import deal_round, dealt, play, refusal
from zashiki import Match, Rng
from zashiki.testing.case import play_at_random

EVEN = ("19 6 7 8", "20 9 10 11", "21 12 13 14", "22 15 16 17")
EVEN_PLAY = (
    *("6", "20", "12", "15"),
    *("9", "21", "16", "7"),
    *("13", "22", "8", "10"),
    *("17", "19", "11", "14"),
)
"""Each seat wins one trick with its samurai, led through by the seat before; samurai 18 stays in the Yomi."""


@pytest.mark.rules("HG-5.1")
def test_a_tied_lead_gives_an_extra_round() -> None:
    """Everybody plays it, the deal passes on, tokens left may be used."""
    found = 0
    for seed in range(60):
        match = play_at_random(zashiki.new("hagakure", seats=3, seed=seed, rounds=1), Rng(seed))
        sheet = match.view(None)["board"]["sheet"]
        totals = [0, 0, 0]
        for index, row in enumerate(sheet):
            totals = [total + points for total, points in zip(totals, row, strict=True)]
            tied = totals.count(max(totals)) > 1
            assert tied == (index + 1 < len(sheet))
        if len(sheet) > 1:
            found += 1
            extra = [event for event in match.events(None) if event["code"] == "event.extra_round"]
            assert len(extra) == len(sheet) - 1
            assert extra[0]["rule"] == "HG-5.1"
        assert match.winners == (totals.index(max(totals)),)
    assert found > 5


def even_game() -> Match:
    """A game in which every round, ten extra rounds included, gives each seat the same points."""
    match = dealt(*EVEN, dealer=3, rounds=1)
    for extra in range(11):
        if extra:
            deal_round(match, (3 + extra) % 4, *(EVEN[(seat - extra) % 4] for seat in range(4)))
        while match.view(None)["board"]["phase"] == "tokens":
            play(match, "pass")
        play(match, *EVEN_PLAY)
        assert match.over == (extra == 10)
    return match


@pytest.mark.rules("HG-R4")
def test_after_ten_extra_rounds_the_victory_is_shared() -> None:
    """So a game is finite."""
    match = even_game()
    assert len(set(match.scores)) == 1
    assert match.winners == (0, 1, 2, 3)
    told = [event for event in match.events(None) if event["code"] in ("event.extra_round", "event.over")]
    assert [event["facts"].get("extra") for event in told] == [*range(1, 11), None]
    assert match.view(0)["prompt"]["text"] == "The game is over. Seat 0, Seat 1, Seat 2 and Seat 3 win."


@pytest.mark.rules("HG-R4")
def test_the_rare_game_is_kept() -> None:
    """Random play never gets here, so the record beside these tests is traced and read for its sentences too."""
    assert zashiki.load(Path(__file__).parent / "rare" / "ten-extra-rounds.json") == even_game().record()


@pytest.mark.rules("HG-5.1")
def test_the_game_ends_with_its_last_round_if_one_player_leads() -> None:
    """Nobody may act any more, and the last trick can still be seen."""
    match = play(dealt("18 19 20 21", "6 7 8 9", "10 11 12 13", "14 15 16 17"), *["pass"] * 4)
    play(match, "18", "6", "10", "14", "19", "7", "11", "15", "20", "8", "12", "16", "21", "9", "13", "17")
    assert match.over
    assert match.scores == [5, -2, -2, -2]
    assert match.winners == (0,)
    assert match.waiting == ()
    board = match.view(None)["board"]
    assert (board["phase"], board["sheet"], board["trick"]) == ("over", [[5, -2, -2, -2]], None)
    assert [lying["card"]["name"] for lying in board["last_trick"]["cards"]] == ["21", "9", "13", "17"]
    assert refusal(match, 0, "play 18") == ("reason.over", "HG-5.1", "the game is over")
