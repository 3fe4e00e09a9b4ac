"""Sakura: the wildcard, rule by rule."""

import pytest

import zashiki
from sakura.hands import captured, dealt, field, in_front_of, legal, make, names, play, position, refusal, told
from zashiki import CHANCE
from zashiki.core.bits import members
from zashiki.games.sakura import cards
from zashiki.games.sakura.score import value

GAME = zashiki.games()["sakura"]


@pytest.mark.rules("SK-5.1")
@pytest.mark.parametrize("word", ["play", "flip"])
def test_the_wildcard_takes_any_card(word: str) -> None:
    """Played or flipped; the two stay together."""
    hand, pile = ("fireworks, boar", "phoenix") if word == "play" else ("boar", "fireworks")
    match = dealt(2, "moon, crane", {0: hand}, pile=pile)
    play(match, *(["play fireworks"] if word == "play" else ["play boar", "flip fireworks"]))
    assert names(match) == [*(f"take {card}" for card in field(match)), "leave"]
    play(match, "take crane")
    assert captured(match, 0) == ["crane", "fireworks"]
    wildcard = match.view(1)["board"]["wildcard"]
    assert wildcard["seat"] == 0
    assert [card["name"] for card in wildcard["cards"]] == ["crane", "fireworks"]


@pytest.mark.rules("SK-R6")
def test_the_wildcard_takes_a_stack_as_one_card() -> None:
    """All three of it, and no single one."""
    table = dealt(2, "deer, maple scroll, maple chaff 1, moon", {0: "fireworks"}, pile="maple chaff 2, phoenix")
    play(table, "play fireworks")
    assert "take maple stack" in names(table)
    assert "take deer" not in names(table)
    assert refusal(table, 0, "take deer") == (
        "reason.in_stack",
        "SK-R6",
        "the wildcard takes the whole stack of maple, not only the deer",
    )
    play(table, "take maple stack")
    assert captured(table, 0) == ["deer", "maple scroll", "maple chaff 1", "fireworks"]


@pytest.mark.rules("SK-R3")
def test_the_wildcard_may_stay_unless_an_oak_lies_there() -> None:
    """Then it must capture something, the oak or another card."""
    match = dealt(2, "swallow, moon", {0: "fireworks"}, pile="phoenix")
    play(match, "play fireworks")
    assert "leave" not in names(match)
    assert {"take swallow", "take moon"} < set(names(match))
    assert refusal(match, 0, "leave") == (
        "reason.wild_must",
        "SK-R3",
        "the swallow lies in the field, and oak is the wildcard's own month: it must capture something",
    )
    assert match.view(0)["prompt"]["code"] == "prompt.wild_must"
    play(match, "take moon")
    assert captured(match, 0) == ["moon", "fireworks"]
    free = dealt(2, "moon", {0: "fireworks"}, pile="phoenix")
    play(free, "play fireworks", "leave")
    assert "fireworks" in field(free)
    assert captured(free, 0) == []


@pytest.mark.rules("SK-R3", "SK-3.2")
def test_a_wildcard_without_a_choice_is_not_asked_about() -> None:
    """Into an empty field it stays, and a lone oak it takes."""
    empty = make(position(["fireworks, boar", "deer, crane"]), "play fireworks")
    assert empty.turn() == CHANCE
    assert empty.field == cards.cards_of(["fireworks"])
    assert empty.wild_seat == -1
    lone = make(position(["fireworks, boar", "deer, crane"], field="oak scroll"), "play fireworks")
    assert lone.turn() == CHANCE
    assert in_front_of(lone, 0) == ["oak scroll", "fireworks"]
    assert lone.wild_seat == 0
    two = make(position(["fireworks, boar", "deer, crane"], field="oak scroll, swallow"), "play fireworks")
    assert legal(two) == ["take swallow", "take oak scroll"]


