"""Hitohira: what happened, for everybody and for those who saw more."""

from zashiki.core.bits import members
from zashiki.core.game import Event
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import seat_fact, seat_facts
from zashiki.games.hitohira.failure import failure
from zashiki.games.hitohira.legal_moves import FIRST_MOVE
from zashiki.games.hitohira.moves import ABILITY_RULES, DIVIDE, DRAWN, PUT, PUT_SCREEN, TAKE, USE, USE_NONE
from zashiki.games.hitohira.phrases import ability_fact, colour_fact, piece_facts
from zashiki.games.hitohira.pieces import BLACK, ONE, colour_at, counts, fails, total
from zashiki.games.hitohira.position import (
    ABILITY,
    CHOOSE_SIDES,
    CHOOSE_START,
    DIVISION,
    DRAW_OR_STOP,
    DRAWING,
    END,
    FAILED,
    HIME_GIVE,
    HIME_TAKE,
    KUMAGAI_PUT,
    OTOME_TAKE,
    REMOVE,
    SCREEN,
    SHOWING,
    UNSEEN,
    YOSHINO_PICK,
)
from zashiki.games.hitohira.rules import HitohiraState
from zashiki.games.hitohira.score import division, field_points
from zashiki.games.hitohira.view import hidden_by


def narrate(before: HitohiraState, seat: int, action: int, after: HitohiraState) -> list[Event]:
    """What happened when `seat` made this move."""
    phase = before.phase
    if phase <= UNSEEN:
        events = _chance(before, action, after)
    elif phase == DIVISION:
        events = [_divides(after, seat, action)]
    else:
        events = _seat_acts(before, action, after)
    if phase < DIVISION <= after.phase:
        rule = "HT-6.1" if after.pouch_size == 0 else "HT-R8"
        events.append(Event("event.ends", rule, {"count": int(after.pouch_size)}))
    if after.phase == END:
        events.extend(_final(after))
    return events


def _chance(before: HitohiraState, outcome: int, after: HitohiraState) -> list[Event]:
    phase = before.phase
    if phase == CHOOSE_SIDES:
        (side,) = members(after.sides & ~before.sides)
        return [Event("event.side", "HT-2.2", {"ability": ability_fact(side)})]
    if phase == REMOVE:
        done = after.phase != REMOVE
        return [Event("event.removed", "HT-2.1", {"count": int(total(after.removed))})] if done else []
    if phase == CHOOSE_START:
        return [Event("event.start", "HT-2.3", {"seat": seat_fact(int(after.start))})]
    whose = seat_fact(int(before.mover))
    colour = outcome - DRAWN
    if phase == UNSEEN:
        secret: Facts = {"seat": whose, "colour": colour_fact(colour)}
        return [Event("event.unseen", "HT-4.6", {"seat": whose}, (int(before.mover),), secret)]
    if before.to_draw > 1:
        return []
    batch: Facts = {"seat": whose, "pieces": piece_facts(before.batch + ONE[colour])}
    if phase == SHOWING:
        events = [Event("event.drawn", ABILITY_RULES[before.ability], batch)]
        if after.phase == SCREEN:
            events.append(_returned(before, before.shown + ONE[colour], "HT-4.5"))
        return events
    return [Event("event.drawn", "HT-3.1", batch), *_drawn(before, colour, after)]


def _drawn(before: HitohiraState, colour: int, after: HitohiraState) -> list[Event]:
    """What comes of a draw: a failure, or pieces that are obtained, or neither yet."""
    heap = before.turn_pieces + ONE[colour]
    if fails(heap):
        failure = _failure(before, heap)
        return [failure] if after.phase == FAILED else [failure, _returned(before, heap, "HT-3.5")]
    return [] if after.phase == DRAW_OR_STOP else [_obtained(before, heap)]


def _failure(before: HitohiraState, heap: int) -> Event:
    """Which failure it was (HT-3.3), and whether black did it (HT-3.4)."""
    kind, colour, many = failure(heap)
    facts: Facts = {"seat": seat_fact(int(before.mover)), "colour": colour_fact(colour), "count": many}
    return Event("event.fails_" + kind, "HT-3.4" if kind.endswith("_black") else "HT-3.3", facts)


def _obtained(before: HitohiraState, heap: int) -> Event:
    return Event("event.obtained", "HT-3.6", {"seat": seat_fact(int(before.mover)), "pieces": piece_facts(heap)})


