import type { Words } from "../en";
import type { Grammar } from "../sentence";
import { chat, common, refusals } from "./common";
import { core } from "./core";
import { hagakure } from "./hagakure";
import { hijun } from "./hijun";
import { hiroba } from "./hiroba";
import { hirobaUi } from "./hiroba-ui";
import { hitohira } from "./hitohira";
import { hitohira as hitohiraUi } from "./hitohira-ui";
import { house } from "./house";
import { replay } from "./replay";
import { sakura } from "./sakura";
import { sakuraUi } from "./sakura-ui";
import { table } from "./table";
import { tricks } from "./tricks";

/** Everything in Japanese. */
export const ja: Words = {
  ui: { ...core, ...house, ...table, ...replay, ...tricks, ...sakuraUi, ...hitohiraUi, ...hirobaUi },
  common,
  chat,
  refusals,
  hagakure,
  hijun,
  hiroba,
  hitohira,
  sakura,
};

export const grammar: Grammar = {
  list: (items) => items.join("、"),
  amount: (words, one) => `${words}${one}`,
  nothing: "なし",
};