@pytest.mark.rules("SK-5.2")
def test_four_of_a_kind_interrupts_the_wildcard() -> None:
    """The other player takes the four at once, the wildcard's player chooses again or leaves it."""
    match = dealt(
        2, "moon, crane", {0: "fireworks, boar", 1: "geese, pampas chaff 1, pampas chaff 2, deer"}, pile="phoenix"
    )
    play(match, "play fireworks")
    ply = match.ply
    play(match, "take moon")
    assert captured(match, 1) == ["moon", "geese", "pampas chaff 1", "pampas chaff 2"]
    assert captured(match, 0) == []
    assert told(match, ply) == [
        "Seat 1 holds the geese, pampas chaff 1 and pampas chaff 2, has four of a kind and captures "
        "the moon, the geese, pampas chaff 1 and pampas chaff 2 before the wildcard can."
    ]
    assert match.waiting == (0,)
    assert "take moon" not in names(match)
    assert {"take crane", "leave"} <= set(names(match))
    assert match.view(None)["board"]["players"][1]["hand_count"] == 5
    play(match, "leave")
    assert "fireworks" in field(match)
    play(match, "flip phoenix")
    assert match.waiting == (1,)


@pytest.mark.rules("SK-5.2")
def test_an_interruption_may_be_followed_by_another() -> None:
    """Each for its own month."""
    hands = ["fireworks, boar", "geese, pampas chaff 1, pampas chaff 2, crane", "deer, maple chaff 1, maple chaff 2"]
    state = make(
        position(hands, field="moon, maple scroll, phoenix"), "play fireworks", "take moon", "take maple scroll"
    )
    assert len(in_front_of(state, 1)) == len(in_front_of(state, 2)) == 4
    assert legal(state) == ["take phoenix", "leave"]
    make(state, "take phoenix")
    assert in_front_of(state, 0) == ["fireworks", "phoenix"]


@pytest.mark.rules("SK-5.2", "SK-R6")
def test_a_flipped_wildcard_is_interrupted_too_and_a_stack_also() -> None:
    """The fourth card in another hand is enough against a stack."""
    state = position(["boar, crane", "maple chaff 2, phoenix"], field="deer, maple scroll, maple chaff 1, moon")
    state.stacked = cards.cards_of(["deer", "maple scroll", "maple chaff 1"])
    make(state, "play boar", "flip fireworks", "take maple stack")
    assert in_front_of(state, 1) == ["deer", "maple scroll", "maple chaff 1", "maple chaff 2"]
    assert state.hands[1] == cards.cards_of(["phoenix"])
    assert state.turn() == 0
    assert state.stacked == 0


PAMPAS = "geese, pampas chaff 1, pampas chaff 2"
"""What interrupts a wildcard that is about to take the moon."""


@pytest.mark.rules("SK-R3")
def test_after_an_interruption_the_wildcard_may_always_be_left() -> None:
    """Also beside an oak, which would otherwise bind it; a lone oak is not taken by itself."""
    match = dealt(2, "moon, swallow", {0: "fireworks, boar", 1: f"{PAMPAS}, deer"}, pile="phoenix")
    play(match, "play fireworks")
    assert "leave" not in names(match)
    assert match.view(0)["board"]["pending"]["interrupted"] is False
    play(match, "take moon")
    assert {"take swallow", "leave"} <= set(names(match))
    assert match.view(0)["board"]["pending"]["interrupted"] is True
    assert match.view(0)["prompt"]["code"] == "prompt.wild_again"
    play(match, "leave")
    assert {"swallow", "fireworks"} <= set(field(match))
    assert match.view(1)["board"]["wildcard_left"] is True
    hands = ["fireworks, boar", f"{PAMPAS}, crane"]
    lone = make(position(hands, field="moon, swallow"), "play fireworks", "take moon")
    assert legal(lone) == ["take swallow", "leave"]
    twice = position(["fireworks, boar", PAMPAS, "deer, maple chaff 1, maple chaff 2"], "moon, maple scroll, swallow")
    make(twice, "play fireworks", "take moon", "take maple scroll")
    assert legal(twice) == ["take swallow", "leave"]
    # the next wildcard is bound again
    later = position(["fireworks", "boar"], field="swallow, moon")
    later.interrupter = 1
    assert legal(make(later, "play fireworks")) == ["take moon", "take swallow"]


