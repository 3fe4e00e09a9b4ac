/** The moves of the discards that are picked but not sent yet; also shown beside my name. */
import { perViewer } from "$/table/perViewer.svelte";

class DiscardPicks {
  actions: readonly number[] = $state.raw([]);
}

export const discardPicksOf = perViewer(() => new DiscardPicks());
