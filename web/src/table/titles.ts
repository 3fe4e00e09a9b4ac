/** What is written on the boxes. */
import type { Game } from "$/i18n/index.svelte";

export const KANJI: Readonly<Record<Game, string>> = {
  hagakure: "葉隠",
  hijun: "ひいふう",
  hiroba: "広場",
  hitohira: "ひとひら",
  sakura: "桜",
};