@pytest.mark.rules("SK-R3", "SK-5.2")
def test_a_wildcard_with_nothing_left_to_take_stays_by_itself() -> None:
    """After the interruption took the only card of the field."""
    hands = ["fireworks, boar", f"{PAMPAS}, crane"]
    nothing = position(hands, field="moon")
    before = make(nothing, "play fireworks").clone()
    make(nothing, "take moon")
    assert nothing.field == cards.cards_of(["fireworks"])
    told_codes = [event.code for event in GAME.narrate(before, 0, GAME.parse(0, "take moon"), nothing)]
    assert told_codes == ["event.interrupts", "event.leaves"]


@pytest.mark.rules("SK-R4")
def test_who_interrupts() -> None:
    """A teammate does, the player does not, and an oak is never interrupted."""
    mate = position(
        ["fireworks", "boar", "geese, pampas chaff 1, pampas chaff 2", "crane"], field="moon, phoenix", sides=2
    )
    make(mate, "play fireworks", "take moon")
    assert len(in_front_of(mate, 2)) == 4
    own = position(["fireworks, geese, pampas chaff 1, pampas chaff 2", "boar"], field="moon, phoenix")
    make(own, "play fireworks", "take moon")
    assert in_front_of(own, 0) == ["moon", "fireworks"]
    oak = position(["fireworks", "rain man, swallow"], field="oak scroll, phoenix")
    make(oak, "play fireworks", "take oak scroll")
    assert in_front_of(oak, 0) == ["oak scroll", "fireworks"]
    split = position(["fireworks", "geese, pampas chaff 1", "pampas chaff 2"], field="moon, phoenix")
    make(split, "play fireworks", "take moon")
    assert in_front_of(split, 0) == ["moon", "fireworks"]


@pytest.mark.rules("SK-5.3")
def test_dealt_to_the_field_the_fireworks_are_an_ordinary_oak() -> None:
    """Only an oak takes them, and that is no capture with the wildcard."""
    match = dealt(2, "fireworks, moon", {0: "swallow, boar"}, pile="phoenix")
    play(match, "play swallow")
    assert captured(match, 0) == ["swallow", "fireworks"]
    assert match.view(None)["board"]["wildcard"] is None


@pytest.mark.rules("SK-R7", "SK-5.4")
@pytest.mark.parametrize("way", ["play", "flip", "choose"])
def test_whoever_takes_a_left_wildcard_has_captured_it(way: str) -> None:
    """Paired with the oak that took it, so what is left of November is theirs at the end."""
    state = position(["fireworks, boar", f"{PAMPAS}, swallow"], field="moon, rain man" if way == "choose" else "moon")
    make(state, "play fireworks", "take moon", *(["leave"] if way == "choose" else []), "flip crane")
    assert state.left
    if way == "flip":
        make(state, "play swallow", "flip phoenix", "play boar")
        state = position(["fireworks, boar", "deer"], field="moon")
        make(state, "play fireworks", "leave", "flip crane", "play deer")
        before, move, seat = state.clone(), "flip swallow", 1
    elif way == "choose":
        make(state, "play swallow")
        before, move, seat = state.clone(), "take fireworks", 1
    else:
        before, move, seat = state.clone(), "play swallow", 1
    mover = state.turn()
    make(state, move)
    assert {"swallow", "fireworks"} <= set(in_front_of(state, seat))
    assert not state.left
    assert (state.wild_seat, state.wild_took) == (seat, cards.cards_of(["swallow"]))
    events = [event for event in GAME.narrate(before, mover, GAME.parse(mover, move), state) if event.rule == "SK-R7"]
    assert [event.code for event in events] == ["event.paired"]
    wildcard = GAME.board(state, None)["wildcard"]
    assert wildcard["seat"] == seat  # type: ignore[index]
    assert [card["name"] for card in wildcard["cards"]] == ["swallow", "fireworks"]  # type: ignore[index]


