/** What the server tells about each game, and what only the client knows about it. */
import data from "../../contract/games.json";
import { en } from "$/i18n/en";
import { t, type UiKey } from "$/i18n/index.svelte";
import type { Api } from "$/net/api";
import { settings } from "$/settings.svelte";
import { otherGame } from "./installed.svelte";
import type { Game } from "./keys";

/** What a game declares in `games/<game>/facts.ts`. */
export interface GameFacts {
  /** The title as it is written in Japanese, shown beside the title in another language. */
  japaneseTitle: string;
  /** How long a game with the default options takes experienced players; null if nobody said. */
  minutes: readonly [number, number] | null;
}

const games = data as unknown as Api.GameData[];
const facts: Readonly<Record<string, GameFacts>> = import.meta.glob<GameFacts>("./*/facts.ts", {
  eager: true,
  import: "facts",
});

/** Seats, options and levels of a game. */
export function gameInfo(game: Game): Api.GameData {
  const found = games.find((one) => one.key === game) ?? otherGame(game);
  if (found === undefined) throw new Error(`no such game: ${game}`);
  return found;
}

export function gameFacts(game: Game): GameFacts {
  return facts[`./${game}/facts.ts`] ?? { japaneseTitle: otherGame(game)?.kanji ?? game, minutes: null };
}

/** The title of a game in the language of the page. */
export function gameTitle(game: string): string {
  const other = otherGame(game);
  return textOr(`game.${game}`, (settings.language === "ja" ? other?.kanji : other?.title) ?? game);
}

/** The title of a game in English. */
export function englishTitle(game: Game): string {
  return (en.ui as Readonly<Record<string, string>>)[`game.${game}`] ?? otherGame(game)?.title ?? game;
}

/** One sentence about a game. */
export function gameAbout(game: Game): string {
  return textOr(`about.${game}`, otherGame(game)?.about ?? "");
}

/** One sentence about the rules of a game. */
export function rulesAbout(game: Game): string {
  return textOr(`rules.about.${game}`, otherGame(game)?.about ?? "");
}

export const LEVELS = [1, 2, 3, 4, 5] as const;

/** The name of a bot level. */
export function levelName(level: number): string {
  return textOr(`level.${level}`, String(level));
}

/** The text of a key that may be missing because the server is newer than the client. */
export function textOr(key: string, fallback: string): string {
  const text = t(key as UiKey);
  return text === key ? fallback : text;
}
