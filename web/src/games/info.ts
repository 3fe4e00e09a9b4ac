/** The five boxes: what the house tells of each game, and what only we say about them. */
import data from "../../contract/games.json";
import { GAMES, t, type Game, type UiKey } from "$/i18n/index.svelte";
import type { Api } from "$/net/api";

const boxes = data as unknown as Api.GameData[];

/** What is in the box of a game. */
export function gameInfo(game: Game): Api.GameData {
  const found = boxes.find((one) => one.key === game);
  if (found === undefined) throw new Error(`no such game: ${game}`);
  return found;
}

export function isGame(key: string | null): key is Game {
  return GAMES.includes(key as Game);
}

/** The title in the other language, beside that of the page: 葉隠 Hagakure. */
export { JAPANESE } from "$/rules/names";
export const LATIN: Readonly<Record<Game, string>> = {
  hagakure: "Hagakure",
  hijun: "Hijun",
  hiroba: "Hiroba",
  hitohira: "Hitohira",
  sakura: "Sakura",
};

/** Minutes that a game with its usual options takes people who know it. */
export const MINUTES: Readonly<Record<Game, readonly [number, number]>> = {
  hagakure: [20, 35],
  hijun: [20, 35],
  hiroba: [15, 25],
  hitohira: [20, 30],
  sakura: [40, 60],
};

export const LEVELS = [1, 2, 3, 4, 5] as const;

/** How a level of bots is called. */
export function levelName(level: number): string {
  return textOr(`level.${level}`, String(level));
}

/** A text that may be missing because the house has something new: then as the house says it. */
export function textOr(key: string, fallback: string): string {
  const text = t(key as UiKey);
  return text === key ? fallback : text;
}
