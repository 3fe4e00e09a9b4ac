/** The last choices, remembered in this browser so that one click is enough next time. */
import { GAMES, isBuiltIn, type Game } from "$/games/keys";
import type { QuickChoice } from "./quickGame";

const KEY = "zashiki.usual";

interface Usual {
  /** The level of bots. */
  level: number;
  /** The game started with "Play now". */
  game: Game;
  /** By game, the length and the number of players. */
  choices: Record<string, QuickChoice>;
}

const kept: Usual = $state({ level: 3, game: GAMES[0] as Game, choices: {} });
try {
  const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  const level = Number(found["level"]);
  if (Number.isInteger(level) && level >= 1 && level <= 5) kept.level = level;
  if (typeof found["choices"] === "object" && found["choices"] !== null) kept.choices = found["choices"] as never;
  kept.game = isBuiltIn(found["game"] as string) ? (found["game"] as Game) : kept.game;
} catch {
  // Nothing usable was stored.
}

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, every visit starts with the middle level.
  }
}

export const lastUsed = {
  get level(): number {
    return kept.level;
  },
  set level(level: number) {
    kept.level = level;
    keep();
  },
  get game(): Game {
    return kept.game;
  },
  set game(game: Game) {
    kept.game = game;
    keep();
  },
  /** The length and the number of players chosen for this game, as far as they were. */
  choice(game: Game): QuickChoice {
    return kept.choices[game] ?? {};
  },
  choose(game: Game, choice: QuickChoice): void {
    kept.choices[game] = { ...kept.choices[game], ...choice };
    keep();
  },
};
