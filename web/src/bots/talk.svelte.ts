/** Bots that say something now and then, in this browser. */
import { untrack } from "svelte";
import type { View } from "$/generated/outgoing";
import { settings } from "$/settings.svelte";
import type { TableState } from "$/table/tableState.svelte";
import { lineAfter, roundOf, type Line } from "./lines";

/** How long a line stays, in milliseconds. */
const STAYS = 4500;
/** A game is greeted within this time of its start, in seconds. */
const FRESH = 5;

export class Talk {
  /** What is being said. */
  line: Line | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The table when the round began; null before the game. */
  private before: View | null = null;

  constructor(of: () => TableState) {
    $effect(() => {
      const state = of();
      const { view } = state;
      untrack(() => this.watch(state, view));
    });
    $effect(() => () => clearTimeout(this.timer));
  }

  private watch(state: TableState, view: View): void {
    const bots = (state.table?.seats ?? []).flatMap(({ kind, seat, level }) =>
      kind === "bot" ? [{ seat, level: level ?? 1 }] : [],
    );
    // No greeting in a running game: bots only comment on what happens from now on.
    const greets = state.table?.started_at != null && Date.now() / 1000 + state.skew - state.table.started_at < FRESH;
    const line = this.before === null && !greets ? null : lineAfter(this.before, view, bots, state.id);
    if (this.before === null || roundOf(view) !== roundOf(this.before) || view.over) this.before = view;
    if (line === null || !settings.banter) return;
    clearTimeout(this.timer);
    this.line = line;
    this.timer = setTimeout(() => (this.line = null), STAYS);
  }
}
