"""Hitohira: what a seat sees (HT-5.2), and its prompts. Secrets are removed only here and in `events`."""

from zashiki.core.bits import BIT, members
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import message, seat_fact, seat_facts
from zashiki.core.shapes import Message
from zashiki.games.hitohira.draw_odds import chances_to_fail
from zashiki.games.hitohira.failure import culprits, failure_fact
from zashiki.games.hitohira.legal_moves import most_to_draw, offered, two_are_due
from zashiki.games.hitohira.moves import (
    ABILITIES,
    ABILITY_RULES,
    DIVIDE,
    DRAW,
    HIDE,
    KOKONOE,
    PICK,
    PUT,
    PUT_SCREEN,
    SHORT_NAMES,
    TAKE,
    TAKE_FROM,
    TAKE_NO_MORE,
    USE,
    USE_NONE,
)
from zashiki.games.hitohira.phrases import ENGLISH, ability_fact, colour_fact, piece_facts
from zashiki.games.hitohira.pieces import (
    BLACK,
    COLOURS,
    MOST_DRAWS,
    MOST_IN_TURN,
    ONE,
    TRIGGERS,
    WHITE,
    colour_at,
    counts,
    in_game,
    number,
    total,
    triggered,
)
from zashiki.games.hitohira.position import (
    ABILITY,
    CHOOSE_START,
    DIVISION,
    DRAW_OR_STOP,
    END,
    FAILED,
    HIME_GIVE,
    HIME_TAKE,
    KOKONOE_TAKE,
    KUMAGAI_PUT,
    OTOME_TAKE,
    PHASES,
    SCREEN,
    YOSHINO_PICK,
)
from zashiki.games.hitohira.rules import IDLE_TURNS, HitohiraState
from zashiki.games.hitohira.score import GROUPS, best_black, division, field_points, group_points, line_points
from zashiki.games.hitohira.shapes import (
    Ability,
    Division,
    Group,
    HitohiraBoard,
    Line,
    Pieces,
    Pile,
    Player,
    Screen,
    Turn,
)


def pieces_view(heap: int) -> list[Pieces]:
    """A heap for a view: the colours there are."""
    return [{"colour": COLOURS[colour], "count": many} for colour, many in enumerate(counts(heap)) if many]


def board(state: HitohiraState, viewer: int | None) -> HitohiraBoard:
    """Everything the viewer may know."""
    began = state.phase > CHOOSE_START
    is_open = state.phase == END
    return {
        "phase": PHASES[state.phase],
        "start": int(state.start) if began else None,
        "pouch": int(state.pouch_size),
        "removed": int(total(state.removed)),
        "unseen": None if state.strict and not is_open else pieces_view(unseen(state, viewer)),
        "abilities": [_ability(state, ability) for ability in members(state.sides)],
        "turn": _turn(state, viewer) if began and state.phase < DIVISION else None,
        "players": [_player(state, seat, viewer) for seat in range(state.seats)],
        "groups": [_group(state, group) for group in range(2)] if is_open else None,
        "idle_turns": int(state.idle),
        "idle_limit": int(IDLE_TURNS * state.seats),
    }


def knows_secrets(state: HitohiraState, seat: int, viewer: int | None) -> bool:
    """Whether the viewer knows all that lies behind a seat's screen: its own, and all when they are open."""
    return seat == viewer or state.phase == END


def unseen(state: HitohiraState, viewer: int | None) -> int:
    """The pieces that the viewer has not seen: in the pouch, removed, or drawn unseen by others."""
    heap = in_game(state.seats) - state.in_the_open()
    for seat in range(state.seats):
        if knows_secrets(state, seat, viewer):
            heap -= state.secret_pieces(seat)
    return heap


def unseen_by_all(state: HitohiraState) -> int:
    """The pieces that nobody has seen: in the pouch, or removed."""
    heap = in_game(state.seats) - state.in_the_open()
    for seat in range(state.seats):
        heap -= state.secret_pieces(seat)
    return heap


def _ability(state: HitohiraState, ability: int) -> Ability:
    trigger = ability // 2
    about = "about." + SHORT_NAMES[ability]
    if ability == KOKONOE and state.seats == 2:
        about += "_two"  # HT-4.10
    return {
        "name": ABILITIES[ability],
        "trigger": TRIGGERS[trigger],
        "rule": ABILITY_RULES[ability],
        "about": message(ENGLISH, about, {}),
        "met": state.phase not in (FAILED, SCREEN) and triggered(state.turn_pieces) & BIT[trigger] != 0,
        "offered": state.phase == ABILITY and offered(state) & BIT[ability] != 0,
        "in_use": state.ability == ability and state.phase < SCREEN,
        "action": USE + ability,
    }


