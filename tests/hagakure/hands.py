"""Tables of Hagakure with chosen hands, by way of records: chance is put in by hand."""

import zashiki
from zashiki import CHANCE, Table


def dealt(*hands: str, dealer: int | None = None, rounds: int = 1) -> Table:
    """A table where each seat was dealt the cards named, separated by spaces ("18 6 fool")."""
    seats = len(hands)
    table = Table(zashiki.games()["hagakure"], seats, {"rounds": rounds}, None)
    first_dealer = seats - 1 if dealer is None else dealer
    table.chance(table.parse(CHANCE, f"dealer {first_dealer}"))
    return deal_round(table, first_dealer, *hands)


def deal_round(table: Table, dealer: int, *hands: str) -> Table:
    """Deal a round by hand."""
    rows = [hand.split() for hand in hands]
    for place in range(len(rows[0])):
        for turn in range(len(hands)):
            seat = (dealer + 1 + turn) % len(hands)
            table.chance(table.parse(CHANCE, f"deal {rows[seat][place]}"))
    return table


def play(table: Table, *moves: str) -> Table:
    """Moves in order, each by whoever is to act: "pass", "double", or a card ("17") to be played."""
    for move in moves:
        (seat,) = table.waiting()
        name = f"play {move}" if move == "fool" or move.isdigit() else move
        table.play(seat, table.parse(seat, name))
    return table


def names(table: Table) -> list[str]:
    """The legal moves of whoever is to act."""
    (seat,) = table.waiting()
    return [table.name(seat, action) for action in table.legal(seat)]


def refusal(table: Table, seat: int, move: str) -> tuple[str, str, str]:
    """Code, rule and sentence of the reason why not."""
    reason = table.why_not(seat, table.parse(seat, move))
    assert reason is not None
    return reason.code, reason.rule, reason.text
