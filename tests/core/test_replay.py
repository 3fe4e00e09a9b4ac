"""Replays: the views and events of the game for every seat, and with all secrets open."""

from functools import cache
from typing import Any

import pytest

import zashiki
from support import Setting, changed, dumped
from zashiki import CHANCE, Match, Rng
from zashiki.core import replay
from zashiki.core.fair import from_data
from zashiki.core.match import Viewer
from zashiki.core.open_hands import open_hands
from zashiki.core.record import person

STRICT = Setting("hitohira", 3, (("memory", '"strict"'),))
SETTINGS = [
    Setting("hagakure", 3, (("rounds", "2"),)),
    Setting("hijun", 4),
    Setting("hiroba", 2),
    Setting("hitohira", 2),
    STRICT,
    Setting("sakura", 4, (("rounds", "1"), ("teams", '"two"'))),
]


@cache
def played(setting: Setting) -> tuple[Match, dict[int, Match]]:
    """A finished game, and a copy of it at every decision."""
    match, rng = setting.table(5), Rng(7)
    past = {match.ply: match.copy()}
    while not match.over:
        waiting = match.waiting
        seat = waiting[int(rng.below(len(waiting)))]
        legal = match.legal(seat)
        match.play(seat, legal[int(rng.below(len(legal)))])
        past[match.ply] = match.copy()
    return match, past