@pytest.mark.rules("SK-R7", "SK-5.4")
@pytest.mark.parametrize(
    ("lying", "late"), [("rain man", ["rain man"]), ("rain man, oak scroll", ["rain man", "oak scroll"])]
)
def test_all_that_is_left_of_november_goes_to_whoever_took_the_left_wildcard(lying: str, late: list[str]) -> None:
    """All such cards, if there are two."""
    state = position(["fireworks", f"{PAMPAS}, swallow"], field=f"moon, {lying}")
    make(state, "play fireworks", "take moon", "leave", "flip crane", "play swallow", "take fireworks")
    before = state.clone()
    make(state, "flip warbler")
    assert [cards.NAMES[card] for card in members(state.sheet[0].late)] == late
    assert set(late) < set(in_front_of(state, 1))
    assert state.sheet[0].discarded == cards.cards_of(["crane", "warbler"])
    events = GAME.narrate(before, CHANCE, GAME.parse(CHANCE, "flip warbler"), state)
    assert [event.code for event in events[:3]] == ["event.flip_stays", "event.late", "event.discarded"]
    assert state.scores() == [0, 20 + 5 + 5 + int(value(cards.cards_of(late)))]


@pytest.mark.rules("SK-R7", "SK-7.2")
def test_a_team_takes_what_is_left_of_november() -> None:
    """It counts for the whole team of whoever took the left wildcard."""
    hands = ["fireworks", f"{PAMPAS}, swallow", "boar", "deer"]
    state = position(hands, field="moon, rain man", sides=2)
    make(state, "play fireworks", "take moon", "leave", "flip crane", "play swallow", "take fireworks", "flip warbler")
    make(state, "play boar", "flip cuckoo", "play deer", "flip bridge")
    assert state.sheet[0].late == cards.cards_of(["rain man"])
    assert state.scores() == [0, 35, 0, 35]


@pytest.mark.rules("SK-5.3", "SK-R7")
def test_fireworks_that_were_dealt_pair_with_nothing() -> None:
    """They are ordinary chaff, so what is left of November is discarded."""
    state = position(["swallow", "boar"], field="fireworks, rain man")
    make(state, "play swallow", "take fireworks", "flip crane", "play boar", "flip deer")
    assert state.sheet[0].late == 0
    assert cards.cards_of(["rain man"]) & state.sheet[0].discarded != 0


@pytest.mark.rules("SK-R8")
def test_oaks_beside_a_left_wildcard_form_no_stack() -> None:
    """An oak takes one of them, by choice; the wildcard may stay where it is."""
    state = position(["fireworks, boar", f"{PAMPAS}, swallow"], field="moon, rain man, oak scroll")
    make(state, "play fireworks", "take moon", "leave", "flip crane", "play swallow")
    assert legal(state) == ["take rain man", "take oak scroll", "take fireworks"]
    assert state.stacked == 0
    make(state, "take oak scroll")
    assert state.field == cards.cards_of(["rain man", "fireworks", "crane"])
    assert state.left
    assert state.wild_seat == -1


@pytest.mark.rules("SK-R8", "SK-4.1")
def test_four_oaks_in_the_field_stay_there() -> None:
    """Nobody holds one, so nobody may declare them; a stack beside the wildcard stays a stack."""
    oaks = "rain man, swallow, oak scroll"
    match = dealt(
        2, f"moon, {oaks}", {0: "fireworks, boar", 1: f"{PAMPAS}, deer"}, pile="phoenix, hawthorn chaff 1, warbler"
    )
    play(match, "play fireworks", "take moon", "leave", "flip phoenix")
    (november,) = [month for month in match.view(1)["board"]["field"] if month["plant"] == "oak"]
    assert november["stack"] is True
    actions = {card["name"]: card["action"] for card in november["cards"]}
    assert {actions[name] for name in ("rain man", "swallow", "oak scroll")} == {november["action"]}
    assert actions["fireworks"] == match.parse(1, "take fireworks")
    assert "four oak" not in names(match)
    assert refusal(match, 1, "four oak") == (
        "reason.four_in_field",
        "SK-4.1",
        "all four of oak lie in the field: at least one of them must be in your hand",
    )
    assert match.view(1)["prompt"]["code"] == "prompt.play"
    state = position(["fireworks", PAMPAS], field=f"moon, {oaks}")
    state.stacked = cards.cards_of(oaks.split(", "))
    make(state, "play fireworks", "take moon", "leave", "flip crane")
    assert state.sheet[0].discarded == cards.cards_of([*oaks.split(", "), "fireworks", "crane"])
    assert state.sheet[0].late == 0