def _turn(state: HitohiraState, viewer: int | None) -> Turn:
    return {
        "seat": int(state.mover),
        "pieces": [
            {"colour": COLOURS[colour], "count": many, "actions": _turn_actions(state, colour, many)}
            for colour, many in enumerate(counts(state.turn_pieces))
            if many
        ],
        "last_draw": pieces_view(state.batch),
        "draws_made": int(state.draws),
        "draws_left": int(MOST_DRAWS - state.draws),
        "most": int(most_to_draw(state)),
        "failing": _failing(state, viewer),
        "failed": state.phase == FAILED,
        "failure": _failure(state),
        "culprits": _culprits(state),
        "taken": [COLOURS[colour] for colour in members(state.taken)],
        "shown": [_shown(colour, many) for colour, many in enumerate(counts(state.shown)) if many],
        "giving": COLOURS[state.chosen % 6] if state.phase == HIME_TAKE else None,
        "draw_actions": [DRAW + many for many in range(1, MOST_IN_TURN + 1)],
        "stop_action": DRAW,
        "take_no_more_action": TAKE_NO_MORE,
        "no_ability_action": USE_NONE,
        "hide_nothing_action": HIDE,
    }


def _failed_pieces(state: HitohiraState) -> int:
    """What was drawn in a turn that failed; pieces that have been taken since belong to it (HT-3.5)."""
    heap = state.turn_pieces
    for colour in members(state.taken):
        heap += ONE[colour]
    return int(heap)


def _failure(state: HitohiraState) -> Message | None:
    if state.phase != FAILED:
        return None
    why = failure_fact(_failed_pieces(state))
    return message(ENGLISH, str(why["code"]), why)


def _culprits(state: HitohiraState) -> list[str]:
    if state.phase != FAILED:
        return []
    return [COLOURS[colour] for colour in culprits(_failed_pieces(state))]


def _failing(state: HitohiraState, viewer: int | None) -> list[float] | None:
    """How likely each draw fails; it follows from what is unseen, so whoever may not see that may not see this."""
    if state.phase != DRAW_OR_STOP or state.strict:
        return None
    found = chances_to_fail(state.turn_pieces, unseen(state, viewer), most_to_draw(state))
    return [round(chance, 4) for chance in found]


def _turn_actions(state: HitohiraState, colour: int, many: int) -> list[int]:
    """What touching this turn's pieces means: take, choose for an ability, or hide one or more."""
    if state.phase == FAILED:
        return [TAKE + colour]
    if ABILITY < state.phase < SCREEN:
        return [PICK + 6 + colour]
    return [hide_move(colour, hidden) for hidden in range(1, many + 1)]


def hide_move(colour: int, many: int) -> int:
    """The move that puts this many pieces of a colour behind the screen."""
    return HIDE + 3 * colour + many


def _shown(colour: int, many: int) -> Pile:
    return {"colour": COLOURS[colour], "count": many, "actions": [TAKE + colour]}


def _player(state: HitohiraState, seat: int, viewer: int | None) -> Player:
    field = counts(state.fields[seat])
    divided = number(state.divided, seat) > 0
    knows = state.phase == END or (divided and seat == viewer)
    return {
        "seat": seat,
        "field": _lines(seat, viewer, field),
        "field_points": field_points(field),
        "screen": _screen(state, seat, viewer),
        "divides": state.asked & BIT[seat] != 0,
        "has_divided": bool(divided),
        "division": _division(state, seat) if knows else None,
        "put_action": PUT + seat,
    }


def _lines(seat: int, viewer: int | None, field: list[int]) -> list[Line]:
    """All six lines, empty ones too; what touching them means depends on whose they are."""
    black = [*best_black(field), 0]
    lines: list[Line] = []
    for colour, many in enumerate(field):
        lines.append(
            {
                "colour": COLOURS[colour],
                "count": many,
                "black": black[colour],
                "points": 0 if colour == BLACK else line_points(many + black[colour]),
                "actions": [PICK + colour if seat == viewer else TAKE_FROM + 6 * seat + colour],
            }
        )
    return lines


def _screen(state: HitohiraState, seat: int, viewer: int | None) -> Screen:
    knows = knows_secrets(state, seat, viewer)
    shows = knows or not state.strict  # HT-5.2, HT-R15
    secret = state.secret_pieces(seat)
    actions = [PUT_SCREEN] if seat == viewer else []
    if state.phase == DIVISION and seat == viewer:
        actions = [DIVIDE + joining for joining in range(to_divide(state, seat) + 1)]
    return {
        "open": state.phase == END,
        "count": int(total(state.screen(seat))) if shows else None,
        "seen": pieces_view(state.screens[seat]) if shows else None,
        "unknown": int(total(secret)) if shows else None,
        "secret": pieces_view(secret) if knows else None,
        "actions": actions,
    }


def to_divide(state: HitohiraState, seat: int) -> int:
    """How many white and black pieces a seat has behind its screen."""
    screen = state.screen(seat)
    return int(number(screen, WHITE) + number(screen, BLACK))


def _division(state: HitohiraState, seat: int) -> Division:
    warm, cool = division(counts(state.screen(seat)), int(state.joining(seat)))
    return {"red_yellow": warm, "light_blue_blue": cool, "uncounted": to_divide(state, seat) - warm - cool}


def _group(state: HitohiraState, group: int) -> Group:
    numbers = state.groups()[group]
    return {"name": GROUPS[group], "numbers": numbers, "points": group_points(group, numbers)}


