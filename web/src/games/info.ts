/** What the server says about each game, and what only the client knows about it. */
import data from "../../contract/games.json";
import { en } from "$/i18n/en";
import { t, type UiKey } from "$/i18n/index.svelte";
import type { Api } from "$/net/api";
import { settings } from "$/settings.svelte";
import { otherGame } from "./installed.svelte";
import type { Game } from "./keys";

export interface Title {
  title: string;
  /** As a BCP 47 tag. */
  language: string;
}

/** What a game declares in `games/<game>/facts.ts`. */
export interface GameFacts {
  /** The title in the language it comes from, which is shown beside the title in the language of the page. */
  original: Title;
  /** How long a game with the default options takes experienced players; null if nobody said. */
  minutes: readonly [number, number] | null;
  /** The pictures of the rules page that "How to play" shows, if it has any. */
  how?: { readonly goal?: string; readonly turn?: string; readonly score?: string };
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
  const known = facts[`./${game}/facts.ts`];
  return known ?? { original: { title: otherGame(game)?.kanji ?? game, language: "ja" }, minutes: null };
}

/** The title of a game in the language of the page. */
export function gameTitle(game: string): string {
  const { title, language } = gameFacts(game as Game).original;
  return textOr(`game.${game}`, language === settings.language ? title : englishTitle(game as Game));
}

/** The title in the language it comes from; null if that is the language of the page. */
export function originalTitle(game: Game): Title | null {
  const { original } = gameFacts(game);
  return original.language === settings.language ? null : original;
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

/** How bots of a level play a game, in a sentence. */
export function levelStyle(game: Game, level: number): string {
  return textOr(`level.${level}.${game}`, gameInfo(game).levels.find((one) => one.level === level)?.about ?? "");
}

/** The text of a key that may be missing because the server is newer than the client. */
export function textOr(key: string, fallback: string): string {
  const text = t(key as UiKey);
  return text === key ? fallback : text;
}
