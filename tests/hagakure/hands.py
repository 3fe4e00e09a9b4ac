"""Tables of Hagakure with chosen hands, by way of records: chance is put in by hand."""

import zashiki
from zashiki import CHANCE, Match


def dealt(*hands: str, dealer: int | None = None, rounds: int = 1) -> Match:
    """A table where each seat was dealt the cards named, separated by spaces ("18 6 fool")."""
    seats = len(hands)
    match = Match(zashiki.games()["hagakure"], seats, {"rounds": rounds}, None)
    first_dealer = seats - 1 if dealer is None else dealer
    match.chance(match.parse(CHANCE, f"dealer {first_dealer}"))
    return deal_round(match, first_dealer, *hands)


def deal_round(match: Match, dealer: int, *hands: str) -> Match:
    """Deal a round by hand."""
    rows = [hand.split() for hand in hands]
    for place in range(len(rows[0])):
        for turn in range(len(hands)):
            seat = (dealer + 1 + turn) % len(hands)
            match.chance(match.parse(CHANCE, f"deal {rows[seat][place]}"))
    return match


def play(match: Match, *moves: str) -> Match:
    """Moves in order, each by whoever is to act: "pass", "double", or a card ("17") to be played."""
    for move in moves:
        (seat,) = match.waiting
        name = f"play {move}" if move == "fool" or move.isdigit() else move
        match.play(seat, match.parse(seat, name))
    return match


def names(match: Match) -> list[str]:
    """The legal moves of whoever is to act."""
    (seat,) = match.waiting
    return [match.name(seat, action) for action in match.legal(seat)]


def refusal(match: Match, seat: int, move: str) -> tuple[str, str, str]:
    """Code, rule and sentence of the reason why not."""
    reason = match.why_not(seat, match.parse(seat, move))
    assert reason is not None
    return reason.code, reason.rule, reason.text
