/** The discards that are chosen but not sent yet, by their moves: they are told beside my name, too. */
import { perViewer } from "$/table/perViewer.svelte";

class DiscardPicks {
  actions: readonly number[] = $state.raw([]);
}

export const discardPicksOf = perViewer(() => new DiscardPicks());
