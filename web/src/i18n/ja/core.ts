import type { core as english } from "../en/core";

export const core: { [Key in keyof typeof english]: string } = {
  "app.name": "座敷",
  "app.skip": "本文へ",
  "nav.home": "ホーム",
  "nav.rules": "ルール",
  "nav.replay": "棋譜",
  "nav.settings": "設定",
  "nav.me": "わたし",
  "nav.about": "この家について",
  "page.lost": "このアドレスには何もありません。",
  "page.loading": "少々お待ちください…",
  "page.failed": "ページの一部を読み込めませんでした。",
  "page.again": "もう一度試す",
  "seat.number": "{n}番席",
  "seat.bot": "ボット{n}",
  "game.hagakure": "葉隠",
  "game.hijun": "ひいふう",
  "game.hiroba": "広場",
  "game.hitohira": "ひとひら",
  "game.sakura": "桜",
  "refusal.offline": "サーバーにつながりません。",
};