@pytest.mark.rules("SK-R7", "SK-6.1")
@pytest.mark.parametrize("rounds", [1, 3])
def test_after_the_round_no_wildcard_lies_in_the_field(rounds: int) -> None:
    """Nobody took it, so it was discarded; the last table of a game must not speak of it either."""
    state = position(["fireworks", "boar"], field="moon", rounds=rounds)
    make(state, "play fireworks", "leave", "flip crane")
    assert GAME.board(state, None)["wildcard_left"] is True
    make(state, "play boar", "flip deer")
    assert cards.FIREWORKS_BIT & state.sheet[0].discarded != 0
    board = GAME.board(state, None)
    assert (board["wildcard_left"], board["field"]) == (False, [])


@pytest.mark.rules("SK-4.1", "SK-R7")
def test_four_of_a_kind_takes_a_left_wildcard_along() -> None:
    """All four oaks at once, so nothing of November is left."""
    state = position(["fireworks", f"{PAMPAS}, swallow"], field="moon, rain man, oak scroll")
    make(state, "play fireworks", "take moon", "leave", "flip crane", "four oak")
    assert {"rain man", "swallow", "oak scroll", "fireworks"} < set(in_front_of(state, 1))
    assert not state.left


@pytest.mark.rules("SK-4.1", "SK-5.3")
def test_the_fireworks_count_for_four_of_a_kind() -> None:
    """They are an oak in hand or field."""
    state = position(["fireworks, swallow", "boar"], field="oak scroll, rain man")
    make(state, "four oak")
    assert in_front_of(state, 0) == ["rain man", "swallow", "oak scroll", "fireworks"]
    assert state.wild_seat == -1


@pytest.mark.rules("SK-5.4", "SK-6.1")
def test_at_the_end_the_wildcards_player_takes_the_rest_of_the_month() -> None:
    """Before the field is discarded."""
    state = position(["fireworks", "clover scroll"], field="boar, moon")
    before = make(state, "play fireworks", "take boar", "flip clover chaff 1", "play clover scroll").clone()
    assert in_front_of(state, 1) == ["clover scroll", "clover chaff 1"]
    make(state, "flip clover chaff 2")
    assert state.turn() == -2
    assert in_front_of(state, 0) == ["boar", "clover chaff 2", "fireworks"]
    events = [event.code for event in GAME.narrate(before, CHANCE, GAME.parse(CHANCE, "flip clover chaff 2"), state)]
    assert events[:3] == ["event.flip_stays", "event.late", "event.discarded"]
    assert state.sheet[0].discarded == cards.cards_of(["moon"])


@pytest.mark.rules("SK-5.4", "SK-1.2")
def test_a_late_card_may_complete_a_set() -> None:
    """It counts like any captured card."""
    state = position(["fireworks", "deer"], field="clover chaff 1", captured=["cuckoo, bridge", ""])
    before = make(state, "play fireworks", "take clover chaff 1", "flip warbler", "play deer").clone()
    make(state, "flip boar")
    assert state.scores() == [15, -50]
    events = [event.code for event in GAME.narrate(before, CHANCE, GAME.parse(CHANCE, "flip boar"), state)]
    assert events == [
        "event.flip_stays",
        "event.late",
        "event.discarded",
        "event.set",
        "event.points",
        "event.points",
        "event.over",
    ]
