/** What the round that has just ended brought everybody: told for a while, then the table is as it was. */
import { untrack } from "svelte";
import type { TableState } from "./tableState.svelte";

/** How long it is told, in milliseconds. */
const STAYS = 9000;

export class RoundEnd {
  /** The round that has ended, and the points of each seat in it. */
  note: { round: number; points: number[] } | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private before: { round: number; scores: number[] } | null = null;

  constructor(of: () => TableState) {
    $effect(() => {
      const { view } = of();
      untrack(() => this.compare(view));
    });
    $effect(() => () => clearTimeout(this.timer));
  }

  dismiss(): void {
    clearTimeout(this.timer);
    this.note = null;
  }

  private compare(view: TableState["view"]): void {
    const round = (view.board as { round?: unknown }).round;
    if (typeof round !== "number") return;
    const { before } = this;
    if (before !== null && round > before.round && before.round > 0) {
      this.dismiss();
      const points = view.scores.map((now, seat) => now - (before.scores[seat] ?? 0));
      this.note = { round: before.round, points };
      this.timer = setTimeout(() => this.dismiss(), STAYS);
    }
    if (view.over) this.dismiss();
    if (before === null || round !== before.round) this.before = { round, scores: view.scores };
  }
}
