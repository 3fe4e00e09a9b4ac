"""A picture of Hijun: the tokens of the round, the trick, the viewer's hand and discards."""

from typing import Final, cast

from zashiki.core.shapes import View
from zashiki.drawing.canvas import ASH, GOLD, LINE, RAISED, SHU, SOFT, SUMI, Canvas
from zashiki.drawing.frame import MIDDLE, ROOM, TOP, frame, heading, rounds
from zashiki.drawing.style import counted
from zashiki.drawing.trick_picture import HAND_TOP, draw_hand, draw_trick
from zashiki.games.hijun.shapes import Card, HijunBoard, Token

COLOURS: Final = {"poppy": "#c95a12", "iris": "#3657ad", "clover": "#4f7f30", "plum": "#b5366b"}


def face(card: Card) -> tuple[str, str, str]:
    """The number, word and colour on a card."""
    return str(card["value"]), card["colour"], COLOURS[card["colour"]]


def draw(canvas: Canvas, seen: View) -> None:
    """The table as the viewer sees it."""
    board = cast(HijunBoard, seen["board"])

    def plate(seat: int, x: float, y: float, w: float, h: float) -> None:
        _plate(canvas, board, seat, x, y, w, h)

    leads = "" if board["leader"] is None else f"  ·  seat {board['leader']} leads"
    frame(canvas, seen, f"round {board['round']} of {board['rounds']}  ·  goal {board['goal']}{leads}", plate)
    heading(canvas, TOP + 22, "Tokens")
    for index, token in enumerate(board["tokens"]):
        _coin(canvas, token, MIDDLE + 48 + index * 92)
    if board["to_lay"]:
        words = "still to be laid out: " + ", ".join(str(number) for number in board["to_lay"])
        canvas.text(MIDDLE + ROOM - 16, TOP + 22, words, 13, SOFT, "rm")
    draw_trick(canvas, board, TOP + 148, face)
    viewer = seen["seat"]
    if viewer is None:
        return
    player = board["players"][viewer]
    if player["discards"]:
        heading(canvas, HAND_TOP - 44, "Your discards")
        for index, card in enumerate(player["discards"]):
            _chip(canvas, card, MIDDLE + 124 + index * 52, HAND_TOP - 56)
    draw_hand(canvas, seen, player["hand"] or [], face)


def _chip(canvas: Canvas, card: Card, x: float, y: float) -> None:
    canvas.box(x, y, 46, 24, COLOURS[card["colour"]], None, 12)
    canvas.text(x + 23, y + 12, f"{card['colour'][:2]} {card['value']}", 13, RAISED, "mm", most=40)


def _coin(canvas: Canvas, token: Token, x: float) -> None:
    y = TOP + 66
    left = token["state"] == "left"
    canvas.disc(x, y, 26, GOLD if left else LINE, SUMI if left else ASH, 1.5)
    canvas.text(x, y, str(token["number"]), 22, SUMI if left else ASH, "mm", bold=left)
    if token["state"] == "out":
        canvas.stroke(x - 18, y + 18, x + 18, y - 18, SHU, 2.5)
    if not left:
        word = "covered" if token["state"] == "out" else "taken"
        canvas.text(x, y + 38, f"{word} by {token['seat']}", 12, SOFT, "mm")


def _plate(canvas: Canvas, board: HijunBoard, seat: int, x: float, y: float, w: float, h: float) -> None:
    player = board["players"][seat]
    for index in range(player["hand_count"]):
        canvas.back(x + index * 15, y + 2, 18, 26)
    canvas.text(x + w, y + 15, counted(player["tricks"], "trick"), 14, SOFT, "rm")
    if player["token"] is not None:
        canvas.disc(x + w - 88, y + 14, 13, LINE if player["covered"] else GOLD, SUMI)
        canvas.text(x + w - 88, y + 14, str(player["token"]), 14, SUMI, "mm", bold=True)
    notes = [f"discarded {player['discard_count']}"]
    if player["owes"]:
        notes.append(f"owes {player['owes']}")
    if player["lacks"]:
        notes.append("has no " + ", ".join(player["lacks"]))
    canvas.text(x, y + 44, "  ·  ".join(notes), 13, SOFT, most=w)
    if h >= 76:
        rounds(canvas, [row[seat] for row in board["sheet"]], x, y + 68, w)
