/** How somebody usually plays: remembered in this browser, so that one click is enough the next time. */
import { GAMES, isBuiltIn, type Game } from "$/games/keys";

const KEY = "zashiki.usual";

interface Usual {
  /** The level of bots. */
  level: number;
  /** What was played at once the last time. */
  game: Game;
}

const kept: Usual = $state({ level: 3, game: GAMES[0] as Game });
try {
  const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  const level = Number(found["level"]);
  if (Number.isInteger(level) && level >= 1 && level <= 5) kept.level = level;
  kept.game = isBuiltIn(found["game"] as string) ? (found["game"] as Game) : kept.game;
} catch {
  // Nothing of use was kept.
}

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing starts with the middle level each time.
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
};
