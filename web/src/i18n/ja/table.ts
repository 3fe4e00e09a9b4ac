import type { table as english } from "../en/table";

export const table: { [Key in keyof typeof english]: string } = {
  "touch.chosen": "選択中",
  "touch.worth": "{percent}パーセント",
  "why.spectator": "観戦中です。席についている人だけができます。",
  "why.stand_in": "ボットが代わりに打っています。まず席に戻ってください。",
  "why.over": "ゲームは終わりました。",
  "table.confirm": "決定",
  "table.take_back": "取り消す",
  "table.hint": "ヒント",
  "table.connecting": "入室中…",
  "table.lost": "接続が切れました。再接続しています…",
  "table.your_turn": "あなたの番",
  "table.score": "{points:点}",
};
