import type { Game } from "$/i18n/index.svelte";

/** How the games are written in Japanese, beside their names in other languages. */
export const JAPANESE: Readonly<Record<Game, string>> = {
  hagakure: "葉隠",
  hijun: "ひいふう",
  hiroba: "広場",
  hitohira: "ひとひら",
  sakura: "桜",
};
