/** The way from "Play now" to a table: a quick game against bots, as this person plays it. */
import type { Game } from "$/games/keys";
import { errorText } from "$/ui/formError";
import { lastUsed } from "./lastUsed.svelte";
import { playNow } from "./startGame";

export class QuickStart {
  /** Whether the table is being set up. */
  opening: boolean = $state(false);
  /** Why there is none. */
  problem: string | null = $state(null);

  async play(game: Game): Promise<void> {
    if (this.opening) return;
    [this.opening, this.problem] = [true, null];
    try {
      lastUsed.game = game;
      await playNow(game, lastUsed.level, lastUsed.choice(game));
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.opening = false;
    }
  }
}
