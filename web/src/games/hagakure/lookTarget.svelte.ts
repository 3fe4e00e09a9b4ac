/** Look needs a place: between choosing the banner and choosing where, the places can be touched. */
import { perViewer } from "$/table/perViewer.svelte";

class LookTarget {
  open: boolean = $state(false);
}

export const lookTargetOf = perViewer(() => new LookTarget());
