import phrases from "../../../contract/phrases.json";
import { gameUi } from "$/generated/catalogue";
import type { Grammar } from "../sentence";
import { account } from "./account";
import { bots } from "./bots";
import { core } from "./core";
import { first } from "./first";
import { lessons } from "./lessons";
import { pace } from "./pace";
import { pages } from "./pages";
import { replay } from "./replay";
import { table } from "./table";

const { common, chat, refusals, ...games } = phrases;

/** All sentences in English. Those of the server come from the contract. */
export const en = {
  ui: { ...account, ...bots, ...core, ...first, ...lessons, ...pace, ...pages, ...table, ...replay, ...gameUi },
  common,
  chat,
  refusals,
  games,
};

export const grammar: Grammar = {
  locale: "en",
  list: (items) =>
    items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1] ?? ""}`,
  amount: (number, form) => `${number} ${form}`,
  nothing: "nothing",
};