@pytest.mark.once
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_replay_shows_every_seat_what_it_saw(setting: Setting) -> None:
    match, past = played(setting)
    record = match.record(players=[f"Player {seat}" for seat in range(match.seats)])
    viewer: list[Viewer] = [None, *range(match.seats), "open"]
    for whose in viewer:
        shown = replay.show(match.game, record, whose, 0, match.ply + 1)
        frames = shown["frames"]
        assert [frame["ply"] for frame in frames] == list(range(match.ply + 1))
        assert [frame["mover"] for frame in frames] == [None, *(seat for seat, _ in match.history())]
        for ply, then in past.items():
            assert frames[ply]["view"] == (then.open_view() if whose == "open" else then.view(whose))
        events = [event for frame in frames for event in frame["events"]]
        assert events == (match.open_events() if whose == "open" else match.events(whose))
        assert all(event["ply"] == frame["ply"] - 1 for frame in frames for event in frame["events"])
        assert shown["scores"] == match.breakdown()
        assert (shown["plies"], shown["viewer"], shown["players"][0]["name"]) == (match.ply, whose, "Player 0")


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_frames_of_a_running_match_tell_what_a_seat_was_told(setting: Setting) -> None:
    match, past = played(setting)
    middle = sorted(past)[len(past) // 2]
    running = past[middle]
    assert not running.over
    for seat in (None, *range(match.seats)):
        frames = replay.frames(running, seat, 0, middle + 1)
        for frame in frames:
            then = past.get(frame["ply"])
            assert then is None or frame["view"] == then.view(seat)
            assert frame["view"]["seat"] == seat
        assert [event for frame in frames for event in frame["events"]] == running.events(seat)
        untold = [frame for frame in frames[1:] if not frame["events"]]
        assert all(frame["mover"] == seat for frame in untold), "a secret move of another seat is not even there"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_single_frame_tells_nothing_of_a_secret_move(setting: Setting) -> None:
    """Frames can be asked for one by one: those that are left out of a row tell no more on their own."""
    match, _ = played(setting)
    for seat in (None, *range(match.seats)):
        told = {frame["ply"]: frame for frame in replay.frames(match, seat, 0, match.ply + 1)}
        assert len(told) < match.ply
        for ply in range(match.ply + 1):
            (frame,) = replay.frames(match, seat, ply, 1)
            if ply in told:
                assert frame == told[ply]
            else:
                assert (frame["ply"], frame["mover"], frame["move"], frame["events"]) == (ply, None, None, [])


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_move_is_named_only_to_who_saw_which_one_it_was(setting: Setting) -> None:
    """Whatever else the mover could have done would have looked different, and is called the same by all they know."""
    match, past = played(setting)
    moves, rng = match.history(), Rng(3)
    named = 0
    for ply, before in past.items():
        if before.over:
            continue
        mover, action = moves[ply]
        others = [one for one in before.legal(mover) if one != action]
        for viewer in (None, *range(match.seats)):
            (frame,) = replay.frames(match, viewer, ply + 1, 1)
            if viewer == mover or frame["move"] is None:
                continue
            named += 1
            for other in others[:: 1 + len(others) // 3]:
                instead = before.copy()
                instead.play(mover, other)
                (seen,) = replay.frames(instead, viewer, ply + 1, 1)
                assert (seen["view"], seen["events"]) != (frame["view"], frame["events"])
            if viewer is not None:
                world = before.state().resample(viewer, rng)
                assert match.game.label(world, mover, action) == frame["move"], "the label has no secrets either"
    assert named > 0


def test_some_frames_of_a_running_match() -> None:
    match = zashiki.new("hijun", seats=4, seed=3)
    whole = replay.frames(match, 1, 0, 1000)
    assert len(whole) < match.ply, "the single cards of the deal are left out"
    assert replay.frames(match, 1, 0, 1) == whole[:1]
    assert [frame["ply"] for frame in replay.frames(match, 1, match.ply, 9)] == [match.ply]
    for wrong in (-1, match.ply + 1):
        with pytest.raises(zashiki.BadPly, match=f"0 to {match.ply}"):
            replay.frames(match, 1, wrong, 1)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_open_hands_are_what_each_seat_held(setting: Setting) -> None:
    _, past = played(setting)
    for then in past.values():
        whole = then.open_view()
        board: Any = whole["board"]
        assert (whole["seat"], whole["moves"]) == (None, [])
        for seat in range(then.seats):
            own: Any = then.view(seat)["board"]
            mine, shown = own["players"][seat], board["players"][seat]
            for secret in ("hand", "discards", "division"):
                if mine.get(secret) is not None:
                    assert shown[secret] == mine[secret]
                else:
                    assert shown.get(secret) is None
            if "screen" in mine:
                for field in ("count", "seen", "unknown", "secret"):
                    assert shown["screen"][field] == mine["screen"][field] is not None


def test_the_yomi_is_open_although_nobody_has_seen_it() -> None:
    match = zashiki.new("hagakure", seats=3, seed=1)
    board: Any = match.open_view()["board"]
    assert board["yomi"]["cards"] is not None
    assert len(board["yomi"]["cards"]) == board["yomi"]["count"] > 0
    held = [card["name"] for player in board["players"] for card in player["hand"]]
    assert not {card["name"] for card in board["yomi"]["cards"]} & (set(held) - {"fool"})


def test_nothing_is_unseen_but_what_is_in_the_pouch_or_removed() -> None:
    _, past = played(STRICT)
    for then in past.values():
        board: Any = then.open_view()["board"]
        assert sum(pile["count"] for pile in board["unseen"]) == board["pouch"] + board["removed"]


def test_a_secret_move_is_not_named_to_others() -> None:
    """HJ-2.3: nobody else sees a discard; everybody sees a card that is played."""
    match, _ = played(Setting("hijun", 4))
    record = match.record()
    own, other, everything = (
        replay.show(match.game, record, viewer, 0, match.ply + 1)["frames"] for viewer in (0, 1, "open")
    )
    moves = [frame["ply"] for frame in own if frame["mover"] == 0]
    secret = [ply for ply in moves if other[ply]["move"] is None]
    for ply in moves:
        mine = own[ply]["move"]
        assert mine is not None
        assert everything[ply]["move"] == mine
        assert (ply in secret) == (mine["code"] == "move.discard")
        assert other[ply]["move"] in (None, mine)
    assert 0 < len(secret) < len(moves)
    assert all(frame["move"] is None for frame in everything if frame["mover"] in (None, CHANCE))


def test_some_frames_of_many() -> None:
    match, _ = played(Setting("hiroba", 2))
    record = match.record()
    whole = replay.show(match.game, record, None, 0, 1000)["frames"]
    assert replay.show(match.game, record, None, 3, 4)["frames"] == whole[3:7]
    assert replay.show(match.game, record, None, match.ply, 4)["frames"] == whole[-1:]
    assert replay.show(match.game, record, None, 0, 1)["players"] == [person(None)] * 2, "nobody says who they were"
    with pytest.raises(zashiki.BadPly, match=f"0 to {match.ply}"):
        replay.show(match.game, record, None, match.ply + 1, 4)
    with pytest.raises(zashiki.NoSuchSeat):
        replay.show(match.game, record, 2, 0, 4)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_outcome_of_chance_can_be_reproduced(setting: Setting) -> None:
    match, _ = played(setting)
    record = match.record()
    found = replay.chance(match.game, record)
    fair = found["fair"]
    assert fair is not None
    stream = from_data(fair)
    assert stream is not None
    assert stream.commitment == fair["commitment"]
    assert len(found["draws"]) == sum(seat == CHANCE for seat, _ in match.history()) > 0
    for number, draw in enumerate(found["draws"]):
        assert stream.draw(number, draw["weights"]) == draw["index"]
        assert record.moves[draw["ply"]] == f"* {draw['name']}"


def test_an_illegal_record_is_refused_by_every_function() -> None:
    match, _ = played(SETTINGS[0])
    record = match.record()
    result = record.data["result"]
    for forged in (
        changed(record, moves=[*record.moves[:-1], "0 play 99"]),
        changed(record, result={**result, "scores": [99, 0, 0]}),
    ):
        wrong = zashiki.Record(forged)  # type: ignore[arg-type]
        for work in (replay.replay, replay.chance, lambda game, one: replay.show(game, one, None, 0, 1)):
            with pytest.raises(zashiki.TamperedRecord):
                work(match.game, wrong)
    old = zashiki.Record(changed(record, version=99))  # type: ignore[arg-type]
    with pytest.raises(zashiki.RecordVersion):
        replay.show(match.game, old, None, 0, 1)


def test_boards_are_merged_into_an_open_one() -> None:
    boards: list[Any] = [
        {"hands": [None, None], "field": [], "mine": [], "phase": "play", "deep": {"a": None, "b": 1}},
        {"hands": [[1, 2], None], "field": [], "mine": [7], "phase": "play", "deep": {"a": None, "b": 1}},
        {"hands": [None, [3]], "field": [], "mine": [], "phase": "play", "deep": {"a": {"c": 0}, "b": 1}},
    ]
    before = dumped(boards)
    whole = open_hands(boards)
    assert whole == {
        "hands": [[1, 2], [3]],
        "field": [],
        "mine": [],
        "phase": "play",
        "deep": {"a": {"c": 0}, "b": 1},
    }
    assert dumped(boards) == before


def test_a_walk_gives_every_move_with_the_state_before_it() -> None:
    match, _ = played(SETTINGS[0])
    record = match.record()
    steps = [
        (ply, seat, action, before, after.ply) for ply, seat, action, before, after in replay.walk(match.game, record)
    ]
    assert [(seat, action) for _, seat, action, _, _ in steps] == match.history()
    assert [ply for ply, *_ in steps] == [after for *_, after in steps] == list(range(1, match.ply + 1))
    for ply, seat, action, before, _ in steps:
        assert action in before.legal(seat), ply


def test_a_walk_continues_from_a_match() -> None:
    match, _ = played(SETTINGS[0])
    record = match.record()
    middle = zashiki.replay(record, 30)
    middle.fair = None
    steps = list(replay.walk(match.game, record, middle))
    assert [step.ply for step in steps] == list(range(31, match.ply + 1))
    assert middle.view(0) == match.view(0)


def test_a_walk_ends_with_the_check_of_the_result() -> None:
    match, _ = played(SETTINGS[0])
    record = match.record()
    forged = zashiki.Record(changed(record, result={**record.data["result"], "scores": [99, 0, 0]}))  # type: ignore[arg-type]
    steps = replay.walk(match.game, forged)
    for _ in record.moves:
        next(steps)
    with pytest.raises(zashiki.TamperedRecord, match="which the moves give"):
        next(steps)


def test_the_pages_of_a_replay_take_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page used to play the whole game again."""
    match = zashiki.new("hiroba", seats=2, seed=99)
    record = match.record()
    walks: list[zashiki.Record] = []
    walk = replay.walk

    def counted(game: Any, record: zashiki.Record, match: Match | None = None) -> Any:
        walks.append(record)
        return walk(game, record, match)

    monkeypatch.setattr(replay, "walk", counted)
    pages = [replay.show(match.game, record, viewer, first, 5) for first in range(0, 20, 5) for viewer in (None, 0)]
    assert [len(page["frames"]) for page in pages] == [5] * 8
    assert len(walks) == 1
    record.data["players"] = ["Aki", "Ben"]  # as records of earlier versions have them
    assert replay.show(match.game, record, None, 0, 1)["players"] == [person("Aki"), person("Ben")]
    assert len(walks) == 2, "a record that was changed is another record"
    for seed in range(replay.KEPT_TIMELINES):
        replay.show(match.game, zashiki.new("hiroba", seats=2, seed=seed).record(), None, 0, 1)
    assert len(walks) == 2 + replay.KEPT_TIMELINES
    replay.show(match.game, record, None, 0, 1)
    assert len(walks) == 3 + replay.KEPT_TIMELINES, "only the last few games are kept"


def test_some_events_of_many() -> None:
    match, _ = played(SETTINGS[0])
    assert match.events(0, 3, 7) == match.events(0)[3:7]
    assert match.open_events(-5, 10**9) == match.open_events()
    assert match.events(None, 7, 3) == []


def test_an_answer_belongs_to_whoever_asked() -> None:
    """What is kept for the next page does not change with what somebody does to the last one."""
    match = zashiki.new("hijun", seats=4, seed=1, tokens=[[1, 2, 3, 4]] * 5)
    record = match.record()
    first = replay.show(match.game, record, None, 0, 1)
    first["options"]["tokens"][0][0] = 99  # type: ignore[index]
    assert replay.show(match.game, record, None, 0, 1)["options"] == match.options
