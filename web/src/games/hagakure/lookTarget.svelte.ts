/** Whether a target for Look is being chosen, after its banner was selected. */
import { perViewer } from "$/table/perViewer.svelte";

class LookTarget {
  open: boolean = $state(false);
}

export const lookTargetOf = perViewer(() => new LookTarget());
