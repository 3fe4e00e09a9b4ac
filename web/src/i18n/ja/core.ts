import type { Translation } from "../catalogue";
import type { core as english } from "../en/core";

export const core: Translation<typeof english> = {
  "app.name": "座敷",
  "app.skip": "本文へ移動",
  "nav.home": "ホーム",
  "nav.rules": "ルール",
  "nav.replay": "棋譜",
  "nav.settings": "設定",
  "nav.me": "マイページ",
  "nav.about": "座敷について",
  "page.lost": "お探しのページは見つかりませんでした。",
  "page.loading": "少々お待ちください…",
  "page.lost.about": "アドレスが間違っているか、ページがなくなった可能性があります。",
  "page.failed": "ページの一部を読み込めませんでした。",
  "page.failed.about":
    "サーバーにつながらないか、新しいバージョンに切り替わったところかもしれません。もう一度お試しください。",
  "page.again": "もう一度試す",
  "page.offline": "サーバーにつながりません",
  "page.offline.about":
    "オフラインかもしれません。各ゲームのルールと設定、「座敷について」のページはこのまま開けます。対局と棋譜、マイページには接続が必要です。",
  "update.ready": "新しいバージョンがあります。",
  "update.use": "いま更新する",
  "update.later": "あとで",
  "seat.number": "{n}番席",
  "name.guest": "ゲスト{code}",
  "seat.bot": "ボット{n}",
  "refusal.offline": "サーバーにつながりません。",
};
