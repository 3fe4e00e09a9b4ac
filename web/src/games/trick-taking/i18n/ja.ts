import type { Translation } from "$/i18n/catalogue";
import type { ui as english } from "./en";

/** The client's own sentences. */
export const ui: Translation<typeof english> = {
  "tricks.cards": "手札{n:枚}",
  "tricks.won": "{n:トリック}",
  "tricks.this_round": "このラウンド",
  "tricks.leads": "リード",
  "tricks.to_lead": "リード番",
  "tricks.winning": "優勢",
  "tricks.takes": "獲得",
  "tricks.next": "手番",
  "tricks.trick": "トリック",
  "tricks.last_trick": "直前のトリック",
  "tricks.last_of": "第{n}ラウンド最後のトリック",
  "tricks.card_of": "{who}：{card}",
  "tricks.nothing_of": "{who}：まだ出していません",
  "tricks.sheet": "ラウンドごとの得点",
  "tricks.round": "第{n}ラウンド",
  "tricks.extra_round": "延長第{n}ラウンド",
  "tricks.total": "合計",
  "tricks.player": "プレイヤー",
  "tricks.open_hand": "手札：{cards}",
};
