import phrases from "../../../contract/phrases.json";
import type { Grammar } from "../sentence";
import { core } from "./core";
import { hitohira } from "./hitohira-ui";
import { hirobaUi } from "./hiroba-ui";
import { house } from "./house";
import { replay } from "./replay";
import { sakura } from "./sakura";
import { table } from "./table";
import { tricks } from "./tricks";

/** Everything that is said in English. What the house says comes from the house. */
export const en = {
  ui: { ...core, ...house, ...table, ...replay, ...tricks, ...sakura, ...hitohira, ...hirobaUi },
  common: phrases.common,
  chat: phrases.chat,
  refusals: phrases.refusals,
  hagakure: phrases.hagakure,
  hijun: phrases.hijun,
  hiroba: phrases.hiroba,
  hitohira: phrases.hitohira,
  sakura: phrases.sakura,
};

/** The catalogue that every other language must fill: a key that is missing does not compile. */
export type Words = { [Part in keyof typeof en]: { [Key in keyof (typeof en)[Part]]: string } };

export const grammar: Grammar = {
  list: (items) =>
    items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1] ?? ""}`,
  amount: (words, one, many, count) => `${words} ${count === 1 ? one : many}`,
  nothing: "nothing",
};
