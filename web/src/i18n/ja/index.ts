import { gameCatalogues, type GameCatalogue, type Words } from "../catalogue";
import type { Grammar } from "../sentence";
import { chat, common, refusals } from "./common";
import { account } from "./account";
import { bots } from "./bots";
import { core } from "./core";
import { first } from "./first";
import { lessons } from "./lessons";
import { pace } from "./pace";
import { pages } from "./pages";
import { replay } from "./replay";
import { table } from "./table";

const { ui, games } = gameCatalogues(import.meta.glob<GameCatalogue>("../../games/*/i18n/ja.ts", { eager: true }));

export const words: Words = {
  ui: { ...account, ...bots, ...core, ...first, ...lessons, ...pace, ...pages, ...table, ...replay, ...ui },
  common,
  chat,
  refusals,
  games,
};

export const grammar: Grammar = {
  locale: "ja",
  list: (items) => items.join("、"),
  amount: (number, form) => `${number}${form}`,
  nothing: "なし",
};
