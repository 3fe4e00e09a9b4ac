import type { Translation } from "../catalogue";
import type { core as english } from "../en/core";

export const core: Translation<typeof english> = {
  "app.name": "座敷",
  "app.skip": "本文へ移動",
  "nav.home": "ホーム",
  "nav.rules": "ルール",
  "nav.replay": "リプレイ",
  "nav.settings": "設定",
  "nav.me": "マイページ",
  "nav.about": "座敷について",
  "page.lost": "ページが見つかりません",
  "page.loading": "読み込み中…",
  "page.lost.about": "アドレスが間違っているか、ページがなくなっています。",
  "page.failed": "ページの一部を読み込めませんでした。",
  "page.failed.about":
    "サーバーにつながらないか、新しいバージョンに切り替わった可能性があります。もう一度お試しください。",
  "page.again": "もう一度試す",
  "page.offline": "サーバーにつながりません",
  "page.offline.about":
    "オフラインのようです。ルール、設定、「座敷について」はこのまま見られます。ゲーム、リプレイ、マイページには接続が必要です。",
  "update.ready": "新しいバージョンがあります。",
  "update.use": "今すぐ更新",
  "update.later": "あとで",
  "seat.number": "{n}番席",
  "name.guest": "ゲスト{code}",
  "refusal.offline": "サーバーにつながりません。",
};
