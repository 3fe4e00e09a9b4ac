"""Hitohira: every sentence in English, by its code."""

from typing import Final

from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import Catalogue
from zashiki.games.hitohira.moves import KOKONOE, SHORT_NAMES
from zashiki.games.hitohira.pieces import COLOURS, counts

ENGLISH: Final[Catalogue] = {
    # parts of sentences
    "colour.red": "red",
    "colour.yellow": "yellow",
    "colour.light_blue": "light blue",
    "colour.blue": "blue",
    "colour.white": "white",
    "colour.black": "black",
    "pieces": "{count} {colour}",
    "group.warm": "red & yellow",
    "group.cool": "light blue & blue",
    "trigger.four_colours": "4 different colours",
    "trigger.two_pairs": "2 pairs",
    "trigger.six_pieces": "6 pieces",
    "ability.yoshino": "Somei Yoshino",
    "ability.otome": "Komatsu Otome",
    "ability.sumizome": "Shin Sumizome",
    "ability.hime": "Sakuya Hime",
    "ability.kumagai": "Kenrokuen Kumagai",
    "ability.kokonoe": "Kokonoe",
    "about.yoshino": "Put 1 piece from your field or this turn behind your screen.",
    "about.otome": "Draw 3 pieces and take 1 of them, not black, into your field.",
    "about.sumizome": "Draw 1 piece unseen by the others and put it behind your screen.",
    "about.hime": "Swap 1 piece from your field or this turn for one in another player's field; neither may be black.",
    "about.kumagai": "Draw 2 pieces; each goes into your field, behind your screen or into another player's field.",
    "about.kokonoe": "Take 1 piece each from two other players' fields, of different colours, not black.",
    "about.kokonoe_two": "Take 2 pieces of different colours, not black, from the other player's field.",
    "does.yoshino": "put 1 piece from your field or this turn behind your screen",
    "does.otome": "draw 3 pieces and take 1 of them, not black, into your field",
    "does.sumizome": "draw 1 piece unseen by the others and put it behind your screen",
    "does.hime": "swap 1 piece from your field or this turn for one in another player's field, neither of them black",
    "does.kumagai": "draw 2 pieces and put each into your field, behind your screen or into another player's field",
    "does.kokonoe": "take 1 piece each from two other players' fields, of different colours, not black",
    "does.kokonoe_two": "take 2 pieces of different colours, not black, from the other player's field",
    "failure.three": "{count} {colour}",
    "failure.three_black": "{count} {colour}, counting black as {colour}",
    "failure.five": "all five colours",
    "failure.five_black": "all five colours, counting black",
    # moves
    "move.stop": "Stop drawing",
    "move.draw": "Draw {count}",
    "move.take": "Take 1 {colour} piece",
    "move.take_nothing": "Take nothing",
    "move.take_no_more": "Take no more",
    "move.use": "Use {ability}",
    "move.use_none": "Use no ability",
    "move.pick_field": "Choose 1 {colour} piece from your field",
    "move.pick_turn": "Choose 1 {colour} piece from this turn",
    "move.take_from": "Take 1 {colour} piece from {seat}",
    "move.put_field": "Into {seat}'s field",
    "move.put_screen": "Behind your screen",
    "move.hide": "Put {count} {colour} behind your screen",
    "move.hide_nothing": "Put nothing behind your screen",
    "move.divide": "{warm} to red & yellow, {cool} to light blue & blue",
    # prompts
    "prompt.draw": "Draw up to {most:piece|pieces}.",
    "prompt.draw_again": "You have drawn {pieces}. Stop, or draw up to {most} more ({left:draw|draws} left).",
    "prompt.failed": "You failed: {why}. Take up to two pieces of different colours, not black.",
    "prompt.failed_second": "Take one more piece of another colour, or take no more.",
    "prompt.failed_two": "You failed: {why}. Take two pieces of different colours, not black.",
    "prompt.failed_two_second": "Take one more piece of another colour.",
    "prompt.ability": "You may use one ability: {abilities}.",
    "prompt.yoshino": "Somei Yoshino: which piece from your field or this turn goes behind your screen?",
    "prompt.otome": "Komatsu Otome: which piece do you take into your field?",
    "prompt.hime_give": "Sakuya Hime: which piece from your field or this turn do you give away?",
    "prompt.hime_take": "Sakuya Hime: which piece do you take in exchange for {colour}?",
    "prompt.kumagai": "Kenrokuen Kumagai: where does {colour} go?",
    "prompt.kokonoe": "Kokonoe: which piece do you take first?",
    "prompt.kokonoe_second": "Kokonoe: which other colour do you take after {colour}?",
    "prompt.screen": "You have {pieces}. Put pieces of one colour behind your screen, or nothing.",
    "prompt.divide": "White and black pieces behind your screen: {count}. How many join red & yellow?",
    "prompt.wait_draw": "Waiting for {seat} to draw or stop.",
    "prompt.wait_failed": "{seat} failed: {why}. Waiting for them to take pieces.",
    "prompt.wait_ability": "Waiting for {seat} to use an ability or none.",
    "prompt.wait_choice": "Waiting for {seat}, who uses {ability}.",
    "prompt.wait_screen": "Waiting for {seat} to put pieces behind the screen.",
    "prompt.wait_division": "Waiting for {seats} to divide white and black.",
    # reasons
    "reason.wait_chance": "a random draw comes first",
    "reason.not_your_turn": "it is {seat}'s turn",
    "reason.now_draw": "you are still drawing: draw, or stop",
    "reason.now_failed": "you failed: take pieces, or take no more",
    "reason.now_ability": "first decide whether to use an ability",
    "reason.now_choice": "you are using {ability}: make its choice first",
    "reason.now_screen": "choose what goes behind your screen: that is all that is left this turn",
    "reason.now_division": "the game is ending: only the white and black pieces behind screens are left to divide",
    "reason.has_divided": "you have nothing to divide, or have divided already",
    "reason.no_such_seat": "there is no seat {n} at this table",
    "reason.not_face_up": "{ability} is not face up in this game",
    "reason.must_draw": "you must draw at least once in a turn",
    "reason.pouch_holds": "the pouch holds only {count:piece|pieces}",
    "reason.eight": "you may have at most 8 pieces in a turn, and you have {count}",
    "reason.no_black": "a black piece cannot be chosen here",
    "reason.none_drawn": "there is no {colour} among the pieces drawn",
    "reason.same_colour": "the two pieces must be of different colours, and the first is {colour}",
    "reason.must_take": "you must take one of the pieces, even if you want none of them",
    "reason.take_two": "at this table you must take two pieces of different colours: choose from {colours}",
    "reason.take_second": "at this table you must take a second piece: choose from {colours}",
    "reason.trigger": "{ability} needs {trigger} among the pieces drawn this turn; it would let you {does}",
    "reason.ability_draw": "stop drawing first; then, with {trigger} drawn this turn, {ability} lets you {does}",
    "reason.ability_not_your_turn": "it is {seat}'s turn; with {trigger} drawn in yours, {ability} lets you {does}",
    "reason.ability_failed": "you failed, and a failed turn has no ability; with {trigger}, {ability} lets you {does}",
    "reason.nothing_to_take": "there would be nothing to take with {thing}",
    "reason.not_in_field": "there is no {colour} in your field",
    "reason.not_in_turn": "there is no {colour} among this turn's pieces",
    "reason.own_field": "it must come from another player's field",
    "reason.not_in_their_field": "there is no {colour} in {seat}'s field",
    "reason.same_player": "the second piece must come from a player other than {seat}",
    "reason.not_so_many": "you have {has} {colour} among this turn's pieces, not {count}",
    "reason.division": "{low} to {high} of your {count} white and black pieces may join red & yellow",
    # events
    "event.side": "{ability} lies face up.",
    "event.removed": "{count:piece leaves|pieces leave} the game unseen.",
    "event.start": "{seat} begins.",
    "event.drawn": "{seat} draws {pieces}.",
    "event.fails_three": "{seat} fails: {count} {colour}.",
    "event.fails_three_black": "{seat} fails: {count} {colour}, counting black as {colour}.",
    "event.fails_five": "{seat} fails: all five colours.",
    "event.fails_five_black": "{seat} fails: all five colours, with black standing in for what was missing.",
    "event.takes": "{seat} takes {colour} into the field.",
    "event.returned": "{seat} puts {pieces} back into the pouch.",
    "event.obtained": "{seat} obtains {pieces}.",
    "event.uses": "{seat} uses {ability}.",
    "event.uses_none": "{seat} uses no ability.",
    "event.picks_field": "{seat} puts {colour} from the field behind the screen.",
    "event.picks_turn": "{seat} puts {colour} from this turn behind the screen.",
    "event.unseen": "{seat} draws a piece unseen and puts it behind the screen.",
    "event.unseen.seen": "{seat} draws {colour} unseen by the others and puts it behind the screen.",
    "event.swaps": "{seat} gives {gave} to {other} and takes {took}.",
    "event.puts_field": "{seat} puts {colour} into the field.",
    "event.puts_other": "{seat} puts {colour} into {other}'s field.",
    "event.puts_screen": "{seat} puts {colour} behind the screen.",
    "event.takes_from": "{seat} takes {colour} from {other}'s field.",
    "event.hides": "{seat} puts {hidden} behind the screen and {rest} into the field.",
    "event.ends": "The game ends with {count:piece|pieces} in the pouch.",
    "event.divides": "{seat} has divided white and black.",
    "event.divides.seen": "{seat} has divided white and black: {warm} to red & yellow, {cool} to light blue & blue.",
    "event.opens": "{seat} opens the screen: {pieces}. Red & yellow count {warm}, light blue & blue {cool}.",
    "event.points": "{seat} scores {field} in the field and {screen} behind the screen: {total}.",
    "event.over": "The game is over. {winners:wins|win}.",
    # points
    "points.line": "{count} {colour} in the field",
    "points.line_black": "{count} {colour} in the field, {black} of them black",
    "points.place": "{count} in {group}: place {place}",
    "points.tied": "{count} in {group}: place {place}, shared by {players}",
    "points.nothing": "no piece in the field, none in a group behind the screen",
    # reasons for a hint
    "hint.draw": "Drawing {count} fails in {percent} of 100 cases.",
    "hint.draw_than": "Drawing {count} fails in {percent} of 100 cases, drawing {second} in {other}.",
    "hint.stop": "Stopping keeps {pieces}; drawing {more} more fails in {percent} of 100 cases.",
    "hint.hide": (
        "Your field is then worth {points}, and {other} after the next best move; what is hidden counts for the groups."
    ),
    "hint.hide_nothing": "All of it goes into your field, then worth {points}; {other} after the next best move.",
}

TRIGGER_CODES: Final = ("trigger.four_colours", "trigger.two_pairs", "trigger.six_pieces")
GROUP_CODES: Final = ("group.warm", "group.cool")


def colour_fact(colour: int) -> Facts:
    """A colour as a fact of a sentence."""
    return {"code": "colour." + COLOURS[colour].replace(" ", "_")}


def piece_facts(heap: int) -> list[Json]:
    """A heap as one fact: "2 red and 1 blue"."""
    return [
        {"code": "pieces", "count": many, "colour": colour_fact(colour)}
        for colour, many in enumerate(counts(heap))
        if many
    ]


def ability_facts(ability: int, seats: int) -> Facts:
    """Facts about an ability: its name, what triggers it, and what it does with this number of players (HT-4.10)."""
    does = "does." + SHORT_NAMES[ability]
    if ability == KOKONOE and seats == 2:
        does += "_two"
    return {
        "ability": ability_fact(ability),
        "trigger": {"code": TRIGGER_CODES[ability // 2]},
        "does": {"code": does},
    }


def ability_fact(ability: int) -> Facts:
    """An ability as a fact."""
    return {"code": "ability." + SHORT_NAMES[ability]}
