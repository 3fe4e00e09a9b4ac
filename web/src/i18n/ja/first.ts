import type { Translation } from "../catalogue";
import type { first as english } from "../en/first";

export const first: Translation<typeof english> = {
  "quick.length": "長さ",
  "quick.seats": "人数",
  "quick.players": "{n}人",
  "length.short": "短め",
  "length.usual": "通常",
  "length.rounds": "{n}ラウンド",

  "pill.turn": "あなたの番です：{game}",
  "pill.back": "{game}に戻る",
  "pill.more": "ほか{n}卓",

  "first.title": "{game}は初めてですか？",
  "first.about": "数分のレッスンを受けるか、すぐに遊び始めるかを選べます。遊びながらでも、そのつど説明が出ます。",
  "first.show": "遊びながら教えてもらう",
  "first.lesson": "レッスンを受ける",
  "first.known": "知っています",
  "first.goal": "目的",
  "first.got_it": "わかりました",

  "coach.tip": "ヒント",
  "coach.close": "わかりました",
  "coach.off": "説明を出さない",

  "help.title": "ヘルプ",
  "help.keys": "キー操作",

  "sounds.ask": "効果音は？",
  "sounds.on": "鳴らす",
  "sounds.off": "鳴らさない",
  "lively.ask": "アニメーションと効果音をつけますか？",
  "lively.both": "両方",
  "lively.animation": "アニメーションだけ",
  "lively.neither": "どちらもなし",
  "lively.answered": "あとから変更できます：",

  "settings.tips": "初めての人への説明",
  "settings.tips.about": "初めてのゲームで、何かが起こるたびに短い説明を出します。",
};
