/** The moves of the discards that are picked but not sent yet; also shown beside my name. */
import { perViewer } from "$/table/perViewer.svelte";

class DiscardPicks {
  actions: readonly number[] = $state.raw([]);
  /** Whether one more was refused: all that are due are picked already. */
  refused: boolean = $state(false);

  clear(): void {
    this.actions = [];
    this.refused = false;
  }

  /** Pick a card, or put it back; returns whether all that are due are picked now. Nothing is replaced silently: one more
   * than are due is refused. In the order of the hand, whatever the order of picking. */
  toggle(action: number, due: number): boolean {
    const others = this.actions.filter((one) => one !== action);
    const back = others.length < this.actions.length;
    this.refused = !back && others.length >= due;
    if (!this.refused) this.actions = back ? others : [...others, action].sort((one, other) => one - other);
    return this.actions.length === due;
  }
}

export const discardPicksOf = perViewer(() => new DiscardPicks());