# Moves in words


def label(state: HitohiraState, seat: int, action: int) -> Message:
    """A move in words, as a button would have it."""
    code, facts = _move_words(action)
    if action == TAKE_NO_MORE and not state.taken:
        code = "move.take_nothing"
    if action >= DIVIDE:
        warm, cool = division(counts(state.screen(seat)), action - DIVIDE)
        facts = {"warm": warm, "cool": cool}
    return message(ENGLISH, code, facts)


def _move_words(action: int) -> tuple[str, Facts]:
    if action <= TAKE_NO_MORE:
        if action >= TAKE:
            return ("move.take_no_more", {}) if action == TAKE_NO_MORE else _of_colour("move.take", action - TAKE)
        return ("move.draw", {"count": action}) if action > DRAW else ("move.stop", {})
    if action < PICK:
        return ("move.use_none", {}) if action == USE_NONE else ("move.use", {"ability": ability_fact(action - USE)})
    if action < TAKE_FROM:
        place, colour = divmod(action - PICK, 6)
        return _of_colour("move.pick_turn" if place else "move.pick_field", colour)
    if action < PUT:
        seat, colour = divmod(action - TAKE_FROM, 6)
        return "move.take_from", {"seat": seat_fact(seat), "colour": colour_fact(colour)}
    if action < HIDE:
        return (
            ("move.put_screen", {}) if action == PUT_SCREEN else ("move.put_field", {"seat": seat_fact(action - PUT)})
        )
    if action < DIVIDE:
        colour, many = hidden_by(action)
        facts: Facts = {"count": many, "colour": colour_fact(colour)}
        return ("move.hide", facts) if many else ("move.hide_nothing", {})
    return "move.divide", {}


def hidden_by(action: int) -> tuple[int, int]:
    """The colour and number of pieces that a move puts behind the screen; 0 pieces for nothing."""
    if action == HIDE:
        return 0, 0
    colour, many = divmod(action - HIDE - 1, 3)
    return colour, many + 1


def _of_colour(code: str, colour: int) -> tuple[str, Facts]:
    return code, {"colour": colour_fact(colour)}


# Prompts


def prompt(state: HitohiraState, viewer: int | None) -> Message:
    """What the viewer has to do, or whom everybody is waiting for."""
    if viewer is not None and viewer in state.waiting():
        code, facts = _asked(state, viewer)
    else:
        code, facts = _waiting_for(state)
    return message(ENGLISH, code, facts)


def _asked(state: HitohiraState, viewer: int) -> tuple[str, Facts]:
    phase = state.phase
    pieces = piece_facts(state.turn_pieces)
    if phase == DRAW_OR_STOP:
        most = int(most_to_draw(state))
        if state.draws == 0:
            return "prompt.draw", {"most": most}
        return "prompt.draw_again", {"pieces": pieces, "most": most, "left": int(MOST_DRAWS - state.draws)}
    if phase == FAILED:
        if two_are_due(state):
            return ("prompt.failed_two_second", {}) if state.taken else ("prompt.failed_two", _why_failed(state))
        return ("prompt.failed_second", {}) if state.taken else ("prompt.failed", _why_failed(state))
    if phase == ABILITY:
        return "prompt.ability", {"abilities": [ability_fact(ability) for ability in members(offered(state))]}
    if phase == SCREEN:
        return "prompt.screen", {"pieces": pieces}
    if phase == DIVISION:
        return "prompt.divide", {"count": to_divide(state, viewer)}
    return _asked_by_ability(state)


def _why_failed(state: HitohiraState) -> Facts:
    return {"why": failure_fact(_failed_pieces(state))}


def _asked_by_ability(state: HitohiraState) -> tuple[str, Facts]:
    phase = state.phase
    if phase == YOSHINO_PICK:
        return "prompt.yoshino", {}
    if phase == OTOME_TAKE:
        return "prompt.otome", {}
    if phase == HIME_GIVE:
        return "prompt.hime_give", {}
    if phase == KUMAGAI_PUT:
        return _of_colour("prompt.kumagai", int(colour_at(state.shown, 0)))
    if phase == KOKONOE_TAKE and state.chosen < 0:
        return "prompt.kokonoe", {}
    return _of_colour("prompt.kokonoe_second" if phase == KOKONOE_TAKE else "prompt.hime_take", state.chosen % 6)


def _waiting_for(state: HitohiraState) -> tuple[str, Facts]:
    phase = state.phase
    seat = seat_fact(int(state.mover))
    if phase == DIVISION:
        return "prompt.wait_division", {"seats": seat_facts(state.waiting())}
    if ABILITY < phase < SCREEN:
        return "prompt.wait_choice", {"seat": seat, "ability": ability_fact(state.ability)}
    if phase == DRAW_OR_STOP:
        return "prompt.wait_draw", {"seat": seat}
    if phase == FAILED:
        return "prompt.wait_failed", {"seat": seat, **_why_failed(state)}
    return "prompt.wait_ability" if phase == ABILITY else "prompt.wait_screen", {"seat": seat}
