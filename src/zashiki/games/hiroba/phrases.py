"""Hiroba: every sentence in English, by its code."""

from typing import Final

from zashiki.core.jsontypes import Facts, Json
from zashiki.core.phrases import Catalogue
from zashiki.games.hiroba.squares import SQUARE_NAMES

ENGLISH: Final[Catalogue] = {
    # parts of sentences
    "garden": "the garden of {size} squares at {square}",
    "pond": "the pond at {square}",
    # moves
    "move.pebble": "Place {number} on {square}",
    "move.stone": "Place a stone on {square}",
    "move.no_stone": "Place no stone",
    # prompts
    "prompt.first": "Place your first pebble on a free starting square.",
    "prompt.pebble": "Place a pebble in a row or column that holds one of yours.",
    "prompt.stone": "You may place a stone on any empty garden square: you have {count:stone|stones}.",
    "prompt.wait_pebble": "Waiting for {seat} to place a pebble.",
    "prompt.wait_stone": "Waiting for {seat} to place a stone or none.",
    # reasons
    "reason.set_up": "the tiles are still being laid out",
    "reason.wait_pebble": "it is not your turn: waiting for {seat} to place a pebble",
    "reason.wait_stone": "it is not your turn: waiting for {seat} to place a stone or none",
    "reason.out": "you are out of the game: none of your pebbles could be placed",
    "reason.all_placed": "you have placed all your pebbles",
    "reason.one_pebble": "you have already placed a pebble: now place a stone or none",
    "reason.pebble_first": "place your pebble first, then a stone",
    "reason.no_stone_left": "you have no stones left",
    "reason.no_such_pebble": "you have no pebble left that shows {number}",
    "reason.water": "{square} is under water",
    "reason.pond": "{square} is a pond: pebbles and stones go in gardens",
    "reason.pebble_there": "a pebble lies on {square}",
    "reason.stone_there": "a stone lies on {square}",
    "reason.not_a_start": "your first pebble must go on a starting square, and {square} is not one: try {starts}",
    "reason.not_in_line": "you have no pebble in row {row} or column {column}",
    "reason.in_row": "row {row} already has {number}, on {other}",
    "reason.in_column": "column {column} already has {number}, on {other}",
    "reason.in_garden": "{garden} already has {number}, on {other}",
    # problems with custom tiles
    "tile.shape": "a tile is three rows of three: a and b are gardens, ~ the pond, a capital letter marks the start",
    "tile.ponds": "a tile needs exactly one pond, but this one has {count}",
    "tile.starts": "a tile needs exactly one starting square, but this one has {count}",
    "tile.garden_size": "a garden needs 2 to 6 squares, but garden {garden} has {count}",
    "tile.garden_parts": "garden {garden} is in pieces: its squares must connect side to side",
    "tile.start_beside_pond": "the starting square must not be next to the pond",
    "tiles.count": "a set needs {least} to {most} tiles, but this one has {count}",
    # events
    "event.tile": "Tile {tile} lies at {place}, turned by {degrees}°.",
    "event.tile.run": "The tiles are laid out, row by row: {tile}.",
    "event.water": "The tiles at {places} are turned to water.",
    "event.first": "{seat} begins.",
    "event.stones": "{seat} gets {count:stone|stones}.",
    "event.pebble": "{seat} places {number} on {square}.",
    "event.stone": "{seat} places a stone on {square}.",
    "event.no_stone": "{seat} places no stone.",
    "event.out": "{seat} can place no more pebbles and is out, with {count:pebble|pebbles} left.",
    "event.koi": "{seats:takes|take} a koi from {pond} with {sum}.",
    "event.koi_nobody": "Nobody has a pebble at {pond}: its koi stays.",
    "event.garden": "{seats:wins|win} {garden} with {sum}.",
    "event.garden_nobody": "Nobody has a pebble in {garden}.",
    "event.doubled": "{seat} places a koi in {garden}.",
    "event.loose": "{seat} keeps {count:koi|koi} that cannot be placed.",
    "event.total": "{seat} has {points:point|points} and won {gardens:garden|gardens}.",
    "event.over": "The game is over. {winners:wins|win}.",
    # points
    "points.garden": "highest sum in {garden}",
    "points.garden_tied": "highest sum in {garden}, tied with {seats}",
    "points.doubled": "koi in {garden}: it counts twice",
    "points.koi": "{count:koi|koi} not placed",
    "points.nothing": "no garden won, no koi taken",
    # reasons for a hint
    "hint.pebble": "{number} on {square}",
    "hint.stone": "a stone on {square}",
    "hint.no_stone": "no stone",
    "hint.garden": "You win {garden} in {wins} of {of} games played on from here; with {second} in {other}.",
    "hint.koi": "You take the koi of {pond} in {wins} of {of} games played on from here; with {second} in {other}.",
    "hint.leads": "It puts you ahead in {garden}: {own} to {other}.",
}


def square_fact(square: int) -> str:
    """A square as a fact of a sentence."""
    return SQUARE_NAMES[square]


def garden_fact(squares: list[int]) -> Facts:
    """A garden as a fact: its size and the first of its squares."""
    return {"code": "garden", "size": len(squares), "square": square_fact(squares[0])}


def pond_fact(square: int) -> Facts:
    """A pond as a fact."""
    return {"code": "pond", "square": square_fact(square)}


def square_facts(squares: list[int]) -> list[Json]:
    """Several squares as one fact."""
    return [square_fact(square) for square in squares]
