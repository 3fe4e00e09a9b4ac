"""Tanzaku: the English sentence of every code."""

from typing import Final

from zashiki.core.phrases import Catalogue

ENGLISH: Final[Catalogue] = {
    "move.keep": "Keep your card",
    "move.swap": "Swap it for one from the pile",
    "place.hand": "{seat}",
    "place.pile": "Pile",
    "place.revealed": "Last round",
    "piece.card": "card {n}",
    "piece.hidden": "a card, face down",
    "piece.pile": "{count:card|cards} left",
    "prompt.decide": "You hold card {n}. Keep it, or swap it for one from the pile?",
    "prompt.wait": "Waiting for {seat}.",
    "event.round": "Round {round} of {rounds} begins. {first} decides first.",
    "event.dealt": "{seat} is dealt a card.",
    "event.dealt.seen": "{seat} is dealt card {n}.",
    "event.keep": "{seat} keeps their card.",
    "event.swap": "{seat} swaps their card for another.",
    "event.swap.seen": "{seat} puts card {n} aside and takes another.",
    "event.revealed": "{seat} shows card {n}.",
    "event.gain": "{seat} has the highest card: {points:point|points}.",
    "event.over": "The game is over. {winners:wins|win}.",
    "reason.wait": "it is {seat}'s turn",
    "reason.wait_deal": "the cards are still being dealt",
    "score.kept": "highest card, kept",
    "score.swapped": "highest card, after a swap",
}

JAPANESE: Final[Catalogue] = {
    "move.keep": "そのまま持つ",
    "move.swap": "山札と取り替える",
    "place.hand": "{seat}",
    "place.pile": "山札",
    "place.revealed": "前のラウンド",
    "piece.card": "カード{n}",
    "piece.hidden": "伏せたカード",
    "piece.pile": "残り{count}枚",
    "prompt.decide": "あなたのカードは{n}です。そのまま持ちますか、山札と取り替えますか。",
    "prompt.wait": "{seat}の番です。",
    "event.round": "ラウンド{round}／{rounds}。{first}から始めます。",
    "event.dealt": "{seat}にカードが配られました。",
    "event.dealt.seen": "{seat}にカード{n}が配られました。",
    "event.keep": "{seat}はカードをそのまま持ちました。",
    "event.swap": "{seat}はカードを取り替えました。",
    "event.swap.seen": "{seat}はカード{n}を手放し、別のカードを取りました。",
    "event.revealed": "{seat}のカードは{n}でした。",
    "event.gain": "{seat}のカードが最も大きく、{points}点を得ました。",
    "event.over": "ゲーム終了。勝者は{winners}です。",
    "reason.wait": "{seat}の番です",
    "reason.wait_deal": "カードを配っているところです",
    "score.kept": "最も大きいカード（取り替えなし）",
    "score.swapped": "最も大きいカード（取り替えあり）",
}
