/** Look needs a target: whether it is being chosen, after the banner. */
import { perViewer } from "$/table/perViewer.svelte";

class LookTarget {
  open: boolean = $state(false);
}

export const lookTargetOf = perViewer(() => new LookTarget());
