"""Who may see a table, which seat a connection shows, who may chat, and who is notified of a change."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from table.harness import BEGIN, PEOPLE, STRANGER, settings
from zashiki.table.access import SeatSelection, hint_seat, may_see, viewing_seat
from zashiki.table.chat import chat_row, clean
from zashiki.table.notices import list_readers, lists_differ, turn_notices
from zashiki.table.refusals import Refused
from zashiki.table.settings import Settings
from zashiki.table.state import TableState, new_table_state

ANNA, BERT, CLEO = PEOPLE[:3]


def seated(chosen: Settings | None = None) -> TableState:
    state = new_table_state("table", chosen or settings(), ANNA, bytes(32), BEGIN)
    for seat, name in enumerate((ANNA, BERT, CLEO)):
        state = state.sit(name, name, seat, None).after
    return state


def running(chosen: Settings | None = None) -> TableState:
    return seated(chosen).start(ANNA, BEGIN).after


def code_of(ask: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        ask()
    return refusal.value.code


def test_spectators_see_a_table_unless_they_are_excluded() -> None:
    private = settings(spectators=False)
    for player in (STRANGER, None):
        assert may_see(running(), player)
        assert may_see(seated(private), player), "before the game everybody may join"
        assert not may_see(running(private), player)
    assert may_see(running(private), BERT)


def test_a_host_without_a_seat_sees_a_private_game() -> None:
    state = replace(running(settings(spectators=False)), host=STRANGER)
    assert may_see(state, STRANGER)


def test_a_view_is_only_for_ones_own_seat() -> None:
    state = running()
    assert [viewing_seat(state, player, None) for player in (ANNA, CLEO, STRANGER, None)] == [0, 2, None, None]
    assert viewing_seat(state, BERT, 1) == 1
    assert code_of(lambda: viewing_seat(state, BERT, 0)) == "not-your-seat"
    assert code_of(lambda: viewing_seat(state, STRANGER, 0)) == "not-seated"


def test_hints_are_for_players_where_they_are_allowed() -> None:
    assert hint_seat(running(), BERT, None) == 1
    assert code_of(lambda: hint_seat(running(), STRANGER, None)) == "not-seated"
    assert code_of(lambda: hint_seat(running(settings(hints=False)), BERT, None)) == "no-hints"


def test_a_selection_follows_the_players_seat() -> None:
    selection, empty = SeatSelection(BERT), new_table_state("table", settings(), ANNA, bytes(32), BEGIN)
    state = empty.sit(BERT, BERT, 2, None).after

    def shown(now: TableState) -> int | None:
        selection.follow(now)
        return selection.seat

    assert shown(empty) is None
    assert shown(state) == 2
    selection.choose(state, None)
    assert shown(state) is None, "it was chosen"
    assert code_of(lambda: selection.choose(state, 0)) == "not-your-seat"
    selection.choose(state, 2)
    assert shown(state.leave(BERT, BEGIN).after) is None


def test_a_spectator_is_refused_once_a_private_game_begins() -> None:
    selection, private = SeatSelection(None), settings(spectators=False)
    selection.follow(seated(private))
    assert code_of(lambda: selection.follow(running(private))) == "no-such-table"
    assert code_of(lambda: selection.choose(seated(private), 0)) == "not-seated"


def test_on_one_device_a_message_acts_for_the_seat_that_is_shown() -> None:
    state = new_table_state("table", settings(one_device=True), ANNA, bytes(32), BEGIN)
    for seat in range(3):
        state = state.sit(ANNA, ANNA, seat, None, guest=f"guest {seat}").after
    assert [seat.name for seat in state.seats] == ["guest 0", "guest 1", "guest 2"]
    selection = SeatSelection(ANNA)
    selection.choose(state, 1)
    assert [selection.acting_seat(state, seat) for seat in (None, 2)] == [1, 2]
    assert SeatSelection(ANNA).acting_seat(seated(), None) is None, "with one seat, the state decides"


def test_who_may_chat() -> None:
    row = chat_row(running(), BERT, "Bert", BEGIN, text=" well\tplayed\n")
    assert (row.seat, row.name, row.text, row.phrase, row.said_at) == (1, "Bert", "well played", None, BEGIN)
    spectator = chat_row(running(settings(spectator_chat=True)), STRANGER, "Zoe", BEGIN, phrase="hello")
    assert (spectator.seat, spectator.text, spectator.phrase) == (None, None, "hello")
    assert chat_row(seated(), STRANGER, "Zoe", BEGIN, text="hi").text == "hi", "before the game everybody may chat"
    quiet = running(settings(chat=False))
    assert chat_row(quiet, ANNA, "Anna", BEGIN, phrase="hello").phrase == "hello"
    assert code_of(lambda: chat_row(quiet, ANNA, "Anna", BEGIN, text="hi")) == "chat-closed"
    assert code_of(lambda: chat_row(running(), STRANGER, "Zoe", BEGIN, text="hi")) == "chat-closed"
    assert code_of(lambda: chat_row(running(), ANNA, "Anna", BEGIN, phrase="nonsense")) == "no-such-phrase"
    assert code_of(lambda: clean("\u200b \t")) == "bad-message"


def test_people_are_notified_when_they_are_asked_for_something_new() -> None:
    before, after = seated(), running()
    (seat,) = after.waiting()
    (notice,) = turn_notices(before, after, frozenset({seat}))
    assert (notice.player, notice.seat, notice.connected, notice.local) == (PEOPLE[seat], seat, True, True)
    assert turn_notices(after, after.touched().after, frozenset()) == []
    assert turn_notices(before, after.leave(PEOPLE[seat], BEGIN).after, frozenset()) == [], "a bot is asked now"


def test_whose_lists_show_a_table() -> None:
    before, after = seated(), seated().leave(BERT, BEGIN).after
    assert lists_differ(before, after)
    assert not lists_differ(after, after.touched().after)
    assert list_readers(before, after) == [ANNA, BERT, CLEO]
    assert list_readers(after) == [ANNA, CLEO]
    assert list_readers(seated(settings(access="open"))) is None
