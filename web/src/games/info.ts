/** What the server tells about each game, and what only the client knows about it. */
import data from "../../contract/games.json";
import { t, type UiKey } from "$/i18n/index.svelte";
import type { Api } from "$/net/api";
import type { Game } from "./keys";

/** What a game declares in `games/<game>/facts.ts`. */
export interface GameFacts {
  /** The title as it is written in Japanese, shown beside the title in another language. */
  japaneseTitle: string;
  /** How long a game with the default options takes experienced players. */
  minutes: readonly [number, number];
}

const games = data as unknown as Api.GameData[];
const facts: Readonly<Record<string, GameFacts>> = import.meta.glob<GameFacts>("./*/facts.ts", {
  eager: true,
  import: "facts",
});

/** Seats, options and levels of a game. */
export function gameInfo(game: Game): Api.GameData {
  const found = games.find((one) => one.key === game);
  if (found === undefined) throw new Error(`no such game: ${game}`);
  return found;
}

export function gameFacts(game: Game): GameFacts {
  const found = facts[`./${game}/facts.ts`];
  if (found === undefined) throw new Error(`games/${game}/facts.ts is missing`);
  return found;
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