def _returned(before: HitohiraState, heap: int, rule: str) -> Event:
    return Event("event.returned", rule, {"seat": seat_fact(int(before.mover)), "pieces": piece_facts(heap)})


def _seat_acts(before: HitohiraState, action: int, after: HitohiraState) -> list[Event]:
    phase = before.phase
    whose = seat_fact(int(before.mover))
    if phase == DRAW_OR_STOP:
        return [_obtained(before, before.turn_pieces)] if after.phase != DRAWING else []
    if phase == FAILED:
        return _takes(before, action - TAKE, before.turn_pieces, "HT-3.5", done=after.phase != FAILED)
    if phase == ABILITY:
        if action == USE_NONE:
            return [Event("event.uses_none", "HT-4.1", {"seat": whose})]
        ability = action - USE
        return [Event("event.uses", ABILITY_RULES[ability], {"seat": whose, "ability": ability_fact(ability)})]
    if phase == SCREEN:
        colour, many = hidden_by(action)
        hidden = many * ONE[colour]
        facts: Facts = {"hidden": piece_facts(hidden), "rest": piece_facts(before.turn_pieces - hidden)}
        return [Event("event.hides", "HT-5.1", {"seat": whose, **facts})]
    if phase == OTOME_TAKE:
        return _takes(before, action - TAKE, before.shown, "HT-4.5", done=True)
    return _ability_acts(before, action - FIRST_MOVE[phase])


def _takes(before: HitohiraState, colour: int, heap: int, rule: str, *, done: bool) -> list[Event]:
    events: list[Event] = []
    if colour <= BLACK:
        heap -= ONE[colour]
        facts: Facts = {"seat": seat_fact(int(before.mover)), "colour": colour_fact(colour)}
        events.append(Event("event.takes", rule, facts))
    if done and heap:
        events.append(_returned(before, heap, rule))
    return events


def _ability_acts(before: HitohiraState, choice: int) -> list[Event]:
    phase = before.phase
    whose = seat_fact(int(before.mover))
    rule = ABILITY_RULES[before.ability]
    if phase == HIME_GIVE:
        return []  # announced when the swap is complete
    if phase == YOSHINO_PICK:
        code = "event.picks_field" if choice < 6 else "event.picks_turn"
        return [Event(code, rule, {"seat": whose, "colour": colour_fact(choice % 6)})]
    if phase == KUMAGAI_PUT:
        facts: Facts = {"seat": whose, "colour": colour_fact(int(colour_at(before.shown, 0)))}
        if choice == PUT_SCREEN - PUT:
            return [Event("event.puts_screen", rule, facts)]
        if choice == before.mover:
            return [Event("event.puts_field", rule, facts)]
        return [Event("event.puts_other", rule, {"other": seat_fact(choice), **facts})]
    other, colour = divmod(choice, 6)
    if phase == HIME_TAKE:
        swap: Facts = {"gave": colour_fact(int(before.chosen % 6)), "took": colour_fact(colour)}
        return [Event("event.swaps", rule, {"seat": whose, "other": seat_fact(other), **swap})]
    return [Event("event.takes_from", rule, {"seat": whose, "other": seat_fact(other), "colour": colour_fact(colour)})]


def _divides(after: HitohiraState, seat: int, action: int) -> Event:
    warm, cool = division(counts(after.screen(seat)), action - DIVIDE)
    whose = seat_fact(seat)
    secret: Facts = {"seat": whose, "warm": warm, "cool": cool}
    return Event("event.divides", "HT-6.2", {"seat": whose}, (seat,), secret)


def _final(state: HitohiraState) -> list[Event]:
    """The screens open, everything is counted (HT-5.2, HT-7.1, HT-7.5)."""
    warm, cool = state.groups()
    scores = state.scores()
    events: list[Event] = []
    for seat in range(state.seats):
        facts: Facts = {
            "seat": seat_fact(seat),
            "pieces": piece_facts(state.screen(seat)),
            "warm": warm[seat],
            "cool": cool[seat],
        }
        events.append(Event("event.opens", "HT-5.2", facts))
    for seat in range(state.seats):
        field = field_points(counts(state.fields[seat]))
        points: Facts = {"field": field, "screen": scores[seat] - field, "total": scores[seat]}
        events.append(Event("event.points", "HT-7.1", {"seat": seat_fact(seat), **points}))
    events.append(Event("event.over", "HT-7.5", {"winners": seat_facts(state.winners())}))
    return events
