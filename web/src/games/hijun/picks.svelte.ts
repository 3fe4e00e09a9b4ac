/** The discards that are chosen but not sent yet, by their moves: they are told beside my name, too. */
import { ofEyes } from "$/table/own.svelte";

class Picks {
  actions: readonly number[] = $state.raw([]);
}

export const picksOf = ofEyes(() => new Picks());
